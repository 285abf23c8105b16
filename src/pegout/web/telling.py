"""What one seat is told of a match, in its language: events, the position, what can be done."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from pegout import scoring
from pegout.cards import Card
from pegout.match import Entry, Match
from pegout.notation.codec import Codec
from pegout.rules import Counted, Phase, Result, SaidGo, Scored, View
from pegout.text import (
    Teller,
    Translator,
    cadence,
    called,
    capital,
    card_name,
    item_names,
    nineteen,
    prompts,
)
from pegout.wire import ACTIONS, SHOWN, VIEWS, Events, Position, Standing, Told

__all__ = ["Telling"]

_RESULTS = Codec([Result])


class Telling:
    """Tells one seat of a match, or a spectator.

    Args:
        match: the match.
        seat: who is told; ``None`` for a spectator.
        translator: the language.
    """

    def __init__(self, match: Match, seat: int | None, translator: Translator) -> None:
        self.match = match
        self.seat = seat
        self.t = translator

    @cached_property
    def teller(self) -> Teller:
        """Whoever says it."""
        setup = self.match.setup
        single = setup.games == 1 and not setup.play_to
        names = [seated.name for seated in setup.seats]
        return Teller(self.t, names, self.seat, setup.rules, single=single)

    def position(self) -> Position:
        """Tell everything that the seat knows."""
        match = self.match
        return Position(
            match=match.setup.id,
            number=match.number,
            setup=VIEWS.encode(match.setup),
            view=VIEWS.encode(match.view(self.seat)),
            log=[self.told(entry) for entry in self._this_game()],
            standing=self.standing(),
            results=[_RESULTS.encode(result) for result in match.results],
        )

    def events(self, after: int) -> Events:
        """Tell what happened after an entry."""
        return Events(
            match=self.match.setup.id,
            after=after,
            number=self.match.number,
            events=[self.told(entry) for entry in self.match.seen(self.seat, after)],
            standing=self.standing(),
        )

    def _this_game(self) -> list[Entry]:
        """Give the entries of the current game that count, as the seat may see them."""
        match = self.match
        # The first game is preceded by the beginning of the match.
        since = 0 if match.game == 1 else match.game_began - 1
        counting = {entry.number for entry in match.effective(since)}
        return [entry for entry in match.seen(self.seat, since) if entry.number in counting]

    def told(self, entry: Entry) -> Told:
        """Tell one entry."""
        event = entry.event
        say = self.teller.say(event) or ""
        word = ""
        phrases: Sequence[str] = ()
        match event:
            case SaidGo():
                word = self.t.text("Go!")
            case Scored(reason="play" | "go" | "heels", items=items):
                word = capital(called(items, self.t)) or say
            case (
                Scored(reason="hand" | "crib", items=items, points=points)
                | Counted(reason="hand" | "crib", items=items, points=points)
            ):
                if items:
                    phrases = [capital(phrase) for phrase in cadence(items, self.t)]
                elif not points and not self._may_be_answered(event):
                    phrases = [nineteen(self.t)]
        return Told(entry.number, SHOWN.encode(event), say, word, list(phrases))

    def _may_be_answered(self, event: Counted | Scored) -> bool:
        """Whether opponents may still find points in what was counted as nothing."""
        return self.match.setup.rules.muggins and isinstance(event, Scored)

    def standing(self) -> Standing:
        """Tell what stands on the table now."""
        match = self.match
        view = match.view(self.seat)
        return Standing(
            to_act=sorted(seat for seat in view.to_act if seat >= 0),
            turn=view.turn,
            legal=[ACTIONS.encode(action) for action in view.legal],
            says=prompts.turn(self.teller, view),
            phase=prompts.phase(self.teller, view),
            crib=capital(prompts.crib(self.teller, view)),
            to_crib=capital(prompts.to_crib(self.teller, view)),
            cards={str(card): self._card(card, view) for card in view.hand},
            undo=self.seat is not None and match.can_undo(self.seat),
            next_game=match.game_over and not match.over,
            over=match.over,
            game=match.game,
            points=list(match.points),
        )

    def _card(self, card: Card, view: View) -> str:
        """Name a card in hand, and say what it would do if it were laid now."""
        name = card_name(card, self.t)
        if view.phase is not Phase.PLAY or view.turn != view.seat:
            return name
        if card not in view.playable():
            return self.t.text("{card}, would pass thirty-one", card=name)
        if view.rules.counting == "manual":
            return name
        pile = [laid.card for laid in view.pile]
        items = scoring.play([*pile, card], runs=view.rules.runs_in_play)
        if not items:
            return name
        return self.t.text("{card}, makes {what}", card=name, what=item_names(items, self.t))
