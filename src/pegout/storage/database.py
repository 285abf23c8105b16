"""The open database of a library: its connections, locks and transactions."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any, Final, TypeVar

from filelock import FileLock, Timeout
from sqlalchemy import URL, Connection, Engine, StaticPool, create_engine, event, text
from sqlalchemy.exc import ArgumentError, OperationalError

from pegout.extras import install_command
from pegout.storage import patience as times
from pegout.storage import schema
from pegout.storage.errors import from_system, reported, unreachable
from pegout.storage.grouped import Grouped
from pegout.storage.patience import Patience
from pegout.storage.places import bad_place, shown
from pegout.table.store import StoreError

_T = TypeVar("_T")
#: The most concurrent transactions of one library in PostgreSQL.
CONNECTIONS: Final = 8
#: The interval between checks of a database that does not respond, in seconds.
_AGAIN: Final = 0.25
#: The interval between attempts to lock a file, in seconds.
_TRIES: Final = 0.005
#: The time limit of a migration, in seconds.
_MIGRATION: Final = 600.0


class Database:
    """One open database, at the newest revision of the tables.

    SQLite has one connection for reading and writing, and only one thread of one process writes at
    a time. SQLite before 3.51.3 may damage a file in WAL mode when two connections write or
    checkpoint at the same moment, and its own locks do not prevent that. A lock on a separate
    file does.

    PostgreSQL handles concurrency itself, so every thread may have its own transaction. Once it
    has not responded for :data:`~pegout.storage.patience.ANSWER` seconds, no thread waits for it.
    A background thread keeps checking it, and all work is refused until it responds.
    """

    def __init__(self, url: URL, *, make_folder: bool = False) -> None:
        local = url.get_backend_name() == "sqlite"
        self.place: Final = shown(url)
        #: Whether the database is SQLite.
        self.local: Final = local
        self._turns = 1 if local else CONNECTIONS
        self._turn = threading.Semaphore(self._turns)
        self._patience = Patience()
        self._silent = threading.Event()
        #: The code of the last error that will come again, until a change has been written.
        self.trouble = ""
        self._closed = threading.Event()
        self._closing = threading.Lock()
        self._engine: Engine | None = None
        self._asking: Engine | None = None
        #: The file of the database, if it has one.
        self.path: Final = _file_of(url)
        self._file: FileLock | None = None
        if self.path is not None:
            self._file = _lock_file(self.path, make_folder=make_folder)
        try:
            if local:
                self._engine = sqlite_engine(url)
            else:
                self._engine, self._asking = self._postgresql(url)
            # With a single connection, threads that wait for it have their changes committed
            # together.
            self._grouped = Grouped(self._turn, self._transaction) if local else None
            # One engine for reading, and one for writing.
            self._engines = tuple(
                self._engine.execution_options(**options) for options in _OPTIONS[local]
            )
            with self._alone(), self._prompt(), self._open().begin() as connection:
                revision = schema.revision(connection, self.place)
            if revision != schema.HEAD:
                self._migrate()
        except BaseException:
            with suppress(StoreError):
                self.close()
            raise

    def _postgresql(self, url: URL) -> tuple[Engine, Engine]:
        try:
            from pegout.storage.postgresql import engines

            return engines(url, CONNECTIONS, self._patience, self._went_silent)
        except ImportError as error:
            raise StoreError(
                "bad_place",
                "a library in PostgreSQL needs its driver; install it in the folder of the source "
                f"with: {install_command('postgresql')}",
            ) from error
        except (ArgumentError, ValueError) as error:
            raise bad_place() from error

    def _migrate(self) -> None:
        with self._patience.of(_MIGRATION), self.writing() as connection:
            schema.queue(connection)
            # Another program may have migrated in the meantime.
            if schema.revision(connection, self.place) != schema.HEAD:
                schema.migrate(connection)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Yield a connection with a consistent snapshot of the library."""
        with self._turn, self._prompt(), self._open().begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Yield a connection for one atomic transaction, which is on the disk at its end.

        In PostgreSQL two writers see each other's changes once committed, and wait for each other
        at the first row that both change. So a transaction starts with an update of the one row
        that stands for all of its data, on condition that the row has the expected version.
        """
        with self._turn, self._transaction() as connection:
            yield connection

    def write(self, do: Callable[[Connection], _T]) -> _T:
        """Execute a small write as in :meth:`writing`, grouped with the writes of other threads."""
        if self._grouped is not None:
            return self._grouped.write(do)
        with self.writing() as connection:
            return do(connection)

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with self._alone(), self._prompt(), self._open(writes=True).begin() as connection:
            yield connection
        self.trouble = ""

    def alone(self, do: Callable[[Any], object]) -> None:
        """Execute a command of SQLite itself, outside of a transaction, while no thread writes."""
        with self._turn, self._alone(), self._prompt(), self._open().connect() as connection:
            line = connection.connection.driver_connection
            try:
                do(line)
            except sqlite3.Error as error:
                raise OperationalError(None, None, error) from error

    @contextmanager
    def _prompt(self) -> Iterator[None]:
        """Limit the wait for a response, and convert errors to :class:`StoreError`."""
        if self._silent.is_set():
            raise unreachable(self.place, "it has not answered for a while")
        try:
            with self._patience.of(times.ANSWER), reported(self.place):
                yield
        except StoreError as error:
            if error.code in _LASTING:
                self.trouble = error.code
            raise

    def check(self, patience: float) -> None:
        """Check that the database can be written, and is at the newest revision of the tables.

        Raises:
            StoreError: if it does not respond in time, or cannot be written; ``newer`` where a
                newer version of the program has migrated the tables.
        """
        with self._patience.of(patience), reported(self.place):
            if self._asking is not None:
                self._open()
                with self._asking.begin() as connection:
                    revision = _probed(connection)
            elif self._turn.acquire(timeout=patience):
                try:
                    revision = self._probed_file()
                finally:
                    self._turn.release()
            else:
                raise StoreError("busy", f"{self.place} has not answered in time; try again")
        self.trouble = ""
        if revision != schema.HEAD:
            raise schema.newer(self.place)

    def _probed_file(self) -> str | None:
        """Probe SQLite; another program that writes is waited for as long as this thread may."""
        with (
            self._alone(self._patience.left()),
            self._prompt(),
            self._open(writes=True).connect() as connection,
        ):
            line: Any = connection.connection.driver_connection
            line.execute(_BUSY.format(round(1000 * self._patience.left())))
            try:
                with connection.begin():
                    return _probed(connection)
            finally:
                line.execute(_BUSY.format(round(1000 * times.PATIENCE)))

    def _went_silent(self) -> None:
        """Refuse all work until the database responds again."""
        if self._closed.is_set() or self._silent.is_set():
            return
        self._silent.set()
        self.trouble = "unreachable"
        threading.Thread(target=self._ask_again, name="pegout-asks", daemon=True).start()

    def _ask_again(self) -> None:
        while not self._closed.wait(_AGAIN):
            try:
                self.check(1.0)
            except StoreError as error:
                # It answers, though it may refuse to be written.
                if error.code not in ("newer", *_LASTING - {"unreachable"}):
                    continue
            self._silent.clear()
            return

    def close(self) -> None:
        """Wait for running transactions and close the database; a second call does nothing.

        It does not wait for a database that does not respond.
        """
        with self._closing:
            self._closed.set()
            taken = self._take_turns(times.CLOSING)
            if taken < self._turns:
                self._patience.end()
                taken += self._take_turns(times.PATIENCE, self._turns - taken)
            engine, self._engine = self._engine, None
            try:
                if engine is not None and taken == self._turns:
                    # Closing the last connection makes a checkpoint.
                    with self._alone(), reported(self.place):
                        engine.dispose()
            finally:
                self._file = None
                self._turn.release(taken)

    def _take_turns(self, patience: float, turns: int | None = None) -> int:
        """Acquire turns within a time limit, and return how many were acquired."""
        end = monotonic() + patience
        wanted = self._turns if turns is None else turns
        for had in range(wanted):
            if not self._turn.acquire(timeout=max(0.0, end - monotonic())):
                return had
        return wanted

    def _open(self, *, writes: bool = False) -> Engine:
        if self._engine is None:
            raise StoreError("closed", "the library was closed; open it again")
        return self._engines[writes]

    @contextmanager
    def _alone(self, patience: float | None = None) -> Iterator[None]:
        if self._file is None:
            yield
            return
        wait = times.PATIENCE if patience is None else patience
        try:
            self._file.acquire(timeout=wait, poll_interval=_TRIES)
        except Timeout:
            raise StoreError(
                "busy",
                f"another program is writing to {self.place}; close it or try again in a moment",
            ) from None
        try:
            yield
        finally:
            self._file.release()


_SETTINGS: Final = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
#: The command that sets how long SQLite waits for another program, in milliseconds.
_BUSY: Final = "PRAGMA busy_timeout={}"
#: The setting with which a SQLite file shrinks on request.
INCREMENTAL: Final = "PRAGMA auto_vacuum=INCREMENTAL"
_REVISION: Final = text("SELECT version_num FROM alembic_version")
_PROBE: Final = text("UPDATE alembic_version SET version_num = version_num")
#: The errors that come again until somebody does something about the database or its disk.
_LASTING: Final = frozenset({"unreachable", "unwritable", "disk_full", "disk_error", "damaged"})
# The options for reading and for writing, in PostgreSQL (False) and in SQLite (True).
_OPTIONS: Final[dict[bool, tuple[dict[str, Any], dict[str, Any]]]] = {
    False: ({"isolation_level": "REPEATABLE READ"}, {"isolation_level": "READ COMMITTED"}),
    True: ({}, {"pegout_writes": True}),
}


def _probed(connection: Connection) -> str | None:
    """Write a row without changing it, and return the revision of the tables."""
    connection.execute(_PROBE)
    revision: str | None = connection.execute(_REVISION).scalar()
    return revision


def sqlite_engine(url: URL) -> Engine:
    """Return an engine with one SQLite connection, whose transactions this module begins."""
    engine = create_engine(
        url,
        hide_parameters=True,
        poolclass=StaticPool,
        connect_args={
            "check_same_thread": False,
            # This module begins transactions itself, rather than the driver.
            "isolation_level": None,
            "timeout": times.PATIENCE,
        },
    )
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


def _set_up(connection: Any, record: object) -> None:
    # The vacuum mode must be set before the file has any content.
    if not connection.execute("PRAGMA page_count").fetchone()[0]:
        connection.execute(INCREMENTAL)
    # FULL makes every commit wait for the disk, so an acknowledged change survives a power cut.
    for pragma in _SETTINGS:
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    # A writing transaction takes its lock at once. One that has read first and then detects
    # another program's write cannot wait, only fail.
    writes = connection.get_execution_options().get("pegout_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _file_of(url: URL) -> Path | None:
    """Return the file of a library, if it has a named one."""
    name = url.database
    if url.get_backend_name() != "sqlite" or not name or name.startswith((":memory:", "file:")):
        return None
    return Path(name)


def _lock_file(path: Path, *, make_folder: bool) -> FileLock:
    """Create the file of a library, and return its lock."""
    try:
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
        # Earlier versions hold this file open all the time, so it is never deleted.
        return FileLock(
            path.with_name(path.name + "-lock"),
            mode=0o600,
            thread_local=False,
            preserve_lock_file=True,
        )
    except OSError as error:
        raise from_system(error, str(path)) from error
