"""Finished and abandoned tables go after a time, a little at a time, while others play.

So do reviews that nobody has read for as long as a finished table stays.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final, Protocol, TypeVar

from pegout.storage import Library, StorageError, TableRow
from pegout.web.config import Config
from pegout.web.logs import note
from pegout.web.seats import Plan, TableRefused

__all__ = ["Awake", "Retention", "remove_tables"]

_T = TypeVar("_T")

#: How many tables go at a time.
_SOME: Final = 10
#: How long to wait after them, in seconds, so that whoever plays comes first.
_PAUSE: Final = 0.01
#: The shortest and the longest time between two looks, in seconds.
_OFTEN: Final = (0.2, 600.0)


class Awake(Protocol):
    """The tables that are awake, and where all of them are stored.

    Attributes:
        library: the storage.
    """

    library: Library

    async def run(self, do: Callable[[], _T]) -> _T:
        """Do something that waits for the disk."""

    def knows(self, code: str) -> bool:
        """Whether a table is awake."""


class Retention:
    """Removes the tables whose time is over.

    Args:
        rooms: the tables that are awake, which stay.
        config: says how long the others are kept.
        now: the clock.
    """

    def __init__(
        self, rooms: Awake, config: Config, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._rooms = rooms
        self._finished, self._abandoned = config.keep_finished, config.keep_abandoned
        self._now = now

    async def run(self) -> None:
        """Look again and again, until cancelled."""
        kept = [one for one in (self._finished, self._abandoned) if one is not None]
        if not kept:
            return
        while True:
            await asyncio.sleep(min(max(min(kept) / 10, _OFTEN[0]), _OFTEN[1]))
            # The next look makes good what a database that does not answer has prevented.
            with suppress(StorageError):
                await self.look()

    async def look(self) -> int:
        """Remove whatever is due; give how many tables that were."""
        library, now, removed = self._rooms.library, self._now(), 0
        finished, abandoned = _before(now, self._finished), _before(now, self._abandoned)
        if finished is not None:
            await self._rooms.run(partial(library.reviews.clear, finished))
        found = await self._rooms.run(
            lambda: library.expired_tables(finished, abandoned, limit=_SOME)
        )
        while found:
            due = max(one for one in (finished, abandoned) if one is not None)
            # Whoever still has one open in a browser has not abandoned it.
            asleep = [row for row in found if not self._rooms.knows(row.code)]
            gone = await self._rooms.run(partial(remove_tables, library, asleep, due))
            removed += len(gone)
            await asyncio.sleep(_PAUSE)
            after = partial(library.expired_tables, finished, abandoned, after=found[-1])
            found = await self._rooms.run(partial(after, limit=_SOME))
        if removed:
            note("removed", tables=removed)
            while await self._rooms.run(library.shrink):
                await asyncio.sleep(_PAUSE)
        return removed


def _before(now: datetime, kept: float | None) -> datetime | None:
    return None if kept is None else now - timedelta(seconds=kept)


def remove_tables(library: Library, rows: Sequence[TableRow], before: datetime) -> list[TableRow]:
    """Remove tables with all their matches.

    Args:
        library: where they are stored.
        rows: the tables as they were found.
        before: a table where somebody has played since stays, with the match that is played.

    Returns:
        Those that were removed.
    """
    gone = library.clear_tables(rows, before)
    for row in gone:
        for match_id in _earlier(row):
            with suppress(StorageError):
                library.delete(match_id)
    return gone


def _earlier(row: TableRow) -> list[str]:
    """Give the matches that were played at a table before the one of now."""
    try:
        return [one for one in Plan.read(row).matches if one != row.match_id]
    except TableRefused:
        # What cannot be read goes too.
        return []
