"""The probabilities in the table of pegging goals."""

import numpy as np

from pegout.kernel.score_tables import Array


def chances_of(roots: Array) -> Array:
    """Return the probabilities that roots encode; they sum to 1 over the last axis."""
    squares = np.square(roots.astype(np.float64))
    return np.asarray(squares / squares.sum(axis=-1, keepdims=True))
