"""Players choose what the kernel's policies of their names choose, throw by throw, card by card."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pegout.cards import CARDS
from pegout.evaluation import cribs_array
from pegout.kernel import OVER, throws_of
from pegout.players import LEVELS, create
from pegout.rules import Action, Discard, Phase, Play, Rules
from pegout.rules.engine import apply
from pegout.rules.state import State, new_game, to_act
from pegout.rules.view import view
from pegout.simulation import POLICIES, Batch
from tests.simulation.replays import settle

#: The levels that need no knowledge and have no chance.
NAMES = (
    "novice", "casual", "classic", "club", "blind-greedy", "greedy", "blind", "lookahead",
)  # fmt: skip

#: Short games, so that the end of the board comes often.
VARIANTS = {
    "two": Rules(target=61),
    "clasico": Rules("clasico", target=61),
    "two lowball": Rules(lowball=True, target=61),
    "five cards": Rules(five_card=True, target=31),
    "five cards, flushes in the crib": Rules(five_card=True, crib_flush="four", target=61),
    "no nobs, no flush in the crib": Rules(nobs_points=0, crib_flush="none", target=31),
    "a stinkhole, stacks": Rules(stinkhole=True, go_stacks_on_31=True, target=31),
    "three": Rules(players=3, target=61),
    "three lowball without runs": Rules(players=3, lowball=True, runs_in_play=False, target=61),
    "four": Rules(players=4, target=61),
    "four with flushes": Rules(players=4, crib_flush="four", nobs_points=2, target=31),
}


def action_of(batch: Batch, at: int, action: int) -> Action:
    """Give what an action of the kernel is to the engine."""
    seat = int(batch.seat[at])
    if action < 52:
        return Play(seat, CARDS[action])
    places = list(throws_of(batch.rules)[action - 52])
    return Discard(seat, tuple([CARDS[card] for card in batch.dealt[at, seat, places].tolist()]))


def compare(variant: Rules, games: int, seed: int) -> set[str]:
    """Play games by all policies in turn, asking all of them and their twins at every turn.

    Returns the phases in which there was something to choose.
    """
    batch, cribs = Batch(games, seed, rules=variant), cribs_array(variant)
    chosen = replace(variant, first_deal="chosen")
    states: list[State] = [
        settle(new_game(chosen, at % variant.players), batch._games, at) for at in range(games)
    ]
    turn, phases = seed, set()
    while (batch.phase != OVER).any():
        running = np.flatnonzero(batch.phase != OVER)
        found = {name: batch.choose(name, running, cribs=cribs) for name in NAMES}
        for place, at in enumerate(running.tolist()):
            seat = int(batch.seat[at])
            assert seat in to_act(states[at])
            mine = view(states[at], seat)
            if len(mine.legal) > 1:
                phases.add(mine.phase.name)
            for name in NAMES:
                wanted = action_of(batch, at, int(found[name][place]))
                action = create(name).choose(mine)
                if isinstance(action, Discard):
                    action = Discard(seat, tuple(sorted(action.cards)))
                assert action == wanted, (name, mine)
        actions = np.zeros(games, np.int64)
        actions[running] = found[NAMES[turn % len(NAMES)]]
        turn += 1
        for at in running.tolist():
            states[at], _ = apply(states[at], action_of(batch, at, int(actions[at])))
        batch.step(actions)
        for at in running.tolist():
            states[at] = settle(states[at], batch._games, at)
    assert all(state.phase is Phase.OVER for state in states)
    return phases


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_players_choose_what_their_policies_choose(variant: Rules) -> None:
    assert compare(variant, 4, 3) == {"DISCARD", "PLAY"}


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_players_choose_what_their_policies_choose_in_many_games(variant: Rules) -> None:
    compare(replace(variant, target=121), 40, 4)


def test_levels_name_policies_that_there_are() -> None:
    for name in NAMES:
        assert LEVELS[name].policy == name
    assert all(level.policy is None or level.policy in POLICIES for level in LEVELS.values())
