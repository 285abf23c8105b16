"""What a seat pegs when it plays for a goal, from every hand of four ranks that it may keep.

The other keeps hands as a :class:`~pegout.kernel.thinking.Knowledge` has it, and lays its cards as
the solved play of it does. The own seat knows its hand and what was laid; for each goal it takes
what serves that best against all that the other may hold.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np

from pegout.kernel.checks import KernelError
from pegout.kernel.compiled import mind as places
from pegout.kernel.compiled.aims import pose_kept, walk_goals
from pegout.kernel.compiled.state import NO_PILE
from pegout.kernel.tables import Array
from pegout.kernel.thinking import Knowledge, checked_knowledge, mind_of
from pegout.rules import rules

__all__ = ["pegged_for_goals"]

_OUTCOMES: Final = places.PEGGED**2
_HANDS: Final = 1820
#: So many rows are room to work in.
_ROWS: Final = 9


def pegged_for_goals(
    knowledge: Knowledge,
    aims: Array,
    *,
    hands: Array | None = None,
    most: int = _HANDS,
    workers: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> Array:
    """Work out how often how much is pegged for each goal.

    Args:
        knowledge: how the other keeps its hands and plays; its goals are not looked at.
        aims: float64[12, 144], what each outcome of the play is worth to a goal: own points by 12,
            and those of the other; 11 points are 11 or more.
        hands: int64[n], which kept hands, by the numbers of the sets of four; all of them if not
            given.
        most: at how many hands of the other is looked; fewer are chosen evenly.
        workers: how many threads; all cores if not given.
        progress: called with how much is done, from 0 to 1.

    Returns:
        float64[2, n, 12, 144], the chances of the outcomes, the dealer first.

    Raises:
        KernelError: ``bad_shape``, or as for :func:`pegout.kernel.thinking.checked_knowledge`.

    >>> from pegout.kernel.thinking import no_knowledge
    >>> aims = np.tile(np.arange(144.0) // 12, (12, 1))
    >>> found = pegged_for_goals(no_knowledge(), aims, hands=np.array([0]), most=3)
    >>> found.shape, round(float(found[0, 0, 0].sum()), 9)
    ((2, 1, 12, 144), 1.0)
    """
    checked_knowledge(knowledge)
    if np.shape(aims) != (places.GOALS, _OUTCOMES):
        raise KernelError(
            "bad_shape", f"expected aims of shape {(places.GOALS, _OUTCOMES)}, not {np.shape(aims)}"
        )
    wanted = np.arange(_HANDS) if hands is None else np.asarray(hands, np.int64)
    found = np.zeros((2, len(wanted), places.GOALS, _OUTCOMES))
    local = threading.local()
    aims = np.ascontiguousarray(aims, np.float64)

    def work(at: int) -> None:
        if not hasattr(local, "mind"):
            local.mind = mind_of(rules(), knowledge)
            local.room = np.zeros((_ROWS, places.GOALS, _OUTCOMES))
        ranks = int(local.mind.ints[places.SETS + 13 + 91 + 455 + wanted[at]])
        for role in (0, 1):
            number = pose_kept(ranks, 1 - role, most, local.mind, knowledge.solved)
            local.room[0] = 0
            walk_goals(
                1 - role, 0, -1, 0, NO_PILE, ranks, 0, 0, 4, 0, number, number, 1.0,
                int(local.mind.ints[places.NODE]), 0, 0, aims, local.room, local.mind,
                knowledge.solved,
            )  # fmt: skip
            found[role, at] = local.room[0]

    with ThreadPoolExecutor(workers or os.cpu_count()) as pool:
        for at, _ in enumerate(pool.map(work, range(len(wanted))), 1):
            if progress is not None:
                progress(at / len(wanted))
    return found
