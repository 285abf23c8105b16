"""The probability of a discard given the cards dealt to a seat.

The shares are those of :mod:`pegout.evaluation.opponent_discards`. Cards of one rank are equally
likely. A small part of all discards is modelled as uniformly random, so that no observed discard is
impossible.

>>> from pegout.cards import parse_cards
>>> from pegout.rules import Rules
>>> dealt = parse_cards("5H 5S 6D 7C JD KS")
>>> likely = likely_discards(Rules(), 0)
>>> round(likely(0, dealt, parse_cards("6D 7C")), 3)
0.9
>>> round(likely(0, dealt, parse_cards("5H 5S")), 4)
0.0033
"""

from collections.abc import Callable, Sequence
from math import comb
from typing import Final

from pegout.cards import Card
from pegout.evaluation.discards import role_of
from pegout.evaluation.opponent_discards import shares
from pegout.rules import Rules
from pegout.tables import rank_sets as ranks

#: The part of all discards that is modelled as uniformly random.
_CARELESS: Final = 0.05


def likely_discards(
    rules: Rules, dealer: int
) -> Callable[[int, Sequence[Card], Sequence[Card]], float]:
    """Return a function for the probability of a discard.

    Returns:
        A function of a seat, the cards dealt to it and its discard. It returns a probability; over
        all discards from the same cards these sum to 1.
    """
    roles = [role_of(rules, seat, dealer) for seat in range(rules.players)]
    tables = [shares(rules, role) for role in roles]
    every = comb(rules.hand_size, rules.discard_size)

    def likely(seat: int, dealt: Sequence[Card], discards: Sequence[Card]) -> float:
        held, away = ranks.of(dealt), ranks.of(discards)
        alike = 1
        for rank in set(away):
            alike *= comb(held.count(rank), away.count(rank))
        share = tables[seat][held].get(away, 0.0)
        return _CARELESS / every + (1 - _CARELESS) * share / alike

    return likely
