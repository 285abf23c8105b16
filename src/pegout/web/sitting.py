"""A table with its match: what may be asked of it, and who is to be told what of it.

Everything here waits for the disk and belongs to one thread at a time; :mod:`pegout.web.room` sees
to that. It is one large class, because whatever is asked of a table may find that another server
has played on, and then all of it is read again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeVar

import msgspec

from pegout.cards import CardError, parse_cards
from pegout.fairness import Secrets
from pegout.match import Asked, Automation, Match, MatchError, Undone, is_nameless
from pegout.notation import CodecError, Help, Record, rules_from_text
from pegout.notation.codec import Codec
from pegout.players import Level, Player
from pegout.players.engines import EnginePlayer
from pegout.rules import Action, Phase, Rules, RulesError, SeatView
from pegout.storage import Library, StorageError, new_id
from pegout.text import Translator, explain, language
from pegout.web.hints import Question
from pegout.web.names import tidy
from pegout.web.opponents import Opponents
from pegout.web.presence import Presence
from pegout.web.seats import (
    PERSON,
    Chair,
    Plan,
    TableRefused,
    check_level,
    check_token,
    held_by,
    holder,
    new_token,
)
from pegout.web.seats import today as _today
from pegout.web.telling import Telling
from pegout.wire import (
    ACTIONS,
    Act,
    Again,
    Answer,
    Done,
    Fill,
    Held,
    Hint,
    Join,
    NextGame,
    Refused,
    Seat,
    StandIn,
    Table,
    Tutor,
    Undo,
    encode,
)

__all__ = ["ERRORS", "Ear", "Sitting", "Turn", "Wish", "plain_rules"]

#: Who is told something: a seat or a spectator, and the language.
Ear = tuple[int | None, str]
#: What may be asked of a table by a seat.
Wish = Act | Undo | NextGame | Again | Fill | StandIn

#: What may come of a wish, beside its being granted.
ERRORS: Final = (RulesError, StorageError, CodecError)

_RULES: Final = Codec([Rules])
#: What storage says where somebody else has played on, or removed the match.
_OUTDATED: Final = frozenset({"conflict", "unknown_match"})
#: How often something is done anew before whoever asks is told so.
_TRIES: Final = 4
#: From how many entries on whoever comes back is told the position instead: that is shorter.
_MANY: Final = 300
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Turn:
    """A computer player that has to act, and what it knows."""

    seat: int
    level: Level
    player: Player
    view: SeatView
    match: Match
    number: int
    rewinds: int


class Sitting:
    """One table.

    Args:
        library: where it is stored.
        code: the code of its link.
        secrets: where the secrets of the packs come from; unpredictable unless given.
        today: gives the date for records; ISO 8601.
        opponents: the computer players that may sit here; the levels unless given.

    Raises:
        StorageError: ``unknown_table``.
    """

    def __init__(
        self,
        library: Library,
        code: str,
        secrets: Secrets | None = None,
        today: Callable[[], str] = _today,
        opponents: Opponents | None = None,
    ) -> None:
        self.code = code
        self._library = library
        self._secrets = secrets
        self._today = today
        self.opponents = opponents or Opponents()
        #: Seats whose engine has been replaced, and by what: seat, engine, level.
        self._replaced: list[tuple[int, str, str]] = []
        self._row = library.table(code)
        self.plan = Plan.read(self._row)
        self.match: Match | None = None
        self._ended: Match | None = None
        self._tellings: dict[Ear, Telling] = {}
        self._told = ("", 0)
        self._rewinds = 0
        #: The computer players of a match, by seat and level, and the id of that match. What each
        #: keeps is small; whatever they decide with is shared, and lent to the thread that decides.
        self._players: dict[tuple[int, str], Player] = {}
        self._playing = ""
        self.insist(self.settle)
        self.news(())

    # What is stored

    def settle(self) -> None:
        """See to it that a match is on where one should be.

        The table is stored with the id of a new match before the match is; whatever happened in
        between, the match is made from what is stored.
        """
        if self.match is not None or not self.plan.full:
            return
        if not self.plan.matches:
            self._store(self.plan.next_match(new_id(), self.plan.dealer, self._today()))
        match_id = self.plan.matches[-1]
        match = self._loaded_or_made(match_id)
        self._automate(match)
        self._tellings.clear()
        if match_id != self._playing:
            self._players.clear()
            self._playing = match_id
        self.match = match

    def _loaded_or_made(self, match_id: str) -> Match:
        try:
            return self._library.load(match_id, self._secrets)
        except StorageError as error:
            if error.code != "unknown_match":
                raise
        try:
            return self._library.create(self.plan.setup(match_id), self._secrets)
        except StorageError as error:
            # Another server, asked for the same, was quicker.
            if error.code != "exists":
                raise
        return self._library.load(match_id, self._secrets)

    def _store(self, plan: Plan) -> None:
        current = plan.matches[-1] if plan.matches else ""
        self._row = self._library.change_table(self.code, self._row.version, plan.text(), current)
        self.plan = plan

    def refresh(self) -> None:
        """Take up what another server has stored in the meantime, if it has.

        Raises:
            StorageError: if it cannot be read.
        """
        self.insist(self._catch_up)

    def _catch_up(self) -> None:
        if self._is_stale():
            self._reload()
        self.settle()

    def _is_stale(self) -> bool:
        """Whether somebody else has changed the table or played on."""
        match = self.match
        if self._library.table(self.code).version != self._row.version:
            return True
        return match is not None and bool(self._library.entries(match.setup.id, match.number))

    def _reload(self) -> None:
        """Take up what others have stored in the meantime."""
        self._row = self._library.table(self.code)
        self.plan = Plan.read(self._row)
        self.match = self._ended = None
        self.settle()

    def insist(self, do: Callable[[], _T]) -> _T:
        """Do something, and anew where somebody else has played on in the meantime."""
        for _ in range(_TRIES):
            try:
                return do()
            except StorageError as error:
                if error.code not in _OUTDATED:
                    raise
            self._reload()
        return do()

    # Taking seats

    def seat_of(self, token: str) -> int | None:
        """Give the seat that a token holds, if it holds one."""
        return holder(self.plan.chairs, token)

    def join(self, wish: Join) -> Held:
        """Take a seat that is free, or tell whoever asks again which seat their token holds.

        Raises:
            RulesError: ``table_full``, ``seat_taken``, ``bad_seat``, ``bad_name``, ``same_name``
                or ``weak_token``.
            StorageError: if it could not be stored.
        """
        if wish.token:
            check_token(wish.token)
        token = wish.token or new_token()

        def sit() -> int:
            held = self.seat_of(token)
            if held is not None:
                return held
            seat = self._free_seat(wish)
            self._sit(seat, held_by(token, Chair(PERSON, tidy(wish.name))))
            return seat

        seat = self.insist(sit)
        self._begin()
        return Held(seat, token)

    def _free_seat(self, wish: Join) -> int:
        free = [seat for seat, chair in enumerate(self.plan.chairs) if not chair.taken]
        if wish.seat is not None and not 0 <= wish.seat < len(self.plan.chairs):
            raise TableRefused("bad_seat", f"the table has seats 0 to {len(self.plan.chairs) - 1}")
        if not free:
            raise TableRefused("table_full", "all seats are taken")
        if wish.seat is not None and wish.seat not in free:
            raise TableRefused("seat_taken", "somebody sits there already")
        if not wish.name:
            raise TableRefused("bad_name", "every player needs a name")
        return free[0] if wish.seat is None else wish.seat

    def _sit(self, seat: int, chair: Chair) -> None:
        """Seat somebody; the last of all brings the first match with it, in one stroke."""
        plan = self.plan.sit(seat, chair)
        if plan.full:
            plan = plan.next_match(new_id(), plan.dealer, self._today())
        self._store(plan)

    def _begin(self) -> None:
        """Begin the match that is planned; if that fails now, the next who comes begins it."""
        try:
            self.insist(self.settle)
        except StorageError:
            self.match = None

    # What a seat may ask for

    def ask(self, seat: int, t: Translator, wish: Wish) -> Answer:
        """Grant a wish of a seat or refuse it; it is stored when this returns.

        The same wish under the same name is granted once, and answered each time.
        """
        try:
            try:
                return self.insist(lambda: self._grant(seat, t, wish))
            except RulesError:
                # It may be right by what has happened elsewhere.
                if not self._is_stale():
                    raise
                self._reload()
                return self.insist(lambda: self._grant(seat, t, wish))
        except ERRORS as error:
            return self._refused(seat, t, wish, error)

    def _grant(self, seat: int, t: Translator, wish: Wish) -> Answer:
        # Storage may have failed when the match should have been made, or read again.
        self.settle()
        if isinstance(wish, Fill):
            self._fill(wish.seat, wish.level)
            return Done(wish.id, 0)
        if isinstance(wish, StandIn):
            self._stand_in(seat, wish)
            return Done(wish.id, 0)
        if wish.match in self.plan.matches[:-1]:
            return Done(wish.id, self._earlier(seat, wish))
        match = self._current(wish.match)
        if isinstance(wish, Again) and not match.over:
            raise MatchError("not_over", "finish this match before the next")
        if match.answered(seat, wish.id) is None:
            match wish:
                case Act():
                    match.act(seat, _action(wish.action), wish.id)
                case Undo():
                    match.undo(seat, wish.id)
                    self._rewinds += 1
                case NextGame() if self._has_just_begun(match, seat):
                    match.note(seat, wish.id)
                case NextGame():
                    match.next_game(seat, wish.id)
                case Again():
                    match.note(seat, wish.id)
        number = match.answered(seat, wish.id)
        assert number is not None
        if isinstance(wish, Again):
            self._again(match)
        return Done(wish.id, number)

    def _earlier(self, seat: int, wish: Wish) -> int:
        """Answer a request about an earlier match of this table: give the number of its entry.

        It was granted before the next match began; or it asks for that match, as others did.
        """
        assert not isinstance(wish, Fill | StandIn)
        known = self._library.answered(wish.match, seat, wish.id)
        if known is not None:
            return known
        if not isinstance(wish, Again) or wish.match != self.plan.matches[-2]:
            raise self._another_match()
        if self._ended is None or self._ended.setup.id != wish.match:
            self._ended = self._library.load(wish.match)
        return self._ended.note(seat, wish.id)[0].number

    def _current(self, match_id: str) -> Match:
        match = self.match
        if match is None:
            raise TableRefused("no_match", "the match begins when all seats are taken")
        if match.setup.id != match_id:
            raise self._another_match()
        return match

    def _another_match(self) -> TableRefused:
        return TableRefused("wrong_match", f"match {self.plan.matches[-1]} is played here")

    @staticmethod
    def _has_just_begun(match: Match, seat: int) -> bool:
        """Whether two asked for the next game at once, and this is the later of them."""
        if match.game == 1 or match.game_over:
            return False
        view = match.view(seat)
        waiting = view.phase is Phase.READY and view.deal < 2 and seat not in view.ready
        # What the table does for the seat may have gone on from there already.
        since = match.entries[match.game_began - 1 :]
        return waiting or not any(
            isinstance(event, Asked) and event.seat == seat for _, event in since
        )

    def _fill(self, seat: int, level: str) -> None:
        check_level(level, self.opponents.offered)
        if not 0 <= seat < len(self.plan.chairs):
            raise TableRefused("bad_seat", f"the table has no seat {seat}")
        chair = self.plan.chairs[seat]
        if chair.kind == level:
            return
        if chair.taken:
            raise TableRefused("seat_taken", "somebody sits there already")
        self._sit(seat, Chair(level, self.plan.free_name()))
        self.settle()

    def _stand_in(self, seat: int, wish: StandIn) -> None:
        """Have a computer player act for another person, or for nobody any more."""
        chairs = self.plan.chairs
        if not 0 <= wish.seat < len(chairs) or wish.seat == seat:
            raise TableRefused("bad_seat", "a computer player stands in for another seat")
        if chairs[wish.seat].kind != PERSON or not chairs[wish.seat].taken:
            raise TableRefused("bad_seat", f"no person sits at seat {wish.seat}")
        if wish.level:
            check_level(wish.level, self.opponents.offered)
        if chairs[wish.seat].stand_in != wish.level:
            self._store(self.plan.stand_in(wish.seat, wish.level))

    def take_back(self, seat: int) -> None:
        """Have the person of a seat play for themselves again."""

        def do() -> None:
            if self.plan.chairs[seat].stand_in:
                self._store(self.plan.stand_in(seat, ""))

        self.insist(do)

    def _again(self, match: Match) -> None:
        """Begin another match after this one."""
        if self.plan.practice:
            raise TableRefused("practice_over", "a table of practice has one match")
        if any(is_nameless(chair.name) for chair in self.plan.chairs):
            raise TableRefused("left", "a player has left this table for good")
        self._store(self.plan.next_match(new_id(), match.next_dealer(), self._today()))
        self._ended, self.match = match, None
        self.settle()

    def question(self, seat: int, t: Translator, wish: Hint | Tutor) -> Question | Refused:
        """Give what a seat asks about, to be answered where it keeps nobody waiting."""
        try:
            return self.insist(lambda: self._question(seat, wish))
        except ERRORS as error:
            return self._refused(seat, t, wish, error)

    def _question(self, seat: int, wish: Hint | Tutor) -> Question:
        self.settle()
        match = self._current(wish.match)
        if self.plan.persons != {seat}:
            raise TableRefused("no_hint", "hints are for games against the computer")
        if seat not in match.to_act:
            raise TableRefused("no_hint", "there is nothing to decide for this seat now")
        question = Question(
            wish.id, match.view(seat), match.if_it_stands(seat), number=match.number
        )
        if isinstance(wish, Tutor):
            action = _action(wish.action)
            if fault := match.why_not(seat, action):
                raise fault
            return question._replace(tried=action, least=wish.least)
        try:
            return question._replace(cards=parse_cards(" ".join(wish.cards)))
        except CardError as error:
            raise TableRefused(error.code, str(error)) from error

    def note_help(self, seat: int, question: Question, help_: Help, match_id: str) -> None:
        """Log that a seat had help with the decision that it asked about, if that is still to come.

        Raises:
            RulesError: ``no_hint`` where other persons play.
            StorageError: if it could not be stored.
        """

        def do() -> None:
            match = self.match
            if match is not None and match.setup.id == match_id:
                match.note_help(seat, help_, question.number)

        self.insist(do)

    def _refused(
        self, seat: int, t: Translator, wish: Wish | Hint | Tutor, error: Exception
    ) -> Refused:
        assert isinstance(error, ERRORS)
        view, action = None, None
        if self.match is not None and isinstance(wish, Act):
            view = self.match.view(seat)
            try:
                action = _action(wish.action)
            except TableRefused:
                view = None
        return Refused(wish.id, error.code, explain(error, view, t, action))

    def automate(self, seat: int, names: Iterable[str]) -> None:
        """Have the table do these things for a seat from now on; that is stored with the seat.

        Raises:
            StorageError: if it could not be stored.
        """
        wanted = [Automation(name) for name in names]

        def do() -> None:
            plan = self.plan.automate(seat, wanted)
            if plan != self.plan:
                self._store(plan)
            self.settle()
            if self.match is not None:
                self._automate(self.match)

        try:
            self.insist(do)
        except StorageError:
            # What is stored holds: whoever comes next has the match made again, with it.
            self.match = None
            raise

    def _automate(self, match: Match) -> None:
        for seat in range(len(self.plan.chairs)):
            wanted = self.plan.automations(seat)
            if match.automations.get(seat, frozenset()) != wanted:
                match.automate(seat, wanted)

    # Computer players

    def turn(self, stand_ins: Mapping[int, str]) -> Turn | None:
        """Give the computer player that has to act now, if one has to.

        Args:
            stand_ins: the seats of persons for whom a computer player acts, with its level.
        """
        self.insist(self.settle)
        match = self.match
        if match is None:
            return None
        kinds = {
            seat: chair.kind for seat, chair in enumerate(self.plan.chairs) if chair.kind != PERSON
        } | dict(stand_ins)
        seat = min(match.to_act & kinds.keys(), default=None)
        if seat is None:
            return None
        kind = kinds[seat]
        if not self.opponents.knows(kind) and seat in stand_ins:
            # The host has taken the engine out that stood in; any level may do that.
            return self.turn({**stand_ins, seat: self.opponents.instead(kind)})
        if not self.opponents.knows(kind):
            # The host has taken an engine out of the file.
            self.insist(lambda: self._replace(seat, kind))
            return self.turn(stand_ins)
        player = self._player(match, seat, kind)
        level = self.opponents.level(kind)
        return Turn(seat, level, player, match.view(seat), match, match.number, self._rewinds)

    def _player(self, match: Match, seat: int, kind: str) -> Player:
        """Give the player of a level that has sat in a seat since the match began."""
        player = self._players.get((seat, kind))
        if player is None:
            player = self._players[seat, kind] = self.opponents.player(
                kind, self.code, match.setup.id, seat
            )
        return player

    def replace(self, turn: Turn, stand_ins: Mapping[int, str]) -> Turn | None:
        """Give the seat of an engine that failed to a level, and give who has to act now."""
        self.insist(lambda: self._replace(turn.seat, turn.level.name))
        return self.turn(stand_ins)

    def _replace(self, seat: int, kind: str) -> None:
        chair = self.plan.chairs[seat]
        # Another server may have been quicker.
        if chair.kind == kind:
            level = self.opponents.instead(kind)
            chairs = list(self.plan.chairs)
            chairs[seat] = msgspec.structs.replace(chair, kind=level)
            self._store(msgspec.structs.replace(self.plan, chairs=tuple(chairs)))
            self._replaced.append((seat, kind, level))

    def replaced(self) -> list[tuple[int, str, str]]:
        """Give the seats whose engine was replaced since this was asked last."""
        found, self._replaced = self._replaced, []
        return found

    def leave(self) -> None:
        """End the engines that play here."""
        self.opponents.leave(self.code, [chair.kind for chair in self.plan.chairs])

    def take(self, turn: Turn, action: Action, stand_ins: Mapping[int, str]) -> Turn | None:
        """Do what a computer player has decided; give the next that has to act.

        What was decided for a position that is no more is forgotten: somebody has taken a move
        back, or come back to their seat.

        Raises:
            EngineFailed: ``illegal`` for an engine whose action the rules do not allow.
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
        if self.plan.chairs[turn.seat].kind == PERSON and turn.seat not in stand_ins:
            return False
        return match.number == turn.number or match.why_not(turn.seat, action) is None

    def _act_for(self, turn: Turn, action: Action) -> None:
        try:
            turn.match.act(turn.seat, action)
        except StorageError as error:
            if error.code not in _OUTDATED:
                raise
            self._reload()

    # Who is told what

    def news(self, ears: Iterable[Ear]) -> dict[Ear, bytes]:
        """Give what everybody is to be told that has happened since this was asked last."""
        match = self.match
        if match is None:
            return {}
        known, after = self._told
        here, number = match.setup.id, match.number
        if (known, after) == (here, number):
            return {}
        whole = known != here or number < after or self._has_undone(after)
        told = {
            ear: encode(
                self._telling(ear).position() if whole else self._telling(ear).events(after)
            )
            for ear in ears
        }
        self._told = here, number
        return told

    def opening(self, ear: Ear, match_id: str, since: int) -> bytes | None:
        """Give what a seat is told that comes, or comes back, knowing what was up to an entry."""
        match = self.match
        if match is None:
            return None
        telling = self._telling(ear)
        gap = match_id != match.setup.id or not 0 < since <= match.number
        if gap or match.number - since > _MANY or self._has_undone(since):
            return encode(telling.position())
        return encode(telling.events(since))

    def _has_undone(self, since: int) -> bool:
        """Whether something was taken back after an entry."""
        assert self.match is not None
        return any(isinstance(entry.event, Undone) for entry in self.match.seen(None, since))

    def _telling(self, ear: Ear) -> Telling:
        assert self.match is not None
        telling = self._tellings.get(ear)
        if telling is None or telling.match is not self.match:
            seat, code = ear
            telling = self._tellings[ear] = Telling(self.match, seat, language(code))
        return telling

    def record(self, token: str, match_id: str) -> Record:
        """Give the record of a match of this table.

        Args:
            token: what holds a seat, to have the current game told through its eyes; nothing for
                a spectator's.
            match_id: which match; nothing for the current one.

        Raises:
            TableRefused: ``bad_token``, ``no_spectators``, ``no_match`` or ``unknown_match``.
            StorageError: if it cannot be read.
        """
        self.refresh()
        seat = self.seat_of(token) if token else None
        if token and seat is None:
            raise TableRefused("bad_token", "no seat of this table is held by that token")
        if seat is None and not self.plan.options.spectators:
            raise TableRefused("no_spectators", "nobody may watch at this table")
        match = self.match
        if match is None:
            raise TableRefused("no_match", "the match begins when all seats are taken")
        if match_id and match_id != match.setup.id:
            if match_id not in self.plan.matches:
                raise TableRefused("unknown_match", "that match was not played here")
            match = self._library.load(match_id)
        return match.record(seat)

    def table(
        self,
        connected: Collection[int],
        presence: Mapping[int, Presence],
        acting: Mapping[int, str],
        spectators: int,
    ) -> Table:
        """Give the table as everybody sees it.

        Args:
            connected: the seats of persons who are connected.
            presence: for each person whether they are here.
            acting: for each person for whom a computer player acts, its level.
            spectators: how many watch.
        """
        plan, match = self.plan, self.match
        over = match is not None and match.over
        seats = [
            Seat(
                "" if is_nameless(chair.name) else chair.name,
                chair.kind,
                chair.taken,
                chair.taken and (chair.kind != PERSON or seat in connected),
                seat in acting,
                "here" if chair.kind != PERSON else presence[seat] if chair.taken else "gone",
                acting.get(seat, ""),
            )
            for seat, chair in enumerate(plan.chairs)
        ]
        return Table(
            self.code,
            "over" if over else "playing" if plan.full else "open",
            _rules(plan.rules),
            plan.games,
            plan.play_to,
            seats,
            plan.options,
            plan.matches[-1] if plan.matches else "",
            spectators,
            practice=plan.practice,
        )


@cache
def _rules(text: str) -> dict[str, object]:
    return plain_rules(rules_from_text(text))


def plain_rules(rules: Rules) -> dict[str, object]:
    """Give rules as plain data, without the name of their type."""
    return {name: value for name, value in _RULES.encode(rules).items() if name != "type"}


def _action(data: Mapping[str, object]) -> Action:
    try:
        action: Action = ACTIONS.decode(data)
    except CodecError as error:
        raise TableRefused("unknown_action", str(error)) from error
    return action
