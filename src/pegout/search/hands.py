"""Sets of up to four ranks as numbers, with tables for adding and removing a card.

Number 0 is the empty set. The sets of one, two, three and four ranks follow, each in the order of
:mod:`pegout.tables.rank_sets`. Ranks are also encoded as an int of four bits each, the lowest rank
in the lowest bits, with 15 for empty positions.

>>> hands = every_hand()
>>> pair = more_of(more_of(EMPTY, 3, hands), 0, hands)
>>> hex(hands.ranks[pair]), less_of(pair, 1, hands) == more_of(EMPTY, 0, hands)
('0xff30', True)
"""

from typing import Any, Final, NamedTuple

from pegout.cards import sets_of_ranks
from pegout.kernel.jit import inlined
from pegout.tables.prepared import prepared
from pegout.tables.rank_sets import rank_scores

EMPTY: Final = 0
FIRST_PAIR: Final = 14
FIRST_TRIPLE: Final = 105
FIRST_FOUR: Final = 560
#: The number of sets.
NUMBER: Final = 2380


class Hands(NamedTuple):
    """Every set of up to four ranks, in lists or in arrays of these types."""

    ranks: Any  # int64[2380], the ranks
    less: Any  # int16[4 * 2380], the number of the set without the rank at a position
    # int16[13 * 560], the number of the set with one more rank; 0 where no such set exists
    more: Any
    # int8[13 * 1820], the points of four ranks with each rank of the starter, without flushes and
    # nobs
    shows: Any


def pack(ranks: Any) -> int:
    """Encode up to four ranks, in ascending order, as an int.

    >>> hex(pack((0, 3)))
    '0xff30'
    """
    encoded = 0
    for index in range(4):
        encoded |= (ranks[index] if index < len(ranks) else 15) << 4 * index
    return encoded


@prepared
def every_hand() -> Hands:
    """Return the sets in lists, which Python reads fastest."""
    every = [(), *[ranks for size in (1, 2, 3, 4) for ranks in sets_of_ranks(size)]]
    numbers = {ranks: number for number, ranks in enumerate(every)}
    less, more = [0] * (4 * NUMBER), [0] * (13 * FIRST_FOUR)
    for number, ranks in enumerate(every):
        for index in range(len(ranks)):
            less[4 * number + index] = numbers[ranks[:index] + ranks[index + 1 :]]
        for rank in range(13 if number < FIRST_FOUR else 0):
            more[13 * number + rank] = numbers[tuple(sorted((*ranks, rank)))]
    shows = [points for four in every[FIRST_FOUR:] for points in rank_scores(four)]
    return Hands([pack(ranks) for ranks in every], less, more, shows)


@inlined
def first_of(size: int) -> int:
    """Return the number of the first set of a size."""
    if size < 2:
        return size
    if size == 2:
        return FIRST_PAIR
    return FIRST_TRIPLE if size == 3 else FIRST_FOUR


@inlined
def less_of(hand: int, index: int, hands: Any) -> int:
    """Return the number of a set without the rank at a position."""
    return int(hands.less[4 * hand + index])


@inlined
def less_rank(hand: int, rank: int, sets: Any) -> int:
    """Return the number of a set without one of its ranks."""
    ranks, index = sets.ranks[hand], 0
    while ranks >> 4 * index & 15 != rank:
        index += 1
    return less_of(hand, index, sets)


@inlined
def more_of(hand: int, rank: int, hands: Any) -> int:
    """Return the number of a set with one more rank."""
    return int(hands.more[13 * hand + rank])


@inlined
def shows_of(four: int, starter: int, hands: Any) -> int:
    """Return the points of four ranks, by their number among the fours and the starter's rank."""
    return int(hands.shows[13 * four + starter])


@inlined
def without(ranks: int, index: int) -> int:
    """Remove the rank at a position from ranks."""
    lower = (1 << 4 * index) - 1
    return (ranks & lower) | ((ranks >> 4 & ~lower) & 0xFFF) | 0xF000


@inlined
def less(ranks: int, rank: int) -> int:
    """Remove a rank from ranks that have it."""
    index = 0
    while ranks >> 4 * index & 15 != rank:
        index += 1
    return without(ranks, index)


@inlined
def held_size(ranks: int) -> int:
    """Count ranks."""
    size = 0
    while size < 4 and ranks >> 4 * size & 15 < 15:
        size += 1
    return size
