"""Many hands at once: their ranks, the cards that fit, and their solved strategies."""

from typing import Any, Final

import numpy as np

from pegout.kernel.score_tables import Array
from pegout.loading import load_once
from pegout.search.hands import FIRST_PAIR, FIRST_TRIPLE, Hands, every_hand
from pegout.tables.play_strategy import SolvedPlay

_TYPES: Final = (np.int64, np.int16, np.int16, np.int8)
_SHIFTS: Final = np.array([0, 4, 8, 12])


@load_once
def hand_arrays() -> Hands:
    """Return the sets of ranks in arrays, for compiled code and for many hands at once."""
    return Hands(*[np.array(part, kind) for part, kind in zip(every_hand(), _TYPES, strict=True)])


def spread_of(ranks: Any) -> Array:
    """Return the four ranks of hands along a new last axis; 15 for none."""
    spread: Array = np.asarray(ranks)[..., None] >> _SHIFTS & 15
    return spread


def fitting(spread: Array, limit: Array) -> Array:
    """Return for each position of hands whether its rank fits and occurs there first."""
    fits: Array = spread < limit[..., None]
    fits[..., 1:] &= spread[..., 1:] != spread[..., :-1]
    return fits


class SolvedShares:
    """The solved strategies of many hands, as :func:`pegout.search.history.shares_at` for one."""

    def __init__(self, solved: SolvedPlay) -> None:
        self._offset, self._weights = np.asarray(solved.offset), np.asarray(solved.weights)
        self._more = hand_arrays().more.reshape(-1, 13)

    def of(self, node: Array, spread: Array, fits: Array, size: int) -> Array:
        """Return the solved strategies of hands of a size.

        Args:
            spread: int64[m, 4], the hands; two ranks of each fit.

        Returns:
            float64[m, 4]; each row sums to 1, or is 0 where the strategy is unknown.
        """
        weights, offset = self._weights, self._offset[node]
        if size == 2:
            low, high = spread[:, 0], spread[:, 1]
            lower = weights[offset + high * (high - 1) // 2 + low]
            shares = np.zeros(spread.shape)
            known = lower != 255
            shares[known, 0] = lower[known] / 254
            shares[known, 1] = 1 - shares[known, 0]
            return shares
        marks = np.zeros(spread.shape)
        for index in range(size):
            rest = np.delete(spread[:, :size], index, axis=1)
            left = self._more[1 + rest[:, 0], rest[:, 1]]
            if size == 3:
                number = spread[:, index] * 91 + left - FIRST_PAIR
            else:
                number = spread[:, index] * 455 + self._more[left, rest[:, 2]] - FIRST_TRIPLE
            rows = fits[:, index]
            marks[rows, index] = weights[offset[rows] + number[rows]]
        marks /= np.maximum(marks.sum(axis=1, keepdims=True), 1)
        return marks
