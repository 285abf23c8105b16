"""Choosing a card, by the solved play or by the best response against the opponent's range.

Where Python runs it, the search may be another that finds the same; so choosing has three parts.
"""

from __future__ import annotations

from typing import Any

from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import NO_PILE
from pegout.kernel.pegging import pile_score
from pegout.search.best_response import look
from pegout.search.history import follow, node_after, ranks_below, shares_at, without
from pegout.search.leaf_values import foresee_crib, foresee_show
from pegout.search.ranges import believe, believe_discards, held_size
from pegout.search.workspace import (
    BY_CHANCES,
    BY_SEARCH,
    CHANCES,
    COUNT_NOW,
    EXPECTED,
    FREE,
    HELD,
    LATE,
    MOST_HANDS,
    NEED,
    NODE,
    OTHER_NEED,
    OTHER_OUT,
    OTHER_POINT,
    OWN_CHOICES,
    OWN_OUT,
    OWN_POINT,
    PEBBLE,
    PILE_NOW,
    POINT,
    SILENT,
    SLACK,
    THOUGHT,
    VALUES_OF,
    WINNING,
)


@jit
def think(way: int, mind: Any, solved: Any) -> int:
    """Choose a rank to lay, of two or more that fit.

    Args:
        way: one of the ways to think.
        mind: the mind, with the position in it.
        solved: the solved play.

    Returns:
        The rank; or -1 when it is to be drawn with shares of the solved play, which are then
        written down at ``EXPECTED``, by place in the hand.
    """
    if not begin(way, mind, solved):
        return -1
    weigh(mind, solved)
    return settle(mind, solved)


@jit
def begin(way: int, mind: Any, solved: Any) -> bool:
    """Follow the play, and find what the other may hold and what counts.

    Args:
        way: one of the ways to think.
        mind: the mind, with the position in it.
        solved: the solved play.

    Returns:
        Whether there is something to search. If not, the solved play decides: its shares stand at
        ``EXPECTED``.
    """
    ints, floats = mind.ints, mind.floats
    follow(mind, solved)
    winning = way == BY_CHANCES and ints[CHANCES] != 0
    own, count = ints[HELD], ints[COUNT_NOW]
    size = held_size(own)
    mixes = way != BY_SEARCH and not winning
    if mixes and shares_at(ints[NODE], own, size, count, EXPECTED, mind, solved):
        return False
    late = 5 if winning and max(ints[NEED], ints[OTHER_NEED]) <= LATE else 0
    believe(ints[MOST_HANDS + late + size], mind, solved)
    ints[FREE] = ints[OWN_CHOICES + late + size]
    if winning:
        ints[WINNING] = 1
        ints[THOUGHT] += 1
        foresee_show(mind)
        believe_discards(mind)
        foresee_crib(mind)
        floats[OWN_POINT] = floats[OTHER_POINT] = 0.0
        floats[OWN_OUT], floats[OTHER_OUT] = 1.0, 0.0
    else:
        ints[WINNING] = 0
        point = floats[POINT]
        floats[OWN_POINT], floats[OTHER_POINT] = point, -point
        floats[OWN_OUT], floats[OTHER_OUT] = 60 * point, -60 * point
    return True


@inlined
def points_of(place: int, mind: Any) -> int:
    """Give what a card of the own hand scores now."""
    ints = mind.ints
    rank = ints[HELD] >> 4 * place & 15
    longer = (ints[PILE_NOW] << 4 | rank) & NO_PILE
    return pile_score(longer, ints[COUNT_NOW] + min(rank + 1, 10), mind.ends)


@inlined
def lays_anew(place: int, mind: Any) -> bool:
    """Tell whether a card of the own hand fits, and is not like the one before it."""
    own = mind.ints[HELD]
    rank = own >> 4 * place & 15
    if rank >= ranks_below(mind.ints[COUNT_NOW]):
        return False
    return place == 0 or rank != own >> 4 * (place - 1) & 15


@jit
def weigh(mind: Any, solved: Any) -> None:
    """Search behind each card that fits, and write down at ``VALUES_OF`` what it is worth."""
    ints, floats = mind.ints, mind.floats
    own, count, silent = ints[HELD], ints[COUNT_NOW], ints[SILENT]
    for place in range(4):
        floats[VALUES_OF + place] = 0.0
        if not lays_anew(place, mind):
            continue
        rank, points = own >> 4 * place & 15, points_of(place, mind)
        value = floats[OWN_POINT] * points
        if points >= ints[NEED]:
            value += floats[OWN_OUT]
        else:
            after = count + min(rank + 1, 10)
            longer = (ints[PILE_NOW] << 4 | rank) & NO_PILE
            value += look(
                2 if after == 31 else (0 if silent else 1), silent, after, longer,
                without(own, place), ints[NEED] - points, ints[FREE] - 1,
                node_after(ints[NODE], rank, solved), mind, solved,
            )  # fmt: skip
        floats[VALUES_OF + place] = value


@jit
def settle(mind: Any, solved: Any) -> int:
    """Choose by what the cards are worth; gives what :func:`think` does."""
    ints, floats = mind.ints, mind.floats
    own: int = ints[HELD]
    best: int = own & 15
    most = -1e300
    for place in range(4):
        if lays_anew(place, mind):
            value = floats[VALUES_OF + place]
            # Of equals the one that scores now, and then the highest, whatever sums are rounded to.
            if ints[WINNING]:
                value += PEBBLE * points_of(place, mind)
            if value >= most - 1e-9:
                best, most = own >> 4 * place & 15, value
    if ints[WINNING] and keep_close(own, held_size(own), ints[COUNT_NOW], most, mind, solved):
        return -1
    return best


@inlined
def keep_close(own: int, size: int, count: int, most: float, mind: Any, solved: Any) -> bool:
    """Leave of the solved play the ranks whose chance of winning is close to the best.

    Against whoever does not play as it was foreseen the solved play is the safer, so it decides
    between chances that differ by less than the search knows.

    Returns:
        Whether any are left; their shares stand at ``EXPECTED``.
    """
    floats = mind.floats
    if not shares_at(mind.ints[NODE], own, size, count, EXPECTED, mind, solved):
        return False
    total = 0.0
    for place in range(4):
        if floats[VALUES_OF + place] < most - floats[SLACK]:
            floats[EXPECTED + place] = 0.0
        total += floats[EXPECTED + place]
    if total == 0:
        return False
    for place in range(4):
        floats[EXPECTED + place] /= total
    return True


@jit
def drawn_rank(ranks: int, chance: float, mind: Any) -> int:
    """Draw a rank with the shares at ``EXPECTED``, by a number from 0 to 1."""
    floats = mind.floats
    found: int = ranks & 15
    for place in range(4):
        share = floats[EXPECTED + place]
        if share > 0:
            found = ranks >> 4 * place & 15
            if chance < share:
                return found
            chance -= share
    return found
