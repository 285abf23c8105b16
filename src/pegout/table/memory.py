"""A store in memory, for tables that need no database."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from pegout.fairness import Secrets
from pegout.match import Asked, Entry, Match, MatchBegan, PackPlanned, Practice, Setup
from pegout.match.recording import record_of
from pegout.notation import Record
from pegout.rules import GameEnded
from pegout.table.game_sums import SeatErrors, current_game, ended_games
from pegout.table.progress import MatchProgress, Status, follow
from pegout.table.store import (
    LeaseOf,
    StoredGame,
    Summary,
    TableRow,
    TournamentRow,
    check_code,
    check_texts,
    match_conflict,
    match_exists,
    no_lease,
    table_conflict,
    table_exists,
    tournament_conflict,
    tournament_exists,
    unknown_match,
    unknown_table,
    unknown_tournament,
    with_name,
)


@dataclass(slots=True)
class _StoredMatch:
    setup: Setup
    entries: list[Entry]
    history: list[MatchProgress]
    summary: Summary
    games: dict[int, StoredGame] = field(default_factory=dict)


class MemoryStore:
    """A store of matches, tables, reviews and tournaments in memory, for one thread at a time.

    It refuses what a library in a database refuses, and forgets everything with the program. It
    has one server, whose leases nobody else takes.

    >>> from pegout.match import Seated
    >>> from pegout.rules import Ready, Rules
    >>> store = MemoryStore(lambda: datetime(2026, 3, 1, tzinfo=UTC))
    >>> match = store.create(Setup("k7qx", Rules("half"), (Seated("Ann"), Seated("Ben", "club"))))
    >>> entries = match.act(0, Ready(0))
    >>> store.load("k7qx").number == entries[-1].number
    True
    >>> [(match.names, match.status) for match in store.matches()]
    [(('Ann', 'Ben'), 'playing')]
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._matches: dict[str, _StoredMatch] = {}
        self._tables: dict[str, TableRow] = {}
        self._listed: set[str] = set()
        #: The game reviews that are stored beside the matches.
        self.reviews = MemoryReviews()
        self.tournaments = MemoryTournaments(self.now)

    def now(self) -> datetime:
        """Return the time of the store's clock, in UTC."""
        return self._now().astimezone(UTC)

    def create(
        self,
        setup: Setup,
        secrets: Secrets | None = None,
        *,
        practice: Practice | None = None,
        planned: Sequence[PackPlanned] = (),
        lease_of: LeaseOf = no_lease,
    ) -> Match:
        """Begin a match; see :meth:`pegout.table.store.MatchStore.create`."""

        def keep(entries: Sequence[Entry]) -> None:
            self._keep(setup, entries)

        return Match(setup, secrets=secrets, keep=keep, practice=practice, planned=planned)

    def load(
        self, match_id: str, secrets: Secrets | None = None, *, lease_of: LeaseOf = no_lease
    ) -> Match:
        """Return a match at exactly the position of its last entry."""
        stored = self._match(match_id)

        def keep(entries: Sequence[Entry]) -> None:
            self._keep(stored.setup, entries)

        return Match.resume(stored.entries, secrets=secrets, keep=keep)

    def _keep(self, setup: Setup, entries: Sequence[Entry]) -> None:
        before, now = entries[0].number - 1, self.now()
        stored = self._matches.get(setup.id)
        if not before:
            if stored is not None:
                raise match_exists(setup.id)
            start = MatchProgress.before(setup.rules)
            stored = _StoredMatch(setup, [], [start], Summary.of(setup, now, now, 0, start))
        elif stored is None:
            raise unknown_match(setup.id)
        elif stored.summary.number != before:
            raise match_conflict(setup.id)
        stored.history += follow(stored.history, entries)
        stored.entries += entries
        stored.summary = Summary.of(
            stored.setup, stored.summary.created, now, entries[-1].number, stored.history[-1]
        )
        if any(isinstance(event, GameEnded) for _, event in entries):
            for number, sums in ended_games(setup.rules, current_game(stored.entries)):
                stored.games[number] = StoredGame(setup.id, number, now, sums)
        self._matches[setup.id] = stored

    def _match(self, match_id: str) -> _StoredMatch:
        try:
            return self._matches[match_id]
        except KeyError:
            raise unknown_match(match_id) from None

    def entries(self, match_id: str, since: int = 0) -> list[Entry]:
        """Return the log of a match after an entry, with all secrets."""
        return self._match(match_id).entries[since:]

    def find_answer(self, match_id: str, seat: int, request: str) -> int | None:
        """Return the number of the entry of a granted request, or ``None`` for any other."""
        stored, asked = self._matches.get(match_id), Asked(seat, request)
        entries = [] if stored is None else stored.entries
        return next((number for number, event in entries if event == asked), None)

    def summary(self, match_id: str) -> Summary:
        """Return a match's entry in a list of matches."""
        return self._match(match_id).summary

    def record(self, match_id: str, seat: int | None = None, *, checked: bool = True) -> Record:
        """Return the record of a match as a seat may see it, without resuming the match."""
        stored = self._match(match_id)
        return record_of(stored.setup, stored.entries, seat, checked=checked)

    def matches(
        self, status: Status | None = None, limit: int | None = None, *, after: int = 0
    ) -> list[Summary]:
        """Return the matches, the last changed first."""
        found = [match.summary for match in self._matches.values()]
        found = [summary for summary in found if status in (None, summary.status)]
        found.sort(key=lambda summary: summary.id)
        found.sort(key=lambda summary: (summary.updated, summary.created), reverse=True)
        return found[after:][:limit]

    def games(self, match_ids: Collection[str] | None = None) -> list[StoredGame]:
        """Return the finished games of some matches, or of all, in the order of their ends."""
        found = [
            game
            for match_id, match in self._matches.items()
            if match_ids is None or match_id in match_ids
            for game in match.games.values()
        ]
        return sorted(found, key=lambda game: (game.ended, game.match_id, game.number))

    def keep_errors(self, match_id: str, number: int, errors: Sequence[SeatErrors]) -> None:
        """Store the errors of each seat in a finished game."""
        games = self._matches[match_id].games if match_id in self._matches else {}
        if number in games:
            games[number] = replace(games[number], errors=tuple(errors))

    def rename(self, match_id: str, seat: int, name: str) -> None:
        """Change the name at a seat of a match, in its log and in lists of matches."""
        stored = self._match(match_id)
        number, began = stored.entries[0]
        assert isinstance(began, MatchBegan)
        setup = with_name(stored.setup, seat, name)
        stored.setup = setup
        stored.entries[0] = Entry(number, replace(began, setup=setup))
        names = tuple([seated.name for seated in setup.seats])
        stored.summary = replace(stored.summary, names=names)

    def delete(self, match_id: str) -> None:
        """Remove a match and its log permanently."""
        self._match(match_id)
        del self._matches[match_id]

    def add_table(
        self, code: str, state: str, match_id: str = "", *, listed: bool = False
    ) -> TableRow:
        """Store a new table; see :meth:`pegout.table.store.TableStore.add_table`."""
        check_code(code)
        check_texts(state, match_id)
        if code in self._tables:
            raise table_exists(code)
        now = self.now()
        row = self._tables[code] = TableRow(code, 1, state, match_id, now, now)
        if listed:
            self._listed.add(code)
        return row

    def listed_tables(self, limit: int) -> list[TableRow]:
        """Return listed tables whose current match is not over, the newest first."""
        rows = [row for code, row in self._tables.items() if code in self._listed]
        rows = [row for row in rows if not self._is_over(row.match_id)]
        rows.sort(key=lambda row: (row.created, row.code), reverse=True)
        return rows[:limit]

    def _is_over(self, match_id: str) -> bool:
        stored = self._matches.get(match_id)
        return stored is not None and stored.summary.status == "over"

    def table(self, code: str) -> TableRow:
        """Return the table with a code."""
        try:
            return self._tables[code]
        except KeyError:
            raise unknown_table(code) from None

    def table_with(self, match_id: str) -> TableRow | None:
        """Return the table at which a match is the current one, or ``None`` if there is none."""
        found = [row for row in self._tables.values() if match_id and row.match_id == match_id]
        return min(found, key=lambda row: (row.created, row.code), default=None)

    def change_table(self, code: str, version: int, state: str, match_id: str) -> TableRow:
        """Change a table that is still at this version."""
        row = self.table(code)
        check_texts(state, match_id)
        if row.version != version:
            raise table_conflict(code)
        row = replace(row, version=version + 1, state=state, match_id=match_id, updated=self.now())
        self._tables[code] = row
        return row

    def clear_tables(
        self, rows: Sequence[TableRow], before: datetime, *, unless_visited: bool = False
    ) -> list[TableRow]:
        """Remove tables together with their current matches."""
        gone = [row for row in rows if self._is_idle(row, before)]
        for row in gone:
            del self._tables[row.code]
            self._listed.discard(row.code)
            self._matches.pop(row.match_id, None)
        return gone

    def _is_idle(self, row: TableRow, before: datetime) -> bool:
        stored, match = self._tables.get(row.code), self._matches.get(row.match_id)
        if stored is None or stored.version != row.version:
            return False
        return match is None or match.summary.updated < before


class MemoryReviews:
    """The reviews of a :class:`MemoryStore`."""

    def __init__(self) -> None:
        #: The numbers by digest, with their version; those unread for longest come first.
        self._reviews: dict[str, tuple[str, bytes]] = {}

    def find(self, digest: str, version: str) -> bytes | None:
        """Return the stored numbers of a game, or ``None`` if there are none of this version."""
        stored, numbers = self._reviews.get(digest, ("", b""))
        if stored != version:
            return None
        self._reviews[digest] = self._reviews.pop(digest)
        return numbers

    def keep(self, digest: str, version: str, numbers: bytes, maximum: int) -> None:
        """Store the numbers of a game, in place of those of another version."""
        self._reviews.pop(digest, None)
        self._reviews[digest] = version, numbers
        for oldest in list(self._reviews)[: max(0, len(self._reviews) - maximum)]:
            del self._reviews[oldest]


class MemoryTournaments:
    """The tournaments of a :class:`MemoryStore`."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._rows: dict[str, TournamentRow] = {}

    def add(self, code: str, state: str) -> TournamentRow:
        """Store a new tournament."""
        check_code(code)
        check_texts(state)
        if code in self._rows:
            raise tournament_exists(code)
        now = self._now()
        row = self._rows[code] = TournamentRow(code, 1, state, now, now)
        return row

    def find(self, code: str) -> TournamentRow:
        """Return the tournament with a code."""
        if code not in self._rows:
            raise unknown_tournament(code)
        return self._rows[code]

    def change(self, code: str, version: int, state: str) -> TournamentRow:
        """Change a tournament that is still at this version."""
        row = self.find(code)
        check_texts(state)
        if row.version != version:
            raise tournament_conflict(code)
        row = replace(row, version=version + 1, state=state, updated=self._now())
        self._rows[code] = row
        return row

    def remove(self, code: str) -> None:
        """Remove a tournament permanently."""
        self.find(code)
        del self._rows[code]

    def clear(self, before: datetime) -> int:
        """Remove the tournaments not changed since a moment; return their number."""
        old = [code for code, row in self._rows.items() if row.updated < before]
        for code in old:
            del self._rows[code]
        return len(old)
