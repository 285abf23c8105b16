"""The discard where the game may end in the deal.

Every starter is looked at, with what the own hand counts then, and how likely the opponent's hand
and the crib with this discard have how many points. The play is that of the hand kept, against the
solved play: of all goals that a seat can play for, the one that wins most often.

A seat that plays for a goal does not ask who is the first to get there, nor changes its goal. So
the play of the best discards is searched too, with what comes behind it in the mean over starters:
to the worth of a discard comes what the search makes of it beyond what the goals do with that same
mean.
"""

from __future__ import annotations

from typing import Any

from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import NO_PILE
from pegout.search.best_response import look
from pegout.search.kept_hand import flush_kept, points_with, seen_six, take
from pegout.search.leaf_values import before_crib
from pegout.search.ranges import believe, unseen_ranks, ways_of
from pegout.search.workspace import (
    AHEAD,
    CARDS_LAID,
    COUNTED,
    CRIB_AT,
    CRIB_RATES,
    CRIBS_BY,
    DEALS,
    DECIDED,
    FOUR_OF,
    FREE,
    GOALS,
    HANDS_BY,
    HELD,
    KEPT_CARDS,
    KEPT_SET,
    LATE_THROWS,
    LEAST,
    LEFT,
    MEAN_WINS,
    NEED,
    NO_RANKS,
    NOBS,
    NODE,
    OF_CRIB,
    OF_SOLUTION,
    OTHER_HAND,
    OTHER_NEED,
    OTHER_OUT,
    OTHER_POINT,
    OWN_OUT,
    OWN_POINT,
    PEGGED,
    RACE,
    RACE_NUMBER,
    RACE_VALUES,
    RACE_WINS,
    RACED,
    RACED_HANDS,
    RACES,
    SEEN,
    SETS,
    SHOW_FOUR,
    THOUGHT,
    THROW_POINTS,
    THROW_VALUES,
    THROWN,
    THROWS_MADE,
    TWO_OF,
    WINNING,
    WINS,
    WITHOUT,
)


@inlined
def best_of(mind: Any) -> int:
    """Give the throw with the greatest value; of equals the first."""
    best, most = 0, -1e300
    for throw in range(15):
        if mind.floats[THROW_VALUES + throw] > most + 1e-9:
            best, most = throw, mind.floats[THROW_VALUES + throw]
    return best


@jit
def late_throws(mind: Any) -> None:
    """Find the best throws where the game may end in the deal, from those that look best.

    They stand at ``RACES`` behind it, the best one first, with what they are worth.

    Args:
        mind: the mind, with the values of all throws in it.
    """
    ints, floats = mind.ints, mind.floats
    ints[RACE_NUMBER] = 0
    for _ in range(LATE_THROWS):
        throw = best_of(mind)
        take(throw, mind)
        put_race(throw, late_chance(mind) + DECIDED * floats[THROW_POINTS + throw], mind)
        floats[THROW_VALUES + throw] = -1e300


@jit
def put_race(throw: int, value: float, mind: Any) -> None:
    """Put a throw where it belongs among the best, if it does; of equals the first."""
    ints, floats = mind.ints, mind.floats
    at = ints[RACE_NUMBER]
    while at and value > floats[RACE_VALUES + at - 1] + 1e-9:
        at -= 1
    if at == RACED:
        return
    ints[RACE_NUMBER] = min(RACED, ints[RACE_NUMBER] + 1)
    for later in range(ints[RACE_NUMBER] - 1, at, -1):
        ints[RACES + later] = ints[RACES + later - 1]
        floats[RACE_VALUES + later] = floats[RACE_VALUES + later - 1]
        for wins in range(144):
            floats[RACE_WINS + 144 * later + wins] = floats[RACE_WINS + 144 * (later - 1) + wins]
    ints[RACES + at], floats[RACE_VALUES + at] = throw, value
    for wins in range(144):
        floats[RACE_WINS + 144 * at + wins] = floats[MEAN_WINS + wins]


@jit
def begin_races(mind: Any, solved: Any) -> None:
    """Set a mind to the beginning of the play, whatever is discarded from the six cards."""
    ints, floats = mind.ints, mind.floats
    ints[SEEN] = seen_six(ints)
    ints[CARDS_LAID] = ints[LEAST] = 0
    ints[LEFT] = ints[FREE] = 4
    ints[NODE] = 0 if len(solved.offset) and not ints[WITHOUT] & OF_SOLUTION else -1
    believe(RACED_HANDS, mind, solved)
    ints[WINNING] = 1
    floats[OWN_POINT] = floats[OTHER_POINT] = 0.0
    floats[OWN_OUT], floats[OTHER_OUT] = 1.0, 0.0


@jit
def begin_race(at: int, mind: Any) -> None:
    """Hold the cards that one of the best throws keeps."""
    ints = mind.ints
    take(ints[RACES + at], mind)
    ints[RACE], ints[HELD] = at, NO_RANKS
    for place in range(3, -1, -1):
        ints[HELD] = (ints[HELD] << 4 & 0xFFFF) | ints[KEPT_CARDS + place] >> 2


@jit
def raced(at: int, value: float, mind: Any) -> float:
    """Give what a throw is worth with the play as it was searched."""
    before: float = mind.floats[RACE_VALUES + at]
    return before + value - aimed(RACE_WINS + 144 * at, mind)


@jit
def race_throw(mind: Any, solved: Any) -> int:
    """Search the play behind each of the best throws, and choose one of them; of equals the first.

    Where Python runs it, the search may be another that finds the same.
    """
    ints = mind.ints
    begin_races(mind, solved)
    best, most = 0, -1e300
    for at in range(ints[RACE_NUMBER]):
        begin_race(at, mind)
        searched = look(
            1 if ints[DEALS] else 0, 0, 0, NO_PILE, ints[HELD], ints[NEED], ints[FREE],
            ints[NODE], mind, solved,
        )  # fmt: skip
        value = raced(at, searched, mind)
        if value > most + 1e-9:
            best, most = ints[RACES + at], value
    ints[RACE] = -1
    return best


@jit
def late_chance(mind: Any) -> float:
    """Give the chance of winning with the throw that was taken, over all starters.

    Starters with which the own hand counts alike are taken together, heels apart.
    """
    ints, floats = mind.ints, mind.floats
    foresee_cribs(mind)
    count_each_starter(mind)
    hands = HANDS_BY + (390 if ints[DEALS] else 0)
    total, starters = 0.0, 0
    for at in range(PEGGED * PEGGED):
        floats[MEAN_WINS + at] = 0.0
    for start in range(52):
        points = ints[COUNTED + start]
        if points < 0:
            continue
        for at in range(30):
            floats[OTHER_HAND + at] = 0.0
        for at in range(40):
            floats[CRIB_AT + at] = 0.0
        number, heels = 0, start >> 2 == 10
        for starter in range(start, 52):
            rank = starter >> 2
            if ints[COUNTED + starter] != points or (rank == 10) != heels:
                continue
            number += 1
            ints[COUNTED + starter] = -1
            for at in range(30):
                floats[OTHER_HAND + at] += floats[hands + 30 * rank + at]
            for at in range(40):
                floats[CRIB_AT + at] += floats[CRIBS_BY + 40 * rank + at]
        for at in range(30):
            floats[OTHER_HAND + at] /= number
        for at in range(40):
            floats[CRIB_AT + at] /= number
        total += number * after_cut(points, heels, mind)
        if not heels:
            starters += number
            for at in range(PEGGED * PEGGED):
                floats[MEAN_WINS + at] += number * floats[WINS + at]
    for at in range(PEGGED * PEGGED):
        floats[MEAN_WINS + at] /= starters
    return total / 46


@jit
def count_each_starter(mind: Any) -> None:
    """Write down what the hand kept counts with each starter, -1 where it was dealt."""
    ints = mind.ints
    seen, flush = seen_six(ints), flush_kept(ints)
    for starter in range(52):
        dealt = seen >> starter & 1
        ints[COUNTED + starter] = -1 if dealt else points_with(starter, flush, mind)


@jit
def foresee_cribs(mind: Any) -> None:
    """Find how likely the crib has how many points, by the rank of the starter, with the throw.

    Suits are left to chance: of four jacks one is nobs, and there is no flush.
    """
    ints, floats = mind.ints, mind.floats
    if ints[WITHOUT] & OF_CRIB:
        for rank in range(13):
            for points in range(40):
                floats[CRIBS_BY + 40 * rank + points] = floats[CRIB_RATES + points]
        return
    for at in range(13 * 40):
        floats[CRIBS_BY + at] = 0.0
    one, other = ints[THROWN] >> 2, ints[THROWN + 1] >> 2
    pair, thrown = ints[TWO_OF + one * 13 + other], (1 if one == 10 else 0) + (other == 10)
    rates = THROWS_MADE + (91 if ints[DEALS] else 0)
    total, unseen = 0.0, unseen_ranks(seen_six(ints))
    for at in range(91):
        ranks = ints[SETS + 13 + at]
        ways = ways_of(ranks, 2, unseen)
        low, high = ranks & 15, ranks >> 4 & 15
        weight = floats[rates + at] * ways / (6 if low == high else 16)
        if weight <= 0:
            continue
        total += weight
        shows = SHOW_FOUR + 13 * ints[FOUR_OF + pair * 91 + at]
        nobs = 0.25 * weight * (thrown + (1 if low == 10 else 0) + (1 if high == 10 else 0))
        for rank in range(13):
            place = CRIBS_BY + 40 * rank + ints[shows + rank]
            floats[place] += weight
            if nobs > 0 and rank != 10:
                floats[place] -= nobs
                floats[place + ints[NOBS]] += nobs
    for at in range(13 * 40):
        floats[CRIBS_BY + at] /= total


@jit
def after_cut(points: int, heels: bool, mind: Any) -> float:
    """Give the chance of winning behind a starter, with the best of all goals.

    Args:
        points: what the own hand counts.
        heels: whether the starter is a jack.
        mind: the mind, with the hand of the other and the crib in it.
    """
    ints = mind.ints
    need, other_need = ints[NEED], ints[OTHER_NEED]
    if heels and ints[DEALS]:
        need -= 2
    elif heels:
        other_need -= 2
    if need <= 0 or other_need <= 0:
        return 1.0 if need <= 0 else 0.0
    ints[THOUGHT] += 1
    for own in range(PEGGED):
        win_row(own, points, need, other_need, mind)
    return aimed(WINS, mind)


@jit
def aimed(wins: int, mind: Any) -> float:
    """Give the chance of winning with the hand that was taken, with the best of all goals.

    Args:
        wins: where in the floats the chances stand, by what both have pegged.
        mind: the mind.
    """
    ints, floats = mind.ints, mind.floats
    role = 0 if ints[DEALS] else 1
    start = (role * 1820 + ints[KEPT_SET]) * GOALS * PEGGED * PEGGED
    best = 0.0
    for _ in range(GOALS):
        total = chance = 0.0
        for at in range(PEGGED * PEGGED):
            root = mind.goals[start + at]
            if root:
                # Roots of the chances are what is kept.
                weight = float(root) * float(root)
                total += weight
                chance += weight * floats[wins + at]
        best = max(best, chance / total)
        start += PEGGED * PEGGED
    return best


@jit
def win_row(own: int, points: int, need: int, other_need: int, mind: Any) -> None:
    """Write down the chances of winning behind the play, by what the other has pegged.

    Args:
        own: what the own seat has pegged.
        points: what its hand counts.
        need: what it needed before the play.
        other_need: what the other needed.
        mind: the mind, with the hand of the other and the crib in it.
    """
    ints, floats = mind.ints, mind.floats
    row = WINS + own * PEGGED
    if own >= need:
        for pegged in range(PEGGED):
            # Who of two was the first is left to chance.
            floats[row + pegged] = 0.5 if pegged >= other_need else 1.0
        return
    left = need - own - points
    for other in range(1, other_need + 1):
        if left <= 0:
            floats[AHEAD + other] = 1.0
        elif ints[DEALS]:
            floats[AHEAD + other] = before_crib(left, other, mind)
        else:
            floats[AHEAD + other] = 1 - before_crib(other, left, mind)
    for pegged in range(PEGGED):
        chance, other = 0.0, other_need - pegged
        if left <= 0 and not ints[DEALS] and other > 0:
            # The pone counts first.
            chance = 1.0
        else:
            for count in range(min(other, 30)):
                chance += floats[OTHER_HAND + count] * floats[AHEAD + other - count]
        floats[row + pegged] = chance
