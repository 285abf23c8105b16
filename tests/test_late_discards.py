"""What discards near the end of the board cost, by playing them out."""

import numpy as np
import pytest

from pegout.kernel import DISCARD
from pegout.simulation import Batch
from pegout.tables.win_probability import chance
from tests.cases import each
from tools.late_discards import (
    DISCARD_SIZE,
    Late,
    chances,
    choice,
    costs,
    late_deals,
    placed,
    played_out,
)

pytestmark = [pytest.mark.slow, pytest.mark.compiled]

#: The aces and twos of a pone that needs two points, with two kings.
SURE = Late(1, 0, np.array([103, 119]), np.array([0, 1, 4, 5, 48, 49]))


def luck() -> np.random.Generator:
    return np.random.default_rng(7)


def test_the_deals_are_near_the_end_and_seen_from_both_seats() -> None:
    found = late_deals(18, 20, 3)
    assert len(found) == 20
    assert all(min(late.scores) >= 121 - 18 for late in found)
    assert {late.seat == late.dealer for late in found} == {False, True}


@each("late", [SURE, SURE._replace(seat=0)])
def test_the_cards_lie_where_they_should(late: Late) -> None:
    batch = placed(late, 4, 2, luck())
    assert (batch.phase == DISCARD).all()
    assert (batch.dealt[:, late.seat] == late.six).all()
    assert np.array_equal(batch.dealt[:4], batch.dealt[4:])
    assert len({tuple(hand) for hand in batch.dealt[:, 1 - late.seat].tolist()}) == 4
    assert (batch.scores == late.scores).all()


def test_a_hand_that_is_sure_of_its_points_wins_unless_it_is_broken_up() -> None:
    """A pair is enough for the pone, who counts first; the dealer is too far away to peg out."""
    together = played_out(SURE, np.array([14]), 40, "lookahead", luck())
    assert together.tolist() == [1.0]
    assert choice(SURE, "club") in range(15)


def test_who_is_far_from_the_end_has_the_chance_of_the_table() -> None:
    batch = Batch(2, 1)
    start = chance(121, 121)
    dealers = batch.dealer == 0
    assert chances(batch, 0) == pytest.approx(np.where(dealers, start, 1 - start))


def test_a_discard_that_nobody_would_make_costs_more() -> None:
    late = Late(0, 0, np.array([113, 113]), np.array([16, 17, 18, 43, 3, 32]))
    wins = played_out(late, DISCARD_SIZE, 60, "lookahead", luck())
    assert wins[choice(late, "lookahead")] > wins.min() + 0.05


def test_discards_at_random_cost_a_good_hand_much_and_careful_ones_little() -> None:
    late = Late(1, 0, np.array([113, 113]), np.array([16, 17, 18, 43, 3, 32]))
    at_random = [cost for _, cost in costs([late] * 6, 40, "random", 5)]
    careful = [cost for dealer, cost in costs([late] * 3, 40, "lookahead", 5) if not dealer]
    assert np.mean(at_random) > 0.1
    assert -0.03 < np.mean(careful) < 0.03
