"""The average crib for every discard of every hand, against enumerating all deals.

Each discard strategy costs seconds, so the gate checks a few of them thoroughly; the long tests
take more hands, more strategies and more rules.
"""

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import pytest

from pegout.kernel import count_rows
from pegout.kernel.actions import DISCARDS_OF_SIX
from pegout.rules import Rules
from pegout.solver.crib_sweep import CribSweep, hand_means
from pegout.solver.suit_isomorphism import classes
from tests.solver import discards

pytestmark = [pytest.mark.slow, pytest.mark.compiled]

STANDARD = Rules()
FLUSHES = [
    STANDARD,
    Rules(crib_flush="four", nobs_points=2),
    Rules(crib_flush="none", nobs_points=0),
]
HANDS = 962_988


class Valued(NamedTuple):
    """A discard strategy, and the value of each discard in the crib against it."""

    shares: Any
    values: Any


@pytest.fixture(scope="module")
def mixed() -> Valued:
    shares = discards.random_mixed(1)
    return Valued(shares, discards.sweep().values(shares))


def mean(shares: Any, values: Any) -> float:
    """Return the mean over all hands, weighted by their numbers."""
    weights = classes().levels[6].weights
    return float((weights * (shares * values).sum(axis=1, dtype=np.float64)).sum() / 20_358_520)


def place_where(told: Any) -> int:
    """Return a hand with a property, from the middle of all of them."""
    found = np.flatnonzero(told)
    return int(found[len(found) // 2])


# Against all deals


@pytest.mark.long
def test_a_discard_is_worth_the_mean_of_all_deals(mixed: Valued) -> None:
    cards = discards.sweep().hands
    # With a pair, a jack, and two equal suits.
    jack = (cards >> 2 == 10).any(axis=1)
    at = place_where(
        jack & (discards.sweep().weights == 12) & (cards[:, 0] >> 2 == cards[:, 1] >> 2)
    )
    means = discards.enumerate_deals(cards[at].tolist(), mixed.shares, [STANDARD])
    assert np.abs(mixed.values[at] - means[0]).max() < 2e-6


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_discards_are_worth_the_means_of_all_deals_by_any_rules(seed: int) -> None:
    chance = np.random.default_rng(seed)
    shares = [discards.random_mixed(7), discards.random_pure(8), discards.suit_lover(), None][seed]
    if shares is None:
        # All fifteen discards of every hand, with random shares.
        shares = chance.random((HANDS, 15), np.float32)
        shares /= shares.sum(axis=1, keepdims=True)
    cards, weights = discards.sweep().hands, discards.sweep().weights
    places = [
        *chance.integers(0, HANDS, 3).tolist(),
        place_where((weights == 4) & (cards[:, 0] >> 2 == 10)),
        place_where((cards & 3 == 0).all(axis=1)),
    ]
    found = [CribSweep(variant).values(shares)[places] for variant in FLUSHES]
    for number, at in enumerate(places):
        means = discards.enumerate_deals(cards[at].tolist(), shares, FLUSHES)
        for values, expected in zip(found, means, strict=True):
            assert np.abs(values[number] - expected).max() < 3e-6


@pytest.mark.long
def test_against_any_two_cards_a_crib_is_one_of_any_two_cards() -> None:
    values = discards.sweep().values(np.full((HANDS, 15), 1 / 15, np.float32))
    for at in np.random.default_rng(1).integers(0, HANDS, 20):
        hand = discards.sweep().hands[at].tolist()
        pack = [card for card in range(52) if card not in hand]
        others = list(combinations(pack, 2))
        for discard, (low, high) in enumerate(DISCARDS_OF_SIX):
            cribs = np.array([[hand[low], hand[high], *pair] for pair in others])
            points = count_rows(cribs, crib=True)[:, pack]
            assert values[at, discard] == pytest.approx(points[points >= 0].mean(), abs=3e-6)


# Properties of any strategy


@pytest.mark.long
def test_both_seats_agree_on_the_crib(mixed: Valued) -> None:
    # Both look at the same cribs, once from the hands of each.
    suited = discards.suit_lover()
    dealers = mean(mixed.shares, discards.sweep().values(suited))
    pones = mean(suited, mixed.values)
    assert dealers == pytest.approx(pones, abs=1e-6)
    # The average of four random cards is 4.73; these are not much worse than random.
    assert 4 < dealers < 6


@pytest.mark.long
@pytest.mark.parametrize("variant", FLUSHES)
def test_both_seats_agree_by_any_rules(variant: Rules) -> None:
    pure, mixed = discards.random_pure(11), discards.random_mixed(22)
    used = CribSweep(variant)
    assert mean(pure, used.values(mixed)) == pytest.approx(mean(mixed, used.values(pure)), abs=1e-6)


def test_discards_that_differ_in_the_names_of_suits_are_worth_the_same(mixed: Valued) -> None:
    alike = np.flatnonzero(discards.sweep().weights < 24)
    some = np.random.default_rng(2).choice(alike, 2000, replace=False)
    policy_discard = {places: discard for discard, places in enumerate(DISCARDS_OF_SIX)}
    compared = 0
    for at in some.tolist():
        hand = discards.sweep().hands[at].tolist()
        for suits in discards.RENAMINGS:
            turned = [card & ~3 | suits[card & 3] for card in hand]
            if sorted(turned) != hand or turned == hand:
                continue
            to = [hand.index(card) for card in turned]
            for (low, high), discard in policy_discard.items():
                other = policy_discard[min(to[low], to[high]), max(to[low], to[high])]
                assert abs(mixed.values[at, discard] - mixed.values[at, other]) < 2e-6
                compared += other != discard
    assert compared > 1000


def test_shares_of_discards_that_differ_in_the_names_of_suits_are_one(mixed: Valued) -> None:
    # Two suits with the same single rank: either of the two cards may be discarded.
    symmetric = discards.sweep().symmetric(mixed.shares)
    assert np.allclose(symmetric.sum(axis=1), 1, rtol=0, atol=1e-6)
    assert np.allclose(symmetric, discards.sweep().symmetric(symmetric), rtol=0, atol=1e-6)
    changed = (symmetric != mixed.shares).any(axis=1)
    assert not changed[discards.sweep().weights == 24].any()
    assert changed.any()


@pytest.mark.long
def test_values_are_linear_in_the_shares() -> None:
    pure, mixed = discards.random_pure(3), discards.random_mixed(4)
    part = np.float32(0.3)
    between = discards.sweep().values(part * pure + (1 - part) * mixed)
    expected = 0.3 * discards.sweep().values(pure) + 0.7 * discards.sweep().values(mixed)
    assert np.abs(between - expected).max() < 5e-6


@pytest.mark.long
def test_flushes_and_nobs_are_added_to_the_rest() -> None:
    shares = discards.random_mixed(5)
    bare, nobs, both = [
        CribSweep(of).values(shares)
        for of in (
            Rules(crib_flush="none", nobs_points=0),
            Rules(crib_flush="none", nobs_points=2),
            Rules(nobs_points=2),
        )
    ]
    assert np.array_equal(bare, discards.sweep().values(shares, suits=False))
    single = CribSweep(Rules(crib_flush="none")).values(shares)
    assert np.abs((nobs - bare) - 2 * (single - bare)).max() < 5e-6
    suits = discards.sweep().hands & 3
    suited = np.stack([suits[:, low] == suits[:, high] for low, high in DISCARDS_OF_SIX], axis=1)
    flush = both - nobs
    assert np.abs(flush[~suited]).max() < 2e-6
    assert flush[suited].min() > -2e-6
    assert flush[suited].max() < 1


@pytest.mark.long
def test_the_number_of_threads_changes_nothing() -> None:
    shares = discards.random_mixed(6)
    assert np.array_equal(CribSweep(workers=1).values(shares), CribSweep(workers=3).values(shares))


@pytest.mark.long
def test_progress_is_told_once_for_each_pair_of_ranks() -> None:
    told: list[int] = []
    discards.sweep().values(discards.random_pure(9), told.append, suits=False)
    assert told == list(range(1, 92))


# Hands


def test_hands_are_worth_their_mean_over_46_starters() -> None:
    means = hand_means(STANDARD)
    for at in np.random.default_rng(3).integers(0, HANDS, 300).tolist():
        hand = discards.sweep().hands[at].tolist()
        pack = [card for card in range(52) if card not in hand]
        kept = [
            [card for index, card in enumerate(hand) if index not in discard]
            for discard in DISCARDS_OF_SIX
        ]
        points = count_rows(kept)[:, pack]
        assert means[at] == pytest.approx(points.mean(axis=1), abs=1e-12)
