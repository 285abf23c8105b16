"""The automatic consequences of one request, before they are stored.

The referee commits to packs, reveals their secrets, shuffles, acts for seats with automations, has
computer players agree when people offer to stop, and ends the match.
:class:`~pegout.match.Match` makes a draft for each request, and commits all of it or nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final

from pegout import fairness
from pegout.match.log import (
    GameBegan,
    LogEvent,
    MatchEnded,
    MatchError,
    PackGiven,
    PackPlanned,
    PositionSet,
    SecretDrawn,
    Setup,
    Undone,
)
from pegout.match.position import Position
from pegout.match.practice import Practice
from pegout.rules import Action, DealEnded, DealerChosen, GameEnded, Phase, SaidReady, actions
from pegout.rules.engine import apply, legal, why_not
from pegout.rules.state import State, to_act


class Automation(StrEnum):
    """The actions that the table may do for a seat."""

    READY = "ready"
    CUT_FOR_DEAL = "cut_for_deal"
    CUT = "cut"
    GO = "go"
    ONLY_CARD = "only_card"
    ACCEPT = "accept"


_NONE: Final[frozenset[Automation]] = frozenset()
# What nobody chooses where other matches share the packs.
_DUPLICATE: Final = frozenset((Automation.CUT,))
# The events after which the referee has to act.
_ENDS: Final = frozenset((DealEnded, DealerChosen, GameEnded, SaidReady))


class Draft:
    """The consequences of one request, before they are stored."""

    def __init__(
        self,
        setup: Setup,
        secrets: fairness.Secrets,
        automations: Mapping[int, frozenset[Automation]],
        position: Position,
    ) -> None:
        self.setup = setup
        self.secrets = secrets
        self.automations = automations
        self.position = position
        self.events: list[LogEvent] = []
        #: The number of events before a game began in this draft, and the position then.
        self.before_game: tuple[int, Position] | None = None

    def log(self, event: LogEvent) -> None:
        """Append an event and update the position."""
        self.events.append(event)
        self.position = self.position.after(event)

    def undo(self, event: Undone, position: Position) -> None:
        """Append an undo and restore the position before the decision taken back."""
        self.events.append(event)
        self.position = position

    def begin_game(self, game: int, dealer: int | None) -> None:
        """Begin a game with the commitment to its first pack, and apply automatic actions."""
        self.before_game = len(self.events), self.position
        self.log(GameBegan(game, dealer))
        self._seal()
        self.automate()

    def plan(self, packs: Sequence[PackPlanned]) -> None:
        """Log the packs of the deals to come."""
        for pack in packs:
            self.log(pack)

    def begin_practice(self, practice: Practice) -> None:
        """Begin a practice game: with the events before a decision, or with the packs given."""
        self.before_game = len(self.events), self.position
        self.log(GameBegan(1, practice.dealer))
        self.log(practice.began)
        for deal, pack in enumerate(practice.packs, 1):
            self.log(PackGiven(deal, pack))
        for event in practice.events:
            self.log(event)

    def begin_position(self, state: State, position: str) -> None:
        """Begin a game in the middle: with a state, and its text for the log."""
        self.before_game = len(self.events), self.position
        self.log(GameBegan(1, state.dealer))
        self.events.append(PositionSet(position))
        self.position = self.position.having(state=state)
        if state.phase is Phase.READY:
            self._seal()

    def act(self, action: Action) -> None:
        """Apply an action of a seat, and the automatic actions that follow."""
        self._apply(action)
        if isinstance(action, actions.Stop) and self._is_person(action.seat):
            self._agree()
        self.automate()

    def _is_person(self, seat: int) -> bool:
        return self.setup.seats[seat].kind == "person"

    def _agree(self) -> None:
        """Have every computer player agree to stop: none of them insists on a game."""
        for seat in range(self.setup.rules.players):
            stop = actions.Stop(seat)
            if not self._is_person(seat) and why_not(self.position.state, stop) is None:
                self._apply(stop)

    def automate(self) -> None:
        """Apply the automations of each seat until a player has to decide."""
        while (action := self._automatic()) is not None:
            self._apply(action)

    def _automatic(self) -> Action | None:
        always = _DUPLICATE if self.setup.packs else _NONE
        if not self.automations and not always:
            return None
        for seat in to_act(self.position.state):
            wanted = self.automations.get(seat, _NONE) | always
            if wanted and (action := self.done_for(seat, wanted)) is not None:
                return action
        return None

    def done_for(self, seat: int, wanted: frozenset[Automation]) -> Action | None:
        """Return the automatic action of a seat that has to act, if there is one."""
        options = legal(self.position.state, seat)
        match options[0]:
            case actions.Ready() as ready if Automation.READY in wanted:
                return ready
            case actions.Accept() as accept if Automation.ACCEPT in wanted:
                return accept
            case actions.Go() as go if Automation.GO in wanted:
                return go
            case actions.CutForDeal() if Automation.CUT_FOR_DEAL in wanted:
                return self._any(options)
            case actions.Cut() if Automation.CUT in wanted:
                return self._any(options)
            case actions.Play() as play if Automation.ONLY_CARD in wanted and len(options) == 1:
                return play
        return None

    def _any(self, options: Sequence[Action]) -> Action:
        """Choose one of the places to cut from the secret of the pack.

        So no seat can choose the place once the pack is known, and a discard that is taken back
        does not turn up another starter.
        """
        secret = self.position.secrets.get(self.position.state.deal)
        if secret is None:
            # A practised deal has its starter already.
            return options[0]
        number = int(fairness.commit(secret, self._label() + "/cut"), 16)
        return options[number % len(options)]

    def _apply(self, action: Action) -> None:
        """Apply an action, and the referee's own actions after it."""
        if isinstance(action, actions.Cut):
            action = self._cut(action)
        elif isinstance(action, actions.Ready) and (planned := self._plan_of_pack()):
            action = replace(action, contribution=planned.words[action.seat])
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

    def _cut(self, action: actions.Cut) -> actions.Cut:
        """Cut at the recorded starter, if this deal is practised or planned and has one."""
        planned = self._plan_of_pack()
        if planned is not None and planned.at is not None:
            return replace(action, at=planned.at)
        practice = self.position.practice
        if practice is None or self.position.state.deal > practice.deal:
            return action
        at = practice.starter_at
        if at is None or why_not(self.position.state, action) is not None:
            return action
        return replace(action, at=at)

    def _label(self) -> str:
        return fairness.deal_label(
            self.setup.packs or self.setup.id, self.position.game, self.position.state.deal
        )

    def _plan_of_pack(self) -> PackPlanned | None:
        """Return the plan of the pack of this deal, if it is that of another match."""
        return self.position.planned.get(self.position.state.deal)

    def _seal(self) -> None:
        if self.position.state.deal in self.position.given:
            return
        planned = self._plan_of_pack()
        secret = bytes.fromhex(planned.secret) if planned else self.secrets(self._label())
        if not isinstance(secret, bytes):
            raise MatchError(
                "bad_setup", f"expected secrets to return the bytes of a secret, not {secret!r:.40}"
            )
        self.log(SecretDrawn(self.position.state.deal, secret.hex()))
        self._apply(actions.Commit(fairness.commit(secret, self._label())))

    def _shuffle(self) -> None:
        state = self.position.state
        pack = self.position.given.get(state.deal)
        if pack is None:
            secret = self.position.secrets[state.deal]
            pack = fairness.derive(secret, self._label(), state.contributions)
        self._apply(actions.Shuffle(pack))

    def _reveal(self, deal: int) -> None:
        """Publish the secret of a pack, unless a practised deal came without one."""
        if deal not in self.position.secrets:
            return
        self._apply(actions.Reveal(deal, self.position.secrets[deal]))

    def _end_match(self) -> None:
        points = self.position.points
        best = max(points)
        play_to, games = self.setup.play_to, self.setup.games
        if not self.position.results[-1].winners:
            # The agreement to stop covers all games that were still to come.
            self.log(MatchEnded((), points))
        elif best >= play_to if play_to else self.position.game >= games:
            winners = [side for side, amount in enumerate(points) if amount == best]
            self.log(MatchEnded(tuple(winners), points))
