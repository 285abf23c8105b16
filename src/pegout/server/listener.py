"""Pass on what other servers of the same library tell, to the tables that are loaded here.

A look at all of them now and then finds what nobody has told: because a notice was lost, or because
another program has changed a table, such as ``pegout admin``.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Protocol, TypeVar

from pegout.server.live_table import LiveTable
from pegout.table.peers import Attended, Notice, Peers, Resync, Vacated
from pegout.table.store import StoreError

_T = TypeVar("_T")


class NotifiedTables(Protocol):
    """The tables that are loaded."""

    def knows(self, code: str) -> bool:
        """Return whether a table is loaded, or being loaded."""

    def find(self, code: str) -> LiveTable | None:
        """Return a table if it is loaded."""

    async def await_loaded(self, code: str) -> LiveTable | None:
        """Return a table that is loaded, once it is if it is being loaded."""

    def waiting_codes(self) -> Iterable[str]:
        """Return the codes of the tables that need to know what happens elsewhere."""

    async def run(self, do: Callable[[], _T]) -> _T:
        """Run a function that waits for the disk in another thread."""

    def remove(self, code: str) -> None:
        """Close a table that was removed elsewhere."""


class Listener:
    """Passes the notices of other servers on, and looks at all tables every so many seconds."""

    def __init__(self, tables: NotifiedTables, peers: Peers, every: float) -> None:
        self._tables = tables
        self._peers = peers
        self._loop = asyncio.get_running_loop()
        #: The tables to look at, and the task that does so.
        self._unseen: set[str] = set()
        self._looking: asyncio.Task[None] | None = None
        peers.start(lambda notices: self._loop.call_soon_threadsafe(self._hear, notices))
        self._watching = self._loop.create_task(self._watch(every))

    async def _watch(self, every: float) -> None:
        while True:
            await asyncio.sleep(every)
            # As long as the database does not answer, nothing can be seen.
            if not self._peers.trouble:
                self._hear([Resync()])

    def _hear(self, notices: Sequence[Notice]) -> None:
        for notice in notices:
            if isinstance(notice, Resync):
                self._unseen.update(self._tables.waiting_codes())
            elif (table := self._tables.find(notice.code)) is not None:
                table.hear(notice)
                if isinstance(notice, Attended | Vacated):
                    self._unseen.add(notice.code)
            elif self._tables.knows(notice.code):
                # It is being loaded, and may have been read before.
                self._unseen.add(notice.code)
        if self._unseen and (self._looking is None or self._looking.done()):
            self._looking = self._loop.create_task(self._look())

    async def _look(self) -> None:
        """Look at tables until none is left to be looked at."""
        while self._unseen:
            codes = frozenset(self._unseen)
            self._unseen.clear()
            try:
                sights = await self._tables.run(partial(self._peers.look, codes))
            except StoreError:
                # The next look comes soon.
                continue
            for code in codes:
                table, sight = await self._tables.await_loaded(code), sights.get(code)
                if sight is None:
                    self._tables.remove(code)
                elif table is not None:
                    table.meet(sight)

    def close(self) -> None:
        """Pass nothing on any more."""
        for task in (self._watching, self._looking):
            if task is not None:
                task.cancel()
