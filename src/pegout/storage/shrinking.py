"""Shrink a SQLite file after rows were removed from it."""

from __future__ import annotations

import shutil
from typing import Any, Final

from sqlalchemy import text

from pegout.storage.database import INCREMENTAL, Database
from pegout.table.store import StoreError

#: SQLite's number for incremental vacuum, in which a file shrinks on request.
_INCREMENTAL: Final = 2
_LEFT: Final = text("PRAGMA freelist_count")
_VACUUM_MODE: Final = text("PRAGMA auto_vacuum")
#: The free disk space that a rewrite needs, in multiples of the file's size.
_ROOM: Final = 2.5


def shrink(database: Database, pages: int) -> bool:
    """Return some free pages to the system; return whether there are more."""
    if not database.local:
        return False
    with database.reading() as connection:
        if connection.execute(_VACUUM_MODE).scalar() != _INCREMENTAL:
            return False
    # As a script, because the vacuum steps page by page, and a statement would stop at the first.
    database.alone(lambda line: line.executescript(f"PRAGMA incremental_vacuum({int(pages)})"))
    with database.reading() as connection:
        left: int = connection.execute(_LEFT).scalar() or 0
    if not left:
        # The file is truncated when its write-ahead log is written back.
        database.alone(lambda line: line.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall())
    return left > 0


def make_shrinkable(database: Database) -> bool:
    """Rewrite a file of an earlier version, once; return whether it can shrink now.

    The rewrite is atomic. Other users of the library wait for it.

    Raises:
        StoreError: ``disk_full`` if there is no space for a second file of its size; ``busy``
            if another program uses the library.
    """
    if not database.local:
        return False
    with database.reading() as connection:
        if connection.execute(_VACUUM_MODE).scalar() == _INCREMENTAL:
            return True
    path = database.path
    if path is not None:
        free = shutil.disk_usage(path.parent).free
        if free < _ROOM * path.stat().st_size:
            raise StoreError(
                "disk_full", f"there is no room beside {path} to rewrite it; make room"
            )
    database.alone(_rewrite)
    return True


def _rewrite(line: Any) -> None:
    # The new mode takes effect when the file is rewritten.
    line.execute(INCREMENTAL)
    line.execute("VACUUM")
    line.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
