"""Leaf values: the distributions of hands and crib, and the win probability after them."""

from typing import Any

from pegout.kernel.jit import inlined, jit
from pegout.kernel.roles import Role
from pegout.search.hands import FIRST_FOUR, FIRST_PAIR, more_of, shows_of
from pegout.search.ranges import four_of, unseen_of, unseen_ranks, ways_of
from pegout.search.workspace import CRIB_POINTS, NEEDS
from pegout.tables.rank_sets import JACK

#: Win probabilities before the crib are cached for needs below this.
_MEMO = 128
#: The kinds of extra points of a hand, in their order; the kind after them is none.
_NOBS = 0
_FLUSH = 1
_FLUSH_OF_FIVE = 2


@jit
def fill_show(
    facts: Any, number: int, left: int, shown: int, nobs_points: int, signs: Any, shows: Any
) -> None:
    """Compute the points of the opponent's hands, with the probabilities of flushes and nobs."""
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
        for index in range(left):
            rank = ranks >> 4 * index & 15
            if rank == JACK:
                jacks += 1
            alone = alone and rank != before
            before = rank
        four_suited = five_suited = nobs = 0.0
        if alone:
            ways = ways_of(ranks, left, unseen)
            for suit in range(4):
                able = suits >> suit & 1
                for index in range(left):
                    if seen >> ((ranks >> 4 * index & 15) * 4 + suit) & 1:
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
def fill_crib(facts: Any, discarded: Any, switches: Any, sets: Any, crib: Any) -> None:
    """Compute the score distribution of the crib, given the own discard and the starter."""
    seen, starter = facts.seen, facts.starter
    first, second = facts.first, facts.second
    own, jack = more_of(1 + (first >> 2), second >> 2, sets), 4 * JACK | starter & 3
    sure = switches.nobs if jack in (first, second) else 0
    suited_own = (first ^ second) & 3 == 0
    flush = switches.crib_five if (first ^ starter) & 3 == 0 else switches.crib_four
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
            suit = first & 3
            if not (seen >> (4 * low + suit) & 1 or seen >> (4 * high + suit) & 1):
                suited = weight / ways
                more = flush
                if jacks and suit == starter & 3 and not seen >> jack & 1:
                    # In a flush of the starter's suit, the jack is also nobs.
                    more += switches.nobs
                    nobs -= suited
                crib[points + more] += suited
        crib[points + switches.nobs] += nobs
        crib[points] += weight - nobs - suited
    for points in range(CRIB_POINTS):
        crib[points] /= total


@inlined
def crib_shows(own: int, low: int, high: int, starter: int, sets: Any) -> int:
    """Return the points of a crib from the set of the own cards, two ranks and the starter."""
    four = more_of(more_of(own, low, sets), high, sets)
    return shows_of(four - FIRST_FOUR, starter, sets)


@inlined
def before_crib(dealer: int, pone: int, shows: Any) -> float:
    """Return the dealer's win probability before the crib is counted, by both needs."""
    dealer, pone = min(dealer, NEEDS - 1), min(pone, NEEDS - 1)
    at = dealer * _MEMO + pone
    if shows.stamps[at] != shows.decision[0]:
        shows.memo[at] = over_crib(dealer, pone, shows.crib, shows.start)
        shows.stamps[at] = shows.decision[0]
    known: float = shows.memo[at]
    return known


@jit
def over_crib(dealer: int, pone: int, crib: Any, start: Any) -> float:
    """Compute the same over the score distribution of the crib."""
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
def after_shows(
    points: int, role: int, show: int, need: int, opponent_need: int, shows: Any
) -> float:
    """Return the win probability where the own hand does not win before the opponent's hand."""
    if points >= opponent_need:
        return 0.0
    if role == Role.DEALER:
        if show >= need:
            return 1.0
        return before_crib(need - show, opponent_need - points, shows)
    return 1 - before_crib(opponent_need - points, need - show, shows)


@inlined
def after_play(
    start: int, end: int, need: int, opponent_need: int, role: int, show: int, nobs: int,
    ranges: Any, shows: Any,
) -> float:  # fmt: skip
    """Return the win probability after the play, summed over some hands with their weights."""
    wins = role == Role.PONE and show >= need
    total = 0.0
    for at in range(start, end):
        if wins:
            total += ranges.weight[at]
            continue
        hand = ranges.hand[at]
        points, extra = shows.points[hand], 4 * hand
        if points >= opponent_need:
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
                chance += rate * after_shows(more, role, show, need, opponent_need, shows)
        total += ranges.weight[at] * chance
    return total
