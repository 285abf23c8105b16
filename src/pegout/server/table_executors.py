"""What runs the work of live tables: threads and processes on a server.

Where there are none, executors that run a job at once serve as well.
"""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import KW_ONLY, dataclass
from typing import Protocol, TypeVar

from pegout.server.fair_queue import Urgency

_T = TypeVar("_T")


class WorkerDied(RuntimeError):
    """A worker has ended in the middle of a job."""


class JobWorkers(Protocol):
    """What runs jobs that take long and are no moves of a table, the urgent first."""

    @property
    def number(self) -> int:
        """How many jobs run at once."""

    @property
    def waiting(self) -> Counter[Urgency]:
        """How many jobs wait, by their urgency."""

    async def compute(self, job: Callable[[], _T], address: str, urgency: Urgency) -> _T:
        """Run a job, which has to be picklable with its result, when it is the address's turn.

        Raises:
            WorkerDied: if the process has ended in the middle of it.
        """


@dataclass(frozen=True)
class Executors:
    """The executors of live tables.

    Attributes:
        tables: runs the rules, and waits for storage.
        quick: runs the decisions of quick levels.
        slow: runs other decisions, and what no worker runs.
        engines: waits for the decisions of engines.
        workers: run reviews and long analyses; without any there are no reviews.
        hint_workers: run hints and analyses; without any, ``slow`` does.
    """

    tables: Executor
    quick: Executor
    slow: Executor
    engines: Executor
    _: KW_ONLY
    workers: JobWorkers | None = None
    hint_workers: JobWorkers | None = None
