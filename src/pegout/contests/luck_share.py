"""The wins of groups of games less as much of their luck as helps, from sums of integers.

The luck of a game has the expected value 0. So its wins less any share of it, a control variate,
have the same expected value as the wins. The best share depends on how much of the luck the
measure of it catches: it is 1 for players whose stand-ins play like them, and smaller for others.

Source: P. Glasserman, Monte Carlo Methods in Financial Engineering (2003), 4.1.

>>> first, second = (4, 4, 0, 8, 4, 4), (4, 4, 0, 8, 4, 4)
>>> rows = {
...     "luck 0": first,
...     "luck 1": second,
...     "luck by batches 0": (0, 0),
...     "luck by batches 1": (0, 0),
... }
>>> less_luck(rows).share
1.0
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from pegout.runs import Sums

#: The rows of each half of the groups, see :func:`less_luck`.
LUCK: Final = "luck"
BATCHES: Final = "luck by batches"
#: Wins and luck are counted in units of so many to a win.
UNITS: Final = 100_000


class LessLuck(NamedTuple):
    """The mean of the wins of a group less luck."""

    won: float  # the wins of contestant 0 in a group, less luck
    share: float  # the share of the luck that is subtracted
    variance: float  # the variance of ``won``
    # Its degrees of freedom; None where the groups are too few or too alike to tell.
    freedom: float | None


def less_luck(sums: Sums, prior: int = 0) -> LessLuck | None:
    """Subtract from the wins the share of the luck that leaves the smallest variance, if measured.

    Each half of the groups has the share that is best in the other half. As the share does not
    depend on the luck that it multiplies, the mean stays unbiased.

    The variance has two parts: that of the games, from the spread between groups, and that of the
    deals that estimate the expected value at each score, from the spread between batches. Where the
    stand-ins play almost like the players, luck explains nearly all games in full and a few not at
    all, and a sample may have none of these. So it assumes some groups without luck, too.

    Source for the degrees of freedom: B. L. Welch, Biometrika 34 (1947), 28–35.

    Args:
        sums: rows of integers by name. ``luck 0`` and ``luck 1``, for the halves: the number of
            groups, the sums of their wins and of their luck, of the squares of the wins, of the
            products of both, and of the squares of the luck. ``luck by batches 0`` and ``1``: for
            each batch of deals, what the luck would be less by its means.
        prior: the number of groups of two independent games, without luck, that the variance
            assumes in addition to those played.
    """
    if f"{LUCK} 0" not in sums:
        return None
    halves = [_half(sums, half) for half in (0, 1)]
    groups = halves[0].groups + halves[1].groups
    shares = [half.best_share(groups) for half in reversed(halves)]
    weights = [half.groups / groups for half in halves]
    parts = list(zip(halves, weights, shares, strict=True))
    won = sum([weight * (half.won - share * half.luck) for half, weight, share in parts])
    scales = [weight * share for _, weight, share in parts]
    rate = sum([weight * half.won for half, weight, _ in parts]) / 2
    spread = sum([half.groups * half.variance(share) for half, _, share in parts])
    spread += prior * 2 * rate * (1 - rate)
    played = spread / (groups + prior) / groups
    batches = [
        scales[0] * first + scales[1] * second
        for first, second in zip(halves[0].batches, halves[1].batches, strict=True)
    ]
    dealt = _variance_of_mean(batches)
    variance, freedom = played + dealt, None
    if groups > 3 and variance:
        free = groups - 2 + prior
        freedom = variance**2 / (played**2 / free + dealt**2 / (len(batches) - 1))
    return LessLuck(won, sum(scales), variance, freedom)


class _Half(NamedTuple):
    """The wins and the luck of every second group."""

    groups: int  # the number of groups
    won: float  # the mean of their wins
    luck: float  # the mean of their luck
    wins_variance: float
    covariance: float  # that of the wins and the luck
    luck_variance: float
    # For each batch of deals, what the mean luck would be less by its means.
    batches: tuple[float, ...]

    def variance(self, share: float) -> float:
        """Return the variance of a group's wins less a share of its luck."""
        less = 2 * share * self.covariance - share * share * self.luck_variance
        return max(0.0, self.wins_variance - less)

    def best_share(self, groups: int) -> float:
        """Return the share of the luck that leaves the mean of so many groups the least variance.

        Where this half is too small to tell, it is 0.
        """
        whole = self.luck_variance + groups * _variance_of_mean(self.batches)
        if self.groups < 2 or whole <= 0:
            return 0.0
        return min(1.0, max(0.0, self.covariance / whole))


def _half(sums: Sums, half: int) -> _Half:
    groups, won, luck, *squares = sums[f"{LUCK} {half}"]
    number, freedom = max(1, groups), max(1, groups - 1)
    products = won * won, won * luck, luck * luck
    wins_variance, covariance, luck_variance = [
        (square - product / number) / freedom / UNITS**2
        for square, product in zip(squares, products, strict=True)
    ]
    return _Half(
        groups, won / number / UNITS, luck / number / UNITS, wins_variance, covariance,
        luck_variance, tuple([batch / number / UNITS for batch in sums[f"{BATCHES} {half}"]]),
    )  # fmt: skip


def _variance_of_mean(values: Sequence[float]) -> float:
    """Return the variance of the mean of independent values, from their spread."""
    mean = sum(values) / len(values)
    return sum([(value - mean) ** 2 for value in values]) / (len(values) - 1) / len(values)
