"""The library: matches by their ids.

It is one long class, for whatever is stored is asked of it, each thing with an example.
"""

from __future__ import annotations

import os
import secrets as system
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Final, Self

from sqlalchemy import bindparam, delete, select, update

from pegout.fairness import Secrets
from pegout.match import Asked, Entry, Match, MatchBegan, Practice, Setup
from pegout.match.recording import record_of
from pegout.notation import Record
from pegout.rules import RULES_VERSION
from pegout.storage import schema, serving, shrinking, table_rows
from pegout.storage.database import Database
from pegout.storage.errors import StorageError
from pegout.storage.keeper import Keeper, last_number, unknown_match
from pegout.storage.log import read_event, write_event
from pegout.storage.places import locate
from pegout.storage.progress import Progress, Status, follow
from pegout.storage.review_rows import ReviewRows
from pegout.storage.table_rows import TableRow
from pegout.storage.texts import storable

__all__ = ["Library", "Summary", "new_id"]

# Without the letters and digits that are taken for each other; 49 bits in ten of them.
_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH: Final = 10

_E: Final = schema.entries.c
#: Which entry of a log says that the match is practice, and with what it begins: behind those with
#: which the match and its game begin.
_PRACTICE_BEGAN: Final = 3
_PRACTICE: Final = '{"type":"practice_began"'
_SINCE: Final = (
    select(_E.number, _E.event)
    .where(_E.match_id == bindparam("match_id"), _E.number > bindparam("since"))
    .order_by(_E.number)
)


def new_id(secret: bytes | None = None) -> str:
    """Give an id for a new match, which nobody can guess.

    Args:
        secret: at least 16 bytes that nobody can guess; the same give the same id. New ones
            unless given.

    >>> len(new_id()), new_id(bytes(31) + b"!") == new_id(bytes(31) + b"!")
    (10, True)
    """
    number = int.from_bytes(system.token_bytes(32) if secret is None else secret)
    return "".join(_LETTERS[number // len(_LETTERS) ** at % len(_LETTERS)] for at in range(_LENGTH))


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Summary:
    """A match as a list of matches shows it.

    Attributes:
        id: its id.
        created: when it was set up.
        updated: when something last happened in it.
        status: ``playing`` or ``over``.
        names: the name at each seat.
        kinds: ``person`` or the level at each seat.
        preset: the preset of its rules.
        games: how many games are played, unless it goes to a number of points.
        play_to: the points that it goes to, or 0.
        game: the number of the current game.
        scores: for each side, its score in that game.
        points: for each side, its points for the match.
        winners: the sides that won, once the match is over; none where all agreed to stop.
        number: the number of its last entry.
        resigned: the seat that resigned the current game, if one did.
    """

    id: str
    created: datetime
    updated: datetime
    status: Status
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    preset: str
    games: int
    play_to: int
    game: int
    scores: tuple[int, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    number: int
    resigned: int | None = None


class Library:
    """Matches that are stored as they are played; :meth:`open` gives one.

    It may be used from any thread. A match that it gives has one owner, like every match: whoever
    loads it a second time and acts first leaves the other with ``conflict``.
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
        """Open a library, and make it or bring its tables up to date where that is needed.

        Args:
            where: a file in a folder that is there, such a folder, or the URL of a database;
                ``None`` for the place that ``PEGOUT_DATA`` names (a folder or a URL), and else the
                player's own, which is made where it is missing.
            now: the clock, for the times in summaries.

        Raises:
            StorageError: if that is no library, or it cannot be written.
        """
        return cls(Database(locate(where), make_folder=where is None), now)

    def close(self) -> None:
        """Let go of the library; what its matches try to store afterwards is refused."""
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
        """Where the library is, for a person."""
        return self._database.place

    def check(self, patience: float) -> None:
        """Ask the database whether it answers, and its tables are those of this version.

        >>> with Library.open("sqlite://") as library:
        ...     library.check(1.0)

        Args:
            patience: how long it may take, in seconds; to make a connection takes up to two.

        Raises:
            StorageError: if it does not answer in time; ``newer`` where another version of the
                program has brought the tables up to date.
        """
        self._database.check(patience)

    def serving(self, address: str) -> AbstractContextManager[None]:
        """Be the one server of this library meanwhile, if it is a file.

        Other programs may use it beside a server. With PostgreSQL there may be several servers.

        >>> with Library.open("sqlite://") as library, library.serving("http://127.0.0.1:8131/"):
        ...     library.served_at()
        ''

        Args:
            address: where the server is, for whoever comes second.

        Raises:
            StorageError: ``served`` if there is one already.
        """
        path = self._database.path
        return nullcontext() if path is None else serving.alone(path, address)

    def served_at(self) -> str:
        """Give the address of the server of this library, or nothing where none is known."""
        path = self._database.path
        return "" if path is None else serving.served_at(path)

    def create(
        self, setup: Setup, secrets: Secrets | None = None, *, practice: Practice | None = None
    ) -> Match:
        """Begin a match and store it, and from then on whatever happens in it.

        Args:
            setup: the match; its id must be new, see :func:`new_id`.
            secrets: where the secrets of the packs come from; unpredictable unless given.
            practice: a decision of another match, to go on from there.

        Raises:
            StorageError: ``exists`` where there is a match of this id.
        """
        keeper = Keeper(self._database, self._now, setup, [])
        return Match(setup, secrets=secrets, keep=keeper.keep, practice=practice)

    def load(self, match_id: str, secrets: Secrets | None = None) -> Match:
        """Give a match at the very position where it was left.

        Raises:
            StorageError: ``unknown_match``; ``damaged`` for a log that cannot be read or does
                not add up, which names the entry; ``newer`` for one of rules to come.
        """
        log = self.entries(match_id)
        first = log[0].event
        if not isinstance(first, MatchBegan) or first.setup.id != match_id:
            raise _damaged(match_id, 1, "it is not the beginning of this match")
        if first.rules_version > RULES_VERSION:
            raise StorageError(
                "newer",
                f"match {match_id} was begun by a newer Pegout; install that version to go on",
            )
        try:
            keeper = Keeper(self._database, self._now, first.setup, log)
            return Match.resume(log, secrets=secrets, keep=keeper.keep)
        except Exception as error:
            # A log that nobody has tampered with adds up; one that does not may fail in any way.
            raise _damaged(match_id, _first_fault(first.setup, log), repr(error)) from error

    def matches(
        self,
        status: Status | None = None,
        limit: int | None = None,
        *,
        after: int = 0,
    ) -> list[Summary]:
        """Give the matches, those first in which something happened last.

        Args:
            status: only those that are being played, or that are over.
            limit: how many at most.
            after: how many to leave out first.
        """
        table = schema.matches
        # The second key tells apart what happened within one tick of the clock.
        query = select(table).order_by(table.c.updated.desc(), table.c.created.desc(), table.c.id)
        if status is not None:
            query = query.where(table.c.status == status)
        with self._database.reading() as connection:
            rows = connection.execute(query.limit(limit).offset(after)).mappings().all()
        return [_summary(dict(row)) for row in rows]

    def summary(self, match_id: str) -> Summary:
        """Give a match as a list of matches shows it.

        Raises:
            StorageError: ``unknown_match``.
        """
        if not storable(match_id):
            raise unknown_match(match_id)
        query = select(schema.matches).where(schema.matches.c.id == match_id)
        with self._database.reading() as connection:
            row = connection.execute(query).mappings().one_or_none()
        if row is None:
            raise unknown_match(match_id)
        return _summary(dict(row))

    def record(self, match_id: str, seat: int | None = None, *, checked: bool = True) -> Record:
        """Give the record of a match as a seat may see it, without going on with the match.

        Args:
            match_id: the match.
            seat: the seat; ``None`` for a spectator.
            checked: whether the games are played again, to see that they add up; a record that was
                not checked is good for statistics, and cannot be written.

        >>> from pegout.match import Seated, Setup
        >>> from pegout.rules import Rules
        >>> with Library.open("sqlite://") as library:
        ...     match = library.create(Setup("k7qx", Rules(), (Seated("Ann"), Seated("Ben"))))
        ...     library.record("k7qx", 0) == match.record(0)
        True

        Raises:
            StorageError: ``unknown_match``; ``damaged`` for a log that cannot be read.
        """
        log = self.entries(match_id)
        first = log[0].event
        if not isinstance(first, MatchBegan) or first.setup.id != match_id:
            raise _damaged(match_id, 1, "it is not the beginning of this match")
        try:
            return record_of(first.setup, log, seat, checked=checked)
        except Exception as error:
            # As where a match is loaded: what does not add up may fail in any way.
            raise _damaged(match_id, _first_fault(first.setup, log), repr(error)) from error

    def entries(self, match_id: str, since: int = 0) -> list[Entry]:
        """Give the log of a match after an entry, with everything that is secret.

        Raises:
            StorageError: ``unknown_match``; ``damaged``, which names the entry.
        """
        if not storable(match_id):
            raise unknown_match(match_id)
        with self._database.reading() as connection:
            last = last_number(connection, match_id)
            rows = connection.execute(_SINCE, {"match_id": match_id, "since": since}).all()
        if last is None:
            raise unknown_match(match_id)
        log = []
        for expected, (number, text) in enumerate(rows, since + 1):
            if number != expected:
                raise _damaged(match_id, expected, "it is missing")
            try:
                log.append(Entry(number, read_event(text)))
            except ValueError as error:
                raise _damaged(match_id, number, str(error)) from error
        if since + len(log) < last:
            raise _damaged(match_id, since + len(log) + 1, "it is missing")
        return log

    def answered(self, match_id: str, seat: int, request: str) -> int | None:
        """Give the number of the entry that a request of a seat became, if it was granted.

        It asks for that entry alone, and so is quick for a match of any length.

        >>> from pegout.match import Seated, Setup
        >>> from pegout.rules import Rules
        >>> with Library.open("sqlite://") as library:
        ...     match = library.create(Setup("k7qx", Rules(), (Seated("Ann"), Seated("Ben"))))
        ...     entries = match.note(0, "r-1")
        ...     library.answered("k7qx", 0, "r-1") == match.number, library.answered("k7qx", 1, "")
        (True, None)
        """
        if not storable(match_id):
            return None
        event = write_event(Asked(seat, request))
        query = select(_E.number).where(_E.match_id == match_id, _E.event == event)
        with self._database.reading() as connection:
            number: int | None = connection.execute(query).scalar()
        return number

    def rename(self, match_id: str, seat: int, name: str) -> None:
        """Give a seat of a match another name, in its log and in lists of matches.

        >>> from pegout.match import Seated, Setup
        >>> from pegout.rules import Rules
        >>> with Library.open("sqlite://") as library:
        ...     match = library.create(Setup("k7qx", Rules(), (Seated("Ann"), Seated("Ben"))))
        ...     library.rename("k7qx", 0, "Zoe")
        ...     library.load("k7qx").setup.seats[0].name, library.summary("k7qx").names
        ('Zoe', ('Zoe', 'Ben'))

        Raises:
            StorageError: ``unknown_match``; ``damaged`` for a log without a beginning.
            MatchError: ``bad_name`` for a name that cannot be one, or that another seat has.
        """
        first = self.entries(match_id)[0].event
        if not isinstance(first, MatchBegan):
            raise _damaged(match_id, 1, "it is not the beginning of this match")
        seats = list(first.setup.seats)
        seats[seat] = replace(seats[seat], name=name)
        setup = replace(first.setup, seats=tuple(seats))
        event = write_event(replace(first, setup=setup))
        table = schema.matches
        with self._database.writing() as connection:
            connection.execute(
                update(schema.entries)
                .where(_E.match_id == match_id, _E.number == 1)
                .values(event=event)
            )
            connection.execute(
                update(table)
                .where(table.c.id == match_id)
                .values(names=[seated.name for seated in seats])
            )

    def practised(self, match_ids: Collection[str]) -> frozenset[str]:
        """Give those of some matches that are practice: that go on from a decision of another.

        >>> from pegout.match import Seated, Setup
        >>> from pegout.rules import Rules
        >>> with Library.open("sqlite://") as library:
        ...     match = library.create(Setup("k7qx", Rules(), (Seated("Ann"), Seated("Ben"))))
        ...     library.practised(["k7qx", "none"])
        frozenset()
        """
        wanted = [one for one in match_ids if storable(one)]
        query = select(_E.match_id).where(
            _E.match_id.in_(wanted),
            _E.number == _PRACTICE_BEGAN,
            _E.event.startswith(_PRACTICE),
        )
        with self._database.reading() as connection:
            return frozenset(connection.execute(query).scalars())

    def now(self) -> datetime:
        """Give the time by the clock of the library."""
        return self._now()

    def delete(self, match_id: str) -> None:
        """Remove a match and its log for good.

        Raises:
            StorageError: ``unknown_match``.
        """
        if not storable(match_id):
            raise unknown_match(match_id)
        with self._database.writing() as connection:
            gone = connection.execute(delete(schema.matches).where(schema.matches.c.id == match_id))
            if not gone.rowcount:
                raise unknown_match(match_id)

    def add_table(self, code: str, state: str, match_id: str = "") -> TableRow:
        """Store a new table of a server.

        Args:
            code: what the table is called, 1 to 64 characters.
            state: what the server remembers of it, in the server's own words.
            match_id: the match that is played at it, if there is one.

        >>> with Library.open("sqlite://") as library:
        ...     row = library.add_table("PINE", '{"seats": 2}')
        ...     library.table("PINE") == row, row.version, row.match_id
        (True, 1, '')

        Raises:
            StorageError: ``exists`` where there is a table of this code; ``bad_text`` for what
                no database can store.
        """
        now = self._now()
        return table_rows.add(self._database, TableRow(code, 1, state, match_id, now, now))

    def table(self, code: str) -> TableRow:
        """Give a table.

        >>> with Library.open("sqlite://") as library:
        ...     library.table("PINE")
        Traceback (most recent call last):
        ...
        pegout.storage.errors.StorageError: there is no table 'PINE'

        Raises:
            StorageError: ``unknown_table``.
        """
        return table_rows.find(self._database, code)

    def change_table(self, code: str, version: int, state: str, match_id: str) -> TableRow:
        """Change a table that nobody has changed since it was of this version.

        >>> with Library.open("sqlite://") as library:
        ...     row = library.add_table("PINE", "empty")
        ...     library.change_table("PINE", row.version, "full", "k7qx").version
        2

        Raises:
            StorageError: ``conflict`` where it is of another version by now, ``unknown_table``;
                ``bad_text`` for what no database can store.
        """
        return table_rows.change(self._database, code, version, state, match_id, now=self._now())

    def delete_table(self, code: str, version: int | None = None) -> None:
        """Remove a table; its matches stay.

        Args:
            code: what the table is called.
            version: with this, only if nobody has changed it since it was of this version.

        >>> with Library.open("sqlite://") as library:
        ...     row = library.add_table("PINE", "empty")
        ...     library.delete_table("PINE", row.version)

        Raises:
            StorageError: ``unknown_table``, ``conflict``.
        """
        table_rows.remove(self._database, code, version)

    def tables(self, before: datetime, limit: int | None = None) -> list[TableRow]:
        """Give the tables that were changed last before a moment, those first that wait longest.

        Args:
            before: a moment, with its zone.
            limit: how many at most.

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
        """Give the tables at which nothing has happened since a moment, the oldest first.

        Args:
            finished: the moment for those whose match is over; ``None`` to give none of them.
            abandoned: the moment for the others; ``None`` to give none of them.
            after: the last that was given before, to go on behind it.
            limit: how many at most.

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

    def clear_tables(self, rows: Sequence[TableRow], before: datetime) -> list[TableRow]:
        """Remove tables with the matches that are played at them, all at once.

        Args:
            rows: the tables as they were found; one that was changed since stays.
            before: a moment, with its zone; a table where somebody has played since stays.

        Returns:
            Those that were removed.

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
        """The reviews of games that are kept beside the matches.

        >>> with Library.open("sqlite://") as library:
        ...     library.reviews.keep("a" * 64, "b" * 64, b"[]", most=100)
        ...     library.reviews.find("a" * 64, "b" * 64), library.reviews.find("a" * 64, "c" * 64)
        (b'[]', None)
        """
        return ReviewRows(self._database, self._now)

    def make_shrinkable(self) -> bool:
        """See to it that a file shrinks where much was removed, also one of an earlier version.

        Such a file is written anew, once: then whoever uses it waits, and the disk has to have
        room for it a second time. Whatever happens meanwhile, it is all done or nothing is.

        Returns:
            Whether the library is a file that shrinks. PostgreSQL sees to its own.

        Raises:
            StorageError: ``disk_full`` or ``busy``.
        """
        return shrinking.make_shrinkable(self._database)

    def shrink(self, pages: int = 64) -> bool:
        """Give some of the room of what was removed back to the system.

        Args:
            pages: how many pages at most, so that nobody waits for long.

        Returns:
            Whether there is more.
        """
        return shrinking.shrink(self._database, pages)


def _first_fault(setup: Setup, log: Sequence[Entry]) -> int:
    """Give the number of the first entry with which a log does not add up."""
    sound, faulty = 0, len(log)
    while faulty - sound > 1:
        middle = (sound + faulty) // 2
        try:
            follow([Progress.before(setup.rules)], log[:middle])
            Match.resume(log[:middle])
        except Exception:
            faulty = middle
        else:
            sound = middle
    return faulty


def _summary(row: dict[str, Any]) -> Summary:
    lists = {name: tuple(value) for name, value in row.items() if isinstance(value, list)}
    return Summary(**{**row, **lists})


def _damaged(match_id: str, number: int, why: str) -> StorageError:
    return StorageError(
        "damaged",
        f"entry {number} of match {match_id} is damaged: {why:.200}; "
        "the other matches can be played on",
    )
