"""``expert``: thinks of what the other may hold, and of the score.

Between two it weighs every hand that the other can still hold, by how hands are kept and by what
was laid from it, and searches the play against all of them at once. Where the score is near the
end of the board, it throws and plays by the chance of winning, in the order of counting;
elsewhere by points, and by what is solved of the play. Where more play,
:mod:`pegout.players.expert_many` thinks in its place.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from pegout.cards import Card
from pegout.evaluation.discards import throws_of
from pegout.players.base import chance
from pegout.players.common import Thinker, pegging_out
from pegout.rules import Rules, View
from pegout.scoring import show_points

if TYPE_CHECKING:
    from pegout.kernel.thinking import Position, Thoughts

__all__ = ["Expert", "position_of"]

_LOCAL = threading.local()


@cache
def _switches(rules: Rules) -> tuple[object, ...]:
    """Give what of the rules makes a difference to thinking."""
    return (
        rules.five_card, rules.lowball, rules.nobs_points, rules.crib_flush,
        rules.runs_in_play, rules.go_stacks_on_31, rules.stinkhole,
    )  # fmt: skip


def _thoughts(rules: Rules) -> Thoughts:
    """Give this thread's room to think in; it holds nothing that one decision tells another."""
    from pegout.evaluation.arrays import cribs_array
    from pegout.evaluation.outlook import knowledge
    from pegout.kernel.thinking import Thoughts

    kept: dict[tuple[object, ...], Thoughts] = _LOCAL.__dict__.setdefault("thoughts", {})
    switches = _switches(rules)
    found = kept.get(switches)
    if found is None:
        found = kept[switches] = Thoughts(rules, knowledge(), cribs_array(rules))
    return found


def position_of(view: View) -> Position:
    """Give what a seat knows when it has to decide, between two.

    Args:
        view: the view of a seat that has to lay away or to lay a card.
    """
    from pegout.kernel.thinking import Position

    assert view.seat is not None, "a seat looks at its own deal"
    seat, rules = view.seat, view.rules
    show = 0
    if view.starter is not None:
        kept = [card for card in view.dealt if card not in view.discards]
        show = show_points(kept, view.starter, nobs_points=rules.nobs_points)
    return Position(
        deals=view.dealer == seat,
        needs=(view.needs(seat), view.needs(1 - seat)),
        dealt=sorted(view.dealt),
        thrown=view.discards,
        held=sorted(view.hand),
        starter=52 if view.starter is None else view.starter,
        laid=[(laid.card, laid.seat != seat) for laid in view.laid],
        show=show,
    )


class Expert(Thinker):
    """A player that weighs hands and scores."""

    def discard(self, view: View) -> tuple[Card, ...]:
        """Choose the throw with the most points, or where it matters the best chance of winning."""
        rules = view.rules
        if rules.players > 2:
            return self._of_many().discard(view)
        if rules.five_card:
            return throws_of(view)[0].cards
        from pegout.kernel.tables import THROWS_OF_SIX

        dealt = sorted(view.dealt)
        throw = _thoughts(rules).throw(position_of(view))
        away = {dealt[place] for place in THROWS_OF_SIX[throw]}
        return tuple([card for card in view.dealt if card in away])

    def play(self, view: View, playable: Sequence[Card]) -> Card:
        """Choose the best card against all that the other may hold; above all one that wins."""
        winning = pegging_out(view, playable)
        if winning is not None:
            return winning
        if view.rules.players > 2:
            return self._of_many().play(view, playable)
        ranks = {card >> 2 for card in playable}
        if len(ranks) == 1:
            return max(playable)
        luck = chance(self.seed, view)
        rank = _thoughts(view.rules).rank(position_of(view), chance=luck.random)
        return max(card for card in playable if card >> 2 == rank)

    def _of_many(self) -> Thinker:
        """Give the player that plays against more than one in this one's place."""
        from pegout.players.expert_many import ExpertMany

        return ExpertMany(self.seed)
