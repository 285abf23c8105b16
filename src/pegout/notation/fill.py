"""Infer the cards of a deal from the lines that follow it.

The engine needs the hands at the deal, before any line has shown their cards. So the cards that
are discarded, played and shown later are collected first and fill the unknown cards of the deal.
A card that no line shows remains unknown.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pegout.cards import UNKNOWN, Card
from pegout.notation.errors import Fault
from pegout.notation.lines import Columns, Line
from pegout.rules import Rules

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """A parsed line, with its number and the columns of its parts."""

    number: int
    line: Line
    columns: Columns

    def fault(self, code: str, message: str, part: str = "") -> Fault:
        """Return a fault of this line, or of one of its parts."""
        return Fault(self.number, self.columns.get(part, 0), code, message)


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of a deal as far as its lines show them.

    Attributes:
        hands: for each seat, the cards dealt to it.
        crib: the cards that go to the crib from the pack.
        discards: for each seat, its discards.
        starter: the starter.
        faults: the cards that are in two places.
    """

    hands: tuple[Cards, ...]
    crib: Cards
    discards: tuple[Cards, ...]
    starter: Card
    faults: tuple[Fault, ...]

    def pack(self, dealer: int, at: int) -> Cards:
        """Return a pack that deals these hands, with the starter ``at`` cards into the rest."""
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
    """Collect the cards of a deal from its lines.

    Where the crib is shown without the discards of each seat, its cards are assigned in the order
    of the seats.
    """
    shown = _ShownCards(rules)
    for statement in statements:
        shown.add(statement)
    return shown.deal()


class _ShownCards:
    """The cards that the lines of one deal show."""

    def __init__(self, rules: Rules) -> None:
        players = rules.players
        self.rules = rules
        self.dealt: list[Cards] = [()] * players
        self.discards: list[Cards] = [()] * players
        self.played: list[Cards] = [()] * players
        self.shown: list[Cards] = [()] * players
        self.from_pack: Cards = ()
        self.crib: Cards = ()
        self.starter = UNKNOWN
        self.owners: dict[Card, int | str] = {}
        self.faults: list[Fault] = []

    def add(self, statement: Statement) -> None:
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
                self.played[seat] += cards
            elif line.verb == "show":
                self.shown[seat] = cards

    def _own(self, owner: int | str, cards: Cards, statement: Statement) -> Cards:
        """Record the owner of the cards; a card of another owner becomes unknown, and a fault."""
        owned = []
        for card in cards:
            other = self.owners.setdefault(card, owner) if card.known else owner
            if other == owner:
                owned.append(card)
            else:
                self.faults.append(
                    statement.fault(
                        "duplicate_card",
                        f"the {card} is with {_owner(owner)} and with {_owner(other)}",
                        "cards",
                    )
                )
                owned.append(UNKNOWN)
        return tuple(owned)

    def deal(self) -> Deal:
        rules = self.rules
        hands = [_padded(cards, rules.hand_size) for cards in self.dealt]
        discards = [_padded(cards, rules.discard_size) for cards in self.discards]
        crib = _padded(self.from_pack, rules.from_pack)
        kept = [
            shown if len(shown) == rules.kept and UNKNOWN not in shown else played
            for shown, played in zip(self.shown, self.played, strict=True)
        ]
        for seat, hand in enumerate(hands):
            if UNKNOWN not in hand and len(kept[seat]) == rules.kept:
                discarded = [card for card in hand if card not in kept[seat]]
                discards[seat] = _filled(discards[seat], discarded)
        crib, discards = self._as_shown(crib, discards)
        hands = [_filled(hand, (*kept[seat], *discards[seat])) for seat, hand in enumerate(hands)]
        # Even where the lines contradict each other, no pack has a card twice.
        seen = {self.starter}
        crib, *hands = [_once(cards, seen) for cards in (crib, *hands)]
        return Deal(tuple(hands), crib, tuple(discards), self.starter, tuple(self.faults))

    def _as_shown(self, crib: Cards, discards: list[Cards]) -> tuple[Cards, list[Cards]]:
        """Assign the cards of a shown crib if they fill the unknown places exactly."""
        slots = (*crib, *(card for cards in discards for card in cards))
        left = [card for card in self.crib if card not in slots]
        if len(self.crib) != len(slots) or len(left) != slots.count(UNKNOWN):
            return crib, discards
        filled = iter(_filled(slots, left))
        crib = tuple([next(filled) for _ in crib])
        return crib, [tuple([next(filled) for _ in cards]) for cards in discards]


def _owner(owner: int | str) -> str:
    return owner if isinstance(owner, str) else f"seat {owner}"


def _once(cards: Cards, seen: set[Card]) -> Cards:
    """Replace the cards already seen by unknown ones, and mark the rest as seen."""
    left = tuple([UNKNOWN if card in seen else card for card in cards])
    seen.update(cards)
    return left


def _padded(cards: Cards, size: int) -> Cards:
    """Return exactly this many cards, with unknown ones for those missing."""
    return (*cards, *[UNKNOWN] * (size - len(cards)))[: max(size, 0)]


def _filled(cards: Cards, others: Iterable[Card]) -> Cards:
    """Replace unknown cards by other cards, as far as these suffice."""
    new = iter([card for card in dict.fromkeys(others) if card.known and card not in cards])
    return tuple([card if card.known else next(new, UNKNOWN) for card in cards])
