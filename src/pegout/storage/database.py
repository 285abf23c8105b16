"""The open database of a library: who may read and write in it when, and what a commit means."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import URL, Connection, Engine, StaticPool, create_engine, event
from sqlalchemy.exc import ArgumentError

from pegout.storage import lockfile, schema
from pegout.storage.errors import StorageError, from_system, reported
from pegout.storage.grouped import Grouped
from pegout.storage.lockfile import LockFile
from pegout.storage.places import bad_place, shown

__all__ = ["Database"]

_T = TypeVar("_T")
#: How many transactions a server of databases does at once for one library.
CONNECTIONS: Final = 8
# What an address of PostgreSQL may say otherwise: how soon a server counts as gone, in seconds (and
# milliseconds). Left to the system, a machine that was switched off is waited for for hours.
_PROMPT: Final = {
    "connect_timeout": "10",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "20000",
}


class Database:
    """One open database, at the newest revision of the tables.

    For SQLite there is one connection, for reading and writing alike, and only one thread of one
    process writes at any time. SQLite before 3.51.3 may damage a file in WAL mode when two
    connections write or make a checkpoint at the very same moment, and locks of its own do not
    prevent that; so a lock on a file beside it does.

    PostgreSQL keeps order by itself. There every thread may have a transaction of its own.
    """

    def __init__(self, url: URL) -> None:
        local = url.get_backend_name() == "sqlite"
        self.place: Final = shown(url)
        self._turns = 1 if local else CONNECTIONS
        self._turn = threading.Semaphore(self._turns)
        # Where there is one connection, those who wait for it have their changes committed at once.
        self._grouped = Grouped(self._turn, self._transaction) if local else None
        self._closing = threading.Lock()
        self._file = _lock_file(url)
        self._engine: Engine | None = None
        try:
            self._engine = _sqlite(url) if local else _postgresql(url)
            # For reading and for writing.
            self._ways = tuple(self._engine.execution_options(**way) for way in _WAYS[local])
            with self._alone(), reported(self.place), self._open().begin() as connection:
                found = schema.revision(connection, self.place)
            if found != schema.HEAD:
                self._migrate()
        except BaseException:
            with suppress(StorageError):
                self.close()
            raise

    def _migrate(self) -> None:
        with self.writing() as connection:
            schema.queue(connection)
            # Somebody else may have done it in the meantime.
            if schema.revision(connection, self.place) != schema.HEAD:
                schema.migrate(connection)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a connection that sees the library as it is at one moment."""
        with self._turn, reported(self.place), self._open().begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give a connection whose changes are all on the disk afterwards, or none of them is.

        In PostgreSQL two who write see each other's changes as soon as they are committed, and
        wait for each other at the first row that both change. So a transaction begins by changing
        the one row that stands for all that it is about, on condition that it is as it was known.
        """
        with self._turn, self._transaction() as connection:
            yield connection

    def write(self, do: Callable[[Connection], _T]) -> _T:
        """Have something small written as in :meth:`writing`, together with what others write."""
        if self._grouped is not None:
            return self._grouped.write(do)
        with self.writing() as connection:
            return do(connection)

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with (
            self._alone(),
            reported(self.place),
            self._open(writes=True).begin() as connection,
        ):
            yield connection

    def close(self) -> None:
        """Wait for what is under way and let go of the database; twice does no harm."""
        with self._closing:
            for _ in range(self._turns):
                self._turn.acquire()
            engine, self._engine = self._engine, None
            try:
                if engine is not None:
                    # The last connection to be closed makes a checkpoint.
                    with self._alone(), reported(self.place):
                        engine.dispose()
            finally:
                if self._file is not None:
                    self._file.close()
                    self._file = None
                self._turn.release(self._turns)

    def _open(self, *, writes: bool = False) -> Engine:
        if self._engine is None:
            raise StorageError("closed", "the library was closed; open it again")
        return self._ways[writes]

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if self._file is None:
            yield
        else:
            with self._file.held():
                yield


# How one reads and how one writes, in PostgreSQL (False) and in SQLite (True).
_WAYS: Final[dict[bool, tuple[dict[str, Any], dict[str, Any]]]] = {
    False: ({"isolation_level": "REPEATABLE READ"}, {"isolation_level": "READ COMMITTED"}),
    True: ({}, {"pegout_writes": True}),
}


def _postgresql(url: URL) -> Engine:
    # Whatever the database itself is written in, we speak one language with it.
    query = {**_PROMPT, **url.query, "client_encoding": "utf8"}
    try:
        engine = create_engine(
            url.set(query=query),
            # Parameters hold the secrets of packs, which no message may repeat.
            hide_parameters=True,
            # A server that was started again has forgotten the connections of before.
            pool_pre_ping=True,
            pool_size=CONNECTIONS,
            max_overflow=0,
        )
    except ImportError as error:
        raise StorageError(
            "bad_place",
            "a library in PostgreSQL needs its driver; install it with: "
            "pip install 'pegout[postgresql]'",
        ) from error
    except (ArgumentError, ValueError) as error:
        raise bad_place() from error
    event.listen(engine, "connect", _be_patient)
    return engine


def _be_patient(connection: Any, record: object) -> None:
    # Somebody may have been stopped in the middle of a transaction.
    connection.execute(f"SET lock_timeout = {int(lockfile.PATIENCE * 1000)}")
    connection.commit()


def _sqlite(url: URL) -> Engine:
    engine = create_engine(
        url,
        hide_parameters=True,
        poolclass=StaticPool,
        connect_args={
            "check_same_thread": False,
            # Transactions begin where we say, not where the driver thinks that they should.
            "isolation_level": None,
            "timeout": lockfile.PATIENCE,
        },
    )
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


def _set_up(connection: Any, record: object) -> None:
    # FULL makes every commit wait for the disk: what was acknowledged survives a power cut too.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    # A transaction that is going to write takes its lock at once: one that has read before and
    # then finds that somebody else has written cannot wait, only fail.
    writes = connection.get_execution_options().get("pegout_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _lock_file(url: URL) -> LockFile | None:
    """Make the folder and the file of a library; give the lock, if it is a file at all."""
    name = url.database
    if url.get_backend_name() != "sqlite" or not name or name.startswith((":memory:", "file:")):
        return None
    path = Path(name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # The log holds what the players may not know; SQLite's other files copy these rights.
        # An existing file is not opened here: closing it would drop the locks that SQLite holds.
        if not path.exists():
            path.touch(mode=0o600)
        return LockFile(path.with_name(path.name + "-lock"), name)
    except OSError as error:
        raise from_system(error, name) from error
