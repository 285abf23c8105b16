"""The tables that are loaded."""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from typing import Final, TypeVar

from pegout.match import Match
from pegout.rules import Rules
from pegout.school.guide import guide_of
from pegout.server.answers import farewell
from pegout.server.computer_players import ComputerPlayers
from pegout.server.config import Config
from pegout.server.early_reviews import EarlyReviews
from pegout.server.fair_queue import Urgency
from pegout.server.listener import Listener
from pegout.server.live_table import Client, LiveTable
from pegout.server.logs import note
from pegout.server.meter import Meter
from pegout.server.retention import Retention
from pegout.server.table_executors import Executors
from pegout.server.timeouts import PATIENCE, with_timeout
from pegout.storage import Library
from pegout.table.challenges import set_up_challenge
from pegout.table.duplicates import set_up_duplicate
from pegout.table.new_tables import set_up_table
from pegout.table.opponents import Opponents
from pegout.table.peers import Sight, Vacated
from pegout.table.practice_tables import Begin, PractisedGame, set_up_practice
from pegout.table.service import TableService
from pegout.table.sources import Sources
from pegout.table.state import OPEN, TableRefused
from pegout.table.store import StoreError
from pegout.wire.http import DuplicateMade, DuplicateWanted, Made, Order

_T = TypeVar("_T")
#: How long the last messages may take to be sent, in seconds.
_PATIENCE: Final = 2.0
#: How long work under way may take when the server stops, in seconds.
_FINISH: Final = 2.5
#: How long the other servers may take to be told that this one stops, in seconds.
_HAND_OVER: Final = 1.5
_CODE: Final = re.compile("[a-z0-9]{10}")


class LiveTables:
    """The tables that are loaded; a request for another table loads it."""

    def __init__(
        self,
        library: Library,
        config: Config,
        sources: Sources,
        executors: Executors,
        meter: Meter,
    ) -> None:
        self.library = library
        self.config = config
        self.sources = sources
        self._executor = executors.tables
        self._computers = ComputerPlayers(executors, config.thinkers, meter)
        self.early_reviews = EarlyReviews(executors.workers, self._computers.are_busy)
        self.opponents = Opponents(config.engines)
        self._tables: dict[str, asyncio.Task[LiveTable]] = {}
        self._connected: set[Client] = set()
        self._visits: Counter[str] = Counter()
        loop = asyncio.get_running_loop()
        self._sweeper = loop.create_task(self._sweep())
        self._retention = loop.create_task(Retention(self, config).run())
        self.peers = library.peers()
        self._listener = Listener(self, self.peers, config.watch)
        self.stopping = False

    @property
    def loaded(self) -> int:
        """The number of loaded tables."""
        return len(self._tables)

    @property
    def connections(self) -> Counter[str]:
        """How many connections are open, by what they are to the server."""
        return Counter([client.kind for client in self._connected])

    @property
    def waiting(self) -> Counter[Urgency]:
        """How many computations wait, by their urgency."""
        return self._computers.waiting

    def knows(self, code: str) -> bool:
        """Return whether a table is loaded, or being loaded."""
        return code in self._tables

    async def attended(self, codes: Collection[str]) -> dict[str, str]:
        """Return which tables a player is connected to, with the address of one.

        The address is not known at another server, so the code stands for it.

        Raises:
            StoreError: if the database does not answer.
        """
        tables = {code: table for code in codes if (table := self.find(code)) is not None}
        found = {
            code: address
            for code, table in tables.items()
            if (address := table.attended_from) is not None
        }
        others = [code for code in codes if code not in found]
        sights = await self.run(lambda: self.peers.look(others)) if others else {}
        elsewhere = [
            code for code, sight in sights.items() if any(visit.seats for visit in sight.visits)
        ]
        return found | dict(zip(elsewhere, elsewhere, strict=True))

    def playing(self) -> list[Match]:
        """Return the matches that several persons are playing just now."""
        tables = [table for code in tuple(self._tables) if (table := self.find(code)) is not None]
        return [match for table in tables if (match := table.service.between_persons) is not None]

    def loaded_table(self, code: str) -> LiveTable:
        """Return a table that is loaded."""
        return self._tables[code].result()

    def find(self, code: str) -> LiveTable | None:
        """Return a table if it is loaded."""
        task = self._tables.get(code)
        loaded = task is not None and task.done() and not task.cancelled() and not task.exception()
        return self.loaded_table(code) if loaded else None

    async def await_loaded(self, code: str) -> LiveTable | None:
        """Return a table that is loaded, once it is if it is being loaded."""
        if (task := self._tables.get(code)) is not None:
            await asyncio.wait([task], timeout=PATIENCE)
        return self.find(code)

    def waiting_codes(self) -> list[str]:
        """Return the codes of the tables that need to know what happens elsewhere."""
        return [code for code in self._tables if (table := self.find(code)) and table.waits]

    async def create(self, order: Order, rules: Rules) -> Made:
        """Set up a table; see :func:`~pegout.table.new_tables.set_up_table`."""
        offered = self.opponents.offered
        made = await self.run(
            lambda: set_up_table(self.library, order, rules, offered, self.sources)
        )
        if all(seat.kind != OPEN for seat in order.seats):
            async with self.visit(made.code):
                pass
        return made

    async def create_duplicate(self, wanted: DuplicateWanted, rules: Rules) -> DuplicateMade:
        """Set up the tables of a duplicate; see :mod:`pegout.table.duplicates`."""
        offered = self.opponents.offered
        return await self.run(
            lambda: set_up_duplicate(self.library, wanted, rules, offered, self.sources)
        )

    async def practise(self, begin: Begin, key: str) -> Made:
        """Set up a table of practice; see :func:`~pegout.table.practice_tables.set_up_practice`."""
        offered = self.opponents.offered
        return await self.run(
            lambda: set_up_practice(self.library, begin, key, offered, self.sources)
        )

    async def challenge(self, played: PractisedGame, key: str) -> Made:
        """Set up a challenge; see :func:`~pegout.table.challenges.set_up_challenge`."""
        offered = self.opponents.offered
        return await self.run(
            lambda: set_up_challenge(self.library, played, key, offered, self.sources)
        )

    @contextmanager
    def connected(self, client: Client) -> Iterator[None]:
        """Register a connection, so that it receives a last message when the server stops."""
        self._connected.add(client)
        try:
            yield
        finally:
            self._connected.discard(client)

    async def run(self, do: Callable[[], _T]) -> _T:
        """Run a function that waits for the disk in another thread.

        Raises:
            StoreError: ``busy`` after a timeout; the function may still finish.
        """
        return await with_timeout(asyncio.get_running_loop().run_in_executor(self._executor, do))

    @asynccontextmanager
    async def visit(self, code: str) -> AsyncIterator[LiveTable]:
        """Yield a table, which stays loaded meanwhile.

        Raises:
            TableRefused: ``unknown_table``, ``too_many_tables`` or ``stopping``.
            StoreError: if the table cannot be read.
        """
        if not _CODE.fullmatch(code):
            raise TableRefused("unknown_table", "there is no table of that code")
        self._visits[code] += 1
        try:
            yield await self._load_once(code)
        finally:
            self._visits[code] -= 1
            if not self._visits[code]:
                del self._visits[code]

    async def _load_once(self, code: str) -> LiveTable:
        if self.stopping:
            raise TableRefused("stopping", "the server is being stopped")
        task = self._tables.get(code)
        if task is None:
            self._make_space()
            task = asyncio.get_running_loop().create_task(self._load(code))
            self._tables[code] = task
            task.add_done_callback(partial(self._forget_failed, code))
        return await with_timeout(task)

    def _forget_failed(self, code: str, task: asyncio.Task[LiveTable]) -> None:
        """Forget a table that could not be loaded, even if nothing waits for it any more."""
        if task.cancelled() or task.exception() is not None:
            del self._tables[code]

    async def _load(self, code: str) -> LiveTable:
        def load() -> tuple[TableService, Sight | None]:
            service = TableService(self.library, code, self.sources, self.opponents, guide_of)
            return service, self.peers.look([code]).get(code)

        service, sight = await self.run(load)
        return LiveTable(
            service,
            self.config,
            self._executor,
            self._computers,
            self.early_reviews.follow,
            self.peers,
            sight,
        )

    def _make_space(self) -> None:
        """Unload the table that has been idle longest, if too many are loaded."""
        if len(self._tables) < self.config.tables:
            return
        idle = self._idle()
        if not idle:
            raise TableRefused("too_many_tables", "as many tables are in use as may be")
        self._unload(min(idle, key=lambda code: idle[code]))

    def _unload(self, code: str) -> None:
        table = self._tables.pop(code).result()
        table.unload()
        self._executor.submit(table.service.leave)

    def _idle(self) -> dict[str, float]:
        """Return the tables that may be unloaded, with the time since which each is idle."""
        return {
            code: task.result().idle_since
            for code, task in self._tables.items()
            if task.done()
            and not task.exception()
            and code not in self._visits
            and not task.result().busy
        }

    async def _sweep(self) -> None:
        """Unload tables that have been idle for long enough, again and again."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(max(0.05, self.config.idle / 4))
            for code, since in self._idle().items():
                if loop.time() - since >= self.config.idle:
                    self._unload(code)

    async def compute(self, do: Callable[[], _T], address: str, *, long: bool = False) -> _T:
        """Run an analysis, behind moves and hints; it has to be picklable with its result.

        A ``long`` one leaves the thread of the tables wherever there are workers.

        Raises:
            WorkerDied: if the process that computed it has ended.
        """
        return await self._computers.compute(do, address, Urgency.ANALYSIS, long=long)

    async def vacate(self, code: str) -> None:
        """Have a table reload, wherever it is loaded, after players have left it for good."""
        self.peers.tell(Vacated(code))
        task = self._tables.get(code)
        if task is None:
            return
        table = await with_timeout(task)
        try:
            await table.refresh()
        except (StoreError, TableRefused) as error:
            # The table was removed with its last player, or cannot be read.
            if self._tables.get(code) is task:
                lasts = isinstance(error, TableRefused) or error.code == "unknown_table"
                self.remove(code, error.code, again=not lasts)

    def remove(self, code: str, why: str = "unknown_table", *, again: bool = False) -> None:
        """Close a table that was removed; ``again`` says whether clients reconnect."""
        table = self.find(code)
        if table is not None:
            self._unload(code)
            table.dismiss_all(why, again=again)

    async def stop(self) -> None:
        """Close all connections, and finish the work under way."""
        if self.stopping:
            return
        self.stopping = True
        self._sweeper.cancel()
        self._retention.cancel()
        self._listener.close()
        note("stopping", tables=self.loaded)
        with suppress(TimeoutError):
            async with asyncio.timeout(_FINISH):
                await self._finish()
        await self._hand_over()
        for client in list(self._connected):
            client.dismiss(farewell("stopping", client.t, again=True))
        await _until(lambda: not self._connected, _PATIENCE)

    async def _finish(self) -> None:
        """Finish the requests under way, so that their clients receive an answer."""
        tables = await asyncio.gather(*self._tables.values(), return_exceptions=True)
        await asyncio.gather(*[table.close() for table in tables if isinstance(table, LiveTable)])

    async def _hand_over(self) -> None:
        """Leave the computer players to other servers, before the clients go there."""
        self.peers.stop()
        await _until(lambda: self.peers.has_stopped, _HAND_OVER)

    async def close(self) -> None:
        """Stop, and value no decision any more."""
        await self.stop()
        self.early_reviews.close()


async def _until(condition: Callable[[], bool], seconds: float) -> None:
    """Wait until a condition holds, but not longer than some seconds."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while not condition() and loop.time() < end:
        await asyncio.sleep(0.01)
