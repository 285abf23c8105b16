"""The referee, which takes actions and maintains the log.

:class:`Match` has many methods, because it is the only interface of a match: for what everyone may
know and for every request of a seat. Each method is a few lines over the position of the match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import wraps
from threading import Lock
from typing import Any, Concatenate, Final, ParamSpec, Self, TypeVar, get_args, overload

from pegout import fairness
from pegout.cards import UNKNOWN
from pegout.match.draft import Automation, Draft
from pegout.match.help import Helps, is_decision
from pegout.match.log import (
    MAX_REQUEST,
    Asked,
    Entry,
    GameBegan,
    Guided,
    Helped,
    MatchBegan,
    MatchError,
    PackPlanned,
    PositionSet,
    PracticeBegan,
    Seated,
    Setup,
    Undone,
    effective,
    seen_by,
)
from pegout.match.position import Position, next_dealer
from pegout.match.practice import Practice
from pegout.match.recording import record_of
from pegout.notation import Help, Record, read_position, write_position
from pegout.notation.help import CHOSEN, is_part_of_play
from pegout.numbers import whole_number
from pegout.rules import (
    NATURE,
    RULES_VERSION,
    Action,
    IllegalAction,
    Phase,
    Result,
    SeatView,
    View,
    actions,
    events,
)
from pegout.rules.actions import plain_action
from pegout.rules.engine import apply, legal, why_not
from pegout.rules.errors import quoted
from pegout.rules.state import State, to_act
from pegout.rules.view import draw, headline, view

#: Stores entries, or raises; see :class:`Match`.
Keep = Callable[[Sequence[Entry]], None]

_P = ParamSpec("_P")
_T = TypeVar("_T")

_ACTIONS: Final = frozenset(get_args(Action))

# The events that a seat decided, as opposed to forced ones.
_DECISIONS: Final = (events.StarterCut, *CHOSEN)
# The actions that involve a choice of some value.
_CHOICES: Final = (actions.Discard, actions.Play, actions.Claim, actions.Muggins, actions.Accept)


def _alone(change: Callable[Concatenate[Match, _P], _T]) -> Callable[Concatenate[Match, _P], _T]:
    """Let one thread at a time change a match, and refuse others, whose changes would be lost."""

    @wraps(change)
    def alone(match: Match, /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        if not match._lock.acquire(blocking=False):
            raise MatchError(
                "in_use",
                "this match is just being changed, by another thread or by what stores it; let "
                "one thread play it, or give each thread its own match.copy()",
            )
        try:
            return change(match, *args, **kwargs)
        finally:
            match._lock.release()

    return alone


class Match:
    """One match, from its setup to its end.

    One thread at a time may change it; another is refused. A copy and a pickle have the whole log,
    with the secrets, but store nothing: they have no ``keep``.

    Args:
        setup: the players and the rules.
        secrets: the source of the secrets of the packs; unpredictable unless given.
        keep: called with every batch of new entries before anything changes; if it raises, the
            calling method raises the same error and nothing has changed.
        practice: a decision of another match, to continue from it in a match of one game, or a
            lesson that chooses the first deals.
        planned: the packs of the first deals, those of another match; see
            :func:`~pegout.match.plan_deals`. The setup has the id of these ``packs``.

    Raises:
        MatchError: ``bad_setup`` for anything but a setup, or for secrets that are no function;
            ``bad_packs`` for planned packs without their id.
        IllegalAction: ``bad_seat`` where the dealer is to be chosen and the setup names none.
    """

    def __init__(
        self,
        setup: Setup,
        *,
        secrets: fairness.Secrets | None = None,
        keep: Keep | None = None,
        practice: Practice | None = None,
        planned: Sequence[PackPlanned] = (),
    ) -> None:
        if not isinstance(setup, Setup):
            raise MatchError(
                "bad_setup", f"expected pegout.Setup(id, rules, seats), not {setup!r:.60}"
            )
        if not isinstance(planned, list | tuple) or not all(
            isinstance(pack, PackPlanned) for pack in planned
        ):
            raise MatchError(
                "bad_packs",
                "expected planned packs as pegout.match.plan_deals(record) gives them, not "
                f"{quoted(planned, 60)}",
            )
        if planned and not setup.packs:
            raise MatchError("bad_packs", "planned packs need the id in their commitments: packs")
        self._prepare(setup, secrets, keep)
        draft = self._begin()
        draft.log(MatchBegan(setup, RULES_VERSION))
        draft.plan(planned)
        if practice is None:
            draft.begin_game(1, setup.dealer)
        else:
            draft.begin_practice(practice)
        self._keep(draft)

    def _prepare(self, setup: Setup, secrets: fairness.Secrets | None, keep: Keep | None) -> None:
        self.setup = setup
        self._lock = Lock()
        self._secrets = fairness.fresh_secrets() if secrets is None else secrets
        if not callable(self._secrets):
            raise MatchError(
                "bad_setup",
                f"expected secrets such as pegout.seeded_secrets('seed'), not {secrets!r:.40}",
            )
        if keep is not None and not callable(keep):
            raise MatchError(
                "bad_setup", f"expected keep to be a function of new entries, not {keep!r:.40}"
            )
        self._store = keep
        self._automations: Mapping[int, frozenset[Automation]] = {}
        self._entries: list[Entry] = []
        self._answers: dict[tuple[int, str], int] = {}
        self._position = Position.before(setup.rules)
        # The number of entries before the current game, and the position before that game. No undo
        # reaches further back, so a request takes as long in the hundredth game as in the first.
        self._older = 0
        self._before_game = self._position

    def copy(self) -> Match:
        """Return a copy that goes on by itself, for a program that tries what would happen.

        It has the whole truth, hidden cards too. A player looks at ``view.sample`` instead.

        >>> from pegout.match import Seated
        >>> match = Match(Setup("example", "half", (Seated("Ann"), Seated("Ben"))))
        >>> entries = match.copy().act(0, match.legal(0)[0])
        >>> sorted(match.to_act)
        [0, 1]
        """
        return copy(self)

    def __getstate__(self) -> dict[str, object]:
        state = {name: value for name, value in vars(self).items() if name != "_lock"}
        return {
            **state,
            "_entries": self._entries.copy(),
            "_answers": self._answers.copy(),
            "_store": None,
        }

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state)
        self._lock = Lock()

    def position(self) -> str:
        """Return the position of the current game as one line of text, with all hidden cards.

        :func:`pegout.write_position` writes a view: what one seat knows.

        >>> from pegout.match import Seated
        >>> setup = Setup("example", "half", (Seated("Ann"), Seated("Ben")), dealer=1)
        >>> Match(setup).position().split("~")[:4]
        ['1', 'half', 'ready', 'deal-1-1']

        Raises:
            PositionError: ``unsettled`` for a moment that is none between two actions.
        """
        return write_position(self._position.state)

    @classmethod
    def from_position(
        cls,
        position: str | State,
        seats: Sequence[Seated] = (),
        *,
        id: str = "position",
        secrets: fairness.Secrets | None = None,
        keep: Keep | None = None,
    ) -> Match:
        """Begin a match of one game in the middle, at a position.

        The cards of the deal have no secret, so nobody can verify them; those of later deals have.
        Such a match has no record, because what happened before the position is not known.

        Args:
            position: the text of a position, or a state such as :meth:`pegout.SeatView.sample`
                draws. All its cards have to be known.
            seats: the player at each seat; persons called ``seat 0`` and so on unless given.
            id: the name of the match, as in :class:`Setup`.
            secrets: as for a match.
            keep: as for a match.

        >>> from random import Random
        >>> from pegout.match import Seated
        >>> setup = Setup("example", "half", (Seated("Ann"), Seated("Ben")), dealer=1)
        >>> sampled = Match(setup).view(0).sample(Random(7))
        >>> Match.from_position(sampled)
        <Match half, deal 1, seat 0 0 seat 1 0, seat 0 and seat 1 to ready>

        Raises:
            PositionError: for a text that is no position.
            MatchError: ``bad_position`` for a game that is over or waits for the pack, or for
                anything else; ``unknown_cards``; and as :class:`Setup`.
        """
        state = _to_play_on(position)
        names = [Seated(f"seat {seat}") for seat in range(state.rules.players)]
        setup = Setup(id, state.rules, tuple(seats or names), dealer=state.dealer)
        match = cls.__new__(cls)
        match._prepare(setup, secrets, keep)
        draft = match._begin()
        draft.log(MatchBegan(setup, RULES_VERSION))
        draft.begin_position(state, write_position(state))
        match._keep(draft)
        return match

    @classmethod
    def resume(
        cls,
        entries: Iterable[Entry],
        *,
        secrets: fairness.Secrets | None = None,
        keep: Keep | None = None,
    ) -> Self:
        """Restore a match from its log, to exactly the same position.

        Raises:
            MatchError: ``bad_log`` for a log that has a gap or does not begin with a match, or for
                anything else.
        """
        log = _log(entries)
        if [entry.number for entry in log] != list(range(1, len(log) + 1)):
            raise MatchError("bad_log", "the entries of a log are numbered 1, 2, 3 without a gap")
        first = log[0].event if log else None
        if not isinstance(first, MatchBegan):
            raise MatchError("bad_log", "a log begins with the match and its setup")
        match = cls.__new__(cls)
        match._prepare(first.setup, secrets, keep)
        match._entries = log
        match._note_answers(log)
        for number, event in effective(log):
            if isinstance(event, GameBegan):
                match._older, match._before_game = number - 1, match._position
            match._position = match._position.after(event)
        return match

    @_alone
    def catch_up(self, entries: Iterable[Entry]) -> None:
        """Take over what another owner of this match has stored since.

        Raises:
            MatchError: ``bad_log`` for entries that do not follow the last one of this match.
        """
        log = _log(entries)
        first = self.number + 1
        if [entry.number for entry in log] != list(range(first, first + len(log))):
            raise MatchError(
                "bad_log", f"expected the entries after {self.number}, without a gap, and no others"
            )
        ahead = self.copy()
        for entry in log:
            ahead._entries.append(entry)
            if isinstance(entry.event, GameBegan):
                ahead._older, ahead._before_game = entry.number - 1, ahead._position
            ahead._position = (
                ahead._replay(entry.number)
                if isinstance(entry.event, Undone)
                else ahead._position.after(entry.event)
            )
        self._entries, self._position = ahead._entries, ahead._position
        self._older, self._before_game = ahead._older, ahead._before_game
        self._note_answers(log)

    def _replay(self, number: int) -> Position:
        """Return the position after the entry with this number."""
        known = number >= self._older
        position = self._before_game if known else Position.before(self.setup.rules)
        for entry in effective(self._entries[self._older if known else 0 : number]):
            position = position.after(entry.event)
        return position

    def __repr__(self) -> str:
        seen = view(self._position.state, None)
        return f"<Match {headline(seen, self._names())}>"

    def __str__(self) -> str:
        """Return the table in characters, as a spectator sees it."""
        return draw(view(self._position.state, None), self._names())

    def _repr_svg_(self) -> str:
        """Return the table as a picture for notebooks, as a spectator sees it."""
        from pegout.svg import table_svg

        return table_svg(view(self._position.state, None), self._names())

    def _names(self) -> list[str]:
        return [seated.name for seated in self.setup.seats]

    @overload
    def _known_seat(self, seat: int) -> int: ...
    @overload
    def _known_seat(self, seat: int | None) -> int | None: ...
    def _known_seat(self, seat: int | None) -> int | None:
        """Return a seat of this match as an int, or None for a spectator; or raise."""
        players = self.setup.rules.players
        number = whole_number(seat)
        if seat is not None and number not in range(players):
            raise MatchError(
                "bad_seat",
                f"the seats of this match are 0 to {players - 1}, and None is a spectator; "
                f"there is no seat {quoted(seat)}",
            )
        return number

    # Public information

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The whole log, with all secrets; for storage and records only."""
        return tuple(self._entries)

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return len(self._entries)

    @property
    def game(self) -> int:
        """The number of the current game, from 1."""
        return self._position.game

    @property
    def game_began(self) -> int:
        """The number of the first entry of the current game."""
        return self._older + 1

    @property
    def points(self) -> tuple[int, ...]:
        """The match points of each side so far."""
        return self._position.points

    @property
    def results(self) -> tuple[Result, ...]:
        """The results of the finished games."""
        return self._position.results

    @property
    def game_over(self) -> bool:
        """Whether the current game is over."""
        return self._position.state.phase is Phase.OVER

    @property
    def over(self) -> bool:
        """Whether the whole match is over."""
        return self._position.over

    @property
    def practice(self) -> PracticeBegan | None:
        """The origin of a practice match, if it is one."""
        return self._position.practice

    @property
    def to_act(self) -> frozenset[int]:
        """The seats whose action the match awaits."""
        return to_act(self._position.state)

    @overload
    def view(self, seat: int, at: int | None = None) -> SeatView: ...
    @overload
    def view(self, seat: int | None, at: int | None = None) -> View: ...
    def view(self, seat: int | None, at: int | None = None) -> View:
        """Return what a seat knows of the current game; ``None`` is a spectator.

        Args:
            seat: the seat whose view to return.
            at: the number of an effective entry, for the view just after it.

        Raises:
            MatchError: ``bad_seat`` for a seat that does not exist, ``no_entry`` for an entry that
                does not exist.
        """
        seat = self._known_seat(seat)
        number = whole_number(at)
        if at is not None and (number is None or not 0 <= number <= len(self._entries)):
            raise MatchError(
                "no_entry",
                f"the entries of this match are 1 to {len(self._entries)}, and 0 is before the "
                f"first; there is no entry {quoted(at)}",
            )
        position = self._position if number is None else self._replay(number)
        return view(position.state, seat)

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Return the legal actions of a seat.

        Raises:
            MatchError: ``bad_seat`` for a seat that does not exist.
        """
        seat = self._known_seat(seat)
        return legal(self._position.state, seat)

    def if_it_stands(self, seat: int) -> SeatView | None:
        """Return a seat's view after it accepts a pending claim, if the seat would then play.

        Where this seat is the last to answer a claim, its next card or go also accepts the claim:
        :meth:`act` takes ``Play`` and ``Go`` there too.

        Raises:
            MatchError: ``bad_seat`` for a seat that does not exist.
        """
        seat = self._known_seat(seat)
        after = _after_accepting(self._position.state, seat)
        if after is None or after.phase is not Phase.PLAY or after.turn != seat:
            return None
        draft = self._begin(self._position.having(state=after))
        if draft.done_for(seat, self._automations.get(seat, frozenset())):
            return None
        return view(after, seat)

    def seen(self, seat: int | None, since: int = 0) -> list[Entry]:
        """Return the entries after a number as a seat may see them.

        Raises:
            MatchError: ``bad_seat`` for a seat that does not exist.
        """
        seat = self._known_seat(seat)
        shown = [(entry.number, seen_by(entry.event, seat)) for entry in self._entries[since:]]
        return [Entry(number, event) for number, event in shown if event is not None]

    def effective(self, since: int = 0) -> list[Entry]:
        """Return the effective entries after a number: those that no :class:`Undone` took back.

        Args:
            since: a number; no undo after it may reach back beyond it.
        """
        return effective(self._entries[since:])

    def record(self, seat: int | None = None) -> Record:
        """Return the record of the match: finished games in full, the current one as seen.

        Args:
            seat: the seat whose view an unfinished game is recorded from; ``None`` is a spectator.

        Raises:
            MatchError: ``bad_seat`` for a seat that does not exist, ``no_record`` for a match that
                began at a position.
        """
        seat = self._known_seat(seat)
        if any(isinstance(entry.event, PositionSet) for entry in self._entries[:3]):
            raise MatchError(
                "no_record",
                "a match that began at a position has no record, for what happened before is not "
                "known; match.position() says where it is, and a match of practice from there has "
                "a record: Match(setup, practice=pegout.match.practice_position(state, seat))",
            )
        return record_of(self.setup, self._entries, seat)

    # Requests of a seat

    def why_not(self, seat: int, action: Action) -> IllegalAction | None:
        """Return why a seat may not do this now, or ``None`` if it may."""
        if fault := _not_theirs(seat, action) or self._adds_text(action):
            return fault
        state = self._position.state
        return why_not(self._accepted_by(seat, action) or state, action)

    def _adds_text(self, action: Action) -> IllegalAction | None:
        """Return why no text is added to the shuffle, if an action does where packs are shared."""
        if not (self.setup.packs and isinstance(action, actions.Ready) and action.contribution):
            return None
        return IllegalAction(
            "bad_contribution",
            "the same packs are dealt at other tables, so nothing can be added to a shuffle",
        )

    def _accepted_by(self, seat: int, action: Action) -> State | None:
        """Return the state after the claim that an action accepts implicitly, if it does."""
        players = range(self.setup.rules.players)
        if not isinstance(action, actions.Play | actions.Go) or seat not in players:
            return None
        if self.if_it_stands(seat) is None:
            return None
        return _after_accepting(self._position.state, seat)

    @_alone
    def act(self, seat: int, action: Action, request: str = "") -> tuple[Entry, ...]:
        """Execute an action of a seat, and everything that follows automatically.

        Where a person offers to stop the game, every computer player agrees.

        Args:
            seat: the seat that makes the request.
            action: the action. Its cards may be given by their names.
            request: a name that the seat gives its request, so that a retry is not executed
                twice; see :meth:`answered`.

        Raises:
            IllegalAction: if the rules do not allow the action; nothing has changed then.
            MatchError: ``answered`` if a request of this name was already granted to the seat.
        """
        if type(action) in _ACTIONS:
            action = plain_action(action)
        number = whole_number(seat)
        seat = seat if number is None else number
        if fault := _not_theirs(seat, action) or self._adds_text(action):
            raise fault
        draft = self._draft(seat, request)
        if self._accepted_by(seat, action):
            draft.act(actions.Accept(seat))
        draft.act(action)
        return self._keep(draft)

    def find_answer(self, seat: int, request: str) -> int | None:
        """Return the number of the entry of a granted request, or ``None`` for any other."""
        return self._answers.get((seat, request))

    @_alone
    def note(self, seat: int, request: str) -> tuple[Entry, ...]:
        """Log a request that is granted with nothing left to do, because another came first.

        Args:
            seat: the seat that makes the request.
            request: the name of the request; see :meth:`act`.

        Raises:
            MatchError: ``answered`` if a request of this name was already granted to the seat.
        """
        return self._keep(self._draft(seat, request))

    def _begin(self, position: Position | None = None) -> Draft:
        return Draft(self.setup, self._secrets, self._automations, position or self._position)

    def _draft(self, seat: int, request: str) -> Draft:
        """Return a draft for a request, with the request logged."""
        draft = self._begin()
        if request:
            named = isinstance(request, str) and request.isprintable()
            if not (named and len(request) <= MAX_REQUEST):
                raise MatchError(
                    "bad_request",
                    f"a request has a name of at most {MAX_REQUEST} printable characters, "
                    f"not {request!r:.80}",
                )
            if (seat, request) in self._answers:
                raise MatchError("answered", "that was asked for already, and has been done")
            draft.log(Asked(seat, request))
        return draft

    def _note_answers(self, entries: Iterable[Entry]) -> None:
        for number, event in entries:
            if isinstance(event, Asked):
                self._answers[event.seat, event.request] = number

    @_alone
    def automate(self, seat: int, automations: Iterable[Automation]) -> tuple[Entry, ...]:
        """Set the automations of a seat, in place of its previous ones.

        Returns:
            The entries that followed at once.

        Raises:
            MatchError: ``bad_seat`` for a seat that does not exist, ``bad_setup`` for anything but
                automations.
        """
        seat = self._known_seat(seat)
        draft = self._begin()
        draft.automations = {**self._automations, seat: _automations(automations)}
        draft.automate()
        entries = self._keep(draft)
        self._automations = draft.automations
        return entries

    @property
    def automations(self) -> Mapping[int, frozenset[Automation]]:
        """The automations of each seat."""
        return self._automations

    def next_dealer(self) -> int | None:
        """Return the first dealer of the next game, once this one is over."""
        return next_dealer(self.setup, self._position)

    @_alone
    def next_game(self, seat: int = 0, request: str = "") -> tuple[Entry, ...]:
        """Begin the next game of the match.

        Args:
            seat: the seat that makes the request.
            request: the name of the request; see :meth:`act`.

        Raises:
            MatchError: ``not_over`` while a game is being played, ``match_over`` after the last,
                ``bad_seat`` for a seat that does not exist.
        """
        seat = self._known_seat(seat)
        if self.over:
            raise MatchError("match_over", "the match is over; set up another")
        if not self.game_over:
            raise MatchError("not_over", "finish this game before the next")
        draft = self._draft(seat, request)
        draft.begin_game(self.game + 1, self.next_dealer())
        return self._keep(draft)

    def can_undo(self, seat: int) -> bool:
        """Return whether a seat may take back its last decision."""
        seat = self._known_seat(seat)
        return self._undo_to(seat) is not None

    @_alone
    def undo(self, seat: int, request: str = "") -> tuple[Entry, ...]:
        """Take back a seat's last decision of this deal, and all its consequences.

        This is possible only against computer players, and only until the secret of the deal is
        published: the secret reveals the opponents' cards.

        Args:
            seat: the seat that takes back its decision.
            request: the name of the request; see :meth:`act`.

        Raises:
            MatchError: ``no_undo`` if no decision may be taken back, ``bad_seat`` for a seat that
                does not exist.
        """
        seat = self._known_seat(seat)
        to = self._undo_to(seat)
        if to is None:
            raise MatchError(
                "no_undo", "a decision can be taken back against the computer, in the same deal"
            )
        draft = self._draft(seat, request)
        draft.undo(Undone(seat, to), self._replay(to))
        return self._keep(draft)

    @_alone
    def note_help(self, seat: int, help_: Help, since: int) -> tuple[Entry, ...]:
        """Log that a seat had help with its next decision.

        Nothing is logged twice, and nothing if the seat has decided in the meantime.

        Args:
            seat: the seat that had help.
            help_: the kind of help.
            since: the number of the last entry when the help was requested.

        Raises:
            MatchError: ``no_hint`` where other persons play and the game is not over, ``bad_seat``
                for a seat that does not exist.
        """
        seat = self._known_seat(seat)
        if not self._is_alone(seat) and not self.game_over:
            raise MatchError("no_hint", "a player is helped in games against the computer")
        moved = any(
            isinstance(event, Undone) or is_decision(event, seat)
            for _, event in self._entries[since:]
        )
        if moved or not any(isinstance(action, _CHOICES) for action in self.legal(seat)):
            return ()
        ahead = Helps.of(self._entries[self._older :]).ahead[seat]
        if ahead and help_ in ahead[0]:
            return ()
        draft = self._begin()
        draft.log(Helped(seat, help_))
        return self._keep(draft)

    @_alone
    def note_guided(
        self, seat: int, step: str, answer: str, request: str = ""
    ) -> tuple[Entry, ...]:
        """Log how a seat answered a step of a lesson.

        Args:
            seat: the seat that is taught.
            step: the name of the step.
            answer: what the seat answered, as the lesson reads it.
            request: the name of the request; see :meth:`act`.

        Raises:
            MatchError: ``no_lesson`` where no lesson is given, ``bad_seat`` for a seat that does
                not exist, ``answered`` if a request of this name was already granted to the seat.
        """
        seat = self._known_seat(seat)
        if self.practice is None or not self.practice.lesson:
            raise MatchError("no_lesson", "no lesson is given in this match")
        draft = self._draft(seat, request)
        draft.log(Guided(seat, step, answer))
        return self._keep(draft)

    def _is_alone(self, seat: int) -> bool:
        """Return whether all other seats have computer players."""
        others = (seated for other, seated in enumerate(self.setup.seats) if other != seat)
        return not any(seated.kind == "person" for seated in others)

    def _undo_to(self, seat: int) -> int | None:
        """Return the number of the entry before a seat's last decision of this deal."""
        if not self._is_alone(seat):
            return None
        line = self.effective(self._older)
        for index in range(len(line) - 1, 0, -1):
            event = line[index].event
            if isinstance(event, events.Revealed | events.Dealt):
                return None
            if isinstance(event, _DECISIONS) and event.seat == seat:
                before = line[index - 1].number
                if not is_part_of_play(event) and not self._is_done_for(seat, before):
                    return before
        return None

    def _is_done_for(self, seat: int, number: int) -> bool:
        """Return whether the automations would repeat the seat's action after this entry."""
        wanted = self._automations.get(seat)
        if not wanted:
            return False
        draft = self._begin(self._replay(number))
        return draft.done_for(seat, wanted) is not None

    def _keep(self, draft: Draft) -> tuple[Entry, ...]:
        """Store the entries of a draft, and only then adopt its position."""
        first = len(self._entries) + 1
        entries = tuple(map(Entry, range(first, first + len(draft.events)), draft.events))
        if entries and self._store is not None:
            self._store(entries)
        if draft.before_game is not None:
            offset, self._before_game = draft.before_game
            self._older = len(self._entries) + offset
        self._entries.extend(entries)
        self._note_answers(entries)
        self._position = draft.position
        return entries


def _automations(given: object) -> frozenset[Automation]:
    """Return automations, which may be given by their names, as a set, or raise."""
    known = [*Automation]
    named: list[Any] = [None]
    if isinstance(given, Iterable) and not isinstance(given, str):
        named = [*given]
    if not all(one in known for one in named):
        raise MatchError(
            "bad_setup",
            f"expected a list of automations, some of {', '.join(known)}; not {quoted(given, 60)}",
        )
    return frozenset([Automation(one) for one in named])


def _log(entries: object) -> list[Entry]:
    """Return the entries of a log as a list, or raise."""
    given = list(entries) if isinstance(entries, Iterable) else [None]
    log = [entry for entry in given if isinstance(entry, Entry)]
    if len(log) != len(given):
        raise MatchError(
            "bad_log", f"expected the entries of a match, match.entries, not {quoted(entries, 60)}"
        )
    return log


def _to_play_on(position: str | State) -> State:
    """Return the state of a position from which a game can go on, or raise."""
    if isinstance(position, str):
        state = read_position(position)
    elif isinstance(position, State):
        state = position
    else:
        raise MatchError(
            "bad_position",
            "expected the text of a position, as match.position() gives it, or a state, as "
            f"view.sample(chance) does; not {quoted(position, 60)}",
        )
    if state.phase in (Phase.SHUFFLE, Phase.OVER):
        raise MatchError("bad_position", f"nobody can go on from the phase {state.phase}")
    cards = [*state.pack, *state.from_pack, *(card for hand in state.dealt for card in hand)]
    if UNKNOWN in cards:
        raise MatchError(
            "unknown_cards",
            "a game goes on only where all cards are known; draw those that a seat does not know "
            "with view.sample(random.Random())",
        )
    if state.phase is Phase.READY:
        # The next pack is committed to before anybody is ready for it.
        state = state.having(ready=frozenset(), contributions=("",) * state.rules.players)
    return state.having(sealed=())


def _after_accepting(state: State, seat: int) -> State | None:
    """Return the state after the last awaited seat accepts a claim.

    Return ``None`` where that would reveal to the seat whether a hidden card fits.
    """
    claim = state.claim
    if claim is None or claim.awaiting != {seat}:
        return None
    after, following = apply(state, actions.Accept(seat))
    ended = any(isinstance(event, events.CountEnded) for event in following)
    public = state.count == 31 or not state.hands[claim.seat]
    return None if ended and not public else after


def _not_theirs(seat: int, action: Action) -> IllegalAction | None:
    """Return why a seat may never request this, whatever the game waits for."""
    if type(action) not in _ACTIONS:
        return IllegalAction("unknown_action", f"expected an action, not {quoted(action, 80)}")
    if action.seat != seat or seat == NATURE:
        return IllegalAction(
            "not_your_seat",
            f"seat {quoted(seat)} cannot act for another, and {quoted(action, 80)} is one of "
            f"seat {quoted(action.seat)}",
        )
    return None
