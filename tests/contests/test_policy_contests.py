"""Simulations: the sums of the arrays equal those of adding up game by game."""

import json
import math
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pegout.contests import arena
from pegout.contests.policy_contests import (
    DealMatchup,
    SimulationError,
    compiled,
    simulate,
    simulate_deals,
)
from pegout.contests.statistics import Matchup, Mean
from pegout.evaluation import cribs_array
from pegout.kernel import KernelError
from pegout.rules import Rules
from pegout.runs import RunError
from pegout.simulation import SUMS, Policy, play_deals, play_games

HALF = Rules("half")
VARIANTS = [
    (("greedy", "random"), HALF),
    (("greedy", "blind-greedy", "random"), Rules(players=3, target=61)),
    (("greedy", "random"), Rules(players=4, target=61)),
    (("greedy", "random"), Rules(target=61, skunk_lines=(11, 21, 31))),
    (("greedy", "random"), Rules(lowball=True, target=61)),
    (("greedy", "greedy", "random"), Rules(players=3, lowball=True, target=61)),
    (("greedy", "random"), Rules(five_card=True)),
    (("greedy", "random"), Rules("clasico", target=61)),
]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make chunks so small that a short run has several."""
    monkeypatch.setattr(arena, "_COMPILED", (16, 16))


@cache
def student(freedom: int) -> float:
    """Compute the 95 % quantile of Student's distribution by integrating its density."""
    at = np.linspace(0, 20, 200_001)
    density = (1 + at**2 / freedom) ** (-(freedom + 1) / 2)
    of_all = math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)
    density *= math.exp(of_all) / math.sqrt(math.pi * freedom)
    held = np.cumsum((density[1:] + density[:-1]) * np.diff(at))
    return float(np.interp(0.95, held, at[1:]))


def estimate(groups: list[list[float]]) -> Mean:
    """Return the mean of values in groups, with the ratio estimator's interval."""
    values = [value for group in groups for value in group]
    mean = sum(values) / len(values)
    spread = sum((sum(group) - mean * len(group)) ** 2 for group in groups)
    used = sum(1 for group in groups if group)
    half = student(used - 1) * math.sqrt(spread * used / (used - 1)) / len(values)
    return Mean(mean, mean - half, mean + half, len(values))


def wilson(groups: list[list[float]]) -> tuple[float, float]:
    """Solve |rate - p| = 1.96 √(p (1 - p) / worth) for p, the equation of Wilson's interval.

    ``worth`` is the number of independent games that the groups are worth, plus five.
    """
    games, size = sum(map(len, groups)), len(groups[0])
    rate = sum(map(sum, groups)) / games
    parts = [sum(group) / size for group in groups]
    squares = sum((part - rate) ** 2 for part in parts) + 5 * rate * (1 - rate) / size
    variance = squares / (len(groups) + 4) / len(groups)
    worth = rate * (1 - rate) / variance if variance else games
    z = 1.959964**2 / worth
    low, high = sorted(np.roots([1 + z, -2 * rate - z, rate**2]))
    return float(low), float(high)


def assert_near(mean: Mean, other: Mean) -> None:
    assert mean.number == other.number
    # Our quantile of Student's distribution is integrated in steps.
    ends = other.mean, other.low, other.high
    assert (mean.mean, mean.low, mean.high) == pytest.approx(ends, rel=1e-4)


# Whole games


@pytest.mark.parametrize(("policies", "of"), VARIANTS)
def test_figures_are_those_of_the_games(policies: tuple[str, ...], of: Rules) -> None:
    groups, sides = 12, of.sides
    result = simulate(policies, groups * sides, 3, of, workers=1)
    wins = [0.0] * sides
    margins: list[list[list[float]]] = [[[] for _ in range(groups)] for _ in range(sides)]
    skunks = [[0, 0, 0, 0] for _ in range(sides)]
    dealt: list[list[float]] = [[] for _ in range(groups)]
    first: list[list[float]] = [[] for _ in range(groups)]
    close: dict[int, list[list[float]]] = {at: [[] for _ in range(groups)] for at in (1, 2)}
    cribs = np.zeros((sides, 2), np.int64)
    for turn in range(sides):
        who = [(side - turn) % sides for side in range(sides)]
        games = play_games(
            [policies[index] for index in who], groups, 3, rules=of, cribs=cribs_array(of)
        )
        for at in range(groups):
            scores, won = games.scores[at].tolist(), games.winners[at].tolist()
            best_two = sorted(scores, reverse=not of.lowball)[:2]
            for holes in (1, 2):
                close[holes][at].append(abs(best_two[0] - best_two[1]) == holes)
            dealt[at].append(int(games.deals[at]))
            first[at].append(won[of.side(at % of.players)])
            beaten = min(scores)
            for side, index in enumerate(who):
                rest = [score for other, score in enumerate(scores) if other != side]
                best = min(rest) - scores[side] if of.lowball else scores[side] - max(rest)
                margins[index][at].append(best)
                wins[index] += won[side] / sum(won)
                if won[side] and of.skunks:
                    skunks[index][sum(of.target - beaten >= line for line in of.skunk_lines)] += 1
                counted = games.sums[at, side]
                cribs[index] += counted[SUMS.index("cribs")], counted[SUMS.index("crib")]
    assert result.games == groups * sides
    assert_near(result.deals, estimate(dealt))
    for found_rate, wanted in (
        (result.first_dealer, first),
        (result.by_one, close[1]),
        (result.by_two, close[2]),
    ):
        assert found_rate.mean == pytest.approx(estimate(wanted).mean)
        assert (found_rate.low, found_rate.high) == pytest.approx(wilson(wanted))
    for index, found in enumerate(result.contestants):
        assert found.wins == pytest.approx(wins[index])
        assert found.win_rate.mean == pytest.approx(wins[index] / result.games)
        assert_near(found.margin, estimate(margins[index]))
        assert [found.skunks, found.double_skunks, found.triple_skunks] == skunks[index][1:]
        assert found.crib.number == cribs[index][0]
        assert found.crib.mean == pytest.approx(cribs[index][1] / cribs[index][0])


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("play", [simulate, simulate_deals])
def test_the_result_follows_from_the_seed_wherever_it_is_computed(play: Any) -> None:
    alone = play(["greedy", "random"], 80, 1, HALF, workers=1)
    with ThreadPoolExecutor(3) as pool:
        found = play(["greedy", "random"], 80, 1, HALF, executor=pool)
    assert found.to_json() == alone.to_json()
    assert play(["greedy", "random"], 80, 2, HALF, workers=1) != alone


@pytest.mark.slow
def test_chunks_and_processes_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = simulate(["greedy", "random"], 40, 1, HALF, workers=1)
    monkeypatch.setattr(arena, "_COMPILED", (7, 7))
    assert simulate(["greedy", "random"], 40, 1, HALF, workers=2).to_json() == whole.to_json()


def test_mirrored_deals_make_equals_equal() -> None:
    first, second = simulate(["greedy", "greedy"], 20, 1, HALF, workers=1).contestants
    assert first == second
    assert first.win_rate.mean == 0.5
    assert first.margin == Mean(0.0, 0.0, 0.0, 20)


def test_the_order_of_the_policies_does_not_matter() -> None:
    forth = simulate(["greedy", "blind"], 20, 1, HALF, workers=1)
    back = simulate(["blind", "greedy"], 20, 1, HALF, workers=1)
    assert forth.contestants == back.contestants[::-1]
    assert forth.first_dealer == back.first_dealer


@pytest.mark.long
def test_mirrored_deals_make_intervals_narrow() -> None:
    result = simulate(["greedy", "blind-greedy"], 4000, 1, workers=1)
    paired = result.contestants[0].win_rate
    alone = 1.959964 * math.sqrt(paired.mean * (1 - paired.mean) / 4000)
    assert (paired.high - paired.low) / 2 < 0.95 * alone
    # An interval is as narrow as that of the same number of independent games.
    assert result.group_worth == pytest.approx(
        2 * (alone / (paired.high - paired.low) * 2) ** 2, rel=0.01
    )


@pytest.mark.slow
def test_policies_are_as_strong_as_what_they_see() -> None:
    names = ["lookahead", "greedy", "random"]
    for strong, weak in pairwise(names):
        assert simulate([strong, weak], 600, 1, workers=1).contestants[0].win_rate.low > 0.5


def test_a_policy_of_ones_own_plays_too() -> None:
    mine = Policy("mine", "table", "greedy")
    own = simulate([mine, "random"], 10, 1, HALF, workers=1).contestants[0]
    other = simulate(["greedy", "random"], 10, 1, HALF, workers=1).contestants[0]
    assert (own.level, own.wins) == ("mine", other.wins)


# Single deals


@pytest.mark.parametrize(("policies", "of"), VARIANTS)
def test_figures_are_those_of_the_deals(policies: tuple[str, ...], of: Rules) -> None:
    groups, sides = 12, of.sides
    result = simulate_deals(policies, groups * sides, 3, of, workers=1)
    found: dict[tuple[int, str], list[list[float]]] = {}

    def add(index: int, what: str, at: int, value: float) -> None:
        found.setdefault((index, what), [[] for _ in range(groups)])[at].append(value)

    for turn in range(sides):
        who = [(side - turn) % sides for side in range(sides)]
        deals = play_deals(
            [policies[index] for index in who], groups, 3, rules=of, cribs=cribs_array(of)
        )
        for at in range(groups):
            points = [int(deals.play[at, side]) for side in range(sides)]
            for seat in range(of.players):
                side, hand = of.side(seat), int(deals.hands[at, seat])
                points[side] += hand
                add(who[side], "hand_pone" if side else "hand_dealer", at, hand)
            points[0] += int(deals.cribs[at]) + int(deals.heels[at])
            add(who[0], "crib", at, int(deals.cribs[at]))
            add(who[0], "heels", at, int(deals.heels[at]))
            for side, index in enumerate(who):
                role = "pone" if side else "dealer"
                rest = [score for other, score in enumerate(points) if other != side]
                ahead = min(rest) - points[side] if of.lowball else points[side] - max(rest)
                add(index, f"play_{role}", at, int(deals.play[at, side]))
                add(index, f"points_{role}", at, points[side])
                add(index, "margin", at, ahead)
    assert result.deals == groups * sides
    for (index, what), values in found.items():
        assert_near(getattr(result.contestants[index], what), estimate(values))


@pytest.mark.long
def test_averages_of_deals_are_those_of_good_players() -> None:
    # Colvert: 16.2 for the dealer and 10.2 for the pone in total; Chambers: hands 8.0 and 8.1.
    lookahead = simulate_deals(["lookahead", "lookahead"], 100_000, 1, workers=1).contestants[0]
    assert lookahead.points_dealer.mean == pytest.approx(16.2, abs=0.2)
    assert lookahead.points_pone.mean == pytest.approx(10.2, abs=0.2)
    assert lookahead.hand_dealer.mean == pytest.approx(8.0, abs=0.1)
    assert lookahead.hand_pone.mean == pytest.approx(8.1, abs=0.1)


# As resumable runs


def number_played(result: Matchup | DealMatchup) -> int:
    return result.deals if isinstance(result, DealMatchup) else result.games


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("play", [simulate, simulate_deals])
def test_a_simulation_goes_on_where_it_was(play: Any, tmp_path: Path) -> None:
    steps: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        steps.append((done, total))
        if done >= 40:
            raise KeyboardInterrupt

    path = tmp_path / "long.run"
    policies = ["blind", "random"]
    part = play(policies, 99, 1, HALF, workers=1, resume=path, progress=stop)
    assert (number_played(part), part.complete, steps[-1]) == (64, False, (64, 100))
    whole = play(policies, 99, 1, HALF, workers=1, resume=path)
    assert whole.complete
    assert whole.to_json() == play(policies, 99, 1, HALF, workers=1).to_json()


def test_a_file_of_games_is_not_one_of_deals(tmp_path: Path) -> None:
    path = tmp_path / "long.run"
    simulate(["blind", "random"], 10, 1, HALF, workers=1, resume=path)
    with pytest.raises(RunError, match="kind arena, not simulate deals"):
        simulate_deals(["blind", "random"], 10, 1, HALF, workers=1, resume=path)


def test_json_has_what_was_asked_for() -> None:
    data = json.loads(simulate(["blind", "random"], 10, 4, HALF, workers=1).to_json())
    assert (data["preset"], data["seed"], data["switches"]) == ("half", 4, {})
    assert data["levels"] == ["blind", "random"]
    data = json.loads(simulate_deals(["blind", "random"], 10, 4, Rules(target=61)).to_json())
    assert (data["deals"], data["switches"]) == (10, {"target": 61})


@pytest.mark.parametrize(
    ("policies", "games", "seed", "of", "code"),
    [
        (["blind"], 10, 1, HALF, "bad_policies"),
        (["blind", "nobody"], 10, 1, HALF, "bad_policies"),
        ("ab", 10, 1, HALF, "bad_policies"),
        (["blind", "blind"], 0, 1, HALF, "bad_number"),
        (["blind", "blind"], 10, -1, HALF, "bad_seed"),
        (["blind", "blind"], 10, 2**62, HALF, "bad_seed"),
        (["blind", "blind"], 10, 1, Rules(counting="manual"), "bad_rules"),
    ],
)
@pytest.mark.parametrize("play", [simulate, simulate_deals])
def test_what_cannot_be_held_is_said(
    play: Any, policies: Any, games: int, seed: int, of: Rules, code: str
) -> None:
    with pytest.raises((SimulationError, KernelError)) as error:
        play(policies, games, seed, of, workers=1)
    assert vars(error.value)["code"] == code
    assert "expert-no-" not in str(error.value)


@pytest.mark.slow
@pytest.mark.compiled
def test_the_source_plays_the_same_without_a_compiler() -> None:
    program = (
        "from pegout.contests.policy_contests import compiled, simulate\n"
        "from pegout.rules import Rules\n"
        "assert not compiled()\n"
        "print(simulate(['lookahead', 'random'], 20, 1, Rules('half'), workers=1).to_json())\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={"NUMBA_DISABLE_JIT": "1"},
    ).stdout
    assert compiled()
    assert told.strip() == simulate(["lookahead", "random"], 20, 1, HALF, workers=1).to_json()
