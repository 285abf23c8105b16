"""The best response to the opponent's strategy, against its whole range, searched to the end."""

from __future__ import annotations

from typing import Any

from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import NO_PILE
from pegout.kernel.pegging import pile_score
from pegout.search.history import (
    liking_of,
    lower_share,
    next_place,
    node_after,
    ranks_below,
    shares_at,
    without,
)
from pegout.search.leaf_values import after_play
from pegout.search.ranges import held_size
from pegout.search.workspace import (
    FRAME_SUMS,
    FRAMES,
    HAND_AT,
    LEFT,
    LIKINGS,
    NO_RANKS,
    NUMBER,
    ONE_COUNT,
    OTHER_NEED,
    OTHER_OUT,
    OTHER_POINT,
    OWN_OUT,
    OWN_POINT,
    PICK_AT,
    REST_AT,
    SHARE_AT,
    SPLIT,
    STACK_AT,
    STACK_SUMS,
    STACKED,
    STINKS,
    WEIGHT_AT,
    WINNING,
)


@inlined
def several_fit(ranks: int, limit: int) -> bool:
    """Tell whether two different ranks of a hand are below a limit, two of whose cards are."""
    first, second = ranks & 15, ranks >> 4 & 15
    if first != second:
        return second < limit
    third = ranks >> 8 & 15
    if first != third or third >= limit:
        return third < limit
    return first != ranks >> 12 < limit


@jit
def pick_of(
    ranks: int, at: int, count: int, pile: int, against: int, left: int, depth: int, node: int,
    mind: Any, solved: Any,
) -> int:  # fmt: skip
    """Give the rank that the other lays from one of its hands, two of whose ranks fit.

    Args:
        ranks: the hand.
        at: its number.
        count: the count.
        pile: the pile.
        against: the ranks that may answer.
        left: how many cards the hand is.
        depth: the number of the frame, where likings are kept.
        node: the node of the solved play, or -1.
        mind: the mind.
        solved: the solved play.

    Returns:
        The rank, or ``SPLIT`` when it is one of several, whose shares are written down.
    """
    ints, floats = mind.ints, mind.floats
    limit = ranks_below(count)
    if node >= 0:
        if left == 2:
            lower = lower_share(node, ranks, solved)
            if lower in (0, 254):
                sure: int = ranks >> (0 if lower else 4) & 15
                return sure
        shares = SHARE_AT + 4 * at
        if shares_at(node, ranks, left, count, shares, mind, solved):
            for place in range(left):
                if floats[shares + place] == 1:
                    alone: int = ranks >> 4 * place & 15
                    return alone
            return SPLIT
    frame, held = FRAMES + 16 * depth, held_size(against)
    best: int = ranks & 15
    most = -1e9
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
    start: int, end: int, top: int, count: int, pile: int, against: int, left: int, depth: int,
    node: int, mind: Any, solved: Any,
) -> int:  # fmt: skip
    """Part some hands of the other by what it lays from them, with "go" as rank 13.

    The parts are written down one behind the other from ``top`` on, in the order of the ranks; the
    ints of the frame say where each ends, at 14 where the first begins, and at 15 where there is
    room behind them; its floats say how much each weighs.

    Returns:
        The ranks of the parts, each one higher, four bits each, the lowest rank in the lowest bits.
    """
    ints, floats = mind.ints, mind.floats
    frame, sums = FRAMES + 16 * depth, FRAME_SUMS + 16 * depth
    limit = ranks_below(count)
    if left == 1:
        return part_cards(start, end, top, limit, depth, mind)
    for rank in range(15):
        ints[frame + rank] = 0
    for at in range(start, end):
        ranks = ints[REST_AT + at]
        pick = ranks & 15
        if pick >= limit:
            pick = 13
        elif ranks >> 4 & 15 < limit and several_fit(ranks, limit):
            pick = pick_of(ranks, at, count, pile, against, left, depth, node, mind, solved)
        ints[PICK_AT + at] = pick
        if pick < SPLIT:
            ints[frame + pick] += 1
        else:
            for place in range(left):
                if floats[SHARE_AT + 4 * at + place] > 0:
                    ints[frame + (ranks >> 4 * place & 15)] += 1
    ints[frame + 14] = top
    parts = shift = 0
    for rank in range(14):
        number = ints[frame + rank]
        if number:
            parts |= rank + 1 << shift
            shift += 4
            floats[sums + rank] = 0.0
            ints[frame + rank] = top
            top += number
    ints[frame + 15] = top
    for at in range(start, end):
        ranks, pick = ints[REST_AT + at], ints[PICK_AT + at]
        if pick < 13 and pick == ranks & 15:
            put_hand(at, without(ranks, 0), pick, floats[WEIGHT_AT + at], depth, mind)
        elif pick < SPLIT:
            rest = ranks if pick == 13 else less(ranks, pick)
            put_hand(at, rest, pick, floats[WEIGHT_AT + at], depth, mind)
        else:
            for place in range(left):
                share = floats[SHARE_AT + 4 * at + place]
                if share > 0:
                    pick, rest = ranks >> 4 * place & 15, without(ranks, place)
                    put_hand(at, rest, pick, floats[WEIGHT_AT + at] * share, depth, mind)
    return parts


@jit
def part_cards(start: int, end: int, top: int, limit: int, depth: int, mind: Any) -> int:
    """Part hands of one card, no two of them the same, as :func:`part_hands` does.

    They are in the order of their ranks as they stand, and nothing is left of a card that is laid.
    """
    ints, floats = mind.ints, mind.floats
    frame, sums = FRAMES + 16 * depth, FRAME_SUMS + 16 * depth
    ints[frame + 14], ints[frame + 15] = start, top
    parts = shift = 0
    for at in range(start, end):
        rank = ints[REST_AT + at] & 15
        if rank >= limit:
            parts |= 14 << shift
            ints[frame + 13], floats[sums + 13] = end, 0.0
            for silent in range(at, end):
                floats[sums + 13] += floats[WEIGHT_AT + silent]
            break
        parts |= rank + 1 << shift
        shift += 4
        ints[frame + rank], floats[sums + rank] = at + 1, floats[WEIGHT_AT + at]
    return parts


@inlined
def put_hand(at: int, rest: int, pick: int, weight: float, depth: int, mind: Any) -> None:
    """Put what is left of a hand into the part of the rank that is laid from it."""
    ints, floats = mind.ints, mind.floats
    new = ints[FRAMES + 16 * depth + pick]
    ints[FRAMES + 16 * depth + pick] = new + 1
    floats[FRAME_SUMS + 16 * depth + pick] += weight
    ints[HAND_AT + new] = ints[HAND_AT + at]
    ints[REST_AT + new] = rest
    floats[WEIGHT_AT + new] = weight


@inlined
def less(ranks: int, rank: int) -> int:
    """Take a rank out of a hand that has it."""
    place = 0
    while ranks >> 4 * place & 15 != rank:
        place += 1
    return without(ranks, place)


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
    ints, floats, ends = mind.ints, mind.floats, mind.ends
    own_point, other_point = floats[OWN_POINT], floats[OTHER_POINT]
    own_out, other_out = floats[OWN_OUT], floats[OTHER_OUT]
    last, left, other_need = 0, ints[LEFT], ints[OTHER_NEED]
    start, end, top, rest = 0, ints[NUMBER], ints[NUMBER], ints[REST_AT]
    weight, total = 1.0, 0.0
    level = frame = parts = 0
    # What is laid, or 13 for "go"; -1 while it is not chosen.
    rank = -1
    while True:
        # Until the worth is known, or where it branches.
        known = False
        while True:
            if turn == 2:
                point = 1 if count != 31 or ints[STACKED] else 0
                if last == 0:
                    if point and not (need == 1 and ints[STINKS]):
                        total += own_point * weight
                        need -= 1
                        if need <= 0:
                            total += own_out * weight
                            known = True
                            break
                elif point and not (other_need == 1 and ints[STINKS]):
                    total += other_point * weight
                    other_need -= 1
                    if other_need <= 0:
                        total += other_out * weight
                        known = True
                        break
                if (own == NO_RANKS and left == 0) or ints[ONE_COUNT]:
                    if ints[WINNING]:
                        total += after_play(start, end, need, other_need, mind)
                    known = True
                    break
                count, pile, silent, turn = 0, NO_PILE, 0, 1 - last
                if (own == NO_RANKS) if turn == 0 else (left == 0):
                    turn = last
            if rank < 0:
                limit = ranks_below(count)
                if turn == 0:
                    rank = own & 15
                    if rank >= limit:
                        rank = 13
                    elif own >> 4 & 15 < limit and several_fit(own, limit):
                        if free > 0:
                            parts = -1
                            break
                        place = liked_place(own, count, pile, 0 if silent else left, mind)
                        rank = own >> 4 * place & 15
                        own = without(own, place)
                    else:
                        own = without(own, 0)
                elif left == 0:
                    rank = 13
                else:
                    against = NO_RANKS if silent else own
                    if end - start == 1:
                        rank = rest & 15
                        if rank >= limit:
                            rank = 13
                        elif rest >> 4 & 15 < limit and several_fit(rest, limit):
                            ints[FRAMES + 16 * level + 14] = 0
                            rank = pick_of(
                                rest, start, count, pile, against, left, level, node, mind, solved
                            )
                            if rank == SPLIT:
                                ints[REST_AT + start] = rest
                            else:
                                rest = less(rest, rank)
                        else:
                            rest = without(rest, 0)
                    if rank < 0 or rank == SPLIT:
                        parts = part_hands(
                            start, end, top, count, pile, against, left, level, node, mind, solved
                        )
                        frame = FRAMES + 16 * level
                        start, top = ints[frame + 14], ints[frame + 15]
                        if parts > 15:
                            break
                        rank = parts - 1
                        end, rest = ints[frame + rank], ints[REST_AT + start]
            if rank == 13:
                if node >= 0 and ((own != NO_RANKS) if turn == 0 else left):
                    node = node_after(node, 13, solved)
                turn, silent, rank = 2 if silent else 1 - turn, 1, -1
                continue
            count += rank + 1 if rank < 9 else 10
            pile = (pile << 4 | rank) & NO_PILE
            points = pile_score(pile, count, ends)
            if node >= 0:
                node = node_after(node, rank, solved)
            rank, last = -1, turn
            if turn == 1:
                left -= 1
            if points:
                if turn == 0:
                    total += own_point * points * weight
                    need -= points
                    if need <= 0:
                        total += own_out * weight
                        known = True
                        break
                else:
                    total += other_point * points * weight
                    other_need -= points
                    if other_need <= 0:
                        total += other_out * weight
                        known = True
                        break
            if count == 31 or (own == NO_RANKS and left == 0):
                turn = 2
            elif not silent:
                if (left == 0) if turn == 0 else (own == NO_RANKS):
                    silent = 1
                else:
                    turn = 1 - turn
        if not known:
            frame = STACK_AT + 16 * level
            ints[frame], ints[frame + 1], ints[frame + 2] = turn, silent, last
            ints[frame + 3], ints[frame + 4], ints[frame + 5] = count, pile, own
            ints[frame + 6], ints[frame + 7], ints[frame + 8] = left, start, end
            ints[frame + 9], ints[frame + 10], ints[frame + 11] = top, need, other_need
            ints[frame + 12], ints[frame + 13], ints[frame + 14] = free, node, parts
            ints[frame + 15] = rest
            if turn == 0:
                sums = STACK_SUMS + 4 * level
                floats[sums], floats[sums + 1], floats[sums + 2] = weight, total, -1e300
                total = -1e300
            level += 1
        # Back to the last frame that has more to try.
        while level:
            frame = STACK_AT + 16 * (level - 1)
            turn, count, own = ints[frame], ints[frame + 3], ints[frame + 5]
            parts = ints[frame + 14]
            if turn == 1:
                # Of the other's parts the worths are added, so the frame goes with the last one.
                rank = (parts & 15) - 1
                start, end = ints[frame + 7], ints[FRAMES + 16 * (level - 1) + rank]
                ints[frame + 7], rest = end, ints[REST_AT + start]
                weight, free = floats[FRAME_SUMS + 16 * (level - 1) + rank], ints[frame + 12]
                parts >>= 4
                ints[frame + 14] = parts
                if parts == 0:
                    level -= 1
                break
            sums = STACK_SUMS + 4 * (level - 1)
            most = max(floats[sums + 2], total)
            place = next_place(own, parts + 1, count)
            if place < 4:
                ints[frame + 14], floats[sums + 2] = place, most
                rank, own = own >> 4 * place & 15, without(own, place)
                start, end, rest = ints[frame + 7], ints[frame + 8], ints[frame + 15]
                weight, free, total = floats[sums], ints[frame + 12] - 1, 0.0
                break
            total = floats[sums + 1] + most
            level -= 1
        else:
            return total
        # On with what the frame tries next.
        silent, last, pile = ints[frame + 1], ints[frame + 2], ints[frame + 4]
        left, top, node = ints[frame + 6], ints[frame + 9], ints[frame + 13]
        need, other_need = ints[frame + 10], ints[frame + 11]
