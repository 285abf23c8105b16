"""A match at this terminal: its persons, its computer players and the seat to act.

The module draws nothing; both interfaces play through a session.
"""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Callable, Sequence

from pegout.cards import Card
from pegout.match import Automation, Entry, GameBegan, Match
from pegout.notation import outcome_of
from pegout.players import Level, Player, UnknownLevel, ask, level_of
from pegout.rules import (
    Accept,
    Action,
    Claim,
    Cut,
    CutForDeal,
    Discard,
    GameEnded,
    Go,
    Phase,
    Play,
    Ready,
    Resigned,
    Scored,
    SeatView,
    View,
)
from pegout.text import Teller, Translator, player_name, prompts
from pegout.text.offers import DEFAULT_LEVEL
from pegout.text.outcomes import feats, headline
from pegout.tui.scene import Finale, Mode
from pegout.tui.settings import Settings

_CONTRIBUTION_BYTES = 16
_RESUME = "pegout play --resume last"

_MODES: dict[type, Mode] = {
    Ready: Mode.READY,
    CutForDeal: Mode.CUT_DEAL,
    Discard: Mode.DISCARD,
    Cut: Mode.CUT,
    Play: Mode.PLAY,
    Go: Mode.GO,
    Claim: Mode.CLAIM,
    Accept: Mode.ANSWER,
}


def _fresh_word() -> str:
    return secrets.token_hex(_CONTRIBUTION_BYTES)


def _level_here(kind: str) -> Level:
    """Return the level for a kind of player here, or the default level for a host's engine."""
    try:
        return level_of(kind)
    except UnknownLevel:
        return level_of(DEFAULT_LEVEL)


class Session:
    """One match at this terminal.

    Args:
        match: the match.
        translator: the translator to the player's language.
        settings: the player's settings, for automation.
        word: a source of the contributions of persons to a shuffle; unpredictable unless given.
    """

    def __init__(
        self,
        match: Match,
        translator: Translator,
        settings: Settings,
        word: Callable[[], str] = _fresh_word,
    ) -> None:
        self.match = match
        self.t = translator
        self._word = word
        seats = match.setup.seats
        self.persons = tuple(at for at, seated in enumerate(seats) if seated.kind == "person")
        #: The level of each seat with a computer player.
        self.levels = {
            at: _level_here(seated.kind)
            for at, seated in enumerate(seats)
            if seated.kind != "person"
        }
        self.players: dict[int, Player] = {
            at: level.make(zlib.crc32(f"{match.setup.id}/{at}".encode()))
            for at, level in self.levels.items()
        }
        #: The seat that holds the screen; None if several persons share it and none has taken it
        #: yet.
        self.holder = self.persons[0] if len(self.persons) == 1 else None
        self.automate(settings)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each seat."""
        return tuple(
            player_name(seated.name, seat, self.t)
            for seat, seated in enumerate(self.match.setup.seats)
        )

    @property
    def shared(self) -> bool:
        """Whether several persons play at this terminal."""
        return len(self.persons) > 1

    @property
    def witness(self) -> int | None:
        """The seat whose view the log follows; None if the screen is shared."""
        return None if self.shared or not self.persons else self.persons[0]

    @property
    def teller(self) -> Teller:
        """The teller of the log."""
        return self.teller_of(self.witness)

    def speaker(self) -> Teller:
        """Return the teller that addresses the holder of the screen."""
        return self.teller_of(self.holder)

    def teller_of(self, seat: int | None) -> Teller:
        """Return the teller that addresses a seat; ``None`` is a spectator."""
        setup = self.match.setup
        single = setup.games == 1 and not setup.play_to
        return Teller(self.t, self.names, seat, setup.rules, single=single)

    def automate(self, settings: Settings) -> None:
        """Set the automation of the persons here from the settings."""
        wanted = []
        if settings.auto_go:
            wanted.append(Automation.GO)
        if settings.auto_last:
            wanted.append(Automation.ONLY_CARD)
        for seat in self.persons:
            if self.match.automations.get(seat, frozenset()) != frozenset(wanted):
                self.match.automate(seat, wanted)

    # Views

    @property
    def may_hint(self) -> bool:
        """Whether hints are allowed: only if all other players are computer players."""
        return len(self.persons) == 1

    def entries(self, since: int = 0) -> list[Entry]:
        """Return the entries after a number, as this terminal may see them."""
        return self.match.seen(self.witness, since)

    def this_game(self) -> list[Entry]:
        """Return the effective entries of the current game, as this terminal may see them."""
        return self.game_entries(self.match.game, self.witness)

    def game_entries(self, game: int, seat: int | None) -> list[Entry]:
        """Return the effective entries of one game of the match, as a seat may see them."""
        counting = {entry.number for entry in self.match.effective()}
        line: list[Entry] = []
        current = 0
        for entry in self.match.seen(seat):
            if entry.number not in counting:
                continue
            if isinstance(entry.event, GameBegan):
                current = entry.event.game
            if current == game or (current == 0 and game == 1):
                line.append(entry)
        return line

    def view(self, number: int | None = None) -> View:
        """Return the view of the holder of the screen, now or just after an entry."""
        if number is None or number >= self.match.number:
            return self.match.view(self.holder)
        return self.match.view(self.holder, at=number)

    # Actions

    def waiting(self) -> int | None:
        """Return the person here that the match waits for, preferring the holder of the screen."""
        seats = sorted(self.match.to_act & set(self.persons))
        if self.holder in seats:
            return self.holder
        return seats[0] if seats else None

    def must_pass(self, seat: int) -> bool:
        """Return whether the screen must pass to a seat before it may show that seat's view."""
        return self.shared and self._hides() and seat != self.holder

    def _hides(self) -> bool:
        """Return whether there are cards on the table that not everybody here may see."""
        return self.match.view(None).phase in (Phase.DISCARD, Phase.CUT, Phase.PLAY)

    def asks(self, at: int | None = None) -> str:
        """Return the prompt to the holder of the screen, now or at an entry of the log.

        It begins with the name where several persons share the screen and it has not been passed.
        """
        view = self.view(at)
        named = self.shared and not self._hides() and self.holder in view.to_act
        says = prompts.named_turn if named else prompts.turn
        return says(self.speaker(), view, self.ahead())

    def mode(self, seat: int) -> Mode:
        """Return the mode of the table: what it waits for from a seat."""
        ahead = self.ahead(seat)
        options = ahead.legal if ahead else self.match.legal(seat)
        return _MODES[type(options[0])] if options else Mode.WATCH

    def ahead(self, seat: int | None = None) -> SeatView | None:
        """Return the view of a seat after it accepts a count by playing on, if it may do so."""
        seat = self.holder if seat is None else seat
        return None if seat is None else self.match.if_it_stands(seat)

    def may_call(self) -> bool:
        """Return whether the holder of the screen may call muggins."""
        claim = self.view().claim
        return claim is not None and self.holder in claim.awaiting

    def computer(self) -> tuple[int, Player, SeatView] | None:
        """Return the computer player to act now, with its seat and its view."""
        seat = min((seat for seat in self.match.to_act if seat in self.players), default=None)
        if seat is None:
            return None
        return seat, self.players[seat], self.match.view(seat)

    def advance(self) -> bool:
        """Let one computer player act, if one is to act; return whether one did."""
        turn = self.computer()
        if turn is None:
            return False
        seat, player, view = turn
        self.match.act(seat, ask(player, view))
        return True

    def act(self, action: Action) -> None:
        """Apply an action of a person here.

        Raises:
            IllegalAction: if the action is illegal.
        """
        self.match.act(action.seat, action)

    def ready(self) -> None:
        """Say ready for every person here, each with their own contribution to the shuffle.

        A screen that several persons share must then pass before it shows the next hand.
        """
        for seat in self.persons:
            if seat in self.match.to_act:
                self.match.act(seat, Ready(seat, self._word()))
        if self.shared:
            self.holder = None

    def asked_to_stop(self) -> int | None:
        """Return a person here who has yet to answer an offer to stop, if any."""
        stopping = self.match.view(None).stopping
        if not stopping or self.match.game_over:
            return None
        return next((seat for seat in self.persons if seat not in stopping), None)

    def ending(self, *, stop: bool) -> tuple[str, str]:
        """Return the consequence of ending the game here, and the label of that choice."""
        t = self.t
        if not stop:
            meaning = t("You lose this game as the board stands. It cannot be taken back.")
            return meaning, t("Resign")
        if not self.shared:
            return t("The game and the match end here, without a winner."), t("Stop")
        return (
            t("The game and the match end here, without a winner, if everybody agrees."),
            t("Offer to stop"),
        )

    def offer(self, seat: int) -> str:
        """Return the question to a person here whether they agree to stop."""
        says = prompts.offer(self.teller_of(None), self.match.view(None))
        return self.t("{says} {name}, do you want to stop too?", says=says, name=self.names[seat])

    def can_undo(self) -> bool:
        """Return whether the holder of the screen may undo the last decision."""
        return self.holder is not None and self.match.can_undo(self.holder)

    def undo(self) -> None:
        """Undo the last decision."""
        if self.holder is not None:
            self.match.undo(self.holder)

    # The end

    def finale(self) -> Finale:
        """Return the summary of a finished game: its winners, and the sources of points."""
        rules = self.match.setup.rules
        before = [0] * rules.sides
        sums = {where: [0] * rules.sides for where in ("play", "hand", "crib")}
        lines: list[str] = []
        resigned: list[str] = []
        events = [entry.event for entry in self.this_game()]
        for event in events:
            if isinstance(event, Scored):
                side = rules.side(event.seat)
                where = event.reason if event.reason in sums else "play"
                # At the end a peg stops at the last hole, so use the score rather than the points.
                sums[where][side] += event.score - before[side]
                before[side] = event.score
            elif isinstance(event, Resigned):
                resigned = [self.teller.resigned(event.seat)]
            elif isinstance(event, GameEnded):
                first, *rest = self.teller.result(event.result)
                lines = [first, *resigned, *rest]
        outcome = outcome_of(rules, events)
        if outcome is not None and not outcome.early and len(outcome.winners) == 1:
            lines[0] = headline(self.teller, outcome)
        memorable = [] if outcome is None else feats(self.teller, outcome)
        # The lines already mention a skunk, and the cards of a hand do not fit here.
        words = [
            feat.word if feat.kind == "hand" else f"{feat.word} {feat.says}"
            for feat in memorable
            if feat.kind in ("hand", "comeback")
        ]
        return Finale(
            tuple(lines),
            tuple(words),
            play=tuple(sums["play"]),
            hands=tuple(sums["hand"]),
            cribs=tuple(sums["crib"]),
        )


def in_order(cards: Sequence[Card], *, sort: bool) -> tuple[Card, ...]:
    """Return a hand in the order of display."""
    return tuple(sorted(cards)) if sort else tuple(cards)


def middle_place(view: View) -> int:
    """Return the free place nearest the middle of the pack, in the cut for the first deal."""
    free = [place for place in range(52) if place not in view.cut_places]
    return min(free, key=lambda place: abs(place - 26))


def farewell(match: Match | None, t: Translator) -> str:
    """Return how to resume the match that was played last.

    Args:
        match: that match; ``None`` if none was started.
        t: the translator.

    Returns:
        A sentence; empty if there is nothing to resume.
    """
    if match is None or match.over:
        return ""
    return t.text("Your game is saved; “{command}” continues it.", command=_RESUME)
