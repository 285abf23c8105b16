"""The show: hands counted with their starter."""

from __future__ import annotations

from typing import Any

import numpy as np

from pegout.kernel.jit import jit


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
        tables: see :class:`pegout.kernel.score_tables.Tables`.
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
        points += max(0, int(flushes[1 if (first ^ starter) & 3 == 0 else 0]) - 1)
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
    # The four suits of a rank are one int of 32 bits; no score carries over into the next.
    words, rows = points.view(np.int32), tables.rows.view(np.int32)
    four_five, nobs = int(flushes[0]), int(flushes[2])
    for at in range(len(hands)):
        first, second = int(hands[at, 0]), int(hands[at, 1])
        third, fourth = int(hands[at, 2]), int(hands[at, 3])
        four = tables.four_of[
            tables.two_of[first >> 2, second >> 2], tables.two_of[third >> 2, fourth >> 2]
        ]
        extra = 0
        if suited(first, second, third, fourth):
            extra = four_five * 0x01010101 + (int(flushes[1]) - four_five << 8 * (first & 3))
        for place in range(4):
            card = int(hands[at, place])
            extra += (nobs if card >> 2 == 10 else 0) << 8 * (card & 3)
        for rank in range(13):
            words[at, rank] = int(rows[four, rank]) + extra
        points[at, first] = -1
        points[at, second] = -1
        points[at, third] = -1
        points[at, fourth] = -1
