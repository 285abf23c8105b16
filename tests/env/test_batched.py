"""Many games in lockstep: shapes, rewards, restarts of finished games, and errors."""

import pickle
from typing import Any

import numpy as np
import pytest

from pegout.cards import CardError
from pegout.env import BatchedEnv, EnvError, action_text, as_policy, decode, observe_batch
from pegout.kernel import KernelError, actions_of
from pegout.rules import Rules
from pegout.simulation import play_games
from tests.cases import each, raises_code

GAMES = [Rules(), Rules(players=3), Rules(players=4)]
LOWBALL = Rules("half", players=3, lowball=True)


def lowest(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
    assert len(observations) == len(masks)
    found: np.ndarray = masks.argmax(axis=1)
    return found


def highest(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
    found: np.ndarray = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
    return found


def by_sight(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """Return legal actions that depend on the whole observation."""
    weights = np.arange(observations.shape[1]) % 31
    wanted = (observations @ weights).astype(np.int64)[:, None] * np.arange(masks.shape[1]) % 97
    found: np.ndarray = np.where(masks, wanted, -1).argmax(axis=1)
    return found


def describe(array: np.ndarray) -> tuple[tuple[int, ...], str]:
    return array.shape, str(array.dtype)


@pytest.mark.parametrize("game", GAMES, ids=["two", "three", "four"])
def test_everything_has_the_shape_that_it_should(game: Rules) -> None:
    tables = BatchedEnv(5, seed=1, rules=game)
    observations, masks, seats = tables.observe()
    assert describe(observations) == ((5, tables.observation_size), "float32")
    assert describe(masks) == ((5, actions_of(game)), "bool")
    assert describe(seats) == ((5,), "int8")
    rewards, done = tables.step(masks.argmax(axis=1))
    assert describe(rewards) == ((5, game.sides), "float32")
    assert describe(done) == ((5,), "bool")
    assert (tables.games, tables.actions) == (5, actions_of(game))


@pytest.mark.parametrize(
    ("game", "reward", "steps"),
    [
        (Rules("half"), "points", 150),
        (Rules("half", players=3), "win", 150),
        (Rules("half", players=4), "points", 150),
        (LOWBALL, "win", 150),
        *[
            pytest.param(game, reward, 400, marks=pytest.mark.slow)
            for game in (*GAMES, LOWBALL)
            for reward in ("points", "win")
        ],
    ],
    ids=str,
)
def test_rewards_add_up_to_nothing_and_finished_games_begin_anew(
    game: Rules, reward: Any, steps: int
) -> None:
    tables = BatchedEnv(20, seed=2, rules=game, reward=reward)
    ended = 0
    for _ in range(steps):
        observations, masks, _ = tables.observe()
        rewards, done = tables.step(by_sight(observations, masks))
        assert np.abs(rewards.sum(axis=1)).max() < 1e-5
        assert masks.any(axis=1).all()
        ended += int(done.sum())
        if reward == "win":
            assert (rewards[~done] == 0).all()
            assert np.abs(rewards[done]).sum(axis=1) == pytest.approx(2)
        seen = decode(tables.observe()[0], game)
        assert (seen.scores[done] == 0).all()
    assert ended > 10


@pytest.mark.parametrize("game", [*GAMES, LOWBALL], ids=["two", "three", "four", "lowball"])
def test_the_games_are_those_of_the_kernel_and_are_won_by_the_same_sides(game: Rules) -> None:
    policy = as_policy(by_sight)
    expected = play_games([policy] * game.sides, 8, 4, rules=game)
    tables = BatchedEnv(8, seed=4, rules=game, reward="win")
    won = np.zeros((8, game.sides), np.float32)
    over = np.zeros(8, np.bool_)
    while not over.all():
        observations, masks, _ = tables.observe()
        rewards, done = tables.step(by_sight(observations, masks))
        won[done & ~over] = rewards[done & ~over]
        over |= done
    assert ((won > 0) == expected.winners).all()


def test_points_are_what_the_sides_gain() -> None:
    tables = BatchedEnv(10, seed=3, rules=Rules("half", players=3))
    before = tables.batch.scores.astype(np.float64)
    while True:
        observations, masks, _ = tables.observe()
        rewards, done = tables.step(by_sight(observations, masks))
        going = ~done
        gained = tables.batch.scores - before
        mean_of_others = (gained.sum(axis=1, keepdims=True) - gained) / 2
        assert (rewards[going] == (gained - mean_of_others)[going]).all()
        before = tables.batch.scores.astype(np.float64)
        if done.any():
            break


def test_the_same_seed_gives_the_same_games_and_another_seed_others() -> None:
    def seen(seed: int) -> bytes:
        tables = BatchedEnv(10, seed=seed)
        for _ in range(30):
            observations, masks, _ = tables.observe()
            tables.step(by_sight(observations, masks))
        return tables.observe()[0].tobytes()

    assert seen(1) == seen(1)
    assert seen(1) != seen(2)


def test_an_agent_plays_in_the_kernel_as_it_is_asked() -> None:
    found = play_games([as_policy(lowest), as_policy(highest)], 20, 1)
    assert found.winners.sum() == 20


def test_the_seats_to_act_are_seen_with_their_own_eyes() -> None:
    tables = BatchedEnv(20, seed=3)
    for _ in range(30):
        observations, masks, _ = tables.observe()
        seen = decode(observations, tables.rules)
        assert (seen.turn == 0).all()
        some = np.array([3, 1, 17])
        assert (observe_batch(tables.batch, some) == observations[some]).all()
        tables.step(lowest(observations, masks))


def test_an_illegal_action_is_named_and_changes_nothing() -> None:
    tables = BatchedEnv(3, seed=1)
    before = tables.observe()[0].tobytes()
    with raises_code(
        KernelError, "illegal_action", match=r"game 1 .* has to discard, and asked to play AC"
    ):
        tables.step(np.array([52, 0, 52]))
    assert tables.observe()[0].tobytes() == before


@each("actions", [np.array([52]), np.array([52.0, 52.0]), np.array([52, 67]), np.array([-1, 52])])
def test_actions_that_are_none_are_refused(actions: np.ndarray) -> None:
    with pytest.raises(KernelError):
        BatchedEnv(2, seed=1).step(actions)


@each(
    ("options", "code"),
    [
        ({"games": 0}, "bad_option"),
        ({"games": 1.5}, "bad_option"),
        ({"games": True}, "bad_option"),
        ({"seed": -1}, "bad_seed"),
        ({"seed": 2**62}, "bad_seed"),
        ({"seed": None}, "bad_seed"),
        ({"reward": "money"}, "bad_option"),
        ({"rules": Rules(counting="manual")}, "bad_rules"),
    ],
)
def test_options_that_do_not_exist_are_refused(options: dict[str, Any], code: str) -> None:
    with raises_code(EnvError, code):
        BatchedEnv(**{"games": 2, "seed": 1, **options})


def test_an_error_can_be_sent_to_another_process() -> None:
    error = EnvError("bad_seed", "expected another")
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, str(again)) == (error.code, str(error))


def test_a_discard_of_unknown_cards_is_named_by_its_places() -> None:
    assert action_text(66, Rules()) == "discard the cards in places 4 and 5"
    with pytest.raises(CardError, match="expected 6 cards as the cards dealt, not 2: 5H 6S"):
        action_text(66, Rules(), "5H 6S")
    assert action_text(56, Rules(players=3)) == "discard the card in place 4"
