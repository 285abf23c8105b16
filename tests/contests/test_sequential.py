"""Sequential tests: their decisions, their error rates, and the cost of repeated looks."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegout.contests.sequential import Decision, Goal, GoalError, Narrow, Watch
from pegout.contests.statistics import Stopped
from tests.cases import each, present, raises_code

#: The share of pairs in which each player wins one game, typical of the kernel's policies.
DRAWISH = 0.55


def outcomes(rate: float, both_alike: float = DRAWISH) -> list[float]:
    """Return the probabilities of 0, 1/2 and 1 with this mean and this share of divided pairs."""
    both = rate - both_alike / 2
    return [1 - both_alike - both, both_alike, both]


def sixths(counts: np.ndarray) -> list[int]:
    """Return counts of pairs with 0, 1 or 2 wins, indexed by sixths of a win."""
    row = [0] * 13
    row[0], row[6], row[12] = map(int, counts)
    return row


def contest(
    goal: Goal, rate: float, seed: int, look: int, maximum: int = 200_000, alike: float = DRAWISH
) -> Stopped:
    """Look at groups with this win rate, ``look`` at a time, until the goal is reached."""
    random = np.random.default_rng(seed)
    watch = Watch(goal, 2)
    while watch.groups < maximum and not watch.look(
        sixths(random.multinomial(look, outcomes(rate, alike)))
    ):
        pass
    return watch.stopped()


def decide(goal: Decision, rate: float, contests: int, look: int) -> tuple[float, float, float]:
    """Return the shares of contests decided for high and low, and the mean number of groups."""
    found = [contest(goal, rate, seed, look) for seed in range(contests)]
    return (
        sum(result.reached == "high" for result in found) / contests,
        sum(result.reached == "low" for result in found) / contests,
        sum(result.groups for result in found) / contests,
    )


def slow_capital(goal: Decision, looks: list[list[float]]) -> tuple[float, float]:
    """Return both capitals by multiplying group by group, as the docstring defines them."""
    seen: list[float] = []
    against_low = against_high = 1.0
    gap = goal.high - goal.low
    for look in looks:
        mean = (0.5 + sum(seen)) / (1 + len(seen))
        spread = (0.25 + sum((share - mean) ** 2 for share in seen)) / (1 + len(seen))
        stake = gap / (spread + gap * gap)
        for share in look:
            against_low *= 1 + min(stake, 0.5 / goal.low) * (share - goal.low)
            against_high *= 1 + min(stake, 0.5 / (1 - goal.high)) * (goal.high - share)
        seen += look
    return math.log(against_low), math.log(against_high)


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.lists(st.integers(0, 12), min_size=1, max_size=20), min_size=1, max_size=8),
    st.floats(0.05, 0.5),
    st.floats(0.55, 0.95),
)
def test_capitals_follow_group_after_group(looks: list[list[int]], low: float, high: float) -> None:
    goal = Decision(low, high)
    watch = Watch(goal, 2)
    for look in looks:
        watch.look(np.bincount(look, minlength=13).tolist())
    found = watch.stopped()
    wanted = slow_capital(goal, [[share / 12 for share in look] for look in looks])
    assert (found.against_low, found.against_high) == pytest.approx(wanted)
    assert found.groups == sum(map(len, looks))


def test_what_is_staked_does_not_follow_from_what_it_is_staked_on() -> None:
    # Where the rate is low, the expected growth of the capital against it is 1.
    goal = Decision(0.5, 0.6)
    before = [20, 0, 0, 0, 0, 0, 60, 0, 0, 0, 0, 0, 20]
    means = []
    for part, chance in zip((0, 6, 12), outcomes(0.5), strict=True):
        watch = Watch(goal, 2)
        watch.look(before)
        start = watch.stopped().against_low
        watch.look([int(at == part) for at in range(13)])
        end = watch.stopped().against_low
        assert start is not None
        means.append(chance * math.exp(present(end) - start))
    assert sum(means) == pytest.approx(1)


def test_it_decides_for_what_is_true() -> None:
    goal = Decision(0.5, 0.55)
    assert contest(goal, 0.6, 1, 16).reached == "high"
    assert contest(goal, 0.45, 1, 16).reached == "low"
    cut = contest(goal, 0.525, 1, 16, maximum=16)
    assert (cut.reached, cut.groups) == (None, 16)


def test_the_verdict_stays() -> None:
    watch = Watch(Decision(0.5, 0.6), 2)
    assert watch.look(sixths(np.array([0, 0, 200])))
    reached = watch.stopped().reached
    assert watch.look(sixths(np.array([2000, 0, 0])))
    assert watch.stopped().reached == reached == "high"


@pytest.mark.slow
@pytest.mark.parametrize(("alpha", "beta"), [(0.05, 0.05), (0.1, 0.02)])
def test_errors_are_as_rare_as_is_said(alpha: float, beta: float) -> None:
    goal = Decision(0.5, 0.55, alpha, beta)
    contests = 400
    for rate, wrong, limit in ((0.5, 0, alpha), (0.55, 1, beta)):
        found = decide(goal, rate, contests, look=16)
        # Four standard errors above the limit.
        assert found[wrong] < limit + 4 * math.sqrt(limit * (1 - limit) / contests)
        assert found[0] + found[1] == 1


@pytest.mark.long
@pytest.mark.parametrize("alike", [0.2, 0.5, 0.8])
@pytest.mark.parametrize("look", [4, 32, 256])
def test_errors_are_as_rare_as_is_said_however_often_one_looks(look: int, alike: float) -> None:
    contests = 600
    for goal in (Decision(0.5, 0.54), Decision(0.5, 0.54, 0.01, 0.1)):
        for rate, wrong, limit in ((0.5, "high", goal.alpha), (0.54, "low", goal.beta)):
            found = [contest(goal, rate, seed, look, alike=alike) for seed in range(contests)]
            errors = sum(result.reached == wrong for result in found) / contests
            assert errors < limit + 3.5 * math.sqrt(limit * (1 - limit) / contests)
            assert all(result.reached for result in found)


@pytest.mark.long
def test_in_between_the_nearer_is_decided_for_more_often_and_always_one_is() -> None:
    goal = Decision(0.5, 0.54)
    rates = [0.49, 0.5, 0.51, 0.52, 0.53, 0.54, 0.55]
    found = [decide(goal, rate, 600, look=32) for rate in rates]
    assert all(high + low == 1 for high, low, _ in found)
    highs = [high for high, _, _ in found]
    assert highs == sorted(highs)
    assert highs[3] == pytest.approx(0.5, abs=0.09)
    # A rate in the middle takes longest to decide.
    groups = [mean for _, _, mean in found]
    assert max(groups) == groups[3]


@pytest.mark.long
def test_it_needs_few_more_groups_than_the_sequential_test() -> None:
    # Wald's approximation of the mean number where the rate is high, without the overshoot.
    goal = Decision(0.5, 0.54)
    below, _, above = outcomes(0.54)
    spread = below * 0.54**2 + DRAWISH * 0.04**2 + above * 0.46**2
    growth = 0.04**2 / (2 * spread)
    wald = (0.95 * math.log(0.95 / 0.05) + 0.05 * math.log(0.05 / 0.95)) / growth
    assert decide(goal, 0.54, 800, look=8)[2] < 1.25 * wald


def outside(rate: float, contests: int, looks: int, each: int) -> float:
    """Return the share of contests in which the safe interval ever missed the rate."""
    missed = 0
    for seed in range(contests):
        random = np.random.default_rng(seed)
        watch = Watch(Narrow(0.0001), 2)
        holds = []
        for _ in range(looks):
            watch.look(sixths(random.multinomial(each, outcomes(rate, 0.4))))
            found = watch.stopped()
            holds.append(found.safe_low <= rate <= found.safe_high)
        missed += not all(holds)
    return missed / contests


@pytest.mark.slow
def test_the_safe_interval_holds_the_rate_whenever_one_stops() -> None:
    assert outside(0.6, 50, looks=15, each=40) <= 0.16


@pytest.mark.long
@pytest.mark.parametrize("rate", [0.3, 0.5, 0.62])
def test_the_safe_interval_seldom_misses(rate: float) -> None:
    assert outside(rate, 400, looks=40, each=25) < 0.05 + 3.5 * math.sqrt(0.05 * 0.95 / 400)


def test_the_safe_interval_becomes_narrow() -> None:
    watch = Watch(Narrow(0.0001), 2)
    assert (watch.stopped().safe_low, watch.stopped().safe_high) == (0, 1)
    for _ in range(200):
        watch.look([20, 0, 0, 0, 0, 0, 50, 0, 0, 0, 0, 0, 30])
    found = watch.stopped()
    assert found.safe_low < 0.55 < found.safe_high
    assert found.safe_high - found.safe_low < 0.03


def test_an_interval_is_narrow_when_it_is_narrow() -> None:
    watch = Watch(Narrow(0.02), 2)
    looks = 0
    while not watch.look([20, 0, 0, 0, 0, 0, 50, 0, 0, 0, 0, 0, 30]):
        looks += 1
    found = watch.stopped()
    # 1.96 s / sqrt(n) = 0.02 with s² = 0.1225.
    assert found.groups == pytest.approx(1.96**2 * 0.1225 / 0.02**2, abs=101)
    assert (found.reached, found.against_low) == ("narrow", None)
    assert looks > 5


def test_shared_wins_and_larger_groups_count_too() -> None:
    # Groups of three games, which three players share equally: the first wins a third.
    watch = Watch(Decision(0.3, 0.5), 3)
    row = [0] * 19
    row[6] = 500
    watch.look(row)
    watch.look(row)
    assert watch.stopped().reached == "low"


@each(
    "bad",
    [
        lambda: Decision(0.5, 0.5),
        lambda: Decision(0.6, 0.5),
        lambda: Decision(0.0, 0.5),
        lambda: Decision(0.5, 1.0),
        lambda: Decision(float("nan"), 0.5),
        lambda: Decision(0.5, 0.6, alpha=0.0),
        lambda: Decision(0.5, 0.6, beta=0.5),
        lambda: Narrow(0.0),
        lambda: Narrow(0.5),
        lambda: Narrow(float("nan")),
    ],
)
def test_goals_that_cannot_be_are_said(bad: object) -> None:
    assert callable(bad)
    with raises_code(GoalError, "bad_goal"):
        bad()
