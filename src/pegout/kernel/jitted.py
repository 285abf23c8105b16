"""The loops of the kernel: compiled where numba is installed, else the same source run by Python.

Everything that is compiled stands in this one file, long as it is: numba's cache on disk does not
notice a change in a function that was imported from another file. For the same reason nothing here
reads a global that could change: tables come in as arguments, see :mod:`pegout.kernel.tables`.

Cards are small ints, ``rank * 4 + suit``, in arrays of int8; 52 is no card. Integers are signed,
because numba makes a float of the sum of a signed and an unsigned one; what is read from an array
goes through ``int``, so that Python counts with its own integers where nothing is compiled.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Final, TypeVar, cast

__all__ = ["COMPILED", "KERNEL_VERSION"]

Function = TypeVar("Function", bound=Callable[..., Any])

#: Goes up when the same seed no longer gives the same numbers.
KERNEL_VERSION: Final = 1
#: Whether the loops are compiled.
COMPILED: Final = find_spec("numba") is not None and os.environ.get("NUMBA_DISABLE_JIT", "0") in (
    "",
    "0",
)


def jit(function: Function) -> Function:
    """Compile a function when it is first called, and keep what was compiled on the disk."""
    if not COMPILED:
        return function
    from numba import njit

    return cast("Function", njit(cache=True, nogil=True, error_model="numpy")(function))


# Chance -----------------------------------------------------------------------------------------
# A state is two ints of 32 bits in an array of int64. Of a product that could reach 2**63 only the
# low 32 bits are used, so that compiled and Python's integers agree.


@jit
def seed_state(state: Any, seed: int, index: int) -> None:
    """Put the state at the beginning of the stream ``index`` of a seed.

    Each part of the seed and the index goes through the finaliser of MurmurHash3 (A. Appleby), so
    that streams that lie side by side have nothing in common.
    """
    high, low = 0x2545F491, 0x4F6CDD1D
    for part in (seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF, index & 0xFFFFFFFF, index >> 32):
        low = mixed(low ^ part)
        high = mixed(high + low & 0xFFFFFFFF)
    # Neither word may be all zeros or all ones, where the generator would stand still.
    state[0] = low | 1
    state[1] = high % 1791398000 + 1


@jit
def mixed(word: int) -> int:
    """Mix the bits of a word of 32."""
    word ^= word >> 16
    word = word * 0x85EBCA6B & 0xFFFFFFFF
    word ^= word >> 13
    word = word * 0xC2B2AE35 & 0xFFFFFFFF
    return word ^ word >> 16


@jit
def next_word(state: Any) -> int:
    """Draw 32 bits.

    A multiply-with-carry generator (G. Marsaglia, 1994) whose words are combined with the carry.
    The multiplier ``a`` makes ``a * 2**32 - 1`` and ``a * 2**31 - 1`` prime, so the period is near
    ``2**62``.
    """
    word, carry = int(state[0]), int(state[1])
    total = 1791398085 * word + carry
    state[0] = total & 0xFFFFFFFF
    state[1] = total >> 32
    return (total & 0xFFFFFFFF) ^ carry


@jit
def below(state: Any, number: int) -> int:
    """Draw a number from 0 to ``number - 1``, each exactly as likely as the others.

    Source: D. Lemire, Fast Random Integer Generation in an Interval, 2019.
    """
    product = next_word(state) * number
    low = product & 0xFFFFFFFF
    if low < number:
        least = 0x100000000 % number
        while low < least:
            product = next_word(state) * number
            low = product & 0xFFFFFFFF
    return product >> 32


# The show ---------------------------------------------------------------------------------------


@jit
def suited(first: int, second: int, third: int, fourth: int) -> bool:
    """Whether four cards are of one suit."""
    return ((first ^ second) | (first ^ third) | (first ^ fourth)) & 3 == 0


@jit
def show_of_four(
    first: int, second: int, third: int, fourth: int, starter: int, flushes: Any, tables: Any
) -> int:
    """Count four cards with the starter.

    Args:
        first: a card; the order does not matter.
        second: a card.
        third: a card.
        fourth: a card.
        starter: the starter.
        flushes: int64[3]: what a flush of four is worth, one of five, and nobs.
        tables: see :class:`pegout.kernel.tables.Tables`.
    """
    four = tables.four_of[
        tables.two_of[first >> 2, second >> 2], tables.two_of[third >> 2, fourth >> 2]
    ]
    points = int(tables.show_four[four, starter >> 2])
    if suited(first, second, third, fourth):
        points += int(flushes[1]) if (first ^ starter) & 3 == 0 else int(flushes[0])
    jack = 40 | (starter & 3)
    if jack in (first, second, third, fourth):
        points += int(flushes[2])
    return points


@jit
def show_of_three(
    first: int, second: int, third: int, starter: int, flushes: Any, tables: Any
) -> int:
    """Count three cards with the starter: a flush is worth 3, or 4 with the starter."""
    three = tables.three_of[first >> 2, second >> 2, third >> 2]
    points = int(tables.show_three[three, starter >> 2])
    if ((first ^ second) | (first ^ third)) & 3 == 0:
        points += int(flushes[1]) - 1 if (first ^ starter) & 3 == 0 else int(flushes[0]) - 1
    jack = 40 | (starter & 3)
    if jack in (first, second, third):
        points += int(flushes[2])
    return points


@jit
def count_shows(hands: Any, starters: Any, flushes: Any, tables: Any, points: Any) -> None:
    """Count each of many hands with its starter into ``points``."""
    if hands.shape[1] == 4:
        for at in range(len(hands)):
            points[at] = show_of_four(
                int(hands[at, 0]), int(hands[at, 1]), int(hands[at, 2]), int(hands[at, 3]),
                int(starters[at]), flushes, tables,
            )  # fmt: skip
    else:
        for at in range(len(hands)):
            points[at] = show_of_three(
                int(hands[at, 0]), int(hands[at, 1]), int(hands[at, 2]),
                int(starters[at]), flushes, tables,
            )  # fmt: skip


@jit
def count_rows(hands: Any, flushes: Any, tables: Any, points: Any) -> None:
    """Count each of many hands of four with every card of the pack as its starter.

    ``points[at, card]`` is -1 where the card is one of the hand.
    """
    nobs = int(flushes[2])
    for at in range(len(hands)):
        first, second = int(hands[at, 0]), int(hands[at, 1])
        third, fourth = int(hands[at, 2]), int(hands[at, 3])
        four = tables.four_of[
            tables.two_of[first >> 2, second >> 2], tables.two_of[third >> 2, fourth >> 2]
        ]
        row = points[at]
        row[:] = tables.rows[four]
        if suited(first, second, third, fourth):
            suit = first & 3
            extra = int(flushes[1]) - int(flushes[0])
            for card in range(52):
                row[card] += flushes[0]
            for rank in range(13):
                row[rank * 4 + suit] += extra
        if nobs:
            for place in range(4):
                card = int(hands[at, place])
                if card >> 2 == 10:
                    for rank in range(13):
                        row[rank * 4 + (card & 3)] += nobs
        row[first] = -1
        row[second] = -1
        row[third] = -1
        row[fourth] = -1


# The play ---------------------------------------------------------------------------------------


@jit
def pile_points(pile: Any, start: int, end: int, count: int, runs: bool) -> int:
    """Count the last card of a pile: ``pile[start:end]`` are the ranks of the current count.

    Args:
        pile: ranks in the order in which they were laid.
        start: where the current count begins.
        end: one behind the last card.
        count: the count, the last card included.
        runs: whether runs count.
    """
    points = 2 if count in (15, 31) else 0
    rank = int(pile[end - 1])
    alike = 1
    while end - 1 - alike >= start and int(pile[end - 1 - alike]) == rank:
        alike += 1
    if alike > 1:
        return points + alike * (alike - 1)
    if not runs:
        return points
    seen = 1 << rank
    lowest = highest = rank
    best = 0
    length = 1
    while end - 1 - length >= start:
        rank = int(pile[end - 1 - length])
        if seen >> rank & 1:
            break
        seen |= 1 << rank
        lowest = min(lowest, rank)
        highest = max(highest, rank)
        length += 1
        if length >= 3 and highest - lowest == length - 1:
            best = length
    return points + best


@jit
def count_piles(piles: Any, lengths: Any, runs: bool, points: Any) -> None:
    """Count every card of many piles, each pile one count that begins at its first card."""
    for at in range(len(piles)):
        count = 0
        for end in range(1, int(lengths[at]) + 1):
            count += min(int(piles[at, end - 1]) + 1, 10)
            points[at, end - 1] = pile_points(piles[at], 0, end, count, runs)


# Discards ---------------------------------------------------------------------------------------


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
