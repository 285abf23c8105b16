"""Deals near the end of the board, and the measurements of discards that are played out."""

import numpy as np
import pytest

from pegout.kernel import DISCARD
from tests.cases import each
from tools.far_discards import difference, pairs, play_out
from tools.late_deals import Late, late_deals, place_deals

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
    batch = place_deals(late, 4, 2, luck())
    assert (batch.phase == DISCARD).all()
    assert (batch.dealt[:, late.seat] == late.six).all()
    assert np.array_equal(batch.dealt[:4], batch.dealt[4:])
    assert len({tuple(hand) for hand in batch.dealt[:, 1 - late.seat].tolist()}) == 4
    assert (batch.scores == late.scores).all()


def test_far_discards_are_played_out_in_the_same_worlds_however_they_are_cut() -> None:
    (pair,) = pairs(1, 3)
    assert pair.discards[0] != pair.discards[1]
    assert pair.shown >= 0
    whole = play_out(range(2), 1, 2, 3)["won"]
    assert whole.sum() == 2
    # Of 100 worlds the first discard alone wins 30 and the second alone 10.
    found, error = difference(np.array([40, 10, 30, 20]))
    assert found == pytest.approx(0.2)
    assert error == pytest.approx(0.06)
