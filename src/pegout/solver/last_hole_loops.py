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

from typing import Any, NamedTuple

from pegout.kernel.jit import inlined, jit
from pegout.solver.cfr_loops import child_of, pass_on, share_out
from pegout.solver.public_tree_loops import move


class RaceRoom(NamedTuple):
    """Scratch space of a walk, one for each thread, with a row for each level of the tree."""

    reach: Any  # float64[2, levels, 1820], the reach of the pone and of the dealer with each hand
    rows: Any  # float64[levels, 5915], the probability of playing each rank
    sums: Any  # float64[1820], sums over the ranks of a hand


@inlined
def last_two(
    held: int, mover: int, count: int, pile: int, last: int, gone: int, points: int, pone: int,
    dealer: int, tables: Any,
) -> int:  # fmt: skip
    """Play out an end with one card each, and return the pone's points when the dealer first pegs.

    The arguments from ``held`` to ``gone`` are those of
    :func:`pegout.solver.public_tree_loops.move`.
    """
    while held:
        rank = dealer if mover else pone
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
def race_alone(dealer: bool, lowest: int, count: int, last: int, points: int) -> int:
    """Return the pone's points at the dealer's first, or -1; one seat has all the cards left."""
    fits = count + min(lowest + 1, 10) <= 31
    if dealer:
        return points if fits or last else points + 1
    return points if last and not fits else -1


@inlined
def total_weight(
    pone_held: int,
    pone_played: int,
    dealer_held: int,
    dealer_played: int,
    sweep: Any,
    pone: Any,
    dealer: Any,
) -> float:
    """Add up the weights of all pairs of hands, times both seats' reach with them."""
    total = 0.0
    for left in range(int(sweep.sizes[pone_held])):
        hand = int(sweep.whole[pone_held, pone_played, left])
        if pone[left] > 0 and hand >= 0:
            part = 0.0
            for last in range(int(sweep.sizes[dealer_held])):
                if dealer[last] > 0:
                    against = int(sweep.whole[dealer_held, dealer_played, last])
                    if against >= 0:
                        part += sweep.weights[hand, against] * dealer[last]
            total += pone[left] * part
    return total


@jit
def finish_race(
    end: int, mover: int, count: int, pile: int, last: int, gone: int, points: int, sweep: Any,
    tables: Any, members: Any, pone: Any, dealer: Any, sums: Any,
) -> None:  # fmt: skip
    """Play out an end, for all cards that are left, into sums by the pone's points."""
    pone_held, dealer_held = int(sweep.end_held[end, 0]), int(sweep.end_held[end, 1])
    pone_played, dealer_played = int(sweep.end_played[end, 0]), int(sweep.end_played[end, 1])
    held = pone_held | dealer_held << 4
    for left in range(int(sweep.sizes[pone_held])):
        hand = int(sweep.whole[pone_held, pone_played, left])
        if hand < 0 or pone[left] <= 0:
            continue
        for rest in range(int(sweep.sizes[dealer_held])):
            against = int(sweep.whole[dealer_held, dealer_played, rest])
            if against < 0 or dealer[rest] <= 0:
                continue
            if pone_held and dealer_held:
                at = last_two(held, mover, count, pile, last, gone, points, left, rest, tables)
            elif dealer_held:
                at = race_alone(True, int(members[dealer_held, rest]) & 15, count, last, points)
            else:
                at = race_alone(False, int(members[pone_held, left]) & 15, count, last, points)
            if at >= 0:
                chance = sweep.weights[hand, against] * pone[left] * dealer[rest]
                sums[min(at, len(sums) - 1)] += chance


@jit
def race(
    node: int, level: int, pone_row: int, dealer_row: int, points: int, tree: Any, sweep: Any,
    tables: Any, members: Any, shares: Any, room: Any, sums: Any,
) -> None:  # fmt: skip
    """Add up how often the dealer pegs its first point at or below a node, by the pone's points.

    Args:
        sums: float64[n], the sums that are added to; more points count as ``n - 1``.
    """
    mover, fits = int(tree.mover[node]), int(tree.fits[node])
    both = int(tree.held[node, 0]) | int(tree.held[node, 1]) << 4
    held = both >> 4 * mover & 15
    rows = room.rows[level]
    share_out(node, held, sweep, shares, room.sums, rows)
    row = dealer_row if mover else pone_row
    pone_below, dealer_below = pone_row + 1 - mover, dealer_row + mover
    pone, dealer = room.reach[0, pone_below], room.reach[1, dealer_below]
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
            at = min(points, len(sums) - 1)
            if child < 0:
                end = -2 - child
                sums[at] += total_weight(
                    int(sweep.end_held[end, 0]), int(sweep.end_played[end, 0]),
                    int(sweep.end_held[end, 1]), int(sweep.end_played[end, 1]), sweep, pone, dealer,
                )  # fmt: skip
            else:
                sums[at] += total_weight(
                    int(tree.held[child, 0]), int(tree.played[child, 0]), int(tree.held[child, 1]),
                    int(tree.played[child, 1]), sweep, pone, dealer,
                )  # fmt: skip
        elif child < 0:
            finish_race(
                -2 - child, follows, count, pile, last, gone, points + more, sweep, tables,
                members, pone, dealer, sums,
            )  # fmt: skip
        else:
            race(
                child, level + 1, pone_below, dealer_below, points + more, tree, sweep, tables,
                members, shares, room, sums,
            )  # fmt: skip
