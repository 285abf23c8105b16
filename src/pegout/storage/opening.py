"""Open the database of a library."""

from __future__ import annotations

from contextlib import suppress

from pegout.extras import install_command
from pegout.storage import schema
from pegout.storage.database import Database
from pegout.storage.locations import Location, SqliteLocation
from pegout.storage.sqlite import SqliteDatabase
from pegout.table.store import StoreError


def open_database(location: Location, *, make_folder: bool = False) -> Database:
    """Open a database, at the newest version of the tables.

    Raises:
        StoreError: if it cannot be opened, or is no library of this version.
    """
    database = _connected(location, make_folder=make_folder)
    try:
        schema.prepare(database)
    except BaseException:
        with suppress(StoreError):
            database.close()
        raise
    return database


def _connected(location: Location, *, make_folder: bool) -> Database:
    if isinstance(location, SqliteLocation):
        return SqliteDatabase(location, make_folder=make_folder)
    try:
        from pegout.storage.postgresql import PostgresqlDatabase
    except ImportError as error:
        raise StoreError(
            "bad_place",
            "a library in PostgreSQL needs its driver; install it in the folder of the source "
            f"with: {install_command('postgresql')}",
        ) from error
    return PostgresqlDatabase(location)
