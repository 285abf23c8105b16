"""What each option of a seat among three or four comes to, world by world.

All options stand in the same worlds, with the same starters and the same luck in what cannot be
known: they differ in what they are alone. So the difference of two options is known far better
than either, and its standard error is that of the differences in the worlds.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pegout.evaluation.discards import Throw
from pegout.rules import Rules, View
from pegout.scoring.unchecked import show_points
from pegout.search.multiplayer.determinization import Worlds
from pegout.search.multiplayer.game_end import chances, shows
from pegout.search.multiplayer.rollouts import PlayedCard, end_of, play_out
from pegout.tables.rank_sets import JACK

__all__ = [
    "Outlooks",
    "ahead",
    "card_outlooks",
    "discard_chances",
    "discard_outlooks",
    "needs_of",
    "played_behind",
]

Array: TypeAlias = NDArray[Any]


class Outlooks(NamedTuple):
    """What options come to in the worlds.

    Attributes:
        points: float64[options, worlds], what the own side pegs in the play from here on, less the
            mean of the other sides; in lowball the other way round.
        chances: float64[options, worlds], the own side's chance of winning; None where it was not
            wanted.
    """

    points: Array
    chances: Array | None


def needs_of(view: View) -> tuple[int, ...]:
    """Give what each side needs."""
    return tuple([view.needs(side) for side in range(view.rules.sides)])


def ahead(rules: Rules, side: int, gains: Array) -> Array:
    """Give how many points a side gets ahead of the mean of the others, in lowball behind it.

    Args:
        rules: the rules.
        side: the side.
        gains: int64[n, sides], the points of each side.

    Returns:
        float64[n].

    >>> ahead(Rules(players=3), 0, np.array([[7, 3, 4]])).tolist()
    [3.5]
    """
    own = gains[:, side]
    found: Array = own - (gains.sum(axis=1) - own) / (rules.sides - 1)
    return -found if rules.lowball else found


def card_outlooks(
    view: View, ranks: Sequence[int], worlds: Worlds, luck: Random, *, winning: bool
) -> Outlooks:
    """Play each of some cards in every world.

    Args:
        view: the view of a seat that is to play a card.
        ranks: the ranks of the cards.
        worlds: what the seats may hold, see
            :func:`pegout.search.multiplayer.determinization.sample`.
        luck: draws what cannot be known of the show.
        winning: whether chances of winning are wanted.
    """
    rules, number = view.rules, len(worlds.hands)
    assert view.seat is not None, "a seat looks at its own deal"
    hands = np.tile(worlds.hands, (len(ranks), 1, 1))
    lay = np.repeat(list(ranks), number)
    pile = end_of([laid.card >> 2 for laid in view.pile])
    needs = needs_of(view)
    played = play_out(rules, hands, view.seat, lay, pile, view.count, needs)
    shape = (len(ranks), number)
    points = ahead(rules, view.side, played.gains).reshape(shape)
    if not winning:
        return Outlooks(points, None)
    assert view.starter is not None, "the starter is cut before the play"
    assert view.dealer is not None, "somebody has dealt"
    kept = [card for card in view.dealt if card not in view.discards]
    counted = show_points(kept, view.starter, nobs_points=rules.nobs_points)
    own, starters, thrown = (
        np.full(number, one) for one in (counted, view.starter >> 2, view.discards[0] >> 2)
    )
    shown = np.tile(shows(view, worlds, own, starters, thrown, luck), (len(ranks), 1))
    won = chances(rules, needs, view.dealer, played.gains, played.first, shown)
    return Outlooks(points, won[:, view.side].reshape(shape))


def played_behind(view: View, throws: Sequence[Throw], worlds: Worlds) -> PlayedCard:
    """Play the deal out in every world behind each of some discards.

    Args:
        view: the view of a seat that is to discard.
        throws: the discards.
        worlds: what the other seats may hold.

    Returns:
        What came of it: a row for each world of the first discard, then of the next.
    """
    rules = view.rules
    assert view.dealer is not None, "somebody has dealt"
    hands = np.tile(worlds.hands, (len(throws), 1, 1))
    kept = [sorted([card >> 2 for card in throw.kept], reverse=True) for throw in throws]
    hands[:, view.seat] = np.repeat(np.array(kept, np.int8), len(worlds.hands), axis=0)
    return play_out(rules, hands, (view.dealer + 1) % rules.players, needs=needs_of(view))


def discard_outlooks(
    view: View, throws: Sequence[Throw], means: Array, worlds: Worlds, luck: Random
) -> Outlooks:
    """Make each of some discards in every world.

    Args:
        view: the view of a seat that is to discard.
        throws: the discards.
        means: float64[discards, 2], the means of hand and crib of each, see
            :func:`discard_chances`.
        worlds: what the other seats may hold.
        luck: draws starters, and what cannot be known of the show.
    """
    played = played_behind(view, throws, worlds)
    points = ahead(view.rules, view.side, played.gains).reshape(len(throws), -1)
    return Outlooks(points, discard_chances(view, throws, means, worlds, played, luck))


def discard_chances(
    view: View,
    throws: Sequence[Throw],
    means: Array,
    worlds: Worlds,
    played: PlayedCard,
    luck: Random,
) -> Array:
    """Give the chance of winning with each discard in each world.

    What the hand and the crib came to in the worlds is put right by what they are in the mean, for
    what a point of either is worth in these worlds.

    Args:
        view: the view of a seat that is to discard.
        throws: the discards.
        means: float64[discards, 2], the means of hand and crib of each, the crib as what it counts,
            whosever it is.
        worlds: what the other seats may hold.
        played: what came of the play, see :func:`played_behind`.
        luck: draws starters, and what cannot be known of the show.

    Returns:
        float64[discards, worlds]; only means over the worlds mean anything.
    """
    rules, dealer = view.rules, view.dealer
    assert view.seat is not None, "a seat has been dealt cards"
    assert dealer is not None, "somebody has dealt"
    places, worlds = _with_starters(view, worlds, luck.getrandbits(64))
    starters = np.array(view.unseen())[places] >> 2
    seed = luck.getrandbits(64)
    points = []
    for throw in throws:
        own = np.array(throw.scores)[places]
        thrown = np.full(len(places), throw.cards[0] >> 2)
        # The same chance for each discard, so that they differ in what they are alone.
        luck.seed(seed)
        points.append(shows(view, worlds, own, starters, thrown, luck))
    shown = np.concatenate(points)
    heels = np.zeros_like(played.gains)
    heels[np.tile(starters == JACK, len(throws)), rules.side(dealer)] = rules.heels_points
    won = chances(rules, needs_of(view), dealer, played.gains + heels, played.first, shown)
    value = won[:, view.side]
    parts = shown[:, [view.seat, -1]]
    both = parts - parts.mean(axis=0)
    slope = np.linalg.lstsq(both, value - value.mean(), rcond=None)[0]
    shape = (len(throws), -1)
    missing = (means[:, None] - parts.reshape(*shape, 2)) @ slope
    found: Array = value.reshape(shape) + missing
    return found


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
