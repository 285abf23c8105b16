"""What a discard is worth: the mean of the hand, and the mean of the crib by a table.

A hand of five or six is an int here, a byte for each card in the order of the cards dealt.
"""

from __future__ import annotations

from typing import Any

from pegout.kernel.jit import inlined, jit
from pegout.kernel.show import suited


@inlined
def packed(hands: Any, at: int, size: int) -> int:
    """Put the cards of a row into an int, a byte for each, the first lowest."""
    cards = 0
    for place in range(size):
        cards |= int(hands[at, place]) << 8 * place
    return cards


@inlined
def left_of_suits(cards: int, size: int) -> int:
    """Give how many cards of each suit are left in the pack, four bits each, clubs lowest."""
    left = 0xDDDD
    for place in range(size):
        left -= 1 << (cards >> 8 * place & 3) * 4
    return left


@inlined
def nobs_hopes(cards: int, size: int, left: int, nobs: int) -> int:
    """Sum over the starters what each jack has as nobs: a byte for each place, above six their sum.

    Args:
        cards: the cards dealt.
        size: how many they are.
        left: see :func:`left_of_suits`.
        nobs: what nobs is worth.
    """
    hopes = 0
    for place in range(size if nobs else 0):
        card = cards >> 8 * place & 0xFF
        if card >> 2 == 10:
            hope = nobs * (left >> (card & 3) * 4 & 15)
            hopes += hope << 8 * place | hope << 48
    return hopes


@inlined
def discard_value(
    cards: int, left: int, hopes: int, throw: int, sign: int, cribs: Any, flushes: Any,
    tables: Any, throws: Any, keeps: Any,
) -> float:  # fmt: skip
    """Give what one discard is worth: the mean of what it keeps, and of the crib by a table.

    Args:
        cards: the cards dealt.
        left: see :func:`left_of_suits`.
        hopes: see :func:`nobs_hopes`.
        throw: the number of the discard.
        sign: 1 where the crib is one's own side's, -1 where it is an opponent's, 0 for the hand
            alone.
        cribs: float64[2, 13, 13]: the mean of the crib without the throw's own nobs, for a throw
            of two suits and of one; a single card is its own second.
        flushes: int64[3], what a flush of four, one of five and nobs are worth in the hand.
        tables: the tables.
        throws: int8[m, 1 or 2], the places of each throw.
        keeps: int8[m, 3 or 4], the places of what it keeps.
    """
    kept, away = keeps.shape[1], throws.shape[1]
    starters = 52 - kept - away
    first = cards >> 8 * int(keeps[throw, 0]) & 0xFF
    second = cards >> 8 * int(keeps[throw, 1]) & 0xFF
    third = cards >> 8 * int(keeps[throw, 2]) & 0xFF
    fourth = cards >> 8 * int(keeps[throw, kept - 1]) & 0xFF
    here, there = 8 * int(throws[throw, 0]), 8 * int(throws[throw, away - 1])
    one, other = cards >> here & 0xFF, cards >> there & 0xFF
    if kept == 4:
        four = tables.four_of[
            tables.two_of[first >> 2, second >> 2], tables.two_of[third >> 2, fourth >> 2]
        ]
        total = int(tables.left_four[four]) - int(tables.show_four[four, one >> 2])
        if away == 2:
            total -= int(tables.show_four[four, other >> 2])
    else:
        three = tables.three_of[first >> 2, second >> 2, third >> 2]
        total = int(tables.left_three[three]) - int(tables.show_three[three, one >> 2])
        total -= int(tables.show_three[three, other >> 2])
    if suited(first, second, third, fourth):
        # A flush of three is worth a point less than one of four.
        fives = left >> (first & 3) * 4 & 15
        total += max(0, int(flushes[0]) + kept - 4) * (starters - fives)
        total += max(0, int(flushes[1]) + kept - 4) * fives
    hope = (hopes >> here & 0xFF) + (hopes >> there & 0xFF if away == 2 else 0)
    value: float = (total + (hopes >> 48) - hope) / starters
    if sign:
        same = 1 if (one ^ other) & 3 == 0 else 0
        value += sign * (float(cribs[same, one >> 2, other >> 2]) + hope / starters)
    return value


@jit
def value_throws(
    hands: Any, sign: int, cribs: Any, flushes: Any, tables: Any, throws: Any, keeps: Any,
    values: Any,
) -> None:  # fmt: skip
    """Value every discard of many hands.

    Args:
        hands: int8[n, 6 or 5], the cards dealt.
        sign: as for :func:`discard_value`, like all up to ``keeps``.
        cribs: float64[2, 13, 13].
        flushes: int64[3].
        tables: the tables.
        throws: int8[m, 1 or 2].
        keeps: int8[m, 3 or 4].
        values: float64[n, m]: the result.
    """
    size = hands.shape[1]
    for at in range(len(hands)):
        cards = packed(hands, at, size)
        left = left_of_suits(cards, size)
        hopes = nobs_hopes(cards, size, left, int(flushes[2]))
        for throw in range(len(throws)):
            values[at, throw] = discard_value(
                cards, left, hopes, throw, sign, cribs, flushes, tables, throws, keeps
            )
