"""The referee, which takes actions and keeps the log.

:class:`Match` has many methods, because everything outside asks it and nothing else: what everybody
may know, what a seat may ask for, and each of these a few lines over its position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, get_args, overload

from pegout import fairness
from pegout.match.draft import Automation, Draft
from pegout.match.help import Helps, is_decision
from pegout.match.log import (
    MAX_REQUEST,
    Asked,
    Entry,
    GameBegan,
    Helped,
    LogEvent,
    MatchBegan,
    MatchError,
    PracticeBegan,
    Setup,
    Undone,
    effective,
    seen_by,
)
from pegout.match.position import Position, next_dealer
from pegout.match.practice import Practice
from pegout.match.recording import record_of
from pegout.notation import Help, Record
from pegout.rules import (
    NATURE,
    RULES_VERSION,
    Accept,
    Accepted,
    Action,
    Claim,
    Claimed,
    CountEnded,
    Dealt,
    Discard,
    Discarded,
    Go,
    IllegalAction,
    Muggins,
    MugginsCalled,
    Phase,
    Play,
    Played,
    Result,
    Revealed,
    SeatView,
    StarterCut,
    View,
)
from pegout.rules.engine import apply, legal, why_not
from pegout.rules.errors import quoted
from pegout.rules.state import State, to_act
from pegout.rules.view import drawn, headline, view

__all__ = ["Keep", "Match"]


#: Stores entries, or raises; see :class:`Match`.
Keep = Callable[[Sequence[Entry]], None]

_ACTIONS: Final = frozenset(get_args(Action))

# The events that a seat decided on, as against those that had to be.
_DECISIONS: Final = (Discarded, StarterCut, Played, Claimed, MugginsCalled, Accepted)
# What a seat may do where it has something to choose that has a worth.
_CHOICES: Final = (Discard, Play, Claim, Muggins, Accept)


class Match:
    """One match, from its setup to its end.

    Args:
        setup: who plays, and by which rules.
        secrets: where the secrets of the packs come from; unpredictable unless given.
        keep: called with every batch of new entries before anything changes; what it raises is
            raised by the method that was called, and nothing has happened then.
        practice: a decision of another match, to go on from there in a match of one game.
    """

    def __init__(
        self,
        setup: Setup,
        *,
        secrets: fairness.Secrets | None = None,
        keep: Keep | None = None,
        practice: Practice | None = None,
    ) -> None:
        self._prepare(setup, secrets, keep)
        draft = self._begin()
        draft.log(MatchBegan(setup, RULES_VERSION))
        if practice is None:
            draft.begin_game(1, setup.dealer)
        else:
            draft.begin_practice(practice)
        self._keep(draft)

    def _prepare(self, setup: Setup, secrets: fairness.Secrets | None, keep: Keep | None) -> None:
        self.setup = setup
        self._secrets = secrets or fairness.fresh_secrets()
        self._store = keep
        self._automations: Mapping[int, frozenset[Automation]] = {}
        self._entries: list[Entry] = []
        self._answers: dict[tuple[int, str], int] = {}
        self._position = Position.before(setup.rules)
        # How much of the log is older than the current game, and the position before that game:
        # nothing ever takes back more, so that no answer takes longer in the hundredth game.
        self._older = 0
        self._before_game = self._position

    @classmethod
    def resume(
        cls,
        entries: Iterable[Entry],
        *,
        secrets: fairness.Secrets | None = None,
        keep: Keep | None = None,
    ) -> Match:
        """Bring a match back from its log, to the very same position.

        Raises:
            MatchError: ``bad_log`` for a log that has a gap or does not begin with a match.
        """
        log = list(entries)
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

    def _replay(self, number: int) -> Position:
        """Give the position after the entry with this number."""
        known = number >= self._older
        position = self._before_game if known else Position.before(self.setup.rules)
        for entry in effective(self._entries[self._older if known else 0 : number]):
            position = position.after(entry.event)
        return position

    def __repr__(self) -> str:
        seen = view(self._position.state, None)
        return f"<Match {headline(seen, self._names())}>"

    def __str__(self) -> str:
        """Draw the table as a spectator sees it."""
        return drawn(view(self._position.state, None), self._names())

    def _names(self) -> list[str]:
        return [seated.name for seated in self.setup.seats]

    def _check_seat(self, seat: int | None) -> None:
        players = self.setup.rules.players
        if seat is not None and seat not in range(players):
            raise MatchError(
                "bad_seat",
                f"the seats of this match are 0 to {players - 1}, and None is a spectator; "
                f"there is no seat {quoted(seat)}",
            )

    # What everybody may know

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The whole log, with everything that is secret; for storage and records only."""
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
        """The number of the entry with which the current game began."""
        return self._older + 1

    @property
    def points(self) -> tuple[int, ...]:
        """For each side, its points for the match so far."""
        return self._position.points

    @property
    def results(self) -> tuple[Result, ...]:
        """How each finished game ended."""
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
        """Where the match comes from, if it goes on from a decision of another."""
        return self._position.practice

    @property
    def to_act(self) -> frozenset[int]:
        """The seats that the match waits for."""
        return to_act(self._position.state)

    @overload
    def view(self, seat: int, at: int | None = None) -> SeatView: ...
    @overload
    def view(self, seat: int | None, at: int | None = None) -> View: ...
    def view(self, seat: int | None, at: int | None = None) -> View:
        """Give what a seat knows of the current game; ``None`` is a spectator.

        Args:
            seat: whose view.
            at: the number of an entry that still counts, to see the game as it was just after it.

        Raises:
            MatchError: ``bad_seat`` for a seat that there is not, ``no_entry`` for an entry that
                there is not.
        """
        self._check_seat(seat)
        if at is not None and not 0 <= at <= len(self._entries):
            raise MatchError(
                "no_entry",
                f"the entries of this match are 1 to {len(self._entries)}, and 0 is before the "
                f"first; there is no entry {at}",
            )
        position = self._position if at is None else self._replay(at)
        return view(position.state, seat)

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Give what a seat may do now.

        Raises:
            MatchError: ``bad_seat`` for a seat that there is not.
        """
        self._check_seat(seat)
        return legal(self._position.state, seat)

    def if_it_stands(self, seat: int) -> SeatView | None:
        """Give the view of a seat as it will be if it lets a count stand, if it is to play then.

        Where everybody else has answered a claim, the next card of a seat, or its go, also says
        that it lets the count stand: :meth:`act` takes ``Play`` and ``Go`` there too.

        Raises:
            MatchError: ``bad_seat`` for a seat that there is not.
        """
        self._check_seat(seat)
        after = _after_accepting(self._position.state, seat)
        if after is None or after.phase is not Phase.PLAY or after.turn != seat:
            return None
        draft = self._begin(self._position.having(state=after))
        if draft.done_for(seat, self._automations.get(seat, frozenset())):
            return None
        return view(after, seat)

    def seen(self, seat: int | None, since: int = 0) -> list[Entry]:
        """Give the entries after a number as a seat may see them.

        Raises:
            MatchError: ``bad_seat`` for a seat that there is not.
        """
        self._check_seat(seat)
        shown = [(entry.number, seen_by(entry.event, seat)) for entry in self._entries[since:]]
        return [Entry(number, event) for number, event in shown if event is not None]

    def effective(self, since: int = 0) -> list[Entry]:
        """Give the entries after a number that count: those that no :class:`Undone` took back.

        Args:
            since: a number; nothing that was taken back may reach behind it.
        """
        return effective(self._entries[since:])

    def record(self, seat: int | None = None) -> Record:
        """Give the record of the match: games that are over in full, the current one as seen.

        Args:
            seat: through whose eyes a game is told that is not over; ``None`` is a spectator.

        Raises:
            MatchError: ``bad_seat`` for a seat that there is not.
        """
        self._check_seat(seat)
        return record_of(self.setup, self._entries, seat)

    # What a seat may ask for

    def why_not(self, seat: int, action: Action) -> IllegalAction | None:
        """Say why a seat may not do this now, or ``None`` if it may."""
        if fault := _not_theirs(seat, action):
            return fault
        state = self._position.state
        return why_not(self._accepted_by(seat, action) or state, action)

    def _accepted_by(self, seat: int, action: Action) -> State | None:
        """Give the state after a count that an action lets stand, if it does."""
        if not isinstance(action, Play | Go) or seat not in range(self.setup.rules.players):
            return None
        if self.if_it_stands(seat) is None:
            return None
        return _after_accepting(self._position.state, seat)

    def act(self, seat: int, action: Action, request: str = "") -> tuple[Entry, ...]:
        """Do what a seat asks for, and all that follows from it by itself.

        Where a person would stop the game, every computer player agrees.

        Args:
            seat: who asks.
            action: what for.
            request: a name that the seat gives its request, to send it again without having it
                done twice; see :meth:`answered`.

        Raises:
            IllegalAction: if the rules do not allow it; nothing has changed then.
            MatchError: ``answered`` if the seat has had a request of this name granted.
        """
        if fault := _not_theirs(seat, action):
            raise fault
        draft = self._draft(seat, request)
        if self._accepted_by(seat, action):
            draft.act(Accept(seat))
        draft.act(action)
        return self._keep(draft)

    def answered(self, seat: int, request: str) -> int | None:
        """Give the number of the entry that a request of a seat became, if it was granted."""
        return self._answers.get((seat, request))

    def note(self, seat: int, request: str) -> tuple[Entry, ...]:
        """Log a request that is granted though nothing is left to do: another was quicker.

        Args:
            seat: who asks.
            request: the name of the request; see :meth:`act`.

        Raises:
            MatchError: ``answered`` if the seat has had a request of this name granted.
        """
        return self._keep(self._draft(seat, request))

    def _begin(self, position: Position | None = None) -> Draft:
        return Draft(self.setup, self._secrets, self._automations, position or self._position)

    def _draft(self, seat: int, request: str) -> Draft:
        """Begin to answer a request."""
        draft = self._begin()
        if request:
            if not (len(request) <= MAX_REQUEST and request.isprintable()):
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

    def automate(self, seat: int, automations: Iterable[Automation]) -> tuple[Entry, ...]:
        """Have the table do these things for a seat from now on, in place of what it did before.

        Returns:
            What followed from it at once.

        Raises:
            MatchError: ``bad_seat`` for a seat that there is not.
        """
        self._check_seat(seat)
        draft = self._begin()
        draft.automations = {**self._automations, seat: frozenset(automations)}
        draft.automate()
        entries = self._keep(draft)
        self._automations = draft.automations
        return entries

    @property
    def automations(self) -> Mapping[int, frozenset[Automation]]:
        """What the table does for each seat."""
        return self._automations

    def next_dealer(self) -> int | None:
        """Say who deals first in the game after this one, once this one is over."""
        return next_dealer(self.setup, self._position)

    def next_game(self, seat: int = 0, request: str = "") -> tuple[Entry, ...]:
        """Begin the next game of the match.

        Args:
            seat: who asks for it.
            request: the name of the request; see :meth:`act`.

        Raises:
            MatchError: ``not_over`` while a game is being played, ``match_over`` after the last,
                ``bad_seat`` for a seat that there is not.
        """
        self._check_seat(seat)
        if self.over:
            raise MatchError("match_over", "the match is over; set up another")
        if not self.game_over:
            raise MatchError("not_over", "finish this game before the next")
        draft = self._draft(seat, request)
        draft.begin_game(self.game + 1, self.next_dealer())
        return self._keep(draft)

    def can_undo(self, seat: int) -> bool:
        """Whether a seat may take its last decision back."""
        self._check_seat(seat)
        return self._undo_to(seat) is not None

    def undo(self, seat: int, request: str = "") -> tuple[Entry, ...]:
        """Take back a seat's last decision of this deal, and all that followed from it.

        Only against computer players, and only until the secret of the deal is published: after
        that the cards of the others are known.

        Args:
            seat: who takes it back.
            request: the name of the request; see :meth:`act`.

        Raises:
            MatchError: ``no_undo`` if there is nothing that may be taken back, ``bad_seat`` for a
                seat that there is not.
        """
        self._check_seat(seat)
        to = self._undo_to(seat)
        if to is None:
            raise MatchError(
                "no_undo", "a decision can be taken back against the computer, in the same deal"
            )
        draft = self._draft(seat, request)
        draft.undo(Undone(seat, to), self._replay(to))
        return self._keep(draft)

    def note_help(self, seat: int, help_: Help, since: int) -> tuple[Entry, ...]:
        """Log that a seat had help with the decision that it has to make.

        Nothing is logged twice, and nothing where the seat has decided meanwhile.

        Args:
            seat: who was helped.
            help_: by what.
            since: the number of the last entry when help was asked for.

        Raises:
            MatchError: ``no_hint`` where other persons play and the game is not over, ``bad_seat``
                for a seat that there is not.
        """
        self._check_seat(seat)
        if not self._is_alone(seat) and not self.game_over:
            raise MatchError("no_hint", "a player is helped in games against the computer")
        moved = any(
            isinstance(event, Undone) or is_decision(event, seat)
            for _, event in self._entries[since:]
        )
        if moved or not any(isinstance(one, _CHOICES) for one in self.legal(seat)):
            return ()
        ahead = Helps.of(self._entries[self._older :]).ahead[seat]
        if ahead and help_ in ahead[0]:
            return ()
        draft = self._begin()
        draft.log(Helped(seat, help_))
        return self._keep(draft)

    def _is_alone(self, seat: int) -> bool:
        """Whether all the others are computer players."""
        others = (seated for place, seated in enumerate(self.setup.seats) if place != seat)
        return not any(seated.kind == "person" for seated in others)

    def _undo_to(self, seat: int) -> int | None:
        """Give the number of the entry before a seat's last decision of this deal."""
        if not self._is_alone(seat):
            return None
        line = self.effective(self._older)
        for index in range(len(line) - 1, 0, -1):
            event = line[index].event
            if isinstance(event, Revealed | Dealt):
                return None
            if isinstance(event, _DECISIONS) and event.seat == seat:
                before = line[index - 1].number
                if not self._is_part_of_play(event) and not self._is_done_for(seat, before):
                    return before
        return None

    @staticmethod
    def _is_part_of_play(event: LogEvent) -> bool:
        """Whether this is what a seat said as it laid a card: the two are taken back together."""
        return isinstance(event, Claimed) and event.reason == "play"

    def _is_done_for(self, seat: int, number: int) -> bool:
        """Whether the table would at once do again what a seat did after this entry."""
        wanted = self._automations.get(seat)
        if not wanted:
            return False
        draft = self._begin(self._replay(number))
        return draft.done_for(seat, wanted) is not None

    def _keep(self, draft: Draft) -> tuple[Entry, ...]:
        """Store what a draft has logged, and only then let it have happened."""
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


def _after_accepting(state: State, seat: int) -> State | None:
    """Give the state after the last seat that a claim awaits has let it stand.

    Nothing where that would tell the seat, before it answers, whether a hidden card fits.
    """
    claim = state.claim
    if claim is None or claim.awaiting != {seat}:
        return None
    after, events = apply(state, Accept(seat))
    ended = any(isinstance(event, CountEnded) for event in events)
    public = state.count == 31 or not state.hands[claim.seat]
    return None if ended and not public else after


def _not_theirs(seat: int, action: Action) -> IllegalAction | None:
    """Say why this is nothing for a seat to ask for, whatever the game waits for."""
    if type(action) not in _ACTIONS:
        return IllegalAction("unknown_action", f"expected an action, not {quoted(action, 80)}")
    if action.seat != seat or seat == NATURE:
        return IllegalAction(
            "not_your_seat",
            f"seat {quoted(seat)} cannot act for another, and {quoted(action, 80)} is one of "
            f"seat {quoted(action.seat)}",
        )
    return None
