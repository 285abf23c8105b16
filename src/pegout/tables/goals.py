"""The goals of the play near the end of the board, and the outcomes that they tell apart.

:mod:`pegout.tables.pegging_goals` has what is pegged for each goal. Nothing here needs NumPy.
"""

from __future__ import annotations

from typing import Final

__all__ = ["GOALS", "GOAL_COUNT", "OUTCOMES", "PEGGED"]

#: The number of points of either seat that are told apart: 0 to 10, and 11 or more.
PEGGED: Final = 12
#: The goals: the point difference, at least so many own points, or fewer than so many points of the
#: opponent.
GOALS: Final = (
    ("difference", 0),
    *[("own", points) for points in range(1, 7)],
    *[("other", points) for points in range(1, 6)],
)
#: The number of goals.
GOAL_COUNT: Final = len(GOALS)
#: The number of outcomes told apart: 0 to 11 own points by 0 to 11 of the opponent, where 11 means
#: 11 or more.
OUTCOMES: Final = PEGGED**2
