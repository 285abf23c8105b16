"""What the opponent may hold, as a range: hands with weights, from what was kept and played."""

from __future__ import annotations

from typing import Any

from pegout.kernel.jit import inlined, jit
from pegout.search.history import liking_of, ranks_below, shares_at, with_rank
from pegout.search.workspace import (
    CARELESS,
    CARELESS_KEPT,
    DEALS,
    DISCARDED,
    EXPECTED,
    FOUR_OF,
    HAND_AT,
    HARDLY,
    HISTORY,
    KEPT_SIZE,
    LEAST,
    LEFT,
    LIKELY,
    NO_RANKS,
    NUMBER,
    OF_BELIEFS,
    OF_CARELESS,
    POINTS_OF,
    REST_AT,
    SEEN,
    SET_KEPT,
    SET_WEIGHTS,
    SETS,
    SOFT,
    THROWS_MADE,
    TWO_OF,
    WEIGHT_AT,
    WITHOUT,
)


@inlined
def unseen_of(rank: int, seen: int) -> int:
    """Give how many cards of a rank were not seen."""
    bits = seen >> 4 * rank & 15
    return 4 - (bits & 1) - (bits >> 1 & 1) - (bits >> 2 & 1) - (bits >> 3)


@jit
def like_history(mind: Any) -> int:
    """Work out what the other was likely to do before each of its cards; say how many they are."""
    ints, floats = mind.ints, mind.floats
    told: int = ints[KEPT_SIZE] - ints[LEFT]
    for step in range(told):
        at = HISTORY + 8 * step
        pile, count, held = ints[at + 2], ints[at + 3], ints[at + 4]
        for rank in range(ranks_below(count)):
            liking = liking_of(rank, count, pile, held, mind)
            mark = min(383, max(0, int((liking + 12.0) * 16)))
            floats[LIKELY + 16 * step + rank] = floats[SOFT + mark]
    return told


@jit
def likelihood(ranks: int, told: int, careless: float, mind: Any, solved: Any) -> float:
    """Give how likely an opponent who now holds these ranks played the very cards that it played.

    A share of the solved play is for all cards of a rank together, of which each is as likely as
    the next; whoever is careless plays any card that fits.

    Args:
        ranks: what it holds.
        told: how many cards it has played, with what is known of them at ``HISTORY``.
        careless: the part of all cards that is played at random.
        mind: the mind.
        solved: the solved play.
    """
    ints, floats = mind.ints, mind.floats
    chance = 1.0
    for step in range(told - 1, -1, -1):
        at = HISTORY + 8 * step
        played, node, count, size = ints[at], ints[at + 1], ints[at + 3], ints[at + 5]
        ranks = with_rank(ranks, played)
        limit = ranks_below(count)
        fitting, copies, before, total = 0, 0, -1, 0.0
        for place in range(size):
            rank = ranks >> 4 * place & 15
            if rank >= limit:
                break
            fitting += 1
            if rank == played:
                copies += 1
            if rank != before:
                total += floats[LIKELY + 16 * step + rank]
                before = rank
        share = 1.0
        if copies < fitting:
            share = floats[LIKELY + 16 * step + played] / total
            if shares_at(node, ranks, size, count, EXPECTED, mind, solved):
                place = 0
                while ranks >> 4 * place & 15 != played:
                    place += 1
                share = floats[EXPECTED + place]
        chance *= (1 - careless) * share / copies + careless / fitting
    return chance


@jit
def discarding(at: int, left: int, mind: Any) -> float:
    """Give how likely two of the cards that are left are discarded from beside four cards.

    Args:
        at: the number of the four, of the pone 1820 further.
        left: how many cards of each rank are neither seen nor held, four bits each.
        mind: the mind.
    """
    starts, low, high, shares = mind.discards
    total = 0.0
    for entry in range(starts[at], starts[at + 1]):
        first, second = int(low[entry]), int(high[entry])
        number = left >> first & 15
        if first == second:
            number = number * (number - 1) >> 1
        else:
            number *= left >> second & 15
        total += shares[entry] * number
    return total


@inlined
def four_with(ranks: int, told: int, mind: Any) -> int:
    """Give the number of the four ranks that a hand and the cards laid from it make."""
    ints = mind.ints
    for step in range(told):
        ranks = with_rank(ranks, ints[HISTORY + 8 * step])
    low = ints[TWO_OF + (ranks & 15) * 13 + (ranks >> 4 & 15)]
    high = ints[TWO_OF + (ranks >> 8 & 15) * 13 + (ranks >> 12)]
    number: int = ints[FOUR_OF + 91 * low + high]
    return number


@inlined
def unseen_ranks(seen: int) -> int:
    """Give how many cards of each rank were not seen, four bits each."""
    unseen = 0
    for rank in range(13):
        unseen |= unseen_of(rank, seen) << 4 * rank
    return unseen


@inlined
def ways_of(ranks: int, size: int, unseen: int) -> int:
    """Count the cards that may make up a set of ranks, of so many of each."""
    ways, copies, before = 1, 0, -1
    for place in range(size):
        rank = ranks >> 4 * place & 15
        number = unseen >> 4 * rank & 15
        if rank != before:
            before, copies = rank, 0
            ways *= number
        else:
            copies += 1
            ways = ways * (number - copies) // (copies + 1)
        if ways <= 0:
            return 0
    return ways


@jit
def believe(most: int, mind: Any, solved: Any) -> None:
    """Find what the other may hold: the hands, with weights that add up to 1.

    Args:
        most: how many are looked at; of more they are chosen evenly.
        mind: the mind, with the position in it.
        solved: the solved play.
    """
    ints, floats = mind.ints, mind.floats
    size = ints[LEFT]
    if size == 0:
        ints[NUMBER] = 1
        ints[HAND_AT], ints[REST_AT], floats[WEIGHT_AT] = 0, NO_RANKS, 1.0
        ints[POINTS_OF] = NO_RANKS
        return
    start = SETS + (0, 13, 104, 559)[size - 1]
    number = (13, 91, 455, 1820)[size - 1]
    count_ways(start, number, mind)
    if not ints[WITHOUT] & OF_BELIEFS:
        weigh_signs(start, number, mind, solved)
    total, many = 0.0, 0
    for at in range(number):
        weight = floats[SET_WEIGHTS + at]
        if weight > 0:
            total += weight
            many += 1
    found = 0
    reached, step = 0.0, total / most
    mark = 0.5 * step
    for at in range(number):
        weight = floats[SET_WEIGHTS + at]
        if weight <= 0:
            continue
        if many > most:
            reached += weight
            weight = 0.0
            while mark < reached:
                weight += step
                mark += step
        if weight > 0:
            ints[HAND_AT + found] = found
            ints[REST_AT + found] = ints[start + at]
            floats[WEIGHT_AT + found] = weight / total
            found += 1
    ints[NUMBER] = found


@jit
def count_ways(start: int, number: int, mind: Any) -> None:
    """Write down for each set of ranks how many hands of it there are in the cards not seen.

    Args:
        start: where the sets stand.
        number: how many they are.
        mind: the mind.
    """
    ints, floats = mind.ints, mind.floats
    size, least, unseen = ints[LEFT], ints[LEAST], unseen_ranks(ints[SEEN])
    # Of sets one behind the other most differ in their last rank only.
    shift = 4 * (size - 1)
    same, before, ways = (1 << shift) - 1, -1, 0
    for at in range(number):
        ranks = ints[start + at]
        weight = 0.0
        if ranks & 15 >= least:
            if ranks & same != before:
                before = ranks & same
                ways = ways_of(ranks, size - 1, unseen)
            if ways:
                last = ranks >> shift & 15
                if last == ranks << 4 >> shift & 15:
                    weight = float(ways_of(ranks, size, unseen))
                else:
                    weight = float(ways * (unseen >> 4 * last & 15))
        floats[SET_WEIGHTS + at] = weight


@inlined
def less_held(unseen: int, ranks: int, size: int) -> int:
    """Take a hand of ranks from the cards of each rank that were not seen, four bits each."""
    for place in range(size):
        unseen -= 1 << 4 * (ranks >> 4 * place & 15)
    return unseen


@inlined
def discards_of(unseen: int, size: int) -> float:
    """Count the pairs of cards that were not seen and are not in a hand of some cards."""
    cards = -size
    for rank in range(13):
        cards += unseen >> 4 * rank & 15
    return 0.5 * cards * (cards - 1)


@jit
def believe_discards(mind: Any) -> None:
    """Find what the other has discarded, in proportion, with the hands that it is believed to hold.

    Args:
        mind: the mind, behind :func:`believe`.
    """
    ints, floats = mind.ints, mind.floats
    unseen, deals = unseen_ranks(ints[SEEN]), ints[DEALS] != 0
    signs = ints[KEPT_SIZE] == 4 and not ints[WITHOUT] & OF_BELIEFS
    rates = THROWS_MADE + (91 if deals else 0)
    for at in range(91):
        ranks = ints[SETS + 13 + at]
        whole = 6 if ranks & 15 == ranks >> 4 & 15 else 16
        floats[DISCARDED + at] = 0.0
        if not signs:
            floats[DISCARDED + at] = floats[rates + at] * ways_of(ranks, 2, unseen) / whole
    if signs:
        careless = discards_signed(1820 if deals else 0, unseen, mind) / discards_of(unseen, 0)
        for at in range(91):
            ways = ways_of(ints[SETS + 13 + at], 2, unseen)
            floats[DISCARDED + at] += careless * ways


@jit
def discards_signed(first: int, unseen: int, mind: Any) -> float:
    """Add what is discarded beside each hand; give how much was discarded without care.

    Args:
        first: the number of the first four of the other's role.
        unseen: how many cards of each rank were not seen, four bits each.
        mind: the mind.
    """
    ints, floats = mind.ints, mind.floats
    starts, low, high, shares = mind.discards
    size = ints[LEFT]
    told, careless = ints[KEPT_SIZE] - size, 0.0
    kept = HARDLY if ints[WITHOUT] & OF_CARELESS else CARELESS_KEPT
    anyhow = kept * discards_of(unseen, size) / 15
    if size == 0:
        four = four_with(NO_RANKS, told, mind)
        floats[SET_KEPT + four] = (1 - kept) * discarding(first + four, unseen, mind)
    for hand in range(ints[NUMBER]):
        ranks = ints[REST_AT + hand]
        four = four_with(ranks, told, mind)
        part = floats[WEIGHT_AT + hand] / (anyhow + floats[SET_KEPT + four])
        careless += part * anyhow
        part *= 1 - kept
        left = less_held(unseen, ranks, size)
        for entry in range(starts[first + four], starts[first + four + 1]):
            one, other = int(low[entry]), int(high[entry])
            number = left >> one & 15
            if one == other:
                number = number * (number - 1) >> 1
            else:
                number *= left >> other & 15
            pair = ints[TWO_OF + (one >> 2) * 13 + (other >> 2)]
            floats[DISCARDED + pair] += part * shares[entry] * number
    return careless


@jit
def weigh_signs(start: int, number: int, mind: Any, solved: Any) -> None:
    """Weigh each set of ranks by how likely it was kept, and the cards played were played from it.

    A hand is kept as often as the shipped discards keep it, with each two cards beside it that were
    not seen.

    Args:
        start: where the sets stand, with their weights at ``SET_WEIGHTS``.
        number: how many they are.
        mind: the mind.
        solved: the solved play.
    """
    ints, floats = mind.ints, mind.floats
    size = ints[LEFT]
    told, fours, unseen = like_history(mind), ints[KEPT_SIZE] == 4, unseen_ranks(ints[SEEN])
    # Whose cards are guessed at is the opponent: for a dealer it is the pone.
    first = 1820 if ints[DEALS] else 0
    kept, played = CARELESS_KEPT, CARELESS
    if ints[WITHOUT] & OF_CARELESS:
        kept = played = HARDLY
    anyhow = kept * discards_of(unseen, size) / 15
    for at in range(number):
        weight = floats[SET_WEIGHTS + at]
        if weight <= 0:
            continue
        ranks = ints[start + at]
        if fours:
            four = four_with(ranks, told, mind) if told else at
            left = less_held(unseen, ranks, size)
            floats[SET_KEPT + four] = (1 - kept) * discarding(first + four, left, mind)
            weight *= anyhow + floats[SET_KEPT + four]
        if told:
            weight *= likelihood(ranks, told, played, mind, solved)
        floats[SET_WEIGHTS + at] = weight


@inlined
def held_size(ranks: int) -> int:
    """Count the cards of a hand of ranks."""
    size = 0
    while size < 4 and ranks >> 4 * size & 15 < 15:
        size += 1
    return size
