"""What a seat can do, numbered: 52 cards to play, then the discards."""

from __future__ import annotations

from itertools import combinations

from pegout.rules import Rules

__all__ = ["actions_of", "throws_of"]


def throws_of(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Give the places of each throw among the cards dealt.

    With six cards they are :data:`pegout.kernel.score_tables.THROWS_OF_SIX`, with three or four
    players :data:`pegout.kernel.score_tables.THROWS_OF_FIVE`; in five-card cribbage the ten pairs
    of five.

    >>> from pegout.rules import Rules
    >>> len(throws_of(Rules())), throws_of(Rules(players=3))
    (15, ((0,), (1,), (2,), (3,), (4,)))
    """
    return tuple(combinations(range(rules.hand_size), rules.throws))


def actions_of(rules: Rules) -> int:
    """Say how many actions there are: a card to lay for each of 52, then the throws.

    >>> from pegout.rules import Rules
    >>> actions_of(Rules()), actions_of(Rules(five_card=True)), actions_of(Rules(players=4))
    (67, 62, 57)
    """
    return 52 + len(throws_of(rules))
