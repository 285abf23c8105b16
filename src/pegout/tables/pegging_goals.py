"""The points pegged by a seat that plays for a goal: the shipped table ``goals.bin``.

Near the end of the board not all points are worth the same: a player who needs two points plays for
two. For every hand of four ranks and both roles the table has the score distribution of the play
when the hand is played for one of these goals against the solved play:

* the highest expected difference from the opponent's points;
* to peg at least 1, 2, 3, 4, 5 or 6 points;
* to hold the opponent below 1, 2, 3, 4 or 5.

:mod:`pegout.solver.pegging_goals` counts every hand of the opponent and every line of play.

>>> goals = shipped_goals()
>>> goals.shape
(2, 1820, 12, 144)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from pegout.kernel.score_tables import Array
from pegout.loading import load_once
from pegout.tables.files import TableError, checked, compose_bytes, parse_bytes
from pegout.tables.goals import GOAL_COUNT, OUTCOMES, PEGGED

__all__ = [
    "goals_file",
    "read_goals",
    "roots_of",
    "shipped_goals",
]

_SHAPE: Final = (2, 1820, GOAL_COUNT, OUTCOMES)
#: The largest root in the file.
_STEPS: Final = 255


def roots_of(probabilities: Array) -> Array:
    """Return the square roots of probabilities in whole steps, uint8, as in the file.

    >>> [int(root) for root in roots_of(np.array([1.0, 0.25, 0.001, 0]))]
    [255, 128, 8, 0]
    """
    return np.asarray(np.rint(_STEPS * np.sqrt(probabilities)), np.uint8)


def goals_file(probabilities: Array, about: Iterable[str]) -> bytes:
    """Write the table.

    Args:
        probabilities: the probabilities from :func:`pegout.solver.pegging_goals.solve_goals`.
        about: lines of the head with the command, the versions and the source of the numbers.
    """
    head = [
        "What is pegged when a hand is played for a goal.",
        *about,
        f"shape {' '.join(map(str, _SHAPE))}: role, hand, goal, own points by {PEGGED} and the "
        "opponent's",
        f"the numbers are the square roots of the chances, in steps of a {_STEPS}th",
    ]
    return compose_bytes(head, roots_of(probabilities).tobytes())


def read_goals(data: bytes) -> tuple[tuple[str, ...], Array]:
    """Read a file of :func:`goals_file`: return the lines of its head, and the roots.

    Raises:
        TableError: if the checksum or the size differs.
    """
    head, body = parse_bytes(data)
    roots = np.frombuffer(body, np.uint8)
    if roots.size != np.prod(_SHAPE):
        raise TableError(
            f"the table of goals should have {np.prod(_SHAPE)} numbers, not {roots.size}; make it "
            "again with the command in its head"
        )
    return head, roots.reshape(_SHAPE)


@load_once
def shipped_goals() -> Array:
    """Return the shipped roots, uint8[2, 1820, 12, 144].

    Raises:
        TableError: if the checksum or the size differs.
    """
    return checked("goals.bin", read_goals)[1]
