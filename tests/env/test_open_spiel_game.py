"""The OpenSpiel game of the examples: OpenSpiel's own tests, its algorithms, and the engine."""

import random
from typing import Any

import pytest

from pegout.cards import Card
from pegout.env.actions import FIRST_DISCARD
from pegout.rules import Phase
from pegout.rules.view import view

pyspiel: Any = pytest.importorskip("pyspiel")

pytestmark = pytest.mark.long

SHORT = ["players=2,deals=1", "players=3,deals=1", "players=4,deals=1", "players=3,deals=2"]
WHOLE = ["players=2,dealer=1", "players=2,target=31", "players=3,target=61", "players=4,target=61"]


def load(parameters: str) -> Any:
    import examples.open_spiel_game  # noqa: F401 - registers the game

    return pyspiel.load_game(f"python_pegout({parameters})")


def random_states(game: Any, seed: int) -> Any:
    """Yield the states of a random game, each as it was before the next action."""
    chance = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            assert sum(weights) == pytest.approx(1)
            state.apply_action(chance.choices(outcomes, weights)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
    yield state


@pytest.mark.parametrize("parameters", [*SHORT, *WHOLE])
def test_open_spiel_finds_nothing_wrong_with_it(parameters: str) -> None:
    pyspiel.random_sim_test(load(parameters), num_sims=5, serialize=True, verbose=False)


@pytest.mark.parametrize("parameters", [*SHORT, *WHOLE])
def test_returns_add_up_to_nothing_within_their_bounds(parameters: str) -> None:
    game = load(parameters)
    for seed in range(5):
        *_, end = random_states(game, seed)
        assert sum(end.returns()) == pytest.approx(0)
        assert game.min_utility() <= min(end.returns())
        assert max(end.returns()) <= game.max_utility()
        assert any(end.returns()) or "deals" in parameters


@pytest.mark.parametrize("parameters", SHORT)
def test_a_player_forgets_nothing(parameters: str) -> None:
    for seed in range(5):
        known = [""] * 4
        for state in random_states(load(parameters), seed):
            for player in range(state.num_players()):
                told = state.information_state_string(player)
                assert told.startswith(known[player])
                known[player] = told


@pytest.mark.parametrize("parameters", SHORT)
def test_a_player_knows_its_cards_and_what_it_has_done(parameters: str) -> None:
    for state in random_states(load(parameters), 3):
        if state.is_chance_node() or state.is_terminal():
            continue
        player = state.current_player()
        told = view(state.engine, player)
        known = state.information_state_string(player)
        for card in (*told.dealt, *(played.card for played in told.played)):
            assert str(card) in known
        children = [state.child(action) for action in state.legal_actions()]
        after = {child.information_state_string(player) for child in children}
        assert len(after) == len(children)


def test_what_a_player_knows_does_not_change_with_cards_that_it_cannot_see() -> None:
    game = load("players=2,deals=1")
    # Seat 0 deals, so seat 1 gets the first card.
    own, others = (1, 3, 5, 7, 9, 11), ((0, 2, 4, 6, 8, 10), (50, 40, 30, 20, 22, 24))
    deals = [[card for pair in zip(other, own, strict=True) for card in pair] for other in others]
    states = []
    for cards in deals:
        state = game.new_initial_state()
        for card in cards:
            state.apply_action(card)
        states.append(state)
    state, other = states
    assert state.information_state_string(0) == other.information_state_string(0)
    assert state.observation_string(0) == other.observation_string(0)
    assert state.information_state_string(1) != other.information_state_string(1)
    state.apply_action(FIRST_DISCARD)
    other.apply_action(FIRST_DISCARD + 14)
    assert state.information_state_string(0) == other.information_state_string(0)
    assert state.information_state_string(1) != other.information_state_string(1)


def test_the_starter_is_the_card_that_chance_has_drawn() -> None:
    for parameters in SHORT:
        for state in random_states(load(parameters), 7):
            if state.is_chance_node() and state.engine.phase is Phase.CUT:
                child = state.child(51 if 51 not in state.drawn else 50)
                assert child.engine.starter in (Card(51), Card(50))
                assert state.engine.starter is None


def test_an_algorithm_of_open_spiel_can_learn_it() -> None:
    from open_spiel.python.algorithms import outcome_sampling_mccfr

    game = load("players=2,deals=1")
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(20):
        solver.iteration()
    policy = solver.average_policy()
    state = next(state for state in random_states(game, 1) if not state.is_chance_node())
    assert sum(policy.action_probabilities(state).values()) == pytest.approx(1)


@pytest.mark.parametrize("parameters", ["players=2,dealer=2", "players=2,deals=-1"])
def test_parameters_that_make_no_sense_are_refused(parameters: str) -> None:
    with pytest.raises(ValueError, match="expected deals from 0 and a dealer from 0 to 1"):
        load(parameters)
