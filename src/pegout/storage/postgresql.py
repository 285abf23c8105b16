"""PostgreSQL, with a time limit on every wait.

PostgreSQL handles concurrency itself, so every thread may have its own transaction.

A hung database keeps its connections open and sends nothing, while its kernel acknowledges every
packet. Neither the time limits of the database nor those of TCP end such a wait. So the client
checks the clock while it waits. Once the database has not responded for
:data:`~pegout.storage.patience.ANSWER` seconds, no thread waits for it: a background thread keeps
checking it, and all work is refused until it responds.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from typing import Any, ClassVar, Final, TypeVar

import psycopg
from psycopg import OperationalError
from psycopg.abc import PQGen
from psycopg.conninfo import make_conninfo
from psycopg.errors import ConnectionTimeout
from psycopg.pq import TransactionStatus

from pegout.storage import patience as times
from pegout.storage import schema
from pegout.storage.database import Database, SqlConnection
from pegout.storage.errors import LASTING, failure
from pegout.storage.locations import PostgresqlLocation, bad_location
from pegout.storage.patience import Patience
from pegout.table.store import StoreError

_T = TypeVar("_T")
#: The maximum number of concurrent transactions of one library.
CONNECTIONS: Final = 8
#: The interval between checks of a database that does not respond, in seconds.
_INTERVAL: Final = 0.25
#: The time limit of a migration, in seconds.
_MIGRATION: Final = 600.0
# The key of the advisory lock for migrations: a number that no other program uses.
_MIGRATION_KEY: Final = int.from_bytes(b"pegout")
# The defaults for options of a PostgreSQL URL: how soon a server counts as gone, in seconds (and
# milliseconds). The defaults of the system wait for hours for a machine that was switched off.
_PROMPT: Final = {
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "20000",
}
#: The shortest connection timeout of the driver, in seconds.
_SHORTEST: Final = 2
_READ: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ"
_WRITE: Final = "BEGIN ISOLATION LEVEL READ COMMITTED"
# By SQLSTATE codes, or by their first three or two characters.
_BY_STATE: Final = {
    "08": "unreachable",
    "25006": "unwritable",
    "40001": "busy",
    "40P01": "busy",
    "42501": "unwritable",
    "53": "unreachable",
    "53100": "disk_full",
    "55P03": "busy",
    "57P": "unreachable",
    "57014": "busy",
    "58": "disk_error",
    "XX001": "damaged",
    "XX002": "damaged",
}


class PostgresqlConnection(SqlConnection):
    """A connection to PostgreSQL, within a transaction."""

    types: ClassVar = {
        "moment": "TIMESTAMP WITH TIME ZONE",
        "bytes": "BYTEA",
        "unlogged": "UNLOGGED",
    }

    def __init__(self, line: psycopg.Connection[Any]) -> None:
        self._line = line

    def _cursor(self, statement: str, values: Sequence[object]) -> psycopg.Cursor[Any]:
        return self._line.execute(_pyformat(statement), values)

    def execute_many(self, statement: str, rows: Sequence[Sequence[object]]) -> int:
        """Execute a statement once for each row of values; return the number of changed rows."""
        with self._line.cursor() as cursor:
            cursor.executemany(_pyformat(statement), rows)
            return cursor.rowcount

    def table_names(self) -> frozenset[str]:
        """Return the names of the tables in the database."""
        rows = self.rows("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
        return frozenset(name for (name,) in rows)


class PostgresqlDatabase(Database):
    """An open PostgreSQL database.

    Raises:
        StoreError: ``bad_place`` for options that do not exist.
    """

    shared = True

    def __init__(self, location: PostgresqlLocation) -> None:
        super().__init__(str(location), CONNECTIONS)
        # The client encoding is fixed, whatever the encoding of the database.
        self._options = {**_PROMPT, **location.options, "client_encoding": "utf8"}
        try:
            make_conninfo(**self._options)
            self._timeout = float(self._options["connect_timeout"])
        except (psycopg.Error, ValueError) as error:
            raise bad_location() from error
        #: Open connections that no thread uses.
        self._idle: deque[_Line] = deque()
        self._patience = Patience()
        self._silent = threading.Event()
        self._closed = threading.Event()

    @contextmanager
    def migrating(self) -> Iterator[SqlConnection]:
        """Yield a connection as in :meth:`writing`, while no other program migrates."""
        with self._patience.of(_MIGRATION), super().migrating() as connection:
            # A migration of another program may take a while.
            connection.execute("SET LOCAL lock_timeout = '60s'")
            connection.execute(f"SELECT pg_advisory_xact_lock({_MIGRATION_KEY})")
            yield connection

    def probe(self, do: Callable[[SqlConnection], _T], patience: float) -> _T:
        """Execute a small write within a time limit, on a connection of its own."""
        with self._patience.of(patience), self._remembered(), self._converted():
            self._check_open()
            with closing(self._connect()) as line:
                result = do(PostgresqlConnection(line))
        self.trouble = ""
        return result

    def size(self, connection: SqlConnection) -> int:
        """Return the size of the database, in bytes."""
        ((size,),) = connection.rows("SELECT pg_database_size(current_database())")
        return int(size)

    @contextmanager
    def own_line(self, patience: float) -> Iterator[psycopg.Connection[Any]]:
        """Yield a connection apart from those of transactions, which commits each statement.

        The patience, in seconds, is for making it; :meth:`within` limits the time of a statement.
        That one is late does not yet mean that the database does not respond.
        """
        with self.within(patience):
            line = self._connect()
        line.silent = _unheard
        with closing(line):
            yield line

    def within(self, seconds: float) -> AbstractContextManager[None]:
        """Limit how long this thread waits for the database."""
        return self._patience.of(seconds)

    def close(self) -> None:
        """Wait for running transactions and close the database; a second call does nothing."""
        self._closed.set()
        super().close()

    def _stop_waiting(self) -> None:
        self._patience.end()

    def _dispose(self, *, idle: bool) -> None:
        while self._idle:
            self._idle.pop().close()

    @contextmanager
    def _reported(self) -> Iterator[None]:
        """Limit the wait for a response, and convert errors to :class:`StoreError`."""
        if self._silent.is_set():
            raise failure("unreachable", self.location, "it has not answered for a while")
        with self._patience.of(times.ANSWER), super()._reported():
            yield

    @contextmanager
    def _transaction(self, *, writes: bool) -> Iterator[SqlConnection]:
        line = self._begin(_WRITE if writes else _READ)
        try:
            yield PostgresqlConnection(line)
            line.execute("COMMIT", prepare=False)
        except BaseException as error:
            _roll_back(line)
            if line.closed and isinstance(error, psycopg.Error):
                raise failure("unreachable", self.location, error) from error
            raise
        finally:
            if self._closed.is_set():
                line.close()
            elif not line.closed:
                self._idle.append(line)

    def _begin(self, begin: str) -> _Line:
        """Return a connection within a new transaction.

        A restarted server has closed the earlier connections, which shows when a transaction
        begins. Nothing has happened in it then, so it begins again on another connection.
        """
        for line in iter(self._taken, None):
            try:
                line.execute(begin, prepare=False)
            except OperationalError:
                line.close()
                if not self._patience.left():
                    raise
            else:
                return line
        line = self._connect()
        try:
            # A program may have been stopped in the middle of a transaction.
            line.execute(f"SET lock_timeout = {int(times.PATIENCE * 1000)}")
            line.execute(begin, prepare=False)
        except BaseException:
            line.close()
            raise
        return line

    def _taken(self) -> _Line | None:
        """Take an idle connection, if there is one."""
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def _connect(self) -> _Line:
        """Connect within the time that the thread has left."""
        left, options = self._patience.left(), dict(self._options)
        if not left:
            raise OperationalError("no time is left")
        if left < self._timeout:
            options["connect_timeout"] = str(max(_SHORTEST, int(left)))
        try:
            line = _Line.connect(make_conninfo(**options), autocommit=True)
        except ConnectionTimeout:
            self._went_silent()
            raise
        line.patience, line.silent = self._patience, self._went_silent
        return line

    def _went_silent(self) -> None:
        """Refuse all work until the database responds again."""
        if self._closed.is_set() or self._silent.is_set():
            return
        self._silent.set()
        self.trouble = "unreachable"
        threading.Thread(target=self._ask_again, name="pegout-asks", daemon=True).start()

    def _ask_again(self) -> None:
        while not self._closed.wait(_INTERVAL):
            try:
                self.probe(schema.write_version, 1.0)
            except StoreError as error:
                # It answers, though it may refuse to be written.
                if error.code not in LASTING - {"unreachable"}:
                    continue
            self._silent.clear()
            return

    def _translated(self, error: Exception) -> StoreError | None:
        return from_postgresql(error, self.location) if isinstance(error, psycopg.Error) else None


def _unheard() -> None:
    """Leave it at that."""


class _Line(psycopg.Connection[Any]):
    """A connection that is closed when it fails or when its thread has reached its time limit."""

    patience: Patience = Patience()
    silent: Callable[[], object] = staticmethod(_unheard)

    def wait(self, gen: PQGen[_T], *arguments: Any, **named: Any) -> _T:
        """Wait for the database, within the time limit."""
        try:
            return super().wait(self._bounded(gen), *arguments, **named)
        except OperationalError as error:
            # Errors that the server reports have classes of their own. After any other, a late
            # response would be taken for the response to another query. The driver itself does
            # not always count such a connection as lost.
            if type(error) is OperationalError:
                self.pgconn.finish()
            raise

    def _bounded(self, gen: PQGen[_T]) -> Generator[Any, Any, _T]:
        """Wrap a generator of the driver with the time limit.

        The driver resumes it when data arrive, and ten times a second when none do.
        """
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if not ready and not self.patience.left():
                    self.silent()
                    raise OperationalError("it took too long")
                wanted = gen.send(ready)
        except StopIteration as end:
            result: _T = end.value
            return result


def from_postgresql(error: psycopg.Error, location: str) -> StoreError:
    """Return the library's error for an error of PostgreSQL or its driver at a location."""
    state = error.sqlstate
    if state is None and isinstance(error, OperationalError):
        return failure("unreachable", location, error)
    starts = [(state or "")[:length] for length in (5, 3, 2)]
    code = next((_BY_STATE[start] for start in starts if start in _BY_STATE), "failed")
    return failure(code, location, error)


def _roll_back(line: _Line) -> None:
    """Roll back the transaction of a connection, or close the connection if that fails."""
    try:
        if line.info.transaction_status != TransactionStatus.IDLE:
            line.execute("ROLLBACK", prepare=False)
    except psycopg.Error:
        line.close()


def _pyformat(statement: str) -> Any:
    return statement.replace("?", "%s")
