"""Hands up to a renaming of the suits and their cribs, found the plain way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations
from math import comb, factorial, prod
from typing import Any

import numpy as np

from pegout.kernel import count_rows
from pegout.kernel.score_tables import THROWS_OF_SIX, Array
from pegout.rules import Rules
from pegout.solver.crib_sweep import CribSweep, pure

WITHOUT_NUMBA = "the classes of hands are made by compiled loops: pip install 'pegout[fast]'"

RENAMINGS = tuple(permutations(range(4)))


def key_of(cards: Sequence[int], first: int = 0) -> int:
    """The key of a set as the classes write it; the suits from ``first`` on may change places."""
    suits = [sum([1 << (card >> 2) for card in cards if card & 3 == suit]) for suit in range(4)]
    ordered = suits[:first] + sorted(suits[first:], reverse=True)
    return sum([suit << 13 * (3 - place) for place, suit in enumerate(ordered)])


def renamed(cards: Sequence[int], suits: Sequence[int]) -> list[int]:
    return sorted([card & ~3 | suits[card & 3] for card in cards])


def orbits(size: int, free: int) -> int:
    """How many sets of so many cards there are up to a renaming of so many suits.

    As many as each renaming leaves alone, on average (Burnside's lemma): it goes round in cycles of
    suits, and leaves a set alone that has a rank in all suits of a cycle or in none of them.
    """
    alone = 0
    for renaming in permutations(range(free)):
        ways = [1] + [0] * size
        for cycle in _cycles(renaming) + [1] * (4 - free):
            for _ in range(13):
                for total in range(size, cycle - 1, -1):
                    ways[total] += ways[total - cycle]
        alone += ways[size]
    return alone // factorial(free)


def _cycles(renaming: Sequence[int]) -> list[int]:
    lengths = []
    left = set(range(len(renaming)))
    while left:
        at, length = left.pop(), 1
        while renaming[at] in left:
            at = renaming[at]
            left.remove(at)
            length += 1
        lengths.append(length)
    return lengths


def weight_of(cards: Sequence[int], first: int = 0) -> int:
    """How many sets differ from this one by the names of the suits from ``first`` on."""
    suits = Counter(
        [tuple([card >> 2 for card in cards if card & 3 == suit]) for suit in range(first, 4)]
    )
    return factorial(4 - first) // prod([factorial(number) for number in suits.values()])


# Ways of throwing ---------------------------------------------------------------------------------


@cache
def sweep() -> CribSweep:
    """The sweep of the standard rules, made once in each process."""
    return CribSweep()


def random_pure(seed: int) -> Array:
    """Each class of hands throws something, by its suits as much as by its ranks."""
    chance = np.random.default_rng(seed)
    return pure(chance.integers(0, 15, len(sweep().hands)))


def random_mixed(seed: int) -> Array:
    """Each class of hands throws one of two, with shares of its own."""
    part = np.random.default_rng(seed + 1000).random((len(sweep().hands), 1))
    mixed: Array = random_pure(seed) * part + random_pure(seed + 1) * (1 - part)
    return mixed.astype(np.float32)


def suit_lover() -> Array:
    """Throw the first two cards of one suit, if there are any, so that flushes are frequent."""
    suits = sweep().hands & 3
    suited = np.stack([suits[:, one] == suits[:, two] for one, two in THROWS_OF_SIX], axis=1)
    return pure(suited.argmax(axis=1))


# Every hand of the other player -------------------------------------------------------------------


@cache
def _compiled() -> Any:
    from numba import njit

    @njit(nogil=True)  # type: ignore[misc, unused-ignore]
    def tally(
        pack: Any, keys: Any, shares: Any, renamings: Any, thrown: Any, with_starter: Any
    ) -> None:
        """Deal every hand of six from the pack, and note what is thrown and what is left.

        A class of hands says what is thrown from the one hand that stands for it. Each renaming of
        the suits that makes this hand of the dealt one is as good as the others.

        ``thrown[one, two]`` is how often two cards are thrown, and ``with_starter[one, two, cut]``
        how often the hand dealt has no card ``cut`` then.
        """
        size = len(pack)
        dealt = np.zeros(6, np.int64)
        stands = np.zeros(6, np.int64)
        actual = np.zeros(6, np.int64)
        suits = np.zeros(4, np.int64)
        shown = np.zeros(4, np.int64)
        places = np.array([0, 1, 2, 3, 4, 5])
        while True:
            suits[:] = 0
            for at in range(6):
                dealt[at] = pack[places[at]]
                suits[dealt[at] & 3] |= 1 << (dealt[at] >> 2)
            fits = 0
            for which in range(len(renamings)):
                for suit in range(4):
                    shown[renamings[which, suit]] = suits[suit]
                if shown[0] >= shown[1] and shown[1] >= shown[2] and shown[2] >= shown[3]:
                    fits += 1
            for which in range(len(renamings)):
                for suit in range(4):
                    shown[renamings[which, suit]] = suits[suit]
                if not (shown[0] >= shown[1] and shown[1] >= shown[2] and shown[2] >= shown[3]):
                    continue
                key = shown[0] << 39 | shown[1] << 26 | shown[2] << 13 | shown[3]
                low, high = 0, len(keys)
                while low + 1 < high:
                    middle = (low + high) >> 1
                    if keys[middle] <= key:
                        low = middle
                    else:
                        high = middle
                # The cards in the order in which those of the class stand.
                for at in range(6):
                    card = (dealt[at] & ~3) | renamings[which, dealt[at] & 3]
                    to = at
                    while to > 0 and stands[to - 1] > card:
                        stands[to], actual[to] = stands[to - 1], actual[to - 1]
                        to -= 1
                    stands[to], actual[to] = card, dealt[at]
                throw = 0
                for one in range(6):
                    for two in range(one + 1, 6):
                        share = shares[low, throw] / fits
                        throw += 1
                        if share == 0:
                            continue
                        first, second = actual[one], actual[two]
                        if first > second:
                            first, second = second, first
                        thrown[first, second] += share
                        for at in range(6):
                            with_starter[first, second, dealt[at]] -= share
            last = 5
            while last >= 0 and places[last] == size - 6 + last:
                last -= 1
            if last < 0:
                break
            places[last] += 1
            for at in range(last + 1, 6):
                places[at] = places[at - 1] + 1
        for first in range(52):
            for second in range(52):
                for cut in range(52):
                    with_starter[first, second, cut] += thrown[first, second]

    return tally


def enumerated(hand: Sequence[int], shares: Array, variants: Sequence[Rules]) -> Array:
    """Deal every hand of the other player and turn up every starter: 374,672,760 deals.

    Returns:
        float64[variants, 15], the mean of the crib for each throw of the hand, by each rules.
    """
    pack = np.array([card for card in range(52) if card not in hand])
    thrown = np.zeros((52, 52))
    with_starter = np.zeros((52, 52, 52))
    level = sweep()._levels[6]
    _compiled()(pack, level.keys, shares, np.array(RENAMINGS), thrown, with_starter)
    assert abs(thrown.sum() / comb(46, 6) - 1) < 1e-6
    pairs = np.array(list(combinations(pack.tolist(), 2)))
    deals = with_starter[pairs[:, 0], pairs[:, 1]][:, pack]
    means = np.zeros((len(variants), 15))
    for throw, (one, two) in enumerate(THROWS_OF_SIX):
        own = np.tile([hand[one], hand[two]], (len(pairs), 1))
        cribs = np.concatenate((own, pairs), axis=1)
        for at, rules in enumerate(variants):
            # A starter that the other player throws comes with no weight.
            points = count_rows(cribs, crib=True, rules=rules)[:, pack]
            means[at, throw] = (points * deals).sum() / (comb(46, 6) * 40)
    return means
