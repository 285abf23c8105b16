"""Early stopping of a run: a rule sees its chunks in order.

Chunks finish in any order, and the decision to stop must not depend on that order.

>>> seen = InOrder(lambda sums: sums["games"][0] == 0)
>>> seen.take(1, {"games": (0,)}, 5)
>>> seen.enough
False
>>> seen.take(0, {"games": (3,)}, 5)
>>> seen.enough, seen.sums, seen.finished
(True, {'games': (3,)}, 10)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from pegout.runs.sums import Sums, added

#: A stopping rule, called with the sums of each chunk in order; it returns whether to stop.
StopRule: TypeAlias = Callable[[Sums], bool]


class InOrder:
    """Chunks in the order of their numbers, up to the one at which the rule stops the run.

    Args:
        stop: the stopping rule.

    Attributes:
        sums: the sums of the chunks that the rule has seen.
        finished: the total size of these chunks.
        enough: whether the rule has stopped the run.
    """

    def __init__(self, stop: StopRule) -> None:
        self.sums: Sums = {}
        self.finished = 0
        self.enough = False
        self._stop = stop
        self._next = 0
        #: Chunks that finished ahead of earlier ones: their sums, and their sizes.
        self._waiting: dict[int, tuple[Sums, int]] = {}

    def take(self, number: int, sums: Sums, size: int) -> None:
        """Add a finished chunk by its number from 0; call once per chunk."""
        self._waiting[number] = (sums, size)
        while not self.enough and self._next in self._waiting:
            sums, size = self._waiting.pop(self._next)
            self.sums = added(self.sums, sums)
            self.finished += size
            self._next += 1
            self.enough = self._stop(sums)
