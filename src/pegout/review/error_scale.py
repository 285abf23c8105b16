"""The level that a player plays like, by the points lost through errors, with its uncertainty.

Only decisions that points decide, far from the end, are counted. Near the end a single decision can
cost half a game, and it takes far more games to tell players apart by such decisions. The loss for
each decision is compared with the losses of the levels (:mod:`pegout.tables.level_losses`). So
games may be of any length, and decisions may be left out.

Between two levels of the scale, the loss of a game and its spread from game to game are
interpolated linearly. The range of a player contains every strength for which the observed loss is
within 1.96 standard errors.

>>> scale = ErrorScale(level_losses())
>>> closest = scale.closest_level(80.0, 400)
>>> closest.level, closest.weakest, closest.strongest
('casual', 'casual', 'casual')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from pegout.loading import load_once
from pegout.rules import Rules
from pegout.tables.level_losses import LevelLoss, level_losses

if TYPE_CHECKING:
    from pegout.review.game_numbers import ValuedDecision
    from pegout.review.game_review import Reviewed

#: 95 % of a normal distribution is within so many standard errors.
_WITHIN: Final = 1.96
#: The number of steps between two levels at which strengths are tested.
_STEPS: Final = 60
#: The scale ends at so many times the loss of the weakest level.
_END: Final = 2.0
#: Fewer decisions say nothing about a player.
_MIN_DECISIONS: Final = 5


class ClosestLevel(NamedTuple):
    """The place of a player on the scale."""

    level: str  # the level that the player plays like
    weakest: str  # the weakest level in the player's range
    strongest: str  # the strongest level in the player's range
    points: float  # the loss in a game, in points
    low: float  # the lower limit of that loss
    high: float  # the upper limit of that loss
    games: float  # the number of games of the usual length with as many decisions


class ErrorScale:
    """A scale by the losses of levels.

    Attributes:
        levels: the same, the strongest first.
        limits: the losses for each decision that separate neighbouring levels.
    """

    def __init__(self, levels: Sequence[LevelLoss]) -> None:
        ordered = sorted(levels, key=lambda level: level.points / level.decisions)
        weakest = ordered[-1]
        self.levels = ordered
        # A player may lose less than the strongest level or more than the weakest.
        none = ordered[0]._replace(points=0.0, spread=0.0)
        maximum = weakest._replace(points=_END * weakest.points, spread=_END * weakest.spread)
        self._points = [none, *ordered, maximum]
        self.limits = [_limit(stronger, weaker) for stronger, weaker in pairwise(ordered)]

    def closest_level(self, points: float, decisions: int) -> ClosestLevel | None:
        """Place a player on the scale; None for too few decisions."""
        if decisions < _MIN_DECISIONS:
            return None
        rate = points / decisions
        could = [
            level for level in self._strengths()
            if abs(rate - _rate(level))
            <= _WITHIN * level.spread / sqrt(level.decisions * decisions)
        ]  # fmt: skip
        here = self._at(rate)
        low, high = (could[0], could[-1]) if could else (here, here)
        return ClosestLevel(
            self.level(rate),
            self.level(max(rate, _rate(high))),
            self.level(min(rate, _rate(low))),
            here.points,
            min(here.points, low.points),
            max(here.points, high.points),
            decisions / here.decisions,
        )

    def level(self, rate: float) -> str:
        """Return the level that loses about so many points with a decision.

        The limit between two levels is equally many standard deviations from either.
        """
        index = sum([rate > limit for limit in self.limits])
        return self.levels[index].level

    def _at(self, rate: float) -> LevelLoss:
        """Return the losses in a game of a player who loses so much with a decision."""
        for stronger, weaker in pairwise(self._points):
            if rate <= _rate(weaker):
                return _mixed(
                    stronger,
                    weaker,
                    (rate - _rate(stronger)) / (_rate(weaker) - _rate(stronger) or 1.0),
                )
        last = self._points[-1]
        return last._replace(points=rate * last.decisions)

    def _strengths(self) -> Iterator[LevelLoss]:
        """Yield strengths in small steps, the strongest first."""
        for stronger, weaker in pairwise(self._points):
            for step in range(_STEPS):
                yield _mixed(stronger, weaker, step / _STEPS)


def _rate(level: LevelLoss) -> float:
    return level.points / level.decisions


def _limit(stronger: LevelLoss, weaker: LevelLoss) -> float:
    """Return the loss for each decision that separates two levels."""
    spreads = stronger.spread + weaker.spread
    share = stronger.spread / spreads if spreads else 0.5
    return _rate(stronger) + share * (_rate(weaker) - _rate(stronger))


def _mixed(stronger: LevelLoss, weaker: LevelLoss, share: float) -> LevelLoss:
    """Interpolate between two levels, by the share of the second."""
    between = [a + share * (b - a) for a, b in zip(stronger[1:], weaker[1:], strict=True)]
    return LevelLoss(stronger.level, *between)


@load_once
def error_scale() -> ErrorScale:
    """Return the scale of the shipped levels."""
    return ErrorScale(level_losses())


def count_decisions(
    rules: Rules, reviewed: Sequence[Reviewed | ValuedDecision]
) -> tuple[float, int]:
    """Add up the decisions that place a player on the scale.

    Returns:
        The points that they lost, and their number: discards and cards of games of two that points
        decide, where everything is solved and nothing estimated.
    """
    own = [
        decision
        for decision in reviewed
        if rules.players == 2
        and decision.options.kind in ("discard", "play")
        and not decision.options.by_chance
        and not decision.options.estimated
    ]
    return sum([decision.loss.points for decision in own]), len(own)
