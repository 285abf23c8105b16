"""Leaf values of many hands at once, against those of one hand after the other."""

from functools import cache
from itertools import product

import numpy as np
import pytest

from pegout.evaluation import cribs_array
from pegout.kernel.roles import Role
from pegout.kernel.score_tables import Array
from pegout.rules import Rules
from pegout.search import card_choice
from pegout.search.array_searcher import ArraySearcher
from pegout.search.best_response import utility_gain
from pegout.search.best_response_arrays import Holdings, _Pegged, _Shown
from pegout.search.leaf_values import after_play
from pegout.search.model import knowledge
from pegout.search.workspace import BY_WIN_PROBABILITY, Utility
from tests.cases import each
from tests.search.observing import facts_of
from tests.search.spots import decisions_of

RULES = [Rules(), Rules(nobs_points=2, crib_flush="four")]
#: Hands whose leaf values are compared, spread over the opponent's range.
SOME = 25


@cache
def searcher(rules: Rules) -> ArraySearcher:
    return ArraySearcher(rules, knowledge(), cribs_array(rules))


def hold(hands: Array, weights: Array) -> Holdings:
    """Return lines with a hand each; the remaining cards do not matter at the end of the play."""
    return Holdings(np.arange(len(hands)), np.full(len(hands), -1), hands, weights)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "role"),
    [
        pytest.param(RULES[0], Role.PONE, id="pone"),
        pytest.param(RULES[1], Role.DEALER, id="dealer, other rules"),
        pytest.param(RULES[0], Role.DEALER, id="dealer", marks=pytest.mark.slow),
        pytest.param(RULES[1], Role.PONE, id="pone, other rules", marks=pytest.mark.slow),
    ],
)
def test_chances_behind_the_play_are_those_of_each_hand(rules: Rules, role: Role) -> None:
    search, compared, kinds = searcher(rules), 0, set[float]()
    space, luck = search.space, np.random.default_rng(7)
    spots = [spot for spot in decisions_of("club", 2, 8, 80) if not spot.discards]
    for spot in [spot for spot in spots if spot.position.role is role][:6]:
        facts = facts_of(spot.position, rules)
        if not facts.score_matters:
            continue
        task = card_choice.begin(BY_WIN_PROBABILITY, facts, space, search.solved)
        number = task.number
        # A jack with a flush is rare: here every extra that a hand may count is likely.
        for hand, chances in enumerate(luck.dirichlet(np.ones(4), number).tolist()):
            space.shows.extra[4 * hand : 4 * hand + 4] = chances
            space.shows.jack[hand] = hand % 3
        arrays = _Shown(facts, number, space)
        places = np.linspace(0, number - 1, min(SOME, number)).astype(int)
        hands = np.array([space.range.hand[index] for index in places])
        weights = np.array([space.range.weight[index] for index in places])
        steps = [(own, other) for own in range(1, facts.need + 1, 3)
                 for other in range(1, facts.opponent_need + 1, 3)]  # fmt: skip
        for own, other in steps:
            needs = np.full(len(hands), own), np.full(len(hands), other)
            found = weights * arrays.worth(hold(hands, weights), *needs)
            expected = [
                after_play(index, index + 1, own, other, facts.role, facts.show,
                           space.switches.nobs, space.range, space.shows)
                for index in places.tolist()
            ]  # fmt: skip
            assert found == pytest.approx(expected, abs=1e-12)
            kinds |= {*np.round(arrays.worth(hold(hands, weights), *needs), 3).tolist()}
            compared += len(hands)
    assert compared > 1000
    # Among them are games won and lost at once, and many undecided ones.
    assert {0.0, 1.0} <= kinds
    assert len(kinds) > 100


@each(("own", "other", "chance"), [(0, 5, 1.0), (-3, 5, 1.0), (4, 0, 0.0)])
def test_a_game_that_was_won_in_the_play_is_won(own: int, other: int, chance: float) -> None:
    search = searcher(Rules())
    spot = next(
        spot
        for spot in decisions_of("club", 2, 8, 80)
        if not spot.discards and facts_of(spot.position, Rules()).score_matters
    )
    facts = facts_of(spot.position, Rules())
    task = card_choice.begin(BY_WIN_PROBABILITY, facts, search.space, search.solved)
    belief = hold(np.zeros(1, np.int64), np.ones(1))
    arrays = _Shown(facts, task.number, search.space)
    assert arrays.worth(belief, np.array([own]), np.array([other])).tolist() == [chance]


@pytest.mark.parametrize(
    "utility", [card_choice.PEGGING, Utility(0.5, -2.0, 60.0, -30.0, 0)], ids=["net", "odd"]
)
def test_points_behind_the_play_are_those_that_were_gained(utility: Utility) -> None:
    search = searcher(Rules())
    spot = next(spot for spot in decisions_of("club", 2, 8, 80) if not spot.discards)
    facts = facts_of(spot.position, Rules())
    play = card_choice.begin(
        BY_WIN_PROBABILITY, facts._replace(score_matters=1), search.space, search.solved
    ).play
    play = play._replace(need=6, opponent_need=4)
    pairs = list(product(range(-3, 7), range(-3, 5)))
    own, other = np.array(pairs).T
    arrays = _Pegged(play, utility)
    found = arrays.worth(hold(np.zeros(len(pairs), int), np.ones(len(pairs))), own, other)
    expected = [
        utility_gain(play, play._replace(need=need, opponent_need=opponent_need), utility)
        for need, opponent_need in pairs
    ]
    assert found.tolist() == expected
