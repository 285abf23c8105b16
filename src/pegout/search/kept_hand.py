"""The hand that a discard of two from six keeps, and its points with the starters."""

from __future__ import annotations

from typing import Any

from pegout.kernel.jit import inlined, jit
from pegout.kernel.show import suited
from pegout.search.hands import EMPTY, FIRST_FOUR, more_of, shows_of
from pegout.search.ranges import unseen_of
from pegout.search.workspace import HAND_POINTS
from pegout.tables.rank_sets import JACK

__all__ = ["count_starters", "flush_kept", "kept_ranks", "points_with", "seen_six", "take"]

#: The index of the first card kept, after the two discarded.
KEPT = 2


@inlined
def seen_six(dealt: Any) -> int:
    """Return the six cards dealt as a bit set."""
    seen = 0
    for place in range(6):
        seen |= 1 << int(dealt[place])
    return seen


@jit
def take(discard: int, dealt: Any, table: Any, sets: Any) -> None:
    """Write a discard to the workspace by its number, with the hand kept and its set number."""
    four = EMPTY
    for place in range(2):
        table.cards[place] = int(dealt[table.places[2 * discard + place]])
    for place in range(4):
        card = int(dealt[table.kept[4 * discard + place]])
        table.cards[KEPT + place] = card
        four = more_of(four, card >> 2, sets)
    table.four[0] = four - FIRST_FOUR


@inlined
def kept_ranks(table: Any) -> int:
    """Return the ranks of the cards kept."""
    ranks = 0
    for place in range(4):
        ranks |= table.cards[KEPT + place] >> 2 << 4 * place
    return ranks


@inlined
def flush_kept(table: Any) -> bool:
    """Return whether the hand kept is of one suit."""
    same: bool = suited(
        table.cards[KEPT], table.cards[KEPT + 1], table.cards[KEPT + 2], table.cards[KEPT + 3]
    )
    return same


@jit
def points_with(starter: int, flush: bool, table: Any, sets: Any, nobs: int) -> int:
    """Count the hand kept with a starter.

    Args:
        starter: the starter.
        flush: whether the hand is of one suit.
        table: the discard.
        sets: the sets of ranks.
        nobs: the points for nobs.
    """
    points = shows_of(table.four[0], starter >> 2, sets)
    if flush:
        points += 5 if (table.cards[KEPT] ^ starter) & 3 == 0 else 4
    jack = 4 * JACK | starter & 3
    for place in range(4):
        if table.cards[KEPT + place] == jack:
            points += nobs
    return points


@jit
def count_starters(seen: int, table: Any, sets: Any, nobs: int) -> None:
    """Count the starters by the points of the hand kept.

    Args:
        seen: the cards dealt, as a bit set.
        table: the discard, taken.
        sets: the sets of ranks.
        nobs: the points for nobs.
    """
    for points in range(HAND_POINTS):
        table.starters[points] = 0
    flush, jacks = flush_kept(table), False
    for place in range(4):
        jacks = jacks or table.cards[KEPT + place] >> 2 == JACK
    if not flush and not jacks:
        # Suits do not matter.
        for rank in range(13):
            table.starters[shows_of(table.four[0], rank, sets)] += unseen_of(rank, seen)
        return
    for starter in range(52):
        if not seen >> starter & 1:
            table.starters[points_with(starter, flush, table, sets, nobs)] += 1
