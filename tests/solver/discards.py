"""Hands up to a renaming of the suits and their cribs, by plain enumeration."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations
from math import comb, factorial, prod
from typing import Any

import numpy as np

from pegout.kernel import count_rows
from pegout.kernel.actions import DISCARDS_OF_SIX
from pegout.kernel.score_tables import Array
from pegout.rules import Rules
from pegout.solver.crib_sweep import CribSweep, pure
from pegout.solver.suit_isomorphism import classes

WITHOUT_NUMBA = "the classes of hands are made by compiled loops: pip install '.[fast]'"

RENAMINGS = tuple(permutations(range(4)))


def key_of(cards: Sequence[int], first: int = 0) -> int:
    """Return the key of a set as the classes write it; suits from ``first`` on may be exchanged."""
    suits = [sum([1 << (card >> 2) for card in cards if card & 3 == suit]) for suit in range(4)]
    ordered = suits[:first] + sorted(suits[first:], reverse=True)
    return sum([suit << 13 * (3 - index) for index, suit in enumerate(ordered)])


def rename(cards: Sequence[int], suits: Sequence[int]) -> list[int]:
    return sorted([card & ~3 | suits[card & 3] for card in cards])


def orbits(size: int, free: int) -> int:
    """Return the number of sets of this size, up to a renaming of ``free`` suits.

    It is the average number of sets that a renaming fixes (Burnside's lemma). A renaming consists
    of cycles of suits, and fixes a set in which each rank is in all suits of a cycle or in none.
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
    """Return how many sets differ from this one by the names of the suits from ``first`` on."""
    suits = Counter(
        [tuple([card >> 2 for card in cards if card & 3 == suit]) for suit in range(first, 4)]
    )
    return factorial(4 - first) // prod([factorial(number) for number in suits.values()])


# Discard strategies -------------------------------------------------------------------------------


@cache
def sweep() -> CribSweep:
    """Return the sweep of the standard rules, made once in each process."""
    return CribSweep()


def random_pure(seed: int) -> Array:
    """Return a pure strategy with a random discard for each class, by suits as much as by ranks."""
    chance = np.random.default_rng(seed)
    return pure(chance.integers(0, 15, len(sweep().hands)))


def random_mixed(seed: int) -> Array:
    """Return a strategy in which each class mixes two random discards."""
    part = np.random.default_rng(seed + 1000).random((len(sweep().hands), 1))
    mixed: Array = random_pure(seed) * part + random_pure(seed + 1) * (1 - part)
    return mixed.astype(np.float32)


def suit_lover() -> Array:
    """Discard the first two cards of one suit, if there are any, so that flushes are frequent."""
    suits = sweep().hands & 3
    suited = np.stack([suits[:, low] == suits[:, high] for low, high in DISCARDS_OF_SIX], axis=1)
    return pure(suited.argmax(axis=1))


# Every hand of the opponent -----------------------------------------------------------------------


@cache
def _compiled() -> Any:
    from numba import njit

    @njit(nogil=True)  # type: ignore[misc, unused-ignore]
    def tally(
        pack: Any, keys: Any, shares: Any, renamings: Any, discarded: Any, with_starter: Any
    ) -> None:
        """Deal every hand of six from the pack, and count the discards and the cards left.

        A class of hands has one representative, whose shares give its discards. Every renaming of
        the suits that maps the dealt hand to the representative is equally likely.

        ``discarded[one, two]`` is how often two cards are discarded, and
        ``with_starter[one, two, cut]`` how often the hand dealt has no card ``cut`` then.
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
                # The cards in the order of those of the class.
                for at in range(6):
                    card = (dealt[at] & ~3) | renamings[which, dealt[at] & 3]
                    to = at
                    while to > 0 and stands[to - 1] > card:
                        stands[to], actual[to] = stands[to - 1], actual[to - 1]
                        to -= 1
                    stands[to], actual[to] = card, dealt[at]
                discard = 0
                for left in range(6):
                    for right in range(left + 1, 6):
                        share = shares[low, discard] / fits
                        discard += 1
                        if share == 0:
                            continue
                        first, second = actual[left], actual[right]
                        if first > second:
                            first, second = second, first
                        discarded[first, second] += share
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
                    with_starter[first, second, cut] += discarded[first, second]

    return tally


def enumerate_deals(hand: Sequence[int], shares: Array, variants: Sequence[Rules]) -> Array:
    """Deal every hand of the opponent and turn up every starter: 374,672,760 deals.

    Returns:
        float64[variants, 15], the average crib for each discard of the hand, under each rules.
    """
    pack = np.array([card for card in range(52) if card not in hand])
    discarded = np.zeros((52, 52))
    with_starter = np.zeros((52, 52, 52))
    level = classes().levels[6]
    _compiled()(pack, level.keys, shares, np.array(RENAMINGS), discarded, with_starter)
    assert abs(discarded.sum() / comb(46, 6) - 1) < 1e-6
    pairs = np.array(list(combinations(pack.tolist(), 2)))
    deals = with_starter[pairs[:, 0], pairs[:, 1]][:, pack]
    means = np.zeros((len(variants), 15))
    for discard, (low, high) in enumerate(DISCARDS_OF_SIX):
        own = np.tile([hand[low], hand[high]], (len(pairs), 1))
        cribs = np.concatenate((own, pairs), axis=1)
        for at, rules in enumerate(variants):
            # A starter that the opponent discards has weight 0.
            points = count_rows(cribs, crib=True, rules=rules)[:, pack]
            means[at, discard] = (points * deals).sum() / (comb(46, 6) * 40)
    return means
