"""Intervals: their ends, and how often they contain the true value."""

from math import factorial, prod
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegout.contests.statistics import NOBODY, SHARES, Figures
from tests.cases import each, present


def wins_of(*games: int, size: int = 2) -> Figures:
    """Return the figures of groups in which the first won these numbers of games."""
    row = [0] * (SHARES * size + 1)
    for number in games:
        row[SHARES * number] += 1
    return Figures({"0 won": tuple(row)})


def occurrences(*times: int, size: int = 2) -> Figures:
    """Return the figures of an event that occurred in these numbers of games of each group."""
    row = (
        size * len(times),
        sum(times),
        sum(number * number for number in times),
        size * sum(times),
        size * size * len(times),
        len(times),
    )
    return Figures({f"{NOBODY} by 1": row})


@each(
    ("games", "end"),
    # Wilson's interval for none of n: its upper end is z² / (n + z²).
    [(2, 0.6576), (4, 0.4899), (20, 0.1611), (200, 0.0188)],
)
def test_none_of_n_and_all_of_n(games: int, end: float) -> None:
    never = wins_of(*[0] * (games // 2)).win_rate(0, games)
    always = wins_of(*[2] * (games // 2)).win_rate(0, games)
    assert (never.mean, never.low, always.mean, always.high) == (0.0, 0.0, 1.0, 1.0)
    assert never.high == pytest.approx(end, abs=1e-4)
    assert always.low == pytest.approx(1 - end, abs=1e-4)
    by_one = occurrences(*[0] * (games // 2)).rate(NOBODY, "by 1")
    assert (by_one.mean, by_one.low, by_one.high) == (0.0, 0.0, never.high)


def test_one_of_few() -> None:
    rate = wins_of(1, 0, 0, 0, 0, 0, 0, 0, 0, 0).win_rate(0, 20)
    assert rate.mean == 0.05
    assert rate.low == pytest.approx(0.0089, abs=2e-3)
    assert rate.high == pytest.approx(0.236, abs=1e-2)


def test_nothing_says_nothing() -> None:
    figures = Figures({})
    rate, mean = figures.rate(NOBODY, "by 1"), figures.mean(0, "crib")
    assert (rate.low, rate.high, rate.number) == (0.0, 1.0, 0)
    assert (mean.mean, mean.low, mean.high, mean.number) == (0.0, None, None, 0)


def test_a_mean_of_one_group_has_no_interval() -> None:
    mean = Figures({"0 crib": (2, 9, 81, 18, 4, 1)}).mean(0, "crib")
    assert (mean.mean, mean.low, mean.high, mean.number) == (4.5, None, None, 2)


@each("groups", [2, 3, 5, 20])
def test_a_mean_of_few_groups_is_not_surer_than_it_is(groups: int) -> None:
    chance = Random(groups)
    runs, held = 1000, 0
    for _ in range(runs):
        points = [round(chance.gauss(240, 40)) for _ in range(groups)]
        squares = sum(value * value for value in points)
        row = (2 * groups, sum(points), squares, 2 * sum(points), 4 * groups, groups)
        mean = Figures({"0 crib": row}).mean(0, "crib")
        assert mean.low is not None
        held += mean.low <= 120 <= present(mean.high)
    assert held >= 0.93 * runs


@given(st.lists(st.integers(0, 12), min_size=1, max_size=40))
def test_a_rate_and_its_interval_are_possible(groups: list[int]) -> None:
    row = np.bincount(groups, minlength=13)
    rate = Figures({"0 won": tuple(row.tolist())}).win_rate(0, 2 * len(groups))
    assert 0 <= rate.low <= rate.mean <= rate.high <= 1
    assert rate.high > rate.low
    times = [wins // 5 for wins in groups]
    other = occurrences(*times).rate(NOBODY, "by 1")
    assert 0 <= other.low <= other.mean <= other.high <= 1
    assert other.high > other.low


def pairs(rate: float, kind: str) -> tuple[float, float, float]:
    """Return the chances to win none, one and both of two games with the same cards."""
    both, none = rate**2, (1 - rate) ** 2
    if kind == "mirrored":
        # The cards favour the other side in the second game.
        both, none = max(0.0, 2 * rate - 1), max(0.0, 1 - 2 * rate)
    elif kind == "alike":
        # In three of ten pairs both games have the same winner.
        both, none = 0.3 * rate + 0.7 * both, 0.3 * (1 - rate) + 0.7 * none
    return none, 1 - none - both, both


def coverage(kind: str, groups: int, rate: float) -> float:
    """Return the chance that the interval of so many groups contains the rate, exactly."""
    held = 0.0
    for none in range(groups + 1):
        for one in range(groups + 1 - none):
            numbers = none, one, groups - none - one
            ways = factorial(groups) // prod(map(factorial, numbers))
            chance = ways * prod(map(pow, pairs(rate, kind), numbers))
            if chance < 1e-12:
                continue
            games = [wins for wins, number in enumerate(numbers) for _ in range(number)]
            found = wins_of(*games).win_rate(0, 2 * groups)
            same = occurrences(*games).rate(NOBODY, "by 1")
            assert (found.low, found.high) == pytest.approx((same.low, same.high))
            held += chance * (found.low <= rate <= found.high)
    return held


@pytest.mark.parametrize("groups", [5, 10, 30, pytest.param(100, marks=pytest.mark.slow)])
def test_intervals_hold_what_they_are_for(groups: int) -> None:
    """Wilson's own interval contains the value in at least 92.1 % of cases for such rates."""
    found = {
        (kind, rate): coverage(kind, groups, rate)
        for kind in ("independent", "mirrored", "alike")
        for rate in (0.02, 0.2, 0.5, 0.9)
    }
    assert {where: share for where, share in found.items() if share < 0.9} == {}
