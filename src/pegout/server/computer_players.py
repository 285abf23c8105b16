"""The decisions of computer players: quick levels at once, slow levels in a fair queue."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from time import perf_counter
from typing import TypeVar

from pegout.players import Level, Player
from pegout.players.engines import EnginePlayer
from pegout.rules import Action, SeatView
from pegout.server.fair_queue import FairQueue, Urgency
from pegout.server.meter import Meter
from pegout.server.table_executors import Executors

_T = TypeVar("_T")


class ComputerPlayers:
    """Has executors run the decisions of computer players, with hints and analyses behind them.

    ``number`` is how many of them the executor of slow levels runs at once.
    """

    def __init__(self, executors: Executors, number: int, meter: Meter) -> None:
        self._executors = executors
        self._meter = meter
        self._queue = FairQueue(number)

    @property
    def waiting(self) -> Counter[Urgency]:
        """How many computations wait, here and for a worker, by their urgency."""
        workers = self._executors.workers
        return self._queue.waiting + (workers.waiting if workers else Counter())

    def are_busy(self) -> bool:
        """Return whether a slow level, or what waits behind its moves, waits for its turn."""
        return bool(self._queue.waiting.total())

    def preload(self, level: Level, players: int) -> None:
        """Start to load what a level needs for a number of players."""
        executor = self._executors.quick if level.quick else self._executors.slow
        executor.submit(level.preload, players)

    async def choose(self, level: Level, player: Player, view: SeatView, address: str) -> Action:
        """Have a player of a level decide on behalf of an address."""
        return await self._timed(self._chosen(level, player, view, address), Urgency.MOVE)

    async def _chosen(self, level: Level, player: Player, view: SeatView, address: str) -> Action:
        loop = asyncio.get_running_loop()
        if isinstance(player, EnginePlayer):
            return await loop.run_in_executor(self._executors.engines, player.choose, view)
        if level.quick:
            return await loop.run_in_executor(self._executors.quick, player.choose, view)
        return await self._in_turn(partial(player.choose, view), address, Urgency.MOVE)

    async def compute(
        self, do: Callable[[], _T], address: str, urgency: Urgency, *, long: bool = False
    ) -> _T:
        """Run a computation that is no move of a table, when it is the address's turn.

        The computation has to be picklable with its result. A ``long`` one runs where reviews do.

        Raises:
            WorkerDied: if the process that computed it has ended.
        """
        workers = self._executors.workers if long else self._executors.hint_workers
        compute = self._in_turn if workers is None else workers.compute
        return await self._timed(compute(do, address, urgency), urgency)

    async def _timed(self, work: Awaitable[_T], urgency: Urgency) -> _T:
        """Wait for a computation, and report how long it took with its wait."""
        begun = perf_counter()
        try:
            return await work
        finally:
            self._meter.computed(urgency.name.lower(), perf_counter() - begun)

    async def _in_turn(self, do: Callable[[], _T], address: str, urgency: Urgency) -> _T:
        async with self._queue.slot(address, urgency):
            return await asyncio.get_running_loop().run_in_executor(self._executors.slow, do)
