"""Pegging for a goal, against the search, which knows nothing of outcomes."""

from functools import cache
from random import Random

import numpy as np
import pytest

from pegout.evaluation import cribs_array
from pegout.kernel import KernelError
from pegout.kernel.jit import compiled
from pegout.kernel.layout import NO_PILE
from pegout.kernel.roles import Role
from pegout.kernel.score_tables import Array
from pegout.rules import Rules
from pegout.search.best_response import best_response_value
from pegout.search.building import workspace_of
from pegout.search.hands import FIRST_FOUR
from pegout.search.model import no_knowledge, points_knowledge
from pegout.search.play import PlayState
from pegout.search.ranges import believe, signs_of
from pegout.search.workspace import OPPONENT, OWN, Utility, Workspace
from pegout.solver.pegging_goals import aims, kept_facts, pegged_for_goals
from pegout.tables import rank_sets as ranks
from pegout.tables.goals import GOALS, OUTCOMES

STANDARD = Rules()
#: The number of the opponent's hands in the range.
FEW = 6
MINE, THEIRS = np.divmod(np.arange(OUTCOMES), 12)


@cache
def workspace() -> Workspace:
    return workspace_of(STANDARD, points_knowledge(), cribs_array(STANDARD))


def searched(hand: int, deals: bool, goal: str, points: int) -> float:
    """Return the search's value of a hand for a goal: the mean difference, or a chance."""
    known, space = points_knowledge(), workspace()
    packed = int(space.sets.ranks[FIRST_FOUR + hand])
    facts = kept_facts(packed, Role(deals))
    number = compiled(believe)(FEW, facts, 4, 0, 0, 4, signs_of(space), known.solved)
    assert 0 < number <= FEW
    worth = {
        "difference": (1.0, -1.0, 0.0, 0.0),
        "own": (0.0, 0.0, 1.0, 0.0),
        "other": (0.0, 0.0, 0.0, -1.0),
    }
    needs = points if goal == "own" else 121, points if goal == "other" else 121
    play = PlayState(OPPONENT if deals else OWN, 0, -1, 0, NO_PILE, packed, 4, *needs, 0)
    found = compiled(best_response_value)(
        play, number, facts, Utility(*worth[goal], 0, -1), space, known.solved
    )
    return float(found) + (1 if goal == "other" else 0)


def served(outcomes: Array, goal: str, points: int) -> float:
    """Return how well outcomes serve a goal."""
    if goal == "difference":
        return float((outcomes * (MINE - THEIRS)).sum())
    return float(outcomes[points <= MINE if goal == "own" else points > THEIRS].sum())


@pytest.mark.parametrize(
    "number", [1, pytest.param(4, marks=[pytest.mark.slow, pytest.mark.compiled])]
)
@pytest.mark.parametrize("deals", [False, True])
def test_each_goal_is_served_as_well_as_can_be(deals: bool, number: int) -> None:
    every = [*Random(1).sample(range(1820), 3), ranks.sets(4).index(ranks.parse("55TT"))]
    hands = every[:number]
    found = pegged_for_goals(points_knowledge(), aims(), hands=np.array(hands), most=FEW)
    exact = 0
    for at, hand in enumerate(hands):
        outcomes = found[0 if deals else 1, at]
        assert outcomes.sum(axis=1) == pytest.approx(np.ones(len(GOALS)))
        for line, (goal, points) in enumerate(GOALS):
            wanted = searched(hand, deals, goal, points)
            value = served(outcomes[line], goal, points)
            # The last outcome is eleven points or more, which the difference counts as eleven.
            beyond = float(outcomes[line][(MINE == 11) | (THEIRS == 11)].sum())
            if goal != "difference" or beyond == 0:
                exact += goal == "difference"
                assert value == pytest.approx(wanted, abs=3e-5)
            else:
                assert value == pytest.approx(wanted, abs=5 * beyond)
    assert exact


@pytest.mark.slow
def test_it_does_not_depend_on_who_works_at_it() -> None:
    hands, told = np.array([3, 77]), list[float]()
    one = pegged_for_goals(points_knowledge(), aims(), hands=hands, most=3, workers=1)
    other = pegged_for_goals(
        points_knowledge(), aims(), hands=hands, most=3, workers=2, progress=told.append
    )
    assert np.array_equal(one, other)
    assert told == [0.5, 1.0]


def test_of_a_play_that_is_not_solved_nothing_is_looked_up() -> None:
    found = pegged_for_goals(no_knowledge(), aims(), hands=np.array([5, 900]), most=FEW)
    assert found.sum(axis=3) == pytest.approx(np.ones((2, 2, 12)))


def test_wrong_aims_are_refused() -> None:
    with pytest.raises(KernelError, match="shape") as refused:
        pegged_for_goals(no_knowledge(), np.zeros((12, 100)), hands=np.array([0]))
    assert refused.value.code == "bad_shape"
