"""Loops that count millions of shows: each hand with its starter, or with every starter."""

from typing import Any

import numpy as np

from pegout.kernel.jit import jit
from pegout.kernel.show import show_of_four, show_of_three, suited


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

    ``points[at, card]`` is -1 where the card is in the hand.
    """
    # A 32-bit int has the scores for the four suits of a rank; no score carries into the next.
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
        for index in range(4):
            card = int(hands[at, index])
            extra += (nobs if card >> 2 == 10 else 0) << 8 * (card & 3)
        for rank in range(13):
            words[at, rank] = int(rows[four, rank]) + extra
        points[at, first] = -1
        points[at, second] = -1
        points[at, third] = -1
        points[at, fourth] = -1
