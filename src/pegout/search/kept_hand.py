"""The hand that a discard of two from six keeps, and its points with the starters."""

from typing import Any

from pegout.kernel.jit import inlined, jit
from pegout.kernel.show import suited
from pegout.search.hands import EMPTY, FIRST_FOUR, more_of, shows_of
from pegout.search.workspace import HAND_POINTS
from pegout.tables.rank_sets import JACK

#: The index of the first card kept, after the two discarded.
KEPT = 2


@inlined
def seen_six(dealt: Any) -> int:
    """Return the six cards dealt as a bit set."""
    seen = 0
    for index in range(6):
        seen |= 1 << int(dealt[index])
    return seen


@jit
def take(discard: int, dealt: Any, table: Any, sets: Any) -> None:
    """Write a discard to the workspace by its number, with the hand kept and its set number."""
    four = EMPTY
    for index in range(2):
        table.cards[index] = int(dealt[table.positions[2 * discard + index]])
    for index in range(4):
        card = int(dealt[table.kept[4 * discard + index]])
        table.cards[KEPT + index] = card
        four = more_of(four, card >> 2, sets)
    table.four[0] = four - FIRST_FOUR


@inlined
def flush_kept(table: Any) -> bool:
    """Return whether the hand kept is of one suit."""
    same: bool = suited(
        table.cards[KEPT], table.cards[KEPT + 1], table.cards[KEPT + 2], table.cards[KEPT + 3]
    )
    return same


@jit
def points_with(starter: int, flush: bool, table: Any, sets: Any, nobs: int) -> int:
    """Count the hand kept with a starter."""
    points = shows_of(table.four[0], starter >> 2, sets)
    if flush:
        points += 5 if (table.cards[KEPT] ^ starter) & 3 == 0 else 4
    jack = 4 * JACK | starter & 3
    for index in range(4):
        if table.cards[KEPT + index] == jack:
            points += nobs
    return points


@jit
def count_starters(seen: int, unseen: int, table: Any, sets: Any, nobs: int) -> int:
    """Count the starters by the points of the hand kept."""
    starters, four, total = table.starters, table.four[0], 0
    for points in range(HAND_POINTS):
        starters[points] = 0
    if flush_kept(table):
        for starter in range(52):
            if not seen >> starter & 1:
                points = points_with(starter, True, table, sets, nobs)
                starters[points] += 1
                total += points
        return total
    for rank in range(13):
        points, number = shows_of(four, rank, sets), unseen >> 4 * rank & 15
        starters[points] += number
        total += points * number
    for index in range(4):
        card = table.cards[KEPT + index]
        if card >> 2 == JACK:
            # The points of nobs with each starter of the suit of a jack.
            for rank in range(13):
                if not seen >> 4 * rank + (card & 3) & 1:
                    points = shows_of(four, rank, sets)
                    starters[points] -= 1
                    starters[points + nobs] += 1
                    total += nobs
    return total
