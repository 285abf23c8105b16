"""Thinking: what the other may hold, and how likely."""

from __future__ import annotations

from typing import Any

from .following import liking_of, ranks_below, shares_at, with_rank
from .jit import inlined, jit
from .mind import (
    CARELESS,
    DEALS,
    EXPECTED,
    FOUR_OF,
    HAND_AT,
    HISTORY,
    KEEPS,
    KEPT_SIZE,
    LEAST,
    LEFT,
    LIKELY,
    NO_RANKS,
    NUMBER,
    OF_BELIEFS,
    POINTS_OF,
    REST_AT,
    SEEN,
    SET_WEIGHTS,
    SETS,
    SOFT,
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
def likelihood(ranks: int, told: int, mind: Any, solved: Any) -> float:
    """Give how likely somebody who now holds these ranks has laid the cards that were laid."""
    ints, floats = mind.ints, mind.floats
    chance = 1.0
    for step in range(told - 1, -1, -1):
        at = HISTORY + 8 * step
        laid, node, count, size = ints[at], ints[at + 1], ints[at + 3], ints[at + 5]
        ranks = with_rank(ranks, laid)
        limit = ranks_below(count)
        number, before, total = 0, -1, 0.0
        for place in range(size):
            rank = ranks >> 4 * place & 15
            if rank >= limit:
                break
            if rank != before:
                number += 1
                total += floats[LIKELY + 16 * step + rank]
                before = rank
        if number < 2:
            continue
        share = floats[LIKELY + 16 * step + laid] / total
        if shares_at(node, ranks, size, count, EXPECTED, mind, solved):
            place = 0
            while ranks >> 4 * place & 15 != laid:
                place += 1
            share = floats[EXPECTED + place]
        chance *= (1 - CARELESS) * share + CARELESS / number
    return chance


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
    size, seen, least = ints[LEFT], ints[SEEN], ints[LEAST]
    if size == 0:
        ints[NUMBER] = 1
        ints[HAND_AT], ints[REST_AT], floats[WEIGHT_AT] = 0, NO_RANKS, 1.0
        ints[POINTS_OF] = NO_RANKS
        return
    told = like_history(mind)
    signs = not ints[WITHOUT] & OF_BELIEFS
    start = SETS + (0, 13, 104, 559)[size - 1]
    number = (13, 91, 455, 1820)[size - 1]
    rates = KEEPS + (0 if ints[DEALS] else 1820)
    fours = signs and ints[KEPT_SIZE] == 4
    unseen = unseen_ranks(seen)
    # Of sets one behind the other most differ in their last rank only.
    shift = 4 * (size - 1)
    same, before, ways = (1 << shift) - 1, -1, 0
    total, many = 0.0, 0
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
            if weight > 0:
                if fours:
                    four = four_with(ranks, told, mind) if told else at
                    weight *= floats[rates + four]
                if signs and told:
                    weight *= likelihood(ranks, told, mind, solved)
                total += weight
                many += 1
        floats[SET_WEIGHTS + at] = weight
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


@inlined
def held_size(ranks: int) -> int:
    """Count the cards of a hand of ranks."""
    size = 0
    while size < 4 and ranks >> 4 * size & 15 < 15:
        size += 1
    return size
