"""A question about a position as a person types it: a link, or what they see at the table."""

import re
from typing import Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

from pegout.cards import format_cards
from pegout.notation import DescriptionError, rules_to_text
from pegout.notation.describe import END, GO
from pegout.rules import Rules
from pegout.text.language import Translator
from pegout.text.typed_cards import read_cards
from pegout.wire.http import PositionForm, PositionWanted

_WORDS: Final = re.compile(f"({re.escape(GO)}|{re.escape(END)})", re.IGNORECASE)


class TypedDescription(NamedTuple):
    """The fields of a description, as typed."""

    hand: str
    dealer: int = 0
    scores: str = ""
    discards: str = ""
    starter: str = ""
    played: str = ""


class TypedQuestion(NamedTuple):
    """A question, and sentences about cards in it that may be meant otherwise."""

    wanted: PositionWanted
    warnings: tuple[str, ...] = ()


def read_typed_description(typed: TypedDescription, rules: Rules, t: Translator) -> TypedQuestion:
    """Read a description, in which cards are written as the language does.

    >>> from pegout.text.language import language
    >>> typed = TypedDescription("5H 5S 6D 7C JD KS", scores="84-90")
    >>> asked = read_typed_description(typed, Rules(), language("en"))
    >>> asked.wanted.form.hand, asked.wanted.form.scores
    ('5H 5S 6D 7C JD KS', [84, 90])

    Raises:
        CardError: for cards that cannot be read.
        DescriptionError: ``no_scores`` for scores that are no numbers.
    """
    warnings: list[str] = []

    def cards(text: str) -> str:
        read = read_cards(text, t)
        if read.warning:
            warnings.append(read.warning)
        return format_cards(read.cards)

    parts = _WORDS.split(typed.played.replace(",", " "))
    played = [part.lower() if at % 2 else cards(part) for at, part in enumerate(parts)]
    form = PositionForm(
        hand=cards(typed.hand),
        dealer=typed.dealer,
        scores=_scores(typed.scores),
        discards=cards(typed.discards),
        starter=cards(typed.starter),
        played=" ".join(filter(None, played)),
        rules=rules_to_text(rules),
    )
    return TypedQuestion(PositionWanted(form=form), tuple(dict.fromkeys(warnings)))


def read_link(text: str) -> PositionWanted:
    """Read a position, or a link to one.

    >>> read_link("https://cribbage.example/ask?position=1~standard~discard&lang=es").position
    '1~standard~discard'
    """
    found = parse_qs(urlsplit(text).query).get("position") if "?" in text else None
    return PositionWanted(found[0] if found else text.strip())


def _scores(text: str) -> list[int]:
    if not text.strip():
        return []
    scores = re.split(r"[\s,:/–-]+", text.strip())
    if not all(re.fullmatch(r"[0-9]{1,3}", score) for score in scores):
        raise DescriptionError(
            "no_scores", f"expected scores such as 84-90, not {text!r:.30}", found=text[:20]
        )
    return [int(score) for score in scores]
