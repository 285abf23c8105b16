"""The tables of the database, and the steps that make and change them."""

from typing import Final

from pegout.storage.database import Database, SqlConnection
from pegout.table.store import StoreError

#: The statements of each step, in order. A step that was released never changes; a library is at
#: the version of its last step. ``{moment}`` is the type of a time, ``{bytes}`` that of bytes.
STEPS: Final = (
    (
        # One row for each match: its entry in a list of matches. All of it follows from the log.
        """
        CREATE TABLE matches (
            id TEXT PRIMARY KEY,
            created {moment} NOT NULL,
            updated {moment} NOT NULL,
            status TEXT NOT NULL,
            names TEXT NOT NULL, -- JSON, like all lists
            kinds TEXT NOT NULL,
            preset TEXT NOT NULL,
            games INTEGER NOT NULL,
            play_to INTEGER NOT NULL,
            game INTEGER NOT NULL,
            scores TEXT NOT NULL,
            points TEXT NOT NULL,
            winners TEXT NOT NULL,
            number INTEGER NOT NULL,
            resigned INTEGER
        )
        """,
        "CREATE INDEX matches_by_update ON matches (updated)",
        # The log. Its key is the lock: of two programs that continue from the same entry, one
        # fails. An event is JSON.
        """
        CREATE TABLE entries (
            match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            event TEXT NOT NULL,
            PRIMARY KEY (match_id, number)
        )
        """,
        # One row for each table of a server. A change names the version that it was made from.
        """
        CREATE TABLE tables (
            code TEXT PRIMARY KEY,
            version INTEGER NOT NULL,
            state TEXT NOT NULL,
            match_id TEXT NOT NULL,
            created {moment} NOT NULL,
            updated {moment} NOT NULL
        )
        """,
        "CREATE INDEX tables_by_update ON tables (updated)",
        # One row for each game that was reviewed. All of it can be computed again from the game;
        # numbers of other versions are ignored.
        """
        CREATE TABLE reviews (
            digest TEXT PRIMARY KEY,
            version TEXT NOT NULL,
            numbers {bytes} NOT NULL,
            used {moment} NOT NULL
        )
        """,
        "CREATE INDEX reviews_by_use ON reviews (used)",
    ),
    (
        # One row for each finished game. The sums follow from the log; the errors of each seat
        # from its review, and are null without one. Both are JSON.
        """
        CREATE TABLE games (
            match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            ended {moment} NOT NULL,
            sums TEXT NOT NULL,
            errors TEXT,
            PRIMARY KEY (match_id, number)
        )
        """,
    ),
)
#: The version of the tables after the last step.
VERSION: Final = len(STEPS)


def prepare(database: Database) -> None:
    """Create or upgrade the tables of a database, if necessary.

    Raises:
        StoreError: ``newer`` for tables that this version does not know, ``older`` for those of
            a version before 0.3.0, ``not_a_library`` for a database that holds something else.
    """
    with database.reading() as connection:
        version = read_version(connection, database.location)
    if version == VERSION:
        return
    with database.migrating() as connection:
        # Another program may have migrated in the meantime.
        migrate(connection, read_version(connection, database.location))


def check(database: Database, patience: float) -> None:
    """Check that a database can be written, and is at the newest version of the tables.

    Raises:
        StoreError: if it does not respond in time, or cannot be written; ``newer`` where a
            newer version of the program has migrated the tables.
    """
    if database.probe(write_version, patience) != VERSION:
        raise newer(database.location)


def write_version(connection: SqlConnection) -> int | None:
    """Write the version of the tables without changing it, and return it."""
    connection.execute("UPDATE schema_version SET version = version")
    return _version(connection)


def read_version(connection: SqlConnection, location: str) -> int:
    """Return the version of a database's tables; 0 if it is empty.

    Raises:
        StoreError: ``newer``, ``older`` or ``not_a_library``.
    """
    tables = connection.table_names()
    if "schema_version" in tables:
        version = _version(connection) or 0
        if version > VERSION:
            raise newer(location)
        return version
    # What stood there instead before 0.3.0.
    if "alembic_version" in tables:
        raise StoreError(
            "older",
            "this game library was written by Pegout 0.2 or earlier; export its records with that "
            f"version, and move {location} away or name another file",
        )
    if tables:
        raise StoreError(
            "not_a_library", f"{location} is no library of Pegout's; name another file"
        )
    return 0


def _version(connection: SqlConnection) -> int | None:
    found = connection.row("SELECT version FROM schema_version")
    return None if found is None else int(found[0])


def newer(location: str) -> StoreError:
    """Return the error for tables that this version does not know."""
    return StoreError(
        "newer",
        "this game library was written by a newer Pegout; "
        f"install that version to open {location}, or name another file",
    )


def migrate(connection: SqlConnection, version: int) -> None:
    """Take the steps after a version, within the current transaction."""
    if not version:
        connection.execute("CREATE TABLE schema_version (version INTEGER NOT NULL)")
        connection.execute("INSERT INTO schema_version VALUES (0)")
    for step in STEPS[version:]:
        for statement in step:
            connection.execute(statement.format(**connection.types))
    connection.execute("UPDATE schema_version SET version = ?", VERSION)
