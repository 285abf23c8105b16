"""How many deals tell two levels apart, in ordinary games and in duplicate."""

import numpy as np
import pytest

from pegout.simulation import play_games
from tools.duplicate_deals import measure, power


def test_fewer_deals_are_needed_where_luck_is_taken_out() -> None:
    found = measure("casual", "gentle", 200, 3)
    assert list(found) == ["games won", "points, ordinary", "points, duplicate"]
    assert all(one.mean - one.error > 0 for one in found.values())
    assert found["points, duplicate"].deals < found["points, ordinary"].deals
    # What is counted are the games themselves: the seats exchanged, the cards the same.
    first, second = (
        play_games(["casual", "gentle"], 100, 3),
        play_games(["gentle", "casual"], 100, 3),
    )
    leads = first.scores[:, 0] - first.scores[:, 1] + second.scores[:, 1] - second.scores[:, 0]
    assert found["points, duplicate"].mean == pytest.approx(leads.mean() / 2)


def test_the_deals_needed_are_those_of_the_formula() -> None:
    # A mean of 2 with a standard deviation of 2 takes 2.8 squared observations.
    observed = np.array([0.0, 2.0, 4.0])
    assert power(observed, 10).deals == pytest.approx(78.4)
