"""Leaf values: what hands and crib are going to count, and the chance of winning from there."""

from __future__ import annotations

from typing import Any

from pegout.kernel.jit import inlined, jit
from pegout.kernel.roles import Role
from pegout.search.hands import FIRST_FOUR, FIRST_PAIR, more_of, shows_of
from pegout.search.ranges import four_of, unseen_of, unseen_ranks, ways_of
from pegout.search.workspace import CRIB_POINTS, NEEDS, OUTCOMES, PEGGED
from pegout.tables.rank_sets import JACK

__all__ = ["after_play", "after_shows", "before_crib", "foresee_crib", "foresee_show"]

#: The chances before the crib are remembered for needs below this.
_MEMO = 128
#: The kinds of extra points of a hand, in their order; behind them stands that there are none.
_NOBS = 0
_FLUSH = 1
_FLUSH_OF_FIVE = 2


@jit
def foresee_show(
    facts: Any, number: int, left: int, shown: int, nobs_points: int, signs: Any, shows: Any
) -> None:
    """Find what the opponent's hands count, with flushes and nobs as likely as suits make them.

    Args:
        facts: what the seat knows.
        number: how many hands the opponent may hold.
        left: how many cards they are.
        shown: how many were played from them.
        nobs_points: what nobs is worth.
        signs: the part of the workspace that found the range.
        shows: where it is written.
    """
    ranges, sets = signs.range, signs.sets
    seen, starter = facts.seen, facts.starter
    unseen, jack = unseen_ranks(seen), 4 * JACK | starter & 3
    sure, suits = 0, 15
    for step in range(facts.steps):
        if int(facts.by[step]) != facts.seat:
            card = int(facts.played[step])
            suits &= 1 << (card & 3)
            if card == jack:
                sure = nobs_points
    for hand in range(number):
        held = ranges.held[hand]
        ranks = sets.ranks[held]
        four = four_of(held, shown, signs.history, sets)
        shows.points[hand] = shows_of(four, starter >> 2, sets) + sure
        jacks, alone, before = 0, True, -1
        for place in range(left):
            rank = ranks >> 4 * place & 15
            if rank == JACK:
                jacks += 1
            alone = alone and rank != before
            before = rank
        four_suited = five_suited = nobs = 0.0
        if alone:
            ways = ways_of(ranks, left, unseen)
            for suit in range(4):
                able = suits >> suit & 1
                for place in range(left):
                    if seen >> ((ranks >> 4 * place & 15) * 4 + suit) & 1:
                        able = 0
                if able and suit == starter & 3:
                    five_suited = 1 / ways
                elif able:
                    four_suited += 1 / ways
        if jacks and not seen >> jack & 1:
            nobs = jacks / unseen_of(JACK, seen)
            nobs -= five_suited
        shows.jack[hand] = nobs_points if jacks else 0
        at = 4 * hand
        shows.extra[at], shows.extra[at + 1], shows.extra[at + 2] = nobs, four_suited, five_suited
        shows.extra[at + 3] = 1 - nobs - four_suited - five_suited


@jit
def foresee_crib(facts: Any, discarded: Any, switches: Any, sets: Any, crib: Any) -> None:
    """Find how likely the crib counts how much, with the own discard and the starter.

    Args:
        facts: what the seat knows.
        discarded: float64[91], what the opponent has discarded, in proportion.
        switches: what the rules say.
        sets: the sets of ranks.
        crib: where it is written.
    """
    seen, starter = facts.seen, facts.starter
    one, other = facts.first, facts.second
    own, jack = more_of(1 + (one >> 2), other >> 2, sets), 4 * JACK | starter & 3
    sure = switches.nobs if jack in (one, other) else 0
    suited_own = (one ^ other) & 3 == 0
    flush = switches.crib_five if (one ^ starter) & 3 == 0 else switches.crib_four
    for points in range(CRIB_POINTS):
        crib[points] = 0.0
    total, unseen = 0.0, unseen_ranks(seen)
    for at in range(91):
        ranks = sets.ranks[FIRST_PAIR + at]
        ways = ways_of(ranks, 2, unseen)
        if not ways:
            continue
        low, high = ranks & 15, ranks >> 4 & 15
        weight = discarded[at]
        points = crib_shows(own, low, high, starter >> 2, sets) + sure
        jacks = (1 if low == JACK else 0) + (1 if high == JACK else 0)
        total += weight
        suited = nobs = 0.0
        if jacks and not seen >> jack & 1:
            nobs = weight * jacks / unseen_of(JACK, seen)
        if suited_own and flush and low != high:
            suit = one & 3
            if not (seen >> (4 * low + suit) & 1 or seen >> (4 * high + suit) & 1):
                suited = weight / ways
                more = flush
                if jacks and suit == starter & 3 and not seen >> jack & 1:
                    # The jack of a flush in the suit of the starter is its nobs too.
                    more += switches.nobs
                    nobs -= suited
                crib[points + more] += suited
        crib[points + switches.nobs] += nobs
        crib[points] += weight - nobs - suited
    for points in range(CRIB_POINTS):
        crib[points] /= total


@inlined
def crib_shows(own: int, low: int, high: int, starter: int, sets: Any) -> int:
    """Give what the two own cards in the crib, by their set, count with two others."""
    four = more_of(more_of(own, low, sets), high, sets)
    return shows_of(four - FIRST_FOUR, starter, sets)


@inlined
def before_crib(dealer: int, pone: int, shows: Any) -> float:
    """Give the dealer's chance of winning before the crib is counted, by what both need."""
    dealer, pone = min(dealer, NEEDS - 1), min(pone, NEEDS - 1)
    at = dealer * _MEMO + pone
    if shows.stamps[at] != shows.decision[0]:
        shows.memo[at] = over_crib(dealer, pone, shows.crib, shows.start)
        shows.stamps[at] = shows.decision[0]
    known: float = shows.memo[at]
    return known


@jit
def over_crib(dealer: int, pone: int, crib: Any, start: Any) -> float:
    """Give the same, over what the crib may count."""
    total = 0.0
    for points in range(CRIB_POINTS):
        rate = crib[points]
        if rate > 0:
            if points >= dealer:
                total += rate
            else:
                total += rate * (1 - start[pone * NEEDS + dealer - points])
    return total


@inlined
def after_shows(points: int, role: int, show: int, need: int, other_need: int, shows: Any) -> float:
    """Give the chance of winning where the own hand does not win before the opponent's counts.

    Args:
        points: what the opponent's hand counts.
        role: the own role.
        show: what the own hand counts.
        need: what the own seat needs before it.
        other_need: what the opponent needs before its own.
        shows: the :class:`pegout.search.workspace.Shows`.
    """
    if points >= other_need:
        return 0.0
    if role == Role.DEALER:
        if show >= need:
            return 1.0
        return before_crib(need - show, other_need - points, shows)
    return 1 - before_crib(other_need - points, need - show, shows)


@inlined
def race_chance(race: int, own: int, other: int, endgame: Any) -> float:
    """Give the chance of winning behind the play of a discard, by what both have pegged."""
    at = min(own, PEGGED - 1) * PEGGED + min(other, PEGGED - 1)
    chance: float = endgame.race_wins[OUTCOMES * race + at]
    return chance


@inlined
def after_play(
    start: int, end: int, need: int, other_need: int, role: int, show: int, nobs: int, ranges: Any,
    shows: Any,
) -> float:  # fmt: skip
    """Give the chance of winning behind the play, over some hands and times their weight.

    Args:
        start: where the hands begin in the range.
        end: where they end.
        need: what the own seat needs.
        other_need: what the opponent needs.
        role: the own role.
        show: what the own hand counts.
        nobs: what nobs is worth.
        ranges: the range.
        shows: what is going to be counted.
    """
    wins = role == Role.PONE and show >= need
    total = 0.0
    for at in range(start, end):
        if wins:
            total += ranges.weight[at]
            continue
        hand = ranges.hand[at]
        points, extra = shows.points[hand], 4 * hand
        if points >= other_need:
            continue
        chance = 0.0
        for kind in range(4):
            rate = shows.extra[extra + kind]
            if rate > 0:
                more = points
                if kind == _NOBS:
                    more += nobs
                elif kind == _FLUSH:
                    more += 4
                elif kind == _FLUSH_OF_FIVE:
                    more += 5 + shows.jack[hand]
                chance += rate * after_shows(more, role, show, need, other_need, shows)
        total += ranges.weight[at] * chance
    return total
