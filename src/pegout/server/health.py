"""Health checks: whether the database can be written and has the schema of this version."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from math import inf
from typing import Final

from pegout.server.logs import trouble, warning
from pegout.storage import Library
from pegout.table.peers import Peers
from pegout.table.store import StoreError

#: How long the database may take to answer, in seconds.
PATIENCE: Final = 1.0
#: How long a request waits for the result of the check, which says why the database did not answer.
ANSWER: Final = 1.5
#: How long a result of the check stays valid, in seconds.
LASTS: Final = 1.0
LASTS_WRONG: Final = 0.25


async def _outages(what: str, code_of: Callable[[], str]) -> AsyncIterator[str]:
    """Look for a fault again and again; log when it begins, by its code, and when it is over.

    Yield the code at each look; it is empty if all is well.
    """
    loop, since = asyncio.get_running_loop(), None
    while True:
        await asyncio.sleep(LASTS)
        code = code_of()
        if code and since is None:
            since = loop.time()
            trouble(f"{what}_lost", code=code)
        yield code
        if not code and since is not None:
            warning(f"{what}_back", after=round(loop.time() - since, 1))
            since = None


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
        async for code in _outages("database", lambda: self._library.trouble):
            if code:
                await self.problem()

    async def watch_peers(self, peers: Peers) -> None:
        """Log when this server cannot reach the others though the database answers."""
        async for _ in _outages("peers", lambda: "" if self._library.trouble else peers.trouble):
            pass

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
