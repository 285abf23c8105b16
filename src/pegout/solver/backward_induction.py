"""Win probability at every pair of scores, by backward induction over the course of deals.

Let the dealer need ``d`` points and the pone ``p``. Out of N deals,

    V(d, p) = W(d, p) / N + sum over D < d and P < p of H(D, P) / N * (1 - V(p - P, d - D)).

W counts the deals in which the dealer wins within the deal, in the order of counting. H counts the
deals in which the dealer scores D and the pone P without ending the game; then the pone deals.
Nothing is assumed to be independent within a deal. The one assumption is that both sides play a
deal alike at any score. A state is described by needs, the points that each side still lacks. Needs
fix the skunks too: a loser is skunked if it is more than 30 points short, whatever the target. So
one table holds for every target up to its largest need.

The final margin is solved in the same way: a side that reaches its last hole within the deal wins
by what the other side still needs at that moment.

Games of four are solved as games of two sides. Games of three have a solver of their own.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import numpy as np

from pegout.kernel.jit import COMPILED, compiled
from pegout.kernel.score_tables import Array
from pegout.solver.backward_induction_loops import spread_three
from pegout.solver.deal_paths import SIZES, DealSums, SumsError, exact_sums
from pegout.tables.win_probability import OUTCOMES

#: A loser is skunked or double skunked if it is more than this many holes short of the target.
_LINES: Final = (0, 30, 60)

#: The share of all deals between three players that may be merged with others, on each axis.
_RAREST: Final = 1e-5


def solve_win_probabilities(
    sums: DealSums, maximum: int = 121, report: Callable[[int], None] = lambda _: None
) -> Array:
    """Solve a game of two sides.

    Args:
        sums: the sums over the course of deals.
        maximum: the largest need.
        report: called with each need of the dealer that is solved.

    Returns:
        float64[6, most + 1, most + 1], the probability of each outcome at the start of a deal, see
        :data:`pegout.tables.win_probability.OUTCOMES`, by the dealer's need and the pone's need. It
        is 0 where a need is 0.

    Raises:
        SumsError: if in some deals no side scores, or the sums do not reach that far.

    >>> twice = [(0, 0, 2, (0,), 1), (1, 0, 1, (2,), 1)]  # two for the dealer, one for the pone
    >>> values = solve_win_probabilities(exact_sums(twice, [((2, 1), 1)]), maximum=3)
    >>> values[:, 3, 1].tolist(), values[:, 3, 2].tolist()
    ([0.0, 0.0, 0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0, 0.0, 0.0])
    """
    _check(sums, 2, maximum)
    values = _ended(sums, maximum)
    _go_on(values, [3, 4, 5, 0, 1, 2], sums, maximum, report)
    return values


def solve_margins(sums: DealSums, maximum: int = 121) -> Array:
    """Solve by how many holes a game of two sides is won.

    Args:
        sums: the sums over the course of deals.
        maximum: the largest need.

    Returns:
        float64[2, most + 1, most + 1], at the start of a deal, by the dealer's need and the pone's
        need: how many holes the dealer wins by on average, where a lost game counts as 0; and the
        same for the pone. Their difference is the expected final margin.

    Raises:
        SumsError: as :func:`solve_win_probabilities`.

    >>> twice = [(0, 0, 2, (0,), 1), (1, 0, 1, (2,), 1)]  # two for the dealer, one for the pone
    >>> values = solve_margins(exact_sums(twice, [((2, 1), 1)]), maximum=3)
    >>> values[:, 2, 3].tolist(), values[:, 3, 1].tolist()
    ([3.0, 0.0], [0.0, 1.0])
    """
    _check(sums, 2, maximum)
    values = np.zeros((2, maximum + 1, maximum + 1))
    for side in range(2):
        # Two cumulative sums: each point that the opponent may have at that moment counts once for
        # each hole that the opponent still needs from there.
        came = (
            sums.reached[side, 1 : maximum + 1, :maximum, 0].cumsum(axis=1).cumsum(axis=1)
            / sums.deals
        )
        values[side, 1:, 1:] = came if side == 0 else came.T
    _go_on(values, [1, 0], sums, maximum)
    return values


def _go_on(
    values: Array,
    swap: list[int],
    sums: DealSums,
    maximum: int,
    report: Callable[[int], None] = lambda _: None,
) -> None:
    """Add the value of the games that continue after the deal to ``values``, in place."""
    # Reversed and transposed, to match the needs in the order of the next deal, where the pone
    # deals.
    ends = _cut(sums.ends[:, :, 0], maximum) / sums.deals
    gained_limit, lost_limit = ends.shape
    turned = ends[::-1, ::-1].T.copy()
    for together in range(2, 2 * maximum + 1):
        for dealer in range(max(1, together - maximum), min(maximum, together - 1) + 1):
            pone = together - dealer
            first, second = max(1, pone - lost_limit + 1), max(1, dealer - gained_limit + 1)
            after = values[:, first : pone + 1, second : dealer + 1]
            weights = turned[first - pone - 1 :, second - dealer - 1 :]
            values[swap, dealer, pone] += np.einsum("kpd,pd->k", after, weights)
        if together > maximum:
            report(together - maximum)


def _cut(ends: Array, maximum: int) -> Array:
    """Drop the ends that no deal reaches and those that are beyond the largest need."""
    for axis in range(ends.ndim):
        others = tuple(other for other in range(ends.ndim) if other != axis)
        length = int(np.flatnonzero(ends.any(axis=others)).max(initial=0)) + 1
        ends = ends.take(range(min(length, maximum)), axis=axis)
    return ends


def _ended(sums: DealSums, maximum: int) -> Array:
    """Return the probability of each outcome within the deal."""
    values = np.zeros((len(OUTCOMES), maximum + 1, maximum + 1))
    for side in range(2):
        # A side that reaches n while its opponent has c wins if the opponent needs more than c. It
        # skunks the opponent if that side needs more than 30 from c.
        came = sums.reached[side, : maximum + 1, :, 0].cumsum(axis=1)
        came[0] = 0
        minimum = np.zeros((3, maximum + 1, maximum + 1))
        for level, line in enumerate(_LINES[: 1 + (maximum > 30) + (maximum > 60)]):
            minimum[level, :, line + 1 :] = came[:, : maximum - line] / sums.deals
        outcome = minimum - np.concatenate([minimum[1:], np.zeros_like(minimum[:1])])
        values[3 * side : 3 * side + 3] = outcome if side == 0 else outcome.transpose(0, 2, 1)
    return values


def _check(sums: DealSums, sides: int, maximum: int) -> None:
    if sums.sides != sides or not sums.deals:
        raise SumsError(
            "bad_sums", f"expected sums of deals between {sides} sides, not {sums.sides}"
        )
    if not 1 <= maximum < SIZES[2]:
        raise SumsError("bad_sums", f"needs are from 1 to {SIZES[2] - 1}, not {maximum}")
    if sums.ends[0, 0, 0]:
        raise SumsError("bad_sums", "in some deals nobody has a point, and a game might never end")


def standard_errors(
    batches: Sequence[DealSums],
    maximum: int = 121,
    solve: Callable[[DealSums, int], Array] = solve_win_probabilities,
    report: Callable[[int, int], None] = lambda _, __: None,
) -> Array:
    """Estimate the standard error of solved values, by the jackknife over batches of deals.

    Source: B. Efron and C. Stein, The Jackknife Estimate of Variance, 1981. Leave out each of B
    batches in turn. The variance is (B - 1) / B times the sum of the squared differences from the
    mean.

    Args:
        batches: sums over equally many deals each, two or more.
        maximum: the largest need.
        solve: the solver of the values.
        report: called with the number of batches that are done, and the number of all.

    Returns:
        float64, of the shape that ``solve`` returns.
    """
    whole = add_sums(batches)
    estimates = []
    for number, batch in enumerate(batches, start=1):
        rest = DealSums(
            whole.deals - batch.deals, whole.reached - batch.reached, whole.ends - batch.ends
        )
        estimates.append(solve(rest, maximum))
        report(number, len(batches))
    return np.asarray(np.std(estimates, axis=0) * np.sqrt(len(batches) - 1))


def add_sums(batches: Iterable[DealSums]) -> DealSums:
    """Add up the sums of several batches."""
    first, *others = batches
    deals, reached, ends = first.deals, first.reached.copy(), first.ends.copy()
    for other in others:
        deals += other.deals
        reached += other.reached
        ends += other.ends
    return DealSums(deals, reached, ends)


def solve_three(sums: DealSums, maximum: int = 121) -> Array:
    """Solve a game of three players.

    This takes a minute for 121 where the kernel's loops are compiled. Elsewhere, 40 is a practical
    limit.

    Args:
        sums: the sums over the course of deals.
        maximum: the largest need.

    Returns:
        float64[3, most + 1, most + 1, most + 1], the win probability of the dealer, of the player
        to the dealer's left and of the third player, by the needs of these three.

    Raises:
        SumsError: as :func:`solve_win_probabilities`.

    >>> one_each = [(0, 0, 1, (0, 0), 1), (1, 0, 1, (0, 1), 1), (2, 0, 1, (1, 1), 1)]
    >>> values = solve_three(exact_sums(one_each, [((1, 1, 1), 1)], 3), maximum=2)
    >>> values[:, 2, 2, 2].tolist(), values[:, 2, 2, 1].tolist()
    ([0.0, 1.0, 0.0], [0.0, 0.0, 1.0])
    """
    _check(sums, 3, maximum)
    values = np.zeros((3, maximum + 1, maximum + 1, maximum + 1))
    # No player scores as many points in a deal as the sums have room for.
    far = SIZES[3] - 1
    needs = np.minimum(np.arange(1, maximum + 1), far + 1)
    for side, came in enumerate(sums.reached):
        within = came.cumsum(axis=1).cumsum(axis=2)[:, needs - 1][:, :, needs - 1] / sums.deals
        # The axes are the side's own need and those of the next two. Moved to the order of seats.
        seats = (side, (side + 1) % 3, (side + 2) % 3)
        whole = np.zeros((maximum + 1, maximum, maximum))
        whole[: far + 1] = within[: maximum + 1]
        values[side, 1:, 1:, 1:] = np.moveaxis(whole[1:], (0, 1, 2), seats)
    ends = _folded(_cut(sums.ends, maximum) / sums.deals)
    if COMPILED:
        lengths = ((ends > 0) * np.arange(1, ends.shape[2] + 1)).max(axis=2)
        compiled(spread_three)(ends, lengths, values[:2])
    else:
        _gather_three(ends, values[:2])
    values[2, 1:, 1:, 1:] = 1 - values[0, 1:, 1:, 1:] - values[1, 1:, 1:, 1:]
    return values


def _folded(ends: Array) -> Array:
    """Merge the rarest ends, one deal in 100,000 on each axis, with the largest of the others.

    This changes a probability by less than the tables show, and halves the work.
    """
    for axis in range(ends.ndim):
        tails = ends.sum(axis=tuple({0, 1, 2} - {axis}))[::-1].cumsum()[::-1]
        length = max(1, int((tails > _RAREST).sum()))
        rest = ends.take(range(length, ends.shape[axis]), axis=axis).sum(axis=axis)
        ends = ends.take(range(length), axis=axis)
        np.moveaxis(ends, axis, 0)[-1] += rest
    return ends


def _gather_three(ends: Array, values: Array) -> None:
    """Compute what the compiled loop ``spread_three`` computes, as fast as NumPy can."""
    maximum = values.shape[1] - 1
    own, left, right = ends.shape
    # Reversed, and moved to match the needs in the order of the next deal: its dealer, the next
    # player and the last.
    turned = np.moveaxis(ends[::-1, ::-1, ::-1], 0, 2).copy()
    for together in range(3, 3 * maximum + 1):
        for one in range(max(1, together - 2 * maximum), min(maximum, together - 2) + 1):
            for two in range(
                max(1, together - one - maximum), min(maximum, together - one - 1) + 1
            ):
                three = together - one - two
                low = (max(1, two - left + 1), max(1, three - right + 1), max(1, one - own + 1))
                weights = turned[low[0] - two - 1 :, low[1] - three - 1 :, low[2] - one - 1 :]
                after = values[:, low[0] : two + 1, low[1] : three + 1, low[2] : one + 1]
                dealer, following = np.einsum("kabc,abc->k", after, weights)
                values[0, one, two, three] += weights.sum() - dealer - following
                values[1, one, two, three] += dealer


def exact_win_probabilities(
    gains: Iterable[tuple[int, int, int, tuple[int, ...], Any]],
    ends: Iterable[tuple[tuple[int, ...], Any]],
    maximum: int = 121,
    *,
    dtype: Any = np.int64,
) -> Array:
    """Solve a game of two sides from an enumeration of all deals, without any sampling.

    Where the game is sure to end within the deal, for instance where the dealer needs a single
    point, the probability comes from the enumeration alone. Elsewhere backward induction continues
    from the ends of the deal.

    Args:
        gains: as for :func:`pegout.solver.deal_paths.exact_sums`.
        ends: as for :func:`pegout.solver.deal_paths.exact_sums`.
        maximum: the largest need.
        dtype: the type of the sums.

    Returns:
        As :func:`solve_win_probabilities`.

    Raises:
        SumsError: as those two functions.

    >>> both = [(0, 0, 1, (0,), 1), (1, 0, 1, (0,), 3), (0, 0, 1, (1,), 3), (1, 0, 1, (1,), 1)]
    >>> exact_win_probabilities(both, [((1, 1), 4)], maximum=1)[:, 1, 1].tolist()
    [0.25, 0.0, 0.0, 0.75, 0.0, 0.0]
    """
    return solve_win_probabilities(exact_sums(gains, ends, dtype=dtype), maximum)
