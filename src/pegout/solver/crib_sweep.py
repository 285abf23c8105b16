"""The exact crib value of every discard from every hand of six, against a discard policy.

There are 962,988 hands of six, up to a renaming of the suits, with 15 discards each. The value of a
discard is the mean over every hand of six that the opponent may have been dealt from the other 46
cards, over the opponent's discards from that hand, and over the 40 starters that are left then.
Suits, flushes, nobs and the removal of cards are all exact.

The opponent's hands are those that share no card with the own hand. A sum over them comes from
inclusion and exclusion: over the subsets ``S`` of the own hand, add ``(-1) ** len(S)`` times the
sum over all hands that contain ``S``. Those sums are the same for every hand that contains ``S``,
so they are computed once for each class of at most five cards. The terms of the smaller sets are
folded into those of five, and each hand then only adds up six of them.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import local
from typing import Final, TypeAlias

import numpy as np

from pegout.evaluation.discard_loops import value_hand_discards
from pegout.kernel.actions import DISCARDS_OF_SIX
from pegout.kernel.errors import KernelError
from pegout.kernel.jit import compiled
from pegout.kernel.score_tables import Array, tables
from pegout.kernel.validation import flushes_of
from pegout.rules import Rules
from pegout.solver import crib_sweep_loops as loops
from pegout.solver.suit_isomorphism import classes, mark_classes

#: The start of each hand's discards, the pairs of ranks discarded, and their probabilities.
_Discarded: TypeAlias = tuple[Array, Array, Array]
#: The lists that :func:`pegout.solver.crib_sweep_loops.list_discards` computes from that.
_Lists: TypeAlias = tuple[Array, Array, Array, Array, Array, Array, Array]

_STANDARD: Final = Rules()
#: Entries in a list of discards for each class of five cards; pure strategies need 16.
_ROOM: Final = 24


def hand_means(rules: Rules = _STANDARD) -> Array:
    """Return float64[962988, 15]: the mean hand that each discard leaves, over 46 starters."""
    hands, made = classes().levels[6].cards, tables()
    means = np.empty((len(hands), 15))
    no_cribs = np.zeros((2, 13, 13))
    flushes = flushes_of(rules, crib=False)
    compiled(value_hand_discards)(
        hands, 0, no_cribs, flushes, made, made.discarded, made.kept, means
    )
    return means


def pure(best: Array) -> Array:
    """Return float32[n, 15]: the probabilities of a strategy that always makes the best discard."""
    shares = np.zeros((len(best), 15), np.float32)
    shares[np.arange(len(best)), best] = 1
    return shares


class CribSweep:
    """Computes the crib value of every discard of every hand, against one policy after another.

    Args:
        rules: the rules, for the points of flushes and nobs.
        workers: the number of threads; all cores unless given.

    Attributes:
        hands: int8[962988, 6], a hand of each class.
        weights: int8[962988], the number of hands in each class.
        slots: int8[962988, 15], the pair of ranks of each discard, as numbered by ``two_of``.
    """

    def __init__(self, rules: Rules = _STANDARD, workers: int | None = None) -> None:
        self.rules = rules
        self.workers = workers or os.cpu_count() or 1
        self._levels = classes().levels
        level = self._levels[6]
        self.hands, self.weights = level.cards, level.weights
        self._held = level.cards >> 2
        self._held_five = self._levels[5].cards >> 2
        made = tables()
        self.slots = np.stack(
            [
                made.two_of[self._held[:, first], self._held[:, second]]
                for first, second in DISCARDS_OF_SIX
            ],
            axis=1,
        ).astype(np.int8)
        self._with_pair = [
            np.flatnonzero((self.slots == pair).any(axis=1)).astype(np.int32) for pair in range(91)
        ]
        self._alike = _alike(level.cards, level.weights)
        self._scores = _scores()
        self._scratch = local()

    def values(
        self,
        shares: Array,
        progress: Callable[[int], None] | None = None,
        *,
        suits: bool = True,
    ) -> Array:
        """Return the mean crib points of each discard against an opponent's discard policy.

        Args:
            shares: float32[962988, 15], the probability of each discard for each class of hands;
                each row sums to 1. Discards that a renaming of the suits maps to each other share
                their mean probability.
            progress: called with the number of pairs of ranks that are done, up to 91.
            suits: whether flushes and nobs are counted.

        Returns:
            float32[962988, 15], points of the crib.
        """
        self._check(shares)
        shares = self.symmetric(shares)
        starts = np.zeros(len(shares) + 1, np.int64)
        chosen = shares > 0
        np.cumsum(chosen.sum(axis=1), out=starts[1:])
        discarded = (starts, self.slots[chosen], shares[chosen])
        lists = self._lists(discarded)
        values = np.empty(shares.shape, np.float32)
        with ThreadPoolExecutor(self.workers) as pool:
            work = pool.map(lambda pair: self._pair(pair, discarded, lists, values), range(91))
            for done, _ in enumerate(work, start=1):
                if progress is not None:
                    progress(done)
            if suits:
                self._suits(shares, values, pool)
        return values

    def _check(self, shares: Array) -> None:
        if shares.dtype != np.float32 or shares.shape != self.slots.shape:
            raise KernelError(
                "bad_shape",
                f"expected the shares of discards as float32 of shape {self.slots.shape}, not "
                f"{shares.dtype} of shape {shares.shape}",
            )
        sums = shares.sum(axis=1)
        wrong = (shares < 0).any(axis=1) | ~(np.abs(sums - 1) < 1e-4)
        if wrong.any():
            at = int(wrong.argmax())
            raise KernelError(
                "bad_number",
                f"expected shares that are not negative and sum to 1, not {shares[at].tolist()} "
                f"in row {at}",
            )

    def symmetric(self, shares: Array) -> Array:
        """Average the probabilities of discards that differ only in the names of suits."""
        rows, alike = self._alike
        shared = shares.copy()
        shared[rows] = np.einsum("nij,nj->ni", alike, shares[rows])
        return shared

    def _lists(self, discarded: _Discarded) -> _Lists:
        """List the discards from the hands that contain each set of five cards."""
        fives = len(self._held_five)
        room = fives * _ROOM
        scratch = np.zeros((91, 13), np.float32)
        while True:
            lists: _Lists = (
                np.empty(fives + 1, np.int64), np.empty(room, np.int8), np.empty(room, np.float32),
                np.empty(fives + 1, np.int64), np.empty(room, np.int8), np.empty(room, np.int8),
                np.empty(room, np.float32),
            )  # fmt: skip
            compiled(loops.list_discards)(self._levels[5].up, room, *discarded, *lists, scratch)
            if lists[0][-1] >= 0:
                return lists
            scratch[:] = 0
            room *= 2

    def _pair(self, pair: int, discarded: _Discarded, lists: _Lists, values: Array) -> None:
        """Compute fifteens, pairs and runs for all discards of one pair of ranks."""
        sums = self._sums()
        scores = self._scores[pair]
        compiled(loops.sum_discards)(self._held_five, *lists, scores, sums[5])
        for size in (4, 3, 2, 1, 0):
            compiled(loops.sum_supersets)(
                self._levels[size].up, sums[size + 1], 6 - size, sums[size]
            )
        for size in range(1, 6):
            sign = -1 if size % 2 else 1
            compiled(loops.fold)(
                self._levels[size].down, sums[size - 1], 7 - size, sign, sums[size]
            )
        compiled(loops.value_pair)(
            pair, self._with_pair[pair], self._levels[6].down, self._held, self.slots,
            *discarded, scores, sums[5], values,
        )  # fmt: skip

    def _sums(self) -> list[Array]:
        """Return this thread's arrays of sums, which are reused from pair to pair."""
        if not hasattr(self._scratch, "sums"):
            self._scratch.sums = [
                np.empty((len(level.keys), 16), np.float32 if size == 5 else np.float64)
                for size, level in enumerate(self._levels[:6])
            ]
        sums: list[Array] = self._scratch.sums
        return sums

    def _suits(self, shares: Array, values: Array, pool: ThreadPoolExecutor) -> None:
        flushes = flushes_of(self.rules, crib=True)
        if not flushes.any():
            return
        marked = mark_classes()
        levels = marked.levels
        sums = [np.zeros((len(level.keys), 4), np.float64) for level in levels[:6]]
        compiled(loops.sum_suits)(
            levels[6].down, levels[6].weights, levels[5].weights, marked.hand, marked.suit,
            self.hands, shares, sums[5],
        )  # fmt: skip
        for size in (4, 3, 2, 1, 0):
            level = levels[size + 1]
            compiled(loops.scatter_supersets)(
                level.down, level.weights, sums[size + 1], levels[size].weights, 6 - size,
                sums[size],
            )  # fmt: skip
        for size in range(1, 6):
            sign = -1 if size % 2 else 1
            compiled(loops.fold)(levels[size].down, sums[size - 1], 7 - size, sign, sums[size])

        def part(start: int, end: int) -> None:
            compiled(loops.add_suits)(
                start, end, marked.marked, levels[6].down, self.hands, shares, flushes, sums[5],
                np.empty((2, 4), np.float64), values,
            )  # fmt: skip

        step = 65_536
        starts = range(0, len(values), step)
        for _ in pool.map(lambda at: part(at, min(at + step, len(values))), starts):
            pass


def _alike(hands: Array, weights: Array) -> tuple[Array, Array]:
    """Group the discards that a renaming of the suits maps to each other.

    Returns:
        int64[m], the hands that have such discards, which are those with two suits of the same
        ranks; and float32[m, 15, 15], a matrix that replaces the value of each discard by the
        average over the discards of its group.
    """
    rows = np.flatnonzero(weights < 24)
    cards = hands[rows].astype(np.int64)
    ranks, suits = cards >> 2, cards & 3
    masks = np.zeros((len(rows), 4), np.int64)
    for index in range(6):
        masks[np.arange(len(rows)), suits[:, index]] |= 1 << ranks[:, index]
    first_alike = (masks[:, :, None] == masks[:, None, :]).argmax(axis=2)
    named = np.take_along_axis(first_alike, suits, axis=1)
    discards = np.empty((len(rows), 15), np.int64)
    for discard, (first, second) in enumerate(DISCARDS_OF_SIX):
        low, high = named[:, first], named[:, second]
        swapped = (ranks[:, first] == ranks[:, second]) & (low > high)
        low, high = np.where(swapped, high, low), np.where(swapped, low, high)
        same = suits[:, first] == suits[:, second]
        discards[:, discard] = (
            ((ranks[:, first] * 13 + ranks[:, second]) * 4 + low) * 4 + high
        ) * 2 + same
    alike = (discards[:, :, None] == discards[:, None, :]).astype(np.float32)
    alike /= alike.sum(axis=2, keepdims=True)
    return rows, alike


def _scores() -> Array:
    """Return float32[91, 91, 16]: points of two pairs of ranks with a starter of each rank."""
    made = tables()
    pairs = [(low, high) for low in range(13) for high in range(low, 13)]
    scores = np.zeros((91, 91, 16), np.float32)
    for at, first in enumerate(pairs):
        for other, second in enumerate(pairs):
            if max(np.bincount((*first, *second))) <= 4:
                scores[at, other, :13] = made.show_four[made.four_of[at, other]]
    return scores
