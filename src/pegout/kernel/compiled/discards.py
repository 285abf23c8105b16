"""Discards of one hand: what each throw of two from six keeps, and gives to the crib."""

from __future__ import annotations

from typing import Any

from .jit import jit
from .show import suited


@jit
def hand_totals(hands: Any, flushes: Any, tables: Any, totals: Any) -> None:
    """Sum the counts of what each throw of two from six keeps, over the 46 starters.

    Args:
        hands: int8[n, 6], the cards dealt.
        flushes: int64[3], as for a hand.
        tables: the tables.
        totals: int32[n, 15], in the order of :data:`pegout.kernel.tables.THROWS_OF_SIX`.
    """
    kept = tables.kept
    for at in range(len(hands)):
        dealt = hands[at]
        by_suit = 0
        for place in range(6):
            by_suit += 1 << ((int(dealt[place]) & 3) * 4)
        for throw in range(15):
            first, second = int(dealt[kept[throw, 0]]), int(dealt[kept[throw, 1]])
            third, fourth = int(dealt[kept[throw, 2]]), int(dealt[kept[throw, 3]])
            four = tables.four_of[
                tables.two_of[first >> 2, second >> 2], tables.two_of[third >> 2, fourth >> 2]
            ]
            row = tables.show_four[four]
            total = int(tables.sums[four])
            for place in range(6):
                total -= int(row[int(dealt[place]) >> 2])
            if suited(first, second, third, fourth):
                left = 13 - (by_suit >> ((first & 3) * 4) & 15)
                total += int(flushes[0]) * (46 - left) + int(flushes[1]) * left
            for place in range(4):
                card = int(dealt[kept[throw, place]])
                if card >> 2 == 10:
                    total += int(flushes[2]) * (13 - (by_suit >> ((card & 3) * 4) & 15))
            totals[at, throw] = total


@jit
def discards_by_table(
    hands: Any, sign: int, cribs: Any, flushes: Any, tables: Any, totals: Any, values: Any
) -> None:
    """Value every throw of many hands: the mean of the hand and the crib of a table.

    Args:
        hands: int8[n, 6], the cards dealt.
        sign: 1 for one's own crib, -1 for the opponent's.
        cribs: float64[2, 13, 13]: the mean of the crib without the throw's own nobs, for a throw
            of two suits and of one.
        flushes: int64[3], as for a hand.
        tables: the tables.
        totals: int32[n, 15], made by :func:`hand_totals`.
        values: float64[n, 15]: the result.
    """
    thrown = tables.thrown
    nobs = int(flushes[2])
    for at in range(len(hands)):
        dealt = hands[at]
        by_suit = 0
        for place in range(6):
            by_suit += 1 << ((int(dealt[place]) & 3) * 4)
        for throw in range(15):
            first, second = int(dealt[thrown[throw, 0]]), int(dealt[thrown[throw, 1]])
            same = 1 if (first ^ second) & 3 == 0 else 0
            crib = cribs[same, first >> 2, second >> 2]
            if nobs:
                for place in range(2):
                    card = int(dealt[thrown[throw, place]])
                    if card >> 2 == 10:
                        crib += nobs * (13 - (by_suit >> ((card & 3) * 4) & 15)) / 46
            values[at, throw] = totals[at, throw] / 46 + sign * crib
