"""Luck-adjusted win rates: the same games, no bias, and a smaller spread."""

import json
import re
import sys
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from pegout.cli.reports import report
from pegout.cli.run import run
from pegout.contests.arena import ArenaError, cast, check_luck_adjusted, play_matchup
from pegout.contests.kernel_engine import Compiled
from pegout.contests.luck_adjusted import GameLuck, Luck, LuckAdjusting, can_adjust, luck_tables
from pegout.contests.referee_engine import Refereed
from pegout.contests.refereed_deals import refereed_deals
from pegout.contests.sequential import Narrow
from pegout.contests.statistics import Matchup
from pegout.fairness import seeded_secrets
from pegout.match import Automation, Match, Seated, Setup
from pegout.players import LEVELS, Player, create
from pegout.rules import SWITCHES, Action, Component, Rules, View
from pegout.simulation import POLICIES
from pegout.text.language import language
from tests.cases import present, raises_code

RULES = replace(Rules(), first_deal="chosen")
PAIRS = [
    *combinations([level.name for level in LEVELS.values() if level.offered], 2),
    ("lookahead", "gentle"),
    ("club", "random"),
]
#: A player, its opponent, and the level that stands in for both.
STRANGERS = [("novice", "club"), ("random", "casual"), ("lookahead", "expert")]


def luck_between(names: tuple[str, str], deals: int, seed: int) -> Luck:
    policies = POLICIES[names[0]], POLICIES[names[1]]
    return Luck(policies, RULES, seed, luck_tables(policies, RULES, deals, seed))


@pytest.fixture
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Estimate expected values from so few deals that they are poor, and quick."""
    monkeypatch.setattr("pegout.contests.arena._LUCK_DEALS", {"kernel": 400, "rules": 400})


@pytest.mark.slow
@pytest.mark.parametrize("who", [[1, 0], [0, 1]])
def test_the_games_are_those_of_the_kernel(who: list[int]) -> None:
    policies = POLICIES["club"], POLICIES["novice"]
    adjusting = LuckAdjusting(policies, luck_between(("club", "novice"), 500, seed=5))
    found = adjusting.games(range(10, 30), who)
    plain = Compiled(policies, RULES, 5).games(range(10, 30), who)
    for array, other in zip(found[:5], plain[:5], strict=True):
        assert (np.asarray(array) == np.asarray(other)).all()
    assert found.luck is not None
    # The luck does not depend on how the games are divided into chunks.
    part = adjusting.games(range(20, 25), who)
    assert present(part.luck) == pytest.approx(found.luck[10:15], abs=1e-12)


def test_where_the_stand_ins_are_the_players_luck_is_all_that_varies() -> None:
    luck = luck_between(("casual", "casual"), 1000, seed=3)
    for who in ([0, 1], [1, 0]):
        games = Refereed(("casual", "casual"), RULES, 3, luck=luck).games(range(6), who)
        assert games.luck is not None
        won = games.winners[:, 0]
        assert 0 < won.sum() < 6
        # Half of the games of equals are won; the tables of few deals are a little off.
        assert won - games.luck == pytest.approx(np.full(6, 0.5), abs=0.2)


def test_a_game_that_breaks_off_has_the_luck_of_its_cards() -> None:
    luck = luck_between(("club", "club"), 400, seed=3)
    seats = Seated("Ann"), Seated("Ben")
    match = Match(Setup("example", RULES, seats, dealer=0), secrets=seeded_secrets("broken off"))
    players = [create("novice", seat) for seat in (0, 1)]
    for seat in (0, 1):
        match.automate(seat, (Automation.READY, Automation.CUT, Automation.GO))
    while match.view(None).deal < 3:
        seat = min(match.to_act)
        match.act(seat, players[seat].choose(match.view(seat)))
    came, brought = [0.0], []
    for number, (_, event) in enumerate(match.entries, 1):
        found = GameLuck(luck, [0, 1], 1)
        found.add(*refereed_deals([match.entries[:number]], RULES, 0, 1))
        came.append(float(found.luck[0]))
        if came[-1] != came[-2]:
            brought.append(type(event).__name__)
    assert brought == ["Dealt", "StarterCut", "Dealt", "StarterCut", "Dealt"]


def z_of(pair: tuple[str, str], stand_ins: tuple[str, str], groups: int, seed: int) -> float:
    """Return the mean luck of games, in standard errors from 0."""
    luck = luck_between(stand_ins, 400_000, seed)
    found = LuckAdjusting((POLICIES[pair[0]], POLICIES[pair[1]]), luck).games(range(groups), [0, 1])
    assert found.luck is not None
    assert found.deviations is not None
    # The variance of the games, and that of the deals behind the expected values.
    by_batch = found.deviations.mean(axis=0)
    variance = found.luck.var(ddof=1) / groups + by_batch.var(ddof=1) / len(by_batch)
    return float(found.luck.mean() / variance**0.5)


def as_stand_ins(pair: tuple[str, str]) -> tuple[str, str]:
    first, second = [name.replace("expert", "expert-points") for name in pair]
    return first, second


@pytest.mark.long
def test_the_luck_of_all_pairs_is_none_on_average() -> None:
    """One joint test of 20,000 games of each pair; the seeds were fixed beforehand."""
    found = [z_of(pair, as_stand_ins(pair), 20_000, 1000 + at) for at, pair in enumerate(PAIRS)]
    found += [
        z_of(pair, as_stand_ins((pair[1], pair[1])), 20_000, 2000 + at)
        for at, pair in enumerate(STRANGERS)
    ]
    # Chi-square with fifteen degrees of freedom exceeds 37.70 once in a thousand times.
    assert len(found) == 15
    assert sum(z * z for z in found) < 37.70, found


def contest(games: int, *, adjusted: bool) -> Matchup:
    return play_matchup(
        ["casual", "novice"], games, 1, engine="kernel", luck_adjusted=adjusted, workers=1
    )


def test_the_same_games_are_told_with_luck_and_without(few_deals: None) -> None:
    found, plain = contest(20, adjusted=True), contest(20, adjusted=False)
    assert found.contestants == plain.contestants
    assert plain.adjusted is None
    first, second = present(found.adjusted).rates
    assert (first.number, second.number) == (20, 20)
    assert first.mean + second.mean == pytest.approx(1, abs=1e-5)
    assert first.low is not None
    assert first.low < first.mean < present(first.high)


@pytest.mark.long
def test_a_game_less_luck_is_worth_several() -> None:
    found = contest(4000, adjusted=True)
    assert found.adjusted is not None
    first, _ = found.adjusted.rates
    assert first.low is not None
    assert first.high is not None
    # 6,000,000 games without adjustment, with other seeds: 68.42 % ±0.03.
    assert first.low < 0.6842 < first.high
    raw = found.contestants[0].win_rate
    assert first.high - first.low < 0.2 * (raw.high - raw.low)
    assert present(found.adjusted.game_worth) > 30
    assert found.adjusted.share > 0.95


def test_contests_whose_luck_cannot_be_taken_off() -> None:
    assert can_adjust(Rules("half"))
    with pytest.raises(ArenaError, match="between two, to 121 or fewer"):
        play_matchup(
            ["casual", "novice"], 2, 1, Rules(lowball=True), engine="kernel", luck_adjusted=True
        )
    with pytest.raises(ArenaError, match="name no goal"):
        play_matchup(
            ["casual", "novice"], 2, 1, engine="kernel", goal=Narrow(0.1), luck_adjusted=True
        )


class First:
    """Plays the first action that it may."""

    def choose(self, view: View) -> Action:
        return view.legal[0]


def other() -> Player:
    return First()


def test_who_stands_in_for_whom() -> None:
    def names(*players: object, engine: str = "rules") -> list[str]:
        return [policy.name for policy in cast(players, RULES, engine).stand_ins(RULES)]  # type: ignore[arg-type]

    assert names("casual", "novice") == ["casual", "novice"]
    assert names("expert", "club", engine="kernel") == ["expert", "club"]
    assert names(First, "casual") == names("casual", other) == ["casual", "casual"]
    assert names(First, other) == ["club", "club"]
    expert = cast([First, "expert"], RULES, "rules").stand_ins(RULES)
    assert [(policy.discards, policy.play) for policy in expert] == [("points", "solved")] * 2


def test_a_player_of_ones_own_is_measured_by_its_opponent(few_deals: None) -> None:
    found = play_matchup([First, "casual"], 8, 1, luck_adjusted=True, workers=1)
    plain = play_matchup([First, "casual"], 8, 1, workers=1)
    assert found.contestants == plain.contestants
    assert found.engine == "rules"
    assert found.adjusted is not None
    assert len(found.adjusted.rates) == 2
    assert 0 <= found.adjusted.share <= 1


def test_a_program_that_forfeits_is_adjusted_too(few_deals: None) -> None:
    script = Path(__file__).parents[1] / "players" / "misbehaving.py"
    engine = f"cmd:{sys.executable} {script} crash 12"
    found = play_matchup([engine, "casual"], 4, 1, Rules("half"), luck_adjusted=True, workers=1)
    assert found.contestants[0].forfeits == 4
    assert present(found.adjusted).rates[0].mean == 0, (
        "where all games end alike, no luck is taken off"
    )


def test_the_command_tells_luck_apart(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, few_deals: None
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    line = ["arena", "casual", "novice", "--games", "20", "--seed", "1", "--luck-adjusted"]
    line += ["--engine", "kernel", "--processes", "1"]
    assert run(line) == 0
    said = capsys.readouterr()
    assert "games won, less luck" in said.out
    assert 0 <= said.err.find("Measuring luck") < said.err.find("Playing")
    assert run([*line, "--json"]) == 0
    adjusted = json.loads(capsys.readouterr().out)["adjusted"]
    assert 0.5 < adjusted["rates"][0]["mean"] < 0.9
    assert adjusted["share"] > 0.8
    assert run([*line, "--until", "0.1"]) == 2


def test_a_wider_interval_is_called_wider(few_deals: None) -> None:
    found = contest(20, adjusted=True)
    raw = found.contestants[0].win_rate
    assert found.adjusted is not None
    for wider in (False, True):
        half = (0.55 if wider else 0.45) * (raw.high - raw.low)
        rates = [
            replace(old, low=old.mean - half, high=old.mean + half) for old in found.adjusted.rates
        ]
        adjusted = replace(found.adjusted, rates=tuple(rates), game_worth=1.0)
        told = report(language("en"), replace(found, adjusted=adjusted))
        assert ("go by the games won" in told) == wider


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        (Rules(lowball=True), "the solver does not support lowball=True"),
        (Rules(start_scores=(100, 90)), "does not support start_scores="),
        (Rules(players=3), "these rules are for 3, to 121"),
        (Rules(target=241), "these rules are for 2, to 241"),
    ],
)
def test_rules_for_which_luck_is_not_taken_off_are_refused_by_name(rules: Rules, why: str) -> None:
    with raises_code(ArenaError, "bad_levels", match=why):
        check_luck_adjusted(rules, None)


def test_the_page_names_the_switches_that_the_solver_does_not_know() -> None:
    page = (Path(__file__).parents[2] / "docs" / "strength.md").read_text(encoding="utf-8")
    sentence = page.split("with the default of")[1].split(".")[0]
    named = re.findall(r"`(\w+)`", sentence)
    known = Component.SOLVER
    unknown = [
        name for name, one in SWITCHES.items() if known not in one.used_by | one.irrelevant_to
    ]
    # Two players are no teams.
    assert named == [name for name in unknown if name != "teams"]
