"""Health checks: whether the database can be written and has the schema of this version."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from math import inf
from typing import Final

from pegout.server.logs import trouble, warning
from pegout.storage import Library
from pegout.table.store import StoreError

#: How long the database may take to answer, in seconds.
PATIENCE: Final = 1.0
#: How long a request waits for the result of the check, which says why the database did not answer.
ANSWER: Final = 1.5
#: How long a result of the check stays valid, in seconds.
LASTS: Final = 1.0
LASTS_WRONG: Final = 0.25


class Health:
    """A cached health check: at most one query per second, however many clients request it.

    It has a thread of its own, because the threads of the tables may all be waiting for the same
    database.
    """

    def __init__(self, library: Library) -> None:
        self._library = library
        self._loop = asyncio.get_running_loop()
        self._thread = ThreadPoolExecutor(1, "pegout-health")
        self._asking: asyncio.Future[str] | None = None
        self._code = ""
        self._at = -inf

    async def watch(self) -> None:
        """Log when the database fails, and when it can be written again, until cancelled.

        Requests find out that it fails; from then on it is checked until it is well.
        """
        since = None
        while True:
            await asyncio.sleep(LASTS)
            code = self._library.trouble
            if code and since is None:
                since = self._loop.time()
                trouble("database_lost", code=code)
            if code:
                await self.problem()
            elif since is not None:
                warning("database_back", after=round(self._loop.time() - since, 1))
                since = None

    async def problem(self) -> str:
        """Return the error code of the database, or an empty string if it works."""
        if self._loop.time() - self._at < (LASTS_WRONG if self._code else LASTS):
            return self._code
        if self._asking is None or self._asking.done():
            self._asking = self._loop.run_in_executor(self._thread, self._ask)
            self._asking.add_done_callback(self._note_answer)
        done, _ = await asyncio.wait([self._asking], timeout=ANSWER)
        return self._asking.result() if done else "unreachable"

    def _ask(self) -> str:
        try:
            self._library.check(PATIENCE)
        except StoreError as error:
            return error.code
        return ""

    def _note_answer(self, asked: asyncio.Future[str]) -> None:
        if not asked.cancelled() and asked.exception() is None:
            self._code, self._at = asked.result(), self._loop.time()

    def close(self) -> None:
        """Stop checking."""
        self._thread.shutdown(wait=False, cancel_futures=True)
