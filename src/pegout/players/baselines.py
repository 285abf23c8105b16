"""Players to measure others against: one plays at random, one sees no further than the moment."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from pegout.cards import VALUES, Card
from pegout.evaluation.discards import throws_of
from pegout.players.base import chance
from pegout.players.common import Thinker
from pegout.rules import View
from pegout.scoring import play_points

__all__ = ["Greedy", "Randomly"]


class Randomly(Thinker):
    """Lays away and plays any cards; counts right."""

    def discard(self, view: View) -> tuple[Card, ...]:
        """Choose any cards."""
        throws = list(combinations(view.hand, view.rules.throws))
        return chance(self.seed, view).choice(throws)

    def play(self, view: View, playable: Sequence[Card]) -> Card:
        """Choose any card."""
        return chance(self.seed, view).choice(playable)


class Greedy(Thinker):
    """Discards by the means, and plays the card that scores most now, of equals the highest."""

    def discard(self, view: View) -> tuple[Card, ...]:
        """Choose the throw with the best mean of hand and crib."""
        return throws_of(view)[0].cards

    def play(self, view: View, playable: Sequence[Card]) -> Card:
        """Choose the card that scores most now."""
        pile = [laid.card for laid in view.pile]
        aim = -1 if view.rules.lowball else 1
        runs = view.rules.runs_in_play
        return max(
            playable,
            key=lambda card: (aim * play_points([*pile, card], runs=runs), VALUES[card], card),
        )
