"""The race to the dealer's first point of the play, compiled.

A walk over the public tree of the play carries along both seats' reach, the probability of coming
to a node with each hand. It ends wherever the dealer pegs for the first time. The probability of
getting there is added up by the points that the pone has by then.

Once one seat holds all the cards that are left, their order does not matter. A dealer alone pegs as
soon as it plays a card, and before that the pone can only score for the dealer's go. A pone alone
plays the last card of every later count, so the dealer can only score for a go that comes at once.

``finish_race`` and ``race`` take the state of the play as numbers and the sums as separate arrays,
because a compiled loop may read no globals.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from pegout.kernel.jit import inlined, jit
from pegout.solver.cfr_loops import child_of, pass_on, share_out
from pegout.solver.public_tree_loops import move

__all__ = ["RaceRoom", "race"]


class RaceRoom(NamedTuple):
    """Scratch space of a walk, one for each thread, with a row for each level of the tree.

    Attributes:
        reach: float64[2, levels, 1820], the reach of the pone and of the dealer with each hand.
        rows: float64[levels, 5915], the probability of playing each rank.
        sums: float64[1820], sums over the ranks of a hand.
    """

    reach: Any
    rows: Any
    sums: Any


@inlined
def last_two(
    held: int, mover: int, count: int, pile: int, last: int, gone: int, points: int, one: int,
    other: int, tables: Any,
) -> int:  # fmt: skip
    """Play out an end with one card each, and return the pone's points when the dealer first pegs.

    Args:
        held: as for :func:`pegout.solver.public_tree_loops.move`, like the five that follow.
        mover: see there.
        count: see there.
        pile: see there.
        last: see there.
        gone: see there.
        points: the pone's points so far.
        one: the rank that the pone holds.
        other: the rank that the dealer holds.
        tables: see there.

    Returns:
        The pone's points when the dealer first pegs, or -1 where the dealer pegs no more.
    """
    while held:
        rank = other if mover else one
        if count + min(rank + 1, 10) > 31:
            rank = 13
        held, mover, count, pile, last, gone, more = move(
            held, mover, count, pile, last, gone, rank, tables
        )
        if more and last:
            return points
        points += more
    return -1


@inlined
def alone(dealer: bool, lowest: int, count: int, last: int, points: int) -> int:
    """Return the pone's points at the dealer's first point, where one seat has all the cards left.

    Args:
        dealer: whether that seat is the dealer.
        lowest: the lowest rank that it holds.
        count: the count.
        last: the seat that played the last card.
        points: the pone's points so far.

    Returns:
        The points, or -1 where the dealer pegs no more.
    """
    fits = count + min(lowest + 1, 10) <= 31
    if dealer:
        return points if fits or last else points + 1
    return points if last and not fits else -1


@inlined
def mass(
    one_held: int,
    one_played: int,
    opponent_held: int,
    opponent_played: int,
    sweep: Any,
    one: Any,
    other: Any,
) -> float:
    """Add up the weights of all pairs of hands, times both seats' reach with them.

    Args:
        one_held: the number of cards that the pone holds.
        one_played: the set that the pone has played.
        opponent_held: the number of cards that the dealer holds.
        opponent_played: the set that the dealer has played.
        sweep: the tree, with the weights by the pone's hand and the dealer's.
        one: float64[1820], the pone's reach, by the cards that it has left.
        other: float64[1820], the dealer's reach, by the cards that it has left.
    """
    total = 0.0
    for left in range(int(sweep.sizes[one_held])):
        hand = int(sweep.whole[one_held, one_played, left])
        if one[left] > 0 and hand >= 0:
            part = 0.0
            for last in range(int(sweep.sizes[opponent_held])):
                if other[last] > 0:
                    against = int(sweep.whole[opponent_held, opponent_played, last])
                    if against >= 0:
                        part += sweep.weights[hand, against] * other[last]
            total += one[left] * part
    return total


@jit
def finish_race(
    end: int, mover: int, count: int, pile: int, last: int, gone: int, points: int, sweep: Any,
    tables: Any, members: Any, one: Any, other: Any, found: Any,
) -> None:  # fmt: skip
    """Play out an end, for all cards that are left.

    Args:
        end: the number of the end.
        mover: as for :func:`move`, like the four that follow.
        count: see there.
        pile: see there.
        last: see there.
        gone: see there.
        points: the pone's points so far.
        sweep: the tree, with the weights by the pone's hand and the dealer's.
        tables: int8[4096], the points of the three cards at the end of a pile.
        members: int64[5, 1820], the ranks of every set by its size, four bits for each.
        one: float64[1820], the pone's reach, by the cards that it has left.
        other: float64[1820], the dealer's reach, by the cards that it has left.
        found: float64[n], the sums that are added to, by the pone's points.
    """
    one_held, opponent_held = int(sweep.end_held[end, 0]), int(sweep.end_held[end, 1])
    one_played, opponent_played = int(sweep.end_played[end, 0]), int(sweep.end_played[end, 1])
    held = one_held | opponent_held << 4
    for left in range(int(sweep.sizes[one_held])):
        hand = int(sweep.whole[one_held, one_played, left])
        if hand < 0 or one[left] <= 0:
            continue
        for rest in range(int(sweep.sizes[opponent_held])):
            against = int(sweep.whole[opponent_held, opponent_played, rest])
            if against < 0 or other[rest] <= 0:
                continue
            if one_held and opponent_held:
                at = last_two(held, mover, count, pile, last, gone, points, left, rest, tables)
            elif opponent_held:
                at = alone(True, int(members[opponent_held, rest]) & 15, count, last, points)
            else:
                at = alone(False, int(members[one_held, left]) & 15, count, last, points)
            if at >= 0:
                chance = sweep.weights[hand, against] * one[left] * other[rest]
                found[min(at, len(found) - 1)] += chance


@jit
def race(
    node: int, level: int, one_row: int, opponent_row: int, points: int, tree: Any, sweep: Any,
    tables: Any, members: Any, shares: Any, room: Any, found: Any,
) -> None:  # fmt: skip
    """Add up how often the dealer pegs its first point at or below a node, by the pone's points.

    Args:
        node: the node; before it the dealer has pegged nothing that counts.
        level: the row of the scratch space for this node.
        one_row: the row of the scratch space with the pone's reach.
        opponent_row: the row of the scratch space with the dealer's reach.
        points: the pone's points so far.
        tree: the nodes, see :class:`pegout.solver.public_tree_loops.PublicTree`.
        sweep: the tree as a :class:`pegout.solver.cfr_loops.Sweep`, with the weights as
            float64[1820, 1820], by the pone's hand and the dealer's.
        tables: int8[4096], the points of the three cards at the end of a pile.
        members: int64[5, 1820], the ranks of every set by its size, four bits for each.
        shares: float32[offset[-1]], the strategies of both seats, as rows that need not sum to 1.
        room: the scratch space.
        found: float64[n], the sums that are added to; more points count as ``n - 1``.
    """
    mover, fits = int(tree.mover[node]), int(tree.fits[node])
    both = int(tree.held[node, 0]) | int(tree.held[node, 1]) << 4
    held = both >> 4 * mover & 15
    rows = room.rows[level]
    share_out(node, held, sweep, shares, room.sums, rows)
    row = opponent_row if mover else one_row
    one_below, opponent_below = one_row + 1 - mover, opponent_row + mover
    one, other = room.reach[0, one_below], room.reach[1, opponent_below]
    for rank in range(14):
        child = child_of(node, rank, sweep)
        if child == -1:
            continue
        reach, below = room.reach[mover, row], room.reach[mover, row + 1]
        total = pass_on(rank, held, fits, sweep, rows, reach, below)
        if total <= 0:
            continue
        _, follows, count, pile, last, gone, more = move(
            both, mover, int(tree.count[node]), int(tree.pile[node]), int(tree.last[node]),
            int(tree.gone[node]), rank, tables,
        )  # fmt: skip
        if more and last:
            at = min(points, len(found) - 1)
            if child < 0:
                end = -2 - child
                found[at] += mass(
                    int(sweep.end_held[end, 0]), int(sweep.end_played[end, 0]),
                    int(sweep.end_held[end, 1]), int(sweep.end_played[end, 1]), sweep, one, other,
                )  # fmt: skip
            else:
                found[at] += mass(
                    int(tree.held[child, 0]), int(tree.played[child, 0]), int(tree.held[child, 1]),
                    int(tree.played[child, 1]), sweep, one, other,
                )  # fmt: skip
        elif child < 0:
            finish_race(
                -2 - child, follows, count, pile, last, gone, points + more, sweep, tables,
                members, one, other, found,
            )  # fmt: skip
        else:
            race(
                child, level + 1, one_below, opponent_below, points + more, tree, sweep, tables,
                members, shares, room, found,
            )  # fmt: skip
