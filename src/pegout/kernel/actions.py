"""The numbered actions of a seat: 52 cards to play, then the discards."""

from itertools import combinations
from typing import Final

from pegout.rules import RulesLike, as_rules

#: The positions of the two cards of each discard from six, in the order of every array of 15.
DISCARDS_OF_SIX: Final = tuple(combinations(range(6), 2))


def discards_of(rules: RulesLike) -> tuple[tuple[int, ...], ...]:
    """Return the positions of each discard among the cards dealt.

    With six cards these are :data:`DISCARDS_OF_SIX`, and with three or
    four players the five single cards. In five-card cribbage they are the ten pairs of five cards.

    >>> from pegout.rules import Rules
    >>> len(discards_of(Rules())), discards_of(Rules(players=3))
    (15, ((0,), (1,), (2,), (3,), (4,)))

    Raises:
        UnknownRules: for anything but rules or the name of a preset.
    """
    rules = as_rules(rules)
    return tuple(combinations(range(rules.hand_size), rules.discard_size))


def actions_of(rules: RulesLike) -> int:
    """Return the number of actions: one for each of the 52 cards to play, then the discards.

    >>> from pegout.rules import Rules
    >>> actions_of(Rules()), actions_of(Rules(five_card=True)), actions_of(Rules(players=4))
    (67, 62, 57)
    """
    return 52 + len(discards_of(rules))
