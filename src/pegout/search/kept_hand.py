"""What a discard of two from six keeps, and what that counts with the starters."""

from __future__ import annotations

from typing import Any

from pegout.kernel.jit import inlined, jit
from pegout.kernel.show import suited
from pegout.search.ranges import unseen_of
from pegout.search.workspace import (
    FOUR_OF,
    HAND_POINTS,
    KEPT_AT,
    KEPT_CARDS,
    KEPT_SET,
    NOBS,
    SHOW_FOUR,
    SIX,
    STARTERS,
    THROWN,
    THROWN_AT,
    TWO_OF,
)


@inlined
def seen_six(ints: Any) -> int:
    """Give the six cards dealt, a bit for each."""
    seen = 0
    for place in range(6):
        seen |= 1 << ints[SIX + place]
    return seen


@jit
def take(throw: int, mind: Any) -> None:
    """Write down a throw, what it keeps, and the number of the ranks of that."""
    ints = mind.ints
    thrown, kept = THROWN_AT + 2 * throw, KEPT_AT + 4 * throw
    for place in range(2):
        ints[THROWN + place] = ints[SIX + ints[thrown + place]]
    for place in range(4):
        ints[KEPT_CARDS + place] = ints[SIX + ints[kept + place]]
    pair = ints[TWO_OF + (ints[KEPT_CARDS] >> 2) * 13 + (ints[KEPT_CARDS + 1] >> 2)]
    other = ints[TWO_OF + (ints[KEPT_CARDS + 2] >> 2) * 13 + (ints[KEPT_CARDS + 3] >> 2)]
    ints[KEPT_SET] = ints[FOUR_OF + pair * 91 + other]


@inlined
def flush_kept(ints: Any) -> bool:
    """Whether the hand kept is of one suit."""
    same: bool = suited(
        ints[KEPT_CARDS], ints[KEPT_CARDS + 1], ints[KEPT_CARDS + 2], ints[KEPT_CARDS + 3]
    )
    return same


@jit
def points_with(starter: int, flush: bool, mind: Any) -> int:
    """Count the hand kept with a starter.

    Args:
        starter: the starter.
        flush: whether the hand is of one suit.
        mind: the mind.
    """
    ints = mind.ints
    points: int = ints[SHOW_FOUR + ints[KEPT_SET] * 13 + (starter >> 2)]
    if flush:
        points += 5 if (ints[KEPT_CARDS] ^ starter) & 3 == 0 else 4
    jack = 40 | starter & 3
    for place in range(4):
        if ints[KEPT_CARDS + place] == jack:
            points += ints[NOBS]
    return points


@jit
def count_starters(seen: int, mind: Any) -> None:
    """Write down with how many starters the hand kept counts how many points.

    Args:
        seen: the cards dealt, a bit for each.
        mind: the mind, with the throw taken.
    """
    ints = mind.ints
    for points in range(HAND_POINTS):
        ints[STARTERS + points] = 0
    flush, jacks = flush_kept(ints), False
    for place in range(4):
        jacks = jacks or ints[KEPT_CARDS + place] >> 2 == 10
    if not flush and not jacks:
        # Suits do not matter.
        shows = SHOW_FOUR + ints[KEPT_SET] * 13
        for rank in range(13):
            ints[STARTERS + ints[shows + rank]] += unseen_of(rank, seen)
        return
    for starter in range(52):
        if not seen >> starter & 1:
            ints[STARTERS + points_with(starter, flush, mind)] += 1
