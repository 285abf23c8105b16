"""A run that may have enough before its end: its chunks are looked at in their order.

Chunks come back in any order, and what is decided by looking at them may not depend on it.

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

__all__ = ["InOrder", "Stop"]

#: Called with the sums of each chunk in the order of the chunks; says whether there is enough.
Stop: TypeAlias = Callable[[Sums], bool]


class InOrder:
    """Shows chunks in the order of their numbers, up to the one with which there is enough.

    Args:
        stop: what they are shown to.

    Attributes:
        sums: the sums of what was shown.
        finished: how much that is.
        enough: whether there is enough.
    """

    def __init__(self, stop: Stop) -> None:
        self.sums: Sums = {}
        self.finished = 0
        self.enough = False
        self._stop = stop
        self._next = 0
        #: What has come before its turn: the sums, and how much they are of.
        self._waiting: dict[int, tuple[Sums, int]] = {}

    def take(self, number: int, sums: Sums, size: int) -> None:
        """Take a chunk that is finished, once.

        Args:
            number: its number, from 0.
            sums: what came of it.
            size: how much is in it.
        """
        self._waiting[number] = (sums, size)
        while not self.enough and self._next in self._waiting:
            sums, size = self._waiting.pop(self._next)
            self.sums = added(self.sums, sums)
            self.finished += size
            self._next += 1
            self.enough = self._stop(sums)
