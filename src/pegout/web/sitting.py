"""A table with its match: what may be asked of it, and who is to be told what of it.

Everything here waits for the disk and belongs to one thread at a time; :mod:`pegout.web.room` sees
to that. It is one large class, because whatever is asked of a table may find that another server
has played on, and then all of it is read again.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Final, TypeVar

from pegout.fairness import Secrets
from pegout.match import Automation, Match, MatchError, Undone
from pegout.notation import CodecError, Record, rules_from_text
from pegout.notation.codec import Codec
from pegout.players import Player, create
from pegout.rules import Action, Phase, Rules, RulesError, View
from pegout.storage import Library, StorageError, new_id
from pegout.text import Translator, explain, language
from pegout.text.offers import DEFAULT_LEVEL
from pegout.web.hints import suggestion
from pegout.web.names import tidy
from pegout.web.seats import (
    PERSON,
    Chair,
    Held,
    Plan,
    TableError,
    check_level,
    held_by,
    holder,
    new_token,
)
from pegout.web.telling import Telling
from pegout.wire import (
    ACTIONS,
    Act,
    Again,
    Answer,
    Done,
    Fill,
    Hint,
    NextGame,
    Refused,
    Seat,
    Suggestion,
    Table,
    Undo,
    encode,
)

__all__ = ["ERRORS", "Ear", "Sitting", "Turn", "Wish", "plain_rules"]

#: Who is told something: a seat or a spectator, and the language.
Ear = tuple[int | None, str]
#: What may be asked of a table by a seat.
Wish = Act | Undo | NextGame | Again | Hint | Fill

#: What may come of a wish, beside its being granted.
ERRORS: Final = (RulesError, StorageError, CodecError)

_RULES: Final = Codec([Rules])
_STAND_IN: Final = DEFAULT_LEVEL
#: What storage says where somebody else has played on, or removed the match.
_OUTDATED: Final = frozenset({"conflict", "unknown_match"})
#: How often something is done anew before whoever asks is told so.
_TRIES: Final = 4
#: From how many entries on whoever comes back is told the position instead: that is shorter.
_MANY: Final = 300
_T = TypeVar("_T")


def _today() -> str:
    return datetime.now().astimezone().date().isoformat()


@dataclass(frozen=True, slots=True)
class Turn:
    """A computer player that has to act, and what it knows."""

    seat: int
    player: Player
    view: View
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

    Raises:
        StorageError: ``unknown_table``.
    """

    def __init__(
        self,
        library: Library,
        code: str,
        secrets: Secrets | None = None,
        today: Callable[[], str] = _today,
    ) -> None:
        self.code = code
        self._library = library
        self._secrets = secrets
        self._today = today
        self._row = library.table(code)
        self.plan = Plan.read(self._row)
        self.match: Match | None = None
        self._automations: dict[int, frozenset[Automation]] = {}
        self._tellings: dict[Ear, Telling] = {}
        self._told = ("", 0)
        self._rewinds = 0
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
        match = self._loaded_or_made(self.plan.matches[-1])
        self._tellings.clear()
        self.match = match
        for seat, wanted in self._automations.items():
            match.automate(seat, wanted)

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
        self.match = None
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

    def join(self, name: str, wanted: int | None) -> Held:
        """Take a seat that is free.

        Raises:
            RulesError: ``table_full``, ``seat_taken``, ``bad_seat`` or ``bad_name``.
        """
        token = new_token()

        def sit() -> int:
            free = [seat for seat, chair in enumerate(self.plan.chairs) if not chair.taken]
            if wanted is not None and not 0 <= wanted < len(self.plan.chairs):
                raise TableError(
                    "bad_seat", f"the table has seats 0 to {len(self.plan.chairs) - 1}"
                )
            if not free:
                raise TableError("table_full", "all seats are taken")
            if wanted is not None and wanted not in free:
                raise TableError("seat_taken", "somebody sits there already")
            if not name:
                raise TableError("bad_name", "every player needs a name")
            seat = free[0] if wanted is None else wanted
            self._sit(seat, held_by(token, Chair(PERSON, tidy(name))))
            return seat

        seat = self.insist(sit)
        self._begin()
        return Held(seat, token)

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
            return Done(wish.id, 0 if self.match is None else self.match.number)
        if isinstance(wish, Again):
            self._again(wish.match)
            return Done(wish.id, 0 if self.match is None else self.match.number)
        match = self._current(wish.match)
        if isinstance(wish, Hint):
            action, say = self._hint(match, seat, t)
            return Suggestion(wish.id, ACTIONS.encode(action), say)
        if match.answered(seat, wish.id) is None:
            match wish:
                case Act():
                    match.act(seat, _action(wish.action), wish.id)
                case Undo():
                    match.undo(seat, wish.id)
                    self._rewinds += 1
                case NextGame() if not self._has_just_begun(match, seat):
                    match.next_game(seat, wish.id)
        return Done(wish.id, match.answered(seat, wish.id) or match.number)

    def _current(self, match_id: str) -> Match:
        match = self.match
        if match is None:
            raise TableError("no_match", "the match begins when all seats are taken")
        if match.setup.id != match_id:
            raise TableError("wrong_match", f"match {match.setup.id} is played here")
        return match

    @staticmethod
    def _has_just_begun(match: Match, seat: int) -> bool:
        """Whether two asked for the next game at once, and this is the later of them."""
        view = match.view(seat)
        fresh = match.game > 1 and view.phase is Phase.READY and view.deal < 2
        return fresh and seat not in view.ready and not match.game_over

    def _fill(self, seat: int, level: str) -> None:
        check_level(level)
        if not 0 <= seat < len(self.plan.chairs):
            raise TableError("bad_seat", f"the table has no seat {seat}")
        chair = self.plan.chairs[seat]
        if chair.kind == level:
            return
        if chair.taken:
            raise TableError("seat_taken", "somebody sits there already")
        self._sit(seat, Chair(level, self.plan.free_name()))
        self.settle()

    def _again(self, match_id: str) -> None:
        """Begin another match; whoever asks second for the same one finds it begun."""
        if match_id in self.plan.matches[-2:-1]:
            return
        match = self._current(match_id)
        if not match.over:
            raise MatchError("not_over", "finish this match before the next")
        self._store(self.plan.next_match(new_id(), match.next_dealer(), self._today()))
        self.match = None
        self.settle()

    def _hint(self, match: Match, seat: int, t: Translator) -> tuple[Action, str]:
        if self.plan.persons != {seat}:
            raise TableError("no_hint", "hints are for games against the computer")
        if seat not in match.to_act:
            raise TableError("no_hint", "there is nothing to decide for this seat now")
        return suggestion(match.view(seat), t)

    def _refused(self, seat: int, t: Translator, wish: Wish, error: Exception) -> Refused:
        assert isinstance(error, ERRORS)
        view, action = None, None
        if self.match is not None and isinstance(wish, Act):
            view = self.match.view(seat)
            try:
                action = _action(wish.action)
            except TableError:
                view = None
        return Refused(wish.id, error.code, explain(error, view, t, action))

    def automate(self, seat: int, names: Iterable[str]) -> None:
        """Have the table do these things for a seat, as far as they tell nobody anything.

        That somebody had only one card to choose from shows in how fast it is laid: with other
        persons at the table every card is chosen by hand.
        """
        wanted = {Automation(name) for name in names}
        if self.plan.persons != {seat}:
            wanted.discard(Automation.ONLY_CARD)
        self._automations[seat] = frozenset(wanted)
        self.insist(self._automate)

    def _automate(self) -> None:
        for seat, wanted in self._automations.items():
            match = self.match
            if match is not None and match.automations.get(seat, frozenset()) != wanted:
                match.automate(seat, wanted)

    # Computer players

    def turn(self, stand_ins: frozenset[int]) -> Turn | None:
        """Give the computer player that has to act now, if one has to.

        Args:
            stand_ins: the seats of persons for whom a computer player acts.
        """
        self.insist(self.settle)
        match = self.match
        if match is None:
            return None
        kinds = {
            seat: chair.kind for seat, chair in enumerate(self.plan.chairs) if chair.kind != PERSON
        } | dict.fromkeys(stand_ins, _STAND_IN)
        seat = min(match.to_act & kinds.keys(), default=None)
        if seat is None:
            return None
        seed = zlib.crc32(f"{match.setup.id}/{seat}".encode())
        player = create(kinds[seat], seed)
        return Turn(seat, player, match.view(seat), match, match.number, self._rewinds)

    def take(self, turn: Turn, action: Action, stand_ins: frozenset[int]) -> Turn | None:
        """Do what a computer player has decided; give the next that has to act.

        What was decided for a position that is no more is forgotten: somebody has taken a move
        back, or come back to their seat.
        """
        if self._still(turn, action, stand_ins):
            self._act_for(turn, action)
        return self.turn(stand_ins)

    def _still(self, turn: Turn, action: Action, stand_ins: frozenset[int]) -> bool:
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
            TableError: ``bad_token``, ``no_spectators``, ``no_match`` or ``unknown_match``.
            StorageError: if it cannot be read.
        """
        self.refresh()
        seat = self.seat_of(token) if token else None
        if token and seat is None:
            raise TableError("bad_token", "no seat of this table is held by that token")
        if seat is None and not self.plan.options.spectators:
            raise TableError("no_spectators", "nobody may watch at this table")
        match = self.match
        if match is None:
            raise TableError("no_match", "the match begins when all seats are taken")
        if match_id and match_id != match.setup.id:
            if match_id not in self.plan.matches:
                raise TableError("unknown_match", "that match was not played here")
            match = self._library.load(match_id)
        return match.record(seat)

    def table(self, presence: Mapping[int, bool], spectators: int) -> Table:
        """Give the table as everybody sees it.

        Args:
            presence: for each person who is connected ``True``, for each one for whom a computer
                player acts ``False``.
            spectators: how many watch.
        """
        plan, match = self.plan, self.match
        over = match is not None and match.over
        seats = [
            Seat(
                chair.name,
                chair.kind,
                chair.taken,
                chair.taken and (chair.kind != PERSON or presence.get(seat) is True),
                presence.get(seat) is False,
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
        raise TableError("unknown_action", str(error)) from error
    return action
