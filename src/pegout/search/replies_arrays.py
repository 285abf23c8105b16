"""The expected replies to cards, and the heuristic values of the cards, on many lines at once.

The array form of :mod:`pegout.search.replies`, with the same results to the last bit.
"""

from typing import NamedTuple

import numpy as np

from pegout.kernel.heuristic import heuristic_value
from pegout.kernel.layout import GO, NO_PILE
from pegout.kernel.pegging_arrays import pile_scores
from pegout.kernel.score_tables import Array
from pegout.search.play_arrays import ranks_below, values_of


class HeuristicArrays(NamedTuple):
    """The tables of heuristic values as arrays; see :class:`pegout.search.workspace.Heuristic`."""

    ends: Array  # the scores of the last five cards of a pile
    means: Array  # float64[13], the average number of cards of each rank in a kept hand
    fits: Array  # float64[11], the fraction of its cards with at most this value


def answer_worth(pile: Array, count: Array, heuristic: HeuristicArrays) -> Array:
    """Return four times the expected points of a random card of a kept hand on piles."""
    total = np.zeros(len(pile))
    gone = pile[:, None] >> np.arange(0, 32, 4) & 15
    for rank in range(13):
        longer = (pile << 4 | rank) & NO_PILE
        points = pile_scores(longer, count + min(rank + 1, 10), heuristic.ends)
        left = 4 - (gone == rank).sum(axis=1)
        total += np.where(rank < ranks_below(count), heuristic.means[rank] * left * points, 0)
    return total * 0.25


def card_value(
    rank: Array, count: Array, pile: Array, held: Array, heuristic: HeuristicArrays
) -> Array:
    """Return float64[n], the points of cards, less the expected reply from ``held`` cards.

    Args:
        held: int64[n], the number of cards that may reply; 0 if the opponent has said go.
    """
    after = count + values_of(rank)
    longer = (pile << 4 | rank) & NO_PILE
    points = pile_scores(longer, after, heuristic.ends)
    silent = 1 - heuristic.fits[np.where(after > 21, 31 - after, 0)]
    alone = np.where((after > 21) & (held > 0), GO, 0)
    for index in range(4):
        alone = np.where(index < held, alone * silent, alone)
    return heuristic_value(points, held, answer_worth(longer, after, heuristic), 4, alone)
