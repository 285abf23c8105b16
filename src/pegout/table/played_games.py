"""Played games: their lists, records and replays, and the removal of a player's data."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from io import StringIO
from typing import Final, Literal

import msgspec

from pegout.match import Match, is_nameless, nameless
from pegout.notation import GameRecord, Player, Record, RecordError, iter_records, statistics
from pegout.notation import read as read_record
from pegout.notation import write as write_record
from pegout.rules import Played, Resigned, Scored
from pegout.table.duplicates import standings
from pegout.table.game_sums import RoleSums
from pegout.table.practice_tables import PractisedGame
from pegout.table.removal import remove_tables
from pegout.table.replays import names_of, number_of, replay_of
from pegout.table.state import TableRefused, TableState, holder
from pegout.table.store import Store, StoredGame, StoreError, Summary, TableRow
from pegout.text import Translator
from pegout.wire import http

#: The number of cached summaries, so that showing a list again costs nothing.
_REMEMBERED: Final = 2_000
#: The number of matches of the library in one answer.
_SOME: Final = 100


class PlayedGames:
    """The matches played at the tables of a library.

    It wakes no table: everything it reports is read from storage.

    ``lifetime`` returns for how many seconds a table stays after its last activity, from whether
    its match is over and the number of its matches; ``None`` for ever. An ``own`` library belongs
    to the person who asks, who then sees all of it. ``playing`` returns the matches that several
    persons are playing just now.
    """

    def __init__(
        self,
        library: Store,
        lifetime: Callable[[bool, int], float | None] = lambda over, matches: None,
        *,
        own: bool = False,
        playing: Callable[[], Iterable[Match]] = lambda: (),
    ) -> None:
        self._library = library
        self._lifetime = lifetime
        self._own = own
        self._playing = playing
        self._known: dict[tuple[object, ...], http.MatchSummary] = {}

    def seat(self, code: str, token: str) -> tuple[TableRow, TableState, int]:
        """Return a table, and the seat that a token holds there.

        Raises:
            TableRefused: ``bad_token``, or ``damaged_table``.
            StoreError: ``unknown_table``.
        """
        row = self._library.table(code)
        state = TableState.read(row)
        seat = holder(state.seats, token)
        if seat is None:
            raise TableRefused("bad_token", "no seat of this table is held by that token")
        return row, state, seat

    def tables(self, tickets: list[http.SeatToken], t: Translator) -> list[http.TableSummary]:
        """Summarise the matches played at tables, each as the holder of the token may know it."""
        found = [(ticket, self._find_seat(ticket)) for ticket in tickets]
        matches = [match_id for _, held in found if held for match_id in held[1].matches]
        games = self._games(matches)
        return [
            self._table(*held, games, t) if held else http.TableSummary(ticket.code, "gone")
            for ticket, held in found
        ]

    def _find_seat(self, ticket: http.SeatToken) -> tuple[TableRow, TableState, int] | None:
        """Return a table and the seat of a token, or ``None`` if there is no such table or seat."""
        try:
            return self.seat(ticket.code, ticket.token)
        except (TableRefused, StoreError) as error:
            if error.code not in ("bad_token", "unknown_table", "damaged_table"):
                raise
            return None

    def _games(self, match_ids: Sequence[str]) -> dict[str, list[StoredGame]]:
        """Return the finished games of each of some matches."""
        games: dict[str, list[StoredGame]] = {}
        for game in self._library.games(match_ids):
            games.setdefault(game.match_id, []).append(game)
        return games

    def finished(self, tickets: Sequence[http.SeatToken]) -> list[tuple[Summary, StoredGame, int]]:
        """Return the finished games at some tables with the seat of the token, by their ends.

        For the owner of the library these are all of its games. Practice is left out.
        """
        seats: dict[str, int] = {}
        for held in map(self._find_seat, tickets):
            if held is not None:
                seats |= dict.fromkeys(held[1].matches, held[2])
        every = self._library.matches() if self._own else self._summaries_of([*seats])
        matches = {match.id: match for match in every}
        found = []
        for game in self._library.games(None if self._own else [*seats]):
            match = matches.get(game.match_id)
            if match is None or game.sums.practice:
                continue
            seat = seats.get(match.id, _own_seat(match) if self._own else None)
            if seat is not None:
                found.append((match, game, seat))
        return found

    def _summaries_of(self, match_ids: Sequence[str]) -> list[Summary]:
        found = []
        for match_id in match_ids:
            try:
                found.append(self._library.summary(match_id))
            except StoreError as error:
                if error.code != "unknown_match":
                    raise
        return found

    def _table(
        self,
        row: TableRow,
        state: TableState,
        seat: int,
        games: Mapping[str, list[StoredGame]],
        t: Translator,
    ) -> http.TableSummary:
        matches, last = [], None
        for match_id in state.matches:
            try:
                last = self._library.summary(match_id)
                matches.append(self._match(last, seat, games.get(match_id, []), t))
            except StoreError as error:
                # The table may be stored and its match not yet; the other matches can still be
                # listed.
                if error.code not in ("unknown_match", "damaged"):
                    raise
        over = last is not None and last.status == "over"
        status: Literal["open", "playing", "over"]
        status = "over" if over else "playing" if state.full else "open"
        until = self._until(row, last, len(state.matches))
        alone = state.persons == {seat}
        return http.TableSummary(row.code, status, seat, matches, until, alone=alone)

    def _until(self, row: TableRow, match: Summary | None, matches: int) -> str | None:
        """Return when a table will be removed if it has no more activity."""
        over = match is not None and match.status == "over"
        stays = self._lifetime(over, matches)
        if stays is None:
            return None
        last = max([row.updated, *([match.updated] if match else [])])
        return (last + timedelta(seconds=stays)).isoformat()

    def _match(
        self, match: Summary, seat: int | None, games: Sequence[StoredGame], t: Translator
    ) -> http.MatchSummary:
        """Summarise a match: by its sums once it is over, and else by its record."""
        if match.status == "over" and len(games) == match.game:
            return summarise_games(match, seat, games, t)
        # The number of entries is not enough: names may change after the last entry.
        key = (match.id, match.number, match.names, seat, t.code)
        summary = self._known.get(key)
        if summary is None:
            record = self._library.record(match.id, seat, checked=False)
            summary = summarise(record, seat, t, match.updated.isoformat())
            # A match may be over before its games are; storage knows.
            over = match.status == "over"
            summary = msgspec.structs.replace(summary, over=over, winners=list(match.winners))
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[key] = summary
        return summary

    def record(self, code: str, token: str, match_id: str) -> tuple[Record, int | None, str]:
        """Return the record of a match as its reader saw it, that seat, and the last change.

        A match of a table is named by its id, or by its number there from 1; empty for the last
        match. Without a code, the owner of the library reads any match of it.

        Raises:
            TableRefused: ``bad_token``, ``no_match`` or ``unknown_match``; ``no_page`` if the
                server does not belong to the library's owner.
            StoreError: if the match cannot be read.
        """
        if code:
            match, seat = self._match_of_table(code, token, match_id)
        else:
            match, seat = self._match_of_owner(match_id)
        return self._library.record(match.id, seat), seat, match.updated.isoformat()

    def _match_of_table(self, code: str, token: str, match_id: str) -> tuple[Summary, int | None]:
        _, state, seat = self.seat(code, token)
        if not state.matches:
            raise TableRefused("no_match", "the match begins when all seats are taken")
        chosen = match_id or state.matches[-1]
        if chosen.isascii() and chosen.isdecimal() and 0 < int(chosen[:6]) <= len(state.matches):
            chosen = state.matches[int(chosen[:6]) - 1]
        if chosen not in state.matches:
            raise TableRefused("unknown_match", "that match was not played here")
        return self._library.summary(chosen), seat

    def _match_of_owner(self, match_id: str) -> tuple[Summary, int | None]:
        if not self._own:
            raise TableRefused("no_page", "this server does not show its library")
        match = self._library.summary(match_id)
        return match, _own_seat(match)

    def record_text(self, code: str, token: str, match_id: str) -> str:
        """Return the record of a match as text; see :meth:`record`."""
        return write_record(self.record(code, token, match_id)[0])

    def replay(self, code: str, token: str, match_id: str, t: Translator) -> http.Replay:
        """Return the replay of a match; see :meth:`record`."""
        record, seat, when = self.record(code, token, match_id)
        return replay_of(record, seat, t, when)

    def reviewed(
        self, code: str, token: str, match_id: str, game: int | None
    ) -> tuple[Record, list[GameRecord], int | None]:
        """Return the record, the games and the seat that a reader may have reviewed.

        The match is named as for :meth:`record`; without a game these are all games that are over.

        Raises:
            TableRefused: as :meth:`record`; ``too_soon`` while several persons play the match;
                ``unknown_game`` for a game that does not exist or is not over.
            StoreError: if the match cannot be read.
        """
        record, seat, _ = self.record(code, token, match_id)
        self.check_review(record)
        return record, games_of(record, game, over=True), seat

    def compared(
        self, code: str, wanted: http.ComparisonWanted
    ) -> tuple[Record, Record, int] | None:
        """Return two games with the same deals, that of this table last, and the compared seat.

        Everybody with the link to the table of a challenge, or with those to two tables of a
        duplicate, may compare both games once they are over; until then this is ``None``.

        Raises:
            TableRefused: ``no_challenge`` at any other table; ``bad_seat``.
            StoreError: ``unknown_table``, ``unknown_match``, or if it cannot be read.
        """
        state = TableState.read(self._library.table(code))
        played = state.matches[0] if state.matches else ""
        if not state.packs or wanted.match not in ("", "1", played):
            raise TableRefused("no_challenge", "no game here was played with the deals of another")
        first = state.packs
        if wanted.other:
            other = TableState.read(self._library.table(wanted.other))
            first = other.matches[0] if other.matches else ""
        seats = {wanted.seat} if wanted.seat is not None else set(state.persons)
        if len(seats) != 1 or not seats <= set(range(len(state.seats))):
            raise TableRefused("bad_seat", f"say which seat to compare, not {wanted.seat}")
        if not all(match and self._is_finished(match) for match in (first, played)):
            return None
        return self._library.record(first), self._library.record(played), seats.pop()

    def records_compared(self, wanted: http.RecordsCompared) -> tuple[Record, Record, int] | None:
        """Return two recorded games with the same deals, and the compared seat.

        Until both are over, this is ``None``.

        Raises:
            TableRefused: as :meth:`record_practised`.
            RecordError: for an invalid record.
        """
        texts = (wanted.first, wanted.second)
        first, second = [self.read_record(text, wanted.seat) for text in texts]
        if any(games_of(record, 1, over=False)[0].result is None for record in (first, second)):
            return None
        return first, second, wanted.seat

    def _is_finished(self, match_id: str) -> bool:
        return self._library.summary(match_id).status == "over"

    def standings(self, codes: Sequence[str], t: Translator) -> http.Standings:
        """Return how the tables of a duplicate stand; see :mod:`pegout.table.duplicates`."""
        return standings(self._library, codes, t)

    def practise(self, code: str, token: str, match_id: str, game: int) -> PractisedGame:
        """Return the game of a match that a reader may practise; see :meth:`reviewed`."""
        record, (game_record, *_), seat = self.reviewed(code, token, match_id, game)
        if seat is None:
            raise TableRefused("no_decision", "nobody knows whose decisions these are")
        return PractisedGame(record, game_record, seat)

    def record_practised(self, text: str, seat: int, game: int) -> PractisedGame:
        """Return the game of a record that a player may practise.

        Raises:
            TableRefused: as :meth:`check_review`; ``bad_seat``, ``unknown_game``.
            RecordError: for an invalid record.
        """
        record = self.read_record(text, seat)
        return PractisedGame(record, games_of(record, game, over=False)[0], seat)

    def read_record(self, text: str, seat: int | None) -> Record:
        """Read a record for a replay, a review or practice; see :meth:`record_practised`."""
        record = read_record(text)
        if seat is not None and seat not in range(record.rules.players):
            raise TableRefused("bad_seat", f"the record has no seat {seat}")
        self.check_review(record)
        return record

    def check_review(self, record: Record) -> None:
        """Check that a record is not of a match that several persons are still playing here.

        Such a match is known by its id, and under any other by the cards that were played in it.

        Raises:
            TableRefused: ``too_soon`` for such a match.
        """
        if self._is_unfinished(record.match) or self._is_played_now(record):
            raise TableRefused("too_soon", "several persons are still playing this match")

    def _is_unfinished(self, match_id: str) -> bool:
        try:
            match = self._library.summary(match_id)
        except StoreError as error:
            if error.code != "unknown_match":
                raise
            return False
        return match.status != "over" and match.kinds.count("person") > 1

    def _is_played_now(self, record: Record) -> bool:
        """Return whether the cards of one of the games have been played in a match under way."""
        games = [cards for game in record.games if (cards := played(game.events))]
        matches = self._playing() if games else ()
        events = [[entry.event for entry in match.entries] for match in matches]
        return any(game in played(event) for event in events for game in games)

    def forget(self, code: str, tokens: Sequence[str]) -> list[int]:
        """Remove players from a table: their names and tokens are deleted at once.

        The matches are deleted when the last persons with a seat leave. Otherwise all matches have
        to be over, because the remaining players could not finish them alone, or the table closed.

        At least the first token has to be valid. Return the seats of the removed players.

        Raises:
            TableRefused: ``bad_token``; ``not_over`` while other persons may still play on.
            StoreError: ``unknown_table``, or if it could not be stored; the tokens then remain
                valid, and the client can retry.
        """
        row, state, seat = self.seat(code, tokens[0])
        held = {holder(state.seats, token) for token in tokens[1:]}
        seats = sorted({seat, *(owner for owner in held if owner is not None)})
        persons = {at for at, found in enumerate(state.seats) if found.key}
        if persons <= {*seats}:
            remove_tables(self._library, [row], self._library.now() + timedelta(seconds=1))
            return seats
        unfinished = not state.matches or any(
            self._library.summary(match_id).status != "over" for match_id in state.matches
        )
        if unfinished and not state.closed:
            raise TableRefused("not_over", "others want to go on at this table")
        left = list(state.seats)
        for owned in seats:
            for match_id in state.matches:
                self._library.rename(match_id, owned, nameless(owned))
            left[owned] = msgspec.structs.replace(left[owned], name=nameless(owned), key="")
        changed = msgspec.structs.replace(state, seats=tuple(left))
        self._library.change_table(code, row.version, changed.text(), row.match_id)
        return seats

    def records(self, tickets: list[http.SeatToken]) -> str:
        """Return the records of all matches at these tables as one text.

        Tables that no longer exist, or where the token is invalid, are left out.
        """
        texts = []
        for ticket in tickets:
            try:
                _, state, seat = self.seat(ticket.code, ticket.token)
            except (TableRefused, StoreError) as error:
                if error.code not in ("bad_token", "unknown_table", "damaged_table"):
                    raise
                continue
            for match_id in state.matches:
                try:
                    texts.append(write_record(self._library.record(match_id, seat)))
                except (StoreError, RecordError) as error:
                    if error.code in ("busy", "closed", "unreachable"):
                        raise
        return "\n".join(texts)

    # For the owner of the library

    def others(self, t: Translator, after: int = 0) -> list[http.MatchSummary]:
        """List all matches of the library, from the terminal and from tables, as the terminal does.

        The latest matches come first, in parts; ``after`` is the number to skip. The list is empty
        only at the end, so the next part may repeat some matches. Each is summarised as the first
        person in it saw it, and only on a server that belongs to the owner of the library. While
        several persons play, the summary contains no cards. A match that one player has deleted
        remains only in the lists of the other players.
        """
        if not self._own:
            return []
        summaries: list[http.MatchSummary] = []
        while not summaries and (some := self._library.matches(limit=_SOME, after=after)):
            summaries = self._summaries(some, t)
            after += _SOME
        return summaries

    def _summaries(self, matches: Sequence[Summary], t: Translator) -> list[http.MatchSummary]:
        """Return the summaries of those matches that can be listed."""
        summaries = []
        games = self._games([match.id for match in matches])
        for match in matches:
            if any(is_nameless(name) for name in match.names):
                continue
            try:
                played = games.get(match.id, [])
                summaries.append(self._match(match, _own_seat(match), played, t))
            except StoreError as error:
                if error.code not in ("unknown_match", "damaged"):
                    raise
        return summaries


def _own_seat(match: Summary) -> int | None:
    """Return the seat through which the owner of a library sees a match."""
    persons = [seat for seat, kind in enumerate(match.kinds) if kind == "person"]
    return persons[0] if persons and (len(persons) == 1 or match.status == "over") else None


def games_of(record: Record, number: int | None, *, over: bool) -> list[GameRecord]:
    """Return a game of a record, or without a number all games; with ``over`` only what is over.

    Raises:
        TableRefused: ``unknown_game`` if there is none.
    """
    games = [
        game
        for game in record.games
        if number in (None, game.number) and (game.result is not None or not over)
    ]
    if not games:
        raise TableRefused("unknown_game", "expected the number of a game that can be reviewed")
    return games


def summarise(
    record: Record, seat: int | None, t: Translator, updated: str = ""
) -> http.MatchSummary:
    """Summarise a record for a list of matches."""
    games = [_game(game, record) for game in record.games]
    over = _is_over(record)
    practice = record.tag("Practice") is not None
    results = [game.result for game in record.games if game.result is not None]
    sides = range(record.rules.sides)
    points = [sum(result.match_points[side] for result in results) for side in sides]
    long = number_of(record, "PlayTo", 0) > 0 or number_of(record, "Games", 1) > 1
    if not over or not results[-1].winners:
        winners = []
    elif long or len(results) > 1:
        winners = [side for side in sides if points[side] == max(points)]
    else:
        winners = list(results[-1].winners) if results else []
    return http.MatchSummary(
        match=record.match,
        updated=updated or record.tag("Date") or "",
        over=over,
        names=names_of(record.players, t),
        kinds=[player.kind for player in record.players],
        target=record.rules.target,
        long=long or len(games) > 1,
        points=points,
        winners=winners,
        resigned=_resigned(record),
        games=games,
        # Practice does not count as a played game.
        sums=None if seat is None or practice else _sums(record, seat),
        practice=practice,
    )


def summarise_games(
    match: Summary, seat: int | None, games: Sequence[StoredGame], t: Translator
) -> http.MatchSummary:
    """Summarise a match that is over by the sums of its games, for a list of matches."""
    players = [
        Player("" if is_nameless(name) else name, kind)
        for name, kind in zip(match.names, match.kinds, strict=True)
    ]
    practice = any(game.sums.practice for game in games)
    return http.MatchSummary(
        match=match.id,
        updated=match.updated.isoformat(),
        over=True,
        names=names_of(players, t),
        kinds=[*match.kinds],
        target=games[0].sums.target,
        long=match.games > 1 or match.play_to > 0 or len(games) > 1,
        points=[*match.points],
        winners=[*match.winners],
        resigned=match.resigned,
        games=[_game_by_sums(game, seat) for game in games],
        sums=None if seat is None or practice else _sums_of_games(games, seat),
        practice=practice,
    )


def _game_by_sums(game: StoredGame, seat: int | None) -> http.GameSummary:
    sums = game.sums
    lost = game.errors[seat].chance if game.errors and seat is not None else None
    return http.GameSummary([*sums.scores], [*sums.winners], [*sums.skunks], lost)


def _sums_of_games(games: Sequence[StoredGame], seat: int) -> http.Sums:
    every = RoleSums()
    for game in games:
        sums = game.sums.seats[seat]
        every = every.plus(sums.dealer).plus(sums.pone)
    return _encode_sums(every)


def _is_over(record: Record) -> bool:
    """Return whether all games of the match are over, as far as the record shows."""
    if not record.games or record.games[-1].result is None:
        return False
    results = [game.result for game in record.games if game.result is not None]
    if not results[-1].winners:
        # All sides agreed to stop, and that ends the match.
        return True
    play_to = number_of(record, "PlayTo", 0)
    if play_to:
        sides = range(record.rules.sides)
        return (
            max(sum(result.match_points[side] for result in results) for side in sides) >= play_to
        )
    return len(results) >= number_of(record, "Games", 1)


def _resigned(record: Record) -> int | None:
    events = record.games[-1].events if record.games else ()
    return next((event.seat for event in events if isinstance(event, Resigned)), None)


def _game(game: GameRecord, record: Record) -> http.GameSummary:
    scores = list(record.rules.scores_at_start)
    for event in game.events:
        if isinstance(event, Scored):
            scores[record.rules.side(event.seat)] = event.score
    result = game.result
    if result is None:
        return http.GameSummary(scores, [], [0] * len(scores))
    return http.GameSummary(scores, list(result.winners), list(result.skunks))


def _encode_sums(sums: object) -> http.Sums:
    return http.Sums(*[getattr(sums, name) for name in http.Sums.__struct_fields__])


def _sums(record: Record, seat: int) -> http.Sums:
    return _encode_sums(statistics(record)[seat])


def read_file(text: str, t: Translator) -> http.FileRead:
    """Read the records of a file, and describe the faults of invalid ones."""
    errors: list[RecordError] = []
    records = [
        http.FileRecord(write_record(record), summarise(record, None, t))
        for record in iter_records(StringIO(text), on_error=errors.append)
    ]
    faults = [error.faults[0] for error in errors]
    return http.FileRead(records, [http.FileFault(fault.line, fault.message) for fault in faults])


def played(events: Iterable[object]) -> bytes:
    """Return the cards played, in order.

    >>> from pegout.cards import parse_cards
    >>> list(played(Played(0, card, 0) for card in parse_cards("AC AD")))
    [0, 1]
    """
    return bytes([event.card for event in events if isinstance(event, Played)])
