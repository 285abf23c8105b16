"""Games with a rigged pack, so that a test reads like the rule that it tests.

Seat 0 leads and the last seat deals, so that seats play, and count, in the order of their numbers.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pegout import rules
from pegout.cards import CARDS, Card
from pegout.rules.engine import apply, legal
from pegout.rules.state import State, new_game, to_act

#: Cards for places that a test leaves open: jacks and fives come last.
FILLERS = sorted(CARDS, key=lambda card: (card.rank in (4, 10), card.suit, card.rank))


def describe(event: rules.Event) -> str | None:
    """Return a line for an event that a test of points is about, or ``None`` for any other."""
    match event:
        case rules.Scored(seat, reason, _, points):
            return f"{reason} {points} to {seat}"
        case rules.HandShown(seat, _, crib):
            return f"crib of {seat}" if crib else f"hand of {seat}"
        case rules.CountEnded(_, count):
            return f"end at {count}"
        case rules.Claimed(seat, _, points):
            return f"{seat} says {points}"
        case rules.Counted(seat, _, _, points):
            return f"true count of {seat}: {points}"
        case rules.MugginsCalled(seat, points, taken):
            return f"{seat} calls {points}, gets {taken}"
        case rules.Accepted(seat):
            return f"{seat} accepts"
    return None


def points_told(events: Iterable[rules.Event]) -> list[str]:
    """Return a line for each time that points were pegged, and for hands worth nothing."""
    return [describe(event) or "" for event in events if isinstance(event, rules.Scored)]


@dataclass
class Table:
    """A game in progress and all of its events."""

    state: State
    events: list[rules.Event] = field(default_factory=list)

    def do(self, *actions: rules.Action) -> list[rules.Event]:
        before = len(self.events)
        for action in actions:
            self.state, events = apply(self.state, action)
            self.events.extend(events)
        return self.events[before:]

    @property
    def turn(self) -> int:
        (seat,) = to_act(self.state)
        return seat

    @property
    def scores(self) -> tuple[int, ...]:
        return self.state.scores

    @property
    def result(self) -> rules.Result:
        assert self.state.result is not None
        return self.state.result

    @property
    def over(self) -> bool:
        return self.state.phase is rules.Phase.OVER

    def play(self, text: str) -> list[str]:
        """Play the cards that a text names, and return the lines of the points.

        A word is a card by its rank, or its rank and suit, or ``go``. ``1:go`` also says whose
        turn it has to be, and ``5=2`` that the player claims two points.
        """
        return points_told(self.played(text))

    def played(self, text: str) -> list[rules.Event]:
        """Play the cards that a text names, and return the events."""
        before = len(self.events)
        for word in text.split():
            who, _, what = word.rpartition(":")
            name, _, claim = what.partition("=")
            assert who in ("", str(self.turn)), f"{word}: it is the turn of {self.turn}"
            if name == "go":
                self.do(rules.Go(self.turn))
            else:
                hand = self.state.hands[self.turn]
                card = next(card for card in hand if str(card).startswith(name))
                self.do(rules.Play(self.turn, card, int(claim) if claim else None))
        return self.events[before:]

    def play_points(self, text: str) -> list[int]:
        """Play the cards of a text, and return the points of each without go and last card."""
        found = []
        for word in text.split():
            events = self.played(word)
            scored = [event for event in events if isinstance(event, rules.Scored)]
            found.append(sum(event.points for event in scored if event.reason == "play"))
        return found

    def play_out(self, until: rules.Phase = rules.Phase.PLAY) -> list[rules.Event]:
        """Take the first legal action while the game is in a phase."""
        before = len(self.events)
        while self.state.phase is until:
            self.do(legal(self.state, min(to_act(self.state)))[0])
        return self.events[before:]

    def finish_deal(self) -> list[rules.Event]:
        """Take the first legal action until the deal is over."""
        before = len(self.events)
        deal = self.state.deal
        while self.state.deal == deal and not self.over:
            self.do(legal(self.state, min(to_act(self.state)))[0])
        return self.events[before:]

    def show(self) -> list[str]:
        """Finish the play and return the lines of the show."""
        return [line for line in points_told(self.play_out()) if line.startswith(("hand", "crib"))]

    def claim(self, points: int) -> list[str]:
        """Claim for the hand on the table, and return the lines of the events."""
        return told_all(self.do(rules.Claim(self.turn, points)))

    def muggins(self, seat: int, points: int) -> list[str]:
        return told_all(self.do(rules.Muggins(seat, points)))

    def accept(self, seat: int) -> list[str]:
        return told_all(self.do(rules.Accept(seat)))


def told_all(events: Iterable[rules.Event]) -> list[str]:
    return [line for line in map(describe, events) if line]


def _assign(names: Sequence[str]) -> list[Card]:
    """Return a card for each name: by rank and suit, by rank alone, or any card that is left."""
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
    until: rules.Phase = rules.Phase.PLAY,
    at: int = 4,
    preset: str = "standard",
    **switches: Any,
) -> Table:
    """Deal hands and return the table in the play.

    Args:
        hands: for each seat ``"5H 5S 5C JD / 2C 2D"``, the cards kept and the discards; a card may
            be named by its rank alone, and missing cards are filled up.
        starter: the starter, or any but a jack.
        from_pack: the card dealt to the crib when three play.
        scores: the scores at which the deal begins.
        until: the phase to stop in.
        at: the place of the cut.
        preset: a preset.
        switches: the switches that differ from it.
    """
    switches.setdefault("players", max(2, len(hands)))
    game = rules.Rules(preset, **switches)
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
    table.do(*[rules.Ready(seat) for seat in range(players)], rules.Shuffle(pack))
    if table.state.phase is until:
        return table
    for seat in range(players):
        discards = pack[game.kept * players + seat : players * size : players]
        table.do(rules.Discard(seat, discards))
    if table.state.phase is not until:
        table.do(rules.Cut(table.turn, at))
    return table


def line_up(cards: str, players: int = 2, **more: Any) -> Table:
    """Give each seat in turn the next card, so that the cards can be played in this order."""
    words = cards.split()
    return rig(*[" ".join(words[seat::players]) for seat in range(players)], **more)


def first_cut(pack: Sequence[Card] = CARDS, **switches: Any) -> Table:
    """Return a table at the cut for the first deal."""
    game = rules.Rules(**switches)
    table = Table(new_game(game))
    table.do(*[rules.Ready(seat) for seat in range(game.players)], rules.Shuffle(tuple(pack)))
    return table


def pack_of(chance: random.Random) -> tuple[Card, ...]:
    cards = list(CARDS)
    chance.shuffle(cards)
    return tuple(cards)
