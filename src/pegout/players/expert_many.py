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
from pegout.scoring.unchecked import show_points
from pegout.search.multiplayer import determinization as many_beliefs
from pegout.search.multiplayer import game_end as many_ends
from pegout.search.multiplayer import rollouts
from pegout.search.multiplayer.determinization import Worlds, sample
from pegout.search.multiplayer.game_end import chances, shows
from pegout.search.multiplayer.rollouts import PlayedCard, end_of, play_out
from pegout.tables.rank_sets import JACK

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
        assert view.seat is not None, "a seat looks at its own deal"
        luck = chance(self.seed, view)
        rules = view.rules
        options = sorted({card >> 2 for card in view.playable()})
        worlds = sample(view, self.thinking.worlds, luck, beliefs=self.thinking.beliefs)
        number = len(worlds.hands)
        hands = np.tile(worlds.hands, (len(options), 1, 1))
        lay = np.repeat(options, number)
        pile = end_of([laid.card >> 2 for laid in view.pile])
        needs = _needs(view)
        played = play_out(rules, hands, view.seat, lay, pile, view.count, needs)
        ahead = _ahead(rules, view.side, played.gains)
        if self._matters(view):
            assert view.starter is not None, "the starter is cut before the play"
            assert view.dealer is not None, "somebody has dealt"
            kept = [card for card in view.dealt if card not in view.discards]
            points = show_points(kept, view.starter, nobs_points=rules.nobs_points)
            own, starters, thrown = (
                np.full(number, one) for one in (points, view.starter >> 2, view.discards[0] >> 2)
            )
            shown = np.tile(shows(view, worlds, own, starters, thrown, luck), (len(options), 1))
            won = chances(rules, needs, view.dealer, played.gains, played.first, shown)
            values = won[:, view.side] + _PEBBLE * ahead
        else:
            values = ahead
        means = values.reshape(len(options), number).mean(axis=1)
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
        rules, dealer = view.rules, view.dealer
        role = role_of(rules, view.seat, dealer)
        loss = -1 / (rules.sides - 1) if role == "opponent" else 1
        means = np.array([(throw.hand, abs(throw.crib)) for throw in throws])
        aim = -1 if rules.lowball else 1
        if not self.thinking.worlds_of_throw:
            by_means: Array = aim * (means @ [1, loss])
            return by_means
        luck = chance(self.seed, view)
        worlds = sample(view, self.thinking.worlds_of_throw, luck, beliefs=self.thinking.beliefs)
        number = len(worlds.hands)
        hands = np.tile(worlds.hands, (len(throws), 1, 1))
        kept = [sorted([card >> 2 for card in throw.kept], reverse=True) for throw in throws]
        hands[:, view.seat] = np.repeat(np.array(kept, np.int8), number, axis=0)
        needs = _needs(view)
        played = play_out(rules, hands, (dealer + 1) % rules.players, needs=needs)
        pegged = _ahead(rules, view.side, played.gains).reshape(len(throws), number)
        by_points: Array = aim * (means @ [1, loss]) + pegged.mean(axis=1)
        if not self._matters(view):
            return by_points
        winning = self._throw_chances(view, throws, worlds, played, means, needs)
        together: Array = winning + _PEBBLE * by_points
        return together

    def _throw_chances(
        self,
        view: View,
        throws: Sequence[Throw],
        worlds: Worlds,
        played: PlayedCard,
        means: Array,
        needs: tuple[int, ...],
    ) -> Array:
        """Give the chance of winning with each throw.

        What the hand and the crib came to in the worlds is put right by what they are in the mean,
        for what a point of either is worth in these worlds.
        """
        rules, dealer = view.rules, view.dealer
        assert view.seat is not None, "a seat has been dealt cards"
        assert dealer is not None, "somebody has dealt"
        luck = chance(self.seed + 1, view)
        places, worlds = _with_starters(view, worlds, luck.getrandbits(64))
        starters = np.array(view.unseen())[places] >> 2
        seed = luck.getrandbits(64)
        points = []
        for throw in throws:
            own = np.array(throw.scores)[places]
            thrown = np.full(len(places), throw.cards[0] >> 2)
            # The same chance for each throw, so that they differ in what they are alone.
            luck.seed(seed)
            points.append(shows(view, worlds, own, starters, thrown, luck))
        shown = np.concatenate(points)
        heels = np.zeros_like(played.gains)
        heels[np.tile(starters == JACK, len(throws)), rules.side(dealer)] = rules.heels_points
        won = chances(rules, needs, dealer, played.gains + heels, played.first, shown)
        value = won[:, view.side]
        parts = shown[:, [view.seat, -1]]
        both = parts - parts.mean(axis=0)
        slope = np.linalg.lstsq(both, value - value.mean(), rcond=None)[0]
        shape = (len(throws), -1)
        came = parts.reshape(*shape, 2).mean(axis=1)
        found: Array = value.reshape(shape).mean(axis=1) + (means - came) @ slope
        return found

    def _matters(self, view: View) -> bool:
        near = self.thinking.near
        return near > 0 and (view.rules.sides > 2 or min(_needs(view)) <= near)


def _needs(view: View) -> tuple[int, ...]:
    return tuple([view.needs(side) for side in range(view.rules.sides)])


def _ahead(rules: Rules, side: int, gains: Array) -> Array:
    """Give how many points a side gets ahead of the mean of the others."""
    own = gains[:, side]
    ahead: Array = own - (gains.sum(axis=1) - own) / (rules.sides - 1)
    return -ahead if rules.lowball else ahead


def _with_starters(view: View, worlds: Worlds, seed: int) -> tuple[Array, Worlds]:
    """Cut a starter in each world: its place among the unseen cards, and the worlds without it."""
    luck = np.random.default_rng(seed)
    unseen = np.array(view.unseen()) >> 2
    weights = (worlds.left / np.maximum(np.bincount(unseen, minlength=13), 1))[:, unseen]
    reached = weights.cumsum(axis=1)
    draw = luck.random(len(weights))[:, None] * reached[:, -1:]
    places = np.minimum((reached <= draw).sum(axis=1), len(unseen) - 1)
    left = worlds.left.copy()
    left[np.arange(len(left)), unseen[places]] -= 1
    return places, worlds._replace(left=left)
