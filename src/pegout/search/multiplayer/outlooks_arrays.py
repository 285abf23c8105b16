"""The values of options with three or four players in arrays: many worlds at once.

:mod:`pegout.search.multiplayer.outlooks` has the same functions without NumPy.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from pegout.evaluation.discards import ValuedDiscard
from pegout.kernel.score_tables import Array
from pegout.rules import Rules, View
from pegout.scoring.unchecked import show_points
from pegout.search.multiplayer import (
    determinization_arrays,
    game_end_arrays,
    rollouts,
    rollouts_arrays,
)
from pegout.search.multiplayer.determinization_arrays import WorldArrays
from pegout.search.multiplayer.game_end_arrays import shows, wins
from pegout.search.multiplayer.outlooks import Outlooks, needs_of
from pegout.search.multiplayer.rollouts import NO_END, end_of
from pegout.search.multiplayer.rollouts_arrays import NO_RANK, RolloutArrays, play_out
from pegout.tables.rank_sets import JACK

#: Samples the worlds that the functions take.
sample = determinization_arrays.sample


def load(rules: Rules) -> None:
    """Preload the tables for a game of three or four."""
    determinization_arrays.load(rules)
    rollouts_arrays.load(rules)
    game_end_arrays.load(rules.players)


def lead_of(rules: Rules, side: int, gains: Array) -> Array:
    """Return the points of a side less the mean of the other sides, negated in lowball.

    >>> lead_of(Rules(players=3), 0, np.array([[7, 3, 4]])).tolist()
    [3.5]
    """
    own = gains[:, side]
    lead: Array = own - (gains.sum(axis=1) - own) / (rules.sides - 1)
    return -lead if rules.lowball else lead


def card_outlooks(
    view: View, ranks: Sequence[int], worlds: WorldArrays, luck: Random, *, winning: bool
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
        return Outlooks(points.tolist(), None)
    assert view.starter is not None, "the starter is cut before the play"
    assert view.dealer is not None, "there is a dealer"
    kept = [card for card in view.dealt if card not in view.discards]
    counted = show_points(kept, view.starter, nobs_points=rules.nobs_points)
    own, starters, discarded = (
        np.full(number, each) for each in (counted, view.starter >> 2, view.discards[0] >> 2)
    )
    shown = np.tile(shows(view, worlds, own, starters, discarded, luck), (len(ranks), 1))
    won = wins(rules, needs, view.dealer, played.gains, played.first, shown)
    return Outlooks(points.tolist(), won[:, view.side].reshape(shape).tolist())


class CutWorldArrays(NamedTuple):
    """WorldArrays in which a starter has been cut."""

    worlds: WorldArrays  # the worlds; the cards left in them exclude the starter
    cuts: Array  # int64[worlds], the index of the starter in the unseen cards of the seat
    starters: Array  # int64[worlds], its rank
    heels: Array  # int64[worlds, sides], the points of each side for heels


def cut_worlds(view: View, worlds: WorldArrays, luck: Random) -> CutWorldArrays:
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
    return CutWorldArrays(worlds._replace(left=left), cuts, starters, heels)


def play_out_discards(
    view: View,
    discards: Sequence[ValuedDiscard],
    worlds: WorldArrays,
    heels: Array | None = None,
) -> RolloutArrays:
    """Roll the deal out in every world after each of some discards.

    Args:
        heels: int64[worlds, sides], the points of each side for heels, which the gains then
            include; see :class:`CutWorldArrays`. None unless given.

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


def discard_points(
    view: View, discards: Sequence[ValuedDiscard], worlds: WorldArrays
) -> list[list[float]]:
    """Return the points of each discard in every world; see :class:`Outlooks`."""
    played = play_out_discards(view, discards, worlds)
    points = lead_of(view.rules, view.side, played.gains).reshape(len(discards), -1)
    listed: list[list[float]] = points.tolist()
    return listed


def discard_outlooks(
    view: View,
    discards: Sequence[ValuedDiscard],
    means: Sequence[tuple[float, float]],
    worlds: WorldArrays,
    luck: Random,
) -> Outlooks:
    """Evaluate each of some discards in every world."""
    cut = cut_worlds(view, worlds, luck)
    played = play_out_discards(view, discards, worlds, cut.heels)
    pegged = played.gains.reshape(len(discards), *cut.heels.shape) - cut.heels
    points = lead_of(view.rules, view.side, pegged.reshape(played.gains.shape))
    won = discard_wins(view, discards, means, cut, played, luck)
    return Outlooks(points.reshape(len(discards), -1).tolist(), won.tolist())


def discard_wins(
    view: View,
    discards: Sequence[ValuedDiscard],
    means: Sequence[tuple[float, float]],
    cut: CutWorldArrays,
    played: RolloutArrays,
    luck: Random,
) -> Array:
    """Return the corrected win probability of each discard: float64[discards, worlds]."""
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
    missing = (np.array(means)[:, None] - parts.reshape(*shape, 2)) @ slope
    corrected: Array = value.reshape(shape) + missing
    return corrected


def play_out_range(
    rules: Rules,
    seat: int,
    own: Sequence[Sequence[int]],
    held: Sequence[Sequence[int]],
    turn: int,
    opening: Sequence[int] | None = None,
    pile: int = NO_END,
    count: int = 0,
    needs: Sequence[int] | None = None,
) -> list[rollouts.RolloutResult]:
    """Roll out hands of a seat of two, each against every hand that its opponent may hold."""
    hands = np.full((len(own), len(held), 2, 4), NO_RANK, np.int8)
    for row, ranks in enumerate(own):
        hands[row, :, seat, : len(ranks)] = sorted(ranks, reverse=True)
    if held[0]:
        hands[:, :, 1 - seat, : len(held[0])] = np.sort(np.array(held))[:, ::-1]
    first = None if opening is None else np.repeat(list(opening), len(held))
    played = play_out(rules, hands.reshape(-1, 2, 4), turn, first, pile, count, needs)
    gains: list[list[list[int]]] = played.gains.reshape(len(own), len(held), 2).tolist()
    ends: list[list[int]] = played.first.reshape(len(own), len(held)).tolist()
    return [
        rollouts.RolloutResult([(first, second) for first, second in rows], firsts)
        for rows, firsts in zip(gains, ends, strict=True)
    ]
