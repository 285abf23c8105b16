"""Say what is wrong with a record in another language.

The faults of a record are English, because programs and their authors read them; the command line
shows them to people. The words of the record format stay as they are written in a record.

>>> from pegout.notation import Fault
>>> from pegout.text.language import language
>>> fault_in_words(
...     Fault(7, 12, "wrong_count", "expected the count 15, not the count 14"), language("es")
... )
'línea 7: se esperaba la cuenta 15, no la cuenta 14'
"""

import re
from typing import Final

from pegout.notation.errors import Fault
from pegout.text.error_details import in_language
from pegout.text.language import Translator, mark
from pegout.text.said_again import say_again

#: The faults; the parts in braces are values, or parts of the list below.
FAULTS: Final[tuple[str, ...]] = (
    # The file
    mark("expected text in UTF-8"),
    mark(
        "expected the text of a record, which begins with %pegout 1 on a line of its own, not "
        "{given}"
    ),
    mark("expected %pegout 1 and a record, not nothing"),
    mark("expected %pegout 1 as the first line"),
    mark("expected %pegout and a version, as in %pegout 1"),
    mark("expected a version up to {number}, not {given}"),
    mark("expected a version up to {number}"),
    mark("expected one match, not {given}"),
    mark("expected at most {number} matches, not {given}"),
    mark("expected at most {number} matches"),
    mark("expected at most {number} characters in a line"),
    mark("expected at most {number} characters, and {line} in a line"),
    mark("expected at most {number} characters"),
    mark("expected at most {number} bytes for a record"),
    mark("expected no control characters in a line"),
    mark("expected a record in JSON, in UTF-8 and without many levels"),
    mark("expected a record in JSON: {reason}"),
    mark("expected the member format to be {wanted}"),
    mark("expected only {wanted}, not {given}"),
    mark("expected a member {wanted}"),
    mark("expected an object, not {given}"),
    # Tags and games
    mark('expected a tag such as [Event "Friday club"]'),
    mark("expected a tag of letters and a line of text, not {given}"),
    mark("expected tags before the first line of their game"),
    mark("expected every tag once, not {given}"),
    mark("the tag {name} is there twice"),
    mark("expected at most {number} tags, not {given}"),
    mark("expected at most {number} tags"),
    mark("expected an annotation such as @clock 12.5, after the line of a game"),
    mark("expected games in their order and at most {number}, not game {given}"),
    mark("expected games in their order, from 1, not {given}"),
    mark("expected at most {number} games, not {given}"),
    mark("expected {number} players, not {given}"),
    mark("expected the first dealer: game 1  dealer 0"),
    mark("there is no seat {seat} in a game for {number}"),
    mark("there is no seat {seat}"),
    mark("the dealer is a seat from 0 to {maximum}, not {given}"),
    mark("a seat is a number from 0 to {maximum}, not {given}"),
    mark(
        "the game is not over where the record ends, and its result is {given}: the record breaks "
        "off, or lines are missing"
    ),
    # Rules
    mark("expected a preset: {wanted}"),
    mark("expected name=value, each name once, not {given}"),
    mark("the preset is one of {wanted}, not {given}"),
    mark("a switch is one of {wanted}, not {given}"),
    mark("{name} is one of {wanted}, not {given}"),
    # The words of a line
    mark("expected one line of text without control characters or spaces around it, not {given}"),
    mark("expected lines of text, not {given}"),
    mark("expected a text in double quotes"),
    mark("expected text"),
    mark(
        "expected a card such as 5H, TD or KS (a rank of A 2 3 4 5 6 7 8 9 T J Q K and a suit of "
        "C D H S), not {given}"
    ),
    mark("expected the one card that was played"),
    mark("the {card} is there twice"),
    mark("the {card} is with {owner} and with {other}"),
    mark("the {card} was cut before"),
    mark("{name} is there twice"),
    # What the rules do not allow
    mark("any card can be played at {count}"),
    mark("play one of your cards {cards}, not {given}"),
    mark("discard {number} of your cards {cards}, each of them once, as a tuple; not {given}"),
    mark(
        "lift {minimum} to {maximum} cards, so that each packet has at least {least}; not {given}"
    ),
    mark("cut a place from 0 to 51 that nobody has cut; not {given}"),
    mark("nobody claims anything: the table counts"),
    mark("cards that nobody has seen cannot be counted"),
    mark("the game is over"),
    mark("a commitment is 64 hexadecimal digits in lower case"),
    mark("a pack is committed to once, before anybody says ready for it"),
    mark(
        "a secret is published once, for a deal that is over and was committed to; deal {deal} is "
        "not"
    ),
    mark("{entry} cannot follow what is before it"),
    # What another line was expected for
    mark("expected one of {wanted}, not {given}"),
    mark("expected {wanted} at the end"),
    mark("expected {wanted}, not {given}"),
)

#: Parts of the faults.
_PARTS: Final[tuple[str, ...]] = (
    mark("the count {number}"),
    mark("number {number}"),
    mark("score {number}"),
    mark("dealer {seat}"),
    mark("a line for: {verb}"),
    mark("nothing more, for the game is over"),
    mark("nothing more"),
    mark("nothing"),
    mark("no cards"),
    mark("this"),
    mark("another deal"),
    mark("ready, or the cards, of seat {seat}"),
    mark("the cut for the first deal"),
    mark("the cut of seat {seat}"),
    mark("the discard of seat {seat}"),
    mark("the starter, cut by the hand of seat {seat}"),
    mark("play or go of seat {seat}"),
    mark("the claim of seat {seat}"),
    mark("accept or muggins of seat {seat}"),
    mark("{verb} of seat {seat}"),
    mark("seat {seat}"),
    mark("the pack"),
    mark("the starter"),
    mark("the crib"),
    mark("a seat from 0 to 3"),
    mark("hexadecimal digits"),
    mark("a count such as =15"),
    mark("points such as +2"),
    mark("a number for each side, as 14-7"),
    mark("a number"),
    mark("a score"),
    mark("a seat"),
    mark("points"),
    mark("the place of a cut"),
    mark("an object"),
    mark("an array"),
    mark("{one} or {other}"),
)

#: The parts that may hold one of the parts above; the others are what stands in the record.
_SPOKEN: Final = frozenset(("wanted", "given", "owner", "other", "one", "seat"))

#: Where in the events of a match a fault is, and what it is.
_PLACE: Final = re.compile(r"((?:games\[\d+\]\.)?entries\[\d+\]: )?(.*)", re.DOTALL)


def fault_in_words(fault: Fault, t: Translator) -> str:
    """Return a fault and its line in a language; a rare one stays in English."""
    found = _PLACE.fullmatch(fault.message)
    assert found is not None, "a fault is on one line"
    place, message = found.groups("")
    said = say_again(message, FAULTS, t, _value) or in_language(message, t)
    said = f"{place}{said or message}"
    return t("line {line}: {fault}", line=fault.line, fault=said) if fault.line else said


def _value(name: str, value: str, translator: Translator) -> str:
    if name not in _SPOKEN:
        return value
    return say_again(value, _PARTS, translator, _value) or value
