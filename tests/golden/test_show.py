"""The score of every possible hand, all 12,994,800 of them.

A hand is four cards and a starter: 2,598,960 sets of five cards, five choices of the starter each.
The long tests count all of them one by one. The gate counts one of all those that are equal up to a
renaming of the suits, weighted by their number: the same numbers in a twentieth of the time, not a
sample.

Sources: the hands by Lumetta, and OEIS A143133, which is the same table. The crib, where a flush
takes all five cards, was computed twice by independent programs before its numbers came here.
"""

import multiprocessing
import os
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, combinations_with_replacement, groupby, permutations, product
from math import comb, factorial, prod

import pytest

from pegout.cards import CARDS, Card
from pegout.scoring import CribFlush, score_show, show_points
from tests import oracle

HANDS = {
    0: 1_009_008,
    1: 99_792,
    2: 2_813_796,
    3: 505_008,
    4: 2_855_676,
    5: 697_508,
    6: 1_800_268,
    7: 751_324,
    8: 1_137_236,
    9: 361_224,
    10: 388_740,
    11: 51_680,
    12: 317_340,
    13: 19_656,
    14: 90_100,
    15: 9_168,
    16: 58_248,
    17: 11_196,
    18: 2_708,
    20: 8_068,
    21: 2_496,
    22: 444,
    23: 356,
    24: 3_680,
    28: 76,
    29: 4,
}
HANDS_IN_ALL = 12_994_800
POINTS_IN_HANDS = 61_974_180
CRIBS_OF_NOTHING = 1_022_208
POINTS_IN_CRIBS = 61_528_020

Tally = dict[int, int]


def choices(cards: tuple[Card, ...]) -> Iterator[tuple[tuple[Card, ...], Card]]:
    """Yield every choice of the starter from some cards, with the hand that is left."""
    for place, starter in enumerate(cards):
        yield cards[:place] + cards[place + 1 :], starter


def check(hands: Tally, cribs: Tally) -> None:
    assert hands == HANDS
    assert sum(cribs.values()) == HANDS_IN_ALL
    assert cribs[0] == CRIBS_OF_NOTHING
    assert sum(points * number for points, number in cribs.items()) == POINTS_IN_CRIBS


def test_the_table_adds_up() -> None:
    assert comb(52, 5) * 5 == HANDS_IN_ALL
    assert sum(HANDS.values()) == HANDS_IN_ALL
    assert sum(points * number for points, number in HANDS.items()) == POINTS_IN_HANDS
    # "Nineteen" is a player's word for a hand of nothing: no hand scores it.
    assert {19, 25, 26, 27}.isdisjoint(HANDS)


# One of each kind
#
# A set of cards is four sets of ranks, one for each suit. Its score does not depend on which suit
# is which, only on which cards share one. tests/test_scoring.py checks this of the program, and
# otherwise the long test below would miss the totals. So sets of cards are of one kind when they
# have the same four sets of ranks, and a kind has as many sets as there are ways to assign the
# four to the suits. A renaming of the suits that maps one set to another also maps its choices of
# the starter, so each of the five has the weight of the set.


def kinds(size: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Yield one set of ``size`` cards of each kind, and the number of sets of the kind."""
    for sizes in combinations_with_replacement(range(size + 1), 4):
        if sum(sizes) == size:
            choose = (
                combinations_with_replacement(combinations(range(13), length), len(list(suits)))
                for length, suits in groupby(sizes)
            )
            for chosen in product(*choose):
                ranks = [held for group in chosen for held in group]
                cards = [Card.of(rank, suit) for suit, held in enumerate(ranks) for rank in held]
                same = prod(factorial(number) for number in Counter(ranks).values())
                yield tuple(sorted(cards)), factorial(4) // same


def burnside(size: int) -> int:
    """Return the number of kinds: the average number of sets that a renaming of the suits fixes.

    A renaming consists of cycles of suits. It fixes a set in which each rank is in all suits of a
    cycle or in none of them.
    """
    cycles_of = Counter({(1, 1, 1, 1): 1, (1, 1, 2): 6, (2, 2): 3, (1, 3): 8, (4,): 6})
    alone = 0
    for cycles, renamings in cycles_of.items():
        ways = [1] + [0] * size
        for cycle in cycles * 13:
            for total in range(size, cycle - 1, -1):
                ways[total] += ways[total - cycle]
        alone += renamings * ways[size]
    return alone // factorial(4)


@pytest.mark.parametrize(
    ("size", "number"), [(4, 16_432), pytest.param(5, 134_459, marks=pytest.mark.slow)]
)
def test_one_of_each_kind_stands_for_every_set(size: int, number: int) -> None:
    found = list(kinds(size))
    assert len(found) == len({cards for cards, _ in found}) == number == burnside(size)
    assert sum(weight for _, weight in found) == comb(52, size)


@pytest.mark.parametrize("size", [1, 2, pytest.param(3, marks=pytest.mark.slow)])
def test_the_kinds_are_what_renaming_the_suits_makes_of_them(size: int) -> None:
    every = Counter[tuple[Card, ...]]()
    for cards, weight in kinds(size):
        renamed = {
            tuple(sorted(Card.of(card.rank, suits[card.suit]) for card in cards))
            for suits in permutations(range(4))
        }
        assert len(renamed) == weight
        every.update(renamed)
    assert every == Counter(combinations(CARDS, size))


@pytest.mark.slow
def test_every_hand_by_its_kind() -> None:
    hands: Tally = Counter()
    cribs: Tally = Counter()
    for cards, weight in kinds(5):
        for hand, starter in choices(cards):
            hands[show_points(hand, starter)] += weight
            cribs[show_points(hand, starter, crib=True)] += weight
    check(hands, cribs)


def test_a_sample_of_hands_agrees_with_the_oracle() -> None:
    chance = random.Random(20_250_101)
    for _ in range(2_000):
        *hand, starter = chance.sample(CARDS, 5)
        crib = chance.getrandbits(1) == 1
        right = sum(oracle.show(hand, starter, crib=crib))
        assert show_points(hand, starter, crib=crib) == right
        assert sum(item.points for item in score_show(hand, starter, crib=crib)) == right


# All hands


def count(lowest: int) -> tuple[Tally, Tally]:
    """Count all hands whose lowest card is this one, and the same as cribs."""
    hands = [0] * 30
    cribs = [0] * 30
    for others in combinations(CARDS[lowest + 1 :], 4):
        for hand, starter in choices((CARDS[lowest], *others)):
            hands[show_points(hand, starter)] += 1
            cribs[show_points(hand, starter, crib=True)] += 1
    return dict(enumerate(hands)), dict(enumerate(cribs))


def compare(chunk: tuple[int, int, int]) -> int:
    """Compare one in ``chunks`` sets of every kind with the oracle; return the number of hands."""
    size, remainder, chunks = chunk
    as_hand: tuple[tuple[bool, CribFlush], ...] = ((False, "five"),)
    as_crib: tuple[tuple[bool, CribFlush], ...] = ((True, "five"), (True, "four"), (True, "none"))
    # A hand of five-card cribbage has three cards, and every crib four.
    ways = as_hand + as_crib if size == 5 else as_hand
    compared = 0
    for cards, _ in [*kinds(size)][remainder::chunks]:
        ranked = oracle.fifteens(cards) + oracle.pairs(cards) + oracle.runs(cards)
        for hand, starter in choices(cards):
            nobs = oracle.nobs(hand, starter, 1)
            for crib, which in ways:
                right = ranked + nobs + oracle.flush(hand, starter, crib, which)
                items = score_show(hand, starter, crib=crib, crib_flush=which)
                points = show_points(hand, starter, crib=crib, crib_flush=which)
                assert sum(item.points for item in items) == points == right, (hand, starter)
            compared += 1
    return compared


def processes() -> ProcessPoolExecutor:
    # A fork would copy the threads of the test runner.
    return ProcessPoolExecutor(os.cpu_count(), mp_context=multiprocessing.get_context("spawn"))


def total(tallies: Iterable[Tally]) -> Tally:
    whole: Counter[int] = Counter()
    for tally in tallies:
        whole.update(tally)
    return Counter({points: number for points, number in whole.items() if number})


@pytest.mark.long
def test_every_hand_one_by_one() -> None:
    with processes() as pool:
        counted = list(pool.map(count, range(48)))
    check(total(hands for hands, _ in counted), total(cribs for _, cribs in counted))


@pytest.mark.long
@pytest.mark.parametrize("size", [4, 5])
def test_every_hand_agrees_with_the_oracle(size: int) -> None:
    chunks = 16
    with processes() as pool:
        compared = sum(pool.map(compare, [(size, chunk, chunks) for chunk in range(chunks)]))
    assert compared == burnside(size) * size
