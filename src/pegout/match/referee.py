"""The referee, which takes actions, keeps the log, and does for seats what they leave to it.

:class:`Match` has many methods, because everything outside asks it and nothing else: what everybody
may know, what a seat may ask for, and each of these a few lines over its position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final

from pegout import fairness
from pegout.match.log import (
    MAX_REQUEST,
    Asked,
    Entry,
    GameBegan,
    LogEvent,
    MatchBegan,
    MatchEnded,
    MatchError,
    SecretDrawn,
    Setup,
    Undone,
    effective,
    seen_by,
)
from pegout.match.position import Position, next_dealer
from pegout.match.recording import record_of
from pegout.notation import Record
from pegout.rules import (
    NATURE,
    RULES_VERSION,
    Accept,
    Accepted,
    Action,
    Claimed,
    Commit,
    Cut,
    CutForDeal,
    DealEnded,
    DealerChosen,
    Discarded,
    GameEnded,
    Go,
    IllegalAction,
    MugginsCalled,
    Phase,
    Play,
    Played,
    Ready,
    Result,
    Reveal,
    Revealed,
    SaidReady,
    Shuffle,
    StarterCut,
    View,
)
from pegout.rules.engine import apply, legal, why_not
from pegout.rules.state import to_act
from pegout.rules.view import view

__all__ = ["Automation", "Keep", "Match"]


class Automation(StrEnum):
    """What the table may do for a seat."""

    READY = "ready"
    CUT_FOR_DEAL = "cut_for_deal"
    CUT = "cut"
    GO = "go"
    ONLY_CARD = "only_card"
    ACCEPT = "accept"


#: Stores entries, or raises; see :class:`Match`.
Keep = Callable[[Sequence[Entry]], None]

# The events that a seat decided on, as against those that had to be.
_DECISIONS: Final = (Discarded, StarterCut, Played, Claimed, MugginsCalled, Accepted)

# The events after which the referee has something to do.
_ENDS: Final = frozenset((DealEnded, DealerChosen, GameEnded, SaidReady))


class Match:
    """One match, from its setup to its end.

    Args:
        setup: who plays, and by which rules.
        secrets: where the secrets of the packs come from; unpredictable unless given.
        keep: called with every batch of new entries before anything changes; what it raises is
            raised by the method that was called, and nothing has happened then.
    """

    def __init__(
        self,
        setup: Setup,
        *,
        secrets: fairness.Secrets | None = None,
        keep: Keep | None = None,
    ) -> None:
        self._prepare(setup, secrets, keep)
        draft = _Draft(self)
        draft.log(MatchBegan(setup, RULES_VERSION))
        draft.begin_game(1, setup.dealer)
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
    def to_act(self) -> frozenset[int]:
        """The seats that the match waits for."""
        return to_act(self._position.state)

    def view(self, seat: int | None, at: int | None = None) -> View:
        """Give what a seat knows of the current game; ``None`` is a spectator.

        Args:
            seat: whose view.
            at: the number of an entry that still counts, to see the game as it was just after it.
        """
        position = self._position if at is None else self._replay(at)
        return view(position.state, seat)

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Give what a seat may do now."""
        return legal(self._position.state, seat)

    def seen(self, seat: int | None, since: int = 0) -> list[Entry]:
        """Give the entries after a number as a seat may see them."""
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
        """
        return record_of(self.setup, self.effective(), seat)

    # What a seat may ask for

    def why_not(self, seat: int, action: Action) -> IllegalAction | None:
        """Say why a seat may not do this now, or ``None`` if it may."""
        if action.seat != seat or seat == NATURE:
            return _not_your_seat(seat)
        return why_not(self._position.state, action)

    def act(self, seat: int, action: Action, request: str = "") -> tuple[Entry, ...]:
        """Do what a seat asks for, and all that follows from it by itself.

        Args:
            seat: who asks.
            action: what for.
            request: a name that the seat gives its request, to send it again without having it
                done twice; see :meth:`answered`.

        Raises:
            IllegalAction: if the rules do not allow it; nothing has changed then.
            MatchError: ``answered`` if the seat has had a request of this name granted.
        """
        if action.seat != seat or seat == NATURE:
            raise _not_your_seat(seat)
        draft = self._draft(seat, request)
        draft.act(action)
        return self._keep(draft)

    def answered(self, seat: int, request: str) -> int | None:
        """Give the number of the entry that a request of a seat became, if it was granted."""
        return self._answers.get((seat, request))

    def _draft(self, seat: int, request: str) -> _Draft:
        """Begin to answer a request."""
        draft = _Draft(self)
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
        """
        draft = _Draft(self)
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
            MatchError: ``not_over`` while a game is being played, ``match_over`` after the last.
        """
        if self.over:
            raise MatchError("match_over", "the match is over; set up another")
        if not self.game_over:
            raise MatchError("not_over", "finish this game before the next")
        draft = self._draft(seat, request)
        draft.begin_game(self.game + 1, self.next_dealer())
        return self._keep(draft)

    def can_undo(self, seat: int) -> bool:
        """Whether a seat may take its last decision back."""
        return self._undo_to(seat) is not None

    def undo(self, seat: int, request: str = "") -> tuple[Entry, ...]:
        """Take back a seat's last decision of this deal, and all that followed from it.

        Only against computer players, and only until the secret of the deal is published: after
        that the cards of the others are known.

        Args:
            seat: who takes it back.
            request: the name of the request; see :meth:`act`.

        Raises:
            MatchError: ``no_undo`` if there is nothing that may be taken back.
        """
        to = self._undo_to(seat)
        if to is None:
            raise MatchError(
                "no_undo", "a decision can be taken back against the computer, in the same deal"
            )
        draft = self._draft(seat, request)
        draft.undo(Undone(seat, to), self._replay(to))
        return self._keep(draft)

    def _undo_to(self, seat: int) -> int | None:
        """Give the number of the entry before a seat's last decision of this deal."""
        others = (seated for place, seated in enumerate(self.setup.seats) if place != seat)
        if any(seated.kind == "person" for seated in others):
            return None
        line = self.effective(self._older)
        for index in range(len(line) - 1, 0, -1):
            event = line[index].event
            if isinstance(event, Revealed):
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
        draft = _Draft(self)
        draft.position = self._replay(number)
        return draft.done_for(seat, wanted) is not None

    def _keep(self, draft: _Draft) -> tuple[Entry, ...]:
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


def _not_your_seat(seat: int) -> IllegalAction:
    return IllegalAction("not_your_seat", f"seat {seat} cannot act for another")


class _Draft:
    """What follows from one request, before it is stored."""

    def __init__(self, match: Match) -> None:
        self.setup = match.setup
        self.draw = match._secrets
        self.automations = match.automations
        self.position = match._position
        self.events: list[LogEvent] = []
        #: How many events there were before a game was begun, and the position then.
        self.before_game: tuple[int, Position] | None = None

    def log(self, event: LogEvent) -> None:
        self.events.append(event)
        self.position = self.position.after(event)

    def undo(self, event: Undone, position: Position) -> None:
        self.events.append(event)
        self.position = position

    def begin_game(self, game: int, dealer: int | None) -> None:
        self.before_game = len(self.events), self.position
        self.log(GameBegan(game, dealer))
        self._seal()
        self.automate()

    def act(self, action: Action) -> None:
        self._apply(action)
        self.automate()

    def automate(self) -> None:
        """Do for each seat what it has had done for it, until somebody has to decide."""
        while (action := self._automatic()) is not None:
            self._apply(action)

    def _automatic(self) -> Action | None:
        if not self.automations:
            return None
        for seat in to_act(self.position.state):
            wanted = self.automations.get(seat)
            if wanted and (action := self.done_for(seat, wanted)) is not None:
                return action
        return None

    def done_for(self, seat: int, wanted: frozenset[Automation]) -> Action | None:
        """Give what the table does for a seat that has to act, if it does anything."""
        options = legal(self.position.state, seat)
        match options[0]:
            case Ready() as ready if Automation.READY in wanted:
                return ready
            case Accept() as accept if Automation.ACCEPT in wanted:
                return accept
            case Go() as go if Automation.GO in wanted:
                return go
            case CutForDeal() if Automation.CUT_FOR_DEAL in wanted:
                return self._any(options)
            case Cut() if Automation.CUT in wanted:
                return self._any(options)
            case Play() as play if Automation.ONLY_CARD in wanted and len(options) == 1:
                return play
        return None

    def _any(self, options: Sequence[Action]) -> Action:
        """Take one of the places to cut at, as the secret of the pack has it.

        Nobody can choose it once the pack is known, and taking a discard back does not turn up
        another starter.
        """
        secret = self.position.secrets[self.position.state.deal]
        number = int(fairness.commit(secret, self._label() + "/cut"), 16)
        return options[number % len(options)]

    def _apply(self, action: Action) -> None:
        """Apply an action, and do what is the referee's to do after it."""
        state, events = apply(self.position.state, action)
        self.events.extend(events)
        last = events[-1]
        self.position = self.position.having(state=state, **self.position.changes(last))
        if type(last) not in _ENDS:
            return
        match last:
            case DealEnded(deal=deal):
                self._reveal(deal)
                self._seal()
            case DealerChosen():
                self._reveal(0)
                self._seal()
            case GameEnded():
                self._reveal(state.deal)
                self._end_match()
            case SaidReady() if state.phase is Phase.SHUFFLE:
                self._shuffle()

    def _label(self) -> str:
        return fairness.deal_label(self.setup.id, self.position.game, self.position.state.deal)

    def _seal(self) -> None:
        secret = self.draw(self._label())
        self.log(SecretDrawn(self.position.state.deal, secret.hex()))
        self._apply(Commit(fairness.commit(secret, self._label())))

    def _shuffle(self) -> None:
        state = self.position.state
        secret = self.position.secrets[state.deal]
        self._apply(Shuffle(fairness.derive(secret, self._label(), state.contributions)))

    def _reveal(self, deal: int) -> None:
        self._apply(Reveal(deal, self.position.secrets[deal]))

    def _end_match(self) -> None:
        points = self.position.points
        best = max(points)
        play_to, games = self.setup.play_to, self.setup.games
        if best >= play_to if play_to else self.position.game >= games:
            winners = [side for side, amount in enumerate(points) if amount == best]
            self.log(MatchEnded(tuple(winners), points))
