"""What of a reviewed game could not be valued, and why.

>>> from pegout.analysis.game_numbers import GameNumbers, Why
>>> from pegout.text.language import language
>>> unvalued(GameNumbers([], [], False, None, None, 2, [Why.CARDS]), language("en"))
['2 decisions were not valued, because the record does not know their cards.']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pegout.analysis.game_numbers import GameNumbers
    from pegout.text.language import Translator

__all__ = ["unvalued"]


def unvalued(found: GameNumbers, t: Translator) -> list[str]:
    """Say what of a game was not valued and why, in a sentence each."""
    said = {
        "rules": t.text(
            "Decisions under these rules are not valued; those of games of two with six cards are."
        ),
        "cards": t.plural(
            "{n} decision was not valued, because the record does not know its cards.",
            "{n} decisions were not valued, because the record does not know their cards.",
            found.unknown,
        ),
        "not over": t.text("Luck is told of games that somebody has won."),
        "long": t.text("Luck is told of games to 121 or fewer."),
    }
    return [said[why.value] for why in found.limits]
