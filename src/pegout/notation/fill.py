"""What the later lines of a deal tell about its cards.

The hands are dealt before anything is known of them, and the engine needs them then. So the cards
that are laid away, played and shown later are looked up before, and put in the places that the
deal leaves open. What no line tells stays unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pegout.cards import UNKNOWN, Card
from pegout.notation.errors import Fault
from pegout.notation.lines import Columns, Line
from pegout.rules import Rules

__all__ = ["Deal", "Statement", "fill"]

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """A line that was read, with its number and the columns of its parts."""

    number: int
    line: Line
    columns: Columns

    def fault(self, code: str, message: str, part: str = "") -> Fault:
        """Give a fault of this line, or of one part of it."""
        return Fault(self.number, self.columns.get(part, 0), code, message)


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of a deal as far as its lines tell.

    Attributes:
        hands: for each seat, the cards that it is dealt.
        crib: what goes to the crib from the pack.
        discards: for each seat, what it lays away.
        starter: the starter.
        faults: cards that are in two places.
    """

    hands: tuple[Cards, ...]
    crib: Cards
    discards: tuple[Cards, ...]
    starter: Card
    faults: tuple[Fault, ...]

    def pack(self, dealer: int, at: int) -> Cards:
        """Give the pack that deals these hands, with the starter ``at`` cards into the rest."""
        players, size = len(self.hands), len(self.hands[0])
        pack = [UNKNOWN] * 52
        for seat, hand in enumerate(self.hands):
            first = (seat - dealer - 1) % players
            pack[first : players * size : players] = hand
        dealt = players * size
        pack[dealt : dealt + len(self.crib)] = self.crib
        dealt += len(self.crib)
        if dealt + at < 52:
            pack[dealt + at] = self.starter
        return tuple(pack)


def fill(rules: Rules, statements: Sequence[Statement]) -> Deal:
    """Gather the cards of a deal from its lines.

    Where the crib is shown, but not who laid away what, its cards are taken in the order of the
    seats.
    """
    told = _Told(rules)
    for statement in statements:
        told.hear(statement)
    return told.deal()


class _Told:
    """What the lines of one deal tell."""

    def __init__(self, rules: Rules) -> None:
        players = rules.players
        self.rules = rules
        self.dealt: list[Cards] = [()] * players
        self.discards: list[Cards] = [()] * players
        self.laid: list[Cards] = [()] * players
        self.shown: list[Cards] = [()] * players
        self.from_pack: Cards = ()
        self.crib: Cards = ()
        self.starter = UNKNOWN
        self.owners: dict[Card, int | str] = {}
        self.faults: list[Fault] = []

    def hear(self, statement: Statement) -> None:
        line = statement.line
        cards = line.cards or ()
        seat = line.seat
        if line.hands is not None:
            self.dealt = [
                self._own(owner, hand, statement) for owner, hand in enumerate(line.hands)
            ]
        if line.verb == "dealt" and seat is None:
            self.from_pack = self._own("the pack", cards, statement)
        elif line.verb == "starter":
            self.starter = next(iter(self._own("the starter", cards, statement)), UNKNOWN)
        elif line.verb == "crib":
            self.crib = cards
        elif seat is not None and seat < self.rules.players:
            cards = self._own(seat, cards, statement)
            if line.verb == "dealt":
                self.dealt[seat] = cards
            elif line.verb == "discard":
                self.discards[seat] = cards
            elif line.verb == "play":
                self.laid[seat] += cards
            elif line.verb == "show":
                self.shown[seat] = cards

    def _own(self, owner: int | str, cards: Cards, statement: Statement) -> Cards:
        """Note whose the cards are; one that somebody else has already is left out."""
        kept = []
        for card in cards:
            other = self.owners.setdefault(card, owner) if card.known else owner
            if other == owner:
                kept.append(card)
            else:
                self.faults.append(
                    statement.fault(
                        "duplicate_card",
                        f"the {card} is with {_owner(owner)} and with {_owner(other)}",
                        "cards",
                    )
                )
                kept.append(UNKNOWN)
        return tuple(kept)

    def deal(self) -> Deal:
        rules = self.rules
        hands = [_padded(cards, rules.hand_size) for cards in self.dealt]
        discards = [_padded(cards, rules.throws) for cards in self.discards]
        crib = _padded(self.from_pack, rules.from_pack)
        kept = [
            shown if len(shown) == rules.kept and UNKNOWN not in shown else laid
            for shown, laid in zip(self.shown, self.laid, strict=True)
        ]
        for seat, hand in enumerate(hands):
            if UNKNOWN not in hand and len(kept[seat]) == rules.kept:
                thrown = [card for card in hand if card not in kept[seat]]
                discards[seat] = _filled(discards[seat], thrown)
        crib, discards = self._as_shown(crib, discards)
        hands = [_filled(hand, (*kept[seat], *discards[seat])) for seat, hand in enumerate(hands)]
        # Whatever was said of a card elsewhere, no pack has it twice.
        seen = {self.starter}
        crib, *hands = [_once(cards, seen) for cards in (crib, *hands)]
        return Deal(tuple(hands), crib, tuple(discards), self.starter, tuple(self.faults))

    def _as_shown(self, crib: Cards, discards: list[Cards]) -> tuple[Cards, list[Cards]]:
        """Put the cards of a crib that was shown where only they can be."""
        places = (*crib, *(card for cards in discards for card in cards))
        left = [card for card in self.crib if card not in places]
        if len(self.crib) != len(places) or len(left) != places.count(UNKNOWN):
            return crib, discards
        found = iter(_filled(places, left))
        crib = tuple([next(found) for _ in crib])
        return crib, [tuple([next(found) for _ in cards]) for cards in discards]


def _owner(owner: int | str) -> str:
    return owner if isinstance(owner, str) else f"seat {owner}"


def _once(cards: Cards, seen: set[Card]) -> Cards:
    """Cover the cards that were seen before, and see the rest."""
    left = tuple([UNKNOWN if card in seen else card for card in cards])
    seen.update(cards)
    return left


def _padded(cards: Cards, size: int) -> Cards:
    """Give this many cards, unknown ones where none are told."""
    return (*cards, *[UNKNOWN] * (size - len(cards)))[: max(size, 0)]


def _filled(cards: Cards, others: Iterable[Card]) -> Cards:
    """Put other cards in the places of the unknown ones, as far as they go."""
    new = iter([card for card in dict.fromkeys(others) if card.known and card not in cards])
    return tuple([card if card.known else next(new, UNKNOWN) for card in cards])
