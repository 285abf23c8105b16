"""Scores of the last cards of many piles, from a table over the last five cards."""

from __future__ import annotations

from typing import Final

import numpy as np

from pegout.kernel.layout import LONGER
from pegout.kernel.score_tables import Array

_RANKS: Final = 13


def pile_scores(pile: Array, count: Array, ends: Array) -> Array:
    """Count the last cards of piles, as :func:`pegout.kernel.pegging.pile_score` does.

    Args:
        pile: int64[n], the piles, four bits a card, the last card lowest, 15 for no card.
        count: int64[n], the counts, including the last cards.
        ends: the table of :func:`pegout.kernel.score_tables.ends_of` over five cards.

    Returns:
        int64[n].

    >>> from pegout.kernel.score_tables import ends_of
    >>> pile_scores(np.array([0xFFFF354]), np.array([15]), ends_of(True, 5))
    array([5])
    """
    points: Array = ends.take(pile & 0xFFFFF).astype(np.int64)
    longer = np.flatnonzero(points >= LONGER)
    if len(longer):
        points[longer] = _long_runs(pile[longer], points[longer] - LONGER)
    points += 2 * ((count == 15) | (count == 31))
    return points


def _long_runs(pile: Array, points: Array) -> Array:
    """Count the last cards of piles whose last five ranks differ: a run may be longer."""
    points, seen, fresh = points.copy(), np.zeros(len(pile), np.int64), np.ones(len(pile), bool)
    # No run of the play is longer than seven cards, A 2 3 4 5 6 7.
    for length in range(1, 8):
        rank = pile >> 4 * (length - 1) & 15
        fresh &= (rank < _RANKS) & (seen >> rank & 1 == 0)
        seen |= 1 << rank
        if length > 5:
            points[fresh & ((seen + (seen & -seen)) & seen == 0)] = length
    return points
