"""``club``: plays like a good player at a club.

It discards by the exact mean of the hand over every starter, plus or minus the mean of the crib.
It lays cards by playing the deal out, in its mind, over the hands that the others can still hold.
Near the end of the board it does both by the chance of winning instead of by points.
"""

from __future__ import annotations

from collections.abc import Sequence

from pegout.cards import Card
from pegout.evaluation import endgame
from pegout.evaluation.discards import throws_of
from pegout.evaluation.play import card_values
from pegout.players.base import chance
from pegout.players.common import Thinker
from pegout.rules import View

__all__ = ["Club"]


class Club(Thinker):
    """A good player at a club."""

    def discard(self, view: View) -> tuple[Card, ...]:
        """Choose the throw with the best mean of hand and crib, or the best chance of winning."""
        throws = throws_of(view)
        if not endgame.matters(view):
            return throws[0].cards
        chances = endgame.throw_chances(view, throws)
        # Of equal chances the one with more points, which comes first.
        best = max(range(len(throws)), key=lambda at: (round(chances[at], 9), -at))
        return throws[best].cards

    def play(self, view: View, playable: Sequence[Card]) -> Card:
        """Choose the card with the best outlook; of equals the highest."""
        values = card_values(view, chance(self.seed, view))
        return max(playable, key=lambda card: (round(values[card >> 2], 9), card))
