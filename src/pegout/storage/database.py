"""Where the library is, and the one connection that writes to it."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from platformdirs import user_data_dir
from sqlalchemy import URL, Connection, Engine, StaticPool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from pegout.storage import schema
from pegout.storage.errors import StorageError, from_system, reported

__all__ = ["Database", "default_path", "locate"]

#: How long to wait for another program that is writing, in seconds.
PATIENCE: Final = 5.0
_FILE: Final = "library.db"
_ENVIRONMENT: Final = "PEGOUT_DATA"


def default_path() -> Path:
    """Give the file of the player's own library, where the system keeps what programs store."""
    return Path(user_data_dir("pegout", appauthor=False), _FILE)


def locate(where: str | os.PathLike[str] | None) -> URL:
    """Give the address of a library.

    Args:
        where: a URL, a file, or a folder that is there; ``None`` for what the environment
            variable ``PEGOUT_DATA`` names, a URL or a folder, and :func:`default_path` without it.

    Raises:
        StorageError: ``bad_place`` for what looks like a URL and is none.
    """
    if where is None:
        named = os.environ.get(_ENVIRONMENT, "")
        if "://" not in named:
            return _file(Path(named, _FILE) if named else default_path())
        where = named
    if isinstance(where, str) and "://" in where:
        try:
            return make_url(where)
        except ArgumentError as error:
            raise _bad_place() from error
    path = Path(where)
    return _file(path / _FILE if path.is_dir() else path)


def _file(path: Path) -> URL:
    return URL.create("sqlite", database=str(path.absolute()))


def _bad_place() -> StorageError:
    return StorageError(
        "bad_place",
        "that is no address of a database that can be used here; give a file, or a URL such as "
        "sqlite:///games.db or postgresql+psycopg://name@host/games with its driver installed",
    )


class Database:
    """One open database, at the newest revision of the tables.

    For SQLite there is one connection, for reading and writing alike, and only one thread of one
    process writes at any time. SQLite before 3.51.3 may damage a file in WAL mode when two
    connections write or make a checkpoint at the very same moment, and locks of its own do not
    prevent that; so a lock on a file beside it does.
    """

    def __init__(self, url: URL) -> None:
        local = url.get_backend_name() == "sqlite"
        self.place: Final = (url.database if local else url.host) or "the database"
        self._turn = threading.Lock()
        self._file = _lock_file(url)
        self._engine: Engine | None = None
        try:
            self._engine = _engine(url)
            with self._alone(), reported(self.place), self._engine.connect() as connection:
                found = schema.revision(connection, self.place)
            if found != schema.HEAD:
                self._migrate()
        except BaseException:
            with suppress(StorageError):
                self.close()
            raise

    def _migrate(self) -> None:
        with self.writing() as connection:
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
        """Give a connection whose changes are all on the disk afterwards, or none of them is."""
        with (
            self._turn,
            self._alone(),
            reported(self.place),
            self._open().execution_options(pegout_writes=True).begin() as connection,
        ):
            yield connection

    def close(self) -> None:
        """Let go of the database; closing it twice does no harm."""
        with self._turn:
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

    def _open(self) -> Engine:
        if self._engine is None:
            raise StorageError("closed", "the library was closed; open it again")
        return self._engine

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if self._file is None:
            yield
        else:
            with self._file.held():
                yield


def _engine(url: URL) -> Engine:
    # Parameters hold the secrets of packs, which no message may repeat.
    if url.get_backend_name() != "sqlite":
        try:
            return create_engine(url, hide_parameters=True, pool_pre_ping=True)
        except (ArgumentError, ImportError) as error:
            raise _bad_place() from error
    engine = create_engine(
        url,
        hide_parameters=True,
        poolclass=StaticPool,
        # Transactions begin where we say, not where the driver thinks that they should.
        connect_args={"check_same_thread": False, "isolation_level": None, "timeout": PATIENCE},
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


def _lock_file(url: URL) -> _LockFile | None:
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
        return _LockFile(path.with_name(path.name + "-lock"), name)
    except OSError as error:
        raise from_system(error, name) from error


class _LockFile:
    """A lock between processes, which the system takes back from a process that dies."""

    def __init__(self, path: Path, place: str) -> None:
        self._place = place
        self._number = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)

    @contextmanager
    def held(self) -> Iterator[None]:
        end = time.monotonic() + PATIENCE
        while not _try_lock(self._number):
            if time.monotonic() > end:
                raise StorageError(
                    "busy",
                    f"another program is writing to {self._place}; "
                    "close it or try again in a moment",
                )
            time.sleep(0.005)
        try:
            yield
        finally:
            _unlock(self._number)

    def close(self) -> None:
        os.close(self._number)


if sys.platform == "win32":
    import msvcrt

    def _try_lock(number: int) -> bool:
        os.lseek(number, 0, os.SEEK_SET)
        try:
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _unlock(number: int) -> None:
        os.lseek(number, 0, os.SEEK_SET)
        msvcrt.locking(number, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _try_lock(number: int) -> bool:
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(number: int) -> None:
        fcntl.flock(number, fcntl.LOCK_UN)
