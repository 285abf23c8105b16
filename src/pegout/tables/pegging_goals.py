"""What a seat pegs when it plays for a goal: the table ``goals.bin`` that is shipped.

Near the end of the board points are not all worth the same: one who needs two plays for two. For
every hand of four ranks and both roles the table has how often how much is pegged when the hand is
played for one of these goals, against the solved play:

* the most points beyond those of the other, in the mean;
* to peg at least 1, 2, 3, 4, 5 or 6 points;
* to keep the other below 1, 2, 3, 4 or 5.

Every hand of the other and every line of the play is counted, by
:mod:`pegout.solver.pegging_goals`.

>>> found = shipped_goals()
>>> found.shape
(2, 1820, 12, 144)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from pegout.kernel.score_tables import Array
from pegout.loading import load_once
from pegout.tables.files import TableError, checked, compose_bytes, parse_bytes

__all__ = [
    "GOALS",
    "OUTCOMES",
    "PEGGED",
    "chances_of",
    "goals_file",
    "read_goals",
    "roots_of",
    "shipped_goals",
]

#: Up to how many points of either are told apart.
PEGGED: Final = 12
#: What is played for: the difference; at least so many own points; less than so many of the other.
GOALS: Final = (
    ("difference", 0),
    *[("own", points) for points in range(1, 7)],
    *[("other", points) for points in range(1, 6)],
)
#: How many outcomes are told apart: up to 11 points of one's own by as many of the other's, where
#: 11 are 11 or more.
OUTCOMES: Final = PEGGED**2
_SHAPE: Final = (2, 1820, len(GOALS), OUTCOMES)
#: The largest root that is written.
_STEPS: Final = 255


def roots_of(chances: Array) -> Array:
    """Give the roots of chances in whole steps, uint8, as they are shipped.

    >>> [int(root) for root in roots_of(np.array([1.0, 0.25, 0.001, 0]))]
    [255, 128, 8, 0]
    """
    return np.asarray(np.rint(_STEPS * np.sqrt(chances)), np.uint8)


def chances_of(roots: Array) -> Array:
    """Give the chances that roots stand for; those of the last axis add up to 1."""
    squares = np.square(roots.astype(np.float64))
    return np.asarray(squares / squares.sum(axis=-1, keepdims=True))


def goals_file(chances: Array, about: Iterable[str]) -> bytes:
    """Write the table that is shipped.

    Args:
        chances: what :func:`pegout.solver.pegging_goals.solve_goals` found.
        about: lines of the head, with the command, the versions and whence the numbers come.
    """
    head = [
        "What is pegged when a hand is played for a goal.",
        *about,
        f"shape {' '.join(map(str, _SHAPE))}: role, hand, goal, own points by {PEGGED} and the "
        "other's",
        f"written are the roots of the chances, in steps of a {_STEPS}th",
    ]
    return compose_bytes(head, roots_of(chances).tobytes())


def read_goals(data: bytes) -> tuple[tuple[str, ...], Array]:
    """Read what :func:`goals_file` wrote: the lines of its head, and the roots.

    Raises:
        TableError: if it is not what was written.
    """
    head, body = parse_bytes(data)
    found = np.frombuffer(body, np.uint8)
    if found.size != np.prod(_SHAPE):
        raise TableError(
            f"the table of goals should have {np.prod(_SHAPE)} numbers, not {found.size}; make it "
            "again with the command in its head"
        )
    return head, found.reshape(_SHAPE)


@load_once
def shipped_goals() -> Array:
    """Give the roots that are shipped with the package, uint8[2, 1820, 12, 144].

    Raises:
        TableError: if they are not what was written.
    """
    return checked("goals.bin", read_goals)[1]
