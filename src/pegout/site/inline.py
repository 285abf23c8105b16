"""What runs a job where there are no threads, and no other worker: it runs it at once."""

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import ParamSpec, TypeVar

from pegout.server.fair_queue import Urgency

_P = ParamSpec("_P")
_T = TypeVar("_T")


class InlineExecutor(Executor):
    """Runs each job at once, in the thread that submits it.

    >>> InlineExecutor().submit(max, 1, 2).result()
    2
    """

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Run a job, and return its result as a future that is done."""
        future: Future[_T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class InlineWorkers:
    """Runs each job at once, after the requests that have come before."""

    number = 1

    @property
    def waiting(self) -> Counter[Urgency]:
        """How many jobs wait: none, ever."""
        return Counter()

    async def compute(self, job: Callable[[], _T], address: str, urgency: Urgency) -> _T:
        """Run a job."""
        await asyncio.sleep(0)
        return job()
