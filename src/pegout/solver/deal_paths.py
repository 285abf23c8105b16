"""The course of deals over the board: each pegged point, with the other sides' points at that time.

A win probability needs nothing else from a deal. A side that needs ``n`` points wins within the
deal if it reaches its ``n``-th point before any other side reaches its need. If no side does, the
game continues from the scores at the end of the deal. :mod:`pegout.solver.backward_induction` turns
these sums into win probabilities.

:func:`sums_of_paths` computes the sums from played deals. :func:`exact_sums` computes them from an
enumeration of all deals, each with its weight.
"""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import numpy as np

from pegout.errors import PegoutError
from pegout.kernel.jit import compiled
from pegout.kernel.score_tables import Array
from pegout.simulation.games import Trace
from pegout.solver.backward_induction_loops import sum_paths
from pegout.tables.score_distributions import Parts, no_parts

#: One more than the largest score in a deal that is distinguished, by the number of sides. Larger
#: scores count as the largest, which is correct for every need up to it.
SIZES: Final = {2: 128, 3: 64}


class SumsError(PegoutError):
    """Sums that no deals can have.

    Attributes:
        code: ``bad_sums``.
    """


class DealSums(NamedTuple):
    """Counts of the course of deals. Side 0 deals; the others sit to its left in order.

    Attributes:
        deals: the number of deals, or their total weight.
        reached: int64[sides, size, size, size or with two sides 1]: how often a side reached a
            score of 1 or more in the deal, by that score, the score of the next side and, with
            three sides, the score of the one after that. It is float64 if the weights are no whole
            numbers.
        ends: int64[size, size, size or 1]: how often the deal ended with these scores.
    """

    deals: Any
    reached: Array
    ends: Array

    @property
    def sides(self) -> int:
        """The number of sides."""
        return len(self.reached)


def no_sums(sides: int, dtype: Any = np.int64) -> DealSums:
    """Return the sums of no deals, to which others can be added.

    >>> no_sums(2).reached.shape, no_sums(3).ends.shape
    ((2, 128, 128, 1), (64, 64, 64))
    """
    size = SIZES[sides]
    more = size if sides == 3 else 1
    return DealSums(
        0, np.zeros((sides, size, size, more), dtype), np.zeros((size, size, more), dtype)
    )


def sums_of_paths(trace: Trace, sides: int, into: DealSums | None = None) -> DealSums:
    """Add up the course of played deals.

    Args:
        trace: the deals, from :func:`pegout.simulation.trace_deals`; only ``by``, ``points``,
            ``goes`` and ``deals`` are read.
        sides: the number of sides, 2 or 3.
        into: sums that these are added to; its arrays change.

    Returns:
        The sums.

    >>> from pegout.simulation import trace_deals
    >>> sums = sums_of_paths(trace_deals(["blind", "blind"], 100, seed=1), 2)
    >>> int(sums.deals), int(sums.ends.sum()), int(sums.reached[0, 1].sum())
    (100, 100, 100)
    """
    sums = no_sums(sides) if into is None else into
    came = trace.deals
    compiled(sum_paths)(
        trace.by, trace.points, trace.goes, came.hands, came.cribs, came.heels, sides,
        np.zeros(3, np.int64), sums.reached, sums.ends,
    )  # fmt: skip
    return sums._replace(deals=sums.deals + len(trace.by))


def exact_sums(
    gains: Iterable[tuple[int, int, int, tuple[int, ...], Any]],
    ends: Iterable[tuple[tuple[int, ...], Any]],
    sides: int = 2,
    *,
    dtype: Any = np.int64,
) -> DealSums:
    """Add up an enumeration: every gain that can happen in a deal, and every end, with its weight.

    The enumeration need not go deal by deal. A solver of the play knows, at each node of the public
    tree, the weight of all pairs of hands that lead there. It can yield one gain for each scoring
    card with that weight. Several gains from the same card may be separate or combined; gains of
    zero may be left out.

    Args:
        gains: the side, its points in the deal before and after, the points of the others (the next
            side first), and the weight of all deals in which this happens.
        ends: the points of the sides at the end of the deal, and the weight.
        sides: the number of sides, 2 or 3.
        dtype: the type of the sums. Integers of 64 bits have room for every deal of the pack
            between two players (C(52, 6) C(46, 6) 40 is 7.6e15); float64 is the alternative.

    Returns:
        The sums.

    Raises:
        SumsError: if the gained points do not match the ends.

    >>> sums = exact_sums([(1, 0, 2, (0,), 3), (0, 0, 4, (2,), 3)], [((4, 2), 3)])
    >>> int(sums.deals), int(sums.reached[0, 4, 2, 0]), int(sums.ends[4, 2, 0])
    (3, 3, 3)
    """
    sums = no_sums(sides, dtype)
    maximum = SIZES[sides] - 1
    for side, before, after, others, weight in gains:
        stand = [min(other, maximum) for other in others] + [0] * (2 - len(others))
        sums.reached[side, before + 1 : min(after, maximum) + 1, stand[0], stand[1]] += weight
    for at, weight in ends:
        index = [min(points, maximum) for points in at] + [0] * (3 - len(at))
        sums.ends[tuple(index)] += weight
    _check(sums)
    return sums._replace(deals=sums.ends.sum().item())


def _check(sums: DealSums) -> None:
    """Check the gains against the ends: a side that ends at n reached every point up to n."""
    for side in range(sums.sides):
        others = tuple(axis for axis in range(3) if axis != side)
        at_end = sums.ends.sum(axis=others)
        came = sums.reached[side].sum(axis=(1, 2))
        if not np.allclose(came[1:], at_end[::-1].cumsum()[::-1][1:], rtol=1e-9):
            raise SumsError(
                "bad_sums",
                f"side {side} comes to points that are not those of the ends; hand in each gain "
                "with the weight of all deals in which it happens, and each deal's end",
            )


def parts_of(trace: Trace, into: Parts | None = None) -> Parts:
    """Count the parts of deals that were played.

    Args:
        trace: the deals of two players; only ``deals`` is read.
        into: parts that these are added to; its arrays change.

    >>> from pegout.simulation import trace_deals
    >>> parts = parts_of(trace_deals(["blind", "blind"], 100, seed=1))
    >>> int(parts.play.sum()), int(parts.hands.sum())
    (100, 200)
    """
    parts = no_parts() if into is None else into
    came = trace.deals
    pegged = came.play + np.stack((came.heels, 0 * came.heels), axis=1)
    pegged = np.minimum(pegged, len(parts.play) - 1)
    shown = np.minimum(came.hands, len(parts.crib) - 1)
    np.add.at(parts.play, (pegged[:, 0], pegged[:, 1]), 1)
    for seat in (0, 1):
        np.add.at(parts.hands[seat], shown[:, seat], 1)
    np.add.at(parts.crib, np.minimum(came.cribs, len(parts.crib) - 1), 1)
    return parts
