import json
import math
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from pegout.contests import arena
from pegout.contests.arena import ArenaError, cast, play_matchup
from pegout.contests.policy_contests import simulate
from pegout.contests.sequential import Decision, Narrow
from pegout.contests.statistics import Estimate, Matchup, Mean
from pegout.kernel import KernelError
from pegout.players import UnknownLevel
from pegout.rules import Rules
from pegout.runs import RunError
from pegout.simulation import POLICIES, Policy
from tests.cases import present, raises_code

HALF = Rules("half")


def contest(
    *levels: str, games: int = 12, seed: int = 1, of: Rules = HALF, executor: Executor | None = None
) -> Matchup:
    return play_matchup(levels, games, seed, of, executor=executor, workers=1)


def test_the_result_follows_from_the_seed_wherever_it_is_computed() -> None:
    alone = contest("greedy", "novice")
    with ThreadPoolExecutor(3) as pool:
        together = contest("greedy", "novice", executor=pool)
    assert alone == together
    assert alone.to_json() == together.to_json()
    assert contest("greedy", "novice", seed=2) != alone


@pytest.mark.slow
def test_processes_give_the_same_result() -> None:
    with_processes = play_matchup(["greedy", "random"], 12, 4, Rules("half"), workers=2)
    assert with_processes == contest("greedy", "random", seed=4)


def test_mirrored_deals_make_equals_equal() -> None:
    result = contest("greedy", "greedy")
    first, second = result.contestants
    assert first == second
    assert first.win_rate.mean == 0.5
    assert first.margin.mean == 0


def test_the_order_of_the_levels_does_not_matter() -> None:
    forth, back = contest("greedy", "novice"), contest("novice", "greedy")
    assert forth.contestants == back.contestants[::-1]
    assert forth.first_dealer == back.first_dealer


@pytest.mark.slow
@pytest.mark.parametrize(
    ("levels", "of"),
    [
        (("greedy", "novice", "random"), Rules(players=3, target=61)),
        (("greedy", "random"), Rules(players=4, target=61)),
        (("greedy", "random"), Rules("clasico", target=61)),
        (("greedy", "random"), Rules(lowball=True, target=61)),
        (("greedy", "greedy", "random"), Rules(players=3, lowball=True, target=61)),
        (("greedy", "random"), Rules(five_card=True)),
        (("greedy", "novice"), Rules(counting="manual", muggins=True, target=61)),
    ],
)
def test_every_game_can_be_held(levels: tuple[str, ...], of: Rules) -> None:
    result = contest(*levels, games=6, of=of)
    assert result.games == 6
    assert sum(side.wins for side in result.contestants) == pytest.approx(6)
    assert result.contestants[0].wins > result.contestants[-1].wins
    assert result.deals.number == 6
    for side in result.contestants:
        assert side.win_rate.low <= side.win_rate.mean <= side.win_rate.high
        assert side.crib.number > 0
        assert side.margin.number == 6


def test_games_are_rounded_up_to_whole_groups() -> None:
    assert contest("random", "random", games=3).games == 4
    assert contest("random", "random", "random", games=4, of=Rules(players=3, target=31)).games == 6


def test_points_are_those_of_the_deals() -> None:
    result = contest("greedy", "random", games=16)
    strong, weak = result.contestants
    assert strong.hand_dealer.mean > 6.5 > weak.hand_dealer.mean
    assert strong.points_dealer.mean > strong.points_pone.mean
    assert 0 < strong.heels.mean < 0.6
    low, high = strong.play_dealer.low, strong.play_dealer.high
    assert low is not None
    assert low < strong.play_dealer.mean < present(high)


def test_the_result_can_be_written_as_json() -> None:
    result = contest("greedy", "random", of=Rules("half", stinkhole=True), games=4)
    data = json.loads(result.to_json())
    assert data["preset"] == "half"
    assert data["switches"] == {"stinkhole": True}
    assert [level["level"] for level in data["contestants"]] == ["greedy", "random"]


def test_progress_is_told() -> None:
    steps: list[tuple[int, int]] = []
    play_matchup(
        ["random", "random"],
        20,
        1,
        Rules("half"),
        workers=1,
        progress=lambda done, total: steps.append((done, total)),
    )
    assert steps == [(8, 20), (16, 20), (20, 20)]


def test_an_interruption_keeps_what_was_played() -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    result = play_matchup(["random", "random"], 20, 1, Rules("half"), workers=1, progress=stop)
    assert (result.games, result.complete) == (8, False)


def test_what_cannot_be_held_is_said() -> None:
    with raises_code(ArenaError, "bad_levels", match="2 levels"):
        contest("club")
    with raises_code(ArenaError, "bad_games"):
        contest("club", "club", games=0)
    with pytest.raises(UnknownLevel):
        contest("club", "nobody")


@pytest.mark.parametrize("games", [10, pytest.param(40, marks=pytest.mark.slow)])
def test_club_beats_novice_and_random(games: int) -> None:
    assert contest("club", "novice", games=games).contestants[0].win_rate.mean > 0.65
    assert contest("club", "random", games=games).contestants[0].win_rate.mean >= 0.9


@pytest.mark.long
def test_club_is_as_strong_as_it_should_be() -> None:
    against_random = play_matchup(["club", "random"], 1000, 1)
    assert against_random.contestants[0].win_rate.mean >= 0.99
    against_novice = play_matchup(["club", "novice"], 400, 1)
    assert against_novice.contestants[0].win_rate.low > 0.7


@pytest.mark.long
def test_the_averages_of_club_are_those_of_good_players() -> None:
    # Chambers: hands 8.0 and 8.1, crib 4.7, 3.5 and 2.0 in the play; Colvert: 16.2 and 10.2 in
    # total, and the first dealer wins 56 %.
    club = play_matchup(["club", "club"], 1200, 1).contestants[0]
    assert club.hand_dealer.mean == pytest.approx(8.0, abs=0.15)
    assert club.hand_pone.mean == pytest.approx(8.13, abs=0.15)
    assert club.crib.mean == pytest.approx(4.72, abs=0.15)
    assert club.play_dealer.mean == pytest.approx(3.5, abs=0.25)
    assert club.play_pone.mean == pytest.approx(2.1, abs=0.25)
    assert club.points_dealer.mean == pytest.approx(16.2, abs=0.4)
    assert club.points_pone.mean == pytest.approx(10.2, abs=0.4)


def test_a_contest_goes_on_from_its_file(tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    file = tmp_path / "contest.run"
    part = play_matchup(["greedy", "novice"], 12, 1, HALF, workers=1, resume=file, progress=stop)
    assert (part.games, part.complete) == (8, False)
    whole = play_matchup(["greedy", "novice"], 12, 1, HALF, workers=1, resume=file)
    assert whole.to_json() == contest("greedy", "novice").to_json()


@pytest.mark.parametrize(
    ("levels", "games", "seed", "of", "word"),
    [
        (["novice", "greedy"], 4, 1, HALF, "levels"),
        (["greedy", "novice"], 6, 1, HALF, "total 2, not 3"),
        (["greedy", "novice"], 4, 2, HALF, "seed 1, not 2"),
        (["greedy", "novice"], 4, 1, Rules(), "preset half, not standard"),
        (["greedy", "novice"], 4, 1, Rules("half", stinkhole=True), "switches"),
    ],
)
def test_a_file_of_another_contest_is_not_gone_on_with(
    levels: list[str], games: int, seed: int, of: Rules, word: str, tmp_path: Path
) -> None:
    file = tmp_path / "contest.run"
    play_matchup(["greedy", "novice"], 4, 1, HALF, workers=1, resume=file)
    with raises_code(RunError, "other_run", match=word):
        play_matchup(levels, games, seed, of, workers=1, resume=file)


# Players


#: A policy that no level plays like.
OWN = Policy("own", "hand", "random")


def with_policies(monkeypatch: pytest.MonkeyPatch, **policies: str) -> None:
    """Give these levels a policy of the kernel, and no others."""
    monkeypatch.setattr(arena, "_alike", lambda level, rules: policies.get(level))


def near(figure: Estimate | Mean, other: Estimate | Mean) -> None:
    """Check that two estimates of the same quantity agree within chance."""
    halves = [((found.high or 0) - (found.low or 0)) / 2 for found in (figure, other)]
    # Four and a half standard errors, of which an interval has nearly two.
    assert abs(figure.mean - other.mean) < 4.5 / 1.96 * math.hypot(*halves) + 1e-9


@pytest.mark.slow
def test_both_engines_come_to_the_same_figures() -> None:
    slow = play_matchup(["greedy", "random"], 160, 1, HALF, workers=1)
    fast = play_matchup(["greedy", "random"], 2000, 1, HALF, engine="kernel", workers=1)
    assert (slow.engine, fast.engine) == ("rules", "kernel")
    for name in ("first_dealer", "deals", "by_one", "by_two"):
        near(getattr(slow, name), getattr(fast, name))
    for side, other in zip(slow.contestants, fast.contestants, strict=True):
        for field in fields(side):
            value = getattr(side, field.name)
            if isinstance(value, Estimate | Mean):
                near(value, getattr(other, field.name))
        assert side.skunks / slow.games == pytest.approx(other.skunks / fast.games, abs=0.12)
    assert slow.group_worth is not None
    assert slow.group_worth == pytest.approx(present(fast.group_worth), rel=0.5)


@pytest.mark.parametrize("compiled", [True, False])
def test_the_kernel_plays_where_it_can(compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    with_policies(monkeypatch, random="random", greedy="greedy")
    monkeypatch.setattr("pegout.simulation.POLICIES", {**POLICIES, "own": OWN})
    monkeypatch.setattr("pegout.kernel.COMPILED", compiled)
    kernel = "kernel" if compiled else "rules"
    assert cast(["greedy", "random"], HALF).engine == kernel
    assert cast(["greedy", "random"], HALF).names == ("greedy", "random")
    assert cast(["greedy", "random"], HALF, "rules").engine == "rules"
    # A level without a policy; rules that the kernel does not support; a name that only it knows.
    assert cast(["greedy", "novice"], HALF).engine == "rules"
    assert cast(["greedy", "random"], Rules(counting="manual")).engine == "rules"
    assert cast(["own", "random"], HALF).engine == "kernel"
    assert cast([OWN, "random"], HALF).engine == "kernel"


@pytest.mark.parametrize("players", [3, 4])
def test_the_expert_of_more_than_two_plays_before_the_referee(players: int) -> None:
    of, names = Rules(players=players), ["expert", "club", "club"][: Rules(players=players).sides]
    found = cast(names, of)
    assert (found.engine, found.policies) == ("rules", ())
    with raises_code(ArenaError, "bad_engine", match=f"expert among {players} players"):
        cast(names, of, "kernel")
    # The policy ``expert`` for more than two is another player; a caller can still pass it.
    policies = [POLICIES["expert"], *[POLICIES["club"]] * (of.sides - 1)]
    assert cast(policies, of, "kernel").policies == tuple(policies)


@pytest.mark.parametrize("compiled", [True, False])
def test_the_kernel_plays_experts_of_two(compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pegout.kernel.COMPILED", compiled)
    assert cast(["expert", "club"], Rules()).engine == ("kernel" if compiled else "rules")
    found = cast(["expert", "club"], Rules(), "kernel")
    assert [policy.name for policy in found.policies] == ["expert", "club"]


def test_a_level_is_played_by_the_policy_nearest_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    of_their_own = {"lookahead": "lookahead", "blind": "blind"}
    with_policies(monkeypatch, club="lookahead", random="blind", **of_their_own)
    found = cast(["club", "random"], HALF, "kernel")
    assert [policy.name for policy in found.policies] == ["lookahead", "blind"]
    level = play_matchup(["club", "random"], 40, 1, HALF, engine="kernel", workers=1)
    policy = play_matchup(["lookahead", "blind"], 40, 1, HALF, engine="kernel", workers=1)
    assert level.levels == ("club", "random")
    assert [side.wins for side in level.contestants] == [side.wins for side in policy.contestants]


def test_a_simulation_of_games_is_a_contest(tmp_path: Path) -> None:
    path = tmp_path / "a.run"
    names = ["lookahead", "blind"]
    contest = play_matchup(names, 80, 1, HALF, engine="kernel", workers=1, resume=path)
    assert simulate(names, 80, 1, HALF, workers=1, resume=path) == contest


@pytest.mark.parametrize(
    ("levels", "engine", "code", "word"),
    [
        (["club", "club"], "quick", "bad_engine", "auto, kernel, rules"),
        (["own", "club"], "rules", "bad_engine", "own"),
        (["own", "nobody"], "auto", "bad_levels", "nobody"),
        (["club", "nobody"], "kernel", "bad_levels", "nobody"),
        (["club", "club"], "kernel", "bad_engine", "the engine rules"),
        (["own"], "kernel", "bad_levels", "2 levels"),
        ("ab", "kernel", "bad_levels", "2 levels"),
    ],
)
def test_who_cannot_play_is_said(
    levels: list[str], engine: str, code: str, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_policies(monkeypatch)
    monkeypatch.setattr("pegout.simulation.POLICIES", {"own": OWN})
    with raises_code(ArenaError, code, match=word):
        play_matchup(levels, 2, 1, HALF, engine=engine, workers=1)


def test_the_kernel_says_what_it_cannot_play() -> None:
    with pytest.raises(KernelError, match="counting"):
        play_matchup(["blind", "blind"], 2, 1, Rules(counting="manual"), engine="kernel")
    with pytest.raises(KernelError, match="seed"):
        play_matchup(["blind", "blind"], 2, -1, engine="kernel")


def test_a_file_says_who_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_policies(monkeypatch, random="random", greedy="greedy")
    path = tmp_path / "a.run"
    names = ["greedy", "random"]
    first = play_matchup(names, 8, 1, HALF, engine="rules", workers=1, resume=path)
    assert play_matchup(names, 8, 1, HALF, engine="auto", workers=1, resume=path) == first
    with raises_code(RunError, "other_run", match="engine rules, not kernel"):
        play_matchup(names, 8, 1, HALF, engine="kernel", workers=1, resume=path)


# Goals


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Test the goals of the kernel's contests after every four groups, not after 256."""
    assert cast(["blind", "random"], HALF, "kernel").chunk(50_000, looks=True) == 256
    monkeypatch.setattr(arena, "_LOOK", 4)


def decide_contest(**where: Any) -> Matchup:
    return play_matchup(
        ["greedy", "random"], 10_000, 3, HALF, engine="kernel", goal=Decision(0.6, 0.8), **where
    )


@pytest.mark.slow
@pytest.mark.usefixtures("looks")
def test_a_decision_follows_from_the_seed_wherever_it_is_computed(tmp_path: Path) -> None:
    alone = decide_contest(workers=1)
    assert alone.complete
    assert alone.stopped is not None
    assert alone.stopped.reached == "high"
    assert alone.games == 2 * alone.stopped.groups < 400
    assert alone.games > 2 * 8
    with ThreadPoolExecutor(4) as pool:
        assert decide_contest(executor=pool).to_json() == alone.to_json()
    assert decide_contest(workers=2).to_json() == alone.to_json()

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "a.run"
    part = decide_contest(workers=1, resume=path, progress=stop)
    assert (part.games, part.complete) == (8, False)
    assert present(part.stopped).reached is None
    assert decide_contest(workers=1, resume=path).to_json() == alone.to_json()
    assert decide_contest(workers=1, resume=path).to_json() == alone.to_json()


@pytest.mark.usefixtures("looks")
def test_a_decision_is_of_the_games_that_were_played() -> None:
    alone = decide_contest(workers=1)
    whole = play_matchup(["greedy", "random"], alone.games, 3, HALF, engine="kernel", workers=1)
    assert whole.contestants == alone.contestants


def test_the_referee_decides_too() -> None:
    found = play_matchup(["greedy", "random"], 1000, 1, HALF, goal=Decision(0.5, 0.7), workers=1)
    assert (present(found.stopped).reached, found.games % 8) == ("high", 0)
    assert found.games < 60


@pytest.mark.usefixtures("looks")
def test_a_goal_may_not_be_reached() -> None:
    found = play_matchup(
        ["greedy", "greedy"], 40, 1, HALF, engine="kernel", goal=Narrow(0.0001), workers=1
    )
    # Equals divide every pair, so the pairs give no information about their spread: the interval is
    # that of independent games.
    assert found.complete
    assert (present(found.stopped).reached, found.games) == (None, 40)


@pytest.mark.usefixtures("looks")
def test_an_interval_becomes_as_narrow_as_is_wanted() -> None:
    found = play_matchup(
        ["lookahead", "blind"], 10_000, 1, HALF, engine="kernel", goal=Narrow(0.1), workers=1
    )
    rate = found.contestants[0].win_rate
    assert 0.09 < (rate.high - rate.low) / 2 <= 0.1
    assert found.stopped is not None
    assert (found.stopped.reached, found.stopped.against_low) == ("narrow", None)


@pytest.mark.usefixtures("looks")
def test_a_file_belongs_to_its_goal(tmp_path: Path) -> None:
    path = tmp_path / "a.run"
    decide_contest(workers=1, resume=path)
    with raises_code(RunError, "other_run", match="goal"):
        play_matchup(["greedy", "random"], 10_000, 3, HALF, engine="kernel", workers=1, resume=path)
