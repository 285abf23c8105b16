"""The show: count hands with their starter."""

from typing import Any

from pegout.kernel.jit import jit


@jit
def suited(first: int, second: int, third: int, fourth: int) -> bool:
    """Return whether four cards are of one suit."""
    return ((first ^ second) | (first ^ third) | (first ^ fourth)) & 3 == 0


@jit
def show_of_four(
    first: int, second: int, third: int, fourth: int, starter: int, flushes: Any, tables: Any
) -> int:
    """Count four cards with the starter."""
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
