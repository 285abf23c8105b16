"""Messages about a match for one seat, in its language: events, position and legal actions."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from pegout import text
from pegout.cards import Card
from pegout.match import Entry, GameBegan, Match
from pegout.notation.codec import Codec
from pegout.rules import Counted, GameEnded, Phase, Result, SaidGo, Scored, View
from pegout.scoring import unchecked
from pegout.table.endings import encode_outcome
from pegout.table.seat_choices import choices_of
from pegout.text import prompts
from pegout.wire.codecs import ACTIONS, SHOWN, VIEWS
from pegout.wire.table import Events, Guide, LogEntry, Outcome, Position, Standing

#: Returns what the guide of a lesson tells a seat, in its language; ``None`` without a lesson.
GuideOf: TypeAlias = Callable[[Match, int, text.Translator], Guide | None]

_RESULTS = Codec([Result])


class SeatMessages:
    """The messages about a match for one seat or a spectator."""

    def __init__(
        self,
        match: Match,
        seat: int | None,
        translator: text.Translator,
        guide_of: GuideOf | None = None,
    ) -> None:
        self.match = match
        self.seat = seat
        self.t = translator
        self._guide_of = guide_of

    @cached_property
    def teller(self) -> text.Teller:
        """The narrator that turns events into sentences for this seat."""
        setup = self.match.setup
        single = setup.games == 1 and not setup.play_to
        return text.Teller(self.t, self._names(), self.seat, setup.rules, single=single)

    def _names(self) -> list[str]:
        seats = enumerate(self.match.setup.seats)
        return [text.player_name(seated.name, seat, self.t) for seat, seated in seats]

    def _setup(self) -> dict[str, Any]:
        """Encode the setup, with the players' names in this language."""
        setup: dict[str, Any] = VIEWS.encode(self.match.setup)
        for seat, name in zip(setup["seats"], self._names(), strict=True):
            seat["name"] = name
        return setup

    def position(self) -> Position:
        """Encode everything that the seat knows."""
        match = self.match
        return Position(
            match=match.setup.id,
            number=match.number,
            setup=self._setup(),
            view=VIEWS.encode(match.view(self.seat)),
            log=[self._encoded(entry) for entry in self._this_game()],
            standing=self.standing(),
            results=[_RESULTS.encode(result) for result in match.results],
        )

    def events(self, after: int) -> Events:
        """Encode what happened after an entry."""
        return Events(
            match=self.match.setup.id,
            after=after,
            number=self.match.number,
            events=[self._encoded(entry) for entry in self.match.seen(self.seat, after)],
            standing=self.standing(),
        )

    def _this_game(self) -> list[Entry]:
        """Return the current game's entries that were not taken back, as the seat may see them."""
        match = self.match
        # The first game is preceded by the entries that begin the match.
        since = 0 if match.game == 1 else match.game_began - 1
        counting = {entry.number for entry in match.effective(since)}
        return [entry for entry in match.seen(self.seat, since) if entry.number in counting]

    def _encoded(self, entry: Entry) -> LogEntry:
        over = isinstance(entry.event, GameEnded)
        return encode_entry(entry, self.teller, self._outcome(entry.number) if over else None)

    def _outcome(self, number: int) -> Outcome | None:
        """Describe how the game ended that was over with this entry."""
        match = self.match
        # A player who was away may receive a game after which another has begun.
        since = match.game_began - 1 if number > match.game_began else 0
        events: list[Any] = []
        for entry in match.effective(since):
            if entry.number > number:
                break
            if isinstance(entry.event, GameBegan):
                events.clear()
            events.append(entry.event)
        kinds = [seated.kind for seated in match.setup.seats]
        return encode_outcome(events, self.teller, kinds)

    def standing(self) -> Standing:
        """Encode the current state: who may act, the legal actions and the prompts."""
        match = self.match
        view = match.view(self.seat)
        ahead = None if self.seat is None else match.if_it_stands(self.seat)
        legal = view.legal + (ahead.legal if ahead else ())
        return Standing(
            to_act=sorted(seat for seat in view.to_act if seat >= 0),
            turn=view.turn,
            legal=[ACTIONS.encode(action) for action in legal],
            choices=choices_of(legal),
            says=prompts.turn(self.teller, view, ahead),
            offer=prompts.offer(self.teller, view),
            phase=prompts.phase(self.teller, view),
            crib=text.capital(prompts.crib(self.teller, view)),
            to_crib=text.capital(prompts.to_crib(self.teller, view)),
            cards={str(card): self._card(card, ahead or view) for card in view.hand},
            undo=self.seat is not None and match.can_undo(self.seat),
            next_game=match.game_over and not match.over,
            over=match.over,
            game=match.game,
            points=list(match.points),
            guide=self.guide(),
        )

    def guide(self) -> Guide | None:
        """Return what the guide of the lesson tells this seat, if a lesson is given."""
        if self._guide_of is None or self.seat is None:
            return None
        return self._guide_of(self.match, self.seat, self.t)

    def _card(self, card: Card, view: View) -> str:
        """Name a card in hand, with what it would score if it were played now."""
        name = text.card_name(card, self.t)
        if view.phase is not Phase.PLAY or view.turn != view.seat:
            return name
        if card not in view.playable():
            return self.t.text("{card}, would pass thirty-one", card=name)
        if view.rules.counting == "manual":
            return name
        pile = [played.card for played in view.pile]
        items = unchecked.score_play([*pile, card], runs=view.rules.runs_in_play)
        if not items:
            return name
        return self.t.text("{card}, makes {what}", card=name, what=text.item_names(items, self.t))


def encode_entry(entry: Entry, teller: text.Teller, outcome: Outcome | None = None) -> LogEntry:
    """Encode one entry; ``outcome`` accompanies the end of a game."""
    event, t = entry.event, teller.t
    say = teller.say(event) or ""
    word = ""
    phrases: Sequence[str] = ()
    match event:
        case SaidGo():
            word = t.text("Go!")
        case Scored(reason="play" | "go" | "heels", items=items):
            word = text.capital(text.called(items, t)) or say
        case (
            Scored(reason="hand" | "crib", items=items, points=points)
            | Counted(reason="hand" | "crib", items=items, points=points)
        ):
            # A claim of nothing is no hand of nothing where missed points are not pegged.
            claimed = not teller.rules.pegs_missed and isinstance(event, Scored)
            if items:
                phrases = [text.capital(phrase) for phrase in text.cadence(items, t)]
            elif not points and not claimed:
                phrases = [text.nineteen(t)]
    return LogEntry(entry.number, SHOWN.encode(event), say, word, list(phrases), outcome)
