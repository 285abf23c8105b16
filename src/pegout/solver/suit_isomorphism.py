"""Sets of cards up to a renaming of the suits: 962,988 classes stand for 20,358,520 hands of six.

A class has a key of 52 bits: the ranks of each suit as 13 bits, the largest number first. One suit
can be *marked*, because a flush in the crib is of one suit. The ranks of a marked suit come first,
and only the other three suits are sorted.

>>> [len(level.keys) for level in classes().levels]
[1, 13, 169, 1755, 16432, 134459, 962988]
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np

from pegout.kernel.score_tables import Array

_SHIFTS: Final = (39, 26, 13, 0)
_SIZE: Final = 6


class SetClasses(NamedTuple):
    """The classes of sets of one size."""

    keys: Array  # int64[n], sorted
    cards: Array  # int8[n, size], a set of each class, sorted
    weights: Array  # int8[n], the number of sets in each class
    down: Array  # int32[n, size], the class of the set without each of its cards
    # int32[n, 52], the class of the set with one card more; -1 where it contains that card. Empty
    # for sets of six and for marked sets.
    up: Array


class Classes(NamedTuple):
    """The classes of sets of zero to six cards, by size."""

    levels: tuple[SetClasses, ...]


class Marked(NamedTuple):
    """The classes of sets with one suit marked."""

    levels: tuple[SetClasses, ...]  # the classes by size
    hand: Array  # int32[n], the unmarked class of each marked hand
    suit: Array  # int8[n], the suit of that class's cards that is marked
    marked: Array  # int32[962988, 4], the marked class of each hand and suit


def _masks(keys: Array) -> Array:
    """Return int64[n, 4], the ranks of each suit as bits."""
    return np.stack([keys >> shift & 0x1FFF for shift in _SHIFTS], axis=1)


def _keys(masks: Array, first: int) -> Array:
    """Return the keys of sets; the suits from ``first`` on are sorted."""
    suits = masks.copy()
    suits[:, first:] = -np.sort(-suits[:, first:], axis=1)
    keys: Array = sum(suits[:, suit] << shift for suit, shift in enumerate(_SHIFTS))  # type: ignore[assignment]
    return keys


def _cards(masks: Array, size: int) -> Array:
    cards = np.zeros((len(masks), size), np.int8)
    columns = np.zeros(len(masks), np.intp)
    for card in range(52):
        has = masks[:, card & 3] >> (card >> 2) & 1 == 1
        cards[has, columns[has]] = card
        columns += has
    return cards


def _weights(masks: Array, first: int) -> Array:
    """Count the sets of each class: the orders of its suits that differ."""
    suits = np.sort(masks[:, first:], axis=1)
    weights = np.ones(len(masks), np.int8)
    alike = np.ones(len(masks), np.int8)
    for at in range(1, 4 - first):
        same = suits[:, at] == suits[:, at - 1]
        alike = np.where(same, alike + 1, 1).astype(np.int8)
        weights = (weights * (at + 1)) // alike
    return weights


def _level(keys: Array, size: int, first: int, below: Array | None, up: Array) -> SetClasses:
    masks = _masks(keys)
    cards = _cards(masks, size)
    down = np.zeros((len(keys), size), np.int32)
    for index in range(size):
        assert below is not None, "only the empty set has nothing below it"
        card = cards[:, index].astype(np.int64)
        less = masks.copy()
        less[np.arange(len(keys)), card & 3] ^= 1 << (card >> 2)
        down[:, index] = np.searchsorted(below, _keys(less, first))
    return SetClasses(keys, cards, _weights(masks, first), down, up)


def _above(keys: Array) -> tuple[Array, Array]:
    """Return the keys of the next larger classes, and the numbers of the classes above each key."""
    masks = _masks(keys)
    larger = np.empty((len(keys), 52), np.int64)
    free = np.empty((len(keys), 52), np.bool_)
    for card in range(52):
        rank, suit = card >> 2, card & 3
        free[:, card] = masks[:, suit] >> rank & 1 == 0
        more = masks.copy()
        more[:, suit] |= 1 << rank
        larger[:, card] = _keys(more, 0)
    above, indices = np.unique(larger[free], return_inverse=True)
    up = np.full((len(keys), 52), -1, np.int32)
    up[free] = indices
    return above, up


_NOTHING_ABOVE: Final = np.empty((0, 52), np.int32)


@cache
def classes() -> Classes:
    """Return the classes. Computing them once takes about three seconds."""
    keys = np.zeros(1, np.int64)
    below: Array | None = None
    levels = []
    for size in range(_SIZE + 1):
        larger, up = _above(keys) if size < _SIZE else (keys, _NOTHING_ABOVE)
        levels.append(_level(keys, size, 0, below, up))
        below, keys = keys, larger
    return Classes(tuple(levels))


@cache
def mark_classes() -> Marked:
    """Return the classes with a marked suit. Computing them once takes about five seconds.

    >>> [len(level.keys) for level in mark_classes().levels][:4]
    [1, 26, 416, 5252]
    """
    below: Array | None = None
    keys = np.zeros(1, np.int64)
    each = [keys] * 4
    levels = []
    for size, level in enumerate(classes().levels):
        masks = _masks(level.keys)
        each = [_keys(np.roll(masks, -suit, axis=1), 1) for suit in range(4)]
        keys = np.unique(np.concatenate(each))
        levels.append(_level(keys, size, 1, below, _NOTHING_ABOVE))
        below = keys
    marked = np.empty((len(each[0]), 4), np.int32)
    hand = np.empty(len(keys), np.int32)
    suits = np.empty(len(keys), np.int8)
    for suit in range(4):
        indices = np.searchsorted(keys, each[suit])
        marked[:, suit] = indices
        hand[indices] = np.arange(len(indices), dtype=np.int32)
        suits[indices] = suit
    return Marked(tuple(levels), hand, suits, marked)
