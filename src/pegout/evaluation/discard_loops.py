"""Discards of many hands: what each throw keeps, and gives to the crib."""

from __future__ import annotations

from typing import Any

from pegout.kernel.jit import jit
from pegout.kernel.show import suited


@jit
def value_throws(
    hands: Any, sign: int, cribs: Any, flushes: Any, tables: Any, throws: Any, keeps: Any,
    values: Any,
) -> None:  # fmt: skip
    """Value every throw of many hands: the mean of what it keeps and of the crib by a table.

    Args:
        hands: int8[n, 6 or 5], the cards dealt.
        sign: 1 where the crib is one's own side's, -1 where it is an opponent's, 0 for the hand
            alone.
        cribs: float64[2, 13, 13]: the mean of the crib without the throw's own nobs, for a throw
            of two suits and of one; a single card is its own second.
        flushes: int64[3], as for a hand.
        tables: the tables.
        throws: int8[m, 1 or 2], the places of each throw.
        keeps: int8[m, 3 or 4], the places of what it keeps.
        values: float64[n, m]: the result.
    """
    size, kept = hands.shape[1], keeps.shape[1]
    away, starters, nobs = size - kept, 52 - size, int(flushes[2])
    # A flush of three is worth a point less than one of four.
    flush_of_all = max(0, int(flushes[0]) + kept - 4)
    flush_with_starter = max(0, int(flushes[1]) + kept - 4)
    for at in range(len(hands)):
        by_suit = cards = 0
        for place in range(size):
            card = int(hands[at, place])
            cards |= card << 8 * place
            by_suit += 1 << (card & 3) * 4
        # What each jack has to hope for as nobs, in a byte for its place.
        hopes = jacks = 0
        for place in range(size if nobs else 0):
            card = cards >> 8 * place & 0xFF
            if card >> 2 == 10:
                hope = nobs * (13 - (by_suit >> (card & 3) * 4 & 15))
                hopes |= hope << 8 * place
                jacks += hope
        for throw in range(len(throws)):
            first = cards >> 8 * int(keeps[throw, 0]) & 0xFF
            second = cards >> 8 * int(keeps[throw, 1]) & 0xFF
            third = cards >> 8 * int(keeps[throw, 2]) & 0xFF
            fourth = cards >> 8 * int(keeps[throw, kept - 1]) & 0xFF
            here, there = 8 * int(throws[throw, 0]), 8 * int(throws[throw, away - 1])
            one, other = cards >> here & 0xFF, cards >> there & 0xFF
            hope = (hopes >> here & 0xFF) + (hopes >> there & 0xFF if away == 2 else 0)
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
                left = 13 - (by_suit >> (first & 3) * 4 & 15)
                total += flush_of_all * (starters - left) + flush_with_starter * left
            value = (total + jacks - hope) / starters
            if sign:
                same = 1 if (one ^ other) & 3 == 0 else 0
                value += sign * (float(cribs[same, one >> 2, other >> 2]) + hope / starters)
            values[at, throw] = value
