from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from pegout.evaluation.discards import discards_in_view
from pegout.kernel.score_tables import Array
from pegout.rules import Rules, View
from pegout.rules.view import view
from pegout.search.multiplayer.determinization_arrays import WorldArrays, sample
from pegout.search.multiplayer.outlooks_arrays import cut_worlds, discard_outlooks
from pegout.tables.rank_sets import JACK
from tests.cases import each, present
from tests.search.multiplayer.spots import deal

HANDS = ["2C 3D 6H TS KC", "4C 7D KD QC 5H", "AC 8D 9D QH 9H", "AD 3C 7H 8H KS"]


def seen_by(seat: int, needs: tuple[int, ...], of: Rules) -> View:
    """Return the view of a seat that is to discard, where seat 0 deals."""
    scores = tuple([of.target - need for need in needs])
    return view(deal(HANDS[: of.players], rules=of, scores=scores), seat)


def with_jacks(mine: View, *, only: bool) -> WorldArrays:
    """Return worlds in which the starter is always a jack, or never one."""
    worlds = sample(mine, 60, Random(3))
    left = worlds.left * (np.arange(13) == JACK) if only else worlds.left.copy()
    if not only:
        left[:, JACK] = 0
    return worlds._replace(left=left)


class Found(NamedTuple):
    points: Array
    wins: Array


def outlooks(mine: View, *, jacks: bool) -> Found:
    discards = discards_in_view(mine)
    means = [(discard.hand, abs(discard.crib)) for discard in discards]
    worlds = with_jacks(mine, only=jacks)
    found = discard_outlooks(mine, discards, means, worlds, Random(5))
    return Found(np.array(found.points), np.array(present(found.wins)))


@each("seat", [0, 1, 2])
@each(
    ("of", "needs"),
    [
        (Rules(players=3), (2, 1, 1)),
        (Rules(players=3, heels_points=1), (1, 1, 1)),
        (Rules(players=3, stinkhole=True), (2, 1, 1)),
        (Rules(players=4), (2, 1)),
        (Rules(players=4), (1, 1)),
    ],
)
def test_who_is_out_by_heels_has_won(of: Rules, needs: tuple[int, ...], seat: int) -> None:
    # The others would be out with their first points.
    mine = seen_by(seat, needs, of)
    found = outlooks(mine, jacks=True)
    assert present(found.wins) == pytest.approx(float(of.side(seat) == 0), abs=1e-9)
    # Nobody plays a card, and heels are no merit of a discard.
    assert not found.points.any()


@each("of", [Rules(players=3, stinkhole=True), Rules(players=4, heels_points=0)])
def test_heels_that_are_worth_nothing_do_not_end_the_game(of: Rules) -> None:
    mine = seen_by(0, (1,) + (2,) * (of.sides - 1), of)
    worlds = with_jacks(mine, only=True)
    assert not cut_worlds(mine, worlds, Random(5)).heels.any()
    found = outlooks(mine, jacks=True)
    assert found.points.any()
    assert found.wins.mean() < 0.95


def test_heels_go_to_the_side_of_the_dealer() -> None:
    for of, side in ((Rules(players=3), 0), (Rules(players=4, heels_points=1), 0)):
        mine = seen_by(1, (30,) * of.sides, of)
        cut = cut_worlds(mine, sample(mine, 200, Random(1)), Random(2))
        jacks = cut.starters == JACK
        assert 0 < jacks.sum() < 60
        assert cut.heels[:, side].tolist() == (of.heels_points * jacks).tolist()
        assert not cut.heels[:, 1:].any()
        unseen = mine.unseen()
        ranks = [unseen[index] >> 2 for index in cut.cuts.tolist()]
        assert cut.starters.tolist() == ranks


def test_heels_leave_the_points_of_the_play_as_they_are() -> None:
    of = Rules(players=3)
    mine = seen_by(1, (60, 70, 80), of)
    found, plain = outlooks(mine, jacks=True), outlooks(mine, jacks=False)
    assert found.points.tolist() == plain.points.tolist()
    assert (found.wins.mean(axis=1) < plain.wins.mean(axis=1)).all()
