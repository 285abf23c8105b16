"""How likely two players are to have kept two hands, by ranks, when it is known how they throw.

A player's *range* is what it keeps, and how often. Two ranges are not independent: no card is in
both hands, nor in either throw. :func:`joint` adds up all pairs of the 18,395 sets of six ranks
that the two can be dealt, each with the number of its ways in the pack; :func:`against` does the
same for a player whose four cards are known and whose throw is not.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from math import comb
from typing import Final, NamedTuple

import numpy as np

from pegout.kernel.jit import compiled
from pegout.kernel.score_tables import Array
from pegout.solver import cfr_loops as sweeps
from pegout.solver.public_tree import HANDS
from pegout.tables import files as tables
from pegout.tables import rank_sets as ranks
from pegout.tables.discard_shares import read_shares
from pegout.tables.rank_sets import Ranks

__all__ = ["Range", "against", "evened", "joint", "random_hands", "shipped_range"]

#: In how many ways a number of cards of one rank is drawn when so many of them are gone.
_WAYS: Final = np.array(
    [[comb(4 - gone, number) for number in range(5)] for gone in range(5)], np.float64
)
_SETS_IN_TASK: Final = 200
_DEALT: Final = 6
#: How many cards are left when both have been dealt theirs.
_LEFT: Final = 40


class Range(NamedTuple):
    """What a player keeps from each set of ranks that it is dealt.

    Attributes:
        starts: int64[n + 1], where the list of each of the sets begins.
        keeps: int16[...], the sets of four ranks that are kept, by their number.
        parts: float64[...], how often each is kept from the set; those of a set sum to 1.
    """

    starts: Array
    keeps: Array
    parts: Array


@cache
def _numbers(size: int) -> dict[Ranks, int]:
    return {cards: at for at, cards in enumerate(ranks.sets(size))}


def shipped_range(role: str, table: str = "throws_six") -> Range:
    """Give the range that follows from a shipped table of throws.

    Args:
        role: ``own`` for the dealer, ``opponent`` for the pone.
        table: the name of the table: ``throws_six``, of the discards solved by themselves, or
            ``throws_deal``, of the deal solved as one game.

    >>> found = shipped_range("own")
    >>> len(found.starts) - 1, bool(np.allclose(found.parts.sum(), 18_395, atol=0.1))
    (18395, True)
    """
    lists: list[list[tuple[int, float]]] = [[] for _ in ranks.sets(_DEALT)]
    for row in tables.load(table).rows:
        if row["role"] == role:
            dealt = ranks.parse(row["dealt"])
            lists[_numbers(_DEALT)[dealt]] = _kept(dealt, row["throws"])
    return range_of(lists)


def _kept(dealt: Ranks, throws: str) -> list[tuple[int, float]]:
    """Read the throws from a set of ranks, and say what they keep."""
    found = []
    for name, share in read_shares(throws):
        left = list(dealt)
        for rank in ranks.parse(name):
            left.remove(rank)
        found.append((_numbers(4)[tuple(left)], share))
    return found


def range_of(lists: list[list[tuple[int, float]]]) -> Range:
    """Make a range from the keeps of every set of six ranks, with their shares."""
    starts = np.zeros(len(lists) + 1, np.int64)
    np.cumsum([len(one) for one in lists], out=starts[1:])
    every = [pair for one in lists for pair in one]
    return Range(
        starts,
        np.array([keep for keep, _ in every], np.int16),
        np.array([part for _, part in every], np.float64),
    )


@cache
def _counts(size: int) -> Array:
    """Give int64[n, 13]: how many cards of each rank the sets of a size have."""
    counts = np.zeros((len(ranks.sets(size)), 13), np.int64)
    for at, cards in enumerate(ranks.sets(size)):
        for rank in cards:
            counts[at, rank] += 1
    return counts


@cache
def _dealt_sets() -> Array:
    """Give int64[18395, 6]: the ranks of each set with their numbers in three bits, then -1."""
    sets = np.full((len(ranks.sets(_DEALT)), _DEALT), -1, np.int64)
    for at, cards in enumerate(ranks.sets(_DEALT)):
        for place, rank in enumerate(sorted(set(cards))):
            sets[at, place] = rank << 3 | cards.count(rank)
    return sets


def joint(
    pone: Range,
    dealer: Range,
    workers: int | None = None,
    progress: Callable[[float], None] | None = None,
    *,
    without: int | None = None,
) -> Array:
    """Give how likely the pone's and the dealer's hands meet.

    Args:
        pone: the range of the pone.
        dealer: the range of the dealer.
        workers: how many threads work at it; all cores unless given.
        progress: called with the part that is done, from 0 to 1.
        without: a rank that the starter may not be, from 0 for the ace to 12: then it is how likely
            the hands meet *and* the starter is of another rank, with all twelve cards dealt out of
            the pack.

    Returns:
        float64[1820, 1820], by the pone's hand and by the dealer's. It sums to 1; and where the
        starter may not be of a rank to 12/13, if the parts of each range sum to 1, however both
        throw, as nobody has seen it.
    """
    return _joined(_counts(_DEALT), pone, dealer, workers, progress, without)


def evened(given: Range) -> Range:
    """Give a range whose parts sum to 1 for every set, but for those from which nothing is kept.

    The shipped tables round them to two or three digits.

    >>> found = evened(range_of([[(3, 0.33), (4, 0.66)], [], [(5, 1.0)]]))
    >>> found.parts.round(6).tolist()
    [0.333333, 0.666667, 1.0]
    """
    lengths = np.diff(given.starts)
    sums = np.bincount(np.repeat(np.arange(len(lengths)), lengths), given.parts, len(lengths))
    return given._replace(parts=given.parts / np.repeat(sums, lengths))


def against(other: Range, workers: int | None = None) -> Array:
    """Give how likely the other player keeps each hand, by the four cards that oneself keeps.

    Of the own throw nothing is known: any two cards are as likely.

    Returns:
        float64[1820, 1820], by the own hand and the other's; every row sums to 1.
    """
    every = Range(np.arange(HANDS + 1), np.arange(HANDS, dtype=np.int16), np.ones(HANDS))
    found = _joined(_counts(4), every, other, workers, None)
    rows: Array = found / found.sum(axis=1, keepdims=True)
    return rows


def _joined(
    counts: Array,
    own: Range,
    other: Range,
    workers: int | None,
    progress: Callable[[float], None] | None,
    without: int | None = None,
) -> Array:
    firsts = range(0, len(counts), _SETS_IN_TASK)
    threads = workers or os.cpu_count() or 1
    rooms = [np.zeros((HANDS, HANDS)) for _ in range(threads)]
    sums = [0.0] * threads
    counted = np.ones(5) if without is None else (_LEFT - 4 + np.arange(5)) / _LEFT

    def work(which: int) -> None:
        for at in range(which, len(firsts), threads):
            sums[which] += compiled(sweeps.join_hands)(
                firsts[at], min(firsts[at] + _SETS_IN_TASK, len(counts)), counts, own.starts,
                own.keeps, own.parts, _WAYS, _dealt_sets(), other.starts, other.keeps,
                other.parts, without or 0, counted, rooms[which],
            )  # fmt: skip
            if progress is not None:
                progress((at + 1) / len(firsts))

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, range(threads)))
    total: Array = sum(rooms[1:], start=rooms[0])
    total /= sum(sums)
    return total


def random_hands() -> Array:
    """Give float64[1820], how likely four cards at random are of each set of ranks."""
    ways: Array = np.prod(_WAYS[0][_counts(4)], axis=1)
    ways /= ways.sum()
    return ways
