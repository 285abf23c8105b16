"""The play so far replayed, the heuristic value of a card, and the strategy of the solved play."""

from __future__ import annotations

from typing import Any

from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import GO, NO_PILE
from pegout.kernel.pegging import pile_score
from pegout.search.workspace import (
    ANSWER_KEYS,
    ANSWERED,
    ANSWERS,
    CARD_LAID,
    CARDS_LAID,
    CAUTION,
    COUNT_NOW,
    DEALS,
    FITTING,
    HELD,
    HISTORY,
    KEPT_SIZE,
    LAID_BY,
    LAST,
    LEAST,
    LEFT,
    MEANS,
    NODE,
    OF_SOLUTION,
    PILE_NOW,
    SILENT,
    THREE_OF,
    TWO_OF,
    WITHOUT,
)


@inlined
def without(ranks: int, place: int) -> int:
    """Take the rank at a place out of a hand of ranks."""
    lower = (1 << 4 * place) - 1
    return (ranks & lower) | ((ranks >> 4 & ~lower) & 0xFFF) | 0xF000


@inlined
def with_rank(ranks: int, rank: int) -> int:
    """Put one more rank into a hand of less than four."""
    place = 0
    while ranks >> 4 * place & 15 < rank:
        place += 1
    lower = (1 << 4 * place) - 1
    return (ranks & lower) | rank << 4 * place | ((ranks & ~lower) << 4 & 0xFFFF)


@inlined
def ranks_below(count: int) -> int:
    """Give how many ranks fit under 31."""
    return 13 if count <= 21 else 31 - count


@inlined
def node_after(node: int, rank: int, solved: Any) -> int:
    """Give the node of the solved play after a rank, or after a go as rank 13."""
    return int(solved.children[node, rank]) if node >= 0 else -1


@inlined
def next_place(ranks: int, place: int, count: int) -> int:
    """Give the next place of a hand, from this one on, with another rank that fits; 4 for none."""
    limit = ranks_below(count)
    while place < 4:
        rank = ranks >> 4 * place & 15
        if rank >= limit:
            return 4
        if place == 0 or rank != ranks >> 4 * (place - 1) & 15:
            return place
        place += 1
    return place


@jit
def answer_worth(pile: int, count: int, mind: Any) -> float:
    """Give what one card of a hand kept by anybody scores on a pile, times four, in the mean."""
    ints, floats = mind.ints, mind.floats
    slot = ((pile & 0xFFFFFF) * 0x9E3779 ^ pile >> 20) >> 7 & ANSWERED - 1
    if ints[ANSWER_KEYS + slot] == pile:
        known: float = floats[ANSWERS + slot]
        return known
    total = 0.0
    for rank in range(ranks_below(count)):
        points = pile_score((pile << 4 | rank) & NO_PILE, count + min(rank + 1, 10), mind.ends)
        if points:
            left, rest = 4, pile
            while rest & 15 < 15:
                if rest & 15 == rank:
                    left -= 1
                rest >>= 4
            total += floats[MEANS + rank] * left * points
    total *= 0.25
    ints[ANSWER_KEYS + slot] = pile
    floats[ANSWERS + slot] = total
    return total


@jit
def liking_of(rank: int, count: int, pile: int, held: int, mind: Any) -> float:
    """Give the points of a card, less what one of ``held`` cards is likely to answer."""
    after = count + (rank + 1 if rank < 9 else 10)
    longer = (pile << 4 | rank) & NO_PILE
    value = float(pile_score(longer, after, mind.ends))
    if held:
        value -= CAUTION * 0.25 * held * answer_worth(longer, after, mind)
        if after > 21:
            alone = GO
            for _ in range(held):
                alone *= 1 - mind.floats[FITTING + 31 - after]
            value += alone
    return value


@inlined
def lower_share(node: int, ranks: int, solved: Any) -> int:
    """Give how often of 254 times the lower of two ranks is laid at a node; 255 for unknown."""
    low, high = ranks & 15, ranks >> 4 & 15
    return int(solved.weights[int(solved.offset[node]) + high * (high - 1) // 2 + low])


@jit
def shares_at(
    node: int, ranks: int, size: int, count: int, at: int, mind: Any, solved: Any
) -> bool:
    """Give how the mover at a node lays each card of a hand in the solved play.

    Args:
        node: the node.
        ranks: the hand of the mover, two of whose ranks fit.
        size: how many cards it is.
        count: the count.
        at: where in the floats the four shares are written, by place in the hand; those of a rank
            that comes several times stand at its first place. They add up to 1.
        mind: the mind.
        solved: the solved play.

    Returns:
        Whether they are known.
    """
    floats = mind.floats
    if node < 0:
        return False
    floats[at + 2] = floats[at + 3] = 0.0
    if size == 2:
        lower = lower_share(node, ranks, solved)
        floats[at] = lower / 254
        floats[at + 1] = 1 - lower / 254
        return lower != 255
    ints, weights, offset = mind.ints, solved.weights, int(solved.offset[node])
    floats[at + 1] = 0.0
    limit, before, total = ranks_below(count), -1, 0
    for place in range(size):
        rank = ranks >> 4 * place & 15
        if rank >= limit:
            break
        if rank != before:
            before = rank
            rest = without(ranks, place)
            pair = (rest & 15) * 13 + (rest >> 4 & 15)
            if size == 3:
                number = rank * 91 + ints[TWO_OF + pair]
            else:
                number = rank * 455 + ints[THREE_OF + pair * 13 + (rest >> 8 & 15)]
            share = int(weights[offset + number])
            floats[at + place] = float(share)
            total += share
    if total == 0:
        return False
    for place in range(size):
        if floats[at + place]:
            floats[at + place] /= total
    return True


@jit
def follow(mind: Any, solved: Any) -> None:
    """Go through the cards laid: what they and the goes tell, and where the game is now."""
    ints = mind.ints
    steps = ints[CARDS_LAID]
    own = other = ints[KEPT_SIZE]
    node = 0 if len(solved.offset) and not ints[WITHOUT] & OF_SOLUTION else -1
    turn = 1 if ints[DEALS] else 0
    pile, count, silent, last, least, told, step = NO_PILE, 0, 0, -1, 0, 0, 0
    while True:
        limit = ranks_below(count)
        if step < steps:
            rank = ints[CARD_LAID + step] >> 2
            lays = ints[LAID_BY + step] == turn and rank < limit
        else:
            rank = 0
            lays = turn == 0 and ints[HELD] & 15 < limit
        if lays and step == steps:
            break
        over = False
        if lays:
            if turn:
                at = HISTORY + 8 * told
                ints[at], ints[at + 1], ints[at + 2] = rank, node, pile
                ints[at + 3], ints[at + 4], ints[at + 5] = count, own, other
                told += 1
                other -= 1
            else:
                own -= 1
            node = node_after(node, rank, solved)
            count += min(rank + 1, 10)
            pile = (pile << 4 | rank) & NO_PILE
            last = turn
            step += 1
            over = count == 31
            if not over and not silent:
                turn = 1 - turn
        else:
            if own if turn == 0 else other:
                node = node_after(node, 13, solved)
                if turn:
                    least = max(least, limit)
            over = silent != 0
            turn, silent = 1 - turn, 1
        if over:
            pile, count, silent, turn = NO_PILE, 0, 0, 1 - last
            if (own if turn == 0 else other) == 0:
                turn = last
    ints[NODE], ints[PILE_NOW], ints[COUNT_NOW] = node, pile, count
    ints[LEAST], ints[LEFT], ints[LAST], ints[SILENT] = least, other, last, silent
