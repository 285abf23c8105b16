"""The matches of a library: the append-only log of each, and its entry in a list of matches.

Each batch of entries is stored in one transaction, with the row of its match, and with the sums of
a game that it ends.
"""

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import fields, replace
from datetime import datetime
from typing import Any, Final

from pegout.fairness import Secrets
from pegout.match import Asked, Entry, Match, MatchBegan, PackPlanned, Practice, Setup
from pegout.match.recording import record_of
from pegout.notation import Record
from pegout.rules import RULES_VERSION, GameEnded
from pegout.storage.database import NO_LIMIT, Database, SqlConnection, SqlRow, moment
from pegout.storage.game_rows import GameRows, keep_sums
from pegout.storage.log import read_event, write_event
from pegout.table import store
from pegout.table.game_sums import EndedGame, current_game, ended_games
from pegout.table.progress import MatchProgress, Status, follow

#: The number of the entry that marks a match as practice, and the beginning of its text. The
#: beginnings of the match and of its game come before it.
_PRACTICE_BEGAN: Final = 3
_PRACTICE: Final = '{"type":"practice_began"'

_COLUMNS: Final = tuple(field.name for field in fields(store.Summary))
_LISTS: Final = frozenset({"names", "kinds", "scores", "points", "winners"})
_TIMES: Final = frozenset({"created", "updated"})
# What an entry changes in the row of its match.
_CHANGED: Final = ("updated", "status", "game", "scores", "points", "winners", "number", "resigned")

_SELECT: Final = f"SELECT {', '.join(_COLUMNS)} FROM matches"
_BEGIN: Final = (
    f"INSERT INTO matches ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"
    " ON CONFLICT (id) DO NOTHING"
)
_CONTINUE: Final = f"UPDATE matches SET {' = ?, '.join(_CHANGED)} = ? WHERE id = ? AND number = ?"
_APPEND: Final = (
    "INSERT INTO entries (match_id, number, event) VALUES (?, ?, ?)"
    " ON CONFLICT (match_id, number) DO NOTHING"
)


class Keeper:
    """The store of one match's log."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], datetime],
        setup: Setup,
        log: Sequence[Entry],
        lease_of: store.LeaseOf = store.no_lease,
    ) -> None:
        self._database = database
        self._now = now
        self._setup = setup
        self._lease_of = lease_of
        self._history = [MatchProgress.before(setup.rules)]
        self._game: list[Entry] = []
        self._follow(log)

    def _follow(self, entries: Sequence[Entry]) -> None:
        self._history += follow(self._history, entries)
        self._game = current_game([*self._game, *entries])

    def keep(self, entries: Sequence[Entry]) -> None:
        """Store entries, or raise a :class:`StoreError` and store none of them."""
        match_id, before, now = self._setup.id, entries[0].number - 1, self._now()
        known = len(self._history) - 1
        if before > known:
            # The match has caught up with what another server has stored.
            self._follow(read_entries(self._database, match_id, known, before))
        news, lease = follow(self._history, entries), self._lease_of()
        summary = store.Summary.of(self._setup, now, now, entries[-1].number, news[-1])
        rows = [(match_id, number, write_event(event)) for number, event in entries]
        game = [*self._game, *entries]
        ended: list[EndedGame] = []
        if any(isinstance(event, GameEnded) for _, event in entries):
            ended = ended_games(self._setup.rules, game)

        def append(connection: SqlConnection) -> None:
            # The row of the match comes first: another program that continues from the same entry
            # waits there, so the two cannot deadlock.
            if before:
                _continue(connection, summary, before)
            elif not connection.execute(_BEGIN, *_values(summary, _COLUMNS)):
                raise store.match_exists(match_id)
            if connection.execute_many(_APPEND, rows) != len(rows):
                raise store.match_conflict(match_id)
            keep_sums(connection, match_id, ended, now)
            if lease is not None and self._database.shared:
                check_lease(connection, lease)

        self._database.write(append)
        self._history.extend(news)
        self._game = current_game(game)


def _continue(connection: SqlConnection, summary: store.Summary, before: int) -> None:
    """Update the row of a match, if its last entry is the one this program has seen."""
    if not connection.execute(_CONTINUE, *_values(summary, _CHANGED), summary.id, before):
        known = _last_number(connection, summary.id) is not None
        raise store.match_conflict(summary.id) if known else store.unknown_match(summary.id)


def check_lease(connection: SqlConnection, lease: store.Lease) -> None:
    """Check that a server still holds a lease, which nobody takes before the transaction ends.

    The rows of the match come before it, as where a table is removed.

    Raises:
        StoreError: ``lease_lost``.
    """
    held = connection.row(
        "SELECT generation FROM leases JOIN servers ON servers.id = leases.server"
        " WHERE code = ? AND server = ? AND generation = ? AND expires > clock_timestamp()"
        " FOR SHARE OF leases",
        lease.code,
        lease.server,
        lease.generation,
    )
    if held is None:
        raise store.lease_lost(lease.code)


def _values(summary: store.Summary, names: Sequence[str]) -> list[object]:
    """Return attributes of a summary as the database stores them."""
    values = [getattr(summary, name) for name in names]
    return [json.dumps(value) if isinstance(value, tuple) else value for value in values]


def _summary(row: SqlRow) -> store.Summary:
    def value(name: str, stored: Any) -> Any:
        if name in _LISTS:
            return tuple(json.loads(stored))
        return moment(stored) if name in _TIMES else stored

    return store.Summary(*map(value, _COLUMNS, row))


def _last_number(connection: SqlConnection, match_id: str) -> int | None:
    """Return the number of the last entry of a match, or ``None`` if there is no such match."""
    row = connection.row("SELECT number FROM matches WHERE id = ?", match_id)
    return None if row is None else row[0]


class MatchRows(GameRows):
    """The matches of a library; :class:`~pegout.table.store.MatchStore` describes the methods."""

    def create(
        self,
        setup: Setup,
        secrets: Secrets | None = None,
        *,
        practice: Practice | None = None,
        planned: Sequence[PackPlanned] = (),
        lease_of: store.LeaseOf = store.no_lease,
    ) -> Match:
        """Begin a match, and store it and everything that happens in it."""
        keeper = Keeper(self._database, self._now, setup, [], lease_of)
        return Match(setup, secrets=secrets, keep=keeper.keep, practice=practice, planned=planned)

    def load(
        self,
        match_id: str,
        secrets: Secrets | None = None,
        *,
        lease_of: store.LeaseOf = store.no_lease,
    ) -> Match:
        """Return a match at exactly the position of its last entry.

        Raises:
            StoreError: ``unknown_match``; ``damaged`` for a log that is unreadable or
                inconsistent, with the number of the entry; ``newer`` for one of later rules.
        """
        log = self.entries(match_id)
        first = _began(match_id, log)
        if first.rules_version > RULES_VERSION:
            raise store.StoreError(
                "newer",
                f"match {match_id} was begun by a newer Pegout; install that version to go on",
            )
        try:
            keeper = Keeper(self._database, self._now, first.setup, log, lease_of)
            return Match.resume(log, secrets=secrets, keep=keeper.keep)
        except Exception as error:
            # An inconsistent log, which someone has edited, may fail in any way.
            raise _damaged(match_id, _first_fault(first.setup, log), repr(error)) from error

    def record(self, match_id: str, seat: int | None = None, *, checked: bool = True) -> Record:
        """Return the record of a match as a seat may see it, without resuming the match."""
        log = self.entries(match_id)
        first = _began(match_id, log)
        try:
            return record_of(first.setup, log, seat, checked=checked)
        except Exception as error:
            # As in load: an inconsistent log may fail in any way.
            raise _damaged(match_id, _first_fault(first.setup, log), repr(error)) from error

    def entries(self, match_id: str, since: int = 0) -> list[Entry]:
        """Return the log of a match after an entry, with all secrets."""
        if not store.storable(match_id):
            raise store.unknown_match(match_id)
        return read_entries(self._database, match_id, since)

    def find_answer(self, match_id: str, seat: int, request: str) -> int | None:
        """Return the number of the entry of a granted request, or ``None`` for any other.

        The query reads that entry alone, so it is fast for a match of any length.
        """
        if not store.storable(match_id):
            return None
        event = write_event(Asked(seat, request))
        with self._database.reading() as connection:
            row = connection.row(
                "SELECT number FROM entries WHERE match_id = ? AND event = ?", match_id, event
            )
        return None if row is None else row[0]

    def summary(self, match_id: str) -> store.Summary:
        """Return a match's entry in a list of matches."""
        if not store.storable(match_id):
            raise store.unknown_match(match_id)
        with self._database.reading() as connection:
            row = connection.row(f"{_SELECT} WHERE id = ?", match_id)
        if row is None:
            raise store.unknown_match(match_id)
        return _summary(row)

    def matches(
        self, status: Status | None = None, limit: int | None = None, *, after: int = 0
    ) -> list[store.Summary]:
        """Return the matches of a status or all, the last changed first, and skip some."""
        where, values = ("", []) if status is None else ("WHERE status = ?", [status])
        # The later keys order matches changed within one tick of the clock.
        order = "ORDER BY updated DESC, created DESC, id LIMIT ? OFFSET ?"
        limit = NO_LIMIT if limit is None else limit
        with self._database.reading() as connection:
            rows = connection.rows(f"{_SELECT} {where} {order}", *values, limit, after)
        return [_summary(row) for row in rows]

    def count_matches(self) -> int:
        """Return the number of matches."""
        with self._database.reading() as connection:
            ((matches,),) = connection.rows("SELECT count(*) FROM matches")
        return int(matches)

    def oldest(
        self, after: tuple[datetime, str] | None = None, limit: int = 100
    ) -> list[store.Summary]:
        """Return the matches that began first, after one that began at a time with an id.

        Matches that begin meanwhile come last, so that nobody who reads all of them misses one.
        """
        since = "" if after is None else "WHERE (created, id) > (?, ?)"
        with self._database.reading() as connection:
            rows = connection.rows(
                f"{_SELECT} {since} ORDER BY created, id LIMIT ?", *(after or ()), limit
            )
        return [_summary(row) for row in rows]

    def rebuild_sums(self) -> int:
        """Make the sums of all finished games from their logs; return the number of games.

        A game keeps the time of its end, if it is known; otherwise it ended when its match was last
        changed. A match that is damaged is left out.
        """
        games = 0
        for match in self.matches():
            try:
                log = self.entries(match.id)
                rules = _began(match.id, log).setup.rules
                ended = ended_games(rules, log)
            except store.StoreError as error:
                if error.code not in ("damaged", "unknown_match"):
                    raise
                continue
            with self._database.writing() as connection:
                keep_sums(connection, match.id, ended, match.updated)
            games += len(ended)
        return games

    def find_practised(self, match_ids: Collection[str]) -> frozenset[str]:
        """Return those of some matches that continue from a decision of another match."""
        wanted = [match_id for match_id in match_ids if store.storable(match_id)]
        if not wanted:
            return frozenset()
        with self._database.reading() as connection:
            rows = connection.rows(
                f"SELECT match_id FROM entries WHERE match_id IN ({', '.join('?' * len(wanted))})"
                " AND number = ? AND substr(event, 1, ?) = ?",
                *wanted,
                _PRACTICE_BEGAN,
                len(_PRACTICE),
                _PRACTICE,
            )
        return frozenset(match_id for (match_id,) in rows)

    def rename(self, match_id: str, seat: int, name: str) -> None:
        """Change the name at a seat of a match, in its log and in lists of matches."""
        first = _began(match_id, self.entries(match_id))
        setup = store.with_name(first.setup, seat, name)
        names = json.dumps([seated.name for seated in setup.seats])
        event = write_event(replace(first, setup=setup))
        with self._database.writing() as connection:
            connection.execute("UPDATE matches SET names = ? WHERE id = ?", names, match_id)
            connection.execute(
                "UPDATE entries SET event = ? WHERE match_id = ? AND number = 1", event, match_id
            )

    def delete(self, match_id: str) -> None:
        """Remove a match and its log permanently."""
        if not store.storable(match_id):
            raise store.unknown_match(match_id)
        with self._database.writing() as connection:
            if not connection.execute("DELETE FROM matches WHERE id = ?", match_id):
                raise store.unknown_match(match_id)


def read_entries(
    database: Database, match_id: str, since: int, until: int = NO_LIMIT
) -> list[Entry]:
    """Return the log of a match after an entry, up to another one.

    Raises:
        StoreError: ``unknown_match``, or ``damaged`` with the number of the entry.
    """
    with database.reading() as connection:
        last = _last_number(connection, match_id)
        rows = connection.rows(
            "SELECT number, event FROM entries WHERE match_id = ? AND number > ? AND number <= ?"
            " ORDER BY number",
            match_id,
            since,
            until,
        )
    if last is None:
        raise store.unknown_match(match_id)
    log = []
    for expected, (number, text) in enumerate(rows, since + 1):
        if number != expected:
            raise _damaged(match_id, expected, "it is missing")
        try:
            log.append(Entry(number, read_event(text)))
        except ValueError as error:
            raise _damaged(match_id, number, str(error)) from error
    if since + len(log) < min(last, until):
        raise _damaged(match_id, since + len(log) + 1, "it is missing")
    return log


def _began(match_id: str, log: Sequence[Entry]) -> MatchBegan:
    """Return the beginning of a match, which has to be the first entry of its log."""
    event = log[0].event
    if not isinstance(event, MatchBegan) or event.setup.id != match_id:
        raise _damaged(match_id, 1, "it is not the beginning of this match")
    return event


def _damaged(match_id: str, number: int, why: str) -> store.StoreError:
    """Return the error for an entry that is missing, unreadable or inconsistent."""
    return store.StoreError(
        "damaged",
        f"entry {number} of match {match_id} is damaged: {why:.200}; "
        "the other matches can be played on",
    )


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
