"""Sweeps over the public tree of the play, compiled.

What a player lays depends on its own hand and on what lies open, so at a node of the public tree a
way of playing is a number for every hand and rank. A sweep goes through the tree once, with one
number for every hand of either seat at a time, in the manner of M. Johanson, K. Waugh, M. Bowling
and M. Zinkevich, Accelerating Best Response Calculation in Large Extensive Games, 2011.

*Own* is the seat whose values a sweep finds; the *other* brings the chances with which it reaches a
node. Both hands are known at an end, and so is how likely they were dealt together.

``join_hands`` and ``mark`` take their arrays one each, because nothing that a loop reads may be a
global. ``visit`` has the nodes of either seat, because it calls itself.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from pegout.kernel.jit import inlined, jit

__all__ = ["BEST", "MEAN", "UPDATE", "Sweep", "SweepSpace"]

#: What a sweep does at a node of one's own: learn, take the best, or play as is written.
UPDATE: Final = 0
BEST: Final = 1
MEAN: Final = 2


class Sweep(NamedTuple):
    """What a sweep reads and writes.

    Hands are sets of ranks; one of ``m`` cards is numbered as in :func:`pegout.tables.rank_sets.
    sets`, below ``sizes[m]``. At a node whose mover holds ``m`` cards, of which ``k`` ranks fit,
    what belongs to laying a rank is a row of ``sizes[m - 1]`` numbers, by what is left of the hand.

    Attributes:
        mover: int8[n], who is to lay.
        held: int8[n, 2], how many cards either holds.
        fits: int8[n], how many ranks fit.
        children: int32[n, 14], as in :class:`pegout.solver.public_tree_loops.PublicTree`.
        offset: int64[n + 1], where the rows of a node begin; a mover with one card has none.
        end_held: int8[ends, 2], how many cards either holds at an end.
        end_laid: int16[ends, 2], what either has laid.
        starts: int64[ends], where the points of an end begin.
        pays: int8[...], by what the pone and then what the dealer holds there: points of the dealer
            less those of the pone.
        weights: float32[1820, 1820], how likely the own hand and the other's are dealt together.
        more: int16[4, 455, 13], a set with one more, or -1.
        whole: int16[4, 1820, 455], the set of four of what is laid and up to three that are held,
            by how many those are; or -1.
        fitting: int8[5, 14, 1820], of how many different ranks below a limit a set has cards.
        sizes: int64[5].
    """

    mover: Any
    held: Any
    fits: Any
    children: Any
    offset: Any
    end_held: Any
    end_laid: Any
    starts: Any
    pays: Any
    weights: Any
    more: Any
    whole: Any
    fitting: Any
    sizes: Any


class SweepSpace(NamedTuple):
    """Where a sweep works, one for each thread; a row for each level of the tree.

    Attributes:
        reach: float32[levels, 1820], how the other reaches the node with each hand.
        value: float32[levels, 1820], what the node is worth to each own hand.
        after_go: float32[levels, 1820], the same after a go.
        values: float32[levels, 5915], what laying each rank is worth.
        rows: float32[levels, 5915], the chances of laying each rank.
        sums: float32[1820], sums over the ranks of a hand.
    """

    reach: Any
    value: Any
    after_go: Any
    values: Any
    rows: Any
    sums: Any


@inlined
def child_of(node: int, rank: int, sweep: Any) -> int:
    """Give what follows a rank, in 64 bits as the first node comes.

    A function that calls itself with arguments of another type is a second one to numba, and is
    not found again when what calls it comes from the disk.
    """
    return 0 + int(sweep.children[node, rank])


@inlined
def share_out(node: int, held: int, sweep: Any, shares: Any, sums: Any, rows: Any) -> None:
    """Turn what is written of a node into the chances of laying each rank; equal if nothing is."""
    smaller, fits = int(sweep.sizes[held - 1]), int(sweep.fits[node])
    offset = int(sweep.offset[node])
    if held > 1:
        for hand in range(int(sweep.sizes[held])):
            sums[hand] = 0
        for rank in range(fits):
            for left in range(smaller):
                hand = int(sweep.more[held - 1, left, rank])
                if hand >= 0:
                    sums[hand] += shares[offset + rank * smaller + left]
    for rank in range(fits):
        for left in range(smaller):
            hand = int(sweep.more[held - 1, left, rank])
            chance = 0.0
            if hand >= 0:
                if held > 1 and sums[hand] > 0:
                    chance = shares[offset + rank * smaller + left] / sums[hand]
                else:
                    chance = 1 / int(sweep.fitting[held, fits, hand])
            rows[rank * smaller + left] = chance


@inlined
def pass_on(
    rank: int, held: int, fits: int, sweep: Any, rows: Any, reach: Any, below: Any
) -> float:
    """Find the chances with which a mover comes to what follows a rank, or its go.

    Args:
        rank: the rank, or 13 for the go of hands of which nothing fits.
        held: how many cards the mover holds.
        fits: how many ranks fit.
        sweep: the tree.
        rows: the chances of laying each rank, as :func:`share_out` leaves them.
        reach: the chances with which it has come here with each hand.
        below: the result, for each hand that is left.

    Returns:
        Their sum.
    """
    total = 0.0
    if rank == 13:
        for hand in range(int(sweep.sizes[held])):
            below[hand] = 0 if int(sweep.fitting[held, fits, hand]) else reach[hand]
            total += below[hand]
        return total
    smaller = int(sweep.sizes[held - 1])
    for left in range(smaller):
        hand = int(sweep.more[held - 1, left, rank])
        chance = reach[hand] * rows[rank * smaller + left] if hand >= 0 else 0.0
        below[left] = chance
        total += chance
    return total


@inlined
def finish(end: int, own: int, sweep: Any, reach: Any, value: Any) -> None:
    """Find what an end is worth to each set of cards that is left to oneself."""
    other = 1 - own
    own_held, other_held = int(sweep.end_held[end, own]), int(sweep.end_held[end, other])
    own_laid, other_laid = int(sweep.end_laid[end, own]), int(sweep.end_laid[end, other])
    start, sign = int(sweep.starts[end]), 1 if own else -1
    # What the dealer holds is written closer together.
    pone_step = 13 if own_held and other_held else 1
    own_step, other_step = (1, pone_step) if own else (pone_step, 1)
    for one in range(int(sweep.sizes[own_held])):
        hand = int(sweep.whole[own_held, own_laid, one])
        total = 0.0
        if hand >= 0:
            for last in range(int(sweep.sizes[other_held])):
                if reach[last] > 0:
                    against = int(sweep.whole[other_held, other_laid, last])
                    if against >= 0:
                        pay = int(sweep.pays[start + one * own_step + last * other_step])
                        total += sweep.weights[hand, against] * reach[last] * pay
        value[one] = sign * total


@inlined
def settle(node: int, mode: int, level: int, sweep: Any, shares: Any, room: Any) -> None:
    """Find what a node of one's own is worth to each hand, from the values of its ranks.

    Args:
        node: the node, with one's own seat as the mover.
        mode: what is done there.
        level: the row of the room.
        sweep: the tree.
        shares: float32[offset[-1]], what is known of either's way of playing; for ``UPDATE`` the
            regrets, which are changed.
        room: where ``values`` are read, and ``after_go`` for hands of which nothing fits.
    """
    own = int(sweep.mover[node])
    held = int(sweep.held[node, own])
    smaller, fits = int(sweep.sizes[held - 1]), int(sweep.fits[node])
    offset, size = int(sweep.offset[node]), int(sweep.sizes[held])
    value, values, after_go = room.value[level], room.values[level], room.after_go[level]
    if mode == BEST or held == 1:
        for hand in range(size):
            value[hand] = -1e30 if int(sweep.fitting[held, fits, hand]) else after_go[hand]
        for rank in range(fits):
            for left in range(smaller):
                hand = int(sweep.more[held - 1, left, rank])
                if hand >= 0:
                    value[hand] = max(value[hand], values[rank * smaller + left])
        return
    for hand in range(size):
        value[hand] = 0.0 if int(sweep.fitting[held, fits, hand]) else after_go[hand]
    rows = room.rows[level]
    share_out(node, held, sweep, shares, room.sums, rows)
    for rank in range(fits):
        for left in range(smaller):
            hand = int(sweep.more[held - 1, left, rank])
            if hand >= 0:
                value[hand] += rows[rank * smaller + left] * values[rank * smaller + left]
    if mode == UPDATE:
        for rank in range(fits):
            for left in range(smaller):
                hand = int(sweep.more[held - 1, left, rank])
                if hand >= 0:
                    place = offset + rank * smaller + left
                    regret = shares[place] + values[rank * smaller + left] - value[hand]
                    shares[place] = max(regret, 0)


@jit
def visit(
    node: int, own: int, mode: int, weight: float, level: int, above: int, sweep: Any,
    shares: Any, means: Any, room: Any,
) -> None:  # fmt: skip
    """Find what a node is worth to each own hand, into ``room.value[level]``.

    Args:
        node: the node, or an end as a child is written.
        own: the seat whose values are asked for.
        mode: what is done at its nodes.
        weight: for ``UPDATE``, how much this sweep counts in the other's mean.
        level: the row of the room for this node.
        above: the row of the room in which the other's reach stands.
        sweep: the tree.
        shares: float32[offset[-1]], how both play, as rows that need not sum to 1.
        means: float32[offset[-1]], where the other's way of playing is added up.
        room: where to work.
    """
    mover = int(sweep.mover[node])
    held = int(sweep.held[node, mover])
    size, smaller = int(sweep.sizes[held]), int(sweep.sizes[held - 1])
    fits = int(sweep.fits[node])
    value = room.value[level]
    if mover == own:
        for rank in range(fits):
            child = child_of(node, rank, sweep)
            if child == -1:
                # Nobody holds a fifth card of a rank; but the room still has numbers of elsewhere.
                for left in range(smaller):
                    room.values[level, rank * smaller + left] = 0
                continue
            if child < 0:
                finish(-2 - child, own, sweep, room.reach[above], room.value[level + 1])
            else:
                visit(child, own, mode, weight, level + 1, above, sweep, shares, means, room)
            for left in range(smaller):
                room.values[level, rank * smaller + left] = room.value[level + 1, left]
        if fits < 13:
            child = child_of(node, 13, sweep)
            if child < 0:
                finish(-2 - child, own, sweep, room.reach[above], room.value[level + 1])
            else:
                visit(child, own, mode, weight, level + 1, above, sweep, shares, means, room)
            for hand in range(size):
                room.after_go[level, hand] = room.value[level + 1, hand]
        settle(node, mode, level, sweep, shares, room)
        return
    own_size = int(sweep.sizes[int(sweep.held[node, own])])
    for hand in range(own_size):
        value[hand] = 0
    reach, below = room.reach[above], room.reach[above + 1]
    rows = room.rows[level]
    share_out(node, held, sweep, shares, room.sums, rows)
    offset = int(sweep.offset[node])
    if mode == UPDATE and held > 1:
        for rank in range(fits):
            for left in range(smaller):
                hand = int(sweep.more[held - 1, left, rank])
                if hand >= 0:
                    means[offset + rank * smaller + left] += (
                        weight * reach[hand] * rows[rank * smaller + left]
                    )
    for rank in range(14):
        child = child_of(node, rank, sweep)
        if child == -1:
            continue
        total = pass_on(rank, held, fits, sweep, rows, reach, below)
        if total > 0:
            if child < 0:
                finish(-2 - child, own, sweep, below, room.value[level + 1])
            else:
                visit(child, own, mode, weight, level + 1, above + 1, sweep, shares, means, room)
            for hand in range(own_size):
                value[hand] += room.value[level + 1, hand]


@jit
def join_hands(
    first: int, last: int, held: Any, starts: Any, keeps: Any, parts: Any, left_ways: Any,
    sets: Any, against_starts: Any, against_keeps: Any, against_parts: Any, watched: int,
    gone_parts: Any, joint: Any,
) -> float:  # fmt: skip
    """Add up how likely two hands are kept together, each player throwing in its own way.

    Args:
        first: the first set of cards dealt to one player.
        last: one behind the last.
        held: int8[n, 13], how many cards of each rank the sets of the one player have.
        starts: int64[n + 1], where the list of what is kept from a set begins.
        keeps: int16[...], the sets of four that are kept.
        parts: float64[...], how often.
        left_ways: float64[5, 5], in how many ways so many cards are drawn if so many are gone.
        sets: int64[m, 6], what is dealt to the other: ranks with their numbers, or -1.
        against_starts: int64[m + 1], as ``starts`` of the other.
        against_keeps: int16[...], the same of the other.
        against_parts: float64[...], the same.
        watched: a rank.
        gone_parts: float64[5], what part of the ways counts, by how many cards of that rank are
            dealt to the two.
        joint: float64[1820, 1820], to which it is added.

    Returns:
        The sum of what would be added if all ways counted.
    """
    total = 0.0
    for one in range(first, last):
        own_ways = 1.0
        for rank in range(13):
            own_ways *= left_ways[0, int(held[one, rank])]
        for other in range(len(sets)):
            ways = own_ways
            gone = int(held[one, watched])
            for place in range(6):
                packed = int(sets[other, place])
                if packed < 0:
                    break
                ways *= left_ways[int(held[one, packed >> 3]), packed & 7]
                if packed >> 3 == watched:
                    gone += packed & 7
            if ways > 0:
                counted = gone_parts[gone]
                for at in range(int(starts[one]), int(starts[one + 1])):
                    chance = ways * parts[at]
                    row = joint[int(keeps[at])]
                    for against in range(
                        int(against_starts[other]), int(against_starts[other + 1])
                    ):
                        both = chance * against_parts[against]
                        row[int(against_keeps[against])] += both * counted
                        total += both
    return total


@jit
def mark(
    node: int, own: int, level: int, above: int, least: float, sweep: Any, shares: Any,
    starts: Any, marks: Any, kept: Any, room: Any,
) -> bool:  # fmt: skip
    """Write down in bytes how a seat plays, as far as its own cards ever let it come there.

    Args:
        node: the node.
        own: the seat.
        level: the row of the room for this node.
        above: the row of the room in which the own reach stands.
        least: the reach below which nothing is written.
        sweep: the tree.
        shares: float32[offset[-1]], how both play.
        starts: int64[n + 1], where the bytes of each node begin; see
            :class:`pegout.search.workspace.SolvedPlay`.
        marks: uint8[...], the bytes; those that are not written stay as they are.
        kept: bool[n], set where something was written, there or below.
        room: where to work.

    Returns:
        Whether anything was written here or below.
    """
    mover = int(sweep.mover[node])
    held = int(sweep.held[node, mover])
    smaller = int(sweep.sizes[held - 1])
    fits = int(sweep.fits[node])
    found = False
    if mover != own:
        for rank in range(14):
            child = child_of(node, rank, sweep)
            if child >= 0 and mark(
                child, own, level + 1, above, least, sweep, shares, starts, marks, kept, room
            ):
                found = True
        kept[node] = kept[node] or found
        return found
    reach, below, rows = room.reach[above], room.reach[above + 1], room.rows[level]
    share_out(node, held, sweep, shares, room.sums, rows)
    start = int(starts[node])
    for rank in range(fits if held > 1 else 0):
        for left in range(smaller):
            hand = int(sweep.more[held - 1, left, rank])
            if hand < 0 or reach[hand] < least or int(sweep.fitting[held, fits, hand]) < 2:
                continue
            found = True
            chance = rows[rank * smaller + left]
            if held > 2:
                marks[start + rank * smaller + left] = int(chance * 255 + 0.5)
            elif rank < left:
                marks[start + left * (left - 1) // 2 + rank] = int(chance * 254 + 0.5)
    for rank in range(14):
        child = child_of(node, rank, sweep)
        if child < 0:
            continue
        total = pass_on(rank, held, fits, sweep, rows, reach, below)
        if total >= least and mark(
            child, own, level + 1, above + 1, least, sweep, shares, starts, marks, kept, room
        ):
            found = True
    kept[node] = kept[node] or found
    return found
