"""The chance of winning between two strategies that differ, from deals of one against the other.

Contestant 0 and 1 deal by turns. Like :mod:`pegout.solver.backward_induction`, but who deals
matters for more than the crib, so there are two chances for each score; and what a single deal
brings can be told with other deals than those from which the chances come.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pegout.kernel.score_tables import Array
from pegout.solver.deal_paths import DealSums

__all__ = ["after_deal", "solve_pair"]


def solve_pair(sums: Sequence[DealSums], most: int = 121) -> Array:
    """Solve a game of two whose strategies differ.

    Args:
        sums: how deals run that contestant 0 deals, and that contestant 1 does.
        most: the largest need.

    Returns:
        float64[2, most + 1, most + 1], the chance of contestant 0 to win at the start of a deal, by
        who deals and what contestant 0 and contestant 1 need. Where one needs nothing it is 0.

    >>> from pegout.solver.deal_paths import exact_sums
    >>> twice = exact_sums([(0, 0, 2, (0,), 1), (1, 0, 1, (2,), 1)], [((2, 1), 1)])
    >>> nothing = exact_sums([(0, 0, 1, (0,), 1)], [((1, 0), 1)])
    >>> solve_pair([twice, nothing], 3)[:, 3, 3].tolist()
    [1.0, 0.0]
    """
    values = _within_deal(sums, most)
    ends = _ends(sums, most)
    for together in range(2, 2 * most + 1):
        for one in range(max(1, together - most), min(most, together - 1) + 1):
            other = together - one
            for dealer in (0, 1):
                weights = ends[dealer][:one, :other]
                width, height = weights.shape
                after = values[
                    1 - dealer, one - width + 1 : one + 1, other - height + 1 : other + 1
                ]
                values[dealer, one, other] += np.vdot(weights, after[::-1, ::-1])
    return values


def after_deal(sums: Sequence[DealSums], values: Array) -> Array:
    """Give what the chances come to behind one deal, on average over some deals.

    Args:
        sums: as for :func:`solve_pair`; any deals, played in any way.
        values: float64[2, n, n], chances of contestant 0 at the start of the next deal, by who
            deals it and what contestant 0 and contestant 1 need.

    Returns:
        float64[2, n, n], the same before the deal. With the deals from which the chances were
        solved these come out again.
    """
    most = values.shape[1] - 1
    found = _within_deal(sums, most)
    for dealer, ends in enumerate(_ends(sums, most)):
        for own, gained in zip(*np.nonzero(ends), strict=True):
            found[dealer, own + 1 :, gained + 1 :] += (
                ends[own, gained] * values[1 - dealer, 1 : most + 1 - own, 1 : most + 1 - gained]
            )
    return found


def _within_deal(sums: Sequence[DealSums], most: int) -> Array:
    """Give how often contestant 0 wins in the deal that either deals."""
    values = np.zeros((2, most + 1, most + 1))
    for dealer, found in enumerate(sums):
        # Contestant 0 is side 0 of its own deals, and side 1 of the other's.
        came = found.reached[dealer, 1 : most + 1, :most, 0].cumsum(axis=1) / found.deals
        values[dealer, 1:, 1:] = came
    return values


def _ends(sums: Sequence[DealSums], most: int) -> list[Array]:
    """Give how often a deal brings contestant 0 and contestant 1 so many points, by who deals."""
    cut = [found.ends[:most, :most, 0] / found.deals for found in sums]
    both = [cut[0], cut[1].T]
    lengths = [
        [int(np.flatnonzero(one.any(axis=1 - axis)).max(initial=0)) + 1 for axis in (0, 1)]
        for one in both
    ]
    return [one[:width, :height] for one, (width, height) in zip(both, lengths, strict=True)]
