"""The workers of an application: for whatever takes long and is no move of a table.

On a server a worker is a process, and in a browser a worker of the page.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Protocol, TypeVar

from pegout.server.fair_queue import FairQueue, Urgency
from pegout.server.table_executors import WorkerDied

_T = TypeVar("_T")


class Worker(Protocol):
    """What runs one job at a time; it starts with the first one."""

    async def run(self, job: Callable[[], _T]) -> _T:
        """Run a job; one that has begun finishes even if the caller is cancelled.

        The job and its result have to be picklable.

        Raises:
            WorkerDied: if the worker has ended; the next call starts it again.
        """

    async def end(self) -> None:
        """End the worker, even in the middle of a job."""


class Workers:
    """A number of workers, which start as jobs arrive: the urgent first, with turns for addresses.

    A worker that ``make`` has made ends after ``idle`` seconds without work, and frees its memory.
    """

    def __init__(self, number: int, idle: float, make: Callable[[], Worker]) -> None:
        self.number = number
        self._queue = FairQueue(number)
        self._idle, self._make = idle, make
        self._working: set[Worker] = set()
        #: The others with the timers that end them; the first has rested longest.
        self._resting: dict[Worker, asyncio.TimerHandle] = {}
        self._ending: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def waiting(self) -> Counter[Urgency]:
        """How many jobs wait, by their urgency."""
        return self._queue.waiting

    async def compute(self, job: Callable[[], _T], address: str, urgency: Urgency) -> _T:
        """Run a job when it is the address's turn.

        Raises:
            WorkerDied: if the worker has ended in the middle of it.
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
            worker = self._make()
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
        task = asyncio.get_running_loop().create_task(worker.end())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """End all workers, and cancel the jobs that run or wait."""
        self._closed = True
        for timer in self._resting.values():
            timer.cancel()
        ends = [worker.end() for worker in (*self._resting, *self._working)]
        await asyncio.gather(*ends, *self._ending)
