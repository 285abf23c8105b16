"""Leaf values: what hands and crib are going to count, and how likely one wins from there."""

from __future__ import annotations

from typing import Any

from pegout.kernel.jit import inlined, jit
from pegout.search.ranges import four_with, unseen_of, unseen_ranks, ways_of
from pegout.search.workspace import (
    CARD_LAID,
    CARDS_LAID,
    CRIB_AT,
    CRIB_FIVE,
    CRIB_FOUR,
    CRIB_MEMO,
    CUT,
    DEALS,
    DISCARDED,
    EXTRA_OF,
    FOUR_OF,
    HAND_AT,
    JACK_OF,
    KEPT_SIZE,
    LAID_BY,
    LEFT,
    NEED,
    NOBS,
    NUMBER,
    OTHER_NEED,
    PEGGED,
    POINTS_OF,
    RACE,
    RACE_WINS,
    REST_AT,
    SEEN,
    SETS,
    SHOW,
    SHOW_FOUR,
    STAMPS,
    START_OF,
    THOUGHT,
    THROWN,
    TWO_OF,
    WEIGHT_AT,
)


@jit
def foresee_show(mind: Any) -> None:
    """Find what the other's hands count, with flushes and nobs as likely as the suits make them.

    For each hand: points of fifteens, pairs and runs, and the chances of nobs alone, of a flush of
    four, of one of five, and of nothing more.
    """
    ints, floats = mind.ints, mind.floats
    size, seen, cut = ints[LEFT], ints[SEEN], ints[CUT]
    told, unseen = ints[KEPT_SIZE] - size, unseen_ranks(seen)
    jack = 40 | cut & 3
    sure, suits = 0, 15
    for step in range(ints[CARDS_LAID]):
        if ints[LAID_BY + step]:
            card = ints[CARD_LAID + step]
            suits &= 1 << (card & 3)
            if card == jack:
                sure = ints[NOBS]
    for hand in range(ints[NUMBER]):
        ranks = ints[REST_AT + hand]
        four = four_with(ranks, told, mind)
        ints[POINTS_OF + hand] = ints[SHOW_FOUR + four * 13 + (cut >> 2)] + sure
        jacks, alone, before = 0, True, -1
        for place in range(size):
            rank = ranks >> 4 * place & 15
            if rank == 10:
                jacks += 1
            alone = alone and rank != before
            before = rank
        four_suited = five_suited = nobs = 0.0
        if alone:
            ways = ways_of(ranks, size, unseen)
            for suit in range(4):
                able = suits >> suit & 1
                for place in range(size):
                    if seen >> ((ranks >> 4 * place & 15) * 4 + suit) & 1:
                        able = 0
                if able and suit == cut & 3:
                    five_suited = 1 / ways
                elif able:
                    four_suited += 1 / ways
        if jacks and not seen >> jack & 1:
            nobs = jacks / unseen_of(10, seen)
            nobs -= five_suited
        ints[JACK_OF + hand] = ints[NOBS] if jacks else 0
        at = EXTRA_OF + 4 * hand
        floats[at], floats[at + 1], floats[at + 2] = nobs, four_suited, five_suited
        floats[at + 3] = 1 - nobs - four_suited - five_suited


@jit
def foresee_crib(mind: Any) -> None:
    """Find how likely the crib has how many points, with the own throw and the starter.

    What the other has discarded has to be believed already.
    """
    ints, floats = mind.ints, mind.floats
    seen, cut = ints[SEEN], ints[CUT]
    one, other = ints[THROWN], ints[THROWN + 1]
    pair = ints[TWO_OF + (one >> 2) * 13 + (other >> 2)]
    jack = 40 | cut & 3
    sure = ints[NOBS] if jack in (one, other) else 0
    suited_throw = (one ^ other) & 3 == 0
    flush = ints[CRIB_FIVE] if (one ^ cut) & 3 == 0 else ints[CRIB_FOUR]
    for points in range(40):
        floats[CRIB_AT + points] = 0.0
    total, unseen = 0.0, unseen_ranks(seen)
    for at in range(91):
        ranks = ints[SETS + 13 + at]
        ways = ways_of(ranks, 2, unseen)
        if not ways:
            continue
        low, high = ranks & 15, ranks >> 4 & 15
        weight = floats[DISCARDED + at]
        points = ints[SHOW_FOUR + ints[FOUR_OF + pair * 91 + at] * 13 + (cut >> 2)] + sure
        jacks = (1 if low == 10 else 0) + (1 if high == 10 else 0)
        total += weight
        suited = nobs = 0.0
        if jacks and not seen >> jack & 1:
            nobs = weight * jacks / unseen_of(10, seen)
        if suited_throw and flush and low != high:
            suit = one & 3
            if not (seen >> (4 * low + suit) & 1 or seen >> (4 * high + suit) & 1):
                suited = weight / ways
                more = flush
                if jacks and suit == cut & 3 and not seen >> jack & 1:
                    # The jack of a flush in the suit of the starter is its nobs too.
                    more += ints[NOBS]
                    nobs -= suited
                floats[CRIB_AT + points + more] += suited
        floats[CRIB_AT + points + ints[NOBS]] += nobs
        floats[CRIB_AT + points] += weight - nobs - suited
    for points in range(40):
        floats[CRIB_AT + points] /= total


@jit
def before_crib(dealer: int, pone: int, mind: Any) -> float:
    """Give the dealer's chance of winning before the crib is counted, by what either needs."""
    ints, floats = mind.ints, mind.floats
    dealer, pone = min(dealer, 121), min(pone, 121)
    at = dealer * 128 + pone
    if ints[STAMPS + at] == ints[THOUGHT]:
        known: float = floats[CRIB_MEMO + at]
        return known
    total = 0.0
    for points in range(40):
        rate = floats[CRIB_AT + points]
        if rate > 0:
            if points >= dealer:
                total += rate
            else:
                total += rate * (1 - floats[START_OF + pone * 122 + dealer - points])
    ints[STAMPS + at] = ints[THOUGHT]
    floats[CRIB_MEMO + at] = total
    return total


@jit
def after_shows(points: int, need: int, other_need: int, mind: Any) -> float:
    """Give the chance of winning when the other counts so much, and the own hand does not win."""
    ints = mind.ints
    if points >= other_need:
        return 0.0
    if ints[DEALS]:
        if ints[SHOW] >= need:
            return 1.0
        return before_crib(need - ints[SHOW], other_need - points, mind)
    return 1 - before_crib(other_need - points, need - ints[SHOW], mind)


@inlined
def race_place(need: int, other_need: int, mind: Any) -> int:
    """Give where the chance of winning behind the play of a discard stands."""
    ints = mind.ints
    own = min(ints[NEED] - need, PEGGED - 1)
    other = min(ints[OTHER_NEED] - other_need, PEGGED - 1)
    place: int = RACE_WINS + 144 * ints[RACE] + own * PEGGED + other
    return place


@jit
def after_play(start: int, end: int, need: int, other_need: int, mind: Any) -> float:
    """Give the chance of winning at the end of the play, over some hands and times their weight."""
    ints, floats = mind.ints, mind.floats
    total = 0.0
    if ints[RACE] >= 0:
        wins: float = floats[race_place(need, other_need, mind)]
        for at in range(start, end):
            total += wins * floats[WEIGHT_AT + at]
        return total
    wins = ints[DEALS] == 0 and ints[SHOW] >= need
    for at in range(start, end):
        if wins:
            total += floats[WEIGHT_AT + at]
            continue
        hand = ints[HAND_AT + at]
        points, extra = ints[POINTS_OF + hand], EXTRA_OF + 4 * hand
        if points >= other_need:
            continue
        plain = floats[extra + 3]
        chance = plain * after_shows(points, need, other_need, mind)
        if plain < 1:
            if floats[extra] > 0:
                chance += floats[extra] * after_shows(points + ints[NOBS], need, other_need, mind)
            if floats[extra + 1] > 0:
                chance += floats[extra + 1] * after_shows(points + 4, need, other_need, mind)
            if floats[extra + 2] > 0:
                five = points + 5 + ints[JACK_OF + hand]
                chance += floats[extra + 2] * after_shows(five, need, other_need, mind)
        total += floats[WEIGHT_AT + at] * chance
    return total
