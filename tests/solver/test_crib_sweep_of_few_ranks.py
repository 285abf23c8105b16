"""The average crib for every discard of hands of a few ranks, without compiling.

See test_crib_sweep.py for all hands.
"""

from typing import Any

import numpy as np
import pytest

from pegout.cards import CARDS
from pegout.kernel import KernelError
from pegout.kernel.actions import DISCARDS_OF_SIX
from pegout.kernel.score_tables import Array
from pegout.rules import Rules
from pegout.scoring import show_points
from pegout.solver import discard_game
from pegout.solver.crib_sweep import CribSweep, hand_means, pure
from pegout.solver.discard_game import DiscardStanding, solve_discards
from tests.solver.few_ranks import use_few_ranks, worth

#: A five, a ten and a jack.
RANKS = (4, 9, 10)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> CribSweep:
    use_few_ranks(RANKS, monkeypatch)
    return CribSweep(workers=1)


def some_shares(sweep: CribSweep, seed: int) -> Array:
    """Return a strategy that mixes two discards of every hand."""
    chance = np.random.default_rng(seed)
    number = len(sweep.hands)
    part = chance.random((number, 1))
    first, second = (pure(chance.integers(0, 15, number)) for _ in range(2))
    return (first * part + second * (1 - part)).astype(np.float32)


def test_a_discard_is_worth_the_mean_of_all_deals(few: CribSweep) -> None:
    shares = some_shares(few, 1)
    level, alike = few._levels[6], few.symmetric(shares)
    assert few.weights.sum() == 924
    for rules in (Rules(), Rules(crib_flush="four", nobs_points=2)):
        few.rules = rules
        found = few.values(shares)
        for at in range(0, len(few.hands), 3):
            wanted = worth(few.hands[at].tolist(), RANKS, level, alike, rules)
            assert found[at] * 1e6 == pytest.approx(np.array(wanted) * 1e6, rel=1e-4, abs=1e-4)


def test_without_suits_neither_flushes_nor_nobs_are_counted(few: CribSweep) -> None:
    shares, told = some_shares(few, 2), list[int]()
    plain = few.values(shares, told.append, suits=False)
    assert told == list(range(1, 92))
    few.rules = Rules(crib_flush="none", nobs_points=0)
    assert np.array_equal(plain, few.values(shares))
    few.rules = Rules(crib_flush="none", nobs_points=2)
    nobs = few.values(shares) - plain
    jacks = (few.hands >> 2 == 10).sum(axis=1)
    assert (nobs[jacks == 0] < nobs[jacks == 4].max()).all()


def test_hands_are_worth_their_mean_over_46_starters(few: CribSweep) -> None:
    means = hand_means()
    for at in range(0, len(few.hands), 5):
        hand = few.hands[at].tolist()
        starters = [card for card in CARDS if card not in hand]
        for discard, (low, high) in enumerate(DISCARDS_OF_SIX):
            kept = [CARDS[card] for index, card in enumerate(hand) if index not in (low, high)]
            points = sum([show_points(kept, starter) for starter in starters])
            assert means[at, discard] == pytest.approx(points / 46)


def test_a_pure_strategy_discards_what_is_named() -> None:
    assert pure(np.array([2, 0])).tolist() == [[0, 0, 1] + [0] * 12, [1] + [0] * 14]


def with_row(shares: Array, *row: float) -> Array:
    """Return the shares with others in row 7."""
    shares[7] = 0
    shares[7, : len(row)] = row
    return shares


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        (lambda shares: shares.astype(np.float64), "bad_shape", "float64"),
        (lambda shares: shares[:-1], "bad_shape", "15)"),
        (lambda shares: shares[:, :14], "bad_shape", "14)"),
        (lambda shares: with_row(shares, 0.5, 0.5, -1, 1), "bad_number", "in row 7"),
        (lambda shares: with_row(shares, 0.01, 1), "bad_number", "in row 7"),
        (lambda shares: with_row(shares, np.nan), "bad_number", "in row 7"),
        (lambda shares: with_row(shares, np.inf), "bad_number", "in row 7"),
        (with_row, "bad_number", "in row 7"),
    ],
    ids=["double", "short", "narrow", "negative", "too much", "no number", "no end", "nothing"],
)
def test_wrong_shares_are_refused(few: CribSweep, change: Any, code: str, words: str) -> None:
    with pytest.raises(KernelError) as caught:
        few.values(change(pure(np.full(len(few.hands), 3))))
    assert caught.value.code == code
    assert words in str(caught.value)


@pytest.mark.slow
def test_each_round_leaves_less_to_gain(few: CribSweep, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discard_game, "need_numba", lambda _: None)
    told: list[DiscardStanding] = []
    # Without nobs both see the same cribs, those of hands of these ranks.
    rules = Rules(nobs_points=0)
    solution = solve_discards(rules, tolerance=0, rounds=1, workers=1, report=told.append)
    assert [standing.round for standing in told] == [0, 1]
    for standing in [*told, solution.standing]:
        assert min(standing.gain_own, standing.gain_opponent) > -1e-6
        assert standing.crib_own == pytest.approx(standing.crib_opponent, rel=1e-4)
    assert solution.own.sum(axis=1) == pytest.approx(1)
    assert solution.own.shape == (len(few.hands), 15)
