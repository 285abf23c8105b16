"""Learned policies in contests: with both engines, ladders, early decisions and luck."""

from typing import Any

import numpy as np
import pytest

from pegout.contests.arena import ArenaError, cast, play_matchup
from pegout.contests.ladder import play_ladder
from pegout.contests.luck_adjusted import Luck, LuckAdjusting, luck_tables
from pegout.contests.policy_contests import SimulationError, simulate, simulate_deals
from pegout.contests.sequential import Decision
from pegout.env import EnvError, as_policy
from pegout.kernel import KernelError
from pegout.match import Match, Seated, Setup
from pegout.players import PlayerError, advance
from pegout.rules import Rules
from pegout.simulation import POLICIES, FunctionPolicy
from tests.cases import each, raises_code

HALF = Rules("half")


def lowest(observations: Any, masks: Any) -> Any:
    """Take the first legal action."""
    return masks.argmax(axis=1)


def highest(observations: Any, masks: Any) -> Any:
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def greedy(batch: Any, rows: Any) -> Any:
    """Play as the compiled policy does, asked as a function."""
    return batch.choose("greedy", rows)


AGENT = as_policy(lowest)
GREEDY = FunctionPolicy("greedy", greedy)


@each("engine", ["rules", "kernel", "auto"])
def test_a_learned_policy_plays_with_each_engine(engine: str) -> None:
    found = play_matchup([AGENT, "random"], 4, 1, HALF, engine=engine, workers=1)
    assert found.levels == ("lowest", "random")
    assert found.engine == ("rules" if engine == "rules" else "kernel")
    assert found.games == 4


def test_an_agent_chooses_alike_in_both_engines() -> None:
    """The observation of a view and that of a batch are one, so the same agent acts alike."""
    seats = Seated("Ann", "lowest"), Seated("Ben", "highest")
    match = Match(Setup("x", HALF, seats))
    for _ in advance(match, {0: AGENT, 1: as_policy(highest)}):
        pass
    assert match.over


def test_a_function_plays_as_the_policy_that_it_asks() -> None:
    function = play_matchup([GREEDY, "random"], 40, 1, HALF, engine="kernel", workers=1)
    policy = play_matchup(["greedy", "random"], 40, 1, HALF, engine="kernel", workers=1)
    assert function == policy


def test_the_luck_of_a_function_is_that_of_the_policy_that_it_asks() -> None:
    policies = POLICIES["greedy"], POLICIES["lookahead"]
    rules = Rules(target=31, first_deal="chosen")
    luck = Luck(policies, rules, 1, luck_tables(policies, rules, 200, 1))
    compiled = LuckAdjusting(policies, luck)
    asked = LuckAdjusting((GREEDY, policies[1]), luck)
    for who in ([0, 1], [1, 0]):
        one, other = compiled.games(range(3, 9), who), asked.games(range(3, 9), who)
        for left, right in zip(one, other, strict=True):
            if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
                assert np.allclose(left, right)


def test_the_stand_in_of_a_function_is_that_of_its_opponent() -> None:
    lineup = cast([AGENT, "lookahead"], Rules(), "kernel")
    assert [one.name for one in lineup.stand_ins(Rules())] == ["lookahead", "lookahead"]
    lineup = cast([AGENT, as_policy(highest)], Rules(), "kernel")
    assert [one.name for one in lineup.stand_ins(Rules())] == ["club", "club"]


def test_a_contest_of_a_learned_policy_is_decided_early() -> None:
    goal = Decision(0.4, 0.9)
    found = play_matchup(
        [AGENT, "greedy"], 4000, 1, Rules(target=31), engine="kernel", goal=goal, workers=1
    )
    assert found.stopped is not None
    assert found.stopped.reached == "low"


def test_a_ladder_and_simulate_take_learned_policies() -> None:
    short = Rules(target=31)
    ladder = play_ladder([AGENT, "random", "greedy"], 4, 1, short, engine="kernel", workers=1)
    assert ladder.levels == ("lowest", "random", "greedy")
    assert simulate([AGENT, "random"], 4, 1, short, workers=1).levels == ("lowest", "random")
    with raises_code(SimulationError, "bad_policies", match="whole games of lowest"):
        simulate_deals([AGENT, "random"], 4, 1, short)  # type: ignore[list-item]


def test_a_policy_is_named_by_its_place() -> None:
    lineup = cast([f"{__name__}:AGENT", "random"], HALF, "auto")
    assert (lineup.engine, lineup.names) == ("kernel", (f"{__name__}:AGENT", "random"))
    assert [name.split(",")[0] for name in lineup.identities()] == [f"{__name__}:AGENT", "random"]


def test_a_policy_that_no_other_process_can_import_plays_here() -> None:
    here = as_policy(lambda observations, masks: masks.argmax(axis=1), "here")
    lineup = cast([here, "random"], HALF, "kernel")
    assert lineup.restrict({})["workers"] == 1
    with raises_code(ArenaError, "bad_place", match="here"):
        lineup.restrict({"workers": 2})


def test_a_policy_that_fails_is_named() -> None:
    def broken(observations: Any, masks: Any) -> Any:
        raise ValueError("boom")

    def stuck(observations: Any, masks: Any) -> Any:
        return np.zeros(len(masks), int)

    with raises_code(KernelError, "policy_failed", match="policy broken raised ValueError: boom"):
        play_matchup([as_policy(broken), "random"], 2, 1, engine="kernel", workers=1)
    with raises_code(PlayerError, "player_failed", match="boom"):
        play_matchup([as_policy(broken), "random"], 2, 1, engine="rules", workers=1)
    with raises_code(KernelError, "illegal_action", match="policy stuck: seat"):
        play_matchup([as_policy(stuck), "random"], 2, 1, engine="kernel", workers=1)


def test_a_function_of_a_batch_plays_in_the_kernel_alone() -> None:
    with raises_code(ArenaError, "bad_engine", match="only the kernel knows how greedy plays"):
        play_matchup([GREEDY, "random"], 2, 1, engine="rules")


@each("agent", [None, 7, dict])
def test_an_agent_can_be_called(agent: Any) -> None:
    with pytest.raises(EnvError, match="an agent is a function"):
        as_policy(agent)
