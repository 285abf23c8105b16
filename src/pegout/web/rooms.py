"""The tables that are awake."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import Final, TypeVar

from pegout.fairness import Secrets
from pegout.rules import Rules
from pegout.storage import Library, new_id
from pegout.web.answers import farewell
from pegout.web.config import Config
from pegout.web.logs import note
from pegout.web.room import Guest, Room
from pegout.web.seats import Held, Order, TableError, planned
from pegout.web.sitting import Sitting

__all__ = ["Rooms"]

_T = TypeVar("_T")
#: How long goodbyes may take to be sent, in seconds.
_PATIENCE: Final = 2.0
_CODE: Final = re.compile("[a-z0-9]{10}")


class Rooms:
    """The tables that are awake; others are woken when somebody comes.

    Args:
        library: where tables and matches are stored.
        config: the limits.
        secrets: where the secrets of the packs come from; unpredictable unless given.
    """

    def __init__(self, library: Library, config: Config, secrets: Secrets | None = None) -> None:
        self.library = library
        self.config = config
        self._secrets = secrets
        self._threads = ThreadPoolExecutor(config.threads, "pegout")
        self._thinkers = asyncio.Semaphore(config.thinkers)
        self._rooms: dict[str, asyncio.Task[Room]] = {}
        self._connected: set[Guest] = set()
        self._visits: Counter[str] = Counter()
        self._sweeper = asyncio.get_running_loop().create_task(self._sweep())
        self.stopping = False

    @property
    def awake(self) -> int:
        """How many tables are awake."""
        return len(self._rooms)

    async def create(self, order: Order, rules: Rules) -> tuple[str, list[Held]]:
        """Set up a table; give its code, and the seats of whoever did so.

        Raises:
            RulesError: for a table that nobody could play at.
            StorageError: if it could not be stored.
        """
        plan, held = planned(order, rules)
        code = new_id()
        await self.run(lambda: self.library.add_table(code, plan.text()))
        if plan.full:
            async with self.visit(code):
                pass
        return code, held

    @contextmanager
    def connected(self, guest: Guest) -> Iterator[None]:
        """Know somebody while they are connected, to say goodbye to them in the end."""
        self._connected.add(guest)
        try:
            yield
        finally:
            self._connected.discard(guest)

    async def run(self, do: Callable[[], _T]) -> _T:
        """Do something that waits for the disk."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, do)

    @asynccontextmanager
    async def visit(self, code: str) -> AsyncIterator[Room]:
        """Give the room of a table, which stays awake meanwhile.

        Raises:
            TableError: ``unknown_table``, ``too_many_tables`` or ``stopping``.
            StorageError: if it cannot be read.
        """
        if not _CODE.fullmatch(code):
            raise TableError("unknown_table", "there is no table of that code")
        self._visits[code] += 1
        try:
            yield await self._room(code)
        finally:
            self._visits[code] -= 1
            if not self._visits[code]:
                del self._visits[code]

    async def _room(self, code: str) -> Room:
        if self.stopping:
            raise TableError("stopping", "the server is being stopped")
        task = self._rooms.get(code)
        if task is None:
            self._make_place()
            task = asyncio.get_running_loop().create_task(self._wake(code))
            self._rooms[code] = task
            task.add_done_callback(partial(self._woken, code))
        return await asyncio.shield(task)

    def _woken(self, code: str, task: asyncio.Task[Room]) -> None:
        """Forget a table that could not be woken, also when nobody waits for it any more."""
        if task.cancelled() or task.exception() is not None:
            del self._rooms[code]

    async def _wake(self, code: str) -> Room:
        sitting = await self.run(lambda: Sitting(self.library, code, self._secrets))
        return Room(sitting, self.config, self._threads, self._thinkers)

    def _make_place(self) -> None:
        """Put the table to sleep that has been quiet longest, if there are too many awake."""
        if len(self._rooms) < self.config.tables:
            return
        quiet = self._quiet()
        if not quiet:
            raise TableError("too_many_tables", "as many tables are in use as may be")
        self._put_to_sleep(min(quiet, key=lambda code: quiet[code]))

    def _put_to_sleep(self, code: str) -> None:
        self._rooms.pop(code).result().sleep()

    def _quiet(self) -> dict[str, float]:
        """Give the tables that may sleep, and since when they are quiet."""
        return {
            code: task.result().quiet_since
            for code, task in self._rooms.items()
            if task.done()
            and not task.exception()
            and code not in self._visits
            and not task.result().busy
        }

    async def _sweep(self) -> None:
        """Put tables to sleep that nobody has been at for a while."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(max(0.05, self.config.idle / 4))
            for code, since in self._quiet().items():
                if loop.time() - since >= self.config.idle:
                    self._put_to_sleep(code)

    async def stop(self) -> None:
        """Say goodbye to everybody, and finish what is being done."""
        if self.stopping:
            return
        self.stopping = True
        self._sweeper.cancel()
        note("stopping", tables=self.awake)
        rooms = await asyncio.gather(*self._rooms.values(), return_exceptions=True)
        # Whoever waits for an answer gets it, and then the goodbye.
        await asyncio.gather(*[room.close() for room in rooms if isinstance(room, Room)])
        for guest in list(self._connected):
            guest.dismiss(farewell("stopping", guest.t, again=True))
        end = asyncio.get_running_loop().time() + _PATIENCE
        while self._connected and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        """Stop, and let go of the threads."""
        await self.stop()
        await asyncio.to_thread(self._threads.shutdown)
