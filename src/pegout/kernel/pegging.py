"""The pile of the play: the cards that fit, and the score of the last card."""

from typing import Any

from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import LONGER, NO_PILE


@inlined
def fitting(hand: int, limit: int) -> int:
    """Count the cards of a hand below a limit, all four in one operation."""
    over = ((hand | 0x80808080) - limit * 0x01010101) & 0x80808080
    return 4 - ((over >> 7) * 0x01010101 >> 24 & 0xFF)


@inlined
def limit_of(count: int) -> int:
    """Return the limit such that exactly the cards below it keep the count at 31 or less."""
    return 52 if count <= 21 else 4 * (31 - count)


@inlined
def only_card(hand: int, count: int) -> int:
    """Return the only card that fits, or -1 if there is none or more than one."""
    return hand & 0xFF if fitting(hand, limit_of(count)) == 1 else -1


@jit
def long_run(pile: int, points: int) -> int:
    """Count the last card of a pile whose score three cards do not decide."""
    rank = pile & 15
    if rank == pile >> 4 & 15:
        return 12 if pile >> 12 & 15 == rank else 6
    seen = 1 << rank | 1 << (pile >> 4 & 15) | 1 << (pile >> 8 & 15)
    length = 3
    while True:
        rank = pile >> (4 * length) & 15
        if rank == 15 or seen >> rank & 1:
            return points
        seen |= 1 << rank
        length += 1
        # Consecutive bits plus the lowest of them are a power of two.
        if (seen + (seen & -seen)) & seen == 0:
            points = length


@inlined
def pile_score(pile: int, count: int, ends: Any) -> int:
    """Count the last card of a pile."""
    points = int(ends[pile & 0xFFF])
    if points >= LONGER:
        points = long_run(pile, points - LONGER)
    if count in (15, 31):
        points += 2
    return points


@jit
def count_piles(piles: Any, lengths: Any, ends: Any, points: Any) -> None:
    """Count every card of many piles; each pile is one count that begins at 0."""
    for at in range(len(piles)):
        pile = NO_PILE
        count = 0
        for index in range(int(lengths[at])):
            rank = int(piles[at, index])
            count += min(rank + 1, 10)
            pile = (pile << 4 | rank) & NO_PILE
            points[at, index] = pile_score(pile, count, ends)
