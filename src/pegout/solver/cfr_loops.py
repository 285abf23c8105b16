"""Compiled sweeps over the public tree of the play.

A player's choice of card depends on its own hand and on the cards played so far. So at a node of
the public tree, a strategy is a number for every hand and rank. A sweep walks through the tree once
and handles every hand of both seats at the same time, in the manner of M. Johanson, K. Waugh, M.
Bowling and M. Zinkevich, Accelerating Best Response Calculation in Large Extensive Games, 2011.

*Own* is the seat whose values a sweep computes. *Other* is its opponent, who contributes its reach:
the probability with which it reaches a node with each hand. At an end both hands are known, and so
is how likely they were dealt together.

``join_hands`` and ``mark`` take each of their arrays as an argument, because a compiled loop may
read no globals. ``visit`` handles the nodes of both seats, because it calls itself.
"""

from typing import Any, Final, NamedTuple

from pegout.kernel.jit import inlined, jit

#: What a sweep does at an own node: update regrets, best respond, or follow the given strategy.
UPDATE: Final = 0
BEST: Final = 1
MEAN: Final = 2


class Sweep(NamedTuple):
    """The input of a sweep: the tree, the pay-offs and the weights of pairs of hands.

    Hands are multisets of ranks. A hand of ``m`` cards has a number below ``sizes[m]``, as in
    :func:`pegout.tables.rank_sets.sets`. Consider a node whose mover holds ``m`` cards and may play
    ``k`` ranks. There, each rank has a row of ``sizes[m - 1]`` numbers, indexed by the cards that
    are left in the hand after that rank is played.
    """

    mover: Any  # int8[n], the seat to play
    held: Any  # int8[n, 2], the number of cards in either hand
    fits: Any  # int8[n], the number of ranks that may be played
    children: Any  # int32[n, 14], as in ``PublicTree``
    offset: Any  # int64[n + 1], the start of each node's rows; a mover with one card has none
    end_held: Any  # int8[ends, 2], the number of cards in either hand at an end
    end_played: Any  # int16[ends, 2], the set of cards that either seat has played
    starts: Any  # int64[ends], the start of each end's pay-offs
    # int8[...], by the cards left to the pone and then to the dealer: points of the dealer minus
    # those of the pone
    pays: Any
    # float32[1820, 1820], how likely the own hand and the opponent's are dealt together
    weights: Any
    more: Any  # int16[4, 455, 13], a set with one more card, or -1
    # int16[4, 1820, 455], by the number of cards still held (up to three): the set of four made of
    # the cards played and the cards held, or -1
    whole: Any
    fitting: Any  # int8[5, 14, 1820], the number of different ranks below a limit in a set
    sizes: Any  # int64[5], the number of sets of each size


class SweepSpace(NamedTuple):
    """Scratch space of a sweep, one for each thread, with a row for each level of the tree."""

    reach: Any  # float32[levels, 1820], the opponent's reach of the node with each hand
    value: Any  # float32[levels, 1820], the value of the node to each own hand
    after_go: Any  # float32[levels, 1820], the value after a go
    values: Any  # float32[levels, 5915], the value of playing each rank
    rows: Any  # float32[levels, 5915], the probability of playing each rank
    sums: Any  # float32[1820], sums over the ranks of a hand


@inlined
def child_of(node: int, rank: int, sweep: Any) -> int:
    """Return the node that follows a rank, as a 64-bit integer like the first node.

    Numba treats a recursive call with arguments of another type as a second function. It does not
    find that second function again when the caller comes from the disk cache.
    """
    return 0 + int(sweep.children[node, rank])


@inlined
def share_out(node: int, held: int, sweep: Any, shares: Any, sums: Any, rows: Any) -> None:
    """Normalise the numbers of a node to probabilities of ranks; uniform if all are 0."""
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
    """Compute the mover's reach for each hand after a rank or a go into ``below``; return its sum.

    Args:
        rank: the rank, or 13 for the go of hands without a playable card.
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
    """Compute the value of an end for each set of cards that is left in the own hand."""
    opponent = 1 - own
    own_held, opponent_held = int(sweep.end_held[end, own]), int(sweep.end_held[end, opponent])
    own_played, opponent_played = (
        int(sweep.end_played[end, own]),
        int(sweep.end_played[end, opponent]),
    )
    start, sign = int(sweep.starts[end]), 1 if own else -1
    # The index of the dealer's cards varies fastest.
    pone_step = 13 if own_held and opponent_held else 1
    own_step, opponent_step = (1, pone_step) if own else (pone_step, 1)
    for own_index in range(int(sweep.sizes[own_held])):
        hand = int(sweep.whole[own_held, own_played, own_index])
        total = 0.0
        if hand >= 0:
            for last in range(int(sweep.sizes[opponent_held])):
                if reach[last] > 0:
                    against = int(sweep.whole[opponent_held, opponent_played, last])
                    if against >= 0:
                        pay = int(sweep.pays[start + own_index * own_step + last * opponent_step])
                        total += sweep.weights[hand, against] * reach[last] * pay
        value[own_index] = sign * total


@inlined
def settle(node: int, mode: int, level: int, sweep: Any, shares: Any, room: Any) -> None:
    """Compute the value of an own node for each hand, from the values of its ranks.

    Args:
        mode: ``UPDATE``, ``BEST`` or ``MEAN``.
        shares: float32[offset[-1]], the strategies of both seats; for ``UPDATE`` the regrets, which
            change.
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
                    index = offset + rank * smaller + left
                    regret = shares[index] + values[rank * smaller + left] - value[hand]
                    shares[index] = max(regret, 0)


@jit
def visit(
    node: int, own: int, mode: int, weight: float, level: int, above: int, sweep: Any,
    shares: Any, means: Any, room: Any,
) -> None:  # fmt: skip
    """Compute the value of a node to each own hand, into ``room.value[level]``.

    Args:
        weight: for ``UPDATE``, the weight of this sweep in the opponent's average strategy.
        shares: float32[offset[-1]], the strategies of both seats, as rows that need not sum to 1.
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
                # No hand has a fifth card of a rank, but the scratch space still has numbers from
                # elsewhere.
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
    """Add up how likely two hands are kept together, when each player follows its discard policy.

    Args:
        held: int8[n, 13], the number of cards of each rank in the sets of that player.
        starts: int64[n + 1], the start of each set's list of keeps.
        keeps: int16[...], the sets of four that are kept.
        parts: float64[...], the probability of each keep.
        gone_parts: float64[5], the share of the deals that count, by the number of cards of that
            rank dealt to the two players.
        joint: float64[1820, 1820], the sums that are added to.
    """
    total = 0.0
    for deal in range(first, last):
        own_ways = 1.0
        for rank in range(13):
            own_ways *= left_ways[0, int(held[deal, rank])]
        for other in range(len(sets)):
            ways = own_ways
            gone = int(held[deal, watched])
            for index in range(6):
                packed = int(sets[other, index])
                if packed < 0:
                    break
                ways *= left_ways[int(held[deal, packed >> 3]), packed & 7]
                if packed >> 3 == watched:
                    gone += packed & 7
            if ways > 0:
                counted = gone_parts[gone]
                for at in range(int(starts[deal]), int(starts[deal + 1])):
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
    node: int, own: int, level: int, above: int, minimum: float, sweep: Any, shares: Any,
    starts: Any, marks: Any, kept: Any, room: Any,
) -> bool:  # fmt: skip
    """Encode a seat's strategy in bytes, at the nodes that its own cards let it reach.

    Args:
        starts: int64[n + 1], the start of each node's bytes; see
            :class:`pegout.tables.play_strategy.SolvedPlay`.
        marks: uint8[...], the bytes; those that are not written do not change.
        kept: bool[n], set where something was written at the node or below.
    """
    mover = int(sweep.mover[node])
    held = int(sweep.held[node, mover])
    smaller = int(sweep.sizes[held - 1])
    fits = int(sweep.fits[node])
    written = False
    if mover != own:
        for rank in range(14):
            child = child_of(node, rank, sweep)
            if child >= 0 and mark(
                child, own, level + 1, above, minimum, sweep, shares, starts, marks, kept, room
            ):
                written = True
        kept[node] = kept[node] or written
        return written
    reach, below, rows = room.reach[above], room.reach[above + 1], room.rows[level]
    share_out(node, held, sweep, shares, room.sums, rows)
    start = int(starts[node])
    for rank in range(fits if held > 1 else 0):
        for left in range(smaller):
            hand = int(sweep.more[held - 1, left, rank])
            if hand < 0 or reach[hand] < minimum or int(sweep.fitting[held, fits, hand]) < 2:
                continue
            written = True
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
        if total >= minimum and mark(
            child, own, level + 1, above + 1, minimum, sweep, shares, starts, marks, kept, room
        ):
            written = True
    kept[node] = kept[node] or written
    return written
