"""The tables of the database, and the steps that make and change them.

A library records two numbers: ``version`` is the last step that a program has to know to open it,
and ``taken`` the last step of all, which :data:`ADDITIVE` may have made later.
"""

from contextlib import suppress
from typing import Final, NamedTuple

from pegout.storage.database import Database, SqlConnection
from pegout.storage.errors import failure
from pegout.table.store import StoreError

#: The statements of each step, in order. A step that was released never changes. ``{moment}`` is
#: the type of a time, ``{bytes}`` that of bytes.
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
    (
        # What servers share at the moment: which of them are alive, whose computer players each
        # moves, and who is connected where. PostgreSQL does not log it: after a crash it is empty,
        # and the servers enter themselves again. A library with a single server leaves it empty.
        """
        CREATE {unlogged} TABLE servers (
            id TEXT PRIMARY KEY,
            started {moment} NOT NULL,
            expires {moment} NOT NULL -- by the clock of the database
        )
        """,
        """
        CREATE {unlogged} TABLE leases (
            code TEXT PRIMARY KEY,
            server TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
            generation INTEGER NOT NULL
        )
        """,
        "CREATE INDEX leases_by_server ON leases (server)",
        """
        CREATE {unlogged} TABLE visits (
            code TEXT NOT NULL,
            server TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
            visit TEXT NOT NULL, -- JSON
            PRIMARY KEY (code, server)
        )
        """,
        "CREATE INDEX visits_by_server ON visits (server)",
        "ALTER TABLE schema_version ADD COLUMN taken INTEGER NOT NULL DEFAULT 0",
    ),
    (
        # One row for each tournament. A change names the version that it was made from.
        """
        CREATE TABLE tournaments (
            code TEXT PRIMARY KEY,
            version INTEGER NOT NULL,
            state TEXT NOT NULL,
            created {moment} NOT NULL,
            updated {moment} NOT NULL
        )
        """,
        "CREATE INDEX tournaments_by_update ON tournaments (updated)",
    ),
    (
        # The tables whose makers want everybody to find them.
        """
        CREATE TABLE listed_tables (
            code TEXT PRIMARY KEY REFERENCES tables (code) ON DELETE CASCADE
        )
        """,
    ),
)
#: The number of steps that this program knows.
VERSION: Final = len(STEPS)
#: The steps that only add what a program without them does not miss. It may open and serve such a
#: library beside newer programs. Any other step has older programs refuse the library.
ADDITIVE: Final = frozenset({3, 4, 5})
#: The step from which on a library records all steps that it has taken.
_RECORDED: Final = 3


class Steps(NamedTuple):
    """The steps of a library: the last that a program has to know, and the last of all."""

    version: int
    taken: int


def prepare(database: Database) -> None:
    """Create or upgrade the tables of a database, if necessary.

    Raises:
        StoreError: ``newer`` for tables that this version does not know, ``older`` for those of
            a version before 0.3.0, ``not_a_library`` for a database that holds something else.
    """
    take_steps(database)


def take_steps(database: Database) -> tuple[int, int]:
    """Take the steps that are left, if any; return the last step taken before and after.

    Raises:
        StoreError: as :func:`prepare`.
    """
    with database.reading() as connection:
        steps = read_steps(connection, database.location)
    if steps.taken < VERSION:
        with database.migrating() as connection:
            # Another program may have migrated in the meantime.
            steps = read_steps(connection, database.location)
            migrate(connection, steps.taken)
    return steps.taken, max(steps.taken, VERSION)


def check(database: Database, patience: float) -> None:
    """Check that a database can be written, and that this program knows its tables.

    Raises:
        StoreError: if it does not respond in time, or cannot be written; ``newer`` where a
            newer version of the program has migrated the tables by more than additive steps.
    """
    steps = database.probe(write_version, patience)
    if steps is None or not steps.version <= VERSION <= steps.taken:
        raise newer(database.location)


def check_library(connection: SqlConnection, location: str) -> Steps:
    """Check that a database holds a library that this version can open; return its steps.

    Raises:
        StoreError: ``newer``, ``older`` or ``not_a_library``.
    """
    steps = read_steps(connection, location)
    if not steps.taken:
        raise not_a_library(location)
    return steps


def write_version(connection: SqlConnection) -> Steps | None:
    """Write the version of the tables without changing it, and return the steps."""
    connection.execute("UPDATE schema_version SET version = version")
    return _steps(connection)


def read_steps(connection: SqlConnection, location: str) -> Steps:
    """Return the steps that a database has taken; none if it is empty.

    Raises:
        StoreError: ``newer``, ``older`` or ``not_a_library``.
    """
    tables = connection.table_names()
    if "schema_version" in tables:
        steps = _steps(connection) or Steps(0, 0)
        if steps.version > VERSION:
            raise newer(location)
        return steps
    # What stood there instead before 0.3.0.
    if "alembic_version" in tables:
        raise StoreError(
            "older",
            "this game library was written by Pegout 0.2 or earlier; export its records with that "
            f"version, and move {location} away or name another file",
        )
    if tables:
        raise not_a_library(location)
    return Steps(0, 0)


def _steps(connection: SqlConnection) -> Steps | None:
    # Before the step that records them, the version is all there is.
    found = connection.row("SELECT * FROM schema_version")
    return None if found is None else Steps(int(found[0]), max(map(int, found)))


def newer(location: str) -> StoreError:
    """Return the error for tables that this version does not know."""
    return StoreError(
        "newer",
        "this game library was written by a newer Pegout; "
        f"install that version to open {location}, or name another file",
    )


def not_a_library(location: str) -> StoreError:
    """Return the error for a database that holds something else, or nothing."""
    return failure("not_a_library", location)


def rehearse(database: Database) -> tuple[int, int]:
    """Take the steps to the newest version of the tables, and take them back.

    Return the last step that the tables have taken, and the one that they would have taken.

    Raises:
        StoreError: as :func:`prepare`, and if a step fails.
    """
    with suppress(_Rehearsed), database.migrating() as connection:
        taken = read_steps(connection, database.location).taken
        migrate(connection, taken)
        # Whatever ends a transaction by an exception has not happened.
        raise _Rehearsed
    return taken, max(taken, VERSION)


class _Rehearsed(Exception):
    """Takes a migration back."""


def migrate(connection: SqlConnection, taken: int) -> None:
    """Take the steps after those that were taken, if any, within the current transaction."""
    if taken >= VERSION:
        return
    if not taken:
        connection.execute("CREATE TABLE schema_version (version INTEGER NOT NULL)")
        connection.execute("INSERT INTO schema_version VALUES (0)")
    for step in STEPS[taken:]:
        for statement in step:
            connection.execute(statement.format(**connection.types))
    needed = max(number for number in range(1, VERSION + 1) if number not in ADDITIVE)
    connection.execute("UPDATE schema_version SET version = ?", needed)
    if VERSION >= _RECORDED:
        connection.execute("UPDATE schema_version SET taken = ?", VERSION)
