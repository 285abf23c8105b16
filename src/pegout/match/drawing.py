"""Draw the unknown cards of a recorded deal from their possible values.

An unknown card is one of the cards seen nowhere else. No seat held a card that fitted when it said
go, or when a count ended. All assignments that satisfy this are equally likely, unless the caller
supplies the probabilities of discards.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import factorial, prod
from typing import Final, Self

from pegout.cards import CARDS, VALUES, Card
from pegout.rules import Event, Rules, events

Cards = tuple[Card, ...]
#: The probability that a seat dealt these cards discards those.
Likely = Callable[[int, Sequence[Card], Sequence[Card]], float]

#: The number of sampled assignments from which one is chosen by its likelihood.
_WORLDS: Final = 1_000


@dataclass(frozen=True, slots=True)
class _Seat:
    """The facts that a record gives about the cards of a seat.

    Attributes:
        open: the number of its unknown cards.
        discarding: the number of its unknown discards.
        loose: its known cards that it may have kept or discarded.
        over: every card that it kept and never played has a value above this.
    """

    known: Cards
    open: int
    discards: Cards
    discarding: int
    loose: Cards
    over: int


@dataclass(frozen=True, slots=True)
class _PossibleDiscard:
    """A possible discard of a seat: some of its known cards, and a number of unknown ones."""

    loose: Cards
    hidden: int


@dataclass(frozen=True, slots=True)
class Hidden:
    """The known and unknown cards in the hands of a deal.

    ``slots`` are the cards dealt to each seat as the record has them, ``unseen`` the cards that no
    event shows.
    """

    seats: tuple[_Seat, ...]
    slots: tuple[Cards, ...]
    unseen: Cards

    @property
    def unknown(self) -> bool:
        """Whether any card must be drawn."""
        return any(seat.open or seat.discarding for seat in self.seats)

    @classmethod
    def of(cls, rules: Rules, dealt: events.Dealt, deal: Sequence[Event]) -> Self:
        """Collect the known cards from all events of a deal."""
        hands = enumerate(dealt.hands)
        seats = tuple([_facts(rules, hand, seat, deal) for seat, hand in hands])
        seen = {card for seat in seats for card in seat.known}
        seen.update(dealt.crib)
        for event in deal:
            if isinstance(event, events.StarterCut):
                seen.add(event.card)
            elif isinstance(event, events.HandShown):
                seen.update(event.cards)
        return cls(seats, dealt.hands, tuple([card for card in CARDS if card not in seen]))


def _facts(rules: Rules, hand: Cards, seat: int, deal: Sequence[Event]) -> _Seat:
    away: Cards | None = None
    played: list[Card] = []
    shown: list[Card] = []
    over = 0
    for event in deal:
        match event:
            case events.Discarded(cards=cards) if event.seat == seat:
                away = cards
            case events.Played(card=card) if event.seat == seat:
                played.append(card)
            case events.SaidGo(count=count) if event.seat == seat:
                over = max(over, 31 - count)
            case events.CountEnded(count=count):
                over = max(over, 31 - count)
            case events.HandShown(cards=cards, crib=False) if event.seat == seat:
                shown.extend(cards)
    discards = tuple([card for card in away or () if card.known])
    known = tuple(dict.fromkeys([c for c in (*hand, *discards, *played, *shown) if c.known]))
    kept = {*played, *shown}
    return _Seat(
        known,
        rules.hand_size - len(known),
        discards,
        0 if away is None else rules.discard_size - len(discards),
        tuple([card for card in known if card not in kept and card not in discards]),
        over if away is not None else 0,
    )


def _possible_discards(seat: _Seat) -> list[_PossibleDiscard]:
    possible = []
    minimum = max(0, seat.discarding - seat.open)
    for many in range(minimum, min(seat.discarding, len(seat.loose)) + 1):
        for loose in combinations(seat.loose, many):
            kept = [card for card in seat.loose if card not in loose]
            if all(VALUES[card] > seat.over for card in kept):
                possible.append(_PossibleDiscard(loose, seat.discarding - many))
    return possible


def _slots(hidden: Hidden, chosen: Sequence[_PossibleDiscard]) -> Iterator[tuple[int, int, bool]]:
    """Yield every card to draw: the value it must exceed, its seat, and whether it is discarded."""
    for seat, (facts, discard) in enumerate(zip(hidden.seats, chosen, strict=True)):
        for _ in range(discard.hidden):
            yield 0, seat, True
        for _ in range(facts.open - discard.hidden):
            yield facts.over, seat, False


def _count(hidden: Hidden, chosen: Sequence[_PossibleDiscard]) -> float:
    """Count the assignments of the unknown cards for given discards."""
    # The sets of cards that fit are nested: a card drawn for a higher bound also fits every lower
    # one, so each draw leaves the later ones one card less.
    bounds = sorted([over for over, _, _ in _slots(hidden, chosen)], reverse=True)
    fitting = [sum([VALUES[card] > over for card in hidden.unseen]) for over in bounds]
    orders = prod(
        [
            factorial(discard.hidden) * factorial(facts.open - discard.hidden)
            for facts, discard in zip(hidden.seats, chosen, strict=True)
        ]
    )
    return prod([max(0, many - taken) for taken, many in enumerate(fitting)]) / orders


def drawn(
    hidden: Hidden, chance: random.Random, likely: Likely | None = None
) -> tuple[tuple[Cards, ...], tuple[Cards, ...]]:
    """Draw the unknown cards.

    An assignment always exists, because a record with contradictory cards cannot be read. With the
    probabilities of discards, a thousand assignments are sampled, and one of them is chosen in
    proportion to its likelihood, which approximates the distribution.

    Returns:
        For each seat its hand, in the order of the deal, and its discards.
    """
    options = list(product(*[_possible_discards(seat) for seat in hidden.seats]))
    weights = [_count(hidden, chosen) for chosen in options]
    if likely is None or not hidden.unknown:
        (chosen,) = chance.choices(options, weights)
        return _drawn_so(hidden, chosen, chance)
    worlds = [
        _drawn_so(hidden, chosen, chance) for chosen in chance.choices(options, weights, k=_WORLDS)
    ]
    discarding = [seat for seat, facts in enumerate(hidden.seats) if facts.open or facts.discarding]
    shares = [
        prod([likely(seat, hands[seat], discards[seat]) for seat in discarding if discards[seat]])
        for hands, discards in worlds
    ]
    (world,) = chance.choices(worlds, shares)
    return world


def _drawn_so(
    hidden: Hidden, chosen: Sequence[_PossibleDiscard], chance: random.Random
) -> tuple[tuple[Cards, ...], tuple[Cards, ...]]:
    """Draw the unknown cards for the given discards of each seat."""
    left = list(hidden.unseen)
    new: list[list[Card]] = [[] for _ in hidden.seats]
    discards = [
        [*facts.discards, *discard.loose]
        for facts, discard in zip(hidden.seats, chosen, strict=True)
    ]
    for over, seat, discarded in sorted(_slots(hidden, chosen), reverse=True):
        card = chance.choice([card for card in left if VALUES[card] > over])
        left.remove(card)
        new[seat].append(card)
        if discarded:
            discards[seat].append(card)
    hands = [
        _fill_unknown(slots, (*facts.known, *more))
        for slots, facts, more in zip(hidden.slots, hidden.seats, new, strict=True)
    ]
    return tuple(hands), tuple([tuple(cards) for cards in discards])


def _fill_unknown(slots: Cards, cards: Cards) -> Cards:
    """Return the hand with its unknown cards filled in from the cards."""
    rest = iter([card for card in cards if card not in slots])
    return tuple([card if card.known else next(rest) for card in slots])
