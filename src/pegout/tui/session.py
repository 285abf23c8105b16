"""A match as it is played at this terminal: who sits here, who computes, and whose turn it is.

Nothing is drawn here; the screen and the line-by-line table play through the same session.
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

__all__ = ["Session", "farewell"]

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
    """Give who plays a kind of player here; a host's engine plays at that host's tables alone."""
    try:
        return level_of(kind)
    except UnknownLevel:
        return level_of(DEFAULT_LEVEL)


class Session:
    """One match at this terminal.

    Args:
        match: the match.
        translator: the language that is spoken.
        settings: what is done for the player without asking.
        word: gives what a person at this terminal adds to a shuffle; unpredictable unless given.
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
        #: The level of each seat whose player computes.
        self.levels = {
            at: _level_here(seated.kind)
            for at, seated in enumerate(seats)
            if seated.kind != "person"
        }
        self.players: dict[int, Player] = {
            at: level.make(zlib.crc32(f"{match.setup.id}/{at}".encode()))
            for at, level in self.levels.items()
        }
        #: Whoever looks at the screen; nobody where several share it and it was not taken yet.
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
        """The seat through whose eyes the log is told: nobody's where the screen is shared."""
        return None if self.shared or not self.persons else self.persons[0]

    @property
    def teller(self) -> Teller:
        """Whoever tells the log."""
        return self.teller_of(self.witness)

    def speaker(self) -> Teller:
        """Give the teller that speaks to whoever holds the screen."""
        return self.teller_of(self.holder)

    def teller_of(self, seat: int | None) -> Teller:
        """Give the teller that speaks to a seat; ``None`` is a spectator."""
        setup = self.match.setup
        single = setup.games == 1 and not setup.play_to
        return Teller(self.t, self.names, seat, setup.rules, single=single)

    def automate(self, settings: Settings) -> None:
        """Have the table do for the persons here what the settings say."""
        wanted = []
        if settings.auto_go:
            wanted.append(Automation.GO)
        if settings.auto_last:
            wanted.append(Automation.ONLY_CARD)
        for seat in self.persons:
            if self.match.automations.get(seat, frozenset()) != frozenset(wanted):
                self.match.automate(seat, wanted)

    # What is to be seen

    @property
    def may_hint(self) -> bool:
        """Whether somebody may be told what to do: where all others are computer players."""
        return len(self.persons) == 1

    def entries(self, since: int = 0) -> list[Entry]:
        """Give what has been logged after an entry, as the log of this terminal tells it."""
        return self.match.seen(self.witness, since)

    def this_game(self) -> list[Entry]:
        """Give the entries of the current game that still count, as told here."""
        return self.game_entries(self.match.game, self.witness)

    def game_entries(self, game: int, seat: int | None) -> list[Entry]:
        """Give the entries of one game of the match that still count, as a seat may see them."""
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
        """Give what whoever holds the screen knows, now or just after an entry."""
        if number is None or number >= self.match.number:
            return self.match.view(self.holder)
        return self.match.view(self.holder, at=number)

    # Who acts

    def waiting(self) -> int | None:
        """Give the person here that the match waits for, first of all whoever holds the screen."""
        seats = sorted(self.match.to_act & set(self.persons))
        if self.holder in seats:
            return self.holder
        return seats[0] if seats else None

    def must_pass(self, seat: int) -> bool:
        """Whether the screen has to change hands before a seat may look at it."""
        hidden = self.match.view(None).phase in (Phase.DISCARD, Phase.CUT, Phase.PLAY)
        return self.shared and hidden and seat != self.holder

    def mode(self, seat: int) -> Mode:
        """Give what the table waits for from a seat."""
        ahead = self.ahead(seat)
        options = ahead.legal if ahead else self.match.legal(seat)
        return _MODES[type(options[0])] if options else Mode.WATCH

    def ahead(self, seat: int | None = None) -> SeatView | None:
        """Give the view of whoever is to play on, and lets a count stand with it."""
        seat = self.holder if seat is None else seat
        return None if seat is None else self.match.if_it_stands(seat)

    def may_call(self) -> bool:
        """Whether whoever holds the screen may call muggins."""
        claim = self.view().claim
        return claim is not None and self.holder in claim.awaiting

    def computer(self) -> tuple[int, Player, SeatView] | None:
        """Give the computer player that has to act now, with what it knows."""
        seat = min((seat for seat in self.match.to_act if seat in self.players), default=None)
        if seat is None:
            return None
        return seat, self.players[seat], self.match.view(seat)

    def advance(self) -> bool:
        """Let one computer player act, if one has to."""
        turn = self.computer()
        if turn is None:
            return False
        seat, player, view = turn
        self.match.act(seat, ask(player, view))
        return True

    def act(self, action: Action) -> None:
        """Do what a person here asks for.

        Raises:
            IllegalAction: if the rules do not allow it.
        """
        self.match.act(action.seat, action)

    def ready(self) -> None:
        """Say ready for every person here, each with an own word for the shuffle."""
        for seat in self.persons:
            if seat in self.match.to_act:
                self.match.act(seat, Ready(seat, self._word()))

    def asked_to_stop(self) -> int | None:
        """Give the person here who has yet to say whether they would stop too, if one is asked."""
        stopping = self.match.view(None).stopping
        if not stopping or self.match.game_over:
            return None
        return next((seat for seat in self.persons if seat not in stopping), None)

    def ending(self, *, stop: bool) -> tuple[str, str]:
        """Say what it means to end the game here, and what whoever wants it chooses."""
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
        """Ask a person here whether they would stop, as somebody else would."""
        says = prompts.offer(self.teller_of(None), self.match.view(None))
        return self.t("{says} {name}, do you want to stop too?", says=says, name=self.names[seat])

    def can_undo(self) -> bool:
        """Whether whoever holds the screen may take the last decision back."""
        return self.holder is not None and self.match.can_undo(self.holder)

    def undo(self) -> None:
        """Take the last decision back."""
        if self.holder is not None:
            self.match.undo(self.holder)

    # The end

    def finale(self) -> Finale:
        """Sum up the game that is over: who won, and where each side's points came from."""
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
                # At the end a peg stops at the last hole, whatever the hand was worth.
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
        told = [] if outcome is None else feats(self.teller, outcome)
        # Of a skunk the lines speak already, and the cards of a hand have no room here.
        words = [
            feat.word if feat.kind == "hand" else f"{feat.word} {feat.says}"
            for feat in told
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
    """Give a hand in the order in which it is shown."""
    return tuple(sorted(cards)) if sort else tuple(cards)


def farewell(match: Match | None, t: Translator) -> str:
    """Say how to go on with the match that was played last.

    Args:
        match: that match; ``None`` if none was begun.
        t: the language.

    Returns:
        A sentence; empty where there is nothing to go on with.
    """
    if match is None or match.over:
        return ""
    return t.text("Your game is saved; “{command}” continues it.", command=_RESUME)
