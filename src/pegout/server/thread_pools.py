"""The threads and worker processes of a server."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

from pegout.runs.executors import cores
from pegout.server.config import Config
from pegout.server.processes import ProcessWorker
from pegout.server.table_executors import Executors
from pegout.server.workers import Workers

#: How many engines may be waited for at the same time.
_ENGINES: Final = 32
#: How long the threads may take to end, in seconds.
_PATIENCE: Final = 0.5


class ThreadPools:
    """The threads and worker processes of a server.

    Slow levels have threads of their own, so that the work of the tables never waits for them.
    Quick levels have another thread for the same reason. Hints and analyses are computed beside
    them, in worker processes or, without any, in the threads of slow levels.
    """

    def __init__(self, config: Config) -> None:
        self._workers: Workers | None = None
        if config.workers:
            make = partial(ProcessWorker, config.worker_niceness)
            self._workers = Workers(config.workers, config.idle, make)
        self._tables = ThreadPoolExecutor(config.threads, "pegout")
        self._players = (
            ThreadPoolExecutor(1, "pegout-quick"),
            ThreadPoolExecutor(config.thinkers, "pegout-slow"),
            # The caller of an engine only waits for another process, and delays no other decision.
            ThreadPoolExecutor(_ENGINES, "pegout-engine"),
        )
        self.executors = Executors(
            self._tables,
            *self._players,
            workers=self._workers,
            # On a single core a process would compute nothing sooner, and load the data once more.
            hint_workers=self._workers if cores() > 1 else None,
        )

    async def close(self, end_engines: Callable[[], None]) -> None:
        """End processes and threads, but wait for no thread that waits for the disk.

        Once the engines have ended, callers that wait for one fail, and their threads can end.
        """
        if self._workers is not None:
            await self._workers.close()
        ends = threading.Thread(target=self._end_threads, args=(end_engines,), daemon=True)
        ends.start()
        end = asyncio.get_running_loop().time() + _PATIENCE
        while ends.is_alive() and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.005)

    def _end_threads(self, end_engines: Callable[[], None]) -> None:
        self._tables.shutdown(wait=False, cancel_futures=True)
        end_engines()
        for threads in self._players:
            threads.shutdown(cancel_futures=True)
        self._tables.shutdown()
