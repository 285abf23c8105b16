"""A database of a library: its connections, transactions and errors.

What SQLite and PostgreSQL have in common is here; each implements the rest in a module of its own.
"""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar, Final, TypeVar

from pegout.storage import patience as times
from pegout.storage.errors import LASTING, from_system
from pegout.table.store import StoreError

_T = TypeVar("_T")
#: A limit that no table reaches, for a query without one.
NO_LIMIT: Final = 2**62
#: A row of a table.
SqlRow = tuple[Any, ...]


class SqlConnection(ABC):
    """A connection within a transaction.

    Values stand for the ``?`` of a statement, in order; a time has its zone.
    """

    #: The types of columns that have other names in each database.
    types: ClassVar[Mapping[str, str]]

    @abstractmethod
    def _cursor(self, statement: str, values: Sequence[object]) -> Any: ...

    @abstractmethod
    def execute_many(self, statement: str, rows: Sequence[Sequence[object]]) -> int:
        """Execute a statement once for each row of values; return the number of changed rows."""

    @abstractmethod
    def table_names(self) -> frozenset[str]:
        """Return the names of the tables in the database."""

    def execute(self, statement: str, *values: object) -> int:
        """Execute a statement, and return the number of changed rows."""
        changed: int = self._cursor(statement, values).rowcount
        return changed

    def rows(self, statement: str, *values: object) -> list[SqlRow]:
        """Return the rows that a statement selects."""
        found: list[SqlRow] = self._cursor(statement, values).fetchall()
        return found

    def row(self, statement: str, *values: object) -> SqlRow | None:
        """Return the one row that a statement selects or changes, or ``None``."""
        found = self.rows(statement, *values)
        return found[0] if found else None


class Database(ABC):
    """An open database.

    At most ``turns`` transactions are under way at once.
    """

    #: Whether several servers may use it at once.
    shared: ClassVar[bool] = False

    def __init__(self, location: str, turns: int) -> None:
        self.location: Final = location
        #: The code of the last error that will come again, until a change has been written.
        self.trouble = ""
        #: Returns the block in which a transaction runs, which is a ``read`` or a ``write``.
        self.timed: Callable[[str], AbstractContextManager[object]] = nullcontext
        self._turns = turns
        self._turn = threading.Semaphore(turns)
        self._closing = threading.Lock()
        self._is_open = True

    @property
    def path(self) -> Path | None:
        """The file of the database, if it has one."""
        return None

    @contextmanager
    def reading(self) -> Iterator[SqlConnection]:
        """Yield a connection with a consistent snapshot of the library."""
        with (
            self._turn,
            self.timed("read"),
            self._reported(),
            self._transaction(writes=False) as connection,
        ):
            yield connection

    @contextmanager
    def writing(self) -> Iterator[SqlConnection]:
        """Yield a connection for one atomic transaction, which is on the disk at its end.

        In PostgreSQL two writers see each other's changes once committed, and wait for each other
        at the first row that both change. So a transaction starts with an update of the one row
        that stands for all of its data, on condition that the row has the expected version.
        """
        with self._turn, self._written() as connection:
            yield connection

    def write(self, do: Callable[[SqlConnection], _T]) -> _T:
        """Execute a small write as in :meth:`writing`; others may share its transaction."""
        with self.writing() as connection:
            return do(connection)

    @contextmanager
    def migrating(self) -> Iterator[SqlConnection]:
        """Yield a connection as in :meth:`writing`, while no other program migrates."""
        with self.writing() as connection:
            yield connection

    @abstractmethod
    def probe(self, do: Callable[[SqlConnection], _T], patience: float) -> _T:
        """Execute a small write within a time limit in seconds, beside the other writes."""

    @abstractmethod
    def size(self, connection: SqlConnection) -> int:
        """Return the size of the database, in bytes."""

    def damage(self) -> list[str]:
        """Return what the database itself finds damaged, a line each; PostgreSQL is not asked."""
        return []

    def shrink(self, pages: int) -> bool:
        """Return some free pages to the system; return whether there are more."""
        return False

    def close(self) -> None:
        """Wait for running transactions and close the database; a second call does nothing.

        It does not wait for a database that does not respond.
        """
        with self._closing:
            taken = self._take_turns(times.CLOSING)
            if taken < self._turns:
                self._stop_waiting()
                taken += self._take_turns(times.PATIENCE, self._turns - taken)
            was_open, self._is_open = self._is_open, False
            try:
                if was_open:
                    self._dispose(idle=taken == self._turns)
            finally:
                self._turn.release(taken)

    def _take_turns(self, patience: float, turns: int | None = None) -> int:
        """Acquire turns within a time limit, and return how many were acquired."""
        end = monotonic() + patience
        wanted = self._turns if turns is None else turns
        for had in range(wanted):
            if not self._turn.acquire(timeout=max(0.0, end - monotonic())):
                return had
        return wanted

    @abstractmethod
    def _stop_waiting(self) -> None:
        """End the waits of running transactions, as far as possible."""

    @abstractmethod
    def _dispose(self, *, idle: bool) -> None:
        """Close the connections that no thread uses; all of them if the database is idle."""

    @abstractmethod
    def _transaction(self, *, writes: bool) -> AbstractContextManager[SqlConnection]:
        """Yield a connection within a transaction, and commit it or roll it back."""

    @abstractmethod
    def _translated(self, error: Exception) -> StoreError | None:
        """Return the library's error for an error of the database, or ``None`` for any other."""

    @contextmanager
    def _written(self) -> Iterator[SqlConnection]:
        """Yield a connection for a transaction of the thread whose turn it is."""
        with (
            self.timed("write"),
            self._reported(),
            self._transaction(writes=True) as connection,
        ):
            yield connection
        self.trouble = ""

    def _check_open(self) -> None:
        if not self._is_open:
            raise StoreError("closed", "the library was closed; open it again")

    @contextmanager
    def _reported(self) -> Iterator[None]:
        """Refuse a closed library; convert errors to StoreError, and remember those that last."""
        self._check_open()
        with self._remembered(), self._converted():
            yield

    @contextmanager
    def _remembered(self) -> Iterator[None]:
        """Remember an error that will come again, so that the server tells its host."""
        try:
            yield
        except StoreError as error:
            if error.code in LASTING:
                self.trouble = error.code
            raise

    @contextmanager
    def _converted(self) -> Iterator[None]:
        """Convert the errors of the database and the system to :class:`StoreError`."""
        try:
            yield
        except OSError as error:
            raise from_system(error, self.location) from error
        except Exception as error:
            converted = self._translated(error)
            if converted is None:
                raise
            raise converted from error


class Rows:
    """A part of a library: what it stores in a database, with the times of a clock."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now


def moment(stored: datetime | str) -> datetime:
    """Return a stored time in UTC; SQLite stores it as text, and PostgreSQL returns its own zone.

    >>> moment("2026-03-01 12:00:00.000000")
    datetime.datetime(2026, 3, 1, 12, 0, tzinfo=datetime.timezone.utc)
    """
    if isinstance(stored, str):
        return datetime.fromisoformat(stored).replace(tzinfo=UTC)
    return stored.astimezone(UTC)
