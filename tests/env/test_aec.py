"""The environment of PettingZoo: its own tests, rewards, ends of episodes, and errors."""

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

from pegout.env import EnvError, aec, layout
from pegout.env.observation import decode, size
from pegout.kernel import actions_of
from pegout.rules import PRESETS, Rules, UnknownRules
from tests.cases import each, present, raises_code

PLAYERS = (2, 3, 4)
FAMILY = Rules("family", target=61)
HALF = Rules("half", players=3)

Choose = Callable[[np.ndarray], int]


def first(mask: np.ndarray) -> int:
    return int(mask.argmax())


def chance(seed: int) -> Choose:
    numbers = np.random.default_rng(seed)
    return lambda mask: int(numbers.choice(np.flatnonzero(mask)))


def play(table: Any, choose: Choose = first, seed: int | None = 1) -> list[tuple[str, float, Any]]:
    """Play an episode: for each agent to act, its name, its reward and its observation."""
    told = []
    table.reset(seed=seed)
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, _ = table.last()
        told.append((agent, reward, observation))
        ended = terminated or truncated
        table.step(None if ended else choose(observation["action_mask"]))
    return told


def totals(told: list[tuple[str, float, Any]]) -> dict[str, float]:
    sums: dict[str, float] = {}
    for agent, reward, _ in told:
        sums[agent] = sums.get(agent, 0) + reward
    return sums


def scores_of(table: Any) -> list[int]:
    """Return the score of each side, as seat 0 sees them."""
    seen = table.observe("seat_0")["observation"]
    scores: list[int] = decode(seen[None], table.rules).scores[0].tolist()
    return scores


# PettingZoo's own tests


@pytest.mark.parametrize("players", PLAYERS)
def test_pettingzoo_finds_nothing_to_warn_of(players: int) -> None:
    api_test(aec.env(players=players), num_cycles=400)


@pytest.mark.parametrize("players", PLAYERS)
def test_of_a_mask_in_the_observation_pettingzoo_warns_as_of_any_but_its_own(players: int) -> None:
    # It knows the names of its own games with dictionary observations, and warns about all others.
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test(aec.env(players=players, mask="observation"), num_cycles=400)
    assert {str(warning.message) for warning in told} <= {
        "Observation is not a NumPy array",
        "Observation space for each agent probably should be gymnasium.spaces.box or "
        "gymnasium.spaces.discrete",
    }


@pytest.mark.parametrize("players", PLAYERS)
def test_pettingzoo_finds_the_same_game_for_the_same_seed(players: int) -> None:
    seed_test(lambda: aec.env(players=players), num_cycles=200)


@pytest.mark.long
@pytest.mark.parametrize("players", PLAYERS)
def test_pettingzoo_measures_its_speed(players: int, capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(aec.env(players=players))
    assert "turns per second" in capsys.readouterr().out


def test_pettingzoo_draws_it(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: aec.env(players=4, render_mode=render_mode))
    assert "seat_3" in capsys.readouterr().out


# The course of an episode


@pytest.mark.parametrize("players", PLAYERS)
def test_spaces_have_room_for_what_is_told(players: int) -> None:
    table = aec.env(players=players, mask="observation")
    for agent, _, observation in play(table, chance(3)):
        assert table.observation_space(agent).contains(observation)
    assert table.action_space("seat_0").n == actions_of(Rules(players=players))


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    def game(seed: int) -> list[bytes]:
        told = play(aec.env(mask="observation"), seed=seed)
        return [observation["observation"].tobytes() for _, _, observation in told]

    assert game(5) == game(5)
    assert game(5) != game(6)


def test_games_after_a_seed_follow_from_it_and_differ() -> None:
    def games() -> list[bytes]:
        table = aec.env(mask="observation")
        found = []
        for seed in (5, None, None):
            table.reset(seed=seed)
            found.append(table.last()[0]["observation"].tobytes())
        return found

    assert games() == games()
    assert len(set(games())) == 3


def test_games_without_any_seed_differ() -> None:
    def state() -> bytes:
        table = aec.raw_env(mask="observation")
        table.reset()
        return table.state().tobytes()

    assert state() != state()


@pytest.mark.parametrize(
    "played",
    [
        *[pytest.param(PRESETS[name], id=name) for name in PRESETS],
        pytest.param(Rules(five_card=True), id="five_card"),
        pytest.param(Rules("half", players=3, lowball=True), id="lowball"),
        pytest.param(Rules("half", players=4, stinkhole=True), id="stinkhole"),
        pytest.param(Rules("half", first_deal="random"), id="random"),
        pytest.param(Rules("half", first_deal="chosen"), id="chosen"),
    ],
)
def test_a_game_by_any_rules_comes_to_its_end(played: Any) -> None:
    table = aec.raw_env(played, mask="observation")
    play(table, chance(2), seed=2)
    assert not table.agents
    assert max(scores_of(table)) == played.target


def test_nobody_is_asked_who_has_no_choice_to_make() -> None:
    for _, _, observation in play(aec.env(players=3, mask="observation"), chance(4))[:-3]:
        assert observation["action_mask"].any()


def test_seats_discard_one_after_the_other_from_the_dealers_left() -> None:
    table = aec.env(players=4, mask="observation")
    table.reset(seed=1, options={"dealer": 2})
    asked = []
    for _ in range(4):
        asked.append(table.agent_selection)
        table.step(first(table.last()[0]["action_mask"]))
    assert asked == ["seat_3", "seat_0", "seat_1", "seat_2"]


def test_only_the_seat_to_act_has_a_mask() -> None:
    table = aec.env(players=3, mask="observation")
    table.reset(seed=1)
    masks = {agent: table.observe(agent)["action_mask"].any() for agent in table.agents}
    assert [agent for agent, some in masks.items() if some] == [table.agent_selection]


def test_a_mask_in_the_info_is_the_same_mask() -> None:
    masked, other = aec.env(mask="observation"), aec.env()
    masked.reset(seed=3)
    other.reset(seed=3)
    for _ in range(60):
        observation, mask = masked.last()[0], other.last()[4]["action_mask"]
        assert (observation["action_mask"] == mask).all()
        assert (observation["observation"] == other.last()[0]).all()
        masked.step(first(mask))
        other.step(first(mask))


def test_the_state_is_what_all_seats_see() -> None:
    table = aec.raw_env(players=3, mask="observation")
    table.reset(seed=1)
    seen: list[Any] = [table.observe(agent) for agent in table.agents]
    assert (table.state() == np.concatenate([observed["observation"] for observed in seen])).all()
    assert table.state_space.contains(table.state())


# Rewards


@pytest.mark.parametrize("reward", ["points", "win"])
@pytest.mark.parametrize("players", PLAYERS)
def test_rewards_add_up_to_nothing(players: int, reward: str) -> None:
    table = aec.raw_env(players=players, reward=reward, mask="observation")
    table.reset(seed=1)
    choose = chance(1)
    while not any(table.terminations.values()):
        table.step(choose(table.observe(table.agent_selection)["action_mask"]))
        assert sum(table.rewards.values()) == pytest.approx(0)


def test_points_are_what_a_side_gains_on_the_other() -> None:
    table = aec.raw_env(FAMILY, mask="observation")
    sums = totals(play(table, chance(5), seed=5))
    score, other = scores_of(table)
    assert sums == {"seat_0": score - other, "seat_1": other - score}


def test_with_three_points_are_counted_against_the_mean_of_the_others() -> None:
    table = aec.raw_env(HALF, mask="observation")
    sums = totals(play(table, chance(5), seed=5))
    scores = scores_of(table)
    assert sums == {f"seat_{at}": own - (sum(scores) - own) / 2 for at, own in enumerate(scores)}


def test_with_three_a_win_is_taken_from_both_losers() -> None:
    table = aec.raw_env(HALF, reward="win", mask="observation")
    sums = totals(play(table, chance(5), seed=5))
    scores = scores_of(table)
    won = {f"seat_{at}": 1.0 if own == 61 else -0.5 for at, own in enumerate(scores)}
    assert sums == won


def test_partners_get_the_same() -> None:
    told = play(aec.raw_env(players=4, reward="win", mask="observation"), chance(6))
    sums = totals(told)
    assert sums["seat_0"] == sums["seat_2"] == -sums["seat_1"] == -sums["seat_3"] != 0


def test_single_deals_are_cut_short_and_the_next_is_seen() -> None:
    table = aec.raw_env(deals=1, mask="observation")
    told = play(table, seed=1)
    assert len(told) == 2 + 8 + 2
    last = decode(told[-1][2]["observation"][None], table.rules)
    assert last.played.min() == 52
    assert last.scores.max() > 0


def test_an_episode_cut_short_is_truncated_and_a_game_is_terminated() -> None:
    table = aec.raw_env(deals=2, mask="observation")
    table.reset(seed=1)
    for _ in range(20):
        table.step(first(table.observe(table.agent_selection)["action_mask"]))
    assert all(table.truncations.values())
    assert not any(table.terminations.values())
    whole = aec.raw_env(FAMILY, deals=100, mask="observation")
    whole.reset(seed=1)
    while not any(whole.terminations.values()):
        whole.step(first(whole.observe(whole.agent_selection)["action_mask"]))
    assert not any(whole.truncations.values())


# Errors


def test_an_illegal_action_is_named_and_changes_nothing() -> None:
    table = aec.raw_env(mask="observation")
    table.reset(seed=1)
    before = table.state().tobytes()
    with raises_code(
        EnvError, "illegal_action", match=r"seat_. may not play AC now: now is the time for: disc"
    ):
        table.step(0)
    assert table.state().tobytes() == before
    table.step(52)


def test_a_discard_of_known_cards_is_named_by_them() -> None:
    table = aec.raw_env(mask="observation")
    table.reset(seed=1)
    table.step(52)
    table.step(52)
    with pytest.raises(EnvError, match=r"may not discard \w\w \w\w now"):
        table.step(60)


@each("action", [-1, 67, 1.5, "5H", True, None])
def test_a_number_that_is_no_action_is_refused(action: Any) -> None:
    table = aec.raw_env(mask="observation")
    table.reset(seed=1)
    with raises_code(EnvError, "bad_action"):
        table.step(action)


def test_with_the_wrappers_an_illegal_action_loses() -> None:
    table = aec.env(mask="observation")
    table.reset(seed=1)
    loser = table.agent_selection
    table.step(0)
    assert all(table.terminations.values())
    assert table.rewards[loser] == -1


def test_with_the_wrappers_a_number_that_is_no_action_is_out_of_bounds() -> None:
    table = aec.env(mask="observation")
    table.reset(seed=1)
    with pytest.raises(AssertionError, match="not in action space"):
        table.step(67)


@each(
    ("options", "code"),
    [
        ({"deals": 0}, "bad_option"),
        ({"deals": 1.5}, "bad_option"),
        ({"reward": "money"}, "bad_option"),
        ({"mask": "nowhere"}, "bad_option"),
        ({"render_mode": "rgb_array"}, "bad_option"),
        ({"rules": Rules(counting="manual")}, "bad_rules"),
    ],
)
def test_options_that_do_not_exist_are_refused(options: dict[str, Any], code: str) -> None:
    with raises_code(EnvError, code):
        aec.env(**options)


@each(
    "options",
    [
        {"rules": "quick"},
        {"rules": 121},
        {"players": 5},
        {"rules": "clasico", "players": 3},
        {"rules": PRESETS["clasico"], "players": 3},
        {"rules": Rules(five_card=True), "players": 3},
    ],
)
def test_rules_that_do_not_exist_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(UnknownRules):
        aec.env(**options)


@each("seed", [-1, 2**62, 1.5, "1", True])
def test_a_seed_that_is_none_is_refused(seed: Any) -> None:
    with raises_code(EnvError, "bad_seed"):
        aec.env(mask="observation").reset(seed=seed)


@each("dealer", [-1, 2, "seat_0", True])
def test_a_dealer_who_does_not_sit_there_is_refused(dealer: Any) -> None:
    with raises_code(EnvError, "bad_option"):
        aec.env(mask="observation").reset(options={"dealer": dealer})


def test_nothing_can_be_asked_before_the_first_reset() -> None:
    with raises_code(EnvError, "not_begun"):
        aec.raw_env(mask="observation").observe("seat_0")


def test_there_is_nothing_to_see_without_a_way_to_render() -> None:
    table = aec.raw_env(mask="observation")
    table.reset(seed=1)
    with pytest.raises(EnvError, match="render_mode"):
        table.render()


# Texts


def test_actions_have_names() -> None:
    table = aec.raw_env(mask="observation")
    table.reset(seed=1)
    seen = decode(table.observe(table.agent_selection)["observation"][None], table.rules)
    mask = layout(table.rules)["dealt"]
    assert seen.dealt.shape == (1, 6)
    assert mask.stop - mask.start == 52
    assert table.action_text(18) == "play 5H"
    assert table.action_text(52).startswith("discard ")


def test_the_text_tells_every_hand_and_whose_turn_it_is() -> None:
    table = aec.raw_env(players=3, render_mode="ansi", mask="observation")
    table.reset(seed=1, options={"dealer": 0})
    text = present(table.render())
    assert text.splitlines()[0] == "The discard, seat_0’s crib"
    assert text.splitlines()[-1] == "seat_1 to discard."
    assert [len(line.split()) for line in text.splitlines()[3:6]] == [6, 6, 6]


def test_the_text_of_the_end_says_so() -> None:
    table = aec.raw_env(FAMILY, render_mode="ansi", mask="observation")
    table.reset(seed=1)
    while not any(table.terminations.values()):
        table.step(first(table.observe(table.agent_selection)["action_mask"]))
    assert (table.render() or "").endswith("The game is over.\n")
    assert size(table.rules) == 689
