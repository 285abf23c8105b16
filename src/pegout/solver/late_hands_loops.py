"""The win probability of a kept hand for every pair of needs at once, compiled.

The opponent plays the solved play, whatever the score. So the lines of the play, and the hands with
which the opponent follows them, are the same for every pair of needs; only the own choices and the
worth of the outcomes differ. The walk follows each line once and carries the values for all needs,
each with several cases side by side: other cribs, or other ranges of the opponent.
"""

from typing import Any, Final, NamedTuple

from pegout.kernel.jit import inlined, jit
from pegout.search.best_response import own_rank, part_after, split_hands
from pegout.search.play import close_count, move, next_index, open_count, played_out
from pegout.search.workspace import BRANCH, LATE, NOBODY, OWN, PASS, Opponent

#: The need of both seats at the start of the walk, out of reach: they peg less than that.
FAR: Final = 1000
#: The number of needs in a row: 0 to ``LATE``.
ROW: Final = LATE + 1
#: The number of levels of values: one for each time that the other seat has a choice, and one more.
LEVELS: Final = 10


class PegTimes(NamedTuple):
    """When each number of points was pegged in the line that is followed."""

    own: Any  # int64[ROW], the time at which the own seat had pegged so many points
    other: Any  # int64[ROW], the same for the opponent


class Cases(NamedTuple):
    """Cases valued side by side, for some of the own needs and every need of the opponent."""

    needs: Any  # int64[n], the own needs, from 1 to ``LATE``
    width: int  # the number of cases
    # float32[ROW * ROW * width], the win probability before the opponent's hand is counted, by the
    # own need and the opponent's, with the own hand already counted if it comes first
    after: Any
    counts_first: Any  # int64[1], the points of the own hand if it is counted first, or 0
    starts: Any  # int64[hands + 1], the first score of each hand of the opponent
    points: Any  # int64[scores], what the hand may count
    rates: Any  # float32[scores], the probability of that
    # float32[hands * width], the weight of each hand in each case, relative to its weight in the
    # range
    factors: Any
    weights: Any  # float32[ROW * width], scratch space
    line: Any  # float32[ROW * width], scratch space
    # float32[LEVELS * n * ROW * width], the values by level, own need and opponent's need; those of
    # level 0 are the result
    sums: Any


@inlined
def after_move(play: Any, rank: int, time: int, clock: Any, ends: Any, solved: Any) -> Any:
    """Return the state of the play after a card or a go, with its points noted on the clock."""
    then = move(play, rank, ends, solved)
    note_points(play, then, time, clock)
    return then


@jit
def note_points(before: Any, after: Any, time: int, clock: Any) -> None:
    """Note when points were pegged."""
    for points in range(FAR - before.need, min(FAR - after.need, LATE)):
        clock.own[points + 1] = time
    for points in range(FAR - before.opponent_need, min(FAR - after.opponent_need, LATE)):
        clock.other[points + 1] = time


@inlined
def add_product(target: Any, source: Any, weights: Any, rate: Any) -> None:
    """Add values, times their weights and a rate."""
    for at in range(len(target)):
        target[at] += rate * weights[at] * source[at]


@inlined
def add_values(target: Any, source: Any) -> None:
    """Add values."""
    for at in range(len(target)):
        target[at] += source[at]


@inlined
def take_greater(target: Any, source: Any) -> None:
    """Keep the greater of each pair of values."""
    for at in range(len(target)):
        mine, other = target[at], source[at]
        target[at] = mine if mine > other else other


@inlined
def clear(target: Any) -> None:
    """Set values to zero."""
    for at in range(len(target)):
        target[at] = 0


@inlined
def level_size(cases: Any) -> int:
    """Return the number of values of a level."""
    return int(len(cases.needs) * ROW * cases.width)


@jit
def clear_level(level: int, cases: Any) -> None:
    """Set the values of a level to zero."""
    size = level_size(cases)
    clear(cases.sums[level * size : (level + 1) * size])


@jit
def merge_level(level: int, choosing: bool, cases: Any) -> None:
    """Merge the values of a level into the one before: the greater of each, or the sum."""
    size = level_size(cases)
    target = cases.sums[(level - 1) * size : level * size]
    source = cases.sums[level * size : (level + 1) * size]
    if choosing:
        take_greater(target, source)
    else:
        add_values(target, source)


@jit
def put_line(
    hand: int, weight: float, pegged: int, against: int, level: int, choosing: bool, clock: Any,
    cases: Any,
) -> None:  # fmt: skip
    """Merge the values at the end of a line of the play into a level."""
    width, weights = cases.width, cases.weights
    for case in range(width):
        factor = weight * cases.factors[hand * width + case]
        for other in range(ROW):
            weights[other * width + case] = factor
    start = level * level_size(cases)
    for number in range(len(cases.needs)):
        target = cases.sums[start : start + ROW * width]
        start += ROW * width
        need = cases.needs[number]
        if choosing:
            clear(cases.line)
            add_line(cases.line, hand, need, pegged, against, clock, cases)
            take_greater(target, cases.line)
        else:
            add_line(target, hand, need, pegged, against, clock, cases)


@inlined
def add_line(
    target: Any, hand: int, need: int, pegged: int, against: int, clock: Any, cases: Any
) -> None:
    """Add the values of a line for one own need, by the opponent's need."""
    width, weights = cases.width, cases.weights
    if need <= pegged:
        # The own seat is out unless the opponent was out before.
        for other in range(1, ROW):
            if other > against or clock.own[need] < clock.other[other]:
                at = other * width
                add_values(target[at : at + width], weights[at : at + width])
        return
    first = cases.counts_first[0]
    for at in range(cases.starts[hand], cases.starts[hand + 1]):
        points = 0 if need - pegged <= first else cases.points[at]
        low = min(against + points + 1, ROW)
        many = (ROW - low) * width
        source = ((need - pegged) * ROW + low - against - points) * width
        add_product(
            target[low * width : low * width + many],
            cases.after[source : source + many],
            weights[low * width : low * width + many],
            cases.rates[at],
        )


@jit
def walk_hand(
    play: Any, part: Any, depth: int, level: int, choosing: bool, time: int, clock: Any,
    groups: Any, space: Any, solved: Any,
) -> None:  # fmt: skip
    """Merge the values below a point of the play into a level, for every need and case.

    Callers must pass variables. Numba would compile a second version for a literal number, and
    could not cache functions that call each other on the disk.
    """
    ends = space.heuristic.ends
    while True:
        if play.turn == NOBODY:
            before, play = play, close_count(play, space.switches)
            time += 1
            note_points(before, play, time, clock)
            if played_out(play):
                # At the end, every card of the opponent is known, and so is its hand.
                hand, weight = space.range.hand[part.start], part.weight
                pegged, against = FAR - play.need, FAR - play.opponent_need
                for cases in groups:
                    put_line(hand, weight, pegged, against, level, choosing, clock, cases)
                return
            play = open_count(play)
        rank = PASS if play.turn != OWN and play.left == 0 else BRANCH
        if play.turn == OWN:
            rank = own_rank(play)
        if rank == BRANCH:
            break
        time += 1
        play = after_move(play, rank, time, clock, ends, solved)
    chooses, into, time = play.turn == OWN, level, time + 1
    if chooses != choosing:
        into = level + 1
        for cases in groups:
            clear_level(into, cases)
    if chooses:
        index = 0
        while index < 4:
            then = after_move(play, play.own >> 4 * index & 15, time, clock, ends, solved)
            walk_hand(then, part, depth, into, chooses, time, clock, groups, space, solved)
            index = next_index(play.own, index + 1, play.reached)
    else:
        opponent = Opponent(space.sets, space.heuristic, space.range, space.splits)
        parts, below = split_hands(play, part, depth, opponent, solved), depth + 1
        while parts:
            rank = (parts & 15) - 1
            parts >>= 4
            then = after_move(play, rank, time, clock, ends, solved)
            held = part_after(rank, depth, opponent)
            walk_hand(then, held, below, into, chooses, time, clock, groups, space, solved)
    if into != level:
        for cases in groups:
            merge_level(into, choosing, cases)
