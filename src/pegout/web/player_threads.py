"""The threads of computer players: quick levels at once, slow levels in a fair queue."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from enum import IntEnum
from functools import partial
from typing import Final, TypeVar

from pegout.players import Level, Player
from pegout.players.engines import EnginePlayer
from pegout.rules import Action, SeatView
from pegout.web.limits import customer

__all__ = ["FairQueue", "PlayerThreads", "Urgency"]

#: How many engines may be waited for at the same time.
_ENGINES: Final = 32
_T = TypeVar("_T")


class Urgency(IntEnum):
    """What goes first: the moves of computer players, then hints, then analyses."""

    MOVE = 0
    HINT = 1
    ANALYSIS = 2


class FairQueue:
    """A semaphore whose waiting callers take turns: the urgent ones first, and else by customer.

    A caller waits for at most one equally urgent caller of every other customer, however many of
    those wait.

    Args:
        places: the most callers that may be active at once.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        #: The waiting callers of each urgency by customer, whose turn is next first.
        self._waiting: tuple[dict[str, deque[asyncio.Future[None]]], ...]
        self._waiting = tuple({} for _ in Urgency)

    @asynccontextmanager
    async def place(self, address: str, urgency: Urgency = Urgency.MOVE) -> AsyncIterator[None]:
        """Wait for a place, and hold it.

        Args:
            address: the address on whose behalf it is.
            urgency: what goes before it.
        """
        await self._enter(customer(address), self._waiting[urgency])
        try:
            yield
        finally:
            self._leave()

    async def _enter(self, owner: str, waiting: dict[str, deque[asyncio.Future[None]]]) -> None:
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        waiting.setdefault(owner, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave()
            raise

    def _leave(self) -> None:
        """Pass the place to the next caller."""
        while waiting := next(filter(None, self._waiting), None):
            owner = next(iter(waiting))
            line = waiting.pop(owner)
            turn = line.popleft()
            if line:
                # The customer moves behind all others.
                waiting[owner] = line
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


class PlayerThreads:
    """The threads in which computer players decide.

    Slow levels have threads of their own, so that the work of the tables never waits for them.
    Quick levels have another thread for the same reason.

    Args:
        number: the most slow players that may decide at once.
    """

    def __init__(self, number: int) -> None:
        self._queue = FairQueue(number)
        self._slow = ThreadPoolExecutor(number, "pegout-slow")
        self._quick = ThreadPoolExecutor(1, "pegout-quick")
        # The caller of an engine only waits for another process, and delays no other decision.
        self._engines = ThreadPoolExecutor(_ENGINES, "pegout-engine")

    def preload(self, level: Level, players: int) -> None:
        """Start to load what a level needs for a number of players."""
        self._threads(level).submit(level.preload, players)

    async def choose(self, level: Level, player: Player, view: SeatView, address: str) -> Action:
        """Have a player decide.

        Args:
            level: the level of the player.
            player: the player.
            view: what the player knows.
            address: the address on whose behalf it decides.
        """
        loop = asyncio.get_running_loop()
        if isinstance(player, EnginePlayer):
            return await loop.run_in_executor(self._engines, player.choose, view)
        if level.quick:
            return await loop.run_in_executor(self._quick, player.choose, view)
        return await self.compute(partial(player.choose, view), address, Urgency.MOVE)

    async def compute(self, do: Callable[[], _T], address: str, urgency: Urgency) -> _T:
        """Run a long computation when it is the address's turn.

        Args:
            do: the computation.
            address: the address on whose behalf it runs.
            urgency: what goes before it.
        """
        async with self._queue.place(address, urgency):
            return await asyncio.get_running_loop().run_in_executor(self._slow, do)

    def _threads(self, level: Level) -> ThreadPoolExecutor:
        return self._quick if level.quick else self._slow

    def close(self) -> None:
        """Finish the decisions under way, and end the threads."""
        for threads in (self._slow, self._quick, self._engines):
            threads.shutdown(cancel_futures=True)
