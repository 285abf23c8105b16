"""What a seat pegs when it plays for a goal: the table ``goals.bin`` that is shipped.

Near the end of the board points are not all worth the same: one who needs two plays for two. For
every hand of four ranks and both roles the table has how often how much is pegged when the hand is
played for one of these goals, against the solved play:

* the most points beyond those of the other, in the mean;
* to peg at least 1, 2, 3, 4, 5 or 6 points;
* to keep the other below 1, 2, 3, 4 or 5.

Every hand of the other and every line of the play is counted. ``pegout solve goals`` makes it.

>>> found = shipped_goals()
>>> found.shape
(2, 1820, 12, 144)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

import numpy as np

from pegout.evaluation.tables import TableError, compose_bytes, parse_bytes
from pegout.kernel.compiled.mind import PEGGED
from pegout.kernel.tables import Array
from pegout.kernel.thinking import Knowledge

__all__ = [
    "GOALS",
    "OUTCOMES",
    "Reached",
    "aims",
    "chances_of",
    "goals_file",
    "reached",
    "read_goals",
    "roots_of",
    "shipped_goals",
    "solve_goals",
]

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
#: Between lines that serve a goal alike the difference decides.
_BESIDE: Final = 1e-6
#: The largest root that is written.
_STEPS: Final = 255


def aims() -> Array:
    """Give float64[12, 144]: what each outcome is worth to each goal.

    >>> made = aims().reshape(12, 12, 12)
    >>> [round(float(worth), 3) for worth in made[2, 1:4, 0]]
    [0.0, 1.0, 1.0]
    """
    own, other = np.meshgrid(np.arange(PEGGED), np.arange(PEGGED), indexing="ij")
    beside = _BESIDE * (own - other)
    made = [(own - other).astype(np.float64)]
    made += [(own >= points) + beside for _, points in GOALS[1:7]]
    made += [(other < points) + beside for _, points in GOALS[7:]]
    return np.array(made).reshape(len(GOALS), OUTCOMES)


def solve_goals(
    knowledge: Knowledge,
    *,
    workers: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> Array:
    """Count what is pegged for each goal, from every hand; takes some minutes.

    Args:
        knowledge: how the other keeps its hands and plays.
        workers: how many threads; all cores if not given.
        progress: called with how much is done, from 0 to 1.

    Returns:
        float64[2, 1820, 12, 144], the chances of the outcomes, the dealer first.
    """
    # With it numba is imported, which nobody at a table should wait for.
    from pegout.kernel.aims import pegged_for_goals

    return pegged_for_goals(knowledge, aims(), workers=workers, progress=progress)


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


class Reached(NamedTuple):
    """How often a goal is reached by the hands that are kept.

    Attributes:
        role: ``dealer`` or ``pone``.
        goal: ``own`` for at least so many points of one's own, ``other`` for fewer of the other.
        points: how many.
        aimed: the chance when the hand is played for it.
        plain: the chance when it is played for the difference.
    """

    role: str
    goal: str
    points: int
    aimed: float
    plain: float


def reached(chances: Array, kept: Array) -> list[Reached]:
    """Say how often goals are reached, in the mean over hands.

    Args:
        chances: float64[2, 1820, 12, 144], the chances of the outcomes.
        kept: float64[2, 1820], how often a role keeps each set of four ranks.
    """
    own, other = np.divmod(np.arange(OUTCOMES), PEGGED)
    means = np.einsum("rh,rhgo->rgo", kept / kept.sum(axis=1, keepdims=True), chances)
    rows = []
    for at, role in enumerate(("dealer", "pone")):
        for number, (goal, points) in enumerate(GOALS[1:], 1):
            there = own >= points if goal == "own" else other < points
            aimed, plain = (float(means[at, row, there].sum()) for row in (number, 0))
            rows.append(Reached(role, goal, points, aimed, plain))
    return rows


# The file ---------------------------------------------------------------------------------------


def goals_file(chances: Array, about: Iterable[str]) -> bytes:
    """Write the table that is shipped.

    Args:
        chances: what :func:`solve_goals` found.
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


@cache
def shipped_goals() -> Array:
    """Give the roots that are shipped with the package, uint8[2, 1820, 12, 144].

    Raises:
        TableError: if they are not what was written.
    """
    path = files("pegout.evaluation").joinpath("tables", "goals.bin")
    return read_goals(path.read_bytes())[1]
