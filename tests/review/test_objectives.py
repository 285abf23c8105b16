"""The value of a game by each measure, and the loss of a decision in it."""

from itertools import product

import numpy as np
import pytest

from pegout.kernel.score_tables import Array
from pegout.review.objectives import OBJECTIVES, GameObjective, Objective, game_objective
from pegout.review.options import Loss
from pegout.tables.win_probability import LARGEST_NEED, by_needs, chance, win_probabilities
from tests.cases import each

NEEDS = [(121, 121), (80, 60), (45, 45), (12, 30), (3, 2), (1, 1)]


def by_need(objective: GameObjective) -> Array:
    """Return the value to the dealer by both needs."""
    return np.array(objective.start).reshape(LARGEST_NEED + 1, LARGEST_NEED + 1)


@each(("objective", "needs"), product(OBJECTIVES, NEEDS))
def test_both_seats_have_what_there_is(objective: Objective, needs: tuple[int, int]) -> None:
    found = game_objective(objective)
    for dealer in (0, 1):
        both = [found.at_start(needs, dealer, seat) for seat in (0, 1)]
        assert sum(both) == pytest.approx(found.both)


def test_chances_are_the_chances() -> None:
    found = game_objective("chance")
    assert found.at_start((30, 40), 0, 0) == chance(30, 40)
    assert found.at_start((30, 40), 1, 0) == 1 - chance(40, 30)
    # Whatever the points: the lost chance is known.
    assert found.loss(Loss(2.0, 0.07, tied=False), (30, 40), 0, 0) == pytest.approx(0.07)
    assert found.loss(Loss(2.0, 0.07, tied=True), (30, 40), 0, 0) == 0


def test_match_points_are_those_of_the_rules() -> None:
    standard, acc = game_objective("match"), game_objective("match", (2, 3, 3))
    assert by_need(standard) == pytest.approx(win_probabilities("1-2-3"))
    assert by_need(acc) == pytest.approx(win_probabilities("2-3-3"))
    assert [standard.decided(short) for short in (1, 30, 31, 60, 61, 121)] == [1, 1, 2, 2, 3, 3]
    plain = by_need(game_objective("match", (1, 1, 1)))[1:, 1:]
    assert plain == pytest.approx(2 * win_probabilities()[1:, 1:] - 1, abs=1e-4)


def test_margins_are_holes() -> None:
    found = game_objective("margin")
    assert [found.decided(short) for short in (1, 30, 121)] == [1, 30, 121]
    start = by_need(found)
    assert start[121, 121] == pytest.approx(2.9, abs=0.02)
    # A dealer who needs one hole pegs it when the opponent has pegged a few points at most.
    assert 100 < start[1, 121] < 121
    assert start[1, 121] == pytest.approx(by_needs("margins_two")[0, 1, 121], abs=1e-3)
    assert not start[0].any()
    assert 0 < by_needs("margins_two")[2].max() < 0.01


def test_a_margin_is_no_more_than_what_the_loser_needs() -> None:
    won, lost = by_needs("margins_two")[:2]
    chances = win_probabilities()
    needs = np.arange(LARGEST_NEED + 1)
    assert (won <= chances * needs[None, :] + 1e-3).all()
    assert (lost[1:, 1:] <= (1 - chances[1:, 1:]) * needs[1:, None] + 1e-3).all()


@each(("needs", "dealer"), product([(121, 121), (100, 60), (60, 100), (70, 75)], [0, 1]))
def test_a_point_far_from_the_end_is_a_hole(needs: tuple[int, int], dealer: int) -> None:
    margins, chances = game_objective("margin"), game_objective("chance")
    for seat in (0, 1):
        slope = chances.point(needs, dealer, seat)
        lost = margins.loss(Loss(1.0, slope, tied=False), needs, dealer, seat)
        assert lost == pytest.approx(margins.point(needs, dealer, seat))
        assert 0.9 < lost < 1.1


def test_a_chance_near_the_end_is_worth_what_lies_between_a_win_and_a_loss() -> None:
    margins = game_objective("margin")
    lost = [margins.loss(Loss(0.0, 0.1, tied=False), (need, need), 0, 0) for need in (3, 10, 40)]
    # At three holes to go the average win is by four, at forty by ten.
    assert lost == pytest.approx([0.41, 0.97, 1.97], abs=0.1)
    for need in (3, 10, 40):
        both = [margins.loss(Loss(0.0, 0.1, tied=False), (need, 30), 0, seat) for seat in (0, 1)]
        assert both[0] == pytest.approx(both[1])


def test_a_worth_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="one of chance, margin, match, not 'glory'"):
        game_objective("glory")  # type: ignore[arg-type]
