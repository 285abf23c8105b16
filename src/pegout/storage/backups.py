"""Backups of a library: one file, checked before it has its name, and put back whole or not at all.

A library in SQLite is copied by the online backup of SQLite, and one in PostgreSQL by ``pg_dump``.
A file that is being written has a name that ends in ``.part``; what is killed leaves at most such a
file behind.
"""

import os
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from pegout.storage import schema, serving, sqlite_files
from pegout.storage.database import Database
from pegout.storage.errors import from_system, not_empty
from pegout.storage.library import connected
from pegout.storage.locations import Location, PostgresqlLocation, SqliteLocation
from pegout.storage.sqlite import SqliteDatabase
from pegout.table.store import StoreError

_NAMED: Final = re.compile(r"pegout-\d{8}T\d{6}Z\.(db|dump)")


class Contents(NamedTuple):
    """The numbers of tables and of matches in a library."""

    tables: int
    matches: int


def name_backup(location: Location, now: datetime) -> str:
    """Return the name of a backup that is made at a time in UTC; names sort by time.

    >>> name_backup(SqliteLocation("games.db"), datetime(2026, 11, 28, 18, 5))
    'pegout-20261128T180500Z.db'
    """
    ending = "db" if isinstance(location, SqliteLocation) else "dump"
    return f"pegout-{now:%Y%m%dT%H%M%S}Z.{ending}"


def back_up(location: Location, target: Path) -> None:
    """Write a library to a new file, which only its owner can read; others may write meanwhile.

    The file is complete, checked and on the disk before it has its name.

    Raises:
        StoreError: ``not_empty`` if the file is there already; ``no_program`` without the programs
            of PostgreSQL; if the library cannot be read, or the file not be written.
    """
    if target.exists():
        raise not_empty(str(target))
    with _opened(location) as database, _part(target) as part:
        if isinstance(database, SqliteDatabase):
            database.copy_to(part)
            sqlite_files.check(part)
        else:
            assert isinstance(location, PostgresqlLocation)
            from pegout.storage import postgresql_dumps

            postgresql_dumps.dump(location, part)


def restore(source: Path, location: Location, *, replace: bool = False) -> Contents:
    """Put the library of a backup in a place: all of it, or nothing; return what is there now.

    Without ``replace`` the place has to be empty. With it, what is there is gone for good. The
    tables keep their version, until a program opens the library to use it.

    Raises:
        StoreError: ``not_empty``; ``served`` or ``busy`` while a program uses the place;
            ``not_a_library``, ``newer``, ``older`` or ``damaged`` for the backup; ``no_program``
            without the programs of PostgreSQL; if the place cannot be written.
    """
    if not source.is_file():
        raise StoreError("bad_place", f"there is no file {source}; name a backup")
    if isinstance(location, SqliteLocation):
        _restore_file(source, location, replace=replace)
    else:
        from pegout.storage import postgresql_dumps

        postgresql_dumps.load(location, source, replace=replace)
    with _opened(location) as database, database.reading() as connection:
        ((tables,),) = connection.rows("SELECT count(*) FROM tables")
        ((matches,),) = connection.rows("SELECT count(*) FROM matches")
    return Contents(tables, matches)


def _restore_file(source: Path, location: SqliteLocation, *, replace: bool) -> None:
    path = location.path
    if path is None:
        raise StoreError("bad_place", "a backup goes to a file or a database; name one")
    with serving.alone(path, ""), serving.unwritten(path):
        if path.exists() and path.stat().st_size and not replace:
            raise not_empty(str(path))
        with _part(path) as part:
            sqlite_files.copy(source, part)
            sqlite_files.put_away(path)


def rehearse(location: Location) -> tuple[int, int]:
    """Try the migration of a library; return the versions of its tables before and after.

    A file is copied for it, so that no program waits; in PostgreSQL it is rolled back.

    Raises:
        StoreError: if a step fails; as :func:`back_up` for a file.
    """
    with _opened(location) as database:
        if not isinstance(database, SqliteDatabase):
            return schema.rehearse(database)
        with TemporaryDirectory(dir=database.path and database.path.parent) as folder:
            copy = Path(folder, "library.db")
            database.copy_to(copy)
            with closing(connected(SqliteLocation(str(copy)))) as copied:
                return schema.take_steps(copied)


def remove_old(folder: Path, keep: int) -> list[Path]:
    """Remove the oldest backups in a folder that :func:`name_backup` named, but for some.

    Raises:
        StoreError: if one cannot be removed.
    """
    found = sorted(path for path in folder.iterdir() if _NAMED.fullmatch(path.name))
    old = found[: max(0, len(found) - keep)]
    for path in old:
        with _system(path):
            path.unlink()
    return old


@contextmanager
def _opened(location: Location) -> Iterator[Database]:
    """Open a library as it is, of this version or an earlier one."""
    with closing(connected(location)) as database:
        with database.reading() as connection:
            schema.check_library(connection, database.location)
        yield database


@contextmanager
def _part(target: Path) -> Iterator[Path]:
    """Yield an empty file, which takes the place of the target at the end, all of it or nothing."""
    part = target.with_name(f"{target.name}.part")
    with _system(target):
        try:
            part.unlink(missing_ok=True)
            part.touch(mode=0o600, exist_ok=False)
            yield part
            _flush(part)
            part.replace(target)
            if os.name == "posix":
                _flush(target.parent)
        finally:
            part.unlink(missing_ok=True)


@contextmanager
def _system(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise from_system(error, str(path)) from error


def _flush(path: Path) -> None:
    """Wait until a file or a folder is on the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
