"""``casual``: plays like a person who plays now and then.

It counts right, and keeps what is worth most on the average starter, without a thought for whose
crib it is. In the play it takes the most points that there are to take. Of cards that score alike
it lays the highest that does not make the count 5 or 21, where a ten-card would score; what else
the others may answer, and the score, it does not look at. The kernel's policy ``casual`` chooses
the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from pegout.cards import VALUES, Card
from pegout.players.baselines import best_throw
from pegout.players.common import Thinker
from pegout.rules import View
from pegout.scoring.unchecked import play_points

__all__ = ["Casual"]


class Casual(Thinker):
    """A person who plays now and then."""

    def discard(self, view: View) -> tuple[Card, ...]:
        """Choose the throw that keeps the best mean."""
        return best_throw(view)

    def play(self, view: View, playable: Sequence[Card]) -> Card:
        """Choose the card with the most points; of equals one that gives nothing away."""
        pile = [laid.card for laid in view.pile]

        def liking(card: Card) -> tuple[int, bool, Card]:
            points = play_points([*pile, card], runs=view.rules.runs_in_play)
            if view.rules.lowball:
                return -points, False, card
            return points, view.count + VALUES[card] not in (5, 21), card

        return max(playable, key=liking)
