"""Games in lockstep as a vector environment of Gymnasium: spaces, seeds, autoreset, equal games."""

from itertools import pairwise
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics, TransformReward

from pegout.env import EnvError, as_policy, decode, encode, seen_of_batch
from pegout.env.vector import CribbageVectorEnv
from pegout.kernel import KernelError, actions_of
from pegout.rules import Rules, UnknownRules
from pegout.simulation import play_games
from tests.cases import each, raises_code
from tests.env.test_batched import by_sight

GAMES = [Rules(), Rules(players=3), Rules(players=4), Rules(five_card=True)]
NAMES = ["two", "three", "four", "five-card"]
HALF = Rules("half")


def chosen(observations: np.ndarray, infos: dict[str, Any]) -> np.ndarray:
    return by_sight(observations, infos["action_mask"].astype(bool))


def steps(tables: Any, number: int, seed: int = 5) -> list[Any]:
    """Return the results of an agent that goes by its observations."""
    observations, infos = tables.reset(seed=seed)
    answers: list[Any] = [(observations, infos)]
    for _ in range(number):
        answers.append(tables.step(chosen(observations, infos)))
        observations, *_, infos = answers[-1]
    return answers


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_it_has_the_spaces_that_gymnasium_asks_for(game: Rules) -> None:
    tables = CribbageVectorEnv(6, rules=game)
    assert isinstance(tables, VectorEnv)
    assert tables.num_envs == 6
    assert tables.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert tables.single_action_space.n == actions_of(game)  # type: ignore[attr-defined]
    assert tables.action_space.shape == (6,)
    observations, infos = tables.reset(seed=3)
    tables.action_space.seed(3)
    for _ in range(60):
        assert observations in tables.observation_space
        assert observations[0] in tables.single_observation_space
        actions = tables.action_space.sample(mask=tuple(infos["action_mask"]))
        assert actions in tables.action_space
        observations, rewards, terminations, truncations, infos = tables.step(actions)
        assert (rewards.shape, terminations.shape, truncations.shape) == ((6,), (6,), (6,))
        assert terminations.dtype == truncations.dtype == np.bool_
        assert not truncations.any()


@pytest.mark.parametrize("mode", AutoresetMode)
def test_the_same_seed_gives_the_same_steps_and_another_seed_others(mode: AutoresetMode) -> None:
    first, again = (CribbageVectorEnv(8, rules=HALF, autoreset_mode=mode) for _ in range(2))
    assert data_equivalence(steps(first, 50), steps(again, 50), exact=True)
    assert data_equivalence(steps(first, 20), steps(again, 20), exact=True)
    assert not data_equivalence(steps(first, 20, 5), steps(again, 20, 6), exact=True)


def test_what_was_answered_does_not_change_afterwards() -> None:
    tables = CribbageVectorEnv(4, rules=HALF)
    observations, infos = tables.reset(seed=1)
    answer = tables.step(chosen(observations, infos))
    *told, mask = *answer[:4], answer[4]["action_mask"]
    before = [part.copy() for part in (*told, mask)]
    for _ in range(30):
        answer = tables.step(chosen(answer[0], answer[4]))
    assert all(map(np.array_equal, (*told, mask), before))


@pytest.mark.parametrize("reward", ["points", pytest.param("win", marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_the_games_are_those_of_the_kernel(game: Rules, reward: Any) -> None:
    sides = game.sides
    tables = CribbageVectorEnv(10, rules=game, reward=reward, autoreset_mode=AutoresetMode.DISABLED)
    observations, infos = tables.reset(seed=9)
    total, over = np.zeros(10), np.zeros(10, np.bool_)
    while not over.all():
        seen = decode(observations, game)
        assert (seen.turn[~over] == 0).all()
        assert (seen.phase[over] == 2).all()
        observations, rewards, over, _, infos = tables.step(chosen(observations, infos))
        total += rewards
    scores = tables.batch.scores.astype(float)
    others = (scores.sum(axis=1) - scores[:, 0]) / (sides - 1)
    if reward == "win":
        assert ((total > 0) == (scores[:, 0] == game.target)).all()
    elif not game.five_card:
        assert total == pytest.approx(scores[:, 0] - others, abs=1e-3)
    if game.players < 4:
        # With four players the kernel has one policy for both partners.
        policies: list[Any] = [as_policy(by_sight), *["greedy"] * (sides - 1)]
        wanted = play_games(policies, 10, 9, rules=game)
        assert np.array_equal(tables.batch.scores, wanted.scores)


def test_a_function_may_play_the_others() -> None:
    wanted = play_games([as_policy(by_sight), as_policy(by_sight)], 10, 4, rules=HALF)
    tables = CribbageVectorEnv(
        10, rules=HALF, others=as_policy(by_sight), autoreset_mode=AutoresetMode.DISABLED
    )
    *_, last = steps(tables, 200, 4)
    assert last[2].all()
    assert np.array_equal(tables.batch.scores, wanted.scores)


def test_a_finished_game_begins_in_the_step_after() -> None:
    tables = CribbageVectorEnv(10, rules=HALF)
    answers = steps(tables, 200)
    ended = 0
    for (observations, _, over, _, infos), after in pairwise(answers[1:]):
        assert "final_obs" not in infos
        if over.any():
            ended += int(over.sum())
            assert (decode(observations[over], HALF).scores.max(axis=1) == HALF.target).all()
            assert (infos["action_mask"][over] == 1).all()
            assert (decode(after[0][over], HALF).scores == 0).all()
            assert (after[1][over] == 0).all()
            assert not after[2][over].any()
    assert ended > 20


def test_a_finished_game_begins_at_once_where_that_is_asked_for() -> None:
    tables = CribbageVectorEnv(10, rules=HALF, autoreset_mode=AutoresetMode.SAME_STEP)
    assert tables.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    ended = 0
    for observations, _, over, _, infos in steps(tables, 100)[1:]:
        assert ("final_obs" in infos) == over.any()
        if over.any():
            ended += int(over.sum())
            assert (decode(observations[over], HALF).scores == 0).all()
            assert np.array_equal(infos["_final_obs"], over)
            for row, last in enumerate(infos["final_obs"]):
                assert (last is not None) == over[row]
                if last is not None:
                    assert last in tables.single_observation_space
                    assert decode(last[None], HALF).scores.max() == HALF.target
    assert ended > 10


def test_a_finished_game_waits_until_it_is_begun_anew() -> None:
    tables = CribbageVectorEnv(10, rules=HALF, autoreset_mode=AutoresetMode.DISABLED)
    observations, *_, over, _, infos = steps(tables, 60)[-1]
    assert over.sum() > 0
    again, rewards, still, _, _ = tables.step(chosen(observations, infos))
    assert np.array_equal(again[over], observations[over])
    assert not rewards[over].any()
    assert still[over].all()
    begun, _ = tables.reset(options={"reset_mask": still})
    assert (decode(begun[still], HALF).scores == 0).all()
    assert np.array_equal(begun[~still], again[~still])


def test_a_reset_without_a_seed_begins_the_next_games() -> None:
    tables = CribbageVectorEnv(5)
    first, _ = tables.reset(seed=8)
    second, _ = tables.reset()
    assert not np.array_equal(first, second)
    assert np.array_equal(tables.batch.numbers, np.arange(5, 10))
    assert np.array_equal(tables.reset(seed=8)[0], first)
    other = CribbageVectorEnv(5)
    assert not np.array_equal(other.reset()[0], CribbageVectorEnv(5).reset()[0])


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_gymnasiums_wrappers_work_with_it(mode: AutoresetMode) -> None:
    tables = CribbageVectorEnv(10, rules=HALF, reward="win", autoreset_mode=mode)
    recorded = RecordEpisodeStatistics(TransformReward(tables, lambda rewards: 2 * rewards))
    returns = [
        float(points)
        for answer in steps(recorded, 120)[1:]
        if "episode" in answer[4]
        for points in answer[4]["episode"]["r"][answer[4]["_episode"]]
    ]
    assert len(returns) > 10
    assert set(returns) == {2.0, -2.0}
    assert len(recorded.return_queue) == len(returns)


@each(
    ("options", "code"),
    [
        ({"num_envs": 0}, "bad_option"),
        ({"num_envs": 2.0}, "bad_option"),
        ({"reward": "money"}, "bad_option"),
        ({"rules": Rules(counting="manual")}, "bad_rules"),
        ({"autoreset_mode": "NextStep"}, "bad_option"),
        ({"others": "somebody"}, "bad_policy"),
    ],
)
def test_options_that_do_not_exist_are_refused(options: dict[str, Any], code: str) -> None:
    with pytest.raises((EnvError, KernelError)) as refused:
        CribbageVectorEnv(**{"num_envs": 2, **options})
    assert refused.value.code == code


def test_what_is_refused_changes_nothing() -> None:
    tables = CribbageVectorEnv(3)
    for call, code in (
        (lambda: tables.step(np.array([52, 52, 52])), "not_begun"),
        (lambda: tables.reset(options={"reset_mask": np.ones(3, np.bool_)}), "bad_option"),
        (lambda: tables.reset(seed=2**62), "bad_seed"),
        (lambda: tables.reset(options={"mask": 1}), "bad_option"),
        (lambda: tables.reset(options={"reset_mask": np.zeros(3, np.bool_)}), "bad_option"),
        (lambda: tables.reset(options={"reset_mask": np.ones(2, np.bool_)}), "bad_option"),
    ):
        with raises_code(EnvError, code):
            call()
    before, _ = tables.reset(seed=1)
    with raises_code(KernelError, "illegal_action", match=r"game 1 .* has to discard"):
        tables.step(np.array([52, 0, 52]))
    with pytest.raises(KernelError):
        tables.step(np.array([52, -1, 52]))
    observations = encode(
        seen_of_batch(tables.batch, np.arange(3), np.zeros(3, np.int64)), tables.rules
    )
    assert np.array_equal(observations, before)
    assert tables.step(by_sight(observations, tables.batch.legal()))[0].shape == before.shape


def test_a_function_that_answers_nonsense_is_named() -> None:
    tables = CribbageVectorEnv(3, others=lambda batch, rows: np.zeros(7))  # type: ignore[arg-type,return-value]
    with raises_code(KernelError, "bad_policy", match="others"):
        tables.reset(seed=1)


def test_gymnasium_makes_it_by_its_name() -> None:
    for name in ("pegout/Cribbage-v0", "pegout.env.vector:pegout/Cribbage-v0"):
        tables = gymnasium.make_vec(name, num_envs=3, players=3, reward="win")
        assert isinstance(tables, CribbageVectorEnv)
        assert (tables.num_envs, tables.rules, tables.reward) == (3, Rules(players=3), "win")
        assert tables.spec is not None
        assert tables.spec.id == "pegout/Cribbage-v0"
    with pytest.raises(gymnasium.error.Error):
        gymnasium.make("pegout/Cribbage-v0")


def test_rules_are_a_preset_with_a_number_of_players() -> None:
    assert CribbageVectorEnv(2, rules="half", players=4).rules == Rules("half", players=4)
    assert CribbageVectorEnv(2, rules=HALF, players=3).rules == Rules("half", players=3)
    with raises_code(UnknownRules, "unknown_preset"):
        CribbageVectorEnv(2, rules="quarter")
    with raises_code(UnknownRules, "bad_switch"):
        CribbageVectorEnv(2, players=5)
