"""Jobs in a second worker of the page: what takes long, so that the table does not wait for it.

A job is a function with its arguments, such as the processes of a server run. It goes to the worker
as text, and so does its result come back.

>>> from functools import partial
>>> decode_result(run_job(encode_job(partial(max, 3, 4))))
4
"""

import asyncio
import pickle
from base64 import b64decode, b64encode
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from pegout.server.table_executors import WorkerDied

_T = TypeVar("_T")


class JobLine(Protocol):
    """The line to a worker of the page that has been started."""

    def post(self, text: str) -> None:
        """Send a job; the jobs are run in their order."""

    def end(self) -> None:
        """End the worker, even in the middle of a job."""


#: Starts a worker: one function receives each result, the other the reason why the worker failed.
Start = Callable[[Callable[[str], None], Callable[[str], None]], JobLine]


class PageWorker:
    """A worker of the page, started on demand, which runs one job at a time."""

    def __init__(self, start: Start) -> None:
        self._start = start
        self._line: JobLine | None = None
        self._waiting: deque[asyncio.Future[str]] = deque()

    async def run(self, job: Callable[[], _T]) -> _T:
        """Run a job; one that has begun finishes even if the caller is cancelled.

        The job and its result have to be picklable.

        Raises:
            WorkerDied: if the worker has ended; the next call starts another one.
        """
        text = encode_job(job)
        if self._line is None:
            self._line = self._start(self._take, self._fail)
        result: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting.append(result)
        self._line.post(text)
        found: _T = decode_result(await result)
        return found

    def _take(self, text: str) -> None:
        """Take the result of the oldest job."""
        result = self._waiting.popleft()
        if not result.done():
            result.set_result(text)

    def _fail(self, reason: str) -> None:
        """End the worker, and fail its jobs."""
        waiting, self._waiting = self._waiting, deque()
        if self._line is not None:
            self._line.end()
            self._line = None
        for result in waiting:
            if not result.done():
                result.set_exception(WorkerDied(reason))

    async def end(self) -> None:
        """End the worker, even in the middle of a job."""
        self._fail("the worker has been ended")


def encode_job(job: Callable[[], object]) -> str:
    """Return a job as text."""
    return _encode(job)


def run_job(text: str) -> str:
    """Run a job, and return its result or its error as text."""
    try:
        job: Callable[[], object] = pickle.loads(b64decode(text))
        return _encode((job(), None))
    except Exception as error:
        return _encode((None, error))


def decode_result(text: str) -> Any:
    """Return the result of a job.

    Raises:
        Exception: the error with which the job ended.
    """
    found, error = pickle.loads(b64decode(text))
    if error is not None:
        raise error
    return found


def _encode(value: object) -> str:
    return b64encode(pickle.dumps(value)).decode()
