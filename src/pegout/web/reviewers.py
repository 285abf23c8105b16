"""The processes that review games, beside the tables and behind them in turn."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from concurrent.futures import BrokenExecutor, Future
from contextlib import ExitStack, asynccontextmanager, suppress
from typing import Any, TypeVar

from pegout.rules import RulesError
from pegout.runs.executors import Handed, processes
from pegout.web.thinking import FairQueue

__all__ = ["ReviewFailed", "Reviewer", "Reviewers"]

_T = TypeVar("_T")


class ReviewFailed(RulesError):
    """A review that could not be finished; ``code`` is ``review_failed``."""


class Reviewer:
    """One process, started when it is first needed, which does one thing after the other.

    Args:
        niceness: how much it stands back behind other processes, from 0 to 19.
    """

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._ends = ExitStack()
        self._process: Handed | None = None

    async def do(self, work: Callable[..., _T], *given: Any) -> _T:
        """Have the process do something; what is cancelled is finished there all the same.

        Args:
            work: a function of a module.
            given: its arguments, which can be pickled.

        Raises:
            ReviewFailed: if the process has ended; the next thing to do is done by another one.
        """
        if self._process is None:
            await asyncio.to_thread(self._start)
        assert self._process is not None, "it was started"
        try:
            found: Future[_T] = self._process.executor.submit(work, *given)
            return await asyncio.wrap_future(found)
        except BrokenExecutor as error:
            await asyncio.to_thread(self.end)
            raise ReviewFailed("review_failed", "the process that reviewed it has ended") from error

    def _start(self) -> None:
        self._process = self._ends.enter_context(processes(1))
        # Whatever is wrong with it is found out with the first thing to do.
        self._process.executor.submit(_prepare, self._niceness)

    def end(self) -> None:
        """End the process, in the middle of what it does."""
        if self._process is not None:
            self._process.abandon()
            self._process = None
        self._ends.close()


def _prepare(niceness: int) -> None:
    """Leave the machine to whoever plays, and load what every game of two needs."""
    # Windows has no such thing, and a system may refuse it: then it is done at full speed.
    with suppress(AttributeError, OSError):
        os.nice(niceness)
    from pegout.players.expert import load

    load(2)


class Reviewers:
    """As many processes as may review at the same moment, which each address has in its turn.

    Args:
        number: how many.
        idle: after how many seconds without work a process ends, and gives its memory back.
        niceness: how much they stand back behind other processes, from 0 to 19.
    """

    def __init__(self, number: int, idle: float, niceness: int) -> None:
        self._queue = FairQueue(number)
        self._idle, self._niceness = idle, niceness
        self._free: list[Reviewer] = []
        self._resting: dict[Reviewer, asyncio.TimerHandle] = {}
        self._all: set[Reviewer] = set()

    @asynccontextmanager
    async def one(self, address: str) -> AsyncIterator[Reviewer]:
        """Wait for a process, and have it.

        Args:
            address: on whose account it is.
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
        """End all processes, in the middle of what they do."""
        for handle in self._resting.values():
            handle.cancel()
        for reviewer in self._all:
            reviewer.end()
