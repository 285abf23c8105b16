"""The worker processes of a server: for whatever takes long and is no move of a table.

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
from pegout.server.fair_queue import FairQueue, Urgency
from pegout.server.table_executors import WorkerDied

_T = TypeVar("_T")


class Worker:
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
            await asyncio.to_thread(self.end)
            raise WorkerDied("a worker process has ended in the middle of a job") from error

    def _start(self) -> None:
        self._process = self._ends.enter_context(processes(1))
        # If the preparation fails, the first job reports the error.
        self._process.executor.submit(_prepare, self._niceness)

    def end(self) -> None:
        """End the process, even in the middle of a job."""
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


class Workers:
    """The worker processes, which start as jobs arrive: the urgent first, with turns for addresses.

    A process ends after ``idle`` seconds without work, and frees its memory.
    """

    def __init__(self, number: int, idle: float, niceness: int) -> None:
        self.number = number
        self._queue = FairQueue(number)
        self._idle, self._niceness = idle, niceness
        self._working: set[Worker] = set()
        #: The others with the timers that end them; the first has rested longest.
        self._resting: dict[Worker, asyncio.TimerHandle] = {}
        self._closed = False

    async def compute(self, job: Callable[[], _T], address: str, urgency: Urgency) -> _T:
        """Run a job when it is the address's turn.

        Raises:
            WorkerDied: if the process has ended in the middle of it.
        """
        async with self._queue.slot(address, urgency):
            worker = self._take()
            try:
                return await worker.run(job)
            except WorkerDied:
                if self._closed:
                    raise asyncio.CancelledError from None
                raise
            finally:
                self._give_back(worker)

    def _take(self) -> Worker:
        """Return the worker that has rested longest, or a new one.

        One whose caller was cancelled may still be busy, and is the last to be chosen.
        """
        if self._closed:
            raise asyncio.CancelledError
        worker = next(iter(self._resting), None)
        if worker is None:
            worker = Worker(self._niceness)
        else:
            self._resting.pop(worker).cancel()
        self._working.add(worker)
        return worker

    def _give_back(self, worker: Worker) -> None:
        self._working.remove(worker)
        if not self._closed:
            timer = asyncio.get_running_loop().call_later(self._idle, self._end, worker)
            self._resting[worker] = timer

    def _end(self, worker: Worker) -> None:
        del self._resting[worker]
        asyncio.get_running_loop().run_in_executor(None, worker.end)

    async def close(self) -> None:
        """End all processes, and cancel the jobs that run or wait."""
        self._closed = True
        for timer in self._resting.values():
            timer.cancel()
        ends = [asyncio.to_thread(process.end) for process in (*self._resting, *self._working)]
        await asyncio.gather(*ends)
