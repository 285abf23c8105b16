"""The public tree of the play: what two players can see of it, by ranks.

``write_ways`` and ``write_way`` take the tree and the policy one array each, because nothing that a
loop reads may be a global.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import COUNT, DEALER, HANDS, NO_PILE, PILE, RANDOM, SEAT, STARTER, STEPS
from pegout.kernel.pegging import fitting, limit_of, pile_score
from pegout.simulation.game_loops import card_of


class PublicTree(NamedTuple):
    """What two players can see of the play, by ranks; see :mod:`pegout.solver.public_tree`.

    Attributes:
        mover: int8[n], who is to lay: 0 the pone, 1 the dealer.
        held: int8[n, 2], how many cards either holds.
        laid: int16[n, 2], the set of ranks that either has laid.
        fits: int8[n], how many ranks fit, from the ace on.
        count: int8[n], the count.
        pile: int64[n], the ranks of this count.
        last: int8[n], who laid last.
        gone: int8[n], who has said go, a bit for each.
        lead: int8[n], points of the dealer so far less those of the pone.
        children: int32[n, 14], the node after each rank, and after a go; -1 where there is none,
            and ``-2 - end`` for an end.
    """

    mover: Any
    held: Any
    laid: Any
    fits: Any
    count: Any
    pile: Any
    last: Any
    gone: Any
    lead: Any
    children: Any


@inlined
def put_node(
    tree: Any, at: int, mover: int, held: int, laid: int, count: int, pile: int, last: int,
    gone: int, lead: int,
) -> None:  # fmt: skip
    """Write a node down; what either holds and has laid is packed, the dealer's part higher."""
    tree.mover[at] = mover
    tree.held[at, 0], tree.held[at, 1] = held & 15, held >> 4
    tree.laid[at, 0], tree.laid[at, 1] = laid & 0xFFF, laid >> 12
    tree.count[at] = count
    tree.fits[at] = 13 if count <= 21 else 31 - count
    tree.pile[at] = pile
    tree.last[at] = last
    tree.gone[at] = gone
    tree.lead[at] = lead


@inlined
def turn_after(
    held: int, count: int, last: int, gone: int, mover: int
) -> tuple[int, int, int, int]:
    """Say who is to lay after a card or a go, and how the count stands.

    Args:
        held: how many cards either holds, packed.
        count: the count.
        last: who laid last.
        gone: who has said go.
        mover: who has just laid, or said go.

    Returns:
        The next to lay or -1; the count; who has said go; the point for the go or the last card.
    """
    other = 1 - mover
    if count != 31:
        if held >> 4 * other & 15 and not gone >> other & 1:
            return other, count, gone, 0
        if held >> 4 * mover & 15 and not gone >> mover & 1:
            return mover, count, gone, 0
    point = 0 if count == 31 else 1
    if held >> 4 * (1 - last) & 15:
        return 1 - last, 0, 0, point
    return (last if held else -1), 0, 0, point


@jit
def grow_tree(tree: Any, ends: Any, tables: Any, more: Any, packed: Any) -> tuple[int, int]:
    """Grow the public tree, level by level, from the lead of the pone.

    Args:
        tree: room for the nodes, the first of which is written down.
        ends: the same for the ends, where nothing is hidden that could be asked for: neither seat
            has more than a card, or one has none.
        tables: int8[4096], what three cards at the end of a pile score.
        more: int16[4, 455, 13], the set of ranks with one more, by its size, or -1.
        packed: int64[5, 1820], by size and set how many cards of each rank, in three bits each.

    Returns:
        How many nodes and ends there are. Where the room is too small they are only counted.
    """
    nodes, stops, at = 1, 0, 0
    while at < min(nodes, len(tree.mover)):
        mover, count = int(tree.mover[at]), int(tree.count[at])
        held = int(tree.held[at, 0]) | int(tree.held[at, 1]) << 4
        laid = int(tree.laid[at, 0]) | int(tree.laid[at, 1]) << 12
        gone, last = int(tree.gone[at]), int(tree.last[at])
        fits = int(tree.fits[at])
        shown = int(packed[4 - (held & 15), laid & 0xFFF])
        shown += int(packed[4 - (held >> 4), laid >> 12])
        for rank in range(14):
            tree.children[at, rank] = -1
            if fits <= rank < 13 or (rank == 13 and fits == 13):
                continue
            if rank < 13 and shown >> 3 * rank & 7 == 4:
                continue
            lead, after, pile, now = int(tree.lead[at]), laid, int(tree.pile[at]), count
            sign = 1 if mover else -1
            if rank == 13:
                left = held
                follows, now, left_gone, point = turn_after(
                    held, count, last, gone | 1 << mover, mover
                )
                lead += point if last else -point
                hand = last
            else:
                place = laid >> 12 * mover & 0xFFF
                larger = int(more[4 - (held >> 4 * mover & 15), place, rank])
                after = laid + (larger - place << 12 * mover)
                left = held - (1 << 4 * mover)
                now = count + min(rank + 1, 10)
                pile = (pile << 4 | rank) & NO_PILE
                lead += sign * pile_score(pile, now, tables)
                follows, now, left_gone, point = turn_after(left, now, mover, gone, mover)
                lead += sign * point
                hand = mover
            if now == 0:
                pile = NO_PILE
            if (left & 15 <= 1 and left >> 4 <= 1) or left & 15 == 0 or left >> 4 == 0:
                if stops < len(ends.mover):
                    put_node(ends, stops, follows, left, after, now, pile, hand, left_gone, lead)
                tree.children[at, rank] = -2 - stops
                stops += 1
            else:
                if nodes < len(tree.mover):
                    put_node(tree, nodes, follows, left, after, now, pile, hand, left_gone, lead)
                tree.children[at, rank] = nodes
                nodes += 1
        at += 1
    return nodes, stops


@jit
def write_ways(
    first: int, last: int, way: int, tree: Any, offset: Any, sizes: Any, members: Any,
    whole: Any, game: Any, ground: Any, shares: Any,
) -> None:  # fmt: skip
    """Write down how a way to play plays at some nodes of the public tree, for every hand.

    It is shown what lies open and its own four cards, but neither a throw nor the starter, so the
    rules in the ground must say that four cards are dealt.

    Args:
        first: the first node.
        last: one behind the last.
        way: the way to play.
        tree: the nodes.
        offset: int64[nodes + 1], where the rows of each node begin.
        sizes: int64[5], how many sets of so many ranks there are.
        members: int64[5, 1820], the ranks of every set by its size, four bits for each.
        whole: int16[4, 1820, 455], what is laid and held together, or -1, by how many are held.
        game: a game to show it.
        ground: the ground.
        shares: float32[offset[-1]], the result.
    """
    state = game.state
    state[DEALER], state[STARTER] = 0, 52
    for at in range(first, last):
        mover = int(tree.mover[at])
        seat, held, laid = 1 - mover, int(tree.held[at, mover]), int(tree.laid[at, mover])
        if held < 2:
            continue
        state[SEAT], state[COUNT], state[PILE] = seat, tree.count[at], tree.pile[at]
        other_held = int(tree.held[at, 1 - mover])
        state[HANDS + 1 - seat] = 0x7F7F7F7F >> 8 * other_held << 8 * other_held
        # What lies open, the last card last; of older ones only the ranks are asked for.
        steps = 0
        for older in range(2):
            who = (int(tree.last[at]) + 1 + older) & 1
            number = 4 - int(tree.held[at, who])
            ranks = int(members[number, int(tree.laid[at, who])])
            for _ in range(number):
                game.laid[steps], game.by[steps] = (ranks & 15) * 4, 1 - who
                ranks >>= 4
                steps += 1
        state[STEPS] = steps
        for hand in range(int(sizes[held])):
            if held < 4 and int(whole[held, laid, hand]) < 0:
                continue
            write_way(at, way, hand, held, laid, seat, tree, offset, sizes, members, game, ground,
                      shares)  # fmt: skip


@jit
def write_way(
    at: int, way: int, hand: int, held: int, laid: int, seat: int, tree: Any, offset: Any,
    sizes: Any, members: Any, game: Any, ground: Any, shares: Any,
) -> None:  # fmt: skip
    """Write down what one hand lays at one node."""
    ranks, packed, before, suit = int(members[held, hand]), 0x7F7F7F7F, -1, 0
    for place in range(4):
        if place < held:
            rank = ranks >> 4 * place & 15
            suit = suit + 1 if rank == before else 0
            before = rank
            packed += (rank * 4 + suit - 0x7F) << 8 * place
            game.dealt[seat, place] = rank * 4 + suit
        else:
            game.dealt[seat, place] = (int(members[4 - held, laid]) >> 4 * (place - held) & 15) * 4
    game.state[HANDS + seat] = packed
    fits = fitting(packed, limit_of(int(game.state[COUNT])))
    if fits == 0:
        return
    smaller, row = int(sizes[held - 1]), int(offset[at])
    for place in range(fits if way == RANDOM else 1):
        card = packed >> 8 * place & 0xFF
        if way != RANDOM:
            card = card_of(game, ground, seat, way)
        rank = card >> 2
        # What is left, as it is numbered: sets in order, those of the lowest ranks first.
        shares[row + rank * smaller + number_without(ranks, held, rank, members, smaller)] += 1


@inlined
def number_without(ranks: int, held: int, rank: int, members: Any, smaller: int) -> int:
    """Number a set of ranks of which one is taken away."""
    place = 0
    while ranks >> 4 * place & 15 != rank:
        place += 1
    left = (ranks & (1 << 4 * place) - 1) | (ranks >> 4 * place + 4 << 4 * place)
    low, high = 0, smaller - 1
    while low < high:
        middle = (low + high) // 2
        if in_order(int(members[held - 1, middle]), left, held - 1):
            low = middle + 1
        else:
            high = middle
    return low


@inlined
def in_order(one: int, other: int, size: int) -> bool:
    """Whether a set comes before another: by its lowest rank, then by the next."""
    for place in range(size):
        first, second = one >> 4 * place & 15, other >> 4 * place & 15
        if first != second:
            return first < second
    return False


@jit
def pay_ends(
    first: int, last: int, ends: Any, tables: Any, members: Any, starts: Any, pays: Any
) -> None:  # fmt: skip
    """Play out the ends, for whatever cards are left.

    Args:
        first: the first end.
        last: one behind the last.
        ends: the ends.
        tables: as for :func:`grow_tree`.
        members: int64[5, 1820], the ranks of every set by its size, four bits for each.
        starts: int64[ends], where the points of an end begin.
        pays: int8[...], for each end, by what the pone and then what the dealer holds: points of
            the dealer less those of the pone in the whole play.
    """
    for at in range(first, last):
        place = int(starts[at])
        one, other = int(ends.held[at, 0]), int(ends.held[at, 1])
        if one and other:
            for rank in range(13):
                for last_rank in range(13):
                    pays[place] = pay_end(at, rank, last_rank, ends, tables)
                    place += 1
        else:
            size = one + other
            for hand in range(13 if size == 1 else 91 if size == 2 else 455):
                cards = int(members[size, hand])
                pays[place] = pay_alone(at, cards, size, ends, tables)
                place += 1


@inlined
def pay_alone(at: int, cards: int, size: int, ends: Any, tables: Any) -> int:
    """Play out an end where one seat has all the cards that are left, in its best order."""
    dealer = int(ends.held[at, 1]) > 0
    best = -99
    for order in range(1 if size == 1 else 2 if size == 2 else 6):
        # Take one of the cards out first, then one of what is left.
        first = order % size
        rest = (cards & (1 << 4 * first) - 1) | (cards >> 4 * first + 4 << 4 * first)
        line = cards >> 4 * first & 15
        if size == 3 and order >= 3:
            rest = rest >> 4 | (rest & 15) << 4
        line |= rest << 4
        lead = pay_end(at, line, line, ends, tables)
        best = max(best, lead if dealer else -lead)
    return best if dealer else -best


@inlined
def pay_end(at: int, one: int, other: int, ends: Any, tables: Any) -> int:
    """Play out an end in which the cards come in a known order, four bits for a rank.

    An order that would close a count while another card fits is worth 99 points to the other.
    """
    held = int(ends.held[at, 0]) | int(ends.held[at, 1]) << 4
    mover, count, pile = int(ends.mover[at]), int(ends.count[at]), int(ends.pile[at])
    last, gone, lead = int(ends.last[at]), int(ends.gone[at]), int(ends.lead[at])
    while held:
        line = other if mover else one
        rank = line & 15
        after = count + min(rank + 1, 10)
        if after <= 31:
            count = after
            pile = (pile << 4 | rank) & NO_PILE
            points = pile_score(pile, count, tables)
            lead += points if mover else -points
            held -= 1 << 4 * mover
            one, other = (one, other >> 4) if mover else (one >> 4, other)
            last = mover
        else:
            for _ in range((held >> 4 * mover & 15) - 1):
                line >>= 4
                if count + min((line & 15) + 1, 10) <= 31:
                    return -99 if mover else 99
            gone |= 1 << mover
        mover, count, gone, points = turn_after(held, count, last, gone, mover)
        lead += points if last else -points
        if count == 0:
            pile = NO_PILE
    return lead
