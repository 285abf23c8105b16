"""Retention: finished and abandoned tables are removed in small batches, while others play.

Reviews are removed when nobody has read them for as long as finished tables are kept, and
tournaments when nothing has changed in them for that long.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final, Protocol, TypeVar

from pegout.server.config import Config
from pegout.server.logs import note
from pegout.storage import Library
from pegout.table.removal import earlier_matches, remove_tables
from pegout.table.store import StoreError, TableRow

_T = TypeVar("_T")

#: The number of tables in a batch.
_SOME: Final = 10
#: The pause after a batch, in seconds, so that requests of players come first.
_PAUSE: Final = 0.01
#: The shortest and the longest time between two runs, in seconds.
_OFTEN: Final = (0.2, 600.0)
#: By how much the clock may be set while the server runs.
_JUMP: Final = timedelta(hours=2)
#: For how long nothing may have happened in a library before a start is taken for one with a wrong
#: clock, and how long nothing is removed then, in seconds.
_QUIET: Final = timedelta(days=7)
_DOUBT: Final = 86_400.0


class LoadedTables(Protocol):
    """The tables that are loaded, and the library that stores all tables."""

    library: Library

    async def run(self, do: Callable[[], _T]) -> _T:
        """Run a function that waits for the disk in another thread."""

    def knows(self, code: str) -> bool:
        """Return whether a table is loaded."""


class Clock:
    """Whether the clock of the machine can be right, so that nothing is removed because it is not.

    A machine that starts may have a clock that is years ahead. When the clock has jumped, or when
    nothing has happened in the library for long, nothing is removed for a day; by then the clock
    has been set, or somebody has read the log.

    The steady clock only runs forward, in seconds.
    """

    def __init__(self, now: Callable[[], datetime], steady: Callable[[], float]) -> None:
        self._now, self._steady = now, steady
        self._last: tuple[datetime, float] | None = None
        #: When it can be trusted again, on the steady clock.
        self._from = 0.0

    @property
    def begun(self) -> bool:
        """Whether it was asked before, and the last activity does not matter any more."""
        return self._last is not None

    def trusts(self, last_activity: datetime | None) -> bool:
        """Return whether tables may be removed now.

        Only the first call looks at the last activity, which is ``None`` in an empty library.
        """
        now, steady = self._now(), self._steady()
        if self._last is None:
            off = last_activity is not None and now - last_activity > _QUIET
        else:
            passed = timedelta(seconds=steady - self._last[1])
            off = abs(now - self._last[0] - passed) > _JUMP
        if off:
            note("clock_doubted", for_hours=_DOUBT / 3600)
            self._from = steady + _DOUBT
        self._last = now, steady
        return steady >= self._from


class Retention:
    """The periodic removal of expired tables."""

    def __init__(
        self,
        tables: LoadedTables,
        config: Config,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._tables = tables
        self._config = config
        self._finished, self._abandoned = config.keep_finished, config.keep_abandoned
        self._now = now
        self._clock = Clock(now, asyncio.get_running_loop().time)

    async def run(self) -> None:
        """Remove expired tables again and again, until cancelled."""
        lifetimes = [
            lifetime for lifetime in (self._finished, self._abandoned) if lifetime is not None
        ]
        if not lifetimes:
            return
        while True:
            await asyncio.sleep(min(max(min(lifetimes) / 10, _OFTEN[0]), _OFTEN[1]))
            # If the database does not answer, the next run removes the tables.
            with suppress(StoreError):
                if await self._trusts_the_clock():
                    await self.look()

    async def _trusts_the_clock(self) -> bool:
        # Later on the clock is compared with itself.
        library, first = self._tables.library, not self._clock.begun
        last = await self._tables.run(library.last_activity) if first else None
        return self._clock.trusts(last)

    async def look(self) -> int:
        """Remove the tables that have expired, and return their number."""
        library, now, removed = self._tables.library, self._now(), 0
        finished, abandoned = _before(now, self._finished), _before(now, self._abandoned)
        if finished is not None:
            await self._tables.run(partial(library.reviews.clear, finished))
            await self._tables.run(partial(library.tournaments.clear, finished))
        expired = await self._tables.run(
            lambda: library.expired_tables(finished, abandoned, limit=_SOME)
        )
        while expired:
            due = max(moment for moment in (finished, abandoned) if moment is not None)
            # A table that is open in a player's browser is not abandoned. Those of other servers
            # are looked at as they are removed.
            asleep = [row for row in expired if not self._tables.knows(row.code)]
            over = await self._tables.run(partial(self._over, asleep, now))
            gone = await self._tables.run(
                partial(remove_tables, library, over, due, unless_visited=True)
            )
            removed += len(gone)
            await asyncio.sleep(_PAUSE)
            after = partial(library.expired_tables, finished, abandoned, after=expired[-1])
            expired = await self._tables.run(partial(after, limit=_SOME))
        if removed:
            note("removed", tables=removed)
            while await self._tables.run(library.shrink):
                await asyncio.sleep(_PAUSE)
        return removed

    def _over(self, rows: Sequence[TableRow], now: datetime) -> list[TableRow]:
        """Return the tables whose time is over, which may be longer than that of their match."""
        return [row for row in rows if self._is_over(row, len(earlier_matches(row)), now)]

    def _is_over(self, row: TableRow, earlier: int, now: datetime) -> bool:
        if not earlier:
            return True
        try:
            match = self._tables.library.summary(row.match_id)
        except StoreError as error:
            if error.code != "unknown_match":
                raise
            ended, last = False, row.updated
        else:
            ended, last = match.status == "over", max(row.updated, match.updated)
        before = _before(now, lifetime(self._config, over=ended, matches=1 + earlier))
        return before is not None and last < before


def lifetime(config: Config, *, over: bool, matches: int) -> float | None:
    """Return how long a table stays after its last activity, in seconds; ``None`` for ever.

    A finished match keeps its time when another one is begun at its table, and left.

    >>> config = Config(keep_finished=90.0, keep_abandoned=30.0)
    >>> lifetime(config, over=False, matches=1), lifetime(config, over=False, matches=2)
    (30.0, 90.0)
    """
    finished, abandoned = config.keep_finished, config.keep_abandoned
    if over:
        return finished
    if matches < 2:
        return abandoned
    return None if finished is None or abandoned is None else max(finished, abandoned)


def _before(now: datetime, lifetime: float | None) -> datetime | None:
    return None if lifetime is None else now - timedelta(seconds=lifetime)
