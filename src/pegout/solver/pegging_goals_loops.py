"""What a seat pegs when it plays for a goal against the solved play, compiled.

The walk follows every line of the play from one kept hand against the opponent's whole range. Where
the own seat has a choice, it plays, for each goal separately, the card that is best on average over
all hands that it cannot tell apart. The result is the distribution of both seats' points.
"""

from __future__ import annotations

from typing import Any, Final

from pegout.kernel.jit import jit
from pegout.search.best_response import own_rank, part_after, split_hands
from pegout.search.play import count_closed, count_opened, moved, next_place, played_out
from pegout.search.workspace import BRANCH, NOBODY, OWN, PASS, Opponent
from pegout.tables.goals import GOAL_COUNT, OUTCOMES, PEGGED

__all__ = ["FAR", "walk_goals"]

#: The need of both seats at the start, out of reach: they peg less than that in the play.
FAR: Final = 1000


@jit
def walk_goals(
    play: Any, part: Any, depth: int, row: int, aims: Any, sums: Any, space: Any, solved: Any
) -> None:
    """Add the outcomes below a point of the play to a row, for each goal.

    Callers must pass variables. Numba would compile a second version for a literal number, and
    could not cache functions that call each other on the disk.

    Args:
        play: the state of the play; both seats need ``FAR`` at its start.
        part: the opponent's range, a :class:`pegout.search.best_response.RangePart`.
        depth: the number of times that the range has been split.
        row: the row of ``sums``; the rows after it are scratch space.
        aims: float64[GOAL_COUNT, OUTCOMES], the value of each outcome to a goal; the own points
            count by ``PEGGED``.
        sums: float64[rows, GOAL_COUNT, OUTCOMES], two rows for each choice and one more.
        space: the workspace.
        solved: the solved play.
    """
    ends = space.heuristic.ends
    while True:
        if play.turn == NOBODY:
            play = count_closed(play, space.switches)
            if played_out(play):
                at = min(FAR - play.need, PEGGED - 1) * PEGGED
                at += min(FAR - play.opponent_need, PEGGED - 1)
                for goal in range(GOAL_COUNT):
                    sums[row, goal, at] += part.weight
                return
            play = count_opened(play)
        rank = PASS if play.turn != OWN and play.left == 0 else BRANCH
        if play.turn == OWN:
            rank = own_rank(play)
        if rank == BRANCH:
            break
        play = moved(play, rank, ends, solved)
    if play.turn == OWN:
        best, tried, place, first = row + 1, row + 2, 0, True
        while place < 4:
            clear_row(tried, sums)
            then = moved(play, play.own >> 4 * place & 15, ends, solved)
            walk_goals(then, part, depth, tried, aims, sums, space, solved)
            keep_better(best, tried, first, aims, sums)
            first = False
            place = next_place(play.own, place + 1, play.reached)
        for goal in range(GOAL_COUNT):
            for at in range(OUTCOMES):
                sums[row, goal, at] += sums[best, goal, at]
        return
    opponent = Opponent(space.sets, space.heuristic, space.range, space.splits)
    parts, below = split_hands(play, part, depth, opponent, solved), depth + 1
    while parts:
        rank = (parts & 15) - 1
        parts >>= 4
        then = moved(play, rank, ends, solved)
        walk_goals(then, part_after(rank, depth, opponent), below, row, aims, sums, space, solved)


@jit
def clear_row(row: int, sums: Any) -> None:
    """Set a row to zero."""
    for goal in range(GOAL_COUNT):
        for at in range(OUTCOMES):
            sums[row, goal, at] = 0.0


@jit
def keep_better(best: int, tried: int, first: bool, aims: Any, sums: Any) -> None:
    """Copy the tried row over the best one, for each goal that it serves better."""
    for goal in range(GOAL_COUNT):
        gain = 0.0
        if not first:
            for at in range(OUTCOMES):
                gain += aims[goal, at] * (sums[tried, goal, at] - sums[best, goal, at])
        if first or gain > 1e-12:
            for at in range(OUTCOMES):
                sums[best, goal, at] = sums[tried, goal, at]
