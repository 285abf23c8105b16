"""What holds in every game: random games by random actions under random rules."""

import random

import pytest
from hypothesis import given, settings

from pegout.cards import CARDS
from pegout.rules import NATURE, Discard, IllegalAction, Muggins, Phase, Rules, Scored, seen
from pegout.rules.engine import apply, legal, why_not
from pegout.rules.state import State, evolve, new_game, to_act
from pegout.rules.view import view
from tests.cases import examples, present
from tests.rules.games import SEEDS, any_actions, discards, variants, walk


@given(variants(), SEEDS)
@settings(max_examples=30)
def test_there_are_52_cards_once_each(game: Rules, seed: int) -> None:
    for step in walk(game, random.Random(seed)):
        state = step.after
        if state.phase in (Phase.READY, Phase.SHUFFLE):
            continue
        if state.phase is Phase.CUT_FOR_DEAL:
            assert sorted(state.pack) == list(CARDS)
            continue
        starter = () if state.starter is None else (state.starter,)
        dealt = [card for hand in state.dealt for card in hand]
        assert sorted((*dealt, *state.from_pack, *starter, *state.pack)) == list(CARDS)
        played = [played for pile in (*state.earlier, state.pile) for played in pile]
        for seat, cards in enumerate(state.dealt):
            own = [play.card for play in played if play.seat == seat]
            assert sorted((*state.hands[seat], *state.discards[seat], *own)) == sorted(cards)
            assert sorted((*state.kept(seat), *state.discards[seat])) == sorted(cards)


@given(variants(), SEEDS)
@settings(max_examples=30)
def test_scores_never_fall_and_are_what_was_pegged(game: Rules, seed: int) -> None:
    for step in walk(game, random.Random(seed)):
        pegged = list(step.before.scores)
        for event in step.events:
            if isinstance(event, Scored):
                side = game.side(event.seat)
                pegged[side] = min(game.target, pegged[side] + event.points)
                assert event.points >= 0
                assert event.score == pegged[side]
        assert step.after.scores == tuple(pegged)
        assert all(a >= b for a, b in zip(step.after.scores, step.before.scores, strict=True))
        assert all(a >= b for a, b in zip(step.after.scores, step.after.rear, strict=True))
        assert (max(step.after.scores) == game.target) == (step.after.phase is Phase.OVER)


@given(variants(), SEEDS)
@settings(max_examples=30)
def test_1_4_a_game_that_is_played_out_has_a_winner(game: Rules, seed: int) -> None:
    *_, last = walk(game, random.Random(seed))
    assert last.after.scores.count(game.target) == 1
    assert present(last.after.result).winners


@given(variants(), SEEDS)
@settings(max_examples=30)
def test_the_game_waits_for_somebody_until_it_is_over(game: Rules, seed: int) -> None:
    for step in walk(game, random.Random(seed)):
        waiting = to_act(step.after)
        assert bool(waiting) == (step.after.phase is not Phase.OVER)
        for seat in range(game.players):
            assert bool(legal(step.after, seat)) == (seat in waiting)
        assert legal(step.after, NATURE) == ()


@given(variants(), SEEDS)
@settings(max_examples=30)
def test_a_state_is_what_its_events_add_up_to(game: Rules, seed: int) -> None:
    state = new_game(game)
    for step in walk(game, random.Random(seed)):
        for event in step.events:
            state = evolve(state, event)
        assert state == step.after


@examples(12, 60, variants(), SEEDS)
def test_what_a_seat_saw_adds_up_to_what_it_knows(game: Rules, seed: int) -> None:
    """The fold of what was seen is a state with the same view, which allows the same."""
    everybody = (None, *range(game.players))
    known: dict[int | None, State] = dict.fromkeys(everybody, new_game(game))
    chance = random.Random(seed)
    for step in walk(game, chance):
        for seat in everybody:
            for event in step.events:
                known[seat] = evolve(known[seat], seen(event, seat))
            assert view(known[seat], seat) == view(step.after, seat)
        seat = chance.randrange(game.players)
        if chance.random() < 0.1:
            for action in any_actions(game.players, seat, game.discard_size, chance):
                assert explain(known[seat], action) == explain(step.after, action)


def explain(state: State, action: object) -> tuple[str, str] | None:
    problem = why_not(state, action)  # type: ignore[arg-type]
    return None if problem is None else (problem.code, str(problem))


@examples(8, 40, variants(), SEEDS)
def test_one_rule_with_three_faces(game: Rules, seed: int) -> None:
    """What is legal is exactly what nothing is said against, and only that can be done."""
    chance = random.Random(seed)
    for step in walk(game, chance):
        state = step.before
        for seat in range(game.players):
            for action in legal(state, seat):
                assert why_not(state, action) is None
        if chance.random() > 0.1:
            continue
        seat = chance.randrange(game.players)
        listed = legal(state, seat)
        pool = any_actions(game.players, seat, game.discard_size, chance)
        if state.phase is Phase.DISCARD:
            pool += discards(state, seat)
        for action in pool:
            problem = why_not(state, action)
            if isinstance(action, Discard):
                allowed = any(
                    isinstance(option, Discard) and set(option.cards) == set(action.cards)
                    for option in listed
                )
            else:
                allowed = action in listed
            if isinstance(action, Muggins) and state.claim is not None:
                allowed = seat in to_act(state) and action.points >= 0
            assert allowed == (problem is None), action
            if problem is not None and chance.random() < 0.1:
                check_refusal(state, action, problem)


def check_refusal(state: State, action: object, problem: IllegalAction) -> None:
    """Check that an action is refused as it was said to be, with nothing changed."""
    before = repr(state)
    with pytest.raises(IllegalAction) as caught:
        apply(state, action)  # type: ignore[arg-type]
    assert (caught.value.code, str(caught.value)) == (problem.code, str(problem))
    assert problem.code
    assert str(problem)
    assert repr(state) == before


@given(variants(), SEEDS)
@settings(max_examples=30)
def test_every_example_of_a_legal_action_can_be_done(game: Rules, seed: int) -> None:
    chance = random.Random(seed)
    for step in walk(game, chance):
        if chance.random() < 0.1:
            for seat in to_act(step.before) - {NATURE}:
                options = legal(step.before, seat)
                assert len(set(options)) == len(options)
                for action in chance.sample(options, min(3, len(options))):
                    after, events = apply(step.before, action)
                    assert events
                    assert after != step.before
