"""How deals run over the board: each point with where the others stand when it is pegged.

That is all that the chance of winning needs to know of a deal. A side that needs ``n`` points wins
in the deal if it comes to its ``n``-th while nobody else has come to what they need; and whoever is
still in it goes on from where the deal ends. :mod:`pegout.solver.backward_induction` makes chances
of it.

The sums come from deals that were played, by :func:`sums_of_paths`, or from an enumeration of all
there are, each with its weight, by :func:`exact_sums`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import numpy as np

from pegout.kernel.jit import compiled
from pegout.kernel.score_tables import Array
from pegout.simulation.games import Trace
from pegout.solver.backward_induction_loops import sum_paths
from pegout.tables.score_distributions import Parts, no_parts

__all__ = ["SIZES", "DealSums", "SumsError", "exact_sums", "no_sums", "parts_of", "sums_of_paths"]

#: One more than the most points of a deal that are told apart, by the number of sides; more are
#: taken for these, which is right for whoever needs no more.
SIZES: Final = {2: 128, 3: 64}


class SumsError(ValueError):
    """Sums that no deals can have.

    Attributes:
        code: ``bad_sums``.
    """

    code = "bad_sums"


class DealSums(NamedTuple):
    """How often deals went where; side 0 deals, the others sit to its left in order.

    Attributes:
        deals: how many deals there were, or the weight of all of them.
        reached: int64[sides, size, size, size or with two sides 1]: how often a side came to so
            many points (1 or more) while the next side stood at so many and, with three sides, the
            one after that at so many. Float64 where weights are no whole numbers.
        ends: int64[size, size, size or 1]: how often the sides ended at so many points.
    """

    deals: Any
    reached: Array
    ends: Array

    @property
    def sides(self) -> int:
        """How many sides there are."""
        return len(self.reached)


def no_sums(sides: int, dtype: Any = np.int64) -> DealSums:
    """Give the sums of no deals, to which others can be added.

    >>> no_sums(2).reached.shape, no_sums(3).ends.shape
    ((2, 128, 128, 1), (64, 64, 64))
    """
    size = SIZES[sides]
    more = size if sides == 3 else 1
    return DealSums(
        0, np.zeros((sides, size, size, more), dtype), np.zeros((size, size, more), dtype)
    )


def sums_of_paths(trace: Trace, sides: int, into: DealSums | None = None) -> DealSums:
    """Add up deals that were played.

    Args:
        trace: the deals, from :func:`pegout.simulation.trace_deals`; only ``by``, ``points``,
            ``goes`` and ``deals`` are looked at.
        sides: how many sides there are, 2 or 3.
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

    It does not have to go by whole deals. A solver of the play that knows, at each place of the
    tree of what both see, the weight of all pairs of hands that lead there, hands in one gain for
    each scoring card with that weight. Gains by the same card may be handed in one after the other
    or as one; zeros may be left out.

    Args:
        gains: side, its points in the deal before and after, the points of the others (the next
            side first), and the weight of all deals in which this happens.
        ends: the points of the sides at the end of the deal, and the weight.
        sides: how many sides there are, 2 or 3.
        dtype: of the sums: whole numbers of 64 bits, which every deal of the pack for two players
            fits (C(52, 6) C(46, 6) 40 is 7.6e15), or float64.

    Returns:
        The sums.

    Raises:
        SumsError: if the points that are gained are not those at the ends.

    >>> sums = exact_sums([(1, 0, 2, (0,), 3), (0, 0, 4, (2,), 3)], [((4, 2), 3)])
    >>> int(sums.deals), int(sums.reached[0, 4, 2, 0]), int(sums.ends[4, 2, 0])
    (3, 3, 3)
    """
    sums = no_sums(sides, dtype)
    most = SIZES[sides] - 1
    for side, before, after, others, weight in gains:
        stand = [min(other, most) for other in others] + [0] * (2 - len(others))
        sums.reached[side, before + 1 : min(after, most) + 1, stand[0], stand[1]] += weight
    for at, weight in ends:
        place = [min(points, most) for points in at] + [0] * (3 - len(at))
        sums.ends[tuple(place)] += weight
    _check(sums)
    return sums._replace(deals=sums.ends.sum().item())


def _check(sums: DealSums) -> None:
    """Hold the points that are gained against the ends: who ends at n came to all up to n."""
    for side in range(sums.sides):
        others = tuple(axis for axis in range(3) if axis != side)
        at_end = sums.ends.sum(axis=others)
        came = sums.reached[side].sum(axis=(1, 2))
        if not np.allclose(came[1:], at_end[::-1].cumsum()[::-1][1:], rtol=1e-9):
            raise SumsError(
                f"side {side} comes to points that are not those of the ends; hand in each gain "
                "with the weight of all deals in which it happens, and each deal's end"
            )


def parts_of(trace: Trace, into: Parts | None = None) -> Parts:
    """Count the parts of deals that were played.

    Args:
        trace: the deals of two players; only ``deals`` is looked at.
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
