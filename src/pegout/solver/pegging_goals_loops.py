"""What a seat pegs when it plays for a goal, against the solved play, compiled.

Every line of the play is walked from one kept hand against all that the opponent may have kept.
Where the own seat has a choice it takes, for each goal by itself, the card that serves it best over
all the hands that it cannot tell apart; so what comes is how often how much is pegged by either.
"""

from __future__ import annotations

from typing import Any, Final

from pegout.kernel.jit import inlined, jit
from pegout.search.best_response import own_rank, part_after, split_hands
from pegout.search.play import count_closed, count_opened, next_place, passed, played, played_out
from pegout.search.workspace import BRANCH, GOALS, NOBODY, OUTCOMES, OWN, PASS, PEGGED, Opponent

__all__ = ["FAR", "walk_goals"]

#: What both seats need, so that nobody gets there: what they peg is less than that.
FAR: Final = 1000


@jit
def walk_goals(
    play: Any, part: Any, depth: int, row: int, aims: Any, found: Any, space: Any, solved: Any
) -> None:
    """Add what comes of a point of the play to a row, for each goal.

    Whoever calls it has to give variables: numba would compile a number written out by itself, and
    could not keep functions on the disk that call each other.

    Args:
        play: where the play is; both seats have needed ``FAR`` at its beginning.
        part: what the opponent may hold, a :class:`pegout.search.best_response.RangePart`.
        depth: how often the hands have been split.
        row: the row of ``found``; the rows behind it are room.
        aims: float64[GOALS, PEGGED * PEGGED], what each outcome is worth to a goal; the own points
            count by ``PEGGED``.
        found: float64[rows, GOALS, PEGGED * PEGGED], two rows for each choice and one more.
        space: the workspace.
        solved: the solved play.
    """
    ends = space.heuristic.ends
    while True:
        if play.turn == NOBODY:
            play = count_closed(play, space.switches)
            if played_out(play):
                at = min(FAR - play.need, PEGGED - 1) * PEGGED
                at += min(FAR - play.other_need, PEGGED - 1)
                for goal in range(GOALS):
                    found[row, goal, at] += part.weight
                return
            play = count_opened(play)
        rank = PASS if play.turn != OWN and play.left == 0 else BRANCH
        if play.turn == OWN:
            rank = own_rank(play)
        if rank == BRANCH:
            break
        play = after(play, rank, ends, solved)
    if play.turn == OWN:
        best, tried, place, first = row + 1, row + 2, 0, True
        while place < 4:
            clear_row(tried, found)
            then = after(play, play.own >> 4 * place & 15, ends, solved)
            walk_goals(then, part, depth, tried, aims, found, space, solved)
            keep_better(best, tried, first, aims, found)
            first = False
            place = next_place(play.own, place + 1, play.reached)
        for goal in range(GOALS):
            for at in range(OUTCOMES):
                found[row, goal, at] += found[best, goal, at]
        return
    other = Opponent(space.sets, space.heuristic, space.range, space.splits)
    parts, below = split_hands(play, part, depth, other, solved), depth + 1
    while parts:
        rank = (parts & 15) - 1
        parts >>= 4
        then = after(play, rank, ends, solved)
        walk_goals(then, part_after(rank, depth, other), below, row, aims, found, space, solved)


@inlined
def after(play: Any, rank: int, ends: Any, solved: Any) -> Any:
    """Give where the play is after a card or a go."""
    return passed(play, solved) if rank == PASS else played(play, rank, ends, solved)


@jit
def clear_row(row: int, found: Any) -> None:
    """Forget what stands in a row."""
    for goal in range(GOALS):
        for at in range(OUTCOMES):
            found[row, goal, at] = 0.0


@jit
def keep_better(best: int, tried: int, first: bool, aims: Any, found: Any) -> None:
    """Keep, for each goal, of two rows the one that serves it better."""
    for goal in range(GOALS):
        gain = 0.0
        if not first:
            for at in range(OUTCOMES):
                gain += aims[goal, at] * (found[tried, goal, at] - found[best, goal, at])
        if first or gain > 1e-12:
            for at in range(OUTCOMES):
                found[best, goal, at] = found[tried, goal, at]
