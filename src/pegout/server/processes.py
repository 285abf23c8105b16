"""A worker that is a process.

Each process is a pool of its own, so that one that dies fails its own job alone, and one that has
nothing to do can end.
"""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from contextlib import ExitStack, suppress
from typing import TypeVar

from pegout.runs.executors import ChunkWorkers, processes
from pegout.server.table_executors import WorkerDied

_T = TypeVar("_T")


class ProcessWorker:
    """A process, started on demand, which runs one job at a time."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._ends = ExitStack()
        self._process: ChunkWorkers | None = None

    async def run(self, job: Callable[[], _T]) -> _T:
        """Run a job in the process; one that has begun finishes even if the caller is cancelled.

        The job and its result have to be picklable.

        Raises:
            WorkerDied: if the process has ended; the next call starts another one.
        """
        if self._process is None:
            await asyncio.to_thread(self._start)
        if self._process is None:
            raise WorkerDied("a worker process has been ended as it started")
        try:
            future: Future[_T] = self._process.executor.submit(job)
            return await asyncio.wrap_future(future)
        except BrokenExecutor as error:
            await self.end()
            raise WorkerDied("a worker process has ended in the middle of a job") from error

    def _start(self) -> None:
        self._process = self._ends.enter_context(processes(1))
        # If the preparation fails, the first job reports the error.
        self._process.executor.submit(_prepare, self._niceness)

    async def end(self) -> None:
        """End the process, even in the middle of a job."""
        await asyncio.to_thread(self._end)

    def _end(self) -> None:
        if self._process is not None:
            self._process.abandon()
            self._process = None
        self._ends.close()


def _prepare(niceness: int) -> None:
    """Lower the priority of the process, and load what every two-player game needs."""
    # Windows has no niceness, and a system may refuse it; the process then has normal priority.
    with suppress(AttributeError, OSError):
        os.nice(niceness)
    from pegout.players.expert import load

    load(2)
