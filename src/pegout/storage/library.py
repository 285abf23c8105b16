"""The library: matches by their ids.

It is one long class, because it is the only interface of the storage, with an example of each
method.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

from pegout.fairness import Secrets
from pegout.match import Entry, Match, Practice, Setup
from pegout.match.recording import record_of
from pegout.notation import Record
from pegout.rules import RULES_VERSION
from pegout.storage import match_rows, schema, serving, table_rows
from pegout.storage.database import Database
from pegout.storage.locations import locate
from pegout.storage.match_rows import Keeper, began, damaged
from pegout.storage.opening import open_database
from pegout.storage.review_rows import ReviewRows
from pegout.table.progress import MatchProgress, Status, follow
from pegout.table.store import StoreError, Summary, TableRow


def _now() -> datetime:
    return datetime.now(UTC)


class Library:
    """Matches that are stored as they are played; :meth:`open` returns one.

    A library may be used from any thread. A match that it returns has one owner, like every match:
    if a second program loads the match and acts first, the first program gets ``conflict``.
    """

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    @classmethod
    def open(
        cls,
        where: str | os.PathLike[str] | None = None,
        *,
        now: Callable[[], datetime] = _now,
    ) -> Self:
        """Open a library; create it or upgrade its tables if necessary.

        Args:
            where: a file in an existing folder, such a folder, or the URL of a database; ``None``
                for the folder or URL in ``PEGOUT_DATA``, or else the player's own library, which is
                created if missing.
            now: the clock, for the times in summaries.

        Raises:
            StoreError: if the place is not a library, or cannot be written.
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
    def place(self) -> str:
        """The location of the library, for people."""
        return self._database.place

    def check(self, patience: float) -> None:
        """Check that the database can be written and that its tables are those of this version.

        >>> with Library.open("sqlite://") as library:
        ...     library.check(1.0)

        Args:
            patience: the time limit, in seconds; to make a connection takes up to two.

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

    def serving(self, address: str) -> AbstractContextManager[None]:
        """Hold the lock for the one server of this library, if it is a file.

        Other programs may use a file beside its server. PostgreSQL allows several servers.

        >>> with Library.open("sqlite://") as library, library.serving("http://127.0.0.1:8131/"):
        ...     library.served_at()
        ''

        Args:
            address: the address of the server, for a second server's error message.

        Raises:
            StoreError: ``served`` if the library already has a server.
        """
        path = self._database.path
        return nullcontext() if path is None else serving.alone(path, address)

    def served_at(self) -> str:
        """Return the address of this library's server, or an empty text if none is known."""
        path = self._database.path
        return "" if path is None else serving.served_at(path)

    def create(
        self, setup: Setup, secrets: Secrets | None = None, *, practice: Practice | None = None
    ) -> Match:
        """Begin a match, and store it and everything that happens in it.

        Args:
            setup: the match; its id must be new, see :func:`~pegout.table.store.new_id`.
            secrets: the source of the secrets of the packs; unpredictable unless given.
            practice: a decision of another match, to continue from it.

        Raises:
            StoreError: ``exists`` if the library has a match of this id.
        """
        keeper = Keeper(self._database, self._now, setup, [])
        return Match(setup, secrets=secrets, keep=keeper.keep, practice=practice)

    def load(self, match_id: str, secrets: Secrets | None = None) -> Match:
        """Return a match at exactly the position of its last entry.

        Raises:
            StoreError: ``unknown_match``; ``damaged`` for a log that is unreadable or
                inconsistent, with the number of the entry; ``newer`` for one of later rules.
        """
        log = self.entries(match_id)
        first = began(match_id, log)
        if first.rules_version > RULES_VERSION:
            raise StoreError(
                "newer",
                f"match {match_id} was begun by a newer Pegout; install that version to go on",
            )
        try:
            keeper = Keeper(self._database, self._now, first.setup, log)
            return Match.resume(log, secrets=secrets, keep=keeper.keep)
        except Exception as error:
            # An inconsistent log, which someone has edited, may fail in any way.
            raise damaged(match_id, _first_fault(first.setup, log), repr(error)) from error

    def matches(
        self,
        status: Status | None = None,
        limit: int | None = None,
        *,
        after: int = 0,
    ) -> list[Summary]:
        """Return the matches, the last changed first.

        Args:
            status: return only matches of this status.
            limit: the maximum number of matches to return.
            after: the number of matches to skip.
        """
        return match_rows.list_matches(self._database, status, limit, after)

    def summary(self, match_id: str) -> Summary:
        """Return a match's entry in a list of matches.

        Raises:
            StoreError: ``unknown_match``.
        """
        return match_rows.find_summary(self._database, match_id)

    def record(self, match_id: str, seat: int | None = None, *, checked: bool = True) -> Record:
        """Return the record of a match as a seat may see it, without resuming the match.

        Args:
            match_id: the id of the match.
            seat: the seat; ``None`` for a spectator.
            checked: whether to verify the games by replaying them; an unchecked record serves for
                statistics, and cannot be written.

        >>> from pegout.match import Seated, Setup
        >>> from pegout.rules import Rules
        >>> with Library.open("sqlite://") as library:
        ...     match = library.create(Setup("k7qx", Rules(), (Seated("Ann"), Seated("Ben"))))
        ...     library.record("k7qx", 0) == match.record(0)
        True

        Raises:
            StoreError: ``unknown_match``; ``damaged`` for an unreadable log.
        """
        log = self.entries(match_id)
        first = began(match_id, log)
        try:
            return record_of(first.setup, log, seat, checked=checked)
        except Exception as error:
            # As in load: an inconsistent log may fail in any way.
            raise damaged(match_id, _first_fault(first.setup, log), repr(error)) from error

    def entries(self, match_id: str, since: int = 0) -> list[Entry]:
        """Return the log of a match after an entry, with all secrets.

        Raises:
            StoreError: ``unknown_match``; ``damaged``, with the number of the entry.
        """
        return match_rows.read_log(self._database, match_id, since)

    def answered(self, match_id: str, seat: int, request: str) -> int | None:
        """Return the number of the entry of a granted request, or ``None`` for any other.

        The query reads that entry alone, so it is fast for a match of any length.

        >>> from pegout.match import Seated, Setup
        >>> from pegout.rules import Rules
        >>> with Library.open("sqlite://") as library:
        ...     match = library.create(Setup("k7qx", Rules(), (Seated("Ann"), Seated("Ben"))))
        ...     entries = match.note(0, "r-1")
        ...     library.answered("k7qx", 0, "r-1") == match.number, library.answered("k7qx", 1, "")
        (True, None)
        """
        return match_rows.find_answer(self._database, match_id, seat, request)

    def rename(self, match_id: str, seat: int, name: str) -> None:
        """Change the name at a seat of a match, in its log and in lists of matches.

        >>> from pegout.match import Seated, Setup
        >>> from pegout.rules import Rules
        >>> with Library.open("sqlite://") as library:
        ...     match = library.create(Setup("k7qx", Rules(), (Seated("Ann"), Seated("Ben"))))
        ...     library.rename("k7qx", 0, "Zoe")
        ...     library.load("k7qx").setup.seats[0].name, library.summary("k7qx").names
        ('Zoe', ('Zoe', 'Ben'))

        Raises:
            StoreError: ``unknown_match``; ``damaged`` for a log without a beginning.
            MatchError: ``bad_name`` for an invalid name, or one that another seat has.
        """
        match_rows.rename(self._database, match_id, seat, name)

    def practised(self, match_ids: Collection[str]) -> frozenset[str]:
        """Return those of some matches that are practice: continued from another match's decision.

        >>> from pegout.match import Seated, Setup
        >>> from pegout.rules import Rules
        >>> with Library.open("sqlite://") as library:
        ...     match = library.create(Setup("k7qx", Rules(), (Seated("Ann"), Seated("Ben"))))
        ...     library.practised(["k7qx", "none"])
        frozenset()
        """
        return match_rows.practised(self._database, match_ids)

    def now(self) -> datetime:
        """Return the time of the library's clock."""
        return self._now()

    def delete(self, match_id: str) -> None:
        """Remove a match and its log permanently.

        Raises:
            StoreError: ``unknown_match``.
        """
        match_rows.delete(self._database, match_id)

    def add_table(self, code: str, state: str, match_id: str = "") -> TableRow:
        """Store a new table of a server.

        Args:
            code: the code of the table, 1 to 64 characters.
            state: the server's state of the table, in the server's own format.
            match_id: the id of the match at the table, if there is one.

        >>> with Library.open("sqlite://") as library:
        ...     row = library.add_table("PINE", '{"seats": 2}')
        ...     library.table("PINE") == row, row.version, row.match_id
        (True, 1, '')

        Raises:
            StoreError: ``exists`` if there is a table of this code; ``bad_text`` for a text that
                no database can store.
        """
        now = self._now()
        return table_rows.add(self._database, TableRow(code, 1, state, match_id, now, now))

    def table(self, code: str) -> TableRow:
        """Return the table with a code.

        >>> with Library.open("sqlite://") as library:
        ...     library.table("PINE")
        Traceback (most recent call last):
        ...
        pegout.table.store.StoreError: there is no table 'PINE'

        Raises:
            StoreError: ``unknown_table``.
        """
        return table_rows.find(self._database, code)

    def table_with(self, match_id: str) -> TableRow | None:
        """Return the table at which a match is the current one, or ``None`` if there is none."""
        return table_rows.with_match(self._database, match_id)

    def change_table(self, code: str, version: int, state: str, match_id: str) -> TableRow:
        """Change a table that is still at this version.

        >>> with Library.open("sqlite://") as library:
        ...     row = library.add_table("PINE", "empty")
        ...     library.change_table("PINE", row.version, "full", "k7qx").version
        2

        Raises:
            StoreError: ``conflict`` if the table is at another version, ``unknown_table``;
                ``bad_text`` for a text that no database can store.
        """
        return table_rows.change(self._database, code, version, state, match_id, now=self._now())

    def delete_table(self, code: str, version: int | None = None) -> None:
        """Remove a table; its matches remain.

        Args:
            code: the code of the table.
            version: if given, remove the table only if it is still at this version.

        >>> with Library.open("sqlite://") as library:
        ...     row = library.add_table("PINE", "empty")
        ...     library.delete_table("PINE", row.version)

        Raises:
            StoreError: ``unknown_table``, ``conflict``.
        """
        table_rows.remove(self._database, code, version)

    def tables(self, before: datetime, limit: int | None = None) -> list[TableRow]:
        """Return the tables last changed before a moment, the longest unchanged first.

        Args:
            before: a moment, with its zone.
            limit: the maximum number of tables to return.

        >>> from datetime import timedelta
        >>> with Library.open("sqlite://") as library:
        ...     row = library.add_table("PINE", "empty")
        ...     old = library.tables(row.updated - timedelta(days=30))
        ...     [row.code for row in library.tables(row.updated + timedelta(days=30))], old
        (['PINE'], [])
        """
        return table_rows.untouched(self._database, before, limit)

    def expired_tables(
        self,
        finished: datetime | None,
        abandoned: datetime | None,
        *,
        after: TableRow | None = None,
        limit: int = 20,
    ) -> list[TableRow]:
        """Return the tables without any activity since a moment, the oldest first.

        Args:
            finished: the moment for tables whose match is over; ``None`` to return none of these.
            abandoned: the moment for other tables; ``None`` to return none of these.
            after: the last table of the previous call, to continue after it.
            limit: the maximum number of tables to return.

        >>> from datetime import timedelta
        >>> with Library.open("sqlite://") as library:
        ...     row = library.add_table("PINE", "empty")
        ...     later = row.updated + timedelta(days=30)
        ...     [one.code for one in library.expired_tables(later, None)]
        ...     [one.code for one in library.expired_tables(None, later)]
        []
        ['PINE']
        """
        return table_rows.expired(self._database, finished, abandoned, after, limit)

    def last_activity(self) -> datetime | None:
        """Return when a table or a match was last changed; ``None`` if there is none.

        >>> with Library.open("sqlite://") as library:
        ...     print(library.last_activity())
        None
        """
        return table_rows.newest(self._database)

    def clear_tables(self, rows: Sequence[TableRow], before: datetime) -> list[TableRow]:
        """Remove tables together with their matches, in one transaction.

        Args:
            rows: the tables as they were read; a table that has changed since remains.
            before: a moment, with its zone; a table with a move since then remains.

        Returns:
            The removed tables.

        >>> from datetime import timedelta
        >>> with Library.open("sqlite://") as library:
        ...     row = library.add_table("PINE", "empty")
        ...     gone = library.clear_tables([row], row.updated + timedelta(days=30))
        ...     gone == [row], library.clear_tables([row], row.updated)
        (True, [])
        """
        return table_rows.clear(self._database, rows, before)

    @property
    def reviews(self) -> ReviewRows:
        """The game reviews that are stored beside the matches.

        >>> with Library.open("sqlite://") as library:
        ...     library.reviews.keep("a" * 64, "b" * 64, b"[]", maximum=100)
        ...     library.reviews.find("a" * 64, "b" * 64), library.reviews.find("a" * 64, "c" * 64)
        (b'[]', None)
        """
        return ReviewRows(self._database, self._now)

    def shrink(self, pages: int = 64) -> bool:
        """Return some of the space of removed rows to the system.

        Args:
            pages: the maximum number of pages to return at once, so that no other user waits long.

        Returns:
            Whether there are more pages to return. PostgreSQL manages its own space.
        """
        return self._database.shrink(pages)


def _first_fault(setup: Setup, log: Sequence[Entry]) -> int:
    """Return the number of the first inconsistent entry of a log."""
    sound, faulty = 0, len(log)
    while faulty - sound > 1:
        middle = (sound + faulty) // 2
        try:
            follow([MatchProgress.before(setup.rules)], log[:middle])
            Match.resume(log[:middle])
        except Exception:
            faulty = middle
        else:
            sound = middle
    return faulty
