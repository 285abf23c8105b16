"""Published or easily computed figures, from the shipped code.

The first ones are exact. The averages at the end are of players who discard by a table and look one
card ahead, and must be in the range of averages of people and programs.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import pytest

from pegout.cards import CARDS, Card, parse_cards
from pegout.evaluation.discards import valued_discards
from pegout.rules import Rules
from pegout.scoring import show_points
from pegout.tables import rank_sets as ranks

HANDS_OF_SIX = comb(52, 6)
WITHOUT_NUMBA = "takes the compiled kernel: pip install '.[fast]'"


@pytest.fixture(scope="module")
def kernel() -> Any:
    """Return the kernel, where it is compiled."""
    from pegout import kernel

    if not kernel.COMPILED:
        pytest.skip(WITHOUT_NUMBA)
    return kernel


# Hands


@pytest.mark.slow
@pytest.mark.compiled
def test_the_mean_of_all_hands_and_of_all_cribs(kernel: Any) -> None:
    every = list(combinations(range(52), 4))
    # test_show.py has the numbers of each score: Lumetta, and OEIS A143133. The mean of the hand is
    # Lumetta's 4.77; that of a crib, where a flush takes all five cards, follows in the same way.
    for crib, mean in ((False, 4.7691522763), (True, 4.7348185428)):
        points = kernel.count_rows(every, crib=crib)
        counted = points[points >= 0]
        assert len(counted) == 12_994_800
        assert counted.mean() == pytest.approx(mean, abs=5e-11)


def test_the_sets_of_ranks() -> None:
    # The numbers follow from counting: the choices with repetition, less those that have a rank
    # five times or more.
    for size, number in ((4, 1_820), (5, 6_175), (6, 18_395)):
        too_many = 13 * comb(13 + size - 6, size - 5) if size >= 5 else 0
        assert len(ranks.sets(size)) == comb(12 + size, size) - too_many == number
        assert sum(ranks.ways(held) for held in ranks.sets(size)) == comb(52, size)


# The highest hands


def highest() -> Iterator[tuple[frozenset[Card], Card, int]]:
    """Yield every hand of four with a starter that scores 28 or 29.

    Such a hand has at least three fives; the test below checks that all of them are here.
    """
    fives = [card for card in CARDS if card >> 2 == 4]
    for hand in combinations(CARDS, 4):
        if len(set(hand) & set(fives)) >= 3:
            for starter in CARDS:
                if starter not in hand and (points := show_points(hand, starter)) >= 28:
                    yield frozenset(hand), starter, points


@cache
def best_deals() -> Counter[int]:
    """Count the hands of six with a starter from which 28 or 29 can be kept, by the best score."""
    best: dict[tuple[frozenset[Card], Card], int] = {}
    for hand, starter, points in highest():
        for others in combinations(set(CARDS) - hand - {starter}, 2):
            deal = (hand.union(others), starter)
            best[deal] = max(points, best.get(deal, 0))
    return Counter(best.values())


def test_the_highest_hands_are_these() -> None:
    # Lumetta: 4 hands of 29 and 76 of 28 among the 12,994,800.
    assert Counter(points for _, _, points in highest()) == {29: 4, 28: 76}


@pytest.mark.parametrize(
    ("points", "deals"),
    [
        # D. desJardins and M. Schell, Cribbage Forum.
        (29, 216_580),
        # The same for the second highest hand, as commonly quoted; without the 29.
        (28, 15_028),
    ],
)
def test_how_seldom_the_highest_hands_are_made(points: int, deals: int) -> None:
    # One player of two, who keeps such a hand whenever possible.
    assert round(HANDS_OF_SIX * 46 / best_deals()[points]) == deals


def test_a_29_is_exactly_as_rare_as_is_said() -> None:
    assert best_deals()[29] * 216_580 == HANDS_OF_SIX * 46


# Means over all starters


@pytest.mark.parametrize(
    ("kept", "discarded", "mean"),
    # Sums of 46 integers, computed by two independent programs.
    [
        ("5H 5S 5C JD", "2S 9C", 16.6522),
        ("2H 3S 4C 5D", "AS 6C", 8.5652),
        ("3H 4S 5C 6D", "AS 2C", 9.8478),
        ("AH 2S 7C 9D", "JS QC", 2.3913),
    ],
)
def test_the_mean_of_a_kept_hand(kept: str, discarded: str, mean: float) -> None:
    cards = parse_cards(discarded)
    (found,) = [
        discard
        for discard in valued_discards(parse_cards(f"{kept} {discarded}"), Rules(), "own")
        if set(discard.cards) == set(cards)
    ]
    assert found.hand == pytest.approx(mean, abs=5e-5)
    points = [
        show_points(parse_cards(kept), starter)
        for starter in CARDS
        if starter not in parse_cards(f"{kept} {discarded}")
    ]
    assert len(points) == len(found.scores) == 46
    assert sum(points) / 46 == pytest.approx(found.hand, abs=1e-12)


# Averages

GAMES = 20_000


@pytest.fixture(scope="module")
def played(kernel: Any) -> dict[str, float]:
    import numpy as np

    from pegout.evaluation import cribs_array
    from pegout.simulation import SUMS, play_games

    used = Rules()
    games = play_games(
        ["lookahead", "lookahead"], GAMES, seed=1961, rules=used, cribs=cribs_array(used)
    )
    sums = dict(zip(SUMS, games.sums.sum(axis=(0, 1)).tolist(), strict=True))
    first = games.winners[np.arange(GAMES), games.dealers]
    return {
        "hand, dealer": sums["hand dealer"] / sums["hands dealer"],
        "hand, pone": sums["hand pone"] / sums["hands pone"],
        "crib": sums["crib"] / sums["cribs"],
        "play, dealer": sums["play dealer"] / sums["deals dealer"],
        "play, pone": sums["play pone"] / sums["deals pone"],
        "points a deal, dealer": sums["points dealer"] / sums["finished dealer"],
        "points a deal, pone": sums["points pone"] / sums["finished pone"],
        "first dealer wins": float(first.mean()),
        "deals in a game": float(games.deals.mean()),
    }


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("what", "minimum", "maximum"),
    [
        # 7.99 and 8.13: orner/cribbage-analysis, over all deals. Chambers: 8.0 and 8.1.
        ("hand, dealer", 7.94, 8.04),
        ("hand, pone", 8.07, 8.19),
        # 4.7: J. Chambers, tip 6. 4.74 against 4.64, as two seats see it: orner/cribbage-analysis.
        ("crib", 4.6, 4.85),
        # 3.5 and 2.0: J. Chambers. 3.5 and 2.1 are what experts agree on.
        ("play, dealer", 3.1, 3.6),
        ("play, pone", 1.9, 2.2),
        # 16.2 and 10.2: D. Colvert, tip 11. Chambers: 16.2 and 10.1.
        ("points a deal, dealer", 15.9, 16.5),
        ("points a deal, pone", 9.9, 10.5),
        # 56 %: D. Colvert, Mueller. 55.5 % of millions of people's games: Cribbage Pro.
        ("first dealer wins", 0.545, 0.575),
        # 9.1: bweithers/cribbage-.
        ("deals in a game", 9.0, 9.2),
    ],
)
def test_an_average_is_what_is_published(
    what: str, minimum: float, maximum: float, played: dict[str, float]
) -> None:
    assert minimum < played[what] < maximum
