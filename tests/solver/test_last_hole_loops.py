"""The race to the dealer's first point, against deals that are played card by card."""

from typing import Any

import numpy as np
import pytest

from pegout.kernel import COMPILED, KernelError
from pegout.kernel.roles import Role
from pegout.kernel.score_tables import Array
from pegout.simulation import trace_deals
from pegout.solver.public_tree import HANDS, PlayTree
from tests.cases import raises_code
from tests.solver import plays
from tests.solver.discards import WITHOUT_NUMBA

needs_numba = pytest.mark.skipif(not COMPILED, reason=WITHOUT_NUMBA)

#: The marks of the larger trees, which are compiled.
LARGE = [pytest.mark.slow, pytest.mark.compiled]
LINES = {**plays.LINES, "the dealer ahead in cards": [(0, 9), (1, 5), (0, 9), (0, 1)]}


def peg(
    tree: PlayTree | None,
    shares: Array,
    node: int,
    play: plays.Play,
    start: tuple[int, int],
    chance: float,
    found: dict[int, float],
) -> None:
    """Play on to the dealer's first point; beyond the tree every card is equally likely."""
    if play.points[1] > start[1]:
        points = play.points[0] - start[0]
        found[points] = found.get(points, 0.0) + chance
        return
    if play.mover < 0:
        return
    if tree is not None and node >= 0:
        played: dict[Any, float] = dict(plays.chances(tree, shares, node, play))
    else:
        fitting = play.fitting()
        played = dict.fromkeys(fitting, 1 / max(len(fitting), 1))
    for rank, part in (played or {None: 1.0}).items():
        below = plays.child_of(tree, node, rank) if tree is not None and node >= 0 else -1
        peg(tree, shares, below, plays.act(play, rank), start, chance * part, found)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, id=name, marks=LARGE if name in ("aces", "tens") else ())
        for name, line in LINES.items()
    ],
)
def test_the_race_is_that_of_deals_played_card_by_card(line: Any) -> None:
    tree = plays.tree_after(*line)
    weights, shares = (
        plays.some_weights(plays.some_deals(line, 150, 1), 2),
        plays.some_shares(tree, 3),
    )
    found = tree.first_points(plays.array_of(weights, Role.PONE).astype(np.float64), shares)
    wanted: dict[int, float] = {}
    for hands, weight in weights.items():
        play = plays.after(hands, line)
        peg(tree, shares, 0, play, play.points, float(weight), wanted)
    assert found.dtype == np.float64
    assert len(found) == 32
    assert found == pytest.approx([wanted.get(at, 0.0) for at in range(32)], abs=1e-12)
    assert sum(wanted.values()) <= sum(weights.values()) * (1 + 1e-6)
    assert len(wanted) > 1


@pytest.mark.slow
@pytest.mark.compiled
def test_all_of_one_pair_of_hands_is_told_apart_by_its_points() -> None:
    line = LINES["tens"]
    tree = plays.tree_after(*line)
    # At 30 nothing fits, so the pone scores the go before the dealer leads.
    hands = ((3, 8, 9, 9), (3, 6, 7, 9))
    shares = tree.empty()
    found = tree.first_points(
        plays.array_of({hands: np.float32(1)}, Role.PONE).astype(np.float64), shares
    )
    wanted: dict[int, float] = {}
    play = plays.after(hands, line)
    peg(tree, shares, 0, play, play.points, 1.0, wanted)
    assert dict(enumerate(found)) == pytest.approx(
        {at: wanted.get(at, 0.0) for at in range(32)}, abs=1e-12
    )
    assert found.sum() == pytest.approx(1)
    assert found[0] == 0
    assert found[1] > 0


def test_the_dealer_always_pegs_in_the_play() -> None:
    trace = trace_deals(["random", "random"], 2_000, seed=11)
    assert trace.deals.play[:, 0].min() >= 1
    assert trace.deals.play[:, 1].min() == 0


def test_the_order_of_cards_that_are_all_one_seats_changes_nothing() -> None:
    """The race assumes this; checked over every order of the last cards of many plays."""
    seen = 0
    for hands in plays.some_deals([], 400, 9):
        play, chance = plays.Play(hands), np.random.default_rng(len(hands))
        while play.points[1] == 0 and play.mover >= 0:
            if () in play.hands:
                found: dict[int, float] = {}
                peg(None, np.zeros(0), -1, play, play.points, 1.0, found)
                # Every order has the same result.
                assert len(found) == 1
                assert sum(found.values()) == pytest.approx(1)
                seen += max(map(len, play.hands)) > 1
                break
            fitting = play.fitting()
            play = plays.act(play, fitting[chance.integers(len(fitting))] if fitting else None)
    assert seen


def test_what_is_not_as_it_has_to_be_is_told() -> None:
    tree = plays.tree_after(*LINES["two each"])
    weights, shares = np.zeros((HANDS, HANDS)), tree.empty()
    for given, way, what in (
        (weights.astype(np.float32), shares, "weights as float64 of shape"),
        (weights[:10], shares, "weights as float64 of shape"),
        (weights, shares[1:], "a play strategy as float32 of shape"),
        (weights, shares.astype(np.float64), "a play strategy as float32 of shape"),
    ):
        with raises_code(KernelError, "bad_shape", match=what):
            tree.first_points(given, way)
