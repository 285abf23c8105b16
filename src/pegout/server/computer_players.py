"""The decisions of computer players: quick levels at once, slow levels in a fair queue."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from pegout.players import Level, Player
from pegout.players.engines import EnginePlayer
from pegout.rules import Action, SeatView
from pegout.server.fair_queue import FairQueue, Urgency
from pegout.server.table_executors import Executors

_T = TypeVar("_T")


class ComputerPlayers:
    """Has executors run the decisions of computer players, with hints and analyses behind them.

    ``number`` is how many of them the executor of slow levels runs at once.
    """

    def __init__(self, executors: Executors, number: int) -> None:
        self._executors = executors
        self._queue = FairQueue(number)

    def preload(self, level: Level, players: int) -> None:
        """Start to load what a level needs for a number of players."""
        executor = self._executors.quick if level.quick else self._executors.slow
        executor.submit(level.preload, players)

    async def choose(self, level: Level, player: Player, view: SeatView, address: str) -> Action:
        """Have a player of a level decide on behalf of an address."""
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
        return await compute(do, address, urgency)

    async def _in_turn(self, do: Callable[[], _T], address: str, urgency: Urgency) -> _T:
        async with self._queue.slot(address, urgency):
            return await asyncio.get_running_loop().run_in_executor(self._executors.slow, do)
