"""Pegging for goals: the file format, and the shipped table."""

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from pegout.kernel import COMPILED
from pegout.search.model import points_knowledge
from pegout.solver.pegging_goals import aims, kept_hands, pegged_for_goals, reached
from pegout.tables import files as tables
from pegout.tables import rank_sets as ranks
from pegout.tables.files import TableError, compose_bytes
from pegout.tables.goals import GOALS, OUTCOMES
from pegout.tables.pegging_goals import (
    goals_file,
    read_goals,
    roots_of,
    shipped_goals,
)
from tests.solver.discards import WITHOUT_NUMBA
from tests.tables.goals import chances_of

needs_numba = pytest.mark.skipif(not COMPILED, reason=WITHOUT_NUMBA)

SHAPE = (2, 1820, len(GOALS), OUTCOMES)
OWN, OTHER = np.divmod(np.arange(OUTCOMES), 12)


def test_a_goal_is_worth_more_than_all_that_is_beside_it() -> None:
    for goal, (whose, points) in zip(aims(), GOALS, strict=True):
        if whose == "difference":
            assert goal.tolist() == (OWN - OTHER).tolist()
        else:
            there = points <= OWN if whose == "own" else points > OTHER
            assert goal[there].min() - goal[~there].max() > 0.99


def test_roots_give_the_chances_back() -> None:
    luck = np.random.default_rng(1)
    chances = luck.dirichlet(np.full(OUTCOMES, 0.05), 50)
    back = chances_of(roots_of(chances))
    assert back.sum(axis=1) == pytest.approx(np.ones(50))
    assert np.abs(back - chances).max() < 0.005


def test_a_file_gives_back_what_was_written() -> None:
    chances = np.zeros(SHAPE)
    chances[..., 3], chances[..., 14] = 0.25, 0.75
    data = goals_file(chances, ["command: none"])
    head, roots = read_goals(data)
    assert head[:2] == ("What is pegged when a hand is played for a goal.", "command: none")
    assert np.array_equal(roots, roots_of(chances))
    for wrong in (data[:-1] + b"!", b"no table", b""):
        with pytest.raises(TableError, match="make it again"):
            read_goals(wrong)
    with pytest.raises(TableError, match="not 3"):
        read_goals(compose_bytes(["short"], b"abc"))


def test_how_often_goals_are_reached() -> None:
    chances = np.zeros(SHAPE)
    # For every goal but one both seats peg one; for two own points the seat pegs two.
    chances[:, :, :, 13] = 1.0
    chances[:, :, 2] = 0.0
    chances[:, :, 2, 25] = 1.0
    found = {(row.role, row.goal, row.points): row for row in reached(chances, np.ones((2, 1820)))}
    assert len(found) == 22
    assert found["pone", "own", 2][3:] == pytest.approx((1, 0))
    assert found["dealer", "own", 1][3:] == pytest.approx((1, 1))
    assert found["dealer", "other", 1][3:] == pytest.approx((0, 0))
    assert found["dealer", "other", 2][3:] == pytest.approx((1, 1))


# The shipped table


def test_the_shipped_goals_say_whence_they_come() -> None:
    path = files("pegout.tables").joinpath("data", "goals.bin")
    assert len(path.read_bytes()) < 3_000_000
    head, _ = read_goals(path.read_bytes())
    assert head[1] == "command: pegout solve goals"
    assert head[2].startswith("made by: pegout ")
    assert "computed from the rules alone" in head[3]


def test_of_the_shipped_goals_each_is_served_best_by_its_own_line() -> None:
    chances = chances_of(shipped_goals())
    for number, (whose, points) in enumerate(GOALS[1:], 1):
        there = points <= OWN if whose == "own" else points > OTHER
        served = chances[..., there].sum(axis=-1)
        # Chances are rounded, and the errors of many of them add up.
        assert (served[..., number] > served.max(axis=-1) - 0.01).all()


def test_who_plays_for_it_reaches_it_more_often() -> None:
    rows = reached(chances_of(shipped_goals()), kept_hands())
    assert all(row.aimed > row.plain - 1e-3 for row in rows)
    found = {(row.role, row.goal, row.points): row for row in rows}
    assert found["dealer", "own", 1].aimed == pytest.approx(1)
    assert found["pone", "other", 1].aimed == pytest.approx(0)
    # A pone that aims for two points gets them more often than not.
    assert 0.58 < found["pone", "own", 2].aimed < 0.61
    assert 0.48 < found["pone", "own", 2].plain < 0.52


def test_hands_that_are_not_kept_are_not_counted() -> None:
    kept = kept_hands()
    at = ranks.sets(4).index(ranks.parse("5JQK"))
    assert kept[:, at].tolist() == [_kept("own", "5JQK"), _kept("opponent", "5JQK")]
    assert (kept == 0).any()
    assert kept.sum(axis=1) == pytest.approx(20_358_520, rel=1e-4)


def _kept(role: str, keep: str) -> int:
    rows = tables.load("keeps").rows
    return next(int(row["hands"]) for row in rows if (row["role"], row["keep"]) == (role, keep))


def test_the_page_has_the_chances_of_the_shipped_goals_over_the_hands_kept() -> None:
    page = (Path(__file__).parents[2] / "docs" / "play.md").read_text("utf-8")
    rows = reached(chances_of(shipped_goals()), kept_hands())
    found = {(row.role, row.goal, row.points): row for row in rows}
    for goal, title in (("own", "at least"), ("other", "the opponent below")):
        table = page.partition(f"| {title} | dealer")[2].partition("\n\n")[0].splitlines()[2:]
        assert len(table) == sum(one == goal for one, _ in GOALS[1:])
        for line in table:
            points, *shares = [cell.strip() for cell in line.strip("|").split("|")]
            both = [found[role, goal, int(points)] for role in ("dealer", "pone")]
            wanted = [share for row in both for share in (row.aimed, row.plain)]
            # The shipped chances are rounded.
            assert [float(share.removesuffix(" %")) for share in shares] == pytest.approx(
                [100 * share for share in wanted], abs=0.1
            )


@pytest.mark.slow
@pytest.mark.compiled
def test_the_shipped_goals_are_what_is_found_again() -> None:
    hands = [ranks.sets(4).index(ranks.parse(text)) for text in ("A234", "55JQ", "777K")]
    found = pegged_for_goals(points_knowledge(), aims(), hands=np.array(hands))
    assert np.array_equal(roots_of(found), shipped_goals()[:, hands])
