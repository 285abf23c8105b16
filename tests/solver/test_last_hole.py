"""The chance at the last hole: by enumeration, from deals, by play, and the shipped table."""

from typing import Any

import numpy as np
import pytest

from pegout.evaluation import cribs_array
from pegout.kernel import COMPILED
from pegout.kernel.roles import Role
from pegout.rules import Rules
from pegout.search.model import knowledge
from pegout.simulation import POLICIES, trace_deals
from pegout.solver import checkpoint as solving
from pegout.solver import exploitability as exploit
from pegout.solver import joint_ranges as ranges
from pegout.solver import last_hole
from pegout.solver import public_tree as play_tree
from pegout.solver.checkpoint import SolveError
from pegout.solver.exploitability import UnknownStrategy, shares_of
from pegout.solver.public_tree import HANDS, PlayTree
from pegout.tables import files as tables
from pegout.tables import rank_sets as ranks
from pegout.tables.win_probability import ChancesError, chance, errors_array, win_probabilities
from tests.cases import raises_code
from tests.kernel.alone import said_alone
from tests.solver.discards import WITHOUT_NUMBA
from tests.solver.plays import array_of, some_deals, some_shares, some_weights

needs_numba = pytest.mark.skipif(not COMPILED, reason=WITHOUT_NUMBA)

LINE = [(0, 9), (1, 5), (0, 9), (0, 1)]


# The text for a pair of needs


def test_a_dealer_wins_by_heels_or_by_pegging_in_time() -> None:
    found = last_hole.LastHole(1 / 13, (0.5, 0.25, 1 - 1 / 13 - 0.75))
    assert found.chance(1) == pytest.approx(1 / 13 + 0.5)
    assert found.chance(2) == pytest.approx(1 / 13 + 0.75)
    assert found.chance(3) == pytest.approx(1)
    assert found.chance(121) == pytest.approx(1)
    assert found.chance(121) <= 1


@pytest.mark.parametrize("needs", [0, -3])
def test_a_pone_that_needs_nothing_has_won(needs: int) -> None:
    with raises_code(ChancesError, "bad_needs", match="1 or more"):
        last_hole.shipped_last_hole().chance(needs)


# The table


def test_a_table_gives_back_what_was_found() -> None:
    found = last_hole.LastHole(1 / 13, (0.25, 0.5, 0.123456789, 12 / 13 - 0.873456789))
    table = tables.parse(last_hole.last_hole_table(found, ["command: none"]))
    rows = [(int(row["pone_needs"]), float(row["dealer_wins"])) for row in table.rows]
    assert [needs for needs, _ in rows] == [1, 2, 3, 4]
    read = last_hole.read_last_hole(rows)
    assert read.heels == pytest.approx(1 / 13)
    assert read.pone == pytest.approx(found.pone, abs=2e-8)
    assert read.chance(9) == pytest.approx(1)


def test_the_shipped_table_is_whole_and_says_where_it_comes_from() -> None:
    table = tables.load("last_hole")
    head = "\n".join(table.head)
    assert "command: pegout solve chances --exact" in head
    assert "made by: pegout " in head
    assert "provenance: computed from the rules alone" in head
    wins = [float(row["dealer_wins"]) for row in table.rows]
    assert [int(row["pone_needs"]) for row in table.rows] == list(range(1, len(wins) + 1))
    assert wins == sorted(wins)
    assert wins[-1] == 1
    assert all(len(row["dealer_wins"]) == len("0.12345678") for row in table.rows)


def test_the_shipped_table_is_near_what_was_sampled() -> None:
    found = last_hole.shipped_last_hole()
    for needs in range(1, 122):
        # A strategy that considers suits discards slightly differently.
        assert found.chance(needs) == pytest.approx(chance(1, needs), abs=0.006)
    assert (np.diff(win_probabilities()[1, 1:]) > -4 * errors_array().max()).all()


def test_the_shipped_table_needs_nothing_but_python() -> None:
    program = (
        "import sys; sys.modules['numpy'] = None; sys.modules['numba'] = None\n"
        "from pegout.solver.last_hole import shipped_last_hole\n"
        "print(shipped_last_hole().chance(3))"
    )
    assert float(said_alone(program)) == last_hole.shipped_last_hole().chance(3)


# Enumeration


@pytest.mark.slow
def test_hands_heels_and_the_play_are_put_together(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt = some_weights(some_deals(LINE, 300, 1), 2)
    weights = array_of(dealt, Role.PONE).astype(np.float64)
    weights *= 12 / 13 / weights.sum()
    tree = PlayTree(LINE, workers=1)
    shares = some_shares(tree, 3)
    asked: list[Any] = []

    def joint(pone: Any, dealer: Any, workers: Any, progress: Any, *, without: int) -> Any:
        sums = [np.add.reduceat(side.parts, side.starts[:-1]) for side in (pone, dealer)]
        assert np.allclose(sums, 1)
        assert len(pone.keeps) != len(dealer.keeps) or (pone.keeps != dealer.keeps).any()
        asked.append((workers, without))
        progress(1)
        return weights

    def planted(**given: Any) -> PlayTree:
        given["progress"](1)
        return tree

    def way_of(_: Any, way: str) -> Any:
        asked.append(way)
        return shares

    monkeypatch.setattr(solving, "need_numba", lambda _: None)
    monkeypatch.setattr(ranges, "joint", joint)
    monkeypatch.setattr(play_tree, "PlayTree", planted)
    monkeypatch.setattr(exploit, "shares_of", way_of)
    told: list[tuple[str, float]] = []
    found = last_hole.solve_last_hole("greedy", workers=1, progress=lambda *step: told.append(step))
    assert asked == [(1, 10), "greedy"]
    assert [step for step, _ in told] == ["hands", "tree", "play"]
    assert found.heels == pytest.approx(1 / 13)
    wanted = tree.first_points(weights, shares)
    assert found.pone == tuple(wanted[: len(found.pone)])
    assert found.pone[-1] > 0
    assert not wanted[len(found.pone) :].any()


def test_a_way_that_is_none_is_told_with_those_there_are() -> None:
    with raises_code(UnknownStrategy, "unknown_strategy", match="lookahead"):
        last_hole.solve_last_hole("nobody")
    with pytest.raises(UnknownStrategy):
        shares_of(None, "nobody")  # type: ignore[arg-type]


def test_without_numba_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "COMPILED", False)
    with raises_code(SolveError, "needs_numba", match=r"\.\[fast\]"):
        last_hole.solve_last_hole()


# The whole game


@needs_numba
@pytest.mark.long
def test_all_deals_are_those_of_the_shipped_table() -> None:
    found = last_hole.solve_last_hole()
    # Nothing is missing: with heels, the dealer pegs in every deal.
    assert found.heels == pytest.approx(1 / 13, abs=1e-9)
    assert found.heels + sum(found.pone) == pytest.approx(1, abs=1e-12)
    for needs in range(1, 33):
        assert found.chance(needs) == pytest.approx(
            last_hole.shipped_last_hole().chance(needs), abs=1e-8
        )


@needs_numba
@pytest.mark.long
def test_the_race_over_hands_that_were_dealt_is_that_of_the_kernel() -> None:
    """Compare deals of policies that play by ranks alone with the race over their kept hands."""
    number = 50_000
    numbers = {cards: at for at, cards in enumerate(ranks.sets(4))}
    tree, rules = PlayTree(), Rules()
    for name, way in (("random", "random"), ("greedy", "greedy"), ("expert-points", "solution")):
        searches = POLICIES[name].searches
        trace = trace_deals(
            [name, name], number, 3, cribs=cribs_array(rules),
            knowledge=knowledge() if searches else None,
        )  # fmt: skip
        played, by = (trace.played >> 2).tolist(), trace.by.tolist()
        points = (trace.points + trace.goes).tolist()
        weights, came = np.zeros((HANDS, HANDS)), np.zeros(32)
        for at in np.flatnonzero(trace.deals.heels == 0).tolist():
            came[_pone_at_first(by[at], points[at])] += 1 / number
            kept = [
                numbers[tuple(sorted(rank for owner, rank in zip(by[at], played[at], strict=True)
                                     if owner == seat))]
                for seat in (1, 0)
            ]  # fmt: skip
            weights[kept[0], kept[1]] += 1 / number
        found = tree.first_points(weights, shares_of(tree, way))
        assert found.sum() == pytest.approx(came.sum(), abs=1e-12)
        # Where few are expected, a difference of one or two means nothing.
        error = np.sqrt(found * (1 - found) / number) + 1 / number
        assert (abs(found - came) < 4 * error).all(), name


def _pone_at_first(by: list[int], points: list[int]) -> int:
    """Return the pone's points when the dealer, seat 0, first pegs."""
    pone = 0
    for seat, gained in zip(by, points, strict=True):
        if seat == 0 and gained:
            return pone
        pone += gained if seat else 0
    raise AssertionError("the dealer has pegged nothing")
