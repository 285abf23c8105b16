"""The joint distribution of two kept hands, by ranks, given both players' discard strategies.

A player's *range* is the distribution of the hands that it keeps. Two ranges are not independent:
no card is in both hands, nor in both discards. :func:`joint` adds up all pairs of the 18,395 sets
of six ranks that the two can be dealt, each with the number of its ways in the pack.
:func:`against` does the same for a player whose four kept cards are known and whose discard is not.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from pegout.kernel.jit import compiled
from pegout.kernel.score_tables import Array
from pegout.solver import cfr_loops as sweeps
from pegout.solver.public_tree import HANDS
from pegout.tables import files as tables
from pegout.tables import rank_sets as ranks
from pegout.tables.discard_shares import read_shares
from pegout.tables.rank_set_arrays import BINOMIALS, counts
from pegout.tables.rank_sets import Ranks

#: The number of ways to draw so many cards of a rank (columns) when so many are gone (rows).
_WAYS: Final = np.array(BINOMIALS[::-1], np.float64, order="C")
_SETS_IN_TASK: Final = 200
_DEALT: Final = 6
#: The number of cards left after both have been dealt six.
_LEFT: Final = 40


class Range(NamedTuple):
    """The keeps of a player from each set of ranks that it can be dealt."""

    starts: Array  # int64[n + 1], the start of each set's list
    keeps: Array  # int16[...], the sets of four ranks that are kept, by their number
    parts: Array  # float64[...], the probability of each keep; those of a set sum to 1


@cache
def _numbers(size: int) -> dict[Ranks, int]:
    return {cards: at for at, cards in enumerate(ranks.sets(size))}


def shipped_range(role: str, table: str = "discards_six") -> Range:
    """Return the range that follows from a shipped table of discards.

    Args:
        table: the name of the table: ``discards_six``, of the discard game solved alone, or
            ``discards_deal``, of the deal solved as one game.

    >>> shipped = shipped_range("own")
    >>> len(shipped.starts) - 1, bool(np.allclose(shipped.parts.sum(), 18_395, atol=0.1))
    (18395, True)
    """
    lists: list[list[tuple[int, float]]] = [[] for _ in ranks.sets(_DEALT)]
    for row in tables.load(table).rows:
        if row["role"] == role:
            dealt = ranks.parse(row["dealt"])
            lists[_numbers(_DEALT)[dealt]] = _read_keeps(dealt, row["discards"])
    return range_of(lists)


def _read_keeps(dealt: Ranks, discards: str) -> list[tuple[int, float]]:
    """Read the discards from a set of ranks, and return what they keep, with the shares."""
    keeps = []
    for name, share in read_shares(discards):
        left = list(dealt)
        for rank in ranks.parse(name):
            left.remove(rank)
        keeps.append((_numbers(4)[tuple(left)], share))
    return keeps


def range_of(lists: list[list[tuple[int, float]]]) -> Range:
    """Build a range from the keeps of every set of six ranks, with their shares."""
    starts = np.zeros(len(lists) + 1, np.int64)
    np.cumsum([len(pairs) for pairs in lists], out=starts[1:])
    every = [pair for pairs in lists for pair in pairs]
    return Range(
        starts,
        np.array([keep for keep, _ in every], np.int16),
        np.array([part for _, part in every], np.float64),
    )


@cache
def _dealt_sets() -> Array:
    """Return int64[18395, 6]: the ranks of each set, each with its count in three bits, then -1."""
    sets = np.full((len(ranks.sets(_DEALT)), _DEALT), -1, np.int64)
    for at, cards in enumerate(ranks.sets(_DEALT)):
        for index, rank in enumerate(sorted(set(cards))):
            sets[at, index] = rank << 3 | cards.count(rank)
    return sets


def joint(
    pone: Range,
    dealer: Range,
    workers: int | None = None,
    progress: Callable[[float], None] | None = None,
    *,
    without: int | None = None,
) -> Array:
    """Return the joint distribution of the pone's and the dealer's hands.

    Args:
        without: a rank that the starter may not have, from 0 for the ace to 12. The result is then
            the probability of the two hands *and* a starter of another rank, with all twelve dealt
            cards out of the pack.

    Returns:
        float64[1820, 1820], by the pone's hand and by the dealer's. It sums to 1. With ``without``
        it sums to 12/13, if the parts of each range sum to 1, whatever both discard, because no
        player has seen the starter.
    """
    return _joined(counts(_DEALT), pone, dealer, workers, progress, without)


def normalise(given: Range) -> Range:
    """Return a range whose parts sum to 1 for every set that has any keeps.

    The shipped tables round the parts to two or three digits.

    >>> even = normalise(range_of([[(3, 0.33), (4, 0.66)], [], [(5, 1.0)]]))
    >>> even.parts.round(6).tolist()
    [0.333333, 0.666667, 1.0]
    """
    lengths = np.diff(given.starts)
    sums = np.bincount(np.repeat(np.arange(len(lengths)), lengths), given.parts, len(lengths))
    return given._replace(parts=given.parts / np.repeat(sums, lengths))


def against(opponent: Range, workers: int | None = None) -> Array:
    """Return the belief over the opponent's kept hands, given the four cards that a player keeps.

    Nothing is assumed of the player's own discard: any two cards are equally likely.

    Returns:
        float64[1820, 1820], by the own hand and the opponent's; every row sums to 1.
    """
    every = Range(np.arange(HANDS + 1), np.arange(HANDS, dtype=np.int16), np.ones(HANDS))
    weights = _joined(counts(4), every, opponent, workers, None)
    rows: Array = weights / weights.sum(axis=1, keepdims=True)
    return rows


def _joined(
    held: Array,
    own: Range,
    opponent: Range,
    workers: int | None,
    progress: Callable[[float], None] | None,
    without: int | None = None,
) -> Array:
    firsts = range(0, len(held), _SETS_IN_TASK)
    threads = workers or os.cpu_count() or 1
    rooms = [np.zeros((HANDS, HANDS)) for _ in range(threads)]
    sums = [0.0] * threads
    counted = np.ones(5) if without is None else (_LEFT - 4 + np.arange(5)) / _LEFT

    def work(which: int) -> None:
        for at in range(which, len(firsts), threads):
            sums[which] += compiled(sweeps.join_hands)(
                firsts[at], min(firsts[at] + _SETS_IN_TASK, len(held)), held, own.starts,
                own.keeps, own.parts, _WAYS, _dealt_sets(), opponent.starts, opponent.keeps,
                opponent.parts, without or 0, counted, rooms[which],
            )  # fmt: skip
            if progress is not None:
                progress((at + 1) / len(firsts))

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, range(threads)))
    total: Array = sum(rooms[1:], start=rooms[0])
    total /= sum(sums)
    return total


def random_hands() -> Array:
    """Return float64[1820], the probability of each set of ranks for four random cards."""
    ways: Array = np.prod(_WAYS[0][counts(4)], axis=1)
    ways /= ways.sum()
    return ways
