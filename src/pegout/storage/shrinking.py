"""A SQLite file that gives back the room of what was removed from it."""

from __future__ import annotations

import shutil
from typing import Any, Final

from sqlalchemy import text

from pegout.storage.database import INCREMENTAL, Database
from pegout.storage.errors import StorageError

__all__ = ["make_shrinkable", "shrink"]

#: What SQLite calls the way in which a file shrinks when it is told to.
_INCREMENTAL: Final = 2
_LEFT: Final = text("PRAGMA freelist_count")
_WAY: Final = text("PRAGMA auto_vacuum")
#: How many times the size of the file have to be free for it to be written anew.
_ROOM: Final = 2.5


def shrink(database: Database, pages: int) -> bool:
    """Give some pages that are free back to the system; give whether there are more."""
    if not database.local:
        return False
    with database.reading() as connection:
        if connection.execute(_WAY).scalar() != _INCREMENTAL:
            return False
    # As a script, because it is done page by page, and a statement would be left at the first.
    database.alone(lambda line: line.executescript(f"PRAGMA incremental_vacuum({int(pages)})"))
    with database.reading() as connection:
        left: int = connection.execute(_LEFT).scalar() or 0
    if not left:
        # The file is cut where the log beside it is written back.
        database.alone(lambda line: line.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall())
    return left > 0


def make_shrinkable(database: Database) -> bool:
    """Write a file of an earlier version anew, once; give whether it can shrink now.

    It is all done or nothing is. Whoever uses the library waits meanwhile.

    Raises:
        StorageError: ``disk_full`` where there is no room for a second file of its size; ``busy``
            where another program uses it.
    """
    if not database.local:
        return False
    with database.reading() as connection:
        if connection.execute(_WAY).scalar() == _INCREMENTAL:
            return True
    path = database.path
    if path is not None:
        free = shutil.disk_usage(path.parent).free
        if free < _ROOM * path.stat().st_size:
            raise StorageError(
                "disk_full", f"there is no room beside {path} to write it anew; make room"
            )
    database.alone(_write_anew)
    return True


def _write_anew(line: Any) -> None:
    # What is chosen takes effect when the file is written.
    line.execute(INCREMENTAL)
    line.execute("VACUUM")
    line.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
