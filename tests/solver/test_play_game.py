"""The solved play: the reports and the files of a run, on trees that begin late in the play."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pegout.kernel import COMPILED
from pegout.kernel.roles import Role
from pegout.solver import play_game
from pegout.solver.checkpoint import SolveError, read_state, save_state
from pegout.solver.joint_ranges import Range
from pegout.solver.play_game import CARELESS, HandWeights, PlayStanding, measure, solve_play
from pegout.solver.public_tree import HANDS, PlayTree
from tests.cases import raises_code
from tests.solver.discards import WITHOUT_NUMBA
from tests.solver.plays import array_of, some_deals, some_shares, some_weights

needs_numba = pytest.mark.skipif(not COMPILED, reason=WITHOUT_NUMBA)

LINE = [(0, 9), (1, 10), (0, 10), (1, 0)]
OTHER_LINE = [(0, 5), (1, 6), (0, 7), (1, 8)]


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let trees as small as these be solved without numba."""
    monkeypatch.setattr(play_game, "need_numba", lambda _: None)


@cache
def late() -> tuple[PlayTree, HandWeights]:
    """Return a tree of four cards, and some deals for it."""
    dealt = some_weights(some_deals(LINE, 2000, 1), 2)
    whole = np.float32(sum(dealt.values()))
    met = (array_of(dealt, Role.PONE) / whole, array_of(dealt, Role.DEALER) / whole)
    return PlayTree(LINE, workers=1), HandWeights(met, met, met)


def solve(state: Path | None = None, **given: Any) -> tuple[Any, list[PlayStanding]]:
    told: list[PlayStanding] = []
    tree, deals = late()
    solution = solve_play(tree, deals, state=state, report=told.append, **given)
    return solution, told


def test_a_standing_is_what_the_tree_says() -> None:
    tree, deals = late()
    shares = some_shares(tree, 3)
    found = measure(tree, deals, shares, 7)
    worth = tree.worth(Role.DEALER, deals.met[Role.DEALER], shares).sum()
    assert found.sweeps == 7
    assert found.value == pytest.approx(worth)
    assert found.value == pytest.approx(
        -tree.worth(Role.PONE, deals.met[Role.PONE], shares).sum(), abs=1e-5
    )
    best = [tree.best(seat, deals.met[seat], shares).sum() for seat in Role]
    assert found.gain_dealer == pytest.approx(best[Role.DEALER] - worth)
    assert found.gain_pone == pytest.approx(best[Role.PONE] + worth)
    assert found.gain == found.gain_dealer + found.gain_pone
    assert min(found.gain_dealer, found.gain_pone) > 0


@pytest.mark.slow
def test_it_stops_as_soon_as_nobody_gains_enough() -> None:
    numbers: list[int] = []
    solution, told = solve(
        tolerance=0.01, maximum=400, progress=lambda number, _: numbers.append(number)
    )
    assert solution.standing == told[-1]
    assert solution.standing.gain <= 0.01
    assert all(step.gain > 0.01 for step in told[:-1])
    assert [step.sweeps for step in told] == list(range(10, 10 * len(told) + 1, 10))
    assert numbers == list(range(1, 10 * len(told) + 1))
    tree, deals = late()
    assert measure(tree, deals, solution.shares, told[-1].sweeps) == solution.standing


@pytest.mark.parametrize("maximum", [0, 1, 13])
def test_it_stops_after_so_many_sweeps(maximum: int) -> None:
    solution, told = solve(tolerance=0, maximum=maximum)
    assert solution.standing.sweeps == maximum
    assert [step.sweeps for step in told] == ([10, 13] if maximum == 13 else [maximum])


def test_what_is_learned_is_the_mean_of_sweeps_that_count_for_more() -> None:
    tree, deals = late()
    regrets, means = tree.empty(), tree.empty()
    for number in (1, 2, 3):
        for seat in Role:
            tree.learn(seat, deals.careless[seat], regrets, means, number)
    solution, _ = solve(tolerance=0, maximum=3)
    assert np.array_equal(solution.shares, means)


@pytest.mark.slow
def test_what_is_known_already_is_a_beginning() -> None:
    tree, deals = late()
    regrets = tree.empty()
    solve_play(tree, deals, tolerance=0, maximum=20, regrets=regrets)
    assert regrets.any()
    first, _ = solve(tolerance=0, maximum=2)
    second, _ = solve(tolerance=0, maximum=2, regrets=regrets)
    assert second.standing.gain < first.standing.gain / 2


# The file of a run


@pytest.mark.slow
def test_an_interrupted_run_goes_on_as_if_nothing_had_been(tmp_path: Path) -> None:
    whole, told = solve(tolerance=0, maximum=20)
    state = tmp_path / "deep" / "a.npz"

    def stop(number: int, _: float) -> None:
        if number == 15:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(state, tolerance=0, maximum=20, progress=stop, name="some hands")
    assert list(state.parent.iterdir()) == [state]
    parted, later = solve(state, tolerance=0, maximum=20, name="some hands")
    assert later == told
    assert np.array_equal(parted.shares, whole.shares)
    # The file exists, and the solution needs no more sweeps.
    again, last = solve(state, tolerance=0, maximum=20, name="some hands")
    assert last == told[-1:]
    assert np.array_equal(again.shares, whole.shares)


def test_a_file_of_another_run_is_left_alone(tmp_path: Path) -> None:
    state = tmp_path / "a.npz"
    solve(state, tolerance=0, maximum=1, name="some hands")
    before = state.read_bytes()
    tree, deals = late()
    other = PlayTree(OTHER_LINE, workers=1)
    for given, name in ((tree, "other hands"), (other, "some hands")):
        with raises_code(SolveError, "bad_state", match="belongs to another solution"):
            solve_play(given, deals, state=state, name=name)
    assert state.read_bytes() == before


def test_a_file_of_an_older_version_says_what_to_do(tmp_path: Path) -> None:
    state = tmp_path / "a.npz"
    save_state(state, "play, kernel 1, 7, some hands", 3, {"regrets": np.zeros(2)})
    before = state.read_bytes()
    head = "play, kernel 2, 7, some hands"
    with raises_code(SolveError, "bad_state", match=r"kernel 1, .* kernel 2\. Resume it with"):
        read_state(state, head, "pegout solve play")
    assert state.read_bytes() == before


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    state = tmp_path / "notes.txt"
    state.write_text("my notes")
    with raises_code(SolveError, "bad_state", match="no file of a run of pegout solve play"):
        solve(state)
    assert state.read_text() == "my notes"


@pytest.mark.slow
def test_what_cannot_be_kept_is_told_and_the_round_before_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("a file")
    with raises_code(SolveError, "not_kept", match="nothing has been kept so far"):
        solve(tmp_path / "file" / "a.npz", tolerance=0, maximum=1)
    state = tmp_path / "a.npz"
    solve(state, tolerance=0, maximum=10)
    before = state.read_bytes()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez", full)
    with raises_code(SolveError, "not_kept", match="still holds an earlier round"):
        solve(state, tolerance=0, maximum=20)
    assert state.read_bytes() == before
    assert list(tmp_path.glob("a.npz*")) == [state]


# The joint weights of hands


@pytest.mark.slow
def test_deals_are_turned_about_and_some_are_careless(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = np.random.default_rng(1)
    both = chance.random((HANDS, HANDS))
    both /= both.sum()
    given = {}
    for name in ("pone", "dealer"):
        rows = chance.random((HANDS, HANDS))
        given[name] = rows / rows.sum(axis=1, keepdims=True)
    random = chance.dirichlet(np.ones(HANDS))
    monkeypatch.setattr(play_game, "joint", lambda *_: both)
    monkeypatch.setattr(play_game, "against", lambda other, _: given[other])
    monkeypatch.setattr(play_game, "random_hands", lambda: random)
    ranges: Any = ("pone", "dealer")
    found = HandWeights.of(*ranges)
    for part in (*found.met, *found.careless, *found.given):
        assert part.dtype == np.float32
        assert part.flags.c_contiguous
    assert np.allclose(found.met[Role.PONE], both, rtol=1e-6, atol=0)
    assert np.array_equal(found.met[Role.DEALER], found.met[Role.PONE].T)
    assert np.array_equal(found.careless[Role.DEALER], found.careless[Role.PONE].T)
    for seat in Role:
        rows = found.careless[seat].astype(np.float64)
        rows /= rows.sum(axis=1, keepdims=True)
        assert np.allclose(found.given[seat], rows, rtol=1e-5, atol=0)
    # Once in ``CARELESS`` deals either the pone's hand or the dealer's is random.
    careless = random[:, None] * given["dealer"] + random[None, :] * given["pone"].T
    wanted = both + (careless / 2 - both) / CARELESS
    assert np.allclose(found.careless[Role.PONE], wanted, rtol=1e-6, atol=0)
    assert found.careless[Role.PONE].sum(dtype=np.float64) == pytest.approx(1, abs=1e-5)


@needs_numba
@pytest.mark.long
def test_the_play_of_the_whole_deal_is_solved() -> None:
    from pegout.solver.joint_ranges import shipped_range

    pone: Range = shipped_range("opponent")
    deals = HandWeights.of(pone, shipped_range("own"))
    for seat in Role:
        assert deals.met[seat].sum(dtype=np.float64) == pytest.approx(1, abs=1e-5)
        assert deals.given[seat].sum(axis=1) == pytest.approx(np.ones(HANDS), abs=1e-4)
    told: list[PlayStanding] = []
    solution = solve_play(PlayTree(), deals, tolerance=0, maximum=20, report=told.append)
    assert told[0].gain > told[1].gain
    assert solution.standing.gain < 0.05
    assert solution.standing.value == pytest.approx(1.29, abs=0.03)
