"""When a contest has gone on for long enough: tests that may look as often as they like.

What is looked at are whole groups of mirrored games, which are independent of each other: x, the
part of a group's wins that is the first contestant's, lies between 0 and 1, and its mean is the
rate of wins, whatever the games of a group have to do with each other.

A :class:`Decision` bets. Against "the rate is at most ``low``" a capital of 1 is staked on the
groups to come: a group multiplies it by 1 + b (x - low), where the stake b >= 0 follows from the
groups before. If the rate is at most ``low``, the capital grows in no group on average, so it ever
reaches 1 / alpha with probability alpha at most (J. Ville, Étude critique de la notion de collectif
(1939)). A second capital bets in the same way against "the rate is at least ``high``", up to
1 / beta. So the probabilities of error hold as they are said, for any distribution of x and however
often one looks; those of the generalised likelihood ratio test that chess engines are tested with,
whose variance is estimated, hold only in the limit of many pairs. And it costs little more: the
stake b = d / (s² + d²), with d = high - low and s² the variance of x so far, makes the capital grow
by about d² / 2s² in a group where the rate is ``high``, as the likelihood ratio of the sequential
test does, which no test decides faster than (A. Wald, Annals of Mathematical Statistics 16 (1945),
117–186). Between 0.5 and 0.52, where 55 % of the pairs are divided, it takes some 2,100 pairs if
the rate is one of the two, 7 % more than the likelihood ratio, and 3,600 in the middle. There one
or the other is decided, with the more chance the nearer it is.

Source of the bets: I. Waudby-Smith and A. Ramdas, Estimating means of bounded random variables by
betting, Journal of the Royal Statistical Society B 86 (2024), 1–27; sections 3 and 4.

>>> watch = Watch(Decision(0.5, 0.6), size=2)
>>> half_won = (10, 0, 0, 0, 0, 0, 30, 0, 0, 0, 0, 0, 60)  # groups by sixths of a win
>>> watch.look(half_won), watch.look(half_won)
(True, True)
>>> watch.stopped().reached, watch.stopped().groups
('high', 200)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from math import log, sqrt
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pegout.analysis.statistics import SHARES, Figures, Stopped

__all__ = ["Decision", "Goal", "GoalError", "Narrow", "Watch"]

Array: TypeAlias = NDArray[np.float64]

#: A capital never stakes more than half of itself.
_MOST: Final = 0.5
#: The probability that the interval which holds whenever one stops does not.
_UNSAFE: Final = 0.05
#: Halvings of an interval of length 1 that find its ends.
_HALVINGS: Final = 40


class GoalError(ValueError):
    """A goal that cannot be.

    Attributes:
        code: ``bad_goal``.
    """

    code = "bad_goal"


@dataclass(frozen=True, slots=True)
class Decision:
    """Stop as soon as it is decided whether the first's rate of wins is low or high.

    Attributes:
        low: decide for ``low`` if the rate is at most this.
        high: decide for ``high`` if it is at least this.
        alpha: the greatest probability of deciding for ``high`` if the rate is at most ``low``.
        beta: the greatest probability of deciding for ``low`` if it is at least ``high``.

    Raises:
        GoalError: unless 0 < low < high < 1, and alpha and beta are above 0 and below 0.5.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not 0 < self.low < self.high < 1:
            raise GoalError(
                "a decision is between two rates of wins, the lower first, such as 0.5 and 0.52; "
                f"not between {self.low} and {self.high}"
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise GoalError(
                    f"{name} is a probability of error, above 0 and below 0.5, not {value}"
                )


@dataclass(frozen=True, slots=True)
class Narrow:
    """Stop as soon as the 95 % interval of the first's rate of wins is narrow.

    Attributes:
        half: half the width that it may have.

    Raises:
        GoalError: unless it is above 0 and below 0.5.
    """

    half: float

    def __post_init__(self) -> None:
        if not 0 < self.half < 0.5:
            raise GoalError(
                f"half the width of an interval is above 0 and below 0.5, not {self.half}"
            )


Goal: TypeAlias = Decision | Narrow


class Watch:
    """Looks at groups in their order, and says when the goal is reached.

    Args:
        goal: the goal.
        size: how many games a group has.

    Attributes:
        groups: how many groups it has looked at.
    """

    def __init__(self, goal: Goal, size: int) -> None:
        self.groups = 0
        self._goal = goal
        self._size = size
        self._parts: Array = np.arange(SHARES * size + 1) / (SHARES * size)
        self._sum = self._squares = 0.0
        self._won: NDArray[np.int64] = np.zeros(SHARES * size + 1, np.int64)
        #: Of each look, the groups by their part of wins, and the stake of the interval's bets.
        self._looks: list[tuple[NDArray[np.int64], float]] = []
        self._against_low = self._against_high = 0.0
        self._reached: str | None = None

    def look(self, won: Sequence[int]) -> bool:
        """Look at the next groups, and say whether the goal is reached; then it stays so.

        Args:
            won: how many of them brought the first 0, 1, 2 ... sixths of a win.
        """
        new = np.zeros_like(self._won)
        new[: len(won)] = won
        # Everything that is staked on these groups follows from those before.
        spread = self._spread()
        if isinstance(self._goal, Decision):
            self._bet(self._goal, new, spread)
        self._take(new)
        stake = sqrt(
            2 * log(2 / _UNSAFE) / (spread * max(1, self.groups) * log(1 + max(1, self.groups)))
        )
        self._looks.append((new, stake))
        if self._reached is None:
            self._reached = self._judge()
        return self._reached is not None

    def stopped(self) -> Stopped:
        """Give what has come of the goal."""
        decision = isinstance(self._goal, Decision)
        low, high = self._safe()
        return Stopped(
            asdict(self._goal),
            self._reached,
            self.groups,
            self._against_low if decision else None,
            self._against_high if decision else None,
            low,
            high,
        )

    def _spread(self) -> float:
        """Give the variance of the groups so far, as if one had been half won with variance 1/4."""
        mean = (0.5 + self._sum) / (1 + self.groups)
        off = self._squares - 2 * mean * self._sum + mean * mean * self.groups
        return (0.25 + max(0.0, off)) / (1 + self.groups)

    def _bet(self, goal: Decision, new: NDArray[np.int64], spread: float) -> None:
        gap = goal.high - goal.low
        stake = gap / (spread + gap * gap)
        up = _grown(self._parts - goal.low, goal.low, stake)
        down = _grown(goal.high - self._parts, 1 - goal.high, stake)
        self._against_low += float(new @ up)
        self._against_high += float(new @ down)

    def _take(self, new: NDArray[np.int64]) -> None:
        self.groups += int(new.sum())
        self._sum += float(new @ self._parts)
        self._squares += float(new @ self._parts**2)
        self._won += new

    def _judge(self) -> str | None:
        if isinstance(self._goal, Narrow):
            figures = Figures({"0 won": tuple(self._won.tolist())})
            rate = figures.win_rate(0, self.groups * self._size)
            return "narrow" if rate.high - rate.low <= 2 * self._goal.half else None
        # How far each capital is beyond what is enough; both may be, where the rate is in between.
        high = self._against_low + log(self._goal.alpha)
        low = self._against_high + log(self._goal.beta)
        if max(high, low) < 0:
            return None
        return "high" if high >= low else "low"

    def _safe(self) -> tuple[float, float]:
        """Give the interval of the rates that bets on either side have not ruled out."""
        if not self._looks:
            return 0.0, 1.0
        counts = np.array([new for new, _ in self._looks], np.float64)
        stakes = np.array([stake for _, stake in self._looks])
        enough = log(2 / _UNSAFE)

        def above(rate: float) -> bool:
            return _capital(self._parts - rate, rate, stakes, counts) >= enough

        def below(rate: float) -> bool:
            return _capital(rate - self._parts, 1 - rate, stakes, counts) >= enough

        return _end(above, 0.0, 1.0), _end(below, 1.0, 0.0)


def _grown(gains: Array, loss: float, stake: float) -> Array:
    """Give the logarithm of what each gain makes of a capital of 1.

    Args:
        gains: what a stake of 1 gains, less than 0 where it loses.
        loss: the most that it can lose.
        stake: the stake.
    """
    grown: Array = np.log1p(min(stake, _MOST / loss) * gains)
    return grown


def _capital(gains: Array, loss: float, stakes: Array, counts: Array) -> float:
    """Give the logarithm of a capital after all looks, [looks] stakes and [looks, parts] counts."""
    bounded = np.minimum(stakes, _MOST / loss)[:, None]
    return float((counts * np.log1p(bounded * gains)).sum())


def _end(ruled_out: Callable[[float], bool], extreme: float, other: float) -> float:
    """Find the last rate that is ruled out on the way from an end of the scale to the other."""
    for _ in range(_HALVINGS):
        middle = (extreme + other) / 2
        if ruled_out(middle):
            extreme = middle
        else:
            other = middle
    return extreme
