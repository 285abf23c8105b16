"""Luck-adjusted win rates: the same games, no bias, and a smaller spread."""

import json
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from pegout.analysis.arena import ArenaError, Matchup, Narrow, play_matchup
from pegout.analysis.kernel_engine import Compiled
from pegout.analysis.luck_adjusted import LuckAdjusting, can_adjust, luck_tables
from pegout.cli.run import run
from pegout.players import LEVELS
from pegout.rules import Rules
from pegout.simulation import POLICIES

RULES = replace(Rules(), first_deal="chosen")
PAIRS = [
    *combinations([level.name for level in LEVELS.values() if level.offered], 2),
    ("lookahead", "gentle"),
    ("club", "random"),
]


@pytest.fixture
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Estimate expected values from so few deals that they are poor, and quick."""
    monkeypatch.setattr("pegout.analysis.arena._DEALS", (200, 1000))


@pytest.mark.slow
@pytest.mark.parametrize("who", [[1, 0], pytest.param([0, 1], marks=pytest.mark.slow)])
def test_the_games_are_those_of_the_kernel(who: list[int]) -> None:
    policies = POLICIES["club"], POLICIES["novice"]
    tables = luck_tables(policies, RULES, 500, seed=3)
    found = LuckAdjusting(policies, RULES, 5, tables).games(range(10, 30), who)
    plain = Compiled(policies, RULES, 5).games(range(10, 30), who)
    for one, other in zip(found[:5], plain[:5], strict=True):
        assert (np.asarray(one) == np.asarray(other)).all()
    assert found.adjusted is not None
    assert found.adjusted.sum(axis=1) == pytest.approx(1)
    # The adjustment does not depend on how the games are divided into chunks.
    part = LuckAdjusting(policies, RULES, 5, tables).games(range(20, 25), who)
    assert part.adjusted is not None
    assert part.adjusted == pytest.approx(found.adjusted[10:15], abs=1e-12)


def z_of(pair: tuple[str, str], groups: int, seed: int) -> float:
    """Return the mean luck of games, in standard errors from 0."""
    policies = POLICIES[pair[0]], POLICIES[pair[1]]
    tables = luck_tables(policies, RULES, 400_000, seed)
    found = LuckAdjusting(policies, RULES, seed, tables).games(range(groups), [0, 1])
    assert found.adjusted is not None
    assert found.expected is not None
    luck = found.winners[:, 0] - found.adjusted[:, 0]
    # The variance of the games, and that of the deals behind the expected values.
    variance = luck.var(ddof=1) / groups
    variance += (found.expected / groups).var(ddof=1) / len(found.expected)
    return float(luck.mean() / variance**0.5)


@pytest.mark.long
def test_the_luck_of_all_pairs_is_none_on_average() -> None:
    """One joint test of 20,000 games of each pair; the seeds were fixed beforehand."""
    found = [z_of(pair, 20_000, 1000 + at) for at, pair in enumerate(PAIRS)]
    # Chi-square with twelve degrees of freedom exceeds 32.91 once in a thousand times.
    assert len(found) == 12
    assert sum(z * z for z in found) < 32.91, found


def contest(games: int, *, adjusted: bool) -> Matchup:
    return play_matchup(
        ["casual", "novice"], games, 1, engine="kernel", luck_adjusted=adjusted, workers=1
    )


@pytest.mark.slow
def test_the_same_games_are_told_with_luck_and_without(few_deals: None) -> None:
    found, plain = contest(20, adjusted=True), contest(20, adjusted=False)
    assert found.contestants == plain.contestants
    assert plain.adjusted is None
    assert found.adjusted is not None
    first, second = found.adjusted.rates
    assert (first.number, second.number) == (20, 20)
    assert first.mean + second.mean == pytest.approx(1, abs=1e-5)
    assert first.low is not None
    assert first.high is not None
    assert first.low < first.mean < first.high


@pytest.mark.long
def test_a_game_less_luck_is_worth_several() -> None:
    found = contest(4000, adjusted=True)
    assert found.adjusted is not None
    first, _ = found.adjusted.rates
    assert first.low is not None
    assert first.high is not None
    assert first.low < 0.6855 < first.high
    raw = found.contestants[0].win_rate
    assert first.high - first.low < 0.7 * (raw.high - raw.low)
    assert found.adjusted.game_worth is not None
    assert found.adjusted.dealt_worth is not None
    assert found.adjusted.game_worth > max(4, found.adjusted.dealt_worth)


def test_contests_whose_luck_cannot_be_taken_off() -> None:
    assert can_adjust(Rules("half"))
    with pytest.raises(ArenaError, match="where the kernel plays"):
        play_matchup(["casual", "novice"], 2, 1, engine="rules", luck_adjusted=True)
    with pytest.raises(ArenaError, match="between two with six cards"):
        play_matchup(
            ["casual", "novice"], 2, 1, Rules(lowball=True), engine="kernel", luck_adjusted=True
        )
    with pytest.raises(ArenaError, match="name no goal"):
        play_matchup(
            ["casual", "novice"], 2, 1, engine="kernel", goal=Narrow(0.1), luck_adjusted=True
        )


@pytest.mark.slow
def test_the_command_tells_rates_less_luck(
    capsys: pytest.CaptureFixture[str], few_deals: None
) -> None:
    line = ["arena", "casual", "novice", "--games", "20", "--seed", "1", "--luck-adjusted"]
    line += ["--engine", "kernel", "--processes", "1"]
    assert run(line) == 0
    assert "games won, less luck" in capsys.readouterr().out
    assert run([*line, "--json"]) == 0
    assert 0.5 < json.loads(capsys.readouterr().out)["adjusted"]["rates"][0]["mean"] < 0.9
    assert run([*line, "--until", "0.1"]) == 2
