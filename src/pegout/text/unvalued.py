"""Explain which parts of a reviewed game were not valued, and what is estimated.

>>> from pegout.review.game_numbers import GameNumbers, Why
>>> from pegout.text.language import language
>>> unvalued(GameNumbers([], [], False, [], [], 2, [Why.CARDS]), language("en"))
['2 decisions were not valued, because the record leaves their cards unknown.']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegout.text.estimates import estimate_sentences

if TYPE_CHECKING:
    from pegout.review.game_numbers import GameNumbers
    from pegout.text.language import Translator


def unvalued(numbers: GameNumbers, t: Translator) -> list[str]:
    """Explain in one sentence each what was not valued and why, and what is estimated."""
    said = {
        "rules": t.text(
            "Luck is not measured in five-card cribbage, or where the fewest points win."
        ),
        "cards": t.plural(
            "{n} decision was not valued, because the record leaves its cards unknown.",
            "{n} decisions were not valued, because the record leaves their cards unknown.",
            numbers.unknown,
        ),
        "not over": t.text("Luck is measured only in games that a player has won."),
        "long": t.text("Luck is measured only in games to 121 points or fewer."),
    }
    estimated = [what for one in numbers.decisions for what in one.options.estimated]
    return [*[said[why.value] for why in numbers.limits], *estimate_sentences(estimated, t)]
