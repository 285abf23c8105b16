"""The library: matches by their ids."""

from __future__ import annotations

import os
import secrets as system
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Final, Self

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from pegout.fairness import Secrets
from pegout.match import Entry, Match, MatchBegan, Setup
from pegout.rules import RULES_VERSION
from pegout.storage import schema
from pegout.storage.database import Database, locate
from pegout.storage.errors import StorageError
from pegout.storage.log import read_event, write_event
from pegout.storage.progress import Progress, Status, follow

__all__ = ["Library", "Summary", "new_id"]

# Without the letters and digits that are taken for each other; 49 bits in ten of them.
_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH: Final = 10


def new_id() -> str:
    """Give an id for a new match, which nobody can guess.

    >>> len(new_id())
    10
    """
    return "".join(system.choice(_LETTERS) for _ in range(_LENGTH))


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
        winners: the sides that won, once the match is over.
        number: the number of its last entry.
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
            where: a file, a folder that is there, or the URL of a database; ``None`` for the
                place that ``PEGOUT_DATA`` names (a folder or a URL), and else the player's own.
            now: the clock, for the times in summaries.

        Raises:
            StorageError: if that is no library, or it cannot be written.
        """
        return cls(Database(locate(where)), now)

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

    def create(self, setup: Setup, secrets: Secrets | None = None) -> Match:
        """Begin a match and store it, and from then on whatever happens in it.

        Args:
            setup: the match; its id must be new, see :func:`new_id`.
            secrets: where the secrets of the packs come from; unpredictable unless given.

        Raises:
            StorageError: ``exists`` where there is a match of this id.
        """
        return Match(setup, secrets=secrets, keep=_Keeper(self, setup, []).keep)

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
            keeper = _Keeper(self, first.setup, log)
            return Match.resume(log, secrets=secrets, keep=keeper.keep)
        except Exception as error:
            # A log that nobody has tampered with adds up; one that does not may fail in any way.
            raise _damaged(match_id, _first_fault(first.setup, log), repr(error)) from error

    def matches(self, status: Status | None = None, limit: int | None = None) -> list[Summary]:
        """Give the matches, those first in which something happened last.

        Args:
            status: only those that are being played, or that are over.
            limit: how many at most.
        """
        table = schema.matches
        # The second key tells apart what happened within one tick of the clock.
        query = select(table).order_by(table.c.updated.desc(), table.c.created.desc(), table.c.id)
        if status is not None:
            query = query.where(table.c.status == status)
        with self._database.reading() as connection:
            rows = connection.execute(query.limit(limit)).mappings().all()
        return [_summary(dict(row)) for row in rows]

    def entries(self, match_id: str, since: int = 0) -> list[Entry]:
        """Give the log of a match after an entry, with everything that is secret.

        Raises:
            StorageError: ``unknown_match``; ``damaged``, which names the entry.
        """
        table = schema.entries
        query = (
            select(table.c.number, table.c.event)
            .where(table.c.match_id == match_id, table.c.number > since)
            .order_by(table.c.number)
        )
        with self._database.reading() as connection:
            last = _last_number(connection, match_id)
            rows = connection.execute(query).all()
        if last is None:
            raise _unknown(match_id)
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

    def delete(self, match_id: str) -> None:
        """Remove a match and its log for good.

        Raises:
            StorageError: ``unknown_match``.
        """
        with self._database.writing() as connection:
            gone = connection.execute(delete(schema.matches).where(schema.matches.c.id == match_id))
            if not gone.rowcount:
                raise _unknown(match_id)


class _Keeper:
    """Stores what one match logs: each batch in one transaction, with the summary after it."""

    def __init__(self, library: Library, setup: Setup, log: Sequence[Entry]) -> None:
        self._library = library
        self._setup = setup
        self._history = _history(setup, log)

    def keep(self, entries: Sequence[Entry]) -> None:
        """Store entries, or raise a :class:`StorageError` and store none of them."""
        match_id, number = self._setup.id, entries[-1].number
        news = follow(self._history, entries)
        rows = [
            {"match_id": match_id, "number": entry.number, "event": write_event(entry.event)}
            for entry in entries
        ]
        with self._library._database.writing() as connection:
            self._summarise(connection, entries[0].number - 1, number, news[-1])
            try:
                connection.execute(insert(schema.entries), rows)
            except IntegrityError as error:
                raise _conflict(match_id) from error
        self._history.extend(news)

    def _summarise(
        self, connection: Connection, before: int, number: int, progress: Progress
    ) -> None:
        """Bring the row of the match up to date; only whoever saw its last entry may."""
        table, setup, now = schema.matches, self._setup, self._library._now()
        changes: dict[str, Any] = {
            "updated": now,
            "status": progress.status,
            "game": progress.game,
            "scores": progress.scores,
            "points": progress.points,
            "winners": progress.winners,
            "number": number,
        }
        if before:
            query = update(table).where(table.c.id == setup.id, table.c.number == before)
            if not connection.execute(query.values(changes)).rowcount:
                known = _last_number(connection, setup.id) is not None
                raise _conflict(setup.id) if known else _unknown(setup.id)
            return
        try:
            connection.execute(
                insert(table).values(
                    **changes,
                    id=setup.id,
                    created=now,
                    names=[seated.name for seated in setup.seats],
                    kinds=[seated.kind for seated in setup.seats],
                    preset=setup.rules.preset,
                    games=setup.games,
                    play_to=setup.play_to,
                )
            )
        except IntegrityError as error:
            raise StorageError(
                "exists", f"there is a match {setup.id} already; take a new id for a new match"
            ) from error


def _last_number(connection: Connection, match_id: str) -> int | None:
    table = schema.matches
    return connection.execute(select(table.c.number).where(table.c.id == match_id)).scalar()


def _history(setup: Setup, log: Sequence[Entry]) -> list[Progress]:
    start = [Progress.before(setup.rules)]
    return start + follow(start, log)


def _first_fault(setup: Setup, log: Sequence[Entry]) -> int:
    """Give the number of the first entry with which a log does not add up."""
    sound, faulty = 0, len(log)
    while faulty - sound > 1:
        middle = (sound + faulty) // 2
        try:
            _history(setup, log[:middle])
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


def _unknown(match_id: str) -> StorageError:
    return StorageError("unknown_match", f"there is no match {match_id:.40} in this library")


def _conflict(match_id: str) -> StorageError:
    return StorageError(
        "conflict",
        f"match {match_id} was played on elsewhere; load it again to go on from there",
    )
