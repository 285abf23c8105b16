"""Whether the server can serve: its database answers, and holds the tables of this version."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from math import inf
from typing import Final

from pegout.storage import Library, StorageError

__all__ = ["Health"]

#: How long the database may take to answer, in seconds.
PATIENCE: Final = 1.0
#: For how long it holds that all is well, and that something is wrong, in seconds.
LASTS: Final = 1.0
LASTS_WRONG: Final = 0.25


class Health:
    """Asks the database at most once a second and once at a time, however many want to know.

    It has a thread of its own: those of the tables may all be waiting for the very same database.

    Args:
        library: what is asked.
    """

    def __init__(self, library: Library) -> None:
        self._library = library
        self._loop = asyncio.get_running_loop()
        self._thread = ThreadPoolExecutor(1, "pegout-health")
        self._asking: asyncio.Future[str] | None = None
        self._found = ""
        self._at = -inf

    async def trouble(self) -> str:
        """Give the code of what is wrong with the database, or nothing where all is well."""
        if self._loop.time() - self._at < (LASTS_WRONG if self._found else LASTS):
            return self._found
        if self._asking is None or self._asking.done():
            self._asking = self._loop.run_in_executor(self._thread, self._ask)
            self._asking.add_done_callback(self._answered)
        done, _ = await asyncio.wait([self._asking], timeout=PATIENCE)
        return self._asking.result() if done else "unreachable"

    def _ask(self) -> str:
        try:
            self._library.check(PATIENCE)
        except StorageError as error:
            return error.code
        return ""

    def _answered(self, asked: asyncio.Future[str]) -> None:
        if not asked.cancelled() and asked.exception() is None:
            self._found, self._at = asked.result(), self._loop.time()

    def close(self) -> None:
        """Ask no more."""
        self._thread.shutdown(wait=False, cancel_futures=True)
