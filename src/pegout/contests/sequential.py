"""Sequential tests that stop a contest early, valid however often they look.

The observations are whole groups of mirrored games, which are independent of each other. Let x be
the first contestant's share of a group's wins. It is between 0 and 1, and its mean is the win rate,
however the games of a group depend on each other.

A :class:`Decision` bets. Against the hypothesis "the rate is at most ``low``", a capital of 1 is
staked on the groups to come. A group multiplies it by 1 + b (x - low), where the stake b >= 0
follows from the groups before. If the rate is at most ``low``, the capital grows in no group on
average, so the probability that it ever reaches 1 / alpha is at most alpha (J. Ville, Étude
critique de la notion de collectif (1939)). A second capital bets in the same way against "the rate
is at least ``high``", up to 1 / beta. So the stated probabilities of error hold exactly, for any
distribution of x and however often the test looks. The generalised likelihood ratio test that chess
engines are tested with estimates its variance, and its probabilities hold only in the limit of many
pairs. The price is small. With d = high - low and s² the variance of x so far, the stake is b = d /
(s² + d²). It makes the capital grow by about d² / 2s² in a group where the rate is ``high``. So
does the likelihood ratio of the sequential test, and no test decides faster (A. Wald, Annals of
Mathematical Statistics 16 (1945), 117–186). Between 0.5 and 0.52, where 55 % of the pairs are
divided, the test takes some 2,100 pairs if the rate is one of the two, 7 % more than the likelihood
ratio, and 3,600 in the middle. There either decision is possible; the nearer one is more likely.

Source of the bets: I. Waudby-Smith and A. Ramdas, Estimating means of bounded random variables by
betting, Journal of the Royal Statistical Society B 86 (2024), 1–27; sections 3 and 4.

>>> watch = Watch(Decision(0.5, 0.6), size=2)
>>> half_won = (10, 0, 0, 0, 0, 0, 30, 0, 0, 0, 0, 0, 60)  # groups by sixths of a win
>>> watch.look(half_won), watch.look(half_won)
(True, True)
>>> watch.stopped().reached, watch.stopped().groups
('high', 200)
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from math import log, sqrt
from numbers import Real
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pegout.contests.statistics import SHARES, Figures, Stopped
from pegout.errors import PegoutError

Array: TypeAlias = NDArray[np.float64]

#: A capital never stakes more than half of itself.
_MAX_STAKE: Final = 0.5
#: The probability of error of the interval that is valid at any stopping time.
_UNSAFE: Final = 0.05
#: The number of bisections of an interval of length 1 to locate its ends.
_HALVINGS: Final = 40


class GoalError(PegoutError):
    """An invalid goal.

    Attributes:
        code: ``bad_goal``.
    """


def _is_rate(given: object, limit: float = 1) -> bool:
    """Whether this is a number above 0 and below the limit."""
    return isinstance(given, Real) and 0 < float(given) < limit


@dataclass(frozen=True, slots=True)
class Decision:
    """Stop as soon as the test decides whether the first contestant's win rate is low or high.

    Attributes:
        low: decide for ``low`` if the rate is at most this.
        high: decide for ``high`` if it is at least this.
        alpha: the largest probability of deciding for ``high`` if the rate is at most ``low``.
        beta: the largest probability of deciding for ``low`` if it is at least ``high``.

    Raises:
        GoalError: unless 0 < low < high < 1, and alpha and beta are above 0 and below 0.5.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (_is_rate(self.low) and _is_rate(self.high) and self.low < self.high):
            raise GoalError(
                "bad_goal",
                "a decision is between two rates of wins, the lower first, such as 0.5 and 0.52; "
                f"not between {self.low!r:.20} and {self.high!r:.20}",
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not _is_rate(value, 0.5):
                raise GoalError(
                    "bad_goal",
                    f"{name} is a probability of error, above 0 and below 0.5, not {value!r:.20}",
                )


@dataclass(frozen=True, slots=True)
class Narrow:
    """Stop as soon as the 95 % interval of the first contestant's win rate is narrow.

    Attributes:
        half: half the largest width.

    Raises:
        GoalError: unless it is above 0 and below 0.5.
    """

    half: float

    def __post_init__(self) -> None:
        if not _is_rate(self.half, 0.5):
            raise GoalError(
                "bad_goal",
                f"half the width of an interval is above 0 and below 0.5, not {self.half!r:.20}",
            )


Goal: TypeAlias = Decision | Narrow


class Watch:
    """Observes groups in order, and reports when the goal is reached.

    Args:
        goal: the goal.
        size: the number of games in a group.

    Attributes:
        groups: the number of groups observed.
    """

    def __init__(self, goal: Goal, size: int) -> None:
        self.groups = 0
        self._goal = goal
        self._size = size
        self._parts: Array = np.arange(SHARES * size + 1) / (SHARES * size)
        self._sum = self._squares = 0.0
        self._won: NDArray[np.int64] = np.zeros(SHARES * size + 1, np.int64)
        #: For each look, the groups by their share of wins, and the stake of the interval's bets.
        self._looks: list[tuple[NDArray[np.int64], float]] = []
        self._against_low = self._against_high = 0.0
        self._reached: str | None = None

    def look(self, won: Sequence[int]) -> bool:
        """Observe the next groups, and return whether the goal is or was reached.

        Args:
            won: the number of them that brought the first contestant 0, 1, 2 ... sixths of a win.
        """
        new = np.zeros_like(self._won)
        new[: len(won)] = won
        # The stakes on these groups may depend only on the groups before.
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
        """Return the state of the goal."""
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
        """Return the variance of the groups so far, with a half-won group of variance 1/4."""
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
        # How far each capital is above its limit; both may be, where the rate is in between.
        high = self._against_low + log(self._goal.alpha)
        low = self._against_high + log(self._goal.beta)
        if max(high, low) < 0:
            return None
        return "high" if high >= low else "low"

    def _safe(self) -> tuple[float, float]:
        """Return the interval of the rates that bets on either side have not ruled out."""
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
    """Return the logarithm of a capital of 1 after each gain."""
    grown: Array = np.log1p(min(stake, _MAX_STAKE / loss) * gains)
    return grown


def _capital(gains: Array, loss: float, stakes: Array, counts: Array) -> float:
    """Return the log capital after each look, from [looks] stakes and [looks, parts] counts."""
    bounded = np.minimum(stakes, _MAX_STAKE / loss)[:, None]
    return float((counts * np.log1p(bounded * gains)).sum())


def _end(ruled_out: Callable[[float], bool], extreme: float, other: float) -> float:
    """Locate the last rate that is ruled out, on the way from one end of the scale to the other."""
    for _ in range(_HALVINGS):
        middle = (extreme + other) / 2
        if ruled_out(middle):
            extreme = middle
        else:
            other = middle
    return extreme
