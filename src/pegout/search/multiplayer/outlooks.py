"""The values of each option of a seat with three or four players, world by world.

All options are evaluated in the same worlds, with the same starters and the same random draws
(common random numbers). So the difference of two options has a far smaller error than either value,
and its standard error is that of the differences over the worlds.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from pegout.evaluation.discards import ValuedDiscard
from pegout.kernel.score_tables import Array
from pegout.rules import Rules, View
from pegout.scoring.unchecked import show_points
from pegout.search.multiplayer.determinization import Worlds
from pegout.search.multiplayer.game_end import shows, wins
from pegout.search.multiplayer.rollouts import RolloutResult, end_of, play_out
from pegout.tables.rank_sets import JACK


class Outlooks(NamedTuple):
    """The values of options in the worlds."""

    # float64[options, worlds], the points of the own side in the rest of the play, less the mean of
    # the other sides; negated in lowball
    points: Array
    # float64[options, worlds], the own side's win probability; None if not requested
    wins: Array | None


def needs_of(view: View) -> tuple[int, ...]:
    """Return the needs of all sides."""
    return tuple([view.needs(side) for side in range(view.rules.sides)])


def lead_of(rules: Rules, side: int, gains: Array) -> Array:
    """Return the points of a side less the mean of the other sides, negated in lowball.

    >>> lead_of(Rules(players=3), 0, np.array([[7, 3, 4]])).tolist()
    [3.5]
    """
    own = gains[:, side]
    lead: Array = own - (gains.sum(axis=1) - own) / (rules.sides - 1)
    return -lead if rules.lowball else lead


def card_outlooks(
    view: View, ranks: Sequence[int], worlds: Worlds, luck: Random, *, winning: bool
) -> Outlooks:
    """Evaluate playing each of some cards in every world."""
    rules, number = view.rules, len(worlds.hands)
    assert view.seat is not None, "a seat looks at its own deal"
    hands = np.tile(worlds.hands, (len(ranks), 1, 1))
    opening = np.repeat(list(ranks), number)
    pile = end_of([step.card >> 2 for step in view.pile])
    needs = needs_of(view)
    played = play_out(rules, hands, view.seat, opening, pile, view.count, needs)
    shape = (len(ranks), number)
    points = lead_of(rules, view.side, played.gains).reshape(shape)
    if not winning:
        return Outlooks(points, None)
    assert view.starter is not None, "the starter is cut before the play"
    assert view.dealer is not None, "there is a dealer"
    kept = [card for card in view.dealt if card not in view.discards]
    counted = show_points(kept, view.starter, nobs_points=rules.nobs_points)
    own, starters, discarded = (
        np.full(number, each) for each in (counted, view.starter >> 2, view.discards[0] >> 2)
    )
    shown = np.tile(shows(view, worlds, own, starters, discarded, luck), (len(ranks), 1))
    won = wins(rules, needs, view.dealer, played.gains, played.first, shown)
    return Outlooks(points, won[:, view.side].reshape(shape))


class CutWorlds(NamedTuple):
    """Worlds in which a starter has been cut."""

    worlds: Worlds  # the worlds; the cards left in them exclude the starter
    cuts: Array  # int64[worlds], the index of the starter in the unseen cards of the seat
    starters: Array  # int64[worlds], its rank
    heels: Array  # int64[worlds, sides], the points of each side for heels


def cut_worlds(view: View, worlds: Worlds, luck: Random) -> CutWorlds:
    """Cut a starter in each world, and score heels."""
    rules = view.rules
    assert view.dealer is not None, "there is a dealer"
    drawn = np.random.default_rng(luck.getrandbits(64))
    unseen = np.array(view.unseen()) >> 2
    weights = (worlds.left / np.maximum(np.bincount(unseen, minlength=13), 1))[:, unseen]
    reached = weights.cumsum(axis=1)
    draw = drawn.random(len(weights))[:, None] * reached[:, -1:]
    cuts = np.minimum((reached <= draw).sum(axis=1), len(unseen) - 1)
    starters = unseen[cuts]
    left = worlds.left.copy()
    left[np.arange(len(left)), starters] -= 1
    side = rules.side(view.dealer)
    heels = np.zeros((len(cuts), rules.sides), np.int64)
    if not (rules.stinkhole and needs_of(view)[side] == 1):
        heels[starters == JACK, side] = rules.heels_points
    return CutWorlds(worlds._replace(left=left), cuts, starters, heels)


def play_out_discards(
    view: View,
    discards: Sequence[ValuedDiscard],
    worlds: Worlds,
    heels: Array | None = None,
) -> RolloutResult:
    """Roll the deal out in every world after each of some discards.

    Args:
        heels: int64[worlds, sides], the points of each side for heels, which the gains then
            include; see :class:`CutWorlds`. None unless given.

    Returns:
        The result, with a row for each world of the first discard, then of the next.
    """
    rules = view.rules
    assert view.dealer is not None, "there is a dealer"
    hands = np.tile(worlds.hands, (len(discards), 1, 1))
    kept = [sorted([card >> 2 for card in discard.kept], reverse=True) for discard in discards]
    hands[:, view.seat] = np.repeat(np.array(kept, np.int8), len(worlds.hands), axis=0)
    before = None if heels is None else np.tile(heels, (len(discards), 1))
    turn = (view.dealer + 1) % rules.players
    return play_out(rules, hands, turn, needs=needs_of(view), ahead=before)


def discard_outlooks(
    view: View, discards: Sequence[ValuedDiscard], means: Array, worlds: Worlds, luck: Random
) -> Outlooks:
    """Evaluate each of some discards in every world."""
    cut = cut_worlds(view, worlds, luck)
    played = play_out_discards(view, discards, worlds, cut.heels)
    pegged = played.gains.reshape(len(discards), *cut.heels.shape) - cut.heels
    points = lead_of(view.rules, view.side, pegged.reshape(played.gains.shape))
    won = discard_wins(view, discards, means, cut, played, luck)
    return Outlooks(points.reshape(len(discards), -1), won)


def discard_wins(
    view: View,
    discards: Sequence[ValuedDiscard],
    means: Array,
    cut: CutWorlds,
    played: RolloutResult,
    luck: Random,
) -> Array:
    """Return the win probability of each discard in each world.

    The known expected hand and crib serve as control variates: the value is corrected for their
    deviation in the worlds, by the regression slope of the win probability on these points.

    Args:
        means: float64[discards, 2], the expected hand and crib of each; the crib is positive for
            every role.

    Returns:
        float64[discards, worlds]; only averages over the worlds are meaningful.
    """
    rules, dealer = view.rules, view.dealer
    assert view.seat is not None, "a seat has been dealt cards"
    assert dealer is not None, "there is a dealer"
    seed = luck.getrandbits(64)
    points = []
    for discard in discards:
        own = np.array(discard.scores)[cut.cuts]
        discarded = np.full(len(own), discard.cards[0] >> 2)
        # Common random numbers: the discards differ only in themselves.
        luck.seed(seed)
        points.append(shows(view, cut.worlds, own, cut.starters, discarded, luck))
    shown = np.concatenate(points)
    won = wins(rules, needs_of(view), dealer, played.gains, played.first, shown)
    value = won[:, view.side]
    parts = shown[:, [view.seat, -1]]
    both = parts - parts.mean(axis=0)
    slope = np.linalg.lstsq(both, value - value.mean(), rcond=None)[0]
    shape = (len(discards), -1)
    missing = (means[:, None] - parts.reshape(*shape, 2)) @ slope
    corrected: Array = value.reshape(shape) + missing
    return corrected
