"""Thinking: the chances of winning before the play, and the throw that follows from them."""

from __future__ import annotations

from typing import Any

from .jit import inlined, jit
from .mind import (
    BEFORE_DEALER,
    BEFORE_PONE,
    BETTER_DEALER,
    BETTER_PONE,
    BY_CHANCES,
    CHANCES,
    CRIB_MEAN,
    CRIBS,
    DEALS,
    DECIDED,
    FOUR_OF,
    NEED,
    NOBS,
    OF_CRIB,
    OF_SOLUTION,
    OTHER_NEED,
    OWN_POINT,
    PEG_MEAN,
    PEGGING,
    PEGS,
    PLAY_DEALER,
    PLAY_PONE,
    PLAY_RATES,
    PLAYS,
    ROW_KEYS,
    ROWS,
    SHOW_FOUR,
    SIX,
    SLOTS,
    TWO_OF,
    WITHOUT,
)
from .show import suited


@jit
def stage_row(deals: int, need: int, other_need: int, mind: Any) -> int:
    """Work out how likely one wins before the play, by what the own hand is going to count.

    Args:
        deals: whether the own seat deals.
        need: what the own seat needs.
        other_need: what the other needs.
        mind: the mind.

    Returns:
        Where in the floats they stand: the chances with 0 to 29 points, then what a crib adds to
        each that is better by a point. Play, other hand and crib are those of an average deal.
    """
    ints, floats = mind.ints, mind.floats
    key = (deals * 122 + need) * 122 + other_need
    slot = key % ints[SLOTS]
    row: int = ROWS + 60 * slot
    if ints[ROW_KEYS + slot] == key + 1:
        return row
    for at in range(60):
        floats[row + at] = 0.0
    for play in range(ints[PLAYS]):
        dealer, pone = ints[PLAY_DEALER + play], ints[PLAY_PONE + play]
        rate = floats[PLAY_RATES + play]
        own, other = (dealer, pone) if deals else (pone, dealer)
        if own >= need or other >= other_need:
            if own >= need:
                # Who of two was the first is left to chance.
                sure = 0.5 * rate if other >= other_need else rate
                for at in range(60):
                    floats[row + at] += sure
        elif deals:
            at = 152 * (other_need - other) + need - own + 30
            for hand in range(30):
                floats[row + hand] += rate * floats[BEFORE_PONE + at - hand]
                floats[row + 30 + hand] += rate * floats[BETTER_PONE + at - hand]
        else:
            left, at = need - own, other_need - other
            for hand in range(30):
                if hand >= left:
                    floats[row + hand] += rate
                    floats[row + 30 + hand] += rate
                else:
                    place = 122 * (left - hand) + at
                    floats[row + hand] += rate * (1 - floats[BEFORE_DEALER + place])
                    floats[row + 30 + hand] += rate * (1 - floats[BETTER_DEALER + place])
    for hand in range(30):
        floats[row + 30 + hand] -= floats[row + hand]
    ints[ROW_KEYS + slot] = key + 1
    return row


@jit
def think_throw(way: int, mind: Any) -> int:
    """Choose a throw of two from six: by points, or by winning chances where they matter.

    The hand is taken with every starter, the crib and what the cards peg in the mean.

    Args:
        way: ``BY_SOLUTION`` for points, ``BY_CHANCES``.
        mind: the mind, with the deal in it.

    Returns:
        The throw, in the order of :data:`pegout.kernel.tables.THROWS_OF_SIX`; of equals the first.
    """
    ints, floats = mind.ints, mind.floats
    deals, nobs = ints[DEALS], ints[NOBS]
    need, other_need = min(ints[NEED], 121), min(ints[OTHER_NEED], 121)
    matters = way == BY_CHANCES and ints[CHANCES] != 0
    sign = 1 if deals else -1
    role = 0 if deals else 1
    row = nearer = worse = 0
    cribs = not ints[WITHOUT] & OF_CRIB
    pegging = ints[PEGGING] and not ints[WITHOUT] & OF_SOLUTION
    if matters:
        row = stage_row(deals, need, other_need, mind)
        if pegging:
            nearer = stage_row(deals, max(1, need - 1), other_need, mind)
            worse = stage_row(deals, need, max(1, other_need - 1), mind)
    seen = by_suit = 0
    for place in range(6):
        card = ints[SIX + place]
        seen |= 1 << card
        by_suit += 1 << 4 * (card & 3)
    best, most, throw = 0, -1e300, 0
    for one in range(6):
        for other in range(one + 1, 6):
            first = second = third = fourth = -1
            for place in range(6):
                if place not in (one, other):
                    first, second, third, fourth = second, third, fourth, ints[SIX + place]
            pair = ints[TWO_OF + (first >> 2) * 13 + (second >> 2)]
            four = ints[FOUR_OF + pair * 91 + ints[TWO_OF + (third >> 2) * 13 + (fourth >> 2)]]
            flush = suited(first, second, third, fourth)
            crib = floats[CRIB_MEAN + role]
            if cribs:
                crib = crib_worth(ints[SIX + one], ints[SIX + other], by_suit, role, nobs, mind)
            better = crib - floats[CRIB_MEAN + role]
            total = slopes = counted = 0.0
            for starter in range(52):
                if seen >> starter & 1:
                    continue
                points = ints[SHOW_FOUR + four * 13 + (starter >> 2)]
                if flush:
                    points += 5 if (first ^ starter) & 3 == 0 else 4
                if 40 | starter & 3 in (first, second, third, fourth):
                    points += nobs
                if matters:
                    chance = floats[row + points] + better * floats[row + 30 + points]
                    # No crib makes up for what is counted before it.
                    total += min(max(chance, 0.0), floats[row + 29])
                    if pegging:
                        up = floats[nearer + points] if need > 1 else 1.0
                        if other_need > 1:
                            slopes += 0.5 * (up - floats[worse + points])
                        else:
                            slopes += up - floats[row + points]
                counted += points
            pegs = floats[PEGS + 1820 * role + four] if pegging else floats[PEG_MEAN + role]
            value = floats[OWN_POINT] * (counted / 46 + sign * crib + pegs)
            if matters:
                # Of throws that win or lose alike, the one with more points.
                value *= DECIDED
                value += total / 46 + (pegs - floats[PEG_MEAN + role]) * slopes / 46
            if value > most + 1e-9:
                best, most = throw, value
            throw += 1
    return best


@inlined
def crib_worth(one: int, other: int, by_suit: int, role: int, nobs: int, mind: Any) -> float:
    """Give the mean of the crib with a throw: that of the table, and nobs of the throw itself."""
    same = 1 if (one ^ other) & 3 == 0 else 0
    worth: float = mind.floats[CRIBS + (2 * role + same) * 169 + (one >> 2) * 13 + (other >> 2)]
    hope = 0
    if one >> 2 == 10:
        hope += nobs * (13 - (by_suit >> 4 * (one & 3) & 15))
    if other >> 2 == 10:
        hope += nobs * (13 - (by_suit >> 4 * (other & 3) & 15))
    return worth + hope / 46
