"""Win probability between two different strategies, from deals of one against the other.

Contestants 0 and 1 deal in turn. The method is that of :mod:`pegout.solver.backward_induction`. But
the deal here matters for more than the crib, because the two strategies differ. So each score has
two probabilities, one for each dealer. The value of a single deal can also be averaged over other
deals than those that the probabilities come from.
"""

from collections.abc import Sequence

import numpy as np

from pegout.kernel.score_tables import Array
from pegout.solver.deal_paths import DealSums


def solve_pair(sums: Sequence[DealSums], maximum: int = 121) -> Array:
    """Solve a game of two players whose strategies differ.

    Returns:
        float64[2, most + 1, most + 1], the win probability of contestant 0 at the start of a deal,
        by the dealer and by the needs of contestant 0 and contestant 1. It is 0 where a need is 0.

    >>> from pegout.solver.deal_paths import exact_sums
    >>> twice = exact_sums([(0, 0, 2, (0,), 1), (1, 0, 1, (2,), 1)], [((2, 1), 1)])
    >>> nothing = exact_sums([(0, 0, 1, (0,), 1)], [((1, 0), 1)])
    >>> solve_pair([twice, nothing], 3)[:, 3, 3].tolist()
    [1.0, 0.0]
    """
    values = _within_deal(sums, maximum)
    ends = _ends(sums, maximum)
    for together in range(2, 2 * maximum + 1):
        for first in range(max(1, together - maximum), min(maximum, together - 1) + 1):
            second = together - first
            for dealer in (0, 1):
                weights = ends[dealer][:first, :second]
                width, height = weights.shape
                after = values[
                    1 - dealer, first - width + 1 : first + 1, second - height + 1 : second + 1
                ]
                values[dealer, first, second] += np.vdot(weights, after[::-1, ::-1])
    return values


def after_deal(sums: Sequence[DealSums], values: Array) -> Array:
    """Return the win probability before a deal, from that after it and a sample of deals.

    Returns:
        float64[2, n, n], the same before the deal. With the deals that the probabilities were
        solved from, the result equals ``values``.
    """
    maximum = values.shape[1] - 1
    wins = _within_deal(sums, maximum)
    for dealer, ends in enumerate(_ends(sums, maximum)):
        for own, gained in zip(*np.nonzero(ends), strict=True):
            wins[dealer, own + 1 :, gained + 1 :] += (
                ends[own, gained]
                * values[1 - dealer, 1 : maximum + 1 - own, 1 : maximum + 1 - gained]
            )
    return wins


def _within_deal(sums: Sequence[DealSums], maximum: int) -> Array:
    """Return how often contestant 0 wins within the deal, by the dealer."""
    values = np.zeros((2, maximum + 1, maximum + 1))
    for dealer, deals in enumerate(sums):
        # Contestant 0 is side 0 of its own deals, and side 1 of the opponent's.
        came = deals.reached[dealer, 1 : maximum + 1, :maximum, 0].cumsum(axis=1) / deals.deals
        values[dealer, 1:, 1:] = came
    return values


def _ends(sums: Sequence[DealSums], maximum: int) -> list[Array]:
    """Return how often a deal scores so many points for contestants 0 and 1, by the dealer."""
    cut = [deals.ends[:maximum, :maximum, 0] / deals.deals for deals in sums]
    both = [cut[0], cut[1].T]
    lengths = [
        [int(np.flatnonzero(ends.any(axis=1 - axis)).max(initial=0)) + 1 for axis in (0, 1)]
        for ends in both
    ]
    return [ends[:width, :height] for ends, (width, height) in zip(both, lengths, strict=True)]
