"""Where the chunks of a run are computed: processes of this machine, or whatever was handed in."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Final, Protocol

from pegout.runs.errors import RunError
from pegout.runs.sums import Sums, whole
from pegout.runs.versions import Versions, difference, versions

__all__ = [
    "IN_HAND",
    "ChunkLost",
    "Handed",
    "Place",
    "compute_chunk",
    "cores",
    "processes",
]

#: Chunks that are handed out for each worker: one in work, the others so that it need not wait.
IN_HAND: Final = 3


class ChunkLost(Exception):
    """A chunk that did not come back and may be handed out again."""


def cores() -> int:
    """Say how many cores this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed is not None else os.cpu_count() or 1


def compute_chunk(
    task: Callable[..., Mapping[str, Any]],
    expected: Versions,
    chunk: range,
    arguments: tuple[object, ...],
) -> Sums:
    """Compute one chunk: what every executor is given to call.

    Args:
        task: the task of the run.
        expected: the versions of whoever asks.
        chunk: what to compute.
        arguments: the other arguments of the task.

    Raises:
        RunError: ``other_versions`` if this is another version than whoever asks.
    """
    differ = difference(expected, versions(expected))
    if differ:
        raise RunError("other_versions", f"a worker has {differ}; install the same everywhere")
    return whole(task(chunk, *arguments))


class Place(Protocol):
    """Where chunks are computed.

    Attributes:
        executor: what they are handed to.
    """

    executor: Executor

    def room(self) -> int:
        """Say how many chunks may be in hand at once."""

    def watch(self) -> None:
        """Raise an error if nothing more can come; called every second."""

    def abandon(self) -> None:
        """Be told that nobody waits for what is in hand; what has not begun is cancelled too."""


class Handed:
    """An executor of whoever called; how many it works on at once has to be told.

    Args:
        executor: the executor; it is not shut down.
        workers: how many chunks it computes at once.
        each: how many chunks are in hand for each of them.

    Attributes:
        abandoned: whether nobody waits for what is in hand.
    """

    def __init__(self, executor: Executor, workers: int, each: int = IN_HAND) -> None:
        self.executor = executor
        self.abandoned = False
        self._room = workers * each

    def room(self) -> int:
        """Say how many chunks may be in hand at once."""
        return self._room

    def watch(self) -> None:
        """Leave the executor to whoever made it."""

    def abandon(self) -> None:
        """Have nobody wait for what is in hand."""
        self.abandoned = True


class _Pool(ProcessPoolExecutor):
    """Processes that are started one by one as tasks come, and hear nothing from the keyboard."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Hand a task in, and start a process for it if there may be one more."""
        with _keyboard_held_back():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def processes(workers: int, each: int = IN_HAND) -> Iterator[Handed]:
    """Give processes of this machine, which end with this one, however it ends.

    After an error, or where their work is abandoned, they are ended in the middle of it.

    Args:
        workers: how many.
        each: how many chunks are in hand for each of them.
    """
    # A fresh interpreter for each: a copy of this one could hold a lock of one of its threads.
    context = get_context("spawn")
    # Nothing is ever sent. The far end is closed when this process ends, even by SIGKILL.
    near, far = context.Pipe(duplex=False)
    pool = _Pool(workers, context, initializer=_begin, initargs=(near,))
    place = Handed(pool, workers, each)
    try:
        yield place
        if not place.abandoned:
            pool.shutdown()
    finally:
        far.close()
        pool.shutdown(cancel_futures=True)
        near.close()


@contextmanager
def _keyboard_held_back() -> Iterator[None]:
    """Let no interruption reach a process that is started now, not even before it is ready.

    One that comes in the meantime is told this process afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(near: Connection) -> None:
    """Prepare a worker: it leaves the keyboard to the process that made it, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(near,), daemon=True).start()


def _end_with(near: Connection) -> None:
    try:
        near.poll(None)
    finally:
        # From a thread nothing gentler ends a process that is computing.
        os._exit(1)
