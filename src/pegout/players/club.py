"""``club``: plays like a good player at a club.

It discards by the exact mean of the hand over every starter, plus or minus the mean of the crib.
It lays cards by looking ahead over the hands that the others can still hold.
"""

from __future__ import annotations

from collections.abc import Sequence

from pegout.cards import Card
from pegout.evaluation.discards import throws_of
from pegout.evaluation.play import card_values
from pegout.players.base import chance
from pegout.players.common import Thinker
from pegout.rules import View

__all__ = ["Club"]


class Club(Thinker):
    """A good player at a club."""

    def discard(self, view: View) -> tuple[Card, ...]:
        """Choose the throw with the best mean of hand and crib."""
        return throws_of(view)[0].cards

    def play(self, view: View, playable: Sequence[Card]) -> Card:
        """Choose the card with the best outlook; of equals the highest."""
        values = card_values(view, chance(self.seed, view))
        return max(playable, key=lambda card: (round(values[card >> 2], 9), card))
