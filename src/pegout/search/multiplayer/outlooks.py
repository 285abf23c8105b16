"""The values of each option of a seat with three or four players, world by world.

All options are evaluated in the same worlds, with the same starters and the same random draws
(common random numbers). So the difference of two options has a far smaller error than either value,
and its standard error is that of the differences over the worlds.

:mod:`pegout.search.multiplayer.outlooks_arrays` has the same functions with the same results for
many worlds at once; :mod:`pegout.search.multiplayer.forms` takes it where NumPy is installed.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, chain
from random import Random
from typing import NamedTuple

from pegout.evaluation.discards import ValuedDiscard
from pegout.rules import Rules, View
from pegout.scoring.unchecked import show_points
from pegout.search.multiplayer import determinization, game_end, rollouts
from pegout.search.multiplayer.determinization import Worlds
from pegout.search.multiplayer.game_end import SampledShows, Wins
from pegout.search.multiplayer.pcg64 import Pcg64
from pegout.search.multiplayer.rollouts import (
    NO_END,
    RolloutResult,
    end_of,
    play_out,
)
from pegout.tables.rank_sets import JACK

#: Samples the worlds that the functions take.
sample = determinization.sample


def load(rules: Rules) -> None:
    """Preload the tables for a game of three or four."""
    determinization.load(rules)
    rollouts.load(rules)
    game_end.load(rules.players)


class Outlooks(NamedTuple):
    """The values of options, each in the same worlds."""

    # By option and world, the points of the own side in the rest of the play, less the mean of the
    # other sides; negated in lowball
    points: list[list[float]]
    # Likewise, the own side's win probability; None if not requested
    wins: list[list[float]] | None


def needs_of(view: View) -> tuple[int, ...]:
    """Return the needs of all sides."""
    return tuple([view.needs(side) for side in range(view.rules.sides)])


def lead_of(rules: Rules, side: int, gains: Sequence[int]) -> float:
    """Return the points of a side less the mean of the other sides, negated in lowball.

    >>> lead_of(Rules(players=3), 0, (7, 3, 4))
    3.5
    """
    own = gains[side]
    lead = own - (sum(gains) - own) / (rules.sides - 1)
    return -lead if rules.lowball else lead


def card_outlooks(
    view: View, ranks: Sequence[int], worlds: Worlds, luck: Random, *, winning: bool
) -> Outlooks:
    """Evaluate playing each of some cards in every world."""
    rules, number = view.rules, len(worlds.hands)
    assert view.seat is not None, "a seat looks at its own deal"
    pile = end_of([step.card >> 2 for step in view.pile])
    needs = needs_of(view)
    played = [
        play_out(rules, worlds.hands, view.seat, [rank] * number, pile, view.count, needs)
        for rank in ranks
    ]
    points = [[lead_of(rules, view.side, row) for row in each.gains] for each in played]
    if not winning:
        return Outlooks(points, None)
    assert view.starter is not None, "the starter is cut before the play"
    assert view.dealer is not None, "there is a dealer"
    kept = [card for card in view.dealt if card not in view.discards]
    own = show_points(kept, view.starter, nobs_points=rules.nobs_points)
    shows = SampledShows(view, worlds, [view.starter >> 2] * number, luck)
    shown = shows.counted([own] * number, view.discards[0] >> 2)
    wins = Wins(rules, needs, view.dealer)
    return Outlooks(points, [_wins(view, wins, each, shown) for each in played])


def _wins(
    view: View, wins: Wins, played: RolloutResult, shown: Sequence[Sequence[int]]
) -> list[float]:
    return [
        wins.of(gains, first, points)[view.side]
        for gains, first, points in zip(played.gains, played.first, shown, strict=True)
    ]


class CutWorlds(NamedTuple):
    """Worlds in which a starter has been cut."""

    worlds: Worlds  # the worlds; the cards left in them exclude the starter
    cuts: list[int]  # the index of the starter in the unseen cards of the seat
    starters: list[int]  # its rank
    heels: list[tuple[int, ...]]  # the points of each side for heels


def cut_worlds(view: View, worlds: Worlds, luck: Random) -> CutWorlds:
    """Cut a starter in each world, and score heels."""
    rules = view.rules
    assert view.dealer is not None, "there is a dealer"
    draws = Pcg64(luck.getrandbits(64)).random(len(worlds.left))
    unseen = [card >> 2 for card in view.unseen()]
    cards, last = [max(unseen.count(rank), 1) for rank in range(13)], len(unseen) - 1
    cuts = []
    for left, draw in zip(worlds.left, draws, strict=True):
        weights = [(left >> 4 * rank & 15) / number for rank, number in enumerate(cards)]
        reached = [*accumulate([weights[rank] for rank in unseen])]
        cuts.append(min(bisect_right(reached, draw * reached[-1]), last))
    starters = [unseen[cut] for cut in cuts]
    side = rules.side(view.dealer)
    nothing = (0,) * rules.sides
    scored = tuple([rules.heels_points * (each == side) for each in range(rules.sides)])
    if rules.stinkhole and needs_of(view)[side] == 1:
        scored = nothing
    heels = [scored if starter == JACK else nothing for starter in starters]
    less = [left - (1 << 4 * rank) for left, rank in zip(worlds.left, starters, strict=True)]
    return CutWorlds(worlds._replace(left=less), cuts, starters, heels)


def play_out_discards(
    view: View,
    discards: Sequence[ValuedDiscard],
    worlds: Worlds,
    heels: Sequence[tuple[int, ...]] | None = None,
) -> list[RolloutResult]:
    """Roll the deal out in every world after each of some discards.

    Args:
        heels: the points of each side for heels in each world, which the gains then include; see
            :class:`CutWorlds`. None unless given.
    """
    rules, seat = view.rules, view.seat
    assert view.dealer is not None, "there is a dealer"
    assert seat is not None, "a seat has been dealt cards"
    turn, needs = (view.dealer + 1) % rules.players, needs_of(view)
    played = []
    for discard in discards:
        kept = tuple(sorted([card >> 2 for card in discard.kept], reverse=True))
        hands = [(*others[:seat], kept, *others[seat + 1 :]) for others in worlds.hands]
        played.append(play_out(rules, hands, turn, needs=needs, ahead=heels))
    return played


def discard_points(
    view: View, discards: Sequence[ValuedDiscard], worlds: Worlds
) -> list[list[float]]:
    """Return the points of each discard in every world; see :class:`Outlooks`."""
    return [
        [lead_of(view.rules, view.side, gains) for gains in each.gains]
        for each in play_out_discards(view, discards, worlds)
    ]


def discard_outlooks(
    view: View,
    discards: Sequence[ValuedDiscard],
    means: Sequence[tuple[float, float]],
    worlds: Worlds,
    luck: Random,
) -> Outlooks:
    """Evaluate each of some discards in every world.

    The known expected hand and crib serve as control variates: the win probability is corrected for
    their deviation in the worlds, by the regression slope of the win probability on these points.
    Only averages of it over the worlds are meaningful.

    Args:
        means: the expected hand and crib of each; the crib is positive for every role.
    """
    rules, dealer = view.rules, view.dealer
    assert view.seat is not None, "a seat has been dealt cards"
    assert dealer is not None, "there is a dealer"
    cut = cut_worlds(view, worlds, luck)
    played = play_out_discards(view, discards, worlds, cut.heels)
    points = [
        [
            lead_of(rules, view.side, [all_ - heel for all_, heel in zip(row, heels, strict=True)])
            for row, heels in zip(each.gains, cut.heels, strict=True)
        ]
        for each in played
    ]
    # Each discard has the same draws; the seed leaves the source of chance as the arrays do.
    luck.seed(luck.getrandbits(64))
    shows = SampledShows(view, cut.worlds, cut.starters, luck)
    wins, values, parts = Wins(rules, needs_of(view), dealer), [], []
    for discard, each in zip(discards, played, strict=True):
        shown = shows.counted([discard.scores[at] for at in cut.cuts], discard.cards[0] >> 2)
        values.append(_wins(view, wins, each, shown))
        parts.append([(row[view.seat], row[-1]) for row in shown])
    first, second = _slopes([*chain(*parts)], [*chain(*values)])
    corrected = [
        [
            value + (hand - own) * first + (crib - counted) * second
            for value, (own, counted) in zip(of_discard, counts, strict=True)
        ]
        for of_discard, counts, (hand, crib) in zip(values, parts, means, strict=True)
    ]
    return Outlooks(points, corrected)


def _slopes(parts: Sequence[tuple[int, int]], values: Sequence[float]) -> tuple[float, float]:
    """Return the slopes of the least squares of values by two parts; the least of equal ones."""
    number = len(values)
    mean = sum(values) / number
    first, second = [[part[at] for part in parts] for at in (0, 1)]
    one, two = sum(first) / number, sum(second) / number
    a = sum([(x - one) ** 2 for x in first])
    b = sum([(x - one) * (y - two) for x, y in parts])
    d = sum([(y - two) ** 2 for y in second])
    left = sum([(x - one) * (value - mean) for x, value in zip(first, values, strict=True)])
    right = sum([(y - two) * (value - mean) for y, value in zip(second, values, strict=True)])
    size = a * d - b * b
    if size > 1e-9 * a * d:
        return (d * left - b * right) / size, (a * right - b * left) / size
    # The parts are in proportion, or one of them is always the same.
    trace = (a + d) ** 2 or 1.0
    return (a * left + b * right) / trace, (b * left + d * right) / trace


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
) -> list[RolloutResult]:
    """Roll out hands of a seat of two, each against every hand that its opponent may hold.

    Args:
        own: the ranks of each own hand.
        held: the ranks of each hand of the opponent, all of one size.
        opening: the rank that the seat plays from each own hand; the heuristic's choice unless
            given.

    Returns:
        For each own hand the results against all of the opponent's.
    """
    results = []
    for at, ranks in enumerate(own):
        mine = tuple(sorted(ranks, reverse=True))
        others = [tuple(sorted(other, reverse=True)) for other in held]
        hands = [(mine, other) if seat == 0 else (other, mine) for other in others]
        first = None if opening is None else [opening[at]] * len(held)
        results.append(play_out(rules, hands, turn, first, pile, count, needs))
    return results
