"""SQLite: one connection, one writing thread of one process, and commits in groups.

SQLite before 3.51.3 may damage a file in WAL mode when two connections write or checkpoint at the
same moment, and its own locks do not prevent that. A lock on a separate file does.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from pegout.storage import patience as times
from pegout.storage.database import Database, SqlConnection
from pegout.storage.errors import failure
from pegout.storage.grouped import Grouped
from pegout.storage.locations import SqliteLocation
from pegout.storage.serving import file_lock
from pegout.table.store import StoreError

if TYPE_CHECKING:
    from filelock import BaseFileLock

_T = TypeVar("_T")
#: The free bytes of a disk with which a move is sure to be stored. With fewer a probe fits into a
#: write-ahead log that is there already, and a move need not.
_ROOM: Final = 262_144
#: The interval between attempts to lock a file, in seconds.
_INTERVAL: Final = 0.005
#: The number of pages of a step of a copy.
STEP: Final = 1024
# FULL makes every commit wait for the disk, so an acknowledged change survives a power cut.
_SETTINGS: Final = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
# By SQLite's primary result codes.
_BY_RESULT: Final = {
    sqlite3.SQLITE_PERM: "unwritable",
    sqlite3.SQLITE_READONLY: "unwritable",
    sqlite3.SQLITE_CANTOPEN: "unwritable",
    sqlite3.SQLITE_AUTH: "unwritable",
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_IOERR: "disk_error",
    sqlite3.SQLITE_NOLFS: "disk_full",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_NOTADB: "not_a_library",
}


class SqliteConnection(SqlConnection):
    """The connection to SQLite, within a transaction."""

    types: ClassVar = {"moment": "TEXT", "bytes": "BLOB", "unlogged": ""}

    def __init__(self, line: sqlite3.Connection) -> None:
        self._line = line

    def _cursor(self, statement: str, values: Sequence[object]) -> sqlite3.Cursor:
        return self._line.execute(statement, [_stored(value) for value in values])

    def execute_many(self, statement: str, rows: Sequence[Sequence[object]]) -> int:
        """Execute a statement once for each row of values; return the number of changed rows."""
        values = [[_stored(value) for value in row] for row in rows]
        return self._line.executemany(statement, values).rowcount

    def table_names(self) -> frozenset[str]:
        """Return the names of the tables in the database."""
        rows = self.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
        return frozenset(name for (name,) in rows)


class SqliteDatabase(Database):
    """An open SQLite database.

    Raises:
        StoreError: if it cannot be opened.
    """

    def __init__(self, location: SqliteLocation, *, make_folder: bool = False) -> None:
        super().__init__(str(location), 1)
        self._path = location.path
        self._file: BaseFileLock | None = None
        if self._path is not None:
            with self._converted():
                self._file = _file_lock(self._path, make_folder=make_folder)
        with self._converted(), self._exclusive():
            self._line = connect(location.name)
        # Threads that wait for the connection have their changes committed together.
        self._grouped = Grouped(self._turn, self._written)

    @property
    def path(self) -> Path | None:
        """The file of the database, if it has one."""
        return self._path

    def write(self, do: Callable[[SqlConnection], _T]) -> _T:
        """Execute a small write as in :meth:`writing`; others may share its transaction."""
        return self._grouped.write(do)

    @contextmanager
    def exclusive(self) -> Iterator[sqlite3.Connection]:
        """Yield the connection outside of a transaction, while no thread or program writes."""
        with self._turn, self._reported(), self._exclusive():
            yield self._line

    def copy_to(self, file: Path) -> None:
        """Copy the database as it is now to an empty file, while others go on writing.

        Raises:
            StoreError: if it cannot be read, or the file cannot be written.
        """
        with self.reading() as connection:
            # The first statement takes the snapshot that all steps of the copy then read.
            connection.table_names()
            with closing(sqlite3.connect(file)) as copy:
                try:
                    self._line.backup(copy, pages=STEP, progress=between_steps)
                    # One file, without a log beside it.
                    copy.execute("PRAGMA journal_mode=DELETE").fetchall()
                except sqlite3.Error as error:
                    raise from_sqlite(error, str(file)) from error

    def size(self, connection: SqlConnection) -> int:
        """Return the size of the database, in bytes, without its write-ahead log."""
        ((pages, size),) = connection.rows(
            "SELECT page_count, page_size FROM pragma_page_count, pragma_page_size"
        )
        return int(pages * size)

    def damage(self) -> list[str]:
        """Return what SQLite itself finds damaged in the file, a line each."""
        with self.reading():
            return damage_of(self._line)

    def probe(self, do: Callable[[SqlConnection], _T], patience: float) -> _T:
        """Execute a small write within a time limit; another program is waited for as long."""
        end = monotonic() + patience
        if not self._turn.acquire(timeout=patience):
            raise StoreError("busy", f"{self.location} has not answered in time; try again")
        try:
            with self._reported(), self._exclusive(end - monotonic()):
                self._check_room()
                _wait_at_most(self._line, end - monotonic())
                try:
                    with transaction(self._line, "BEGIN IMMEDIATE") as connection:
                        result = do(connection)
                finally:
                    _wait_at_most(self._line, times.PATIENCE)
            self.trouble = ""
            return result
        finally:
            self._turn.release()

    def _check_room(self) -> None:
        # Only a server asks, so nobody else has to load the module.
        import shutil

        if self._path is not None and shutil.disk_usage(self._path.parent).free < _ROOM:
            raise failure("disk_full", self.location)

    def shrink(self, pages: int) -> bool:
        """Return some free pages to the system; return whether there are more."""
        with self.exclusive() as line:
            # As a script, because the vacuum steps page by page, and a statement would stop at
            # the first.
            line.executescript(f"PRAGMA incremental_vacuum({int(pages)})")
            left: int = line.execute("PRAGMA freelist_count").fetchone()[0]
            if not left:
                # The file is truncated when its write-ahead log is written back.
                line.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        return left > 0

    def _stop_waiting(self) -> None:
        """Wait on: nothing ends a wait for the disk."""

    def _dispose(self, *, idle: bool) -> None:
        if idle:
            # Closing the last connection makes a checkpoint.
            with self._converted(), self._exclusive():
                self._line.close()

    @contextmanager
    def _transaction(self, *, writes: bool) -> Iterator[SqlConnection]:
        # A writing transaction takes its lock at once. One that has read first and then detects
        # another program's write cannot wait, only fail.
        begin = "BEGIN IMMEDIATE" if writes else "BEGIN"
        with (
            self._exclusive() if writes else nullcontext(),
            transaction(self._line, begin) as connection,
        ):
            yield connection

    @contextmanager
    def _exclusive(self, patience: float | None = None) -> Iterator[None]:
        """Hold the lock of the file."""
        if self._file is None:
            yield
            return
        from filelock import Timeout

        wait = times.PATIENCE if patience is None else max(0.0, patience)
        try:
            self._file.acquire(timeout=wait, poll_interval=_INTERVAL)
        except Timeout:
            raise failure("busy", self.location) from None
        try:
            yield
        finally:
            self._file.release()

    def _translated(self, error: Exception) -> StoreError | None:
        return from_sqlite(error, self.location) if isinstance(error, sqlite3.Error) else None


def connect(name: str) -> sqlite3.Connection:
    """Connect to a file, a URI or memory; :func:`transaction` begins the transactions."""
    line = sqlite3.connect(
        name,
        timeout=times.PATIENCE,
        isolation_level=None,
        check_same_thread=False,
        uri=name.startswith("file:"),
    )
    try:
        # The vacuum mode must be set before the file has any content.
        if not line.execute("PRAGMA page_count").fetchone()[0]:
            line.execute("PRAGMA auto_vacuum=INCREMENTAL")
        for setting in _SETTINGS:
            line.execute(f"PRAGMA {setting}")
    except BaseException:
        line.close()
        raise
    return line


@contextmanager
def transaction(line: sqlite3.Connection, begin: str) -> Iterator[SqliteConnection]:
    """Yield a connection within a transaction, which ends with the context."""
    line.execute(begin)
    try:
        yield SqliteConnection(line)
        line.execute("COMMIT")
    except BaseException:
        # Some errors have rolled it back already. One of the rollback itself would hide the first.
        if line.in_transaction:
            with suppress(sqlite3.Error):
                line.execute("ROLLBACK")
        raise


def between_steps(status: int, remaining: int, total: int) -> None:
    """Have Python notice an interruption between two steps of a copy."""


def damage_of(line: sqlite3.Connection) -> list[str]:
    """Return what SQLite finds damaged in the database of a connection, a line each."""
    found = [text for (text,) in line.execute("PRAGMA integrity_check") if text != "ok"]
    orphans = line.execute("PRAGMA foreign_key_check").fetchall()
    return found + [
        f"row {row} of {table} belongs to no row of {to}" for table, row, to, _ in orphans
    ]


def from_sqlite(error: sqlite3.Error, location: str) -> StoreError:
    """Return the library's error for an error of SQLite at a location."""
    # The upper bits of the code add detail that helps no user.
    result = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    return failure(_BY_RESULT.get(result, "failed"), location, error)


def _stored(value: object) -> Any:
    """Return a value as SQLite stores it: a time as text in UTC."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).replace(tzinfo=None).isoformat(" ", "microseconds")
    return value


def _wait_at_most(line: sqlite3.Connection, seconds: float) -> None:
    """Set how long SQLite waits for another program."""
    line.execute(f"PRAGMA busy_timeout={round(1000 * max(0.0, seconds))}")


def _file_lock(path: Path, *, make_folder: bool) -> BaseFileLock:
    """Create the file of a library, and return its lock."""
    if make_folder:
        path.parent.mkdir(parents=True, exist_ok=True)
    elif not path.parent.exists():
        raise StoreError(
            "bad_place", f"there is no folder {path.parent}; make it, or name another file"
        )
    # The log holds secrets of the players; SQLite's other files copy these permissions. An
    # existing file is not opened here: closing it would release the locks that SQLite holds.
    if not path.exists():
        path.touch(mode=0o600)
    return file_lock(path.with_name(path.name + "-lock"))
