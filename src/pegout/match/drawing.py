"""Cards of a deal that a record does not tell, drawn from those that they may have been.

Every way in which the unknown cards can lie is as likely as any other, unless the caller knows what
players discard: the cards that are seen nowhere else, in the hands and discards that the record
leaves open, such that nobody held a card that fitted when they said go, or when the count was over.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import factorial, prod
from typing import Final

from pegout.cards import CARDS, VALUES, Card
from pegout.rules import (
    CountEnded,
    Dealt,
    Discarded,
    Event,
    HandShown,
    Played,
    Rules,
    SaidGo,
    StarterCut,
)

__all__ = ["Hidden", "Likely", "drawn"]

Cards = tuple[Card, ...]
#: How likely a seat that is dealt these cards discards those.
Likely = Callable[[int, Sequence[Card], Sequence[Card]], float]

#: From so many ways in which the cards may lie one is chosen by how likely they are.
_WORLDS: Final = 1_000


@dataclass(frozen=True, slots=True)
class _Seat:
    """What a record tells of the cards of a seat.

    Attributes:
        known: its cards that are known, in their order.
        open: how many of its cards are not.
        discards: those that it is known to have discarded.
        discarding: how many more it discarded.
        loose: its known cards of which it is not known whether it kept or discarded them.
        over: every card that it kept and never played is worth more than this.
    """

    known: Cards
    open: int
    discards: Cards
    discarding: int
    loose: Cards
    over: int


@dataclass(frozen=True, slots=True)
class _Way:
    """A way in which a seat may have discarded: known cards, and so many of the unknown ones."""

    loose: Cards
    hidden: int


@dataclass(frozen=True, slots=True)
class Hidden:
    """What a record tells and does not tell of the hands of a deal.

    Attributes:
        seats: the seats.
        places: for each seat, the cards that it was dealt, as the record has them.
        unseen: the cards that are seen nowhere.
    """

    seats: tuple[_Seat, ...]
    places: tuple[Cards, ...]
    unseen: Cards

    @property
    def unknown(self) -> bool:
        """Whether there is anything to be drawn."""
        return any(seat.open or seat.discarding for seat in self.seats)

    @classmethod
    def of(cls, rules: Rules, dealt: Dealt, deal: Sequence[Event]) -> Hidden:
        """Gather what the events of a deal tell.

        Args:
            rules: the rules.
            dealt: its cards as they were dealt.
            deal: all its events.
        """
        seats = tuple([_told(rules, dealt.hands[seat], seat, deal) for seat in _seats(dealt)])
        seen = {card for seat in seats for card in seat.known}
        seen.update(dealt.crib)
        for event in deal:
            if isinstance(event, StarterCut):
                seen.add(event.card)
            elif isinstance(event, HandShown):
                seen.update(event.cards)
        return cls(seats, dealt.hands, tuple([card for card in CARDS if card not in seen]))


def _seats(dealt: Dealt) -> range:
    return range(len(dealt.hands))


def _told(rules: Rules, hand: Cards, seat: int, deal: Sequence[Event]) -> _Seat:
    """Gather what is told of one seat."""
    away: Cards | None = None
    played: list[Card] = []
    shown: list[Card] = []
    over = 0
    for event in deal:
        match event:
            case Discarded(cards=cards) if event.seat == seat:
                away = cards
            case Played(card=card) if event.seat == seat:
                played.append(card)
            case SaidGo(count=count) if event.seat == seat:
                over = max(over, 31 - count)
            case CountEnded(count=count):
                over = max(over, 31 - count)
            case HandShown(cards=cards, crib=False) if event.seat == seat:
                shown.extend(cards)
    discards = tuple([card for card in away or () if card.known])
    known = tuple(dict.fromkeys([c for c in (*hand, *discards, *played, *shown) if c.known]))
    kept = {*played, *shown}
    return _Seat(
        known,
        rules.hand_size - len(known),
        discards,
        0 if away is None else rules.throws - len(discards),
        tuple([card for card in known if card not in kept and card not in discards]),
        over if away is not None else 0,
    )


def _ways(seat: _Seat) -> list[_Way]:
    """Give the ways in which a seat may have discarded."""
    found = []
    least = max(0, seat.discarding - seat.open)
    for many in range(least, min(seat.discarding, len(seat.loose)) + 1):
        for loose in combinations(seat.loose, many):
            kept = [card for card in seat.loose if card not in loose]
            if all(VALUES[card] > seat.over for card in kept):
                found.append(_Way(loose, seat.discarding - many))
    return found


def _slots(hidden: Hidden, ways: Sequence[_Way]) -> Iterator[tuple[int, int, bool]]:
    """Give every card to be drawn: what it is worth more than, its seat, and whether discarded."""
    for seat, (told, way) in enumerate(zip(hidden.seats, ways, strict=True)):
        for _ in range(way.hidden):
            yield 0, seat, True
        for _ in range(told.open - way.hidden):
            yield told.over, seat, False


def _count(hidden: Hidden, ways: Sequence[_Way]) -> float:
    """Give in how many ways the cards may lie, if the seats discarded so."""
    # What is worth more than ten is worth more than nine too: whichever card is drawn for the
    # narrower place, the wider ones have one card less to choose from.
    bounds = sorted([over for over, _, _ in _slots(hidden, ways)], reverse=True)
    fitting = [sum([VALUES[card] > over for card in hidden.unseen]) for over in bounds]
    orders = prod(
        [
            factorial(way.hidden) * factorial(told.open - way.hidden)
            for told, way in zip(hidden.seats, ways, strict=True)
        ]
    )
    return prod([max(0, many - taken) for taken, many in enumerate(fitting)]) / orders


def drawn(
    hidden: Hidden, chance: random.Random, likely: Likely | None = None
) -> tuple[tuple[Cards, ...], tuple[Cards, ...]]:
    """Draw the cards that are not known.

    There always are some, because a record in which they contradict one another cannot be read.

    Args:
        hidden: what is known.
        chance: draws.
        likely: how likely seats discard what they do. One of a thousand draws is then chosen in
            proportion to it, which comes near to drawing by it.

    Returns:
        For each seat its hand, in the order in which it was dealt, and what it discards of it.
    """
    options = list(product(*[_ways(seat) for seat in hidden.seats]))
    weights = [_count(hidden, ways) for ways in options]
    if likely is None or not hidden.unknown:
        (ways,) = chance.choices(options, weights)
        return _drawn_so(hidden, ways, chance)
    worlds = [
        _drawn_so(hidden, ways, chance) for ways in chance.choices(options, weights, k=_WORLDS)
    ]
    discarding = [seat for seat, told in enumerate(hidden.seats) if told.open or told.discarding]
    shares = [
        prod([likely(seat, hands[seat], discards[seat]) for seat in discarding if discards[seat]])
        for hands, discards in worlds
    ]
    (world,) = chance.choices(worlds, shares)
    return world


def _drawn_so(
    hidden: Hidden, ways: Sequence[_Way], chance: random.Random
) -> tuple[tuple[Cards, ...], tuple[Cards, ...]]:
    """Draw the cards that are not known, where each seat discards in a way that is given."""
    left = list(hidden.unseen)
    new: list[list[Card]] = [[] for _ in hidden.seats]
    discards = [[*told.discards, *way.loose] for told, way in zip(hidden.seats, ways, strict=True)]
    for over, seat, discarded in sorted(_slots(hidden, ways), reverse=True):
        card = chance.choice([one for one in left if VALUES[one] > over])
        left.remove(card)
        new[seat].append(card)
        if discarded:
            discards[seat].append(card)
    hands = [
        _placed(places, (*told.known, *more))
        for places, told, more in zip(hidden.places, hidden.seats, new, strict=True)
    ]
    return tuple(hands), tuple([tuple(cards) for cards in discards])


def _placed(places: Cards, cards: Cards) -> Cards:
    """Put cards in the places of a hand that are open."""
    rest = iter([card for card in cards if card not in places])
    return tuple([card if card.known else next(rest) for card in places])
