"""Games with a rigged pack, so that a test reads like the rule that it tests.

Seat 0 leads and the last seat deals, so that seats play, and count, in the order of their numbers.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pegout.cards import CARDS, Card
from pegout.rules import (
    Accept,
    Accepted,
    Action,
    Claim,
    Claimed,
    Counted,
    CountEnded,
    Cut,
    Discard,
    Event,
    Go,
    HandShown,
    Muggins,
    MugginsCalled,
    Phase,
    Play,
    Ready,
    Result,
    Rules,
    Scored,
    Shuffle,
)
from pegout.rules.engine import apply, legal
from pegout.rules.state import State, new_game, to_act

#: What nobody asked for is taken from here: no jacks and no fives until nothing else is left.
FILLERS = sorted(CARDS, key=lambda card: (card.rank in (4, 10), card.suit, card.rank))


def told(event: Event) -> str | None:
    """Write what a test of points is about; the rest is not told."""
    match event:
        case Scored(seat, reason, _, points):
            return f"{reason} {points} to {seat}"
        case HandShown(seat, _, crib):
            return f"crib of {seat}" if crib else f"hand of {seat}"
        case CountEnded(_, count):
            return f"end at {count}"
        case Claimed(seat, _, points):
            return f"{seat} says {points}"
        case Counted(seat, _, _, points):
            return f"true count of {seat}: {points}"
        case MugginsCalled(seat, points, taken):
            return f"{seat} calls {points}, gets {taken}"
        case Accepted(seat):
            return f"{seat} accepts"
    return None


def points_told(events: Iterable[Event]) -> list[str]:
    """Write the points that were pegged, and hands that were counted for nothing."""
    return [told(event) or "" for event in events if isinstance(event, Scored)]


@dataclass
class Table:
    """A game in its course and everything that happened in it."""

    state: State
    events: list[Event] = field(default_factory=list)

    def do(self, *actions: Action) -> list[Event]:
        """Do these things and give the events that follow."""
        before = len(self.events)
        for action in actions:
            self.state, events = apply(self.state, action)
            self.events.extend(events)
        return self.events[before:]

    @property
    def turn(self) -> int:
        """The one seat that has to act."""
        (seat,) = to_act(self.state)
        return seat

    @property
    def scores(self) -> tuple[int, ...]:
        return self.state.scores

    @property
    def result(self) -> Result:
        assert self.state.result is not None
        return self.state.result

    @property
    def over(self) -> bool:
        return self.state.phase is Phase.OVER

    def play(self, text: str) -> list[str]:
        """Play what the text says and tell the points.

        A word is a card by its rank, or its rank and suit, or ``go``. ``1:go`` also says whose
        turn it has to be, ``5=2`` what the player claims.
        """
        return points_told(self.lay(text))

    def lay(self, text: str) -> list[Event]:
        """Play what the text says and give the events."""
        before = len(self.events)
        for word in text.split():
            who, _, what = word.rpartition(":")
            name, _, claim = what.partition("=")
            assert who in ("", str(self.turn)), f"{word}: it is the turn of {self.turn}"
            if name == "go":
                self.do(Go(self.turn))
            else:
                hand = self.state.hands[self.turn]
                card = next(card for card in hand if str(card).startswith(name))
                self.do(Play(self.turn, card, int(claim) if claim else None))
        return self.events[before:]

    def play_points(self, text: str) -> list[int]:
        """Play what the text says and give the points of each card, go and last card left out."""
        found = []
        for word in text.split():
            events = self.lay(word)
            scored = [event for event in events if isinstance(event, Scored)]
            found.append(sum(event.points for event in scored if event.reason == "play"))
        return found

    def play_out(self, until: Phase = Phase.PLAY) -> list[Event]:
        """Go on with the first thing that is legal for as long as the game is in this phase."""
        before = len(self.events)
        while self.state.phase is until:
            self.do(legal(self.state, min(to_act(self.state)))[0])
        return self.events[before:]

    def finish_deal(self) -> list[Event]:
        """Go on with the first thing that is legal until the deal is over."""
        before = len(self.events)
        deal = self.state.deal
        while self.state.deal == deal and not self.over:
            self.do(legal(self.state, min(to_act(self.state)))[0])
        return self.events[before:]

    def show(self) -> list[str]:
        """Play the play out and tell the points of the show."""
        return [line for line in points_told(self.play_out()) if line.startswith(("hand", "crib"))]

    def claim(self, points: int) -> list[str]:
        """Claim for the hand on the table and tell what happens."""
        return told_all(self.do(Claim(self.turn, points)))

    def muggins(self, seat: int, points: int) -> list[str]:
        return told_all(self.do(Muggins(seat, points)))

    def accept(self, seat: int) -> list[str]:
        return told_all(self.do(Accept(seat)))


def told_all(events: Iterable[Event]) -> list[str]:
    """Write every event that is worth telling."""
    return [line for line in map(told, events) if line]


def _assign(names: Sequence[str]) -> list[Card]:
    """Give each name a card: by rank and suit, by its rank alone, or any that nobody wants."""
    left = list(FILLERS)
    found: dict[int, Card] = {}
    for place in sorted(range(len(names)), key=lambda place: -len(names[place])):
        found[place] = next(card for card in left if str(card).startswith(names[place]))
        left.remove(found[place])
    return [found[place] for place in range(len(names))]


def rig(
    *hands: str,
    starter: str = "",
    from_pack: str = "",
    scores: Sequence[int] = (),
    until: Phase = Phase.PLAY,
    at: int = 4,
    preset: str = "standard",
    **switches: Any,
) -> Table:
    """Deal these hands and come to the play.

    Args:
        hands: for each seat ``"5H 5S 5C JD / 2C 2D"``, kept and laid away; a card may be named by
            its rank alone, and what is missing is filled up.
        starter: the starter, or any but a jack.
        from_pack: what goes to the crib from the pack when three play.
        scores: the scores at which the deal begins.
        until: the phase to stop in.
        at: where the pack is cut.
        preset: a preset.
        switches: what differs from it.
    """
    switches.setdefault("players", max(2, len(hands)))
    game = Rules(preset, **switches)
    players, size = game.players, game.hand_size
    names = [""] * 52
    for seat, text in enumerate(hands):
        kept, _, away = (half.split() for half in text.partition("/"))
        words = [*kept, *[""] * (game.kept - len(kept)), *away]
        for place, word in enumerate(words):
            names[place * players + seat] = word
    names[players * size] = from_pack
    starter_at = players * size + game.from_pack + at
    names[starter_at] = starter or names[starter_at]
    pack = tuple(_assign(names))

    state = new_game(game, dealer=players - 1)
    if scores:
        state = state.having(scores=tuple(scores), rear=tuple(scores))
    table = Table(state)
    table.do(*[Ready(seat) for seat in range(players)], Shuffle(pack))
    if table.state.phase is until:
        return table
    for seat in range(players):
        laid_away = pack[game.kept * players + seat : players * size : players]
        table.do(Discard(seat, laid_away))
    if table.state.phase is not until:
        table.do(Cut(table.turn, at))
    return table


def line_up(cards: str, players: int = 2, **more: Any) -> Table:
    """Give each seat in turn the next card, so that they can be laid in this order."""
    words = cards.split()
    return rig(*[" ".join(words[seat::players]) for seat in range(players)], **more)


def first_cut(pack: Sequence[Card] = CARDS, **switches: Any) -> Table:
    """Come to where the first deal is cut for."""
    game = Rules(**switches)
    table = Table(new_game(game))
    table.do(*[Ready(seat) for seat in range(game.players)], Shuffle(tuple(pack)))
    return table


def pack_of(chance: random.Random) -> tuple[Card, ...]:
    """Shuffle a pack."""
    cards = list(CARDS)
    chance.shuffle(cards)
    return tuple(cards)
