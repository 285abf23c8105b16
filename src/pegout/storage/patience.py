"""The time limits on waiting for a database."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from time import monotonic
from typing import Final

#: The time limit for another program that is writing, in seconds.
PATIENCE: Final = 5.0
#: The time limit for a whole transaction in PostgreSQL, in seconds; longer than :data:`PATIENCE`,
#: so that a caller that waits for another program gets that error.
ANSWER: Final = 8.0
#: How long closing a library waits for running transactions, in seconds.
CLOSING: Final = 2.0


class Patience:
    """The time limit of each thread's wait for one database.

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
        """Set a time limit of this many seconds, unless an outer call has set one."""
        if hasattr(self._thread, "end"):
            yield
            return
        self._thread.end = monotonic() + seconds
        try:
            yield
        finally:
            del self._thread.end

    def left(self) -> float:
        """Return the number of seconds that this thread may still wait."""
        if self._over:
            return 0.0
        end: float = getattr(self._thread, "end", inf)
        return max(0.0, end - monotonic())

    def end(self) -> None:
        """End the waits of all threads."""
        self._over = True
