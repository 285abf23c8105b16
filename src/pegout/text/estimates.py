"""Explain in words which parts of a decision's value are estimated."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pegout.review.options import EstimatedPart
from pegout.text.language import Translator, mark

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
