"""The library: matches, tables, reviews and tournaments in one database."""

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

from pegout.extras import install_command
from pegout.storage import library_file, schema, serving
from pegout.storage.database import Database
from pegout.storage.locations import Location, SqliteLocation, locate
from pegout.storage.match_rows import MatchRows
from pegout.storage.review_rows import ReviewRows
from pegout.storage.sqlite import SqliteDatabase
from pegout.storage.statistics import LibraryStatistics, statistics
from pegout.storage.table_rows import TableRows
from pegout.storage.tournament_rows import TournamentRows
from pegout.table.peers import NoPeers, Peers
from pegout.table.store import StoreError


def _now() -> datetime:
    return datetime.now(UTC)


class Library(MatchRows, TableRows):
    """Matches that are stored as they are played; :meth:`open` returns one.

    A library may be used from any thread. A match that it returns has one owner, like every match:
    if a second program loads the match and acts first, the first program gets ``conflict``.
    """

    @classmethod
    def open(
        cls,
        where: str | os.PathLike[str] | None = None,
        *,
        now: Callable[[], datetime] = _now,
    ) -> Self:
        """Open a library; create it or upgrade its tables if necessary.

        A library is named by a file in an existing folder, such a folder, or the URL of a database;
        without any, it is the folder or URL in ``PEGOUT_DATA``, or else the player's own library,
        which is created if missing.

        Raises:
            StoreError: if the location is not a library, or cannot be written.
        """
        return cls(open_database(locate(where), make_folder=where is None), now)

    def close(self) -> None:
        """Close the library; it refuses what its matches try to store afterwards."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def location(self) -> str:
        """The location of the library, for people."""
        return self._database.location

    def check(self, patience: float) -> None:
        """Check that the database can be written and that its tables are those of this version.

        The patience is in seconds; to make a connection takes up to two.

        >>> with Library.open("sqlite://") as library:
        ...     library.check(1.0)

        Raises:
            StoreError: if it does not respond in time, or cannot be written; ``newer`` where a
                newer version of the program has migrated the tables.
        """
        schema.check(self._database, patience)

    @property
    def trouble(self) -> str:
        """The code of the last error of the database or its disk; empty once it can be written.

        >>> with Library.open("sqlite://") as library:
        ...     library.trouble
        ''
        """
        return self._database.trouble

    def time_transactions(self, timed: Callable[[str], AbstractContextManager[object]]) -> None:
        """Run each transaction within a block, made for a ``read`` or for a ``write``.

        >>> from contextlib import nullcontext
        >>> with Library.open("sqlite://") as library:
        ...     library.time_transactions(nullcontext)
        """
        self._database.timed = timed

    def serving(self, address: str) -> AbstractContextManager[None]:
        """Hold the lock for the one server of this library, if it is a file.

        Other programs may use a file beside its server. PostgreSQL allows several servers.

        >>> with Library.open("sqlite://") as library, library.serving("http://127.0.0.1:8131/"):
        ...     library.served_at()
        ''

        Raises:
            StoreError: ``served`` if the library already has a server.
        """
        path = self._database.path
        return nullcontext() if path is None else serving.alone(path, address)

    def served_at(self) -> str:
        """Return the address of this library's server, or an empty text if none is known."""
        path = self._database.path
        return "" if path is None else serving.served_at(path)

    def peers(self) -> Peers:
        """Return what connects one server to the other servers of this library.

        >>> with Library.open("sqlite://") as library:
        ...     type(library.peers()).__name__
        'NoPeers'
        """
        if not self._database.shared:
            return NoPeers(self.marks)
        from pegout.storage.postgresql import PostgresqlDatabase
        from pegout.storage.postgresql_peers import PostgresqlPeers

        assert isinstance(self._database, PostgresqlDatabase)
        return PostgresqlPeers(self._database)

    def now(self) -> datetime:
        """Return the time of the library's clock."""
        return self._now()

    @property
    def reviews(self) -> ReviewRows:
        """The game reviews that are stored beside the matches.

        >>> with Library.open("sqlite://") as library:
        ...     library.reviews.keep("a" * 64, "b" * 64, b"[]", maximum=100)
        ...     library.reviews.find("a" * 64, "b" * 64), library.reviews.find("a" * 64, "c" * 64)
        (b'[]', None)
        """
        return ReviewRows(self._database, self._now)

    def statistics(self, days: int) -> LibraryStatistics:
        """Return what the library holds, with the games that ended on each of the last days.

        >>> with Library.open("sqlite://") as library:
        ...     library.statistics(7).tables
        0
        """
        return statistics(self._database, self._now(), days)

    def damage(self) -> list[str]:
        """Return what the database itself finds damaged, a line each.

        >>> with Library.open("sqlite://") as library:
        ...     library.damage()
        []
        """
        return self._database.damage()

    @property
    def tournaments(self) -> TournamentRows:
        """The tournaments.

        >>> with Library.open("sqlite://") as library:
        ...     (
        ...         library.tournaments.add("club", "{}").version,
        ...         library.tournaments.find("club").state,
        ...     )
        (1, '{}')
        """
        return TournamentRows(self._database, self._now)

    def export(self) -> bytes:
        """Return the library as the content of a file, which :meth:`open` opens.

        >>> with Library.open("sqlite://") as library:
        ...     library.export()[:15]
        b'SQLite format 3'

        Raises:
            StoreError: ``bad_place`` for a library in PostgreSQL.
        """
        return library_file.export_file(self._database)

    def count_new(self, content: bytes) -> int:
        """Return how many matches :meth:`add` would add.

        >>> with Library.open("sqlite://") as library:
        ...     library.count_new(library.export())
        0

        Raises:
            StoreError: as :meth:`add`.
        """
        return library_file.count_new(self._database, content)

    def add(self, content: bytes) -> int:
        """Add what the file of a library has more, all of it or nothing; return how many matches.

        Of a match that is in both, the longer log stays.

        >>> with Library.open("sqlite://") as library:
        ...     library.add(library.export())
        0

        Raises:
            StoreError: ``newer``, ``older``, ``not_a_library`` or ``damaged`` for the file;
                ``bad_place`` for a library in PostgreSQL; if the library cannot be written.
        """
        return library_file.add_file(self._database, content)

    def shrink(self, pages: int = 64) -> bool:
        """Return some pages of removed rows to the system; return whether there are more.

        At most ``pages`` are returned at once, so that no other user waits long. PostgreSQL manages
        its own space.
        """
        return self._database.shrink(pages)


def open_database(location: Location, *, make_folder: bool = False) -> Database:
    """Open a database, at the newest version of the tables.

    Raises:
        StoreError: if it cannot be opened, or is no library of this version.
    """
    database = connected(location, make_folder=make_folder)
    try:
        schema.prepare(database)
    except BaseException:
        with suppress(StoreError):
            database.close()
        raise
    return database


def connected(location: Location, *, make_folder: bool = False) -> Database:
    """Open a database as it is, whatever its tables.

    Raises:
        StoreError: if it cannot be opened.
    """
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
