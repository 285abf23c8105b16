"""Files of SQLite that are backups of a library, or become one."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import quote

from pegout.storage import schema
from pegout.storage.sqlite import STEP, between_steps, damage_of, from_sqlite, transaction
from pegout.table.store import StoreError

#: What SQLite keeps beside a file in WAL mode.
_BESIDE: Final = ("-wal", "-shm")


def check(file: Path) -> None:
    """Check that a file is a whole library of this version or an earlier one.

    Raises:
        StoreError: ``damaged``, ``newer``, ``older`` or ``not_a_library``.
    """
    with _opened(file) as line:
        if found := damage_of(line):
            raise StoreError("damaged", f"{file} is damaged ({found[0]:.100}); take another copy")
        with transaction(line, "BEGIN") as connection:
            schema.check_library(connection, str(file))


def copy(source: Path, target: Path) -> None:
    """Copy the library in a file to an empty file, and check it.

    Raises:
        StoreError: as :func:`check`; if a file cannot be read or written.
    """
    with _opened(source) as line, closing(sqlite3.connect(target)) as made:
        try:
            line.backup(made, pages=STEP, progress=between_steps)
            made.execute("PRAGMA journal_mode=DELETE").fetchall()
        except sqlite3.Error as error:
            raise from_sqlite(error, str(target)) from error
    check(target)


def put_away(file: Path) -> None:
    """Prepare a library to be replaced by another file: nothing of it stays beside the file.

    Raises:
        StoreError: ``busy`` if a program has it open.
    """
    if file.exists():
        with closing(sqlite3.connect(file, timeout=0)) as line:
            try:
                # Only the last program may leave WAL mode, and it writes back the log.
                line.execute("PRAGMA journal_mode=DELETE").fetchall()
            except sqlite3.Error as error:
                found = from_sqlite(error, str(file))
                if found.code == "busy":
                    message = f"another program has {file} open; end it and try again"
                    raise StoreError("busy", message) from error
                # A damaged library is what a backup replaces.
                if found.code not in ("damaged", "not_a_library"):
                    raise found from error
    for ending in _BESIDE:
        file.with_name(file.name + ending).unlink(missing_ok=True)


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection that only reads a file, and makes none."""
    # A path makes a URI by a module for networks, which a site does not have.
    uri = f"file:{quote(file.absolute().as_posix(), safe='/:')}?mode=ro"
    try:
        with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as line:
            yield line
    except sqlite3.Error as error:
        raise from_sqlite(error, str(file)) from error
