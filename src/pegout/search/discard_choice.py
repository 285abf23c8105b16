"""The chances of winning before the play, and the discard that follows from them."""

from __future__ import annotations

from typing import Any

from pegout.kernel.jit import inlined, jit
from pegout.search.endgame_discard import best_of, late_throws, race_throw
from pegout.search.kept_hand import count_starters, seen_six, take
from pegout.search.workspace import (
    AIMS,
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
    HAND_POINTS,
    KEPT_SET,
    LATE,
    NEED,
    NOBS,
    OF_CRIB,
    OF_SOLUTION,
    OTHER_NEED,
    PEG_MEAN,
    PEGGING,
    PEGS,
    PLAY_DEALER,
    PLAY_PONE,
    PLAY_RATES,
    PLAYS,
    POINT,
    ROW_KEYS,
    ROWS,
    SIX,
    SLOTS,
    STARTERS,
    THROW_POINTS,
    THROW_VALUES,
    THROWN,
    WITHOUT,
)


@jit
def stage_row(deals: int, need: int, other_need: int, mind: Any) -> int:
    """Work out how likely one wins before the play, by what the own hand is going to count.

    Args:
        deals: whether the own seat deals.
        need: what the own seat needs.
        other_need: what the other needs.
        mind: the mind.

    Returns:
        Where in the floats they stand: the chances with 0 to 30 points, then what a crib adds to
        each that is better by a point. Play, other hand and crib are those of an average deal.
    """
    ints, floats = mind.ints, mind.floats
    key = (deals * 122 + need) * 122 + other_need
    slot = key % ints[SLOTS]
    row: int = ROWS + 2 * HAND_POINTS * slot
    if ints[ROW_KEYS + slot] == key + 1:
        return row
    for at in range(2 * HAND_POINTS):
        floats[row + at] = 0.0
    for play in range(ints[PLAYS]):
        dealer, pone = ints[PLAY_DEALER + play], ints[PLAY_PONE + play]
        rate = floats[PLAY_RATES + play]
        own, other = (dealer, pone) if deals else (pone, dealer)
        if own >= need or other >= other_need:
            if own >= need:
                # Who of two was the first is left to chance.
                sure = 0.5 * rate if other >= other_need else rate
                for at in range(2 * HAND_POINTS):
                    floats[row + at] += sure
        elif deals:
            at = 152 * (other_need - other) + need - own + 30
            for hand in range(HAND_POINTS):
                floats[row + hand] += rate * floats[BEFORE_PONE + at - hand]
                floats[row + HAND_POINTS + hand] += rate * floats[BETTER_PONE + at - hand]
        else:
            left, at = need - own, other_need - other
            for hand in range(HAND_POINTS):
                if hand >= left:
                    floats[row + hand] += rate
                    floats[row + HAND_POINTS + hand] += rate
                else:
                    place = 122 * (left - hand) + at
                    floats[row + hand] += rate * (1 - floats[BEFORE_DEALER + place])
                    floats[row + HAND_POINTS + hand] += rate * (1 - floats[BETTER_DEALER + place])
    for hand in range(HAND_POINTS):
        floats[row + HAND_POINTS + hand] -= floats[row + hand]
    ints[ROW_KEYS + slot] = key + 1
    return row


@jit
def think_throw(way: int, mind: Any, solved: Any) -> int:
    """Choose a throw of two from six: by points, or by winning chances where they matter.

    Args:
        way: ``BY_SOLUTION`` for points, ``BY_CHANCES``.
        mind: the mind, with the deal in it.
        solved: the solved play.

    Returns:
        The throw, in the order of :data:`pegout.kernel.score_tables.THROWS_OF_SIX`; of equals the
        first.
    """
    throw = first_throw(way, mind)
    return throw if throw >= 0 else race_throw(mind, solved)


@jit
def first_throw(way: int, mind: Any) -> int:
    """Choose a throw without a search of the play.

    The hand is taken with every starter, the crib and what the cards peg in the mean. Where the
    game may end in the deal, the best throws are looked at once more; see
    :mod:`pegout.search.endgame_discard`.

    Args:
        way: ``BY_SOLUTION`` for points, ``BY_CHANCES``.
        mind: the mind, with the deal in it.

    Returns:
        The throw; or -1 where the play of the best ones is to be searched.
    """
    ints, floats = mind.ints, mind.floats
    deals, need, other_need = ints[DEALS], min(ints[NEED], 121), min(ints[OTHER_NEED], 121)
    matters = way == BY_CHANCES and ints[CHANCES] != 0
    pegging = ints[PEGGING] != 0 and not ints[WITHOUT] & OF_SOLUTION
    row = nearer = worse = 0
    if matters:
        row = stage_row(deals, need, other_need, mind)
        if pegging:
            nearer = stage_row(deals, max(1, need - 1), other_need, mind)
            worse = stage_row(deals, need, max(1, other_need - 1), mind)
    seen = seen_six(ints)
    for throw in range(15):
        take(throw, mind)
        count_starters(seen, mind)
        better = value_points(throw, pegging, mind)
        floats[THROW_VALUES + throw] = floats[THROW_POINTS + throw]
        if matters:
            # Of throws that win or lose alike, the one with more points.
            floats[THROW_VALUES + throw] *= DECIDED
            floats[THROW_VALUES + throw] += stage_chance(better, row, nearer, worse, pegging, mind)
    if matters and pegging and ints[AIMS] and max(need, other_need) <= LATE:
        late_throws(mind)
        return -1
    return best_of(mind)


@jit
def value_points(throw: int, pegging: bool, mind: Any) -> float:
    """Write down what a throw that was taken and counted is worth in points.

    Returns:
        By how much its crib is better than an average one.
    """
    ints, floats = mind.ints, mind.floats
    role = 0 if ints[DEALS] else 1
    average: float = floats[CRIB_MEAN + role]
    crib = average
    if not ints[WITHOUT] & OF_CRIB:
        crib = crib_worth(role, mind)
    pegs = floats[PEG_MEAN + role]
    if pegging:
        pegs = floats[PEGS + 1820 * role + ints[KEPT_SET]]
    counted = 0
    for points in range(HAND_POINTS):
        counted += points * ints[STARTERS + points]
    total = counted / 46 + pegs + (crib if ints[DEALS] else -crib)
    floats[THROW_POINTS + throw] = floats[POINT] * total
    return crib - average


@jit
def stage_chance(
    better: float, row: int, nearer: int, worse: int, pegging: bool, mind: Any
) -> float:
    """Give the chance of winning with a throw that was taken and counted.

    Args:
        better: by how much its crib is better than an average one.
        row: the chances by what the hand counts.
        nearer: the same where the own seat needs a point less.
        worse: the same where the other does.
        pegging: whether it is known what the hand pegs.
        mind: the mind.
    """
    ints, floats = mind.ints, mind.floats
    role = 0 if ints[DEALS] else 1
    total = slopes = 0.0
    for points in range(HAND_POINTS):
        number = ints[STARTERS + points]
        if number == 0:
            continue
        chance = floats[row + points] + better * floats[row + HAND_POINTS + points]
        # No crib makes up for what is counted before it.
        total += number * min(max(chance, 0.0), floats[row + HAND_POINTS - 1])
        if pegging:
            up = floats[nearer + points] if ints[NEED] > 1 else 1.0
            if ints[OTHER_NEED] > 1:
                slopes += 0.5 * number * (up - floats[worse + points])
            else:
                slopes += number * (up - floats[row + points])
    if pegging:
        pegs = floats[PEGS + 1820 * role + ints[KEPT_SET]] - floats[PEG_MEAN + role]
        total += pegs * slopes
    return total / 46


@inlined
def crib_worth(role: int, mind: Any) -> float:
    """Give the mean of the crib with the throw taken: of the table, and nobs of the throw."""
    ints = mind.ints
    one, other = ints[THROWN], ints[THROWN + 1]
    by_suit = 0
    for place in range(6):
        by_suit += 1 << 4 * (ints[SIX + place] & 3)
    same = 1 if (one ^ other) & 3 == 0 else 0
    worth: float = mind.floats[CRIBS + (2 * role + same) * 169 + (one >> 2) * 13 + (other >> 2)]
    hope = 0
    if one >> 2 == 10:
        hope += ints[NOBS] * (13 - (by_suit >> 4 * (one & 3) & 15))
    if other >> 2 == 10:
        hope += ints[NOBS] * (13 - (by_suit >> 4 * (other & 3) & 15))
    return worth + hope / 46
