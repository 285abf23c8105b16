"""Scores of the last cards of many piles, from a table over the last five cards."""

from typing import Final

import numpy as np

from pegout.kernel.layout import LONGER
from pegout.kernel.score_tables import Array, ends_of
from pegout.loading import load_once

#: The cards of the longest run of the play, A 2 3 4 5 6 7.
_LONGEST: Final = 7


@load_once
def ends_of_five(runs: bool) -> Array:
    """Return the scores of the last five cards of a pile, which decide most piles.

    Returns:
        int8[16 ** 5], indexed by five ranks as :func:`pegout.kernel.score_tables.ends_of` is by
        three; plus ``LONGER`` where earlier cards may change the score.

    >>> ends_of_five(True)[0xF3544].item(), ends_of_five(True)[0x12354].item()
    (2, 69)
    """
    piles = np.arange(1 << 20)
    ends: Array = ends_of(runs)[piles & 0xFFF]
    longer = np.flatnonzero(ends >= LONGER)
    ends[longer] = _extended(piles[longer], ends[longer] - LONGER, 3, 5)
    return ends


def pile_scores(pile: Array, count: Array, ends: Array) -> Array:
    """Count the last cards of piles, as :func:`pegout.kernel.pegging.pile_score` does.

    Args:
        pile: int64[n], the piles, four bits a card, the last card lowest, 15 for no card.

    >>> pile_scores(np.array([0xFFFF354]), np.array([15]), ends_of_five(True))
    array([5])
    """
    points: Array = ends.take(pile & 0xFFFFF).astype(np.int64)
    longer = np.flatnonzero(points >= LONGER)
    if len(longer):
        points[longer] = _extended(pile[longer], points[longer] - LONGER, 5, _LONGEST)
    points += 2 * ((count == 15) | (count == 31))
    return points


def _extended(pile: Array, points: Array, known: int, cards: int) -> Array:
    """Count piles by their last ``cards`` ranks, given the points of the last ``known``."""
    last, seen, fresh = pile & 15, np.zeros(len(pile), np.int64), np.ones(len(pile), bool)
    for length in range(1, cards + 1):
        rank = pile >> 4 * (length - 1) & 15
        fresh &= (rank < 13) & (seen >> rank & 1 == 0)
        seen |= 1 << rank
        if length > known:
            # Consecutive bits plus the lowest of them are a power of two.
            points[fresh & ((seen + (seen & -seen)) & seen == 0)] = length
    if known == 3:
        points[(last == pile >> 4 & 15) & (last == pile >> 12 & 15)] = 12
    if cards < _LONGEST:
        points[fresh & (seen < (seen & -seen) << _LONGEST)] += LONGER
    return points
