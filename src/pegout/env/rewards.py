"""Zero-sum rewards for any number of sides, which are the last axis of the arrays."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def zero_sum(gained: NDArray[Any]) -> NDArray[np.float32]:
    """Return the gain of each side less the mean gain of the other sides.

    With two sides this is the difference. With three, the mean of the others, rather than the best
    of them, makes the sum zero.

    >>> zero_sum(np.array([2, 0])).tolist(), zero_sum(np.array([4, 2, 0])).tolist()
    ([2.0, -2.0], [3.0, 0.0, -3.0])
    """
    points = gained.astype(np.float32)
    others = points.sum(axis=-1, keepdims=True) - points
    rewards: NDArray[np.float32] = points - others / np.float32(points.shape[-1] - 1)
    return rewards


def shares_of(won: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Return the share of each side in a game: 1 divided among the winners, -1 among the losers.

    >>> shares_of(np.array([[True, False, False], [True, True, False]])).tolist()
    [[1.0, -0.5, -0.5], [0.5, 0.5, -1.0]]
    """
    wins = won.astype(np.float32)
    winners = wins.sum(axis=-1, keepdims=True)
    shares: NDArray[np.float32] = wins / winners - (1 - wins) / (wins.shape[-1] - winners)
    return shares
