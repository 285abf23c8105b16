"""Writing together: whoever has to wait for the one connection shares its next commit.

Most of what a small write costs is the wait for the disk. Where several threads want to write at
the same moment, one of them does it for all: each write stands or falls by itself, and one commit
makes all of them last.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar, cast

from sqlalchemy import Connection

from pegout.storage.errors import StorageError

__all__ = ["Grouped"]

_T = TypeVar("_T")
#: The most writes that one commit is made for, so that the first need not wait for many.
_MOST: Final = 32


@dataclass(eq=False, slots=True)
class _Job:
    do: Callable[[Connection], Any]
    done: bool = False
    result: Any = None
    error: BaseException | None = field(default=None)

    def run(self, connection: Connection) -> None:
        """Write within a transaction that others write in too."""
        try:
            with connection.begin_nested():
                self.result = self.do(connection)
        except StorageError as error:
            # This one cannot be stored; the savepoint is as if it had never been tried. Any other
            # error may have ended the whole transaction, so it ends it for all.
            self.error = error


class Grouped:
    """Writes in groups.

    Args:
        turn: a lock, held by whoever uses the connection.
        transaction: gives the connection, within a transaction that is committed at its end.
    """

    def __init__(
        self,
        turn: AbstractContextManager[Any],
        transaction: Callable[[], AbstractContextManager[Connection]],
    ) -> None:
        self._turn = turn
        self._transaction = transaction
        self._waiting: deque[_Job] = deque()

    def write(self, do: Callable[[Connection], _T]) -> _T:
        """Have something written, which is on the disk when this returns.

        Raises:
            StorageError: if it could not be stored; then nothing of it was.
        """
        job = _Job(do)
        self._waiting.append(job)
        with self._turn:
            # The one who had the turn before has done it, unless there were too many.
            while not job.done:
                self._write_some()
        if job.error is not None:
            raise job.error
        return cast(_T, job.result)

    def _write_some(self) -> None:
        jobs = [self._waiting.popleft() for _ in range(min(_MOST, len(self._waiting)))]
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
    """Give each thread an error of its own to raise."""
    return StorageError(error.code, str(error)) if isinstance(error, StorageError) else error
