"""The win probability of a discard where the game may end in the deal, from a table.

The table has the win probability with each kept hand at both needs, and what changes it: the cards
discarded, which nobody else can have; the crib with them; nobs and a flush of the hand. See
:mod:`pegout.tables.late_hands`.
"""

from typing import Any, Final

from pegout.kernel.jit import inlined, jit
from pegout.kernel.roles import Role
from pegout.search.hands import FIRST_PAIR, more_of
from pegout.search.kept_hand import KEPT, flush_kept
from pegout.search.workspace import LATE, OF_CRIB, STARTERS
from pegout.tables.late_hands import (
    AVERAGE,
    BY_CRIB,
    BY_DISCARDED,
    DIRECTIONS,
    FLUSH,
    NOBS,
    NUMBERS,
    SHAPES,
)
from pegout.tables.rank_sets import JACK

_HANDS: Final = 1820
#: The points for heels in the table.
_HEELS: Final = 2


@inlined
def value_of(part: Any, row: int, hand: int, here: int, late: Any) -> float:
    """Return a function of a hand at both needs: the sum of its shapes."""
    number, shape = hand + part.number + row * part.shapes, here + part.shape
    total = 0.0
    for at in range(part.shapes):
        total += late.numbers[number + at] * late.shapes[shape + at]
    return total


@jit
def late_chance(unseen: int, facts: Any, table: Any, sets: Any, late: Any, switches: Any) -> float:
    """Return the win probability of the discard taken, over all starters; the needs are late."""
    need, opponent_need = facts.need, facts.opponent_need
    chance = chance_at(need, opponent_need, unseen, facts, table, sets, late, switches.nobs)
    dealer_need = need if facts.role == Role.DEALER else opponent_need
    points = 0 if switches.stinkhole and dealer_need == 1 else switches.heels
    if points == _HEELS:
        return chance
    # The table has two points for heels. Without them a starter that is a jack is like any other.
    jacks = (unseen >> 4 * JACK & 15) / STARTERS
    behind = after_heels(_HEELS, unseen, facts, table, sets, late, switches.nobs)
    if dealer_need <= _HEELS:
        chance = (chance - jacks * behind) / (1 - jacks)
    else:
        chance -= jacks * (behind - chance)
    if points > 0:
        behind = after_heels(points, unseen, facts, table, sets, late, switches.nobs)
        chance += jacks * (behind - chance)
    return chance


@jit
def after_heels(
    points: int, unseen: int, facts: Any, table: Any, sets: Any, late: Any, nobs: int
) -> float:
    """Return the win probability once the dealer has scored heels."""
    need, opponent_need = facts.need, facts.opponent_need
    if facts.role == Role.DEALER:
        need -= points
    else:
        opponent_need -= points
    if need <= 0 or opponent_need <= 0:
        return 1.0 if need <= 0 else 0.0
    return chance_at(need, opponent_need, unseen, facts, table, sets, late, nobs)


@jit
def chance_at(
    need: int, opponent_need: int, unseen: int, facts: Any, table: Any, sets: Any, late: Any,
    nobs: int,
) -> float:  # fmt: skip
    """Return the win probability that the table has at some needs."""
    role = facts.role
    hand = (role * _HANDS + table.four[0]) * NUMBERS
    here = ((role * LATE + need - 1) * LATE + opponent_need - 1) * SHAPES
    first, second = table.cards[0] >> 2, table.cards[1] >> 2
    total: float = value_of(AVERAGE, 0, hand, here, late)
    total += value_of(BY_DISCARDED, first, hand, here, late)
    total += value_of(BY_DISCARDED, second, hand, here, late)
    if not facts.left_out & OF_CRIB:
        pair = more_of(1 + min(first, second), max(first, second), sets) - FIRST_PAIR
        total += crib_change(91 * role + pair, unseen, hand, here, late)
    return total + suit_change(hand, here, facts.dealt, table, late, nobs)


@inlined
def crib_change(pair: int, unseen: int, hand: int, here: int, late: Any) -> float:
    """Return the change of the win probability with the crib of a discard."""
    total, first = 0.0, 13 * DIRECTIONS * pair
    for row in range(BY_CRIB.rows):
        left = unseen >> 4 * (row // DIRECTIONS) & 15
        if left:
            steps = left * late.features[first + row]
            total += steps * value_of(BY_CRIB, row, hand, here, late)
    return total / STARTERS


@inlined
def suit_change(hand: int, here: int, dealt: Any, table: Any, late: Any, nobs: int) -> float:
    """Return the change of the win probability with nobs and a flush of the kept hand."""
    flush, points = flush_kept(table), 0
    for index in range(4):
        card = table.cards[KEPT + index]
        if card >> 2 == JACK:
            points += nobs * suits_left(card & 3, dealt)
    if flush:
        # The flush of five has one point more.
        points += suits_left(table.cards[KEPT] & 3, dealt)
    total = 0.0
    if points > 0:
        total = points / STARTERS * value_of(NOBS, 0, hand, here, late)
    if flush:
        total += value_of(FLUSH, 0, hand, here, late)
    return total


@inlined
def suits_left(suit: int, dealt: Any) -> int:
    """Return the number of cards of a suit that were not dealt."""
    left = 13
    for index in range(6):
        if int(dealt[index]) & 3 == suit:
            left -= 1
    return left
