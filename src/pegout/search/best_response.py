"""The best response to the opponent's strategy, against its whole range, searched to the end.

The search is depth-first over the lines of play. Where the own seat has a choice, it maximises the
value against all hands of the opponent in its information set. The opponent plays each of its hands
by the solved strategy or, where that is unknown, by the heuristic value.
"""

from typing import Any, NamedTuple

from pegout.kernel.jit import inlined, jit
from pegout.search.hands import held_size, less_of, less_rank
from pegout.search.history import lower_share, shares_at
from pegout.search.leaf_values import after_play
from pegout.search.play import (
    PlayState,
    close_count,
    next_index,
    open_count,
    pass_turn,
    play_rank,
    played_out,
    ranks_below,
    several_fit,
    won_or_lost,
)
from pegout.search.replies import card_value
from pegout.search.workspace import BRANCH, NOBODY, NOTHING, OWN, PASS, ROW, SPLIT, Opponent


class RangePart(NamedTuple):
    """A part of the opponent's range: consecutive hands."""

    start: int  # the index of the first hand in the range
    end: int  # the index after the last hand
    top: int  # the index of the free space after all hands
    held: int  # the remaining set of the first hand
    weight: float  # the total weight of the hands


@jit
def heuristic_pick(hand: int, play: Any, level: int, opponent: Any) -> int:
    """Return the rank with the greatest heuristic value; the last of equal ones."""
    ranks, splits, row = opponent.sets.ranks[hand], opponent.splits, ROW * level
    against = 0 if play.silent else held_size(play.own)
    limit = ranks_below(play.reached)
    best: int = ranks & 15
    maximum = NOTHING
    for index in range(play.left):
        rank = ranks >> 4 * index & 15
        if rank >= limit:
            break
        if not splits.valued[level] >> rank & 1:
            splits.valued[level] |= 1 << rank
            splits.values[row + rank] = card_value(
                rank, play.reached, play.pile, against, opponent.heuristic
            )
        value = splits.values[row + rank]
        if value >= maximum:
            best, maximum = rank, value
    return best


@inlined
def solved_pick(hand: int, at: int, play: Any, opponent: Any, solved: Any) -> int:
    """Return the rank of the solved strategy, ``SPLIT`` if it mixes, or -1 where it is unknown."""
    if play.node < 0:
        return -1
    ranks, size = opponent.sets.ranks[hand], play.left
    if size == 2:
        lower = lower_share(play.node, ranks, solved)
        if lower in (0, 254):
            sure: int = ranks >> (0 if lower else 4) & 15
            return sure
    shares, at = opponent.range.shares, 4 * at
    if not shares_at(play.node, hand, size, play.reached, at, shares, opponent.sets, solved):
        return -1
    for index in range(size):
        if shares[at + index] == 1:
            alone: int = ranks >> 4 * index & 15
            return alone
    return SPLIT


@inlined
def rank_from(hand: int, at: int, play: Any, level: int, opponent: Any, solved: Any) -> int:
    """Return the opponent's action with one of its hands: a rank, ``PASS`` or ``SPLIT``."""
    ranks, limit = opponent.sets.ranks[hand], ranks_below(play.reached)
    lowest: int = ranks & 15
    if lowest >= limit:
        return PASS
    if not (ranks >> 4 & 15 < limit and several_fit(ranks, limit)):
        return lowest
    pick = solved_pick(hand, at, play, opponent, solved)
    return pick if pick >= 0 else heuristic_pick(hand, play, level, opponent)


@jit
def split_hands(play: Any, part: Any, level: int, opponent: Any, solved: Any) -> int:
    """Split some hands of the opponent by the rank that it plays, with "go" as rank 13.

    The parts are written consecutively from the top on, in the order of the ranks. The splits
    record the start of the first part, the end and the weight of each part, and the start of the
    free space after them.

    Returns:
        The ranks of the parts, each plus one, in four bits each, the lowest rank in the lowest
        bits.
    """
    if play.left == 1:
        return split_cards(play, part, level, opponent)
    ranges, splits, row, size = opponent.range, opponent.splits, ROW * level, play.left
    splits.valued[level] = 0
    for rank in range(ROW):
        splits.ends[row + rank] = 0
    for at in range(part.start, part.end):
        pick = rank_from(ranges.held[at], at, play, level, opponent, solved)
        ranges.pick[at] = pick
        if pick < SPLIT:
            splits.ends[row + pick] += 1
        else:
            ranks = opponent.sets.ranks[ranges.held[at]]
            for index in range(size):
                if ranges.shares[4 * at + index] > 0:
                    splits.ends[row + (ranks >> 4 * index & 15)] += 1
    parts = parts_of(part.top, level, splits)
    for at in range(part.start, part.end):
        hand, pick, weight = ranges.held[at], ranges.pick[at], ranges.weight[at]
        if pick == PASS:
            put_hand(at, hand, pick, weight, row, opponent)
        elif pick < SPLIT:
            put_hand(at, less_rank(hand, pick, opponent.sets), pick, weight, row, opponent)
        else:
            ranks = opponent.sets.ranks[hand]
            for index in range(size):
                share = ranges.shares[4 * at + index]
                if share > 0:
                    pick, rest = ranks >> 4 * index & 15, less_of(hand, index, opponent.sets)
                    put_hand(at, rest, pick, weight * share, row, opponent)
    return parts


@inlined
def parts_of(top: int, level: int, splits: Any) -> int:
    """Allocate space to each part from the top on, by its number of hands; return the ranks."""
    row = ROW * level
    splits.begin[level] = top
    parts = shift = 0
    for rank in range(PASS + 1):
        number = splits.ends[row + rank]
        if number:
            parts |= rank + 1 << shift
            shift += 4
            splits.weights[row + rank] = 0.0
            splits.ends[row + rank] = top
            top += number
    splits.room[level] = top
    return parts


@jit
def split_cards(play: Any, part: Any, level: int, opponent: Any) -> int:
    """Split distinct hands of one card, as :func:`split_hands` does."""
    ranges, splits, row = opponent.range, opponent.splits, ROW * level
    limit = ranks_below(play.reached)
    splits.begin[level], splits.room[level] = part.start, part.top
    parts = shift = 0
    for at in range(part.start, part.end):
        rank = ranges.held[at] - 1
        if rank >= limit:
            parts |= PASS + 1 << shift
            splits.ends[row + PASS], splits.weights[row + PASS] = part.end, 0.0
            for silent in range(at, part.end):
                splits.weights[row + PASS] += ranges.weight[silent]
            break
        parts |= rank + 1 << shift
        shift += 4
        splits.ends[row + rank], splits.weights[row + rank] = at + 1, ranges.weight[at]
    return parts


@inlined
def put_hand(at: int, rest: int, pick: int, weight: float, row: int, opponent: Any) -> None:
    """Add the rest of a hand to the part of the rank played from it."""
    ranges, splits = opponent.range, opponent.splits
    new = splits.ends[row + pick]
    splits.ends[row + pick] = new + 1
    splits.weights[row + pick] += weight
    ranges.hand[new] = ranges.hand[at]
    ranges.held[new] = rest
    ranges.weight[new] = weight


@inlined
def part_after(rank: int, level: int, opponent: Any) -> RangePart:
    """Return the next part of split hands, the part that plays this rank."""
    splits = opponent.splits
    start, row = splits.begin[level], ROW * level
    end = splits.ends[row + rank]
    splits.begin[level] = end
    held = opponent.range.held[start]
    return RangePart(start, end, splits.room[level], held, splits.weights[row + rank])


@inlined
def own_rank(play: Any) -> int:
    """Return the forced action of the own seat, or ``BRANCH`` where it has a choice."""
    limit = ranks_below(play.reached)
    lowest: int = play.own & 15
    if lowest >= limit:
        return PASS
    if not (play.own >> 4 & 15 < limit and several_fit(play.own, limit)):
        return lowest
    return BRANCH


@inlined
def opponent_rank(
    play: Any, part: Any, level: int, opponent: Any, solved: Any
) -> tuple[int, RangePart, int]:
    """Return the opponent's rank, the hands that play it, and 0.

    Where several ranks are possible, return ``BRANCH``, the unsplit hands and the ranks of the
    parts.
    """
    if play.left == 0:
        return PASS, part, 0
    if part.end - part.start == 1:
        # The rest of a single hand is stored only in its part.
        opponent.splits.valued[level] = 0
        rank = rank_from(part.held, part.start, play, level, opponent, solved)
        if rank < SPLIT:
            held = part.held if rank == PASS else less_rank(part.held, rank, opponent.sets)
            return rank, RangePart(part.start, part.end, part.top, held, part.weight), 0
        opponent.range.held[part.start] = part.held
    parts = split_hands(play, part, level, opponent, solved)
    if parts > 15:
        return BRANCH, part, parts
    return parts - 1, part_after(parts - 1, level, opponent), 0


@inlined
def utility_gain(before: Any, after: Any, utility: Any) -> float:
    """Return the utility gained between two states of the play, per weight of the hands."""
    gain: float = utility.own_point * (before.need - after.need)
    gain += utility.opponent_point * (before.opponent_need - after.opponent_need)
    if after.need <= 0:
        gain += utility.own_out
    elif after.opponent_need <= 0:
        gain += utility.opponent_out
    return gain


@inlined
def leaf_value(play: Any, part: Any, facts: Any, utility: Any, space: Any) -> float:
    """Return the leaf value after the play, times the weight of the hands."""
    if not utility.shows:
        return 0.0
    return after_play(
        part.start, part.end, play.need, play.opponent_need, facts.role, facts.show,
        space.switches.nobs, space.range, space.shows,
    )  # fmt: skip


@inlined
def push(level: int, play: Any, part: Any, options: int, total: float, stack: Any) -> None:
    """Push a branch of the search onto the stack."""
    stack.turn[level], stack.silent[level], stack.last[level] = play.turn, play.silent, play.last
    stack.reached[level], stack.pile[level], stack.own[level] = play.reached, play.pile, play.own
    stack.left[level], stack.node[level] = play.left, play.node
    stack.need[level], stack.opponent_need[level] = play.need, play.opponent_need
    stack.start[level], stack.end[level], stack.top[level] = part.start, part.end, part.top
    stack.held[level], stack.weight[level] = part.held, part.weight
    stack.options[level], stack.total[level], stack.best[level] = options, total, NOTHING


@inlined
def pop_state(level: int, stack: Any) -> PlayState:
    """Return the state of the play at a branch on the stack."""
    return PlayState(
        stack.turn[level], stack.silent[level], stack.last[level], stack.reached[level],
        stack.pile[level], stack.own[level], stack.left[level], stack.need[level],
        stack.opponent_need[level], stack.node[level],
    )  # fmt: skip


@jit
def best_response_value(
    play: Any, number: int, facts: Any, utility: Any, space: Any, solved: Any
) -> float:
    """Return the expected utility of the rest of the play against the opponent's range."""
    stack, ends = space.stack, space.heuristic.ends
    opponent = Opponent(space.sets, space.heuristic, space.range, space.splits)
    part = RangePart(0, number, number, space.range.held[0], 1.0)
    start, total, level, rank = play, 0.0, 0, -1
    while True:
        # Advance to the end of the play, or to a branch.
        while True:
            if play.turn == NOBODY:
                after = close_count(play, space.switches)
                out = won_or_lost(after)
                if out or played_out(after) or space.switches.one_count:
                    total += part.weight * utility_gain(start, after, utility)
                    if not out:
                        total += leaf_value(after, part, facts, utility, space)
                    break
                play = open_count(after)
            if rank < 0 and play.turn == OWN:
                rank = own_rank(play)
                if rank == BRANCH:
                    push(level, play, part, -1, total, stack)
                    total, level = NOTHING, level + 1
                    break
            elif rank < 0:
                rank, part, parts = opponent_rank(play, part, level, opponent, solved)
                if rank == BRANCH:
                    push(level, play, part, parts, total, stack)
                    level += 1
                    break
            if rank == PASS:
                play = pass_turn(play, solved)
            else:
                play = play_rank(play, rank, ends, solved)
                if won_or_lost(play):
                    total += part.weight * utility_gain(start, play, utility)
                    break
            rank = -1
        # Backtrack to the last branch with untried options.
        while level:
            last = level - 1
            if stack.turn[last] != OWN:
                # Values of the opponent's parts add up; the last part pops the level.
                play, rank = pop_state(last, stack), (stack.options[last] & 15) - 1
                part = part_after(rank, last, opponent)
                stack.options[last] >>= 4
                level = level if stack.options[last] else last
                break
            best = max(stack.best[last], total)
            index = next_index(stack.own[last], stack.options[last] + 1, stack.reached[last])
            if index < 4:
                stack.options[last], stack.best[last] = index, best
                play, total = pop_state(last, stack), 0.0
                rank = play.own >> 4 * index & 15
                part = RangePart(
                    stack.start[last], stack.end[last], stack.top[last], stack.held[last],
                    stack.weight[last],
                )  # fmt: skip
                break
            total, level = stack.total[last] + best, last
        else:
            return total
