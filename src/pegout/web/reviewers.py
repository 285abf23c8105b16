"""The processes that review games, beside the tables and with lower priority."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from concurrent.futures import BrokenExecutor, Future
from contextlib import ExitStack, asynccontextmanager, suppress
from typing import Any, TypeVar

from pegout.rules import RulesError
from pegout.runs.executors import Handed, processes
from pegout.web.player_threads import FairQueue

__all__ = ["ReviewFailed", "Reviewer", "Reviewers"]

_T = TypeVar("_T")


class ReviewFailed(RulesError):
    """A review that could not be finished; ``code`` is ``review_failed``."""


class Reviewer:
    """A worker process, started on demand, which runs one function at a time.

    Args:
        niceness: the niceness of the process, from 0 to 19.
    """

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._ends = ExitStack()
        self._process: Handed | None = None

    async def do(self, work: Callable[..., _T], *given: Any) -> _T:
        """Run a function in the process; if the caller is cancelled, the function still finishes.

        Args:
            work: a function at module level.
            given: its arguments, which have to be picklable.

        Raises:
            ReviewFailed: if the process has ended; the next call starts another one.
        """
        if self._process is None:
            await asyncio.to_thread(self._start)
        assert self._process is not None, "it was started"
        try:
            future: Future[_T] = self._process.executor.submit(work, *given)
            return await asyncio.wrap_future(future)
        except BrokenExecutor as error:
            await asyncio.to_thread(self.end)
            raise ReviewFailed("review_failed", "the process that reviewed it has ended") from error

    def _start(self) -> None:
        self._process = self._ends.enter_context(processes(1))
        # If the preparation fails, the first function to run reports the error.
        self._process.executor.submit(_prepare, self._niceness)

    def end(self) -> None:
        """End the process, even while it runs a function."""
        if self._process is not None:
            self._process.abandon()
            self._process = None
        self._ends.close()


def _prepare(niceness: int) -> None:
    """Lower the priority of the process, and load what every two-player game needs."""
    # Windows has no niceness, and a system may refuse it; the review then runs at normal priority.
    with suppress(AttributeError, OSError):
        os.nice(niceness)
    from pegout.players.expert import load

    load(2)


class Reviewers:
    """A pool of worker processes for reviews, shared fairly among addresses.

    Args:
        number: the most processes.
        idle: the seconds without work after which a process ends and frees its memory.
        niceness: the niceness of the processes, from 0 to 19.
    """

    def __init__(self, number: int, idle: float, niceness: int) -> None:
        self._queue = FairQueue(number)
        self._idle, self._niceness = idle, niceness
        self._free: list[Reviewer] = []
        self._resting: dict[Reviewer, asyncio.TimerHandle] = {}
        self._all: set[Reviewer] = set()

    @asynccontextmanager
    async def one(self, address: str) -> AsyncIterator[Reviewer]:
        """Wait for a process and hold it.

        Args:
            address: the address that requested the review.
        """
        async with self._queue.place(address):
            reviewer = self._free.pop() if self._free else Reviewer(self._niceness)
            self._all.add(reviewer)
            if reviewer in self._resting:
                self._resting.pop(reviewer).cancel()
            try:
                yield reviewer
            finally:
                self._free.append(reviewer)
                loop = asyncio.get_running_loop()
                self._resting[reviewer] = loop.call_later(self._idle, self._rest, reviewer)

    def _rest(self, reviewer: Reviewer) -> None:
        self._free.remove(reviewer)
        self._all.discard(reviewer)
        del self._resting[reviewer]
        asyncio.get_running_loop().run_in_executor(None, reviewer.end)

    def close(self) -> None:
        """End all processes, even while they run."""
        for handle in self._resting.values():
            handle.cancel()
        for reviewer in self._all:
            reviewer.end()
