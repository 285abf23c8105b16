"""Group commits: callers that wait for the one connection share its next commit.

Most of the cost of a small write is the wait for the disk. Where several threads want to write at
the same moment, one of them writes for all. Each write succeeds or fails by itself, and one commit
makes all of them durable.
"""

from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar, cast

from pegout.storage.database import SqlConnection
from pegout.table.store import StoreError

_T = TypeVar("_T")
#: The maximum number of writes in one commit, so that the first of them does not wait long.
_GROUP: Final = 32


@dataclass(eq=False, slots=True)
class _Job:
    do: Callable[[SqlConnection], Any]
    done: bool = False
    result: Any = None
    error: BaseException | None = field(default=None)

    def run(self, connection: SqlConnection) -> None:
        """Write within a transaction shared with other writes."""
        connection.execute("SAVEPOINT write")
        try:
            self.result = self.do(connection)
        except StoreError as error:
            # The savepoint undoes this write alone. Any other error may have ended the whole
            # transaction, so it fails every write.
            self.error = error
            connection.execute("ROLLBACK TO write")
        connection.execute("RELEASE write")


class Grouped:
    """Writer that commits in groups.

    The thread that uses the connection holds the turn; a transaction commits at its end.
    """

    def __init__(
        self,
        turn: AbstractContextManager[Any],
        transaction: Callable[[], AbstractContextManager[SqlConnection]],
    ) -> None:
        self._turn = turn
        self._transaction = transaction
        self._waiting: deque[_Job] = deque()

    @property
    def waiting(self) -> int:
        """The number of writes that wait for their turn."""
        return len(self._waiting)

    def write(self, do: Callable[[SqlConnection], _T]) -> _T:
        """Write, and return once the change is on the disk.

        Raises:
            StoreError: if the change could not be stored; then no part of it was.
        """
        job = _Job(do)
        self._waiting.append(job)
        with self._turn:
            # The previous holder of the lock has done this write too, unless the group was full.
            while not job.done:
                self._write_some()
        if job.error is not None:
            raise job.error
        return cast(_T, job.result)

    def _write_some(self) -> None:
        jobs = [self._waiting.popleft() for _ in range(min(_GROUP, len(self._waiting)))]
        try:
            with self._transaction() as connection:
                if len(jobs) == 1:
                    jobs[0].result = jobs[0].do(connection)
                else:
                    for job in jobs:
                        job.run(connection)
        except BaseException as error:
            for job in jobs:
                job.error = job.error or _again(error)
            if not isinstance(error, Exception):
                raise
        finally:
            for job in jobs:
                job.done = True


def _again(error: BaseException) -> BaseException:
    """Return an error for one thread to raise: a new one where possible."""
    return StoreError(error.code, str(error)) if isinstance(error, StoreError) else error
