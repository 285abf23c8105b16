"""The race to the dealer's first point of the play, compiled.

A walk over the public tree of the play takes the chances along with which both seats come to a node
with each hand, and ends wherever the dealer pegs for the first time. What gets there is counted by
the points that the pone has by then.

Where one seat has all the cards that are left their order changes nothing. The dealer alone pegs as
soon as it lays, and before that the pone can only be paid for the dealer's go; the pone alone is
last in every count to come, so that the dealer is only ever paid for a go that comes at once.

``finish_race`` and ``race`` take the place in the play as numbers and the sums as arrays, one each,
because nothing that a loop reads may be a global.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import NO_PILE
from pegout.kernel.pegging import pile_score
from pegout.solver.cfr_loops import child_of, pass_on, share_out
from pegout.solver.public_tree_loops import turn_after

__all__ = ["RaceRoom", "race"]


class RaceRoom(NamedTuple):
    """Where a walk works, one for each thread; a row for each level of the tree.

    Attributes:
        reach: float64[2, levels, 1820], how the pone and the dealer come to a node with each hand.
        rows: float64[levels, 5915], the chances of laying each rank.
        sums: float64[1820], sums over the ranks of a hand.
    """

    reach: Any
    rows: Any
    sums: Any


@inlined
def move(
    held: int, mover: int, count: int, pile: int, last: int, gone: int, rank: int, tables: Any
) -> tuple[int, int, int, int, int, int, int]:
    """Lay a card or say go.

    Args:
        held: how many cards either holds, packed, the dealer's part higher.
        mover: who moves, 0 the pone, 1 the dealer.
        count: the count.
        pile: the ranks of this count.
        last: who laid last.
        gone: who has said go, a bit for each.
        rank: the rank that is laid, or 13 for a go.
        tables: int8[4096], what three cards at the end of a pile score.

    Returns:
        The first six as they are then, and the points of whoever laid last.
    """
    points = 0
    if rank == 13:
        gone |= 1 << mover
    else:
        held -= 1 << 4 * mover
        count += min(rank + 1, 10)
        pile = (pile << 4 | rank) & NO_PILE
        points = pile_score(pile, count, tables)
        last = mover
    mover, count, gone, point = turn_after(held, count, last, gone, mover)
    if count == 0:
        pile = NO_PILE
    return held, mover, count, pile, last, gone, points + point


@inlined
def last_two(
    held: int, mover: int, count: int, pile: int, last: int, gone: int, points: int, one: int,
    other: int, tables: Any,
) -> int:  # fmt: skip
    """Play out an end where either has a card, and give the pone's points at the dealer's first.

    Args:
        held: as for :func:`move`, and so the five after it.
        mover: see there.
        count: see there.
        pile: see there.
        last: see there.
        gone: see there.
        points: of the pone so far.
        one: the rank that the pone holds.
        other: the rank that the dealer holds.
        tables: see there.

    Returns:
        The points, or -1 where the dealer pegs nothing any more.
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
    """Give the pone's points at the dealer's first where one seat has all the cards left.

    Args:
        dealer: whether that seat is the dealer.
        lowest: the lowest rank that it holds.
        count: the count.
        last: who laid last.
        points: of the pone so far.

    Returns:
        The points, or -1 where the dealer pegs nothing any more.
    """
    fits = count + min(lowest + 1, 10) <= 31
    if dealer:
        return points if fits or last else points + 1
    return points if last and not fits else -1


@inlined
def mass(
    one_held: int, one_laid: int, other_held: int, other_laid: int, sweep: Any, one: Any, other: Any
) -> float:
    """Add up the weights of all pairs of hands, each as often as both come here with them.

    Args:
        one_held: how many cards the pone holds.
        one_laid: the set that it has laid.
        other_held: how many the dealer holds.
        other_laid: the set that it has laid.
        sweep: the tree, with the weights by the pone's hand and the dealer's.
        one: float64[1820], how the pone comes here, by what it has left.
        other: float64[1820], the same of the dealer.
    """
    total = 0.0
    for left in range(int(sweep.sizes[one_held])):
        hand = int(sweep.whole[one_held, one_laid, left])
        if one[left] > 0 and hand >= 0:
            part = 0.0
            for last in range(int(sweep.sizes[other_held])):
                if other[last] > 0:
                    against = int(sweep.whole[other_held, other_laid, last])
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
        mover: as for :func:`move`, and so the four after it.
        count: see there.
        pile: see there.
        last: see there.
        gone: see there.
        points: of the pone so far.
        sweep: the tree, with the weights by the pone's hand and the dealer's.
        tables: int8[4096], what three cards at the end of a pile score.
        members: int64[5, 1820], the ranks of every set by its size, four bits for each.
        one: float64[1820], how the pone comes here, by what it has left.
        other: float64[1820], the same of the dealer.
        found: float64[n], to which it is added, by the pone's points.
    """
    one_held, other_held = int(sweep.end_held[end, 0]), int(sweep.end_held[end, 1])
    one_laid, other_laid = int(sweep.end_laid[end, 0]), int(sweep.end_laid[end, 1])
    held = one_held | other_held << 4
    for left in range(int(sweep.sizes[one_held])):
        hand = int(sweep.whole[one_held, one_laid, left])
        if hand < 0 or one[left] <= 0:
            continue
        for rest in range(int(sweep.sizes[other_held])):
            against = int(sweep.whole[other_held, other_laid, rest])
            if against < 0 or other[rest] <= 0:
                continue
            if one_held and other_held:
                at = last_two(held, mover, count, pile, last, gone, points, left, rest, tables)
            elif other_held:
                at = alone(True, int(members[other_held, rest]) & 15, count, last, points)
            else:
                at = alone(False, int(members[one_held, left]) & 15, count, last, points)
            if at >= 0:
                chance = sweep.weights[hand, against] * one[left] * other[rest]
                found[min(at, len(found) - 1)] += chance


@jit
def race(
    node: int, level: int, one_row: int, other_row: int, points: int, tree: Any, sweep: Any,
    tables: Any, members: Any, shares: Any, room: Any, found: Any,
) -> None:  # fmt: skip
    """Add up how often the dealer pegs its first point at and below a node, by the pone's points.

    Args:
        node: the node; before it the dealer has pegged nothing that counts.
        level: the row of the room for this node.
        one_row: the row of the room in which the pone's reach stands.
        other_row: that of the dealer.
        points: of the pone so far.
        tree: the nodes, see :class:`pegout.solver.public_tree_loops.PublicTree`.
        sweep: the same as :class:`pegout.solver.cfr_loops.Sweep`, with the weights as
            float64[1820, 1820], by the pone's hand and the dealer's.
        tables: int8[4096], what three cards at the end of a pile score.
        members: int64[5, 1820], the ranks of every set by its size, four bits for each.
        shares: float32[offset[-1]], how both play, as rows that need not sum to 1.
        room: where to work.
        found: float64[n], to which it is added; more points are taken for ``n - 1``.
    """
    mover, fits = int(tree.mover[node]), int(tree.fits[node])
    both = int(tree.held[node, 0]) | int(tree.held[node, 1]) << 4
    held = both >> 4 * mover & 15
    rows = room.rows[level]
    share_out(node, held, sweep, shares, room.sums, rows)
    row = other_row if mover else one_row
    one_below, other_below = one_row + 1 - mover, other_row + mover
    one, other = room.reach[0, one_below], room.reach[1, other_below]
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
                    int(sweep.end_held[end, 0]), int(sweep.end_laid[end, 0]),
                    int(sweep.end_held[end, 1]), int(sweep.end_laid[end, 1]), sweep, one, other,
                )  # fmt: skip
            else:
                found[at] += mass(
                    int(tree.held[child, 0]), int(tree.laid[child, 0]), int(tree.held[child, 1]),
                    int(tree.laid[child, 1]), sweep, one, other,
                )  # fmt: skip
        elif child < 0:
            finish_race(
                -2 - child, follows, count, pile, last, gone, points + more, sweep, tables,
                members, one, other, found,
            )  # fmt: skip
        else:
            race(
                child, level + 1, one_below, other_below, points + more, tree, sweep, tables,
                members, shares, room, found,
            )  # fmt: skip
