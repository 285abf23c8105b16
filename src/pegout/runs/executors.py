"""The executors of chunks: processes of this machine, or an executor given by the caller."""

import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Final

from pegout.delays import add_listener, report_delay
from pegout.runs.errors import RunError
from pegout.runs.sums import Sums, whole
from pegout.runs.versions import Versions, difference, versions

#: The number of pending chunks per worker: one being computed, the others so that it never waits.
IN_HAND: Final = 3


class ChunkLost(Exception):
    """A chunk whose result was lost and which may be retried."""


def cores() -> int:
    """Return the number of cores that this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed is not None else os.cpu_count() or 1


def compute_chunk(
    task: Callable[..., Mapping[str, Any]],
    expected: Versions,
    chunk: range,
    arguments: tuple[object, ...],
) -> Sums:
    """Compute one chunk; every executor calls this function.

    Raises:
        RunError: ``other_versions`` if the versions here differ from the expected ones, those of
            the requesting process.
    """
    differ = difference(expected, versions(expected))
    if differ:
        raise RunError("other_versions", f"a worker has {differ}; install the same everywhere")
    return whole(task(chunk, *arguments))


class ChunkWorkers:
    """An executor, and how many chunks it computes at once; it is not shut down.

    ``each`` is the number of pending chunks per worker. The run does not wait for them once it has
    ``abandoned`` them.
    """

    def __init__(self, executor: Executor, workers: int, each: int = IN_HAND) -> None:
        self.executor = executor
        self.abandoned = False
        self._workers = workers
        self._each = each

    def room(self) -> int:
        """Return how many chunks may be pending at once."""
        return self._each * max(1, self._workers)

    def watch(self) -> None:
        """Raise an error if no more results can arrive, and report delays; called every second.

        The owner of an executor watches it.
        """

    def abandon(self) -> None:
        """Stop waiting for pending chunks; the caller also cancels those that have not started."""
        self.abandoned = True


class _Processes(ChunkWorkers):
    """Processes of this machine, which say what delays them."""

    def __init__(self, executor: Executor, workers: int, each: int, delays: Connection) -> None:
        super().__init__(executor, workers, each)
        self._delays = delays

    def watch(self) -> None:
        """Report the delays that have arrived."""
        while self._delays.poll():
            report_delay(self._delays.recv_bytes().decode())


class _Pool(ProcessPoolExecutor):
    """Processes that start one by one as tasks arrive, and ignore interrupts from the keyboard."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Submit a task, and start another process for it if the limit allows."""
        with _keyboard_held_back():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def processes(workers: int, each: int = IN_HAND) -> Iterator[ChunkWorkers]:
    """Yield processes of this machine, which end when this one ends in any way.

    After an error, or once their work is abandoned, they end in the middle of a chunk. ``each`` is
    the number of pending chunks of a process.
    """
    # Each process gets a fresh interpreter: a fork could inherit a lock held by another thread.
    context = get_context("spawn")
    # Nothing is ever sent. The system closes the far end when this process ends, even by SIGKILL.
    near, far = context.Pipe(duplex=False)
    # All processes write to one pipe. A short message is written whole, so they need no lock, which
    # a process that is killed could leave locked.
    delays, delayed = context.Pipe(duplex=False)
    pool = _Pool(workers, context, initializer=_begin, initargs=(near, delayed))
    chunk_workers = _Processes(pool, workers, each, delays)
    try:
        yield chunk_workers
        if not chunk_workers.abandoned:
            pool.shutdown()
    finally:
        far.close()
        pool.shutdown(cancel_futures=True)
        for end in (near, delays, delayed):
            end.close()


@contextmanager
def _keyboard_held_back() -> Iterator[None]:
    """Block interrupts for any process that starts meanwhile, even before it is ready.

    An interrupt that arrives meanwhile reaches this process afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(near: Connection, delayed: Connection) -> None:
    """Prepare a worker: it leaves interrupts to its parent process, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if os.name == "posix":
        # A worker does not wait for a parent that does not read.
        os.set_blocking(delayed.fileno(), False)
    add_listener(partial(_report, delayed))
    threading.Thread(target=_end_with, args=(near,), daemon=True).start()


def _report(delayed: Connection, cause: str) -> None:
    # The pipe may be full; or the parent process is ending, and this one ends with it.
    with suppress(OSError):
        delayed.send_bytes(cause.encode())


def _end_with(near: Connection) -> None:
    try:
        near.poll(None)
    finally:
        # From a thread, nothing gentler ends a process that is computing.
        os._exit(1)
