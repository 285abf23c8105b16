from collections.abc import Callable
from itertools import combinations, combinations_with_replacement, product
from typing import Any

import numpy as np
import pytest

from pegout.cards import CARDS, Card
from pegout.kernel import KernelError, count_piles, count_rows, count_shows
from pegout.kernel.layout import NO_PILE
from pegout.kernel.pegging import pile_score
from pegout.rules import Rules
from pegout.scoring.unchecked import play_points, show_points
from pegout.simulation.constants import ground
from tests.cases import each, raises_code

FLUSHES = [
    Rules(),
    Rules(crib_flush="four", nobs_points=2),
    Rules(crib_flush="none", nobs_points=0),
]

#: The published numbers of the 12,994,800 hands with a starter that have each score; 19, 25, 26
#: and 27 are impossible.
HANDS = {
    0: 1009008, 1: 99792, 2: 2813796, 3: 505008, 4: 2855676, 5: 697508, 6: 1800268, 7: 751324,
    8: 1137236, 9: 361224, 10: 388740, 11: 51680, 12: 317340, 13: 19656, 14: 90100, 15: 9168,
    16: 58248, 17: 11196, 18: 2708, 20: 8068, 21: 2496, 22: 444, 23: 356, 24: 3680, 28: 76, 29: 4,
}  # fmt: skip


@pytest.fixture(scope="module")
def every_hand() -> Any:
    return np.array(list(combinations(range(52), 4)), np.int8)


@pytest.mark.compiled
def test_all_hands_score_what_is_published(every_hand: Any) -> None:
    points = count_rows(every_hand)
    numbers = np.bincount(points[points >= 0])
    assert {int(score): int(numbers[score]) for score in np.flatnonzero(numbers)} == HANDS
    assert (points < 0).sum() == 4 * len(every_hand)


@pytest.mark.compiled
def test_all_cribs_score_what_is_published(every_hand: Any) -> None:
    points = count_rows(every_hand, crib=True)
    counted = points[points >= 0]
    assert counted.sum(dtype=np.int64) == 61_528_020
    assert (counted == 0).sum() == 1_022_208


@pytest.mark.parametrize(
    "number", [20, pytest.param(4000, marks=[pytest.mark.slow, pytest.mark.compiled])]
)
def test_rows_and_single_shows_are_equal(number: int) -> None:
    chance = np.random.default_rng(1)
    some = np.array([chance.permutation(52)[:4] for _ in range(number)], np.int8)
    for variant, crib in product(FLUSHES, (False, True)):
        rows = count_rows(some, crib=crib, rules=variant)
        at, starters = np.nonzero(rows >= 0)
        assert np.array_equal(
            count_shows(some[at], starters, crib=crib, rules=variant), rows[at, starters]
        )


def suited_somehow(sets: list[tuple[int, ...]], chance: np.random.Generator) -> Any:
    """Assign suits at random to each set of ranks."""
    hands = []
    for ranks in sets:
        suits = {rank: chance.permutation(4).tolist() for rank in set(ranks)}
        cards = [rank * 4 + suits[rank].pop() for rank in ranks]
        hands.append(chance.permutation(cards).tolist())
    return np.array(hands, np.int8)


#: How many of the sets, or of the hands, the gate compares.
SOME = pytest.mark.parametrize(
    "some", [8, pytest.param(1, id="all", marks=[pytest.mark.slow, pytest.mark.compiled])]
)


def points_of(cards: list[int], crib: bool, variant: Rules) -> int:
    """Return the points of a hand with a starter, the last card, by the rules."""
    *hand, starter = [CARDS[card] for card in cards]
    flush, nobs = variant.crib_flush, variant.nobs_points
    return show_points(hand, starter, crib=crib, crib_flush=flush, nobs_points=nobs)


@SOME
@pytest.mark.parametrize("size", [4, 3])
def test_every_set_of_ranks_scores_what_the_rules_say(size: int, some: int) -> None:
    chance = np.random.default_rng(size)
    every = combinations_with_replacement(range(13), size + 1)
    sets = [ranks for ranks in every if max(map(ranks.count, ranks)) < 5]
    cards = suited_somehow((sets * 3)[::some], chance)
    for variant, crib in product(FLUSHES, (False, True)):
        found = count_shows(cards[:, :size], cards[:, size], crib=crib, rules=variant).tolist()
        assert found == [points_of(row, crib, variant) for row in cards.tolist()]


@SOME
@pytest.mark.parametrize("size", [4, 3])
def test_flushes_and_nobs_score_what_the_rules_say(size: int, some: int) -> None:
    chance = np.random.default_rng(size)
    number = 4000 // some
    ranks = np.array([chance.permutation(13)[: size + 1] for _ in range(number)])
    suits = np.where(chance.random(number) < 0.5, 0, 2)
    cards = ranks * 4 + 1
    cards[:, size] = ranks[:, size] * 4 + 1 + suits
    for variant, crib in product(FLUSHES, (False, True)):
        found = count_shows(cards[:, :size], cards[:, size], crib=crib, rules=variant).tolist()
        assert found == [points_of(row, crib, variant) for row in cards.tolist()]


def piles_of(length: int) -> list[tuple[int, ...]]:
    values = [min(rank + 1, 10) for rank in range(13)]
    return [
        ranks
        for ranks in product(range(13), repeat=length)
        if sum([values[rank] for rank in ranks]) <= 31
        and (length < 5 or max(map(ranks.count, ranks)) < 5)
    ]


def long_piles(number: int) -> list[tuple[int, ...]]:
    """Return piles of six cards and more, up to the longest possible, many of them with runs."""
    chance = np.random.default_rng(3)
    piles: list[tuple[int, ...]] = []
    while len(piles) < number:
        pack = np.repeat(np.arange(int(chance.integers(4, 8))), 4)
        ranks = chance.permutation(pack)[:13]
        ranks = ranks[np.cumsum(ranks + 1) <= 31]
        if len(ranks) > 5:
            piles.append(tuple(ranks.tolist()))
    return piles


def card_piles(piles: list[tuple[int, ...]]) -> list[list[Card]]:
    return [[CARDS[rank * 4] for rank in ranks] for ranks in piles]


@pytest.mark.parametrize("runs", [True, False])
@pytest.mark.parametrize(
    "length",
    [
        1,
        2,
        3,
        *[pytest.param(many, marks=[pytest.mark.slow, pytest.mark.compiled]) for many in (4, 5)],
        "more",
    ],
)
def test_every_pile_scores_what_the_rules_say(length: int | str, runs: bool) -> None:
    piles = piles_of(length) if isinstance(length, int) else long_piles(400)
    width = max(map(len, piles))
    ranks = np.full((len(piles), width), 13, np.int8)
    for at, pile in enumerate(piles):
        ranks[at, : len(pile)] = pile
    found = count_piles(ranks, runs=runs)
    lengths = (ranks != 13).sum(axis=1)
    last = found[np.arange(len(piles)), lengths - 1].tolist()
    wanted = [play_points(cards, runs=runs) for cards in card_piles(piles)]
    assert last == wanted
    ends = ground(Rules(runs_in_play=runs)).ends
    for pile, points in zip(piles, wanted, strict=True):
        number = NO_PILE
        for rank in pile:
            number = (number << 4 | rank) & NO_PILE
        count = sum([min(rank + 1, 10) for rank in pile])
        assert pile_score(number, count, ends) == points


def test_a_pile_is_counted_card_by_card() -> None:
    chance = np.random.default_rng(4)
    piles = long_piles(60)
    for pile in piles:
        found = count_piles([pile])[0].tolist()
        cards = card_piles([pile])[0]
        assert found == [play_points(cards[: at + 1]) for at in range(len(cards))]
    some = piles[int(chance.integers(len(piles)))]
    assert np.array_equal(
        count_piles([[*some, 13, 13]], [len(some)])[0, :-2], count_piles([some])[0]
    )


def test_nothing_counts_as_nothing() -> None:
    assert count_shows(np.zeros((0, 4), np.int8), []).tolist() == []
    assert count_rows(np.zeros((0, 4), np.int8)).shape == (0, 52)
    assert count_piles(np.zeros((0, 3), np.int8)).shape == (0, 3)


@each(
    ("call", "code"),
    [
        (lambda: count_shows(np.full((1, 4), 1.5), [5]), "bad_dtype"),
        (lambda: count_shows([[True, False, True, False]], [5]), "bad_dtype"),
        (lambda: count_shows(np.arange(4), [5]), "bad_shape"),
        (lambda: count_shows([[1, 2, 3, 4, 6]], [5]), "bad_shape"),
        (lambda: count_shows([[1, 2, 3, 4]], [5, 6]), "bad_shape"),
        (lambda: count_shows([[1, 2, 3, 52]], [5]), "bad_card"),
        (lambda: count_shows([[1, 2, 3, -1]], [5]), "bad_card"),
        (lambda: count_shows([[1, 2, 3, 4]], [300]), "bad_card"),
        (lambda: count_shows([[1, 2, 3, 4]], [4]), "duplicate_card"),
        (lambda: count_rows([[1, 2, 3, 3]]), "duplicate_card"),
        (lambda: count_rows([[1, 2, 3]]), "bad_shape"),
        (lambda: count_piles([[1, 14]]), "bad_card"),
        (lambda: count_piles([[9, 9, 9, 9]]), "over_31"),
        (lambda: count_piles([[9, 13, 9]]), "bad_shape"),
        (lambda: count_piles([[9, 9, 13]], [1]), "bad_shape"),
        (lambda: count_piles(np.array([9, 9])), "bad_shape"),
    ],
)
def test_what_cannot_be_counted_is_refused(call: Callable[[], object], code: str) -> None:
    with raises_code(KernelError, code):
        call()
