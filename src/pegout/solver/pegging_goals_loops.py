"""What a seat pegs when it plays for a goal, against the solved play, compiled.

Every line of the play is walked from one kept hand against all that the other may have kept. Where
the own seat has a choice it takes, for each goal by itself, the card that serves it best over all
the hands that it cannot tell apart; so what comes is how often how much is pegged by either.

``walk_goals`` calls itself at every card, so it takes the place in the play as numbers and its
arrays one each, because nothing that a loop reads may be a global. It is one function because it
calls itself.
"""

from __future__ import annotations

from typing import Any

from pegout.kernel.jit import jit
from pegout.kernel.layout import NO_PILE
from pegout.kernel.pegging import pile_score
from pegout.search.best_response import part_hands
from pegout.search.history import next_place, node_after, ranks_below, without
from pegout.search.ranges import believe
from pegout.search.workspace import (
    CARDS_LAID,
    COUNT_NOW,
    DEALS,
    FRAME_SUMS,
    FRAMES,
    GOALS,
    HELD,
    LAST,
    LEAST,
    LEFT,
    NO_RANKS,
    NODE,
    NUMBER,
    OF_CARELESS,
    PEGGED,
    PILE_NOW,
    SEEN,
    SILENT,
    WITHOUT,
)


@jit
def pose_kept(hand: int, deals: int, most: int, mind: Any, solved: Any) -> int:
    """Set a mind to the beginning of the play with a kept hand; suits are made up.

    The other keeps what the solution keeps, and nothing else.

    Args:
        hand: the ranks kept, four bits each.
        deals: whether the own seat deals.
        most: how many hands of the other are looked at.
        mind: the mind; the position in it is lost.
        solved: the solved play.

    Returns:
        How many hands the other may hold.
    """
    ints = mind.ints
    seen = suits = 0
    for place in range(4):
        rank = hand >> 4 * place & 15
        suits = suits + 1 if place and hand >> 4 * (place - 1) & 15 == rank else 0
        seen |= 1 << 4 * rank + suits
    ints[DEALS], ints[HELD], ints[SEEN] = deals, hand, seen
    ints[WITHOUT] = OF_CARELESS
    ints[CARDS_LAID] = ints[COUNT_NOW] = ints[LEAST] = ints[SILENT] = 0
    ints[NODE] = 0 if len(solved.offset) else -1
    ints[PILE_NOW], ints[LEFT], ints[LAST] = NO_PILE, 4, -1
    believe(most, mind, solved)
    number: int = ints[NUMBER]
    return number


@jit
def walk_goals(
    turn: int, silent: int, last: int, count: int, pile: int, own: int, mine: int, theirs: int,
    left: int, start: int, end: int, top: int, weight: float, node: int, depth: int, row: int,
    aims: Any, found: Any, mind: Any, solved: Any,
) -> None:  # fmt: skip
    """Add what comes of a point of the play to a row, for each goal.

    Whoever calls it has to give variables: numba would compile a number written out by itself, and
    could not keep functions on the disk that call each other.

    Args:
        turn: who is to lay: 0 the own seat, 1 the other; 2 where the count has ended.
        silent: whether the other of the two can lay no more in this count.
        last: who laid last.
        count: the count.
        pile: the pile.
        own: the ranks held.
        mine: what the own seat has pegged.
        theirs: what the other has.
        left: how many cards the other holds.
        start: where its hands begin.
        end: where they end.
        top: where there is room for more.
        weight: what they weigh together.
        node: the node of the solved play, or -1.
        depth: how often the hands have been parted.
        row: the row of ``found``; the rows behind it are room.
        aims: float64[GOALS, PEGGED * PEGGED], what each outcome is worth to a goal; the own points
            count by ``PEGGED``.
        found: float64[rows, GOALS, PEGGED * PEGGED], two rows for each choice and one more.
        mind: the mind.
        solved: the solved play.
    """
    while True:
        if turn == 2:
            if count != 31:
                mine, theirs = mine + 1 - last, theirs + last
            if own == NO_RANKS and left == 0:
                at = min(mine, PEGGED - 1) * PEGGED + min(theirs, PEGGED - 1)
                for goal in range(GOALS):
                    found[row, goal, at] += weight
                return
            count, pile, silent, turn = 0, NO_PILE, 0, 1 - last
            if (own == NO_RANKS) if turn == 0 else (left == 0):
                turn = last
        limit = ranks_below(count)
        if turn == 1 and left > 0:
            break
        if turn == 1:
            turn, silent = 2 if silent else 0, 1
        elif own & 15 >= limit:
            if own != NO_RANKS:
                node = node_after(node, 13, solved)
            turn, silent = 2 if silent else 1, 1
        elif next_place(own, 1, count) < 4:
            break
        else:
            rank = own & 15
            count += min(rank + 1, 10)
            pile = (pile << 4 | rank) & NO_PILE
            mine += pile_score(pile, count, mind.ends)
            own, node, last = without(own, 0), node_after(node, rank, solved), 0
            turn = 2 if count == 31 else (0 if silent else 1)
    if turn == 0:
        best, tried, place, first = row + 1, row + 2, 0, True
        while place < 4:
            rank = own >> 4 * place & 15
            after = count + min(rank + 1, 10)
            longer = (pile << 4 | rank) & NO_PILE
            clear_row(tried, found)
            walk_goals(
                2 if after == 31 else (0 if silent else 1), silent, turn, after, longer,
                without(own, place), mine + pile_score(longer, after, mind.ends), theirs, left,
                start, end, top, weight, node_after(node, rank, solved), depth, tried, aims,
                found, mind, solved,
            )  # fmt: skip
            keep_better(best, tried, first, aims, found)
            first = False
            place = next_place(own, place + 1, count)
        for goal in range(GOALS):
            for at in range(PEGGED * PEGGED):
                found[row, goal, at] += found[best, goal, at]
        return
    frame = FRAMES + 16 * depth
    against = NO_RANKS if silent else own
    parts = part_hands(start, end, top, count, pile, against, left, depth, node, mind, solved)
    begin, room = mind.ints[frame + 14], mind.ints[frame + 15]
    while parts:
        rank = (parts & 15) - 1
        parts >>= 4
        stop = mind.ints[frame + rank]
        after, longer, points = count, pile, 0
        if rank < 13:
            after += min(rank + 1, 10)
            longer = (pile << 4 | rank) & NO_PILE
            points = pile_score(longer, after, mind.ends)
        passes = rank == 13
        follows = 0 if passes or not silent else 1
        walk_goals(
            2 if (passes and silent) or after == 31 else follows, 1 if passes else silent,
            last if passes else turn, after, longer, own, mine, theirs + points,
            left if passes else left - 1, begin, stop, room,
            mind.floats[FRAME_SUMS + 16 * depth + rank], node_after(node, rank, solved),
            depth + 1, row, aims, found, mind, solved,
        )  # fmt: skip
        begin = stop


@jit
def clear_row(row: int, found: Any) -> None:
    """Forget what stands in a row."""
    for goal in range(GOALS):
        for at in range(PEGGED * PEGGED):
            found[row, goal, at] = 0.0


@jit
def keep_better(best: int, tried: int, first: bool, aims: Any, found: Any) -> None:
    """Keep, for each goal, of two rows the one that serves it better."""
    for goal in range(GOALS):
        gain = 0.0
        if not first:
            for at in range(PEGGED * PEGGED):
                gain += aims[goal, at] * (found[tried, goal, at] - found[best, goal, at])
        if first or gain > 1e-12:
            for at in range(PEGGED * PEGGED):
                found[best, goal, at] = found[tried, goal, at]
