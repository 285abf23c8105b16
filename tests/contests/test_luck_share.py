"""The share of luck that is subtracted: no bias, the smallest variance, and its uncertainty."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest

from pegout.contests.luck_share import BATCHES, LUCK, UNITS, LessLuck, less_luck
from tests.cases import present
from tests.chance import SEED


def subtract_luck(
    wins: Sequence[float],
    luck: Sequence[float],
    batches: Sequence[float] = (0.0, 0.0),
    prior: int = 0,
) -> LessLuck:
    """Return the wins less luck of groups, with the same deviations of the means in each group."""
    sums = {}
    for half in (0, 1):
        won = np.rint(np.array(wins[half::2]) * UNITS).astype(np.int64)
        came = np.rint(np.array(luck[half::2]) * UNITS).astype(np.int64)
        row = [len(won), won.sum(), came.sum(), won @ won, won @ came, came @ came]
        sums[f"{LUCK} {half}"] = tuple(map(int, row))
        sums[f"{BATCHES} {half}"] = tuple([round(len(won) * mean * UNITS) for mean in batches])
    found = less_luck(sums, prior)
    return present(found)


def test_the_share_brings_no_bias() -> None:
    # Wins and luck of a group, equally probable: skewed, and the luck has the mean 0.
    groups = [(0.0, -1.0), (0.0, -3.0), (2.0, 4.0)]
    every = list(product(groups, repeat=6))
    found = [
        subtract_luck([won for won, _ in sample], [luck for _, luck in sample]) for sample in every
    ]
    assert len({result.share for result in found}) > 5
    rates = [result.won for result in found]
    assert sum(rates) / len(rates) == pytest.approx(2 / 3, abs=1e-9)


def test_the_variance_is_that_of_wins_less_the_share() -> None:
    chance = np.random.default_rng(SEED)
    wins = chance.integers(0, 3, 2000).astype(float)
    luck = 0.8 * (wins - 1) + chance.normal(0, 0.3, 2000)
    found = subtract_luck(wins.tolist(), luck.tolist())
    less = wins - found.share * luck
    assert found.won == pytest.approx(less.mean(), abs=1e-3)
    assert found.variance == pytest.approx(less.var(ddof=1) / 2000, rel=0.02)
    assert found.freedom == pytest.approx(1998)
    for share in (found.share - 0.1, found.share + 0.1):
        assert found.variance < (wins - share * luck).var(ddof=1) / 2000


def test_luck_that_explains_nothing_is_left_in() -> None:
    chance = np.random.default_rng(SEED)
    wins, luck = chance.integers(0, 3, 2000).astype(float), chance.normal(0, 3, 2000)
    found = subtract_luck(wins.tolist(), luck.tolist())
    assert found.share < 0.05
    assert found.variance < 1.02 * wins.var(ddof=1) / 2000


def test_uncertain_means_add_to_the_variance_and_lower_the_share() -> None:
    wins = [2.0, 0.0] * 50 + [0.0, 2.0] * 50
    luck = [0.9, -0.9] * 50 + [-0.9, 0.9] * 50
    sure = subtract_luck(wins, luck)
    assert sure.share == 1
    # The deviations of the batches are the same in each group, so more groups do not average them.
    doubtful = subtract_luck(wins, luck, (0.3, -0.3))
    assert 0 < doubtful.share < 0.1
    assert sure.variance < doubtful.variance < np.var(wins, ddof=1) / len(wins)
    assert present(doubtful.freedom) < 198


def test_games_that_luck_does_not_explain_are_assumed_where_there_are_none() -> None:
    wins = [2.0, 0.0] * 50 + [0.0, 2.0] * 50
    luck = [won - 1 for won in wins]
    sure, doubtful = subtract_luck(wins, luck), subtract_luck(wins, luck, prior=5)
    assert (sure.won, sure.variance) == pytest.approx((1, 0), abs=1e-12)
    # Five groups of two games, each with the variance a quarter, among 205.
    assert doubtful.won == sure.won
    assert doubtful.variance == pytest.approx(5 * 0.5 / 205 / 200)


def test_few_groups_and_groups_that_are_all_alike_have_no_interval() -> None:
    assert subtract_luck([2.0, 0.0], [0.5, -0.5]) == (1.0, 0.0, 0.0, None)
    assert subtract_luck([2.0], [0.5]) == (2.0, 0.0, 0.0, None)
    alike = subtract_luck([2.0] * 8, [0.5, -0.5] * 4)
    assert (alike.won, alike.share, alike.freedom) == (2.0, 0.0, None)
    assert less_luck({}, 5) is None
