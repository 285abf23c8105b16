"""How likely a seat discards just these cards of those that it was dealt.

The shares are those of :mod:`pegout.evaluation.opponent_discards`. Cards of one rank are as likely
as each other, and some players are taken to discard in no particular way, so that nothing that
happened is impossible.

>>> from pegout.cards import parse_cards
>>> from pegout.rules import Rules
>>> dealt = parse_cards("5H 5S 6D 7C JD KS")
>>> likely = likely_discards(Rules(), 0)
>>> round(likely(0, dealt, parse_cards("6D 7C")), 3)
0.9
>>> round(likely(0, dealt, parse_cards("5H 5S")), 4)
0.0033
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb
from typing import Final

from pegout.cards import Card
from pegout.evaluation.discards import role_of
from pegout.evaluation.opponent_discards import shares
from pegout.rules import Rules
from pegout.tables import rank_sets as ranks

__all__ = ["likely_discards"]

#: The part of all discards that are made in no particular way.
_CARELESS: Final = 0.05


def likely_discards(
    rules: Rules, dealer: int
) -> Callable[[int, Sequence[Card], Sequence[Card]], float]:
    """Give what says how likely a seat, dealt some cards, discards some of them.

    Args:
        rules: the rules.
        dealer: who deals.

    Returns:
        From a seat, the cards that it was dealt and those that it discards to a probability; over
        all discards from the same cards they add up to 1.

    Raises:
        TableError: if the table is not what was written.
    """
    roles = [role_of(rules, seat, dealer) for seat in range(rules.players)]
    tables = [shares(rules, role) for role in roles]
    every = comb(rules.hand_size, rules.throws)

    def likely(seat: int, dealt: Sequence[Card], discards: Sequence[Card]) -> float:
        held, away = ranks.of(dealt), ranks.of(discards)
        alike = 1
        for rank in set(away):
            alike *= comb(held.count(rank), away.count(rank))
        share = tables[seat][held].get(away, 0.0)
        return _CARELESS / every + (1 - _CARELESS) * share / alike

    return likely
