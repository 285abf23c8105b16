"""What a seat pegs when it plays for a goal, from every hand of four ranks that it may keep.

The opponent's range and its play strategy come from a :class:`~pegout.search.model.Knowledge`: it
plays the solved play. The own seat knows its hand and the cards played so far. For each goal it
makes the best response to that range and strategy. ``pegout solve goals`` makes the table that
:mod:`pegout.tables.pegging_goals` reads.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

import numpy as np

from pegout.kernel.jit import compiled
from pegout.kernel.layout import NO_PILE
from pegout.kernel.roles import Role
from pegout.kernel.score_tables import Array
from pegout.kernel.validation import KernelError
from pegout.rules import Rules
from pegout.search.best_response import RangePart
from pegout.search.building import workspace_of
from pegout.search.hands import FIRST_FOUR
from pegout.search.model import Knowledge, checked_knowledge
from pegout.search.play import PlayState
from pegout.search.ranges import believe, signs_of
from pegout.search.workspace import NO_RANKS, OF_CARELESS, OPPONENT, OWN, Facts
from pegout.solver.pegging_goals_loops import FAR, walk_goals
from pegout.tables import rank_sets as ranks
from pegout.tables.goals import GOALS, OUTCOMES, PEGGED
from pegout.tables.kept_hands import keep_hands

__all__ = [
    "Reached",
    "aims",
    "kept_facts",
    "kept_hands",
    "pegged_for_goals",
    "reached",
    "solve_goals",
]

_HANDS: Final = 1820
#: The number of rows of scratch space.
_ROWS: Final = 9
#: Between lines that serve a goal equally well, the difference in points decides.
_BESIDE: Final = 1e-6


def aims() -> Array:
    """Return float64[12, 144]: the value of each outcome to each goal.

    >>> made = aims().reshape(12, 12, 12)
    >>> [round(float(worth), 3) for worth in made[2, 1:4, 0]]
    [0.0, 1.0, 1.0]
    """
    own, opponent = np.meshgrid(np.arange(PEGGED), np.arange(PEGGED), indexing="ij")
    beside = _BESIDE * (own - opponent)
    made = [(own - opponent).astype(np.float64)]
    made += [(own >= points) + beside for _, points in GOALS[1:7]]
    made += [(opponent < points) + beside for _, points in GOALS[7:]]
    return np.array(made).reshape(len(GOALS), OUTCOMES)


def solve_goals(
    knowledge: Knowledge,
    *,
    most: int = _HANDS,
    workers: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> Array:
    """Compute the outcomes of playing for each goal, from every hand; this takes some minutes.

    Args:
        knowledge: the opponent's range and play strategy.
        most: the largest number of opponent's hands to consider; a smaller number is spread evenly.
        workers: the number of threads; all cores unless given.
        progress: called with the part that is done, from 0 to 1.

    Returns:
        float64[2, 1820, 12, 144], the probabilities of the outcomes, the dealer first.
    """
    return pegged_for_goals(knowledge, aims(), most=most, workers=workers, progress=progress)


def kept_hands() -> Array:
    """Return float64[2, 1820], how many hands of six keep each set of four, the dealer first.

    >>> kept_hands().sum(axis=1).tolist()
    [20358529.0, 20358518.0]
    """
    roles = (keep_hands("own"), keep_hands("opponent"))
    return np.array([[hands.get(keep, 0) for keep in ranks.sets(4)] for hands in roles], float)


class Reached(NamedTuple):
    """How often the kept hands reach a goal.

    Attributes:
        role: ``dealer`` or ``pone``.
        goal: ``own`` for at least so many own points, ``other`` for fewer points of the opponent.
        points: the number of points.
        aimed: the probability when the hand is played for this goal.
        plain: the probability when the hand is played for the difference in points.
    """

    role: str
    goal: str
    points: int
    aimed: float
    plain: float


def reached(probabilities: Array, kept: Array) -> list[Reached]:
    """Compute how often goals are reached, on average over the kept hands.

    Args:
        probabilities: float64[2, 1820, 12, 144], the probabilities of the outcomes.
        kept: float64[2, 1820], how often a role keeps each set of four ranks.
    """
    own, opponent = np.divmod(np.arange(OUTCOMES), PEGGED)
    means = np.einsum("rh,rhgo->rgo", kept / kept.sum(axis=1, keepdims=True), probabilities)
    rows = []
    for at, role in enumerate(("dealer", "pone")):
        for number, (goal, points) in enumerate(GOALS[1:], 1):
            there = own >= points if goal == "own" else opponent < points
            aimed, plain = (float(means[at, row, there].sum()) for row in (number, 0))
            rows.append(Reached(role, goal, points, aimed, plain))
    return rows


def kept_facts(hand: int, role: Role) -> Facts:
    """Return what a seat knows at the start of the play of a kept hand; the suits are arbitrary.

    The opponent's range is the keeps of the solution, and nothing else.

    Args:
        hand: the ranks kept, four bits each.
        role: the role of the seat.
    """
    seen = suit = 0
    for place in range(4):
        rank = hand >> 4 * place & 15
        suit = suit + 1 if place and hand >> 4 * (place - 1) & 15 == rank else 0
        seen |= 1 << 4 * rank + suit
    nothing = np.zeros(0, np.int8)
    return Facts(
        int(role), FAR, FAR, 0, OF_CARELESS, 0, 0, NO_RANKS, 52, 0, seen, 0, 0, nothing, nothing,
        nothing,
    )  # fmt: skip


def pegged_for_goals(
    knowledge: Knowledge,
    aims: Array,
    *,
    hands: Array | None = None,
    most: int = _HANDS,
    workers: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> Array:
    """Compute the distribution of pegged points when a seat plays for each goal.

    Args:
        knowledge: the opponent's range and play strategy; its goals are not read.
        aims: float64[12, 144], the value of each outcome of the play to a goal. The number of an
            outcome is the own points times 12, plus the opponent's points; 11 means 11 or more.
        hands: int64[n], the kept hands, by the numbers of the sets of four; all unless given.
        most: the largest number of opponent's hands to consider; a smaller number is spread evenly.
        workers: the number of threads; all cores unless given.
        progress: called with the part that is done, from 0 to 1.

    Returns:
        float64[2, n, 12, 144], the probabilities of the outcomes, the dealer first.

    Raises:
        KernelError: ``bad_shape``, or as for :func:`pegout.search.model.checked_knowledge`.

    >>> from pegout.search.model import no_knowledge
    >>> aims = np.tile(np.arange(144.0) // 12, (12, 1))
    >>> outcomes = pegged_for_goals(no_knowledge(), aims, hands=np.array([0]), most=3)
    >>> outcomes.shape, round(float(outcomes[0, 0, 0].sum()), 9)
    ((2, 1, 12, 144), 1.0)
    """
    checked_knowledge(knowledge)
    if np.shape(aims) != (len(GOALS), OUTCOMES):
        raise KernelError(
            "bad_shape", f"expected aims of shape {(len(GOALS), OUTCOMES)}, not {np.shape(aims)}"
        )
    wanted = np.arange(_HANDS) if hands is None else np.asarray(hands, np.int64)
    outcomes = np.zeros((2, len(wanted), len(GOALS), OUTCOMES))
    local = threading.local()
    aims = np.ascontiguousarray(aims, np.float64)

    def work(at: int) -> None:
        if not hasattr(local, "space"):
            local.space = workspace_of(Rules(), knowledge)
            local.room = np.zeros((_ROWS, len(GOALS), OUTCOMES))
        space, room, solved = local.space, local.room, knowledge.solved
        kept = int(space.sets.ranks[FIRST_FOUR + wanted[at]])
        node = 0 if len(solved.offset) else -1
        # The table has the dealer first.
        for row, role in enumerate((Role.DEALER, Role.PONE)):
            number = compiled(believe)(
                most, kept_facts(kept, role), 4, 0, 0, 4, signs_of(space), solved
            )
            turn = OPPONENT if role == Role.DEALER else OWN
            play = PlayState(turn, 0, -1, 0, NO_PILE, kept, 4, FAR, FAR, node)
            part = RangePart(0, number, number, int(space.range.held[0]), 1.0)
            room[0] = 0
            compiled(walk_goals)(play, part, 0, 0, aims, room, space, solved)
            outcomes[row, at] = room[0]

    with ThreadPoolExecutor(workers or os.cpu_count()) as pool:
        for at, _ in enumerate(pool.map(work, range(len(wanted))), 1):
            if progress is not None:
                progress(at / len(wanted))
    return outcomes
