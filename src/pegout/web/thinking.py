"""Where computer players decide: quick levels at once, slow ones in a queue that is fair."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, TypeVar

from pegout.players import Level, Player
from pegout.players.engines import EnginePlayer
from pegout.rules import Action, SeatView

__all__ = ["FairQueue", "Thinkers"]

#: How many engines may be waited for at the same moment.
_ENGINES: Final = 32
_T = TypeVar("_T")


class FairQueue:
    """Lets so many in at a time; of those who wait, each address has its turn.

    Whoever waits is let in after at most one of every other address, however many of those wait.

    Args:
        places: how many may be in at a time.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        #: Whoever waits by address, the address first whose turn is next.
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def place(self, address: str) -> AsyncIterator[None]:
        """Wait for a place, and hold it."""
        await self._enter(address)
        try:
            yield
        finally:
            self._leave()

    async def _enter(self, address: str) -> None:
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave()
            raise

    def _leave(self) -> None:
        """Hand the place on to whoever is next."""
        while self._waiting:
            address = next(iter(self._waiting))
            line = self._waiting.pop(address)
            turn = line.popleft()
            if line:
                # Behind all others.
                self._waiting[address] = line
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


class Thinkers:
    """The threads in which computer players decide.

    Slow levels have threads of their own, so that the tables' work never waits for them; and quick
    ones have another, so that they do not either.

    Args:
        number: how many of slow levels may decide at the same moment.
    """

    def __init__(self, number: int) -> None:
        self._queue = FairQueue(number)
        self._slow = ThreadPoolExecutor(number, "pegout-slow")
        self._quick = ThreadPoolExecutor(1, "pegout-quick")
        # Whoever asks an engine waits for another process, and keeps nobody from deciding.
        self._engines = ThreadPoolExecutor(_ENGINES, "pegout-engine")

    def preload(self, level: Level, players: int) -> None:
        """Begin to read what a level needs among so many players."""
        self._threads(level).submit(level.preload, players)

    async def choose(self, level: Level, player: Player, view: SeatView, address: str) -> Action:
        """Have a player decide.

        Args:
            level: its level.
            player: the player.
            view: what it knows.
            address: the address on whose account it is.
        """
        loop = asyncio.get_running_loop()
        if isinstance(player, EnginePlayer):
            return await loop.run_in_executor(self._engines, player.choose, view)
        if level.quick:
            return await loop.run_in_executor(self._quick, player.choose, view)
        return await self.compute(partial(player.choose, view), address)

    async def compute(self, do: Callable[[], _T], address: str) -> _T:
        """Have something computed that takes long, when the address has its turn.

        Args:
            do: what to compute.
            address: the address on whose account it is.
        """
        async with self._queue.place(address):
            return await asyncio.get_running_loop().run_in_executor(self._slow, do)

    def _threads(self, level: Level) -> ThreadPoolExecutor:
        return self._quick if level.quick else self._slow

    def close(self) -> None:
        """Finish what is being decided, and let go of the threads."""
        for threads in (self._slow, self._quick, self._engines):
            threads.shutdown(cancel_futures=True)
