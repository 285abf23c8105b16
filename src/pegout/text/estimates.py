"""Explain what of a review is estimated, and what was not valued.

>>> from pegout.review.game_numbers import GameNumbers, Why
>>> from pegout.text.language import language
>>> unvalued(GameNumbers([], [], False, [], [], 2, [Why.CARDS]), language("en"))
['2 decisions were not valued, because the record leaves their cards unknown.']
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from pegout.text.language import Translator, mark

if TYPE_CHECKING:
    from pegout.review.game_numbers import GameNumbers
    from pegout.review.options import EstimatedPart

_SENTENCES: Final[dict[EstimatedPart, str]] = {
    "play": mark("Points in the play are estimated: the play is not solved for this game."),
    "crib": mark(
        "The crib is estimated: opponents are assumed to discard as in the standard game."
    ),
    "chance": mark("The chance of winning is estimated from games by the standard rules."),
    "score": mark(
        "Where cards in the play are counted, the chance of winning is that of a deal that begins "
        "with the same score."
    ),
}


def estimate_sentences(estimated: Iterable[EstimatedPart], t: Translator) -> list[str]:
    """Explain in one sentence each what is estimated, without repetition.

    >>> from pegout.text.language import language
    >>> estimate_sentences(["chance", "chance"], language("en"))
    ['The chance of winning is estimated from games by the standard rules.']
    """
    parts = set(estimated)
    return [t(sentence) for name, sentence in _SENTENCES.items() if name in parts]


def unvalued(numbers: GameNumbers, t: Translator) -> list[str]:
    """Explain in one sentence each what was not valued and why, and what is estimated."""
    said = {
        "rules": t.text(
            "Luck is not measured in five-card cribbage, for four each for themselves, or where "
            "the fewest points win."
        ),
        "cards": t.plural(
            "{n} decision was not valued, because the record leaves its cards unknown.",
            "{n} decisions were not valued, because the record leaves their cards unknown.",
            numbers.unknown,
        ),
        "not over": t.text("Luck is measured only in games that a player has won."),
        "long": t.text("Luck is measured only in games to 121 points or fewer."),
    }
    estimated = [what for decision in numbers.decisions for what in decision.options.estimated]
    return [*[said[why.value] for why in numbers.limits], *estimate_sentences(estimated, t)]
