"""How long anybody waits for a database."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from time import monotonic
from typing import Final

__all__ = ["ANSWER", "CLOSING", "PATIENCE", "Patience"]

#: How long to wait for another program that is writing, in seconds.
PATIENCE: Final = 5.0
#: How long PostgreSQL may take for a whole transaction, in seconds; longer than :data:`PATIENCE`,
#: so that whoever waits for another program is told so.
ANSWER: Final = 8.0
#: How long whoever closes a library waits for what is under way, in seconds.
CLOSING: Final = 2.0


class Patience:
    """How long each thread still waits for one database.

    >>> patience = Patience()
    >>> with patience.of(5), patience.of(60):  # the outermost decides
    ...     0 < patience.left() <= 5
    True
    >>> patience.left()
    inf
    """

    def __init__(self) -> None:
        self._thread = threading.local()
        self._over = False

    @contextmanager
    def of(self, seconds: float) -> Iterator[None]:
        """Wait no longer than this, unless a longer or shorter time was set further outside."""
        if hasattr(self._thread, "end"):
            yield
            return
        self._thread.end = monotonic() + seconds
        try:
            yield
        finally:
            del self._thread.end

    def left(self) -> float:
        """Give for how many seconds this thread still waits."""
        if self._over:
            return 0.0
        end: float = getattr(self._thread, "end", inf)
        return max(0.0, end - monotonic())

    def end(self) -> None:
        """Let no thread wait any longer."""
        self._over = True
