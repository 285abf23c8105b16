"""The score tables of the kernel, built on first use."""

from collections.abc import Sequence
from itertools import product
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from pegout.cards import sets_of_ranks
from pegout.kernel.actions import DISCARDS_OF_SIX
from pegout.kernel.rule_numbers import end_points
from pegout.loading import load_once

Array: TypeAlias = NDArray[Any]
Arrays = TypeVar("Arrays", bound=tuple[Any, ...])

#: The number that means no card.
NO_CARD: Final = 52


def constant(array: Array) -> Array:
    """Return a read-only view of an array.

    To numba, read-only arrays have a type of their own, and loops are compiled once for each type.
    """
    view = array.view()
    view.flags.writeable = False
    return view


def constants(arrays: Arrays) -> Arrays:
    """Return a named tuple of read-only views of arrays; see :func:`constant`."""
    return type(arrays)(*map(constant, arrays))


class Tables(NamedTuple):
    """Scores of sets of ranks, as arrays that compiled code takes as one argument."""

    two_of: Array  # int16[13, 13], the number of a pair of ranks, below 91, in any order
    three_of: Array  # int16[13, 13, 13], the number of a set of three, below 455
    # int16[91, 91], the number of the set of four that two pairs make, below 1,820; 0, and never
    # looked up, where a rank would occur five times or more
    four_of: Array
    # int8[455, 13], points for fifteens, pairs and runs with a starter of each rank
    show_three: Array
    show_four: Array  # int8[1820, 13], the same for sets of four; 0 for a rank that is used up
    rows: Array  # int8[1820, 52], the same for each card of the pack
    sums: Array  # int32[1820], the sum of ``rows`` over the pack
    left_three: Array  # int32[455], the sum over the 49 cards that are not in the set
    left_four: Array  # int32[1820], the sum over the 48 cards that are not in the set
    discarded: Array  # int8[15, 2], the positions of each discard from six
    kept: Array  # int8[15, 4], the positions of the cards that it keeps


def _shows(sets: Sequence[tuple[int, ...]]) -> Array:
    """Return int8[n, 13], the points of sets with each starter; 0 for a rank that is used up."""
    held = np.repeat(np.array(sets), 13, axis=0)
    cards = np.column_stack([held, np.tile(np.arange(13), len(sets))])
    size = cards.shape[1]
    chosen = np.array(list(product((0, 1), repeat=size)))
    points = 2 * (np.minimum(cards + 1, 10) @ chosen.T == 15).sum(axis=1)
    numbers = (cards[:, :, None] == np.arange(13)).sum(axis=1)
    points += (numbers * (numbers - 1)).sum(axis=1)
    longer = np.zeros(len(cards), bool)
    for length in range(size, 2, -1):
        windows = np.lib.stride_tricks.sliding_window_view(numbers, length, axis=1)
        runs = windows.prod(axis=2).sum(axis=1)
        points += np.where(longer, 0, length * runs)
        longer |= runs > 0
    points[numbers.max(axis=1) > 4] = 0
    scores: Array = points.reshape(len(sets), 13).astype(np.int8)
    return scores


def _left(sets: Sequence[tuple[int, ...]], show: Array) -> Array:
    """Sum the scores of sets over the starters that are not in them."""
    left = np.array([[4 - ranks.count(rank) for rank in range(13)] for ranks in sets], np.int32)
    sums: Array = (left * show).sum(axis=1, dtype=np.int32)
    return sums


@load_once
def tables() -> Tables:
    """Return the tables, which are built once."""
    twos, threes, fours = (sets_of_ranks(size) for size in (2, 3, 4))
    number_of = {ranks: at for sets in (twos, threes, fours) for at, ranks in enumerate(sets)}
    two_of = np.zeros((13, 13), np.int16)
    three_of = np.zeros((13, 13, 13), np.int16)
    for index in np.ndindex(two_of.shape):
        two_of[index] = number_of[tuple(sorted(index))]
    for index in np.ndindex(three_of.shape):
        three_of[index] = number_of[tuple(sorted(index))]
    four_of = np.zeros((91, 91), np.int16)
    for index in np.ndindex(four_of.shape):
        four_of[index] = number_of.get(tuple(sorted(twos[index[0]] + twos[index[1]])), 0)
    show_three, show_four = _shows(threes), _shows(fours)
    rows = np.repeat(show_four, 4, axis=1)
    return Tables(
        two_of,
        three_of,
        four_of,
        show_three,
        show_four,
        rows,
        rows.sum(axis=1, dtype=np.int32),
        _left(threes, show_three),
        _left(fours, show_four),
        np.array(DISCARDS_OF_SIX, np.int8),
        np.array(
            [[at for at in range(6) if at not in discard] for discard in DISCARDS_OF_SIX], np.int8
        ),
    )


@load_once
def ends_of(runs: bool) -> Array:
    """Return the scores of the last three cards of a pile.

    Returns:
        int8[4096], the numbers of :func:`pegout.kernel.rule_numbers.end_points`.

    >>> ends_of(True)[0x354].item(), ends_of(False)[0x354].item()
    (67, 0)
    """
    return np.frombuffer(bytearray(end_points(runs)), np.int8)
