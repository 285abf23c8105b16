"""Chances between two different strategies, compared with the solution for equal ones."""

import numpy as np
import pytest

from pegout.simulation import trace_deals
from pegout.solver.backward_induction import solve_win_probabilities
from pegout.solver.deal_paths import exact_sums, sums_of_paths
from pegout.solver.pair_chances import after_deal, solve_pair
from tests.solver.paths import every_path, gains_and_ends


def test_between_equals_it_is_the_chance_of_the_dealer() -> None:
    sums = exact_sums(*gains_and_ends(every_path()))
    equals = solve_win_probabilities(sums, 20)[:3].sum(axis=0)
    found = solve_pair([sums, sums], 20)
    assert found[0] == pytest.approx(equals)
    assert found[1, 1:, 1:] == pytest.approx(1 - equals.T[1:, 1:])


def test_one_more_deal_changes_nothing_of_what_is_solved() -> None:
    seats = ["casual", "random"]
    sums = [sums_of_paths(trace_deals(order, 60, 4), 2) for order in (seats, seats[::-1])]
    found = solve_pair(sums, 40)
    assert after_deal(sums, found) == pytest.approx(found)
    # The better player wins more, as dealer and as pone.
    assert found[:, 40, 40].min() > 0.5
    assert np.all(found >= 0)
    assert np.all(found <= 1 + 1e-12)
