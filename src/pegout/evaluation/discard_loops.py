"""Loops that value discards: the exact expected hand, and the expected crib from a table.

A hand of five or six is an int here, a byte for each card in the order of the cards dealt.
"""

from typing import Any

from pegout.kernel.jit import inlined, jit
from pegout.kernel.show import suited


@inlined
def pack_row(hands: Any, at: int, size: int) -> int:
    """Pack the cards of a row into an int, a byte for each, the first card lowest."""
    cards = 0
    for index in range(size):
        cards |= int(hands[at, index]) << 8 * index
    return cards


@inlined
def left_of_suits(cards: int, size: int) -> int:
    """Return the number of cards of each suit left in the pack, four bits each, clubs lowest."""
    left = 0xDDDD
    for index in range(size):
        left -= 1 << (cards >> 8 * index & 3) * 4
    return left


@inlined
def sum_nobs(cards: int, size: int, left: int, nobs: int) -> int:
    """Sum nobs over all starters: a byte for each jack, and above six their sum."""
    nobs_sums = 0
    for index in range(size if nobs else 0):
        card = cards >> 8 * index & 0xFF
        if card >> 2 == 10:
            nobs_sum = nobs * (left >> (card & 3) * 4 & 15)
            nobs_sums += nobs_sum << 8 * index | nobs_sum << 48
    return nobs_sums


@jit
def sum_nobs_of_hands(hands: Any, nobs: int, nobs_sums: Any) -> None:
    """Write :func:`sum_nobs` of many hands."""
    size = hands.shape[1]
    for at in range(len(hands)):
        cards = pack_row(hands, at, size)
        nobs_sums[at] = sum_nobs(cards, size, left_of_suits(cards, size), nobs)


@inlined
def discard_value(
    cards: int, left: int, nobs_sums: int, discard: int, sign: int, cribs: Any, flushes: Any,
    tables: Any, discards: Any, keeps: Any,
) -> float:  # fmt: skip
    """Return the value of one discard: the expected hand, and the expected crib from a table.

    Args:
        sign: 1 for a crib of the own side, -1 for an opponent's, 0 for the hand alone.
        cribs: float64[2, 13, 13]: the expected crib without nobs for jacks in the discard, for a
            discard of two suits and of one suit; a single card takes both indices.
    """
    kept, away = keeps.shape[1], discards.shape[1]
    starters = 52 - kept - away
    first = cards >> 8 * int(keeps[discard, 0]) & 0xFF
    second = cards >> 8 * int(keeps[discard, 1]) & 0xFF
    third = cards >> 8 * int(keeps[discard, 2]) & 0xFF
    fourth = cards >> 8 * int(keeps[discard, kept - 1]) & 0xFF
    here, there = 8 * int(discards[discard, 0]), 8 * int(discards[discard, away - 1])
    fifth, sixth = cards >> here & 0xFF, cards >> there & 0xFF
    if kept == 4:
        four = tables.four_of[
            tables.two_of[first >> 2, second >> 2], tables.two_of[third >> 2, fourth >> 2]
        ]
        total = int(tables.left_four[four]) - int(tables.show_four[four, fifth >> 2])
        if away == 2:
            total -= int(tables.show_four[four, sixth >> 2])
    else:
        three = tables.three_of[first >> 2, second >> 2, third >> 2]
        total = int(tables.left_three[three]) - int(tables.show_three[three, fifth >> 2])
        total -= int(tables.show_three[three, sixth >> 2])
    if suited(first, second, third, fourth):
        # A flush of three is worth one point less than a flush of four.
        fives = left >> (first & 3) * 4 & 15
        total += max(0, int(flushes[0]) + kept - 4) * (starters - fives)
        total += max(0, int(flushes[1]) + kept - 4) * fives
    nobs_sum = (nobs_sums >> here & 0xFF) + (nobs_sums >> there & 0xFF if away == 2 else 0)
    value: float = (total + (nobs_sums >> 48) - nobs_sum) / starters
    if sign:
        same = 1 if (fifth ^ sixth) & 3 == 0 else 0
        value += sign * (float(cribs[same, fifth >> 2, sixth >> 2]) + nobs_sum / starters)
    return value


@jit
def value_hand_discards(
    hands: Any, sign: int, cribs: Any, flushes: Any, tables: Any, discards: Any, keeps: Any,
    values: Any,
) -> None:  # fmt: skip
    """Value every discard of many hands, int8[n, 6 or 5], into float64[n, m]."""
    size = hands.shape[1]
    for at in range(len(hands)):
        cards = pack_row(hands, at, size)
        left = left_of_suits(cards, size)
        nobs_sums = sum_nobs(cards, size, left, int(flushes[2]))
        for discard in range(len(discards)):
            values[at, discard] = discard_value(
                cards, left, nobs_sums, discard, sign, cribs, flushes, tables, discards, keeps
            )
