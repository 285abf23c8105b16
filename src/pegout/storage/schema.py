"""The tables of the database, and their migration."""

from __future__ import annotations

import threading
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import (
    JSON,
    Column,
    Connection,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    inspect,
    text,
)

from pegout.table.store import StoreError

#: Every revision of the tables, in order. They are listed here as well as in the migrations, so
#: that a library at the newest revision opens without importing Alembic, which is slow.
REVISIONS: Final = ("0001", "0002", "0003", "0004")
HEAD: Final = REVISIONS[-1]
# The key of PostgreSQL's advisory lock for migrations: a number that no other program uses.
_TURN: Final = int.from_bytes(b"pegout")
# Alembic supports only one migration at a time in a process.
_ALEMBIC: Final = threading.Lock()


class Moment(TypeDecorator[datetime]):
    """A time in UTC; SQLite does not store the zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert a time to UTC for the database."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert a time of the database to UTC; PostgreSQL returns its own zone."""
        if value is None:
            return None
        return value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)


metadata: Final = MetaData()

#: One row for each match: its entry in a list of matches. All of it follows from the log.
matches: Final = Table(
    "matches",
    metadata,
    Column("id", String(128), primary_key=True),
    Column("created", Moment, nullable=False),
    Column("updated", Moment, nullable=False),
    Column("status", String(16), nullable=False),
    Column("names", JSON, nullable=False),
    Column("kinds", JSON, nullable=False),
    Column("preset", String(32), nullable=False),
    Column("games", Integer, nullable=False),
    Column("play_to", Integer, nullable=False),
    Column("game", Integer, nullable=False),
    Column("scores", JSON, nullable=False),
    Column("points", JSON, nullable=False),
    Column("winners", JSON, nullable=False),
    Column("number", Integer, nullable=False),
    Column("resigned", Integer, nullable=True),
    Index("matches_by_update", "updated"),
)

#: The log. Its key is the lock: of two programs that continue from the same entry, one fails.
entries: Final = Table(
    "entries",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    # JSON, but decoded by this program: so an error names the damaged row.
    Column("event", Text, nullable=False),
)

#: One row for each table of a server. A change names the version that it was made from.
tables: Final = Table(
    "tables",
    metadata,
    Column("code", String(64), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("match_id", String(128), nullable=False),
    Column("created", Moment, nullable=False),
    Column("updated", Moment, nullable=False),
    Index("tables_by_update", "updated"),
)

#: One row for each game that was reviewed. All of it can be computed again from the game.
reviews: Final = Table(
    "reviews",
    metadata,
    Column("digest", String(64), primary_key=True),
    # The version of the numbers; other versions are ignored.
    Column("version", String(64), nullable=False),
    Column("numbers", LargeBinary, nullable=False),
    Column("used", Moment, nullable=False),
    Index("reviews_by_use", "used"),
)


def revision(connection: Connection, place: str) -> str | None:
    """Return the revision of a database's tables, or ``None`` if it is empty.

    Raises:
        StoreError: ``newer`` for a revision that this version does not know, ``not_a_library``
            for a database that holds something else.
    """
    inspector = inspect(connection)
    if not inspector.has_table("alembic_version"):
        if inspector.get_table_names():
            raise StoreError(
                "not_a_library", f"{place} is no library of Pegout's; name another one"
            )
        return None
    current = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if current not in REVISIONS:
        raise newer(place)
    return str(current)


def newer(place: str) -> StoreError:
    """Return the error for tables that this version does not know."""
    return StoreError(
        "newer",
        "this game library was written by a newer Pegout; "
        f"install that version to open {place}, or name another file",
    )


def queue(connection: Connection) -> None:
    """Wait until no other program migrates; the lock is released with the transaction."""
    if connection.dialect.name == "postgresql":
        # A migration of another program may take a while.
        connection.exec_driver_sql("SET LOCAL lock_timeout = '60s'")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_TURN})")


def migrate(connection: Connection) -> None:
    """Create or upgrade the tables to the newest revision, within the current transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "pegout.storage:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    with _ALEMBIC:
        command.upgrade(config, HEAD)
