"""The rule book, and the names and descriptions of rules, presets and levels.

>>> from pegout.text.language import language
>>> preset_name("half", language("en"))
'Half game'
"""

import re
from functools import cache
from pathlib import Path
from typing import Any, Final

from pegout.text.language import LANGUAGES, Translator, mark

#: The number at the start of a paragraph of the rule book: ``**5.13** The last card…``.
PARAGRAPH: Final = re.compile(r"^\*\*(\d+\.\d+)\b", re.MULTILINE)

# For each key, its name and one sentence about it.
_Words = dict[str, tuple[str, str]]

_SWITCHES: Final[_Words] = {
    "players": (
        mark("Players"),
        mark(
            "Two or three play each for themselves; four in two teams, partners opposite, or each "
            "for themselves too."
        ),
    ),
    "teams": (
        mark("Teams"),
        mark("Whether four play in two teams, partners opposite, or each for themselves."),
    ),
    "target": (
        mark("Game to"),
        mark("The hole that ends the game: 121, 61 for a half game, or any from 31 to 241."),
    ),
    "start_scores": (
        mark("Scores at the start"),
        mark(
            "The score of each side when a game begins, as a handicap or to practise an end, such "
            "as 100 and 90; nothing for a game from 0."
        ),
    ),
    "nobs_points": (
        mark("His nobs"),
        mark(
            "What a jack of the starter’s suit in a hand or the crib is worth: 1 point, or 2, or "
            "0 for nothing."
        ),
    ),
    "heels_points": (
        mark("His heels"),
        mark(
            "What the dealer pegs at once when the starter is a jack: 2 points, or 1, or 0 for "
            "nothing."
        ),
    ),
    "crib_flush": (
        mark("Flush in the crib"),
        mark(
            "Which flush counts in the crib: only all five cards with the starter, the crib’s own "
            "four as well, or none."
        ),
    ),
    "runs_in_play": (
        mark("Runs in the play"),
        mark("Whether runs count in the play, or only in the show."),
    ),
    "go_stacks_on_31": (
        mark("Go on top of 31"),
        mark(
            "Whether a thirty-one also earns the point for the last card of the count, 3 in all "
            "in place of 2."
        ),
    ),
    "counting": (
        mark("Counting"),
        mark(
            "Who counts: the table by itself (automatic), or every player their own points "
            "(manual)."
        ),
    ),
    "muggins": (
        mark("Muggins"),
        mark(
            "Whether, with counting by hand, an opponent may take the points that a player has "
            "missed."
        ),
    ),
    "missed": (
        mark("Missed points"),
        mark(
            "What happens, with counting by hand, to points that a player does not claim: they "
            "are corrected and pegged all the same, or lost."
        ),
    ),
    "overcount": (
        mark("Counting too many"),
        mark(
            "What happens, with counting by hand, to points claimed that are not there: they are "
            "corrected, or an opponent pegs them."
        ),
    ),
    "stinkhole": (
        mark("Stinkhole"),
        mark(
            "Whether heels, a go and a last card are worth nothing to a player in the last hole "
            "before the end."
        ),
    ),
    "lowball": (
        mark("Lowball"),
        mark("Whether the first to reach the end loses, so that everybody avoids points."),
    ),
    "five_card": (
        mark("Five cards"),
        mark(
            "The old game for two: five cards are dealt and two discarded, the play ends with the "
            "first go or thirty-one, the non-dealer starts with three points, and the end is at "
            "61."
        ),
    ),
    "skunks": (
        mark("Skunks"),
        mark(
            "Whether a win by more than 30 holes is a skunk and one by more than 60 a double "
            "skunk, or whatever the skunk lines say."
        ),
    ),
    "skunk_lines": (
        mark("Skunk lines"),
        mark(
            "How many holes short of the end a loser is skunked, double skunked and triple "
            "skunked: one to three numbers."
        ),
    ),
    "match_points": (
        mark("Match points"),
        mark(
            "What a game, a skunk and a double skunk are worth in a match: a number for the game "
            "and one for each skunk line."
        ),
    ),
    "first_deal": (
        mark("First deal"),
        mark(
            "Who deals first: the player who cuts the lowest card, a player drawn by lot "
            "(random), or the one you choose."
        ),
    ),
    "next_deal": (
        mark("Next game’s deal"),
        mark(
            "Who deals first in the next game: the loser, the winner, the players in turn "
            "(alternate), the lowest of a new cut (cut), or, as usual, the loser after a single "
            "game and in turn in a match."
        ),
    ),
}

_VALUES: Final[dict[object, str]] = {
    True: mark("yes"),
    False: mark("no"),
    "five": mark("five cards"),
    "four": mark("four cards"),
    "none": mark("none"),
    "automatic": mark("automatic"),
    "manual": mark("by hand"),
    "corrected": mark("corrected"),
    "lost": mark("not pegged"),
    "to_opponent": mark("to the opponent"),
    "cut": mark("lowest cut"),
    "random": mark("by lot"),
    "chosen": mark("chosen"),
    "usual": mark("as usual"),
    "loser": mark("the loser"),
    "alternate": mark("in turn"),
    "winner": mark("the winner"),
}

_PRESETS: Final[_Words] = {
    "standard": (
        mark("Standard"),
        mark("The game as clubs play it: to 121, with skunks, counted by the table."),
    ),
    "acc": (
        mark("Tournament"),
        mark(
            "As the American Cribbage Congress scores a match: 2 points for a game, 3 for a "
            "skunk, and the first deal passes from game to game."
        ),
    ),
    "half": (
        mark("Half game"),
        mark("Once around the board: to 61, with everything else as in the standard game."),
    ),
    "clasico": (
        mark("Clásico"),
        mark(
            "For two, without runs in the play and without skunks; four cards of one suit are a "
            "flush in the crib too."
        ),
    ),
    "family": (
        mark("Family"),
        mark("For two, three or four, to 121 or 61, without skunks; nobs is worth 2."),
    ),
    "leaflet": (
        mark("Leaflet"),
        mark("For two, with skunks; a thirty-one earns the point for the go as well."),
    ),
}

#: The levels of the computer players, weakest first.
LEVELS: Final[_Words] = {
    "random": (
        mark("Random"),
        mark("Plays any card that the rules allow; good for a first look at the table."),
    ),
    "gentle": (
        mark("Gentle"),
        mark(
            "Overlooks most points, and takes none that others have missed; for children and first "
            "evenings."
        ),
    ),
    "novice": (
        mark("Novice"),
        mark(
            "Keeps the points it can see and pegs what the cards on the table offer; plans nothing."
        ),
    ),
    "blind-greedy": (
        mark("Blind and greedy"),
        mark("Keeps the best hand, and in the play pegs what it can at once."),
    ),
    "casual": (
        mark("Casual"),
        mark(
            "Keeps the best hand and does not consider the crib; takes points, and avoids a count "
            "of five or twenty-one."
        ),
    ),
    "greedy": (
        mark("Greedy"),
        mark("Discards like a club player, but in the play pegs what it can at once."),
    ),
    "classic": (
        mark("Classic"),
        mark("Plays as the first programs did: by rules, and in whole points."),
    ),
    "blind": (
        mark("Blind"),
        mark("Keeps the best hand, and in the play looks one card ahead."),
    ),
    "club": (
        mark("Club"),
        mark(
            "Weighs the starter and the crib, plays by good rules of thumb, and watches the "
            "score near the end."
        ),
    ),
    "lookahead": (
        mark("Looking ahead"),
        mark("Discards like a club player, and in the play looks one card ahead."),
    ),
    "expert": (
        mark("Expert"),
        mark(
            "Weighs every hand that its opponents may hold; near the end it plays for the chance "
            "of winning."
        ),
    ),
}

#: How many of 100 games each level wins against the one below it; measured in ``docs/strength.md``.
STRENGTH: Final[dict[str, tuple[int, str]]] = {
    "novice": (78, mark("Wins {n} of 100 games against a gentle player.")),
    "casual": (68, mark("Wins {n} of 100 games against a novice.")),
    "club": (59, mark("Wins {n} of 100 games against a casual player.")),
    "expert": (57, mark("Wins {n} of 100 games against a club player.")),
}


def switch_name(name: str, t: Translator) -> str:
    """Name a switch of the rules, as a label."""
    return t.text(_SWITCHES[name][0])


def switch_help(name: str, t: Translator) -> str:
    """Explain a switch of the rules and its values in one sentence."""
    return t.text(_SWITCHES[name][1])


def value_name(value: Any, t: Translator) -> str:
    """Name the value of a switch: ``yes``, ``by hand``, ``1 / 2 / 3``, ``121``.

    >>> from pegout.text.language import language
    >>> value_name((1, 2, 3), language("en")), value_name(True, language("es"))
    ('1 / 2 / 3', 'sí')
    """
    if isinstance(value, tuple):
        return " / ".join(map(str, value)) or t.text("none")
    # True equals 1 as a key, and one point is not "yes".
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return t.text(_VALUES[value])


def preset_name(name: str, t: Translator) -> str:
    """Name a preset of the rules."""
    return t.text(_PRESETS[name][0])


def preset_help(name: str, t: Translator) -> str:
    """Explain a preset of the rules in one sentence."""
    return t.text(_PRESETS[name][1])


def level_name(name: str, t: Translator) -> str:
    """Name a level of the computer; a level without a description has its own name."""
    return t.text(LEVELS[name][0]) if name in LEVELS else name


def level_help(name: str, t: Translator) -> str:
    """Explain a level of the computer in one sentence; empty without a description."""
    return t.text(LEVELS[name][1]) if name in LEVELS else ""


def level_details(name: str, t: Translator) -> str:
    """Explain a level for the choice of an opponent: how it plays, and how strong it is.

    >>> from pegout.text.language import language
    >>> level_details("expert", language("en")).rpartition(". ")[2]
    'Wins 57 of 100 games against a club player.'
    """
    if name not in STRENGTH:
        return level_help(name, t)
    games, said = STRENGTH[name]
    return f"{level_help(name, t)} {t.text(said, n=games)}"


@cache
def rulebook(code: str = "en") -> str:
    """Return the rule book in a language, as Markdown; in English if there is no translation.

    >>> rulebook("en").splitlines()[0]
    '# The rules of cribbage'
    """
    chosen = code if code in LANGUAGES else "en"
    path = Path(__file__).parent / f"{chosen}.md"
    return path.read_text(encoding="utf-8")


def paragraphs(code: str = "en") -> list[str]:
    """Return the numbers of the paragraphs of the rule book in a language, in order.

    >>> paragraphs("en")[:3]
    ['1.1', '1.2', '1.3']
    """
    return PARAGRAPH.findall(rulebook(code))
