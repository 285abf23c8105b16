"""The threads of computer players: quick levels at once, slow levels in a fair queue."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, TypeVar

from pegout.players import Level, Player
from pegout.players.engines import EnginePlayer
from pegout.rules import Action, SeatView
from pegout.server.fair_queue import FairQueue, Urgency
from pegout.server.workers import Workers

#: How many engines may be waited for at the same time.
_ENGINES: Final = 32
_T = TypeVar("_T")


class PlayerThreads:
    """The threads in which computer players decide.

    Slow levels have threads of their own, so that the work of the tables never waits for them.
    Quick levels have another thread for the same reason. Hints and analyses are computed beside
    them, in worker processes or, without any, in the threads of slow levels.
    """

    def __init__(self, number: int, workers: Workers | None = None) -> None:
        self._queue = FairQueue(number)
        self._workers = workers
        self._slow = ThreadPoolExecutor(number, "pegout-slow")
        self._quick = ThreadPoolExecutor(1, "pegout-quick")
        # The caller of an engine only waits for another process, and delays no other decision.
        self._engines = ThreadPoolExecutor(_ENGINES, "pegout-engine")

    def preload(self, level: Level, players: int) -> None:
        """Start to load what a level needs for a number of players."""
        threads = self._quick if level.quick else self._slow
        threads.submit(level.preload, players)

    async def choose(self, level: Level, player: Player, view: SeatView, address: str) -> Action:
        """Have a player of a level decide on behalf of an address."""
        loop = asyncio.get_running_loop()
        if isinstance(player, EnginePlayer):
            return await loop.run_in_executor(self._engines, player.choose, view)
        if level.quick:
            return await loop.run_in_executor(self._quick, player.choose, view)
        return await self._in_turn(partial(player.choose, view), address, Urgency.MOVE)

    async def compute(self, do: Callable[[], _T], address: str, urgency: Urgency) -> _T:
        """Run a long computation that is no move of a table, when it is the address's turn.

        The computation has to be picklable with its result.

        Raises:
            WorkerDied: if the process that computed it has ended.
        """
        compute = self._in_turn if self._workers is None else self._workers.compute
        return await compute(do, address, urgency)

    async def _in_turn(self, do: Callable[[], _T], address: str, urgency: Urgency) -> _T:
        async with self._queue.slot(address, urgency):
            return await asyncio.get_running_loop().run_in_executor(self._slow, do)

    def close(self) -> None:
        """Finish the decisions under way, and end the threads."""
        for threads in (self._slow, self._quick, self._engines):
            threads.shutdown(cancel_futures=True)
