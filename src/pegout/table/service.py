"""A table with its match: the requests that it accepts, and the messages that it sends.

Every method here waits for the disk and belongs to one thread at a time. The module is one large
class, because any request may show that another server has played on, and then all state is read
again.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeVar

import msgspec

from pegout.cards import Card, CardError, parse_cards
from pegout.match import Asked, Automation, Match, MatchError, Setup, Undone, is_nameless
from pegout.notation import CodecError, Help, Record, rules_from_text
from pegout.notation.codec import Codec
from pegout.players import Level, Player
from pegout.players.engines import EnginePlayer
from pegout.rules import Action, Phase, Rules, RulesError, SeatView
from pegout.table.hints import Question
from pegout.table.names import tidy
from pegout.table.opponents import Opponents
from pegout.table.peers import TableMark
from pegout.table.presence import Presence
from pegout.table.seat_messages import GuideOf, SeatMessages
from pegout.table.sources import Sources
from pegout.table.state import (
    PERSON,
    SeatState,
    TableRefused,
    TableState,
    check_level,
    check_token,
    holder,
    with_token,
)
from pegout.table.store import Lease, Store, StoreError
from pegout.text import Translator, explain, language
from pegout.wire import table as wire
from pegout.wire.codecs import ACTIONS, encode
from pegout.wire.decision_values import VerdictName
from pegout.wire.http import Join, SeatGranted

#: The recipient of a message: a seat, or ``None`` for a spectator, and the language.
Recipient = tuple[int | None, str]
#: The requests that a seat may make of a table.
SeatRequest = (
    wire.Act
    | wire.Undo
    | wire.NextGame
    | wire.Rematch
    | wire.AnswerGuide
    | wire.Fill
    | wire.StandIn
    | wire.RemoveGuest
)

#: The errors that refuse a request.
ERRORS: Final = (RulesError, StoreError, CodecError)

_RULES: Final = Codec([Rules])
#: The storage errors that occur when another server has played on, or removed the match.
_OUTDATED: Final = frozenset({"conflict", "unknown_match"})
#: The number of retries before the client receives the error.
_TRIES: Final = 4
#: The number of missed entries from which a client receives the position, which is shorter.
_MANY: Final = 300
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Turn:
    """A computer player that has to act, with its view."""

    seat: int
    level: Level
    player: Player
    view: SeatView
    match: Match
    number: int
    rewinds: int


class TableService:
    """A table and its current match.

    Raises:
        StoreError: ``unknown_table``.
    """

    def __init__(
        self,
        library: Store,
        code: str,
        sources: Sources,
        opponents: Opponents | None = None,
        guide_of: GuideOf | None = None,
    ) -> None:
        self.code = code
        self._library = library
        self.sources = sources
        self.opponents = opponents or Opponents()
        self._guide_of = guide_of
        #: Replaced engines, not yet announced: seat, engine and level.
        self._replaced: list[tuple[int, str, str]] = []
        #: The lease under which this server moves the computer players, if it has one.
        self.lease: Lease | None = None
        self._is_driving = False
        self._row = library.table(code)
        self.state = TableState.read(self._row)
        self.match: Match | None = None
        self._ended: Match | None = None
        self._messages: dict[Recipient, SeatMessages] = {}
        #: The setup of the match that everybody was told, and the last entry.
        self._announced: tuple[Setup | None, int] = (None, 0)
        self._rewinds = 0
        #: The computer players of a match by seat and level, and the id of that match. Each keeps
        #: little state; the workspace they decide with is shared, and lent to the deciding thread.
        self._players: dict[tuple[int, str], Player] = {}
        self._playing = ""
        self.retry_on_conflict(self.settle)
        #: The mark up to which the table was read; what was stored here afterwards is beyond it.
        self.read = self._told = self.mark
        self.pending_messages(())

    @property
    def mark(self) -> TableMark:
        """How far the table has got, as it is known here."""
        match = self.match
        if match is None:
            return TableMark(self._row.version)
        return TableMark(self._row.version, match.setup.id, match.number)

    @property
    def between_persons(self) -> Match | None:
        """The match that several persons are playing, if it is one and is not over."""
        match = self.match
        playing = match is not None and not match.over and len(self.state.persons) > 1
        return match if playing else None

    # Storage

    def settle(self) -> None:
        """Make sure that a full table has a current match.

        The table is stored with the id of a new match before the match itself. Whatever happened in
        between, the match is created from what is stored.
        """
        if self.match is not None or not self.state.full:
            return
        if not self.state.matches:
            self._store(self._with_match(self.state, self.state.dealer))
        match_id = self.state.matches[-1]
        match = self._loaded_or_made(match_id)
        self._automate(match)
        self._messages.clear()
        if match_id != self._playing:
            self._players.clear()
            self._playing = match_id
        self.match = match

    def _loaded_or_made(self, match_id: str) -> Match:
        try:
            return self._load(match_id)
        except StoreError as error:
            if error.code != "unknown_match":
                raise
        setup, secrets = self.state.setup(match_id), self.sources.secrets
        planned = self.state.planned if setup.packs else ()
        try:
            return self._library.create(setup, secrets, planned=planned, lease_of=self._lease_of)
        except StoreError as error:
            # Another server has created the match for the same request.
            if error.code != "exists":
                raise
        return self._load(match_id)

    def _load(self, match_id: str) -> Match:
        return self._library.load(match_id, self.sources.secrets, lease_of=self._lease_of)

    def _lease_of(self) -> Lease | None:
        """Return the lease for what is being stored: computer players act under one."""
        return self.lease if self._is_driving else None

    def _with_match(self, state: TableState, dealer: int | None) -> TableState:
        """Return a state of the table with a new match begun, which a dealer begins."""
        return state.next_match(self.sources.new_id(), dealer, self.sources.today())

    def _store(self, state: TableState) -> None:
        current = state.matches[-1] if state.matches else ""
        self._row = self._library.change_table(self.code, self._row.version, state.text(), current)
        self.state = state

    def refresh(self, mark: TableMark | None = None) -> None:
        """Load what another server has stored in the meantime, if anything.

        Without the ``mark`` that it has told, the table is asked for its version.

        Raises:
            StoreError: if the table cannot be read.
        """
        self.retry_on_conflict(lambda: self._catch_up(mark))

    def _catch_up(self, mark: TableMark | None) -> None:
        match, known = self.match, self._row.version
        version = self._library.table(self.code).version if mark is None else mark.version
        # What else was read since may be newer than the mark.
        if version != known and (mark is None or version > known):
            self._reload()
        elif match is not None and (news := self._library.entries(match.setup.id, match.number)):
            match.catch_up(news)
            self.read = self.mark
            if any(isinstance(entry.event, Undone) for entry in news):
                self._rewinds += 1
        self.settle()

    def _is_stale(self) -> bool:
        """Return whether another server has changed the table or played on."""
        match = self.match
        if self._library.table(self.code).version != self._row.version:
            return True
        return match is not None and bool(self._library.entries(match.setup.id, match.number))

    def _reload(self) -> None:
        """Load what other servers have stored in the meantime."""
        self._row = self._library.table(self.code)
        self.state = TableState.read(self._row)
        self.match = self._ended = None
        self.settle()
        self.read = self.mark

    def retry_on_conflict(self, do: Callable[[], _T]) -> _T:
        """Run a function, and retry it if another program has played on in the meantime."""
        for _ in range(_TRIES):
            try:
                return do()
            except StoreError as error:
                if error.code not in _OUTDATED:
                    raise
            except RulesError:
                # It may be allowed after what another program has stored.
                if not self._is_stale():
                    raise
            self._reload()
        return do()

    # Seats

    def seat_of(self, token: str) -> int | None:
        """Return the seat of a token, or ``None`` if the token holds none."""
        return holder(self.state.seats, token)

    def join(self, request: Join) -> SeatGranted:
        """Take a free seat, or return the seat of a client that repeats its request.

        Raises:
            RulesError: ``table_full``, ``seat_taken``, ``bad_seat``, ``bad_name``, ``same_name``
                or ``weak_token``.
            StoreError: if the seat could not be stored.
        """
        if request.token:
            check_token(request.token)
        token = request.token or self.sources.new_token()

        def sit() -> int:
            self.state.check_open()
            held = self.seat_of(token)
            if held is not None:
                return held
            seat = self._free_seat(request)
            self._sit(seat, with_token(token, SeatState(PERSON, tidy(request.name))))
            return seat

        seat = self.retry_on_conflict(sit)
        self._begin()
        return SeatGranted(seat, token)

    def _free_seat(self, request: Join) -> int:
        free = [seat for seat, seat_state in enumerate(self.state.seats) if not seat_state.taken]
        if request.seat is not None and not 0 <= request.seat < len(self.state.seats):
            raise TableRefused("bad_seat", f"the table has seats 0 to {len(self.state.seats) - 1}")
        if not free:
            raise TableRefused("table_full", "all seats are taken")
        if request.seat is not None and request.seat not in free:
            raise TableRefused("seat_taken", "the seat is taken already")
        if not request.name:
            raise TableRefused("bad_name", "every player needs a name")
        return free[0] if request.seat is None else request.seat

    def _sit(self, seat: int, seat_state: SeatState) -> None:
        """Seat a player; the last one is stored together with the first match."""
        state = self.state.sit(seat, seat_state)
        if state.full:
            state = self._with_match(state, state.dealer)
        self._store(state)

    def _begin(self) -> None:
        """Begin the planned match; if that fails, the next request begins it."""
        try:
            self.retry_on_conflict(self.settle)
        except StoreError:
            self.match = None

    # Requests of a seat that is held in this process

    def playing(self) -> Match:
        """Return the current match.

        Raises:
            TableRefused: ``no_match`` while a seat is free.
            StoreError: if the match could not be stored or read.
        """
        self.settle()
        if self.match is None:
            raise TableRefused("no_match", "the match begins when all seats are taken")
        return self.match

    def act(self, seat: int, action: Action) -> None:
        """Take an action of a seat; see :meth:`pegout.match.Match.act`.

        Raises:
            RulesError: if the action is illegal.
            StoreError: if it could not be stored.
        """
        self.retry_on_conflict(lambda: self.playing().act(seat, action))

    def undo(self, seat: int) -> None:
        """Take back the last decision of a seat; see :meth:`pegout.match.Match.undo`.

        Raises:
            RulesError: ``no_undo``.
            StoreError: if it could not be stored.
        """
        self.retry_on_conflict(lambda: self._undo(self.playing(), seat))

    def next_game(self, seat: int) -> None:
        """Begin the next game of the match.

        Raises:
            RulesError: ``not_over`` while a game is being played, ``match_over`` after the last.
            StoreError: if it could not be stored.
        """
        self.retry_on_conflict(lambda: self.playing().next_game(seat))

    def guide(self, seat: int, t: Translator) -> wire.Guide | None:
        """Return what the guide of the lesson tells a seat, if a lesson is given."""
        return SeatMessages(self.playing(), seat, t, self._guide_of).guide()

    def answer_guide(self, seat: int, step: str, answer: str) -> None:
        """Answer a step of the lesson; see :meth:`pegout.match.Match.note_guided`.

        Raises:
            RulesError: ``no_lesson``.
            StoreError: if it could not be stored.
        """
        self.retry_on_conflict(lambda: self.playing().note_guided(seat, step, answer))

    def rematch(self) -> None:
        """Begin another match of the same players.

        Raises:
            RulesError: ``not_over``; ``practice_over`` at a practice table; ``left`` if a player
                has left for good.
            StoreError: if the match could not be stored.
        """
        self.retry_on_conflict(lambda: self._again(self.playing()))

    def question_of(
        self,
        seat: int,
        *,
        cards: tuple[Card, ...] = (),
        tried: Action | None = None,
        minimum: VerdictName = "mistake",
        id: str = "",
    ) -> Question:
        """Return a question about the decision of a seat, to be answered by ``answer_hint``.

        Args:
            seat: the seat, which only computer players oppose.
            cards: the cards that it would choose; empty for a recommendation.
            tried: the action that it is about to take, for the tutor.
            minimum: the mildest verdict at which the tutor warns.
            id: the name of the request.

        Raises:
            RulesError: ``no_hint`` where other persons play, or the seat has nothing to decide;
                the fault of an illegal action.
        """
        match = self.playing()
        if not self.state.is_alone(seat):
            raise TableRefused("no_hint", "hints are for games against the computer")
        if seat not in match.to_act:
            raise TableRefused("no_hint", "there is nothing to decide for this seat now")
        if tried is not None and (fault := match.why_not(seat, tried)):
            raise fault
        view, ahead = match.view(seat), match.if_it_stands(seat)
        return Question(id, view, ahead, cards, tried, minimum, match.number)

    # Requests of a seat by message

    def ask(self, seat: int, t: Translator, request: SeatRequest) -> wire.Answer:
        """Grant a request of a seat or refuse it; it is stored when this returns.

        A repeated request with the same id is carried out once, and answered each time.
        """
        try:
            return self.retry_on_conflict(lambda: self._grant(seat, t, request))
        except ERRORS as error:
            return self._refused(seat, t, request, error)

    def _grant(self, seat: int, t: Translator, request: SeatRequest) -> wire.Answer:
        # Storage may have failed when the match was to be created or reloaded.
        self.settle()
        self.state.check_open()
        if isinstance(request, wire.Fill):
            self._fill(request.seat, request.level)
            return wire.Done(request.id, 0)
        if isinstance(request, wire.StandIn):
            self._stand_in(seat, request)
            return wire.Done(request.id, 0)
        if isinstance(request, wire.RemoveGuest):
            self._remove_guest(seat, request)
            return wire.Done(request.id, 0)
        if request.match in self.state.matches[:-1]:
            return wire.Done(request.id, self._earlier(seat, request))
        match = self._current(request.match)
        if isinstance(request, wire.Rematch):
            _check_over(match)
        if match.find_answer(seat, request.id) is None:
            match request:
                case wire.Act():
                    match.act(seat, _action(request.action), request.id)
                case wire.Undo():
                    self._undo(match, seat, request.id)
                case wire.NextGame() if self._has_just_begun(match, seat):
                    match.note(seat, request.id)
                case wire.NextGame():
                    match.next_game(seat, request.id)
                case wire.AnswerGuide():
                    match.note_guided(seat, request.step, request.answer, request.id)
                case wire.Rematch():
                    match.note(seat, request.id)
        number = match.find_answer(seat, request.id)
        assert number is not None
        if isinstance(request, wire.Rematch):
            self._again(match)
        return wire.Done(request.id, number)

    def _undo(self, match: Match, seat: int, request: str = "") -> None:
        match.undo(seat, request)
        self._rewinds += 1

    def _earlier(self, seat: int, request: SeatRequest) -> int:
        """Answer a request about an earlier match of this table with the number of its entry.

        Either it was granted before the next match began, or it requests that match, as another
        seat has done already.
        """
        assert not isinstance(request, wire.Fill | wire.StandIn | wire.RemoveGuest)
        known = self._library.find_answer(request.match, seat, request.id)
        if known is not None:
            return known
        if not isinstance(request, wire.Rematch) or request.match != self.state.matches[-2]:
            raise self._another_match()
        if self._ended is None or self._ended.setup.id != request.match:
            self._ended = self._library.load(request.match)
        return self._ended.note(seat, request.id)[0].number

    def _current(self, match_id: str) -> Match:
        match = self.playing()
        if match.setup.id != match_id:
            raise self._another_match()
        return match

    def _another_match(self) -> TableRefused:
        return TableRefused("wrong_match", f"match {self.state.matches[-1]} is played here")

    @staticmethod
    def _has_just_begun(match: Match, seat: int) -> bool:
        """Return whether two seats requested the next game at once, and this is the later one."""
        if match.game == 1 or match.game_over:
            return False
        view = match.view(seat)
        waiting = view.phase is Phase.READY and view.deal < 2 and seat not in view.ready
        # The automations of the seat may already have played on.
        since = match.entries[match.game_began - 1 :]
        return waiting or not any(
            isinstance(event, Asked) and event.seat == seat for _, event in since
        )

    def _fill(self, seat: int, level: str) -> None:
        check_level(level, self.opponents.offered)
        if not 0 <= seat < len(self.state.seats):
            raise TableRefused("bad_seat", f"the table has no seat {seat}")
        seat_state = self.state.seats[seat]
        if seat_state.kind == level:
            return
        if seat_state.taken:
            raise TableRefused("seat_taken", "the seat is taken already")
        self._sit(seat, SeatState(level, self.state.free_name()))
        self.settle()

    def _stand_in(self, seat: int, request: wire.StandIn) -> None:
        """Have a computer player act for another person, or end that with an empty level."""
        seats = self.state.seats
        if not 0 <= request.seat < len(seats) or request.seat == seat:
            raise TableRefused("bad_seat", "a computer player stands in for another seat")
        if seats[request.seat].kind != PERSON or not seats[request.seat].taken:
            raise TableRefused("bad_seat", f"no person sits at seat {request.seat}")
        if request.level:
            check_level(request.level, self.opponents.offered)
        if seats[request.seat].stand_in != request.level:
            self._store(self.state.stand_in(request.seat, request.level))

    def end_stand_in(self, seat: int) -> None:
        """Have the person at a seat play again instead of a computer player."""

        def do() -> None:
            if self.state.seats[seat].stand_in:
                self._store(self.state.stand_in(seat, ""))

        self.retry_on_conflict(do)

    def _remove_guest(self, seat: int, request: wire.RemoveGuest) -> None:
        """Free the seat of another person, or have a computer player go on there."""
        state, level = self.state, request.level
        if not state.seats[seat].maker:
            raise TableRefused("not_maker", "only who has set up the table may remove a player")
        if not 0 <= request.seat < len(state.seats) or state.seats[request.seat].maker:
            raise TableRefused("bad_seat", "only another person can be removed")
        guest = state.seats[request.seat]
        # The request may have been granted before.
        if guest.kind == level or not (guest.taken or level):
            return
        if guest.kind != PERSON or not guest.taken:
            raise TableRefused("bad_seat", f"no person sits at seat {request.seat}")
        if level:
            check_level(level, self.opponents.offered)
        elif state.matches:
            raise TableRefused("no_level", "the match goes on: name the level that plays on")
        if state.matches:
            self._replace_guest(request.seat, level)
        elif level:
            self._sit(request.seat, SeatState(level, state.free_name()))
        else:
            self._store(state.free(request.seat))
        self.settle()

    def _replace_guest(self, seat: int, level: str) -> None:
        """Have a computer player go on for a person, whose name is removed from all matches."""
        name = self.state.free_name()
        for match_id in self.state.matches:
            self._library.rename(match_id, seat, name)
        self._store(self.state.sit(seat, SeatState(level, name)))
        # The match is loaded once more, with the new name.
        self.match = self._ended = None

    def _again(self, match: Match) -> None:
        """Begin another match after a match."""
        _check_over(match)
        if self.state.practice:
            raise TableRefused("practice_over", "a table of practice has one match")
        if any(is_nameless(seat_state.name) for seat_state in self.state.seats):
            raise TableRefused("left", "a player has left this table for good")
        self._store(self._with_match(self.state, match.next_dealer()))
        self._ended, self.match = match, None
        self.settle()

    def question(
        self, seat: int, t: Translator, request: wire.Hint | wire.Tutor
    ) -> Question | wire.Refused:
        """Return a seat's request for a hint, to be answered without blocking the table."""
        try:
            return self.retry_on_conflict(lambda: self._question(seat, request))
        except ERRORS as error:
            return self._refused(seat, t, request, error)

    def _question(self, seat: int, request: wire.Hint | wire.Tutor) -> Question:
        self._current(request.match)
        if isinstance(request, wire.Tutor):
            action = _action(request.action)
            return self.question_of(seat, tried=action, minimum=request.minimum, id=request.id)
        try:
            cards = parse_cards(" ".join(request.cards))
        except CardError as error:
            raise TableRefused(error.code, str(error)) from error
        return self.question_of(seat, cards=cards, id=request.id)

    def note_help(self, seat: int, question: Question, help_: Help, match_id: str) -> None:
        """Log that a seat had help with a decision, if the decision is still to come.

        Raises:
            RulesError: ``no_hint`` if other persons play.
            StoreError: if the help could not be stored.
        """

        def do() -> None:
            match = self.match
            if match is not None and match.setup.id == match_id:
                match.note_help(seat, help_, question.number)

        self.retry_on_conflict(do)

    def _refused(
        self,
        seat: int,
        t: Translator,
        request: SeatRequest | wire.Hint | wire.Tutor,
        error: Exception,
    ) -> wire.Refused:
        assert isinstance(error, ERRORS)
        view, action = None, None
        if self.match is not None and isinstance(request, wire.Act):
            view = self.match.view(seat)
            try:
                action = _action(request.action)
            except TableRefused:
                view = None
        return wire.Refused(request.id, error.code, explain(error, view, t, action))

    def automate(self, seat: int, names: Iterable[str]) -> None:
        """Set the automations of a seat; they are stored with the seat.

        Raises:
            StoreError: if they could not be stored.
        """
        wanted = [Automation(name) for name in names]

        def do() -> None:
            state = self.state.automate(seat, wanted)
            if state != self.state:
                self._store(state)
            self.settle()
            if self.match is not None:
                self._automate(self.match)

        try:
            self.retry_on_conflict(do)
        except StoreError:
            # The stored state is authoritative: the next request reloads the match with it.
            self.match = None
            raise

    def _automate(self, match: Match) -> None:
        for seat in range(len(self.state.seats)):
            wanted = self.state.automations(seat)
            if match.automations.get(seat, frozenset()) != wanted:
                match.automate(seat, wanted)

    # Computer players

    def turn(self, stand_ins: Mapping[int, str]) -> Turn | None:
        """Return the computer player that has to act now, or ``None``.

        ``stand_ins`` has the level of the computer player that acts for a person, by seat.
        """
        self.retry_on_conflict(self._play_on)
        match = self.match
        if match is None or self.state.closed:
            return None
        computers = {
            seat: found.kind for seat, found in enumerate(self.state.seats) if found.kind != PERSON
        }
        kinds = computers | dict(stand_ins)
        seat = min(match.to_act & kinds.keys(), default=None)
        if seat is None:
            return None
        kind = kinds[seat]
        if seat in stand_ins:
            # The host may have removed the engine that stood in; any level may take over.
            kind = self.opponents.available(kind)
        elif not self.opponents.knows(kind):
            # The host has removed an engine from the file.
            self.retry_on_conflict(lambda: self._replace(seat, kind))
            return self.turn(stand_ins)
        player = self._player(match, seat, kind)
        level = self.opponents.level(kind)
        return Turn(seat, level, player, match.view(seat), match, match.number, self._rewinds)

    def _play_on(self) -> None:
        """Begin the next game of a tournament where only computer players could ask for it."""
        self.settle()
        match = self.match
        alone = bool(self.state.tournament) and not self.state.persons
        if match is not None and alone and match.game_over and not match.over:
            match.next_game()

    def _player(self, match: Match, seat: int, kind: str) -> Player:
        """Return the player of a level that has sat in a seat since the match began."""
        player = self._players.get((seat, kind))
        if player is None:
            player = self._players[seat, kind] = self.opponents.player(
                kind, self.code, match.setup.id, seat
            )
        return player

    def replace(self, turn: Turn, stand_ins: Mapping[int, str]) -> Turn | None:
        """Replace an engine that failed by a level, and return the player that has to act now."""
        self.retry_on_conflict(lambda: self._replace(turn.seat, turn.level.name))
        return self.turn(stand_ins)

    def _replace(self, seat: int, kind: str) -> None:
        seat_state = self.state.seats[seat]
        # Another server may have replaced it already.
        if seat_state.kind == kind:
            level = self.opponents.instead(kind)
            seats = list(self.state.seats)
            seats[seat] = msgspec.structs.replace(seat_state, kind=level)
            self._store(msgspec.structs.replace(self.state, seats=tuple(seats)))
            self._replaced.append((seat, kind, level))

    def replaced(self) -> list[tuple[int, str, str]]:
        """Return the engines replaced since the last call."""
        replaced, self._replaced = self._replaced, []
        return replaced

    def leave(self) -> None:
        """End the engine processes of this table."""
        self.opponents.leave(self.code, [seat_state.kind for seat_state in self.state.seats])

    def take(self, turn: Turn, action: Action, stand_ins: Mapping[int, str]) -> Turn | None:
        """Play a computer player's decision; return the next player that has to act.

        A decision for a position that no longer exists is dropped: somebody has taken back a move
        or returned to a seat.

        Raises:
            EngineFailed: ``illegal`` for an engine that chose an illegal action.
            StoreError: ``lease_lost`` if another server has taken over the computer players.
        """
        if self._still(turn, action, stand_ins):
            why = turn.match.why_not(turn.seat, action)
            if why is not None and isinstance(turn.player, EnginePlayer):
                raise turn.player.refuse(str(why))
            self._act_for(turn, action)
        return self.turn(stand_ins)

    def _still(self, turn: Turn, action: Action, stand_ins: Mapping[int, str]) -> bool:
        match = self.match
        if match is not turn.match or self._rewinds != turn.rewinds:
            return False
        if self.state.seats[turn.seat].kind == PERSON and turn.seat not in stand_ins:
            return False
        return match.number == turn.number or match.why_not(turn.seat, action) is None

    def _act_for(self, turn: Turn, action: Action) -> None:
        self._is_driving = True
        try:
            turn.match.act(turn.seat, action)
        except StoreError as error:
            if error.code not in _OUTDATED:
                raise
            self._reload()
        finally:
            self._is_driving = False

    # Messages to recipients

    def pending_messages(self, recipients: Iterable[Recipient]) -> dict[Recipient, bytes]:
        """Return the messages for all recipients about what has happened since the last call."""
        match = self.match
        if match is None:
            return {}
        known, after = self._announced
        here, number = match.setup, match.number
        if (known, after) == (here, number):
            return {}
        # A name may have changed, too.
        whole = known != here or number < after or self._has_undone(after)
        messages = {
            recipient: encode(
                self._messages_for(recipient).position()
                if whole
                else self._messages_for(recipient).events(after)
            )
            for recipient in recipients
        }
        self._announced = here, number
        return messages

    def pending_mark(self) -> TableMark | None:
        """Return how far the table has got, if it was changed here since the last call."""
        mark = self.mark
        if mark in (self._told, self.read):
            return None
        self._told = mark
        return mark

    def first_message(self, recipient: Recipient, match_id: str, since: int) -> bytes | None:
        """Return the first message to a recipient that has seen a match up to an entry."""
        match = self.match
        if match is None:
            return None
        messages = self._messages_for(recipient)
        gap = match_id != match.setup.id or not 0 < since <= match.number
        if gap or match.number - since > _MANY or self._has_undone(since):
            return encode(messages.position())
        return encode(messages.events(since))

    def _has_undone(self, since: int) -> bool:
        """Return whether a move was taken back after an entry."""
        assert self.match is not None
        return any(isinstance(entry.event, Undone) for entry in self.match.seen(None, since))

    def _messages_for(self, recipient: Recipient) -> SeatMessages:
        assert self.match is not None
        messages = self._messages.get(recipient)
        if messages is None or messages.match is not self.match:
            seat, code = recipient
            messages = self._messages[recipient] = SeatMessages(
                self.match, seat, language(code), self._guide_of
            )
        return messages

    def record(self, token: str, match_id: str) -> Record:
        """Return the record of a match of this table.

        The seat of the token sees the current game; an empty token is a spectator's. An empty id
        stands for the current match.

        Raises:
            TableRefused: ``bad_token``, ``no_spectators``, ``no_match`` or ``unknown_match``.
            StoreError: if the match cannot be read.
        """
        self.refresh()
        seat = self.seat_of(token) if token else None
        if token and seat is None:
            raise TableRefused("bad_token", "no seat of this table is held by that token")
        if seat is None and not self.state.options.spectators:
            raise TableRefused("no_spectators", "nobody may watch at this table")
        match = self.playing()
        if match_id and match_id != match.setup.id:
            if match_id not in self.state.matches:
                raise TableRefused("unknown_match", "that match was not played here")
            match = self._library.load(match_id)
        return match.record(seat)

    def table(
        self,
        connected: Collection[int],
        presence: Mapping[int, Presence],
        acting: Mapping[int, str],
        spectators: int,
    ) -> wire.Table:
        """Return the state of the table, as everybody at it sees it.

        ``connected`` has the seats of connected persons, and ``acting`` the levels of the computer
        players that act for persons.
        """
        state, match = self.state, self.match
        over = match is not None and match.over
        seats = [
            wire.Seat(
                "" if is_nameless(found.name) else found.name,
                found.kind,
                found.taken,
                found.taken and (found.kind != PERSON or seat in connected),
                seat in acting,
                "here" if found.kind != PERSON else presence[seat] if found.taken else "gone",
                acting.get(seat, ""),
                found.maker,
            )
            for seat, found in enumerate(state.seats)
        ]
        return wire.Table(
            self.code,
            "over" if over else "playing" if state.full else "open",
            _rules(state.rules),
            state.games,
            state.play_to,
            seats,
            state.options,
            state.matches[-1] if state.matches else "",
            spectators,
            practice=state.practice,
            duplicate=bool(match.setup.packs if match else state.packs),
            tournament=state.tournament,
        )


def _check_over(match: Match) -> None:
    if not match.over:
        raise MatchError("not_over", "finish this match before the next")


@cache
def _rules(text: str) -> dict[str, object]:
    return plain_rules(rules_from_text(text))


def plain_rules(rules: Rules) -> dict[str, object]:
    """Return rules as plain data, without the name of their type."""
    return {name: value for name, value in _RULES.encode(rules).items() if name != "type"}


def _action(data: Mapping[str, object]) -> Action:
    try:
        action: Action = ACTIONS.decode(data)
    except CodecError as error:
        raise TableRefused("unknown_action", str(error)) from error
    return action
