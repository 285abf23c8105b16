"""A library in SQLite as the bytes of a file: saved, and added to another library."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import quote

from pegout.storage import schema
from pegout.storage.database import Database
from pegout.storage.locations import SqliteLocation
from pegout.storage.sqlite import SqliteDatabase, transaction
from pegout.table.store import StoreError

_FILE: Final = "library.db"
_COUNT: Final = """
SELECT count(*) FROM other.matches AS new LEFT JOIN main.matches AS own USING (id)
WHERE own.id IS NULL OR own.number < new.number
"""
# Of a match in both, the longer log is the other one continued.
_ADD: Final = (
    """
    DELETE FROM main.matches WHERE id IN (
        SELECT id FROM other.matches AS new JOIN main.matches AS own USING (id)
        WHERE own.number < new.number
    )
    """,
    """
    DELETE FROM main.tables WHERE code IN (
        SELECT code FROM other.tables AS new JOIN main.tables AS own USING (code)
        WHERE own.version < new.version
    )
    """,
    """
    DELETE FROM main.tournaments WHERE code IN (
        SELECT code FROM other.tournaments AS new JOIN main.tournaments AS own USING (code)
        WHERE own.version < new.version
    )
    """,
    *(
        f"INSERT OR IGNORE INTO main.{table} SELECT * FROM other.{table}"
        for table in (
            "matches",
            "entries",
            "games",
            "tables",
            "listed_tables",
            "reviews",
            "tournaments",
        )
    ),
)


def export_file(database: Database) -> bytes:
    """Return a library as the content of a file.

    Raises:
        StoreError: ``bad_place`` for a library in PostgreSQL.
    """
    with TemporaryDirectory() as folder, _sqlite(database).exclusive() as line:
        path = Path(folder, _FILE)
        line.execute("VACUUM INTO ?", [str(path)])
        return path.read_bytes()


def count_new(database: Database, content: bytes) -> int:
    """Return how many matches :func:`add_file` would add.

    Raises:
        StoreError: as :func:`add_file`.
    """
    with _attached(database, content) as line:
        (count,) = line.execute(_COUNT).fetchone()
        return int(count)


def add_file(database: Database, content: bytes) -> int:
    """Add what a file has and a library has not: all of it or nothing; return how many matches.

    Of a match that both have, the longer log stays.

    Raises:
        StoreError: ``newer``, ``older``, ``not_a_library`` or ``damaged`` for the file;
            ``bad_place`` for a library in PostgreSQL; if the library cannot be written.
    """
    with _attached(database, content) as line, transaction(line, "BEGIN IMMEDIATE") as connection:
        (count,) = line.execute(_COUNT).fetchone()
        for statement in _ADD:
            connection.execute(statement)
        return int(count)


def _sqlite(database: Database) -> SqliteDatabase:
    if not isinstance(database, SqliteDatabase):
        raise StoreError("bad_place", f"{database.location} is no file; its own programs copy it")
    return database


@contextmanager
def _attached(database: Database, content: bytes) -> Iterator[sqlite3.Connection]:
    """Yield the connection of a library, to which a copy of a file is attached as ``other``."""
    own = _sqlite(database)
    with TemporaryDirectory() as folder:
        path = Path(folder, _FILE)
        path.write_bytes(content)
        _prepare(path)
        with own.exclusive() as line:
            line.execute("ATTACH ? AS other", [str(path)])
            try:
                _compare(line)
                yield line
            finally:
                line.execute("DETACH other")


def _prepare(path: Path) -> None:
    """Check a copy of a library, and bring it up to date."""
    # A path makes a URI by a module for networks, which a site does not have.
    location = SqliteLocation(f"file:{quote(path.as_posix(), safe='/:')}")
    with closing(SqliteDatabase(location)) as copy:
        schema.prepare(copy)
        with copy.reading() as connection:
            if schema.read_steps(connection, copy.location).taken > schema.VERSION:
                raise schema.newer(copy.location)
        if copy.damage():
            raise StoreError("damaged", "the file is damaged; take another copy of it")


def _compare(line: sqlite3.Connection) -> None:
    """Refuse a file whose tables are not those of a library."""
    own, other = (
        line.execute(f"SELECT type, name, tbl_name FROM {name}.sqlite_master ORDER BY name")
        for name in ("main", "other")
    )
    if own.fetchall() != other.fetchall():
        raise StoreError("not_a_library", "the file is no library of Pegout's; choose another")
