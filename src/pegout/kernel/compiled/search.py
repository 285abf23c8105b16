"""Thinking: the play searched to its end, against all that the other may hold at the same time."""

from __future__ import annotations

from typing import Any

from .beliefs import believe, held_size
from .following import (
    follow,
    liking_of,
    next_place,
    node_after,
    ranks_below,
    score_of,
    shares_at,
    without,
)
from .foresight import after_play, foresee_crib, foresee_show
from .jit import inlined, jit
from .mind import (
    BY_CHANCES,
    BY_SEARCH,
    CHANCES,
    COUNT_NOW,
    EXPECTED,
    FRAME_SUMS,
    FRAMES,
    HAND_AT,
    HELD,
    LEFT,
    LIKINGS,
    NEED,
    NO_RANKS,
    NODE,
    NUMBER,
    ONE_COUNT,
    OTHER_NEED,
    OTHER_OUT,
    OTHER_POINT,
    OWN_CHOICES,
    OWN_OUT,
    OWN_POINT,
    PEBBLE,
    PICK_AT,
    PILE_NOW,
    REST_AT,
    SHARE_AT,
    SILENT,
    SLACK,
    SPLIT,
    STACK_AT,
    STACK_SUMS,
    STACKED,
    STINKS,
    THOUGHT,
    VALUES_OF,
    WEIGHT_AT,
)
from .state import NO_PILE


@jit
def pick_of(
    at: int, count: int, pile: int, held: int, left: int, depth: int, node: int, mind: Any,
    solved: Any,
) -> int:  # fmt: skip
    """Give the rank that the other lays from one of its hands, two of whose cards fit.

    Returns:
        The rank, or ``SPLIT`` when the shares of the hand are written down.
    """
    ints, floats = mind.ints, mind.floats
    ranks, limit = ints[REST_AT + at], ranks_below(count)
    first: int = ranks & 15
    several = False
    for place in range(1, left):
        rank = ranks >> 4 * place & 15
        several = several or (first != rank < limit)
    if not several:
        return first
    if shares_at(node, ranks, left, count, SHARE_AT + 4 * at, mind, solved):
        return SPLIT
    frame = FRAMES + 16 * depth
    best, most = first, -1e9
    for place in range(left):
        rank = ranks >> 4 * place & 15
        if rank >= limit:
            break
        if not ints[frame + 14] >> rank & 1:
            ints[frame + 14] |= 1 << rank
            floats[LIKINGS + 16 * depth + rank] = liking_of(rank, count, pile, held, mind)
        liking = floats[LIKINGS + 16 * depth + rank]
        if liking >= most:
            best, most = rank, liking
    return best


@jit
def part_hands(
    start: int, end: int, top: int, count: int, pile: int, held: int, left: int, depth: int,
    node: int, mind: Any, solved: Any,
) -> int:  # fmt: skip
    """Part some hands of the other by what it lays from them, with "go" as rank 13.

    The parts are written down one behind the other from ``top`` on, in the order of the ranks; the
    ints of the frame say where each ends, and its floats how much it weighs.

    Returns:
        Where the last of them ends.
    """
    ints, floats = mind.ints, mind.floats
    frame, sums = FRAMES + 16 * depth, FRAME_SUMS + 16 * depth
    limit = ranks_below(count)
    for rank in range(15):
        ints[frame + rank] = 0
    for rank in range(14):
        floats[sums + rank] = 0.0
    for at in range(start, end):
        ranks = ints[REST_AT + at]
        if ranks & 15 >= limit:
            pick = 13
        elif ranks >> 4 & 15 >= limit:
            pick = ranks & 15
        else:
            pick = pick_of(at, count, pile, held, left, depth, node, mind, solved)
        ints[PICK_AT + at] = pick
        if pick < SPLIT:
            ints[frame + pick] += 1
        else:
            for place in range(left):
                if floats[SHARE_AT + 4 * at + place] > 0:
                    ints[frame + (ranks >> 4 * place & 15)] += 1
    for rank in range(14):
        number = ints[frame + rank]
        ints[frame + rank] = top
        top += number
    for at in range(start, end):
        ranks, pick = ints[REST_AT + at], ints[PICK_AT + at]
        weight = floats[WEIGHT_AT + at]
        for place in range(4 if pick == SPLIT else 1):
            share, found = 1.0, pick
            if pick == SPLIT:
                share, found = floats[SHARE_AT + 4 * at + place], ranks >> 4 * place & 15
                if share <= 0:
                    continue
            new = ints[frame + found]
            ints[frame + found] = new + 1
            ints[HAND_AT + new] = ints[HAND_AT + at]
            floats[WEIGHT_AT + new] = weight * share
            floats[sums + found] += weight * share
            if found == 13:
                ints[REST_AT + new] = ranks
            else:
                here = 0
                while ranks >> 4 * here & 15 != found:
                    here += 1
                ints[REST_AT + new] = without(ranks, here)
    return top


@jit
def liked_place(own: int, count: int, pile: int, left: int, mind: Any) -> int:
    """Give the place of the own card that looking ahead likes best."""
    limit = ranks_below(count)
    best, most = 0, -1e9
    for place in range(4):
        rank = own >> 4 * place & 15
        if rank >= limit:
            break
        liking = liking_of(rank, count, pile, left, mind)
        if liking >= most:
            best, most = place, liking
    return best


@jit
def look(
    turn: int, silent: int, count: int, pile: int, own: int, need: int, free: int, node: int,
    mind: Any, solved: Any,
) -> float:  # fmt: skip
    """Search the play from behind a card of one's own, over what the other may hold.

    Where the own seat is to lay, it lays what is best against all the hands that it cannot tell
    apart; the other lays from each of its hands as the solved play says, or by looking ahead. What
    branches is kept on a stack of frames.

    Args:
        turn: who is to lay: 0 the own seat, 1 the other; 2 where the count has ended.
        silent: whether the other can lay no more in this count.
        count: the count.
        pile: the pile.
        own: the ranks held.
        need: what the own seat needs.
        free: how many of the own choices are searched before the rest is played by looking ahead.
        node: the node of the solved play, or -1.
        mind: the mind.
        solved: the solved play.

    Returns:
        The worth of all that is still to come.
    """
    ints, floats = mind.ints, mind.floats
    last, left, other_need = 0, ints[LEFT], ints[OTHER_NEED]
    start, end, top = 0, ints[NUMBER], ints[NUMBER]
    frame = place = rank = points = after = longer = 0
    weight, total, level = 1.0, 0.0, 0
    while True:
        # Until the worth is known, or where it branches.
        known = False
        while True:
            if turn == 2:
                point = 1 if count != 31 or ints[STACKED] else 0
                if last == 0:
                    if point and not (ints[STINKS] and need == 1):
                        total += floats[OWN_POINT] * weight
                        need -= 1
                        if need <= 0:
                            total += floats[OWN_OUT] * weight
                            known = True
                            break
                elif point and not (ints[STINKS] and other_need == 1):
                    total += floats[OTHER_POINT] * weight
                    other_need -= 1
                    if other_need <= 0:
                        total += floats[OTHER_OUT] * weight
                        known = True
                        break
                if ints[ONE_COUNT] or (own == NO_RANKS and left == 0):
                    if ints[CHANCES]:
                        total += after_play(start, end, need, other_need, mind)
                    known = True
                    break
                count, pile, silent, turn = 0, NO_PILE, 0, 1 - last
                if (own == NO_RANKS) if turn == 0 else (left == 0):
                    turn = last
            limit = ranks_below(count)
            if turn == 0:
                if own & 15 >= limit:
                    if own != NO_RANKS:
                        node = node_after(node, 13, solved)
                    turn, silent = 2 if silent else 1, 1
                    continue
                several = False
                if own >> 4 & 15 < limit:
                    for place in range(1, 4):
                        rank = own >> 4 * place & 15
                        several = several or (own & 15 != rank < limit)
                if several and free > 0:
                    break
                place = 0
                if several:
                    place = liked_place(own, count, pile, 0 if silent else left, mind)
                rank = own >> 4 * place & 15
                count += min(rank + 1, 10)
                pile = (pile << 4 | rank) & NO_PILE
                points = score_of(pile, count, mind)
                total += floats[OWN_POINT] * points * weight
                if points >= need:
                    total += floats[OWN_OUT] * weight
                    known = True
                    break
                need -= points
                own = without(own, place)
                node = node_after(node, rank, solved)
                last = 0
                turn = 2 if count == 31 else (0 if silent else 1)
            elif left == 0:
                turn, silent = 2 if silent else 0, 1
            else:
                break
        if not known:
            if turn == 1:
                held = 0 if silent else held_size(own)
                bottom = top
                top = part_hands(
                    start, end, top, count, pile, held, left, level, node, mind, solved
                )
                start = bottom
            frame = STACK_AT + 16 * level
            ints[frame], ints[frame + 1], ints[frame + 2] = turn, silent, last
            ints[frame + 3], ints[frame + 4], ints[frame + 5] = count, pile, own
            ints[frame + 6], ints[frame + 7], ints[frame + 8] = left, start, end
            ints[frame + 9], ints[frame + 10], ints[frame + 11] = top, need, other_need
            ints[frame + 12], ints[frame + 13], ints[frame + 14] = free, node, -1
            sums = STACK_SUMS + 4 * level
            floats[sums], floats[sums + 1] = weight, total
            floats[sums + 2], floats[sums + 3] = -1e300 if turn == 0 else 0.0, 0.0
            level += 1
        # Back to the last frame that has more to try.
        while level:
            frame, sums = STACK_AT + 16 * (level - 1), STACK_SUMS + 4 * (level - 1)
            place = ints[frame + 14]
            if ints[frame] == 0:
                if known:
                    floats[sums + 2] = max(floats[sums + 2], floats[sums + 3] + total)
                place = next_place(ints[frame + 5], place + 1, ints[frame + 3])
                if place == 4:
                    total, known = floats[sums + 1] + floats[sums + 2], True
                    level -= 1
                    continue
                rank = ints[frame + 5] >> 4 * place & 15
                weight = floats[sums]
                point, out, need = floats[OWN_POINT], floats[OWN_OUT], ints[frame + 10]
            else:
                if known:
                    floats[sums + 2] += floats[sums + 3] + total
                parts = FRAMES + 16 * (level - 1)
                start = ints[frame + 7] if place < 0 else ints[parts + place]
                place += 1
                while place < 14 and ints[parts + place] == start:
                    place += 1
                if place == 14:
                    total, known = floats[sums + 1] + floats[sums + 2], True
                    level -= 1
                    continue
                rank = place
                end = ints[parts + place]
                weight = floats[FRAME_SUMS + 16 * (level - 1) + place]
                point, out, need = floats[OTHER_POINT], floats[OTHER_OUT], ints[frame + 11]
            ints[frame + 14] = place
            points, after, longer = 0, ints[frame + 3], ints[frame + 4]
            if rank < 13:
                after += min(rank + 1, 10)
                longer = (longer << 4 | rank) & NO_PILE
                points = score_of(longer, after, mind)
            floats[sums + 3] = point * points * weight
            if points >= need:
                total, known = out * weight, True
                continue
            known = False
            break
        if level == 0:
            return total
        # On with what the frame tries next.
        turn, silent, last = ints[frame], ints[frame + 1], ints[frame + 2]
        count, pile, own, left = after, longer, ints[frame + 5], ints[frame + 6]
        top, need, other_need = ints[frame + 9], ints[frame + 10], ints[frame + 11]
        free, node, total = ints[frame + 12], node_after(ints[frame + 13], rank, solved), 0.0
        if turn == 0:
            start, end = ints[frame + 7], ints[frame + 8]
            need -= points
            own = without(own, place)
            free -= 1
            last = 0
            turn = 2 if after == 31 else (0 if silent else 1)
        elif rank == 13:
            turn, silent = 2 if silent else 0, 1
        else:
            other_need -= points
            left -= 1
            last = 1
            turn = 2 if after == 31 else (1 if silent else 0)


@jit
def think(way: int, mind: Any, solved: Any) -> int:
    """Choose a rank to lay, of two or more that fit.

    Args:
        way: one of the ways to think.
        mind: the mind, with the position in it.
        solved: the solved play.

    Returns:
        The rank; or -1 when it is to be drawn with shares of the solved play, which are then
        written down at ``EXPECTED``, by place in the hand.
    """
    ints, floats = mind.ints, mind.floats
    follow(mind, solved)
    matters = way == BY_CHANCES and ints[CHANCES] != 0
    own, count, pile = ints[HELD], ints[COUNT_NOW], ints[PILE_NOW]
    size = held_size(own)
    mixes = way != BY_SEARCH and not matters
    if mixes and shares_at(ints[NODE], own, size, count, EXPECTED, mind, solved):
        return -1
    believe(mind, solved)
    wanted = ints[CHANCES]
    point = floats[OWN_POINT]
    if matters:
        ints[THOUGHT] += 1
        foresee_show(mind)
        foresee_crib(mind)
        floats[OWN_POINT] = floats[OTHER_POINT] = 0.0
        floats[OWN_OUT], floats[OTHER_OUT] = 1.0, 0.0
    else:
        ints[CHANCES] = 0
        floats[OTHER_POINT] = -point
        floats[OWN_OUT], floats[OTHER_OUT] = 60 * point, -60 * point
    free, limit = ints[OWN_CHOICES + size], ranks_below(count)
    silent = ints[SILENT]
    best: int = own & 15
    most = -1e300
    for place in range(4):
        rank = own >> 4 * place & 15
        floats[VALUES_OF + place] = 0.0
        if rank >= limit or (place and rank == own >> 4 * (place - 1) & 15):
            continue
        after = count + min(rank + 1, 10)
        longer = (pile << 4 | rank) & NO_PILE
        points = score_of(longer, after, mind)
        value = floats[OWN_POINT] * points
        if points >= ints[NEED]:
            value += floats[OWN_OUT]
        else:
            value += look(
                2 if after == 31 else (0 if silent else 1), silent, after, longer,
                without(own, place), ints[NEED] - points, free - 1,
                node_after(ints[NODE], rank, solved), mind, solved,
            )  # fmt: skip
        floats[VALUES_OF + place] = value
        # Of equals the one that scores now, and then the highest, whatever the rounding of sums.
        if matters:
            value += PEBBLE * points
        if value >= most - 1e-9:
            best, most = rank, value
    ints[CHANCES] = wanted
    floats[OWN_POINT] = point
    if matters and keep_close(own, size, count, most, mind, solved):
        return -1
    return best


@inlined
def keep_close(own: int, size: int, count: int, most: float, mind: Any, solved: Any) -> bool:
    """Leave of the solved play the ranks whose chance of winning is close to the best.

    Against whoever does not play as it was foreseen the solved play is the safer, so it decides
    between chances that differ by less than the search knows.

    Returns:
        Whether any are left; their shares stand at ``EXPECTED``.
    """
    floats = mind.floats
    if not shares_at(mind.ints[NODE], own, size, count, EXPECTED, mind, solved):
        return False
    total = 0.0
    for place in range(4):
        if floats[VALUES_OF + place] < most - floats[SLACK]:
            floats[EXPECTED + place] = 0.0
        total += floats[EXPECTED + place]
    if total == 0:
        return False
    for place in range(4):
        floats[EXPECTED + place] /= total
    return True


@jit
def drawn_rank(ranks: int, chance: float, mind: Any) -> int:
    """Draw a rank with the shares at ``EXPECTED``, by a number from 0 to 1."""
    floats = mind.floats
    found: int = ranks & 15
    for place in range(4):
        share = floats[EXPECTED + place]
        if share > 0:
            found = ranks >> 4 * place & 15
            if chance < share:
                return found
            chance -= share
    return found
