"""The expert where three or four play.

It draws worlds, what everybody may hold by what was kept, laid and passed, and plays the deal out
in all of them for each card that it could lay. A card is worth what its own side gets ahead; near
the end of the board, the chance of winning, after the hands of that world are counted in their
order. It lays away by the exact means of hand and crib, and by what the cards it keeps then peg in
such worlds.

A partner is of the same side: its points are one's own, in the play-outs and in what they are
worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pegout.cards import Card
from pegout.evaluation.discards import Throw, load_cribs, role_of, throws_of
from pegout.players.base import chance
from pegout.players.common import Thinker, pegging_out
from pegout.rules import Rules, View
from pegout.search.multiplayer import determinization as many_beliefs
from pegout.search.multiplayer import game_end as many_ends
from pegout.search.multiplayer import rollouts
from pegout.search.multiplayer.determinization import sample
from pegout.search.multiplayer.outlooks import (
    Outlooks,
    ahead,
    card_outlooks,
    discard_chances,
    needs_of,
    played_behind,
)

__all__ = ["ExpertMany", "Thinking", "load"]

Array: TypeAlias = NDArray[Any]
#: What a point counts beside the chance of winning: next to nothing. But where all cards win, or
#: none does, and in a sample they often all do, it is what a player goes by.
_PEBBLE: Final = 0.002


def load(players: int) -> None:
    """Read what the expert needs among three or four players.

    Args:
        players: 3 or 4.
    """
    game = Rules(players=players)
    load_cribs(game)
    many_beliefs.load(game)
    rollouts.load(game)
    many_ends.load(players)


@dataclass(frozen=True, slots=True)
class Thinking:
    """How much thought goes into a decision; to measure what each part is worth.

    Attributes:
        worlds: how many worlds a card is tried in.
        worlds_of_throw: how many worlds a throw is tried in; 0 to go by hand and crib alone.
        beliefs: whether what was kept and laid says something of what is held.
        near: two sides go by the chance of winning when one needs no more than this, and by points
            before: a deal cannot bring more. Three always do, since points do not say whose they
            had better not be. With 0 all go by points.
    """

    worlds: int = 800
    worlds_of_throw: int = 1600
    beliefs: bool = True
    near: int = 50


class ExpertMany(Thinker):
    """The expert of three and four players.

    Args:
        seed: where its chance comes from.
        thinking: how much it thinks.
    """

    def __init__(self, seed: int = 0, thinking: Thinking = Thinking()) -> None:
        super().__init__(seed)
        self.thinking = thinking

    def play(self, view: View, playable: Sequence[Card]) -> Card:
        """Choose a card that wins at once, or that with the best outlook; of equals the highest."""
        winning = pegging_out(view, playable)
        if winning is not None:
            return winning
        values = self.card_values(view)
        return max(playable, key=lambda card: (round(values[card >> 2], 9), card))

    def card_values(self, view: View) -> dict[int, float]:
        """Give what it is worth to lay a card of each rank that fits.

        The chance of winning with 0.002 for each of the points, or points that the own side gets
        ahead.
        """
        luck = chance(self.seed, view)
        options = sorted({card >> 2 for card in view.playable()})
        worlds = sample(view, self.thinking.worlds, luck, beliefs=self.thinking.beliefs)
        found = card_outlooks(view, options, worlds, luck, winning=self._matters(view))
        means = _valued(found).mean(axis=1)
        return dict(zip(options, means.tolist(), strict=True))

    def discard(self, view: View) -> tuple[Card, ...]:
        """Choose the throw with the best outlook; of equals that with more points."""
        throws = throws_of(view)
        values = self.throw_values(view, throws)
        return throws[int(np.argmax(np.round(values, 9)))].cards

    def throw_values(self, view: View, throws: Sequence[Throw]) -> Array:
        """Give what each throw is worth, as :meth:`card_values` does for a card."""
        assert view.seat is not None, "a seat has been dealt cards"
        assert view.dealer is not None, "somebody has dealt"
        rules = view.rules
        role = role_of(rules, view.seat, view.dealer)
        loss = -1 / (rules.sides - 1) if role == "opponent" else 1
        means = np.array([(throw.hand, abs(throw.crib)) for throw in throws])
        aim = -1 if rules.lowball else 1
        if not self.thinking.worlds_of_throw:
            by_means: Array = aim * (means @ [1, loss])
            return by_means
        luck = chance(self.seed, view)
        worlds = sample(view, self.thinking.worlds_of_throw, luck, beliefs=self.thinking.beliefs)
        played = played_behind(view, throws, worlds)
        pegged = ahead(rules, view.side, played.gains).reshape(len(throws), -1)
        by_points: Array = aim * (means @ [1, loss]) + pegged.mean(axis=1)
        if not self._matters(view):
            return by_points
        luck = chance(self.seed + 1, view)
        winning = discard_chances(view, throws, means, worlds, played, luck)
        together: Array = winning.mean(axis=1) + _PEBBLE * by_points
        return together

    def _matters(self, view: View) -> bool:
        near = self.thinking.near
        return near > 0 and (view.rules.sides > 2 or min(needs_of(view)) <= near)


def _valued(found: Outlooks) -> Array:
    """Give what options are worth in each world, as :meth:`ExpertMany.card_values` says."""
    if found.chances is None:
        return found.points
    worth: Array = found.chances + _PEBBLE * found.points
    return worth
