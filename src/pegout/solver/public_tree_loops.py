"""The public tree of the play: what both players see, by ranks.

``write_strategy`` and ``write_choice`` take the arrays of the tree and the policy as separate
arguments, because a compiled loop may read no globals. ``tables`` are the points of the last three
cards of a pile; the arrays that relate sets are those of :class:`pegout.solver.cfr_loops.Sweep`.
"""

from typing import Any, NamedTuple

from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import NO_PILE, RANDOM
from pegout.kernel.pegging import fitting, limit_of, pile_score
from pegout.search.hands import first_of, less_rank
from pegout.simulation.policies.cards import choose_card


class PublicTree(NamedTuple):
    """The nodes of the play that both players see, by ranks: :mod:`pegout.solver.public_tree`."""

    mover: Any  # int8[n], the seat to play: 0 the pone, 1 the dealer
    held: Any  # int8[n, 2], the number of cards in either hand
    played: Any  # int16[n, 2], the set of ranks that either seat has played
    fits: Any  # int8[n], the number of ranks that may be played, from the ace on
    count: Any  # int8[n], the count
    pile: Any  # int64[n], the ranks of this count
    last: Any  # int8[n], the seat that played the last card
    gone: Any  # int8[n], the seats that have said go, a bit for each
    lead: Any  # int8[n], points of the dealer so far minus those of the pone
    # int32[n, 14], the node after each rank, and after a go; -1 where there is none, and ``-2 -
    # end`` for an end
    children: Any


@inlined
def put_node(
    tree: Any, at: int, mover: int, held: int, played: int, count: int, pile: int, last: int,
    gone: int, lead: int,
) -> None:  # fmt: skip
    """Write a node; ``held`` and ``played`` are packed, the dealer's part in the higher bits."""
    tree.mover[at] = mover
    tree.held[at, 0], tree.held[at, 1] = held & 15, held >> 4
    tree.played[at, 0], tree.played[at, 1] = played & 0xFFF, played >> 12
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
    """Return the seat to play after a card or a go, and the new count.

    Returns:
        The seat to play, or -1; the count; the seats that have said go; the point for the go or the
        last card.
    """
    opponent = 1 - mover
    if count != 31:
        if held >> 4 * opponent & 15 and not gone >> opponent & 1:
            return opponent, count, gone, 0
        if held >> 4 * mover & 15 and not gone >> mover & 1:
            return mover, count, gone, 0
    point = 0 if count == 31 else 1
    if held >> 4 * (1 - last) & 15:
        return 1 - last, 0, 0, point
    return (last if held else -1), 0, 0, point


@inlined
def move(
    held: int, mover: int, count: int, pile: int, last: int, gone: int, rank: int, tables: Any
) -> tuple[int, int, int, int, int, int, int]:
    """Play a card, or with rank 13 say go; ``gone`` has a bit for each seat that has said it.

    Args:
        held: the number of cards in either hand, packed, the dealer's in the higher bits.

    Returns:
        The first six arguments after the move, and the points of the seat that played last.
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


@jit
def grow_tree(tree: Any, ends: Any, tables: Any, more: Any, packed: Any) -> tuple[int, int]:
    """Grow the public tree, level by level, from the lead of the pone.

    Args:
        ends: the arrays of the ends. At an end no decision is left: neither seat has more than one
            card, or one seat has none.

    Returns:
        The number of nodes and of ends. Those beyond the size of the arrays are only counted.
    """
    nodes, stops, at = 1, 0, 0
    while at < min(nodes, len(tree.mover)):
        mover, count = int(tree.mover[at]), int(tree.count[at])
        held = int(tree.held[at, 0]) | int(tree.held[at, 1]) << 4
        played = int(tree.played[at, 0]) | int(tree.played[at, 1]) << 12
        gone, last = int(tree.gone[at]), int(tree.last[at])
        fits = int(tree.fits[at])
        shown = int(packed[4 - (held & 15), played & 0xFFF])
        shown += int(packed[4 - (held >> 4), played >> 12])
        for rank in range(14):
            tree.children[at, rank] = -1
            if fits <= rank < 13 or (rank == 13 and fits == 13):
                continue
            if rank < 13 and shown >> 3 * rank & 7 == 4:
                continue
            after = played
            if rank < 13:
                index = played >> 12 * mover & 0xFFF
                larger = int(more[4 - (held >> 4 * mover & 15), index, rank])
                after = played + (larger - index << 12 * mover)
            left, follows, now, pile, hand, left_gone, points = move(
                held, mover, count, int(tree.pile[at]), last, gone, rank, tables
            )
            lead = int(tree.lead[at]) + (points if hand else -points)
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
def write_strategy(
    first: int, last: int, policy: int, tree: Any, offset: Any, sizes: Any, sets: Any,
    whole: Any, game: Any, ground: Any, shares: Any,
) -> None:  # fmt: skip
    """Write the strategy of a policy at some nodes of the public tree, for every hand.

    The policy sees the cards played so far and its own four cards, but neither a discard nor the
    starter. So the rules in the ground must say that four cards are dealt.
    """
    state = game.state[0]
    state.dealer, state.starter = 0, 52
    for at in range(first, last):
        mover = int(tree.mover[at])
        seat, held, played = 1 - mover, int(tree.held[at, mover]), int(tree.played[at, mover])
        if held < 2:
            continue
        state.seat, state.count, state.pile = seat, tree.count[at], tree.pile[at]
        opponent_held = int(tree.held[at, 1 - mover])
        state.hands[1 - seat] = 0x7F7F7F7F >> 8 * opponent_held << 8 * opponent_held
        # The cards played so far, the latest one last. Policies read no more than the ranks of
        # older ones.
        steps = 0
        for older in range(2):
            who = (int(tree.last[at]) + 1 + older) & 1
            number = 4 - int(tree.held[at, who])
            ranks = int(sets.ranks[first_of(number) + int(tree.played[at, who])])
            for _ in range(number):
                game.played[steps], game.by[steps] = (ranks & 15) * 4, 1 - who
                ranks >>= 4
                steps += 1
        state.steps = steps
        for hand in range(int(sizes[held])):
            if held < 4 and int(whole[held, played, hand]) < 0:
                continue
            write_choice(at, policy, hand, held, played, seat, offset, sizes, sets, game, ground,
                      shares)  # fmt: skip


@jit
def write_choice(
    at: int, policy: int, hand: int, held: int, played: int, seat: int, offset: Any, sizes: Any,
    sets: Any, game: Any, ground: Any, shares: Any,
) -> None:  # fmt: skip
    """Write the card that one hand plays at one node."""
    number = first_of(held) + hand
    ranks, packed, before, suit = int(sets.ranks[number]), 0x7F7F7F7F, -1, 0
    for index in range(4):
        if index < held:
            rank = ranks >> 4 * index & 15
            suit = suit + 1 if rank == before else 0
            before = rank
            packed += (rank * 4 + suit - 0x7F) << 8 * index
            game.dealt[seat, index] = rank * 4 + suit
        else:
            game.dealt[seat, index] = (
                int(sets.ranks[first_of(4 - held) + played]) >> 4 * (index - held) & 15
            ) * 4
    game.state[0].hands[seat] = packed
    fits = fitting(packed, limit_of(int(game.state[0].count)))
    if fits == 0:
        return
    smaller, row = int(sizes[held - 1]), int(offset[at])
    for index in range(fits if policy == RANDOM else 1):
        card = packed >> 8 * index & 0xFF
        if policy != RANDOM:
            card = choose_card(game, ground, seat, policy)
        rank = card >> 2
        left = less_rank(number, rank, sets) - first_of(held - 1)
        shares[row + rank * smaller + left] += 1


@jit
def pay_ends(
    first: int, last: int, ends: Any, tables: Any, members: Any, starts: Any, pays: Any
) -> None:  # fmt: skip
    """Play out the ends, for any cards that are left.

    Args:
        pays: int8[...], for each end, by the cards left to the pone and then to the dealer: points
            of the dealer minus those of the pone in the whole play.
    """
    for at in range(first, last):
        index = int(starts[at])
        pone, dealer = int(ends.held[at, 0]), int(ends.held[at, 1])
        if pone and dealer:
            for rank in range(13):
                for last_rank in range(13):
                    pays[index] = pay_end(at, rank, last_rank, ends, tables)
                    index += 1
        else:
            size = pone + dealer
            for hand in range(13 if size == 1 else 91 if size == 2 else 455):
                cards = int(members[size, hand])
                pays[index] = pay_alone(at, cards, size, ends, tables)
                index += 1


@inlined
def pay_alone(at: int, cards: int, size: int, ends: Any, tables: Any) -> int:
    """Play out an end where one seat has all the cards that are left, in the best order."""
    dealer = int(ends.held[at, 1]) > 0
    best = -99
    for order in range(1 if size == 1 else 2 if size == 2 else 6):
        # Play one of the cards first, then one of the rest.
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
def pay_end(at: int, pone: int, dealer: int, ends: Any, tables: Any) -> int:
    """Play out an end in which the cards come in a known order, four bits for a rank.

    An order that closes a count while another card fits is illegal; it counts 99 points for the
    opponent. The loop does not use :func:`move`, with which it takes a tenth longer.
    """
    held = int(ends.held[at, 0]) | int(ends.held[at, 1]) << 4
    mover, count, pile = int(ends.mover[at]), int(ends.count[at]), int(ends.pile[at])
    last, gone, lead = int(ends.last[at]), int(ends.gone[at]), int(ends.lead[at])
    while held:
        line = dealer if mover else pone
        rank = line & 15
        after = count + min(rank + 1, 10)
        if after <= 31:
            count = after
            pile = (pile << 4 | rank) & NO_PILE
            points = pile_score(pile, count, tables)
            lead += points if mover else -points
            held -= 1 << 4 * mover
            pone, dealer = (pone, dealer >> 4) if mover else (pone >> 4, dealer)
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
