"""The solved discard game: its solution, and the file from which a run resumes.

A round of solving takes many seconds, so the runs themselves are among the long tests.
"""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from pegout.kernel import COMPILED
from pegout.rules import Rules
from pegout.solver import discard_game
from pegout.solver.checkpoint import SolveError
from pegout.solver.crib_sweep import CribSweep, hand_means, pure
from pegout.solver.discard_game import DiscardGame, DiscardStanding, Solution, solve_discards
from tests.cases import raises_code
from tests.kernel.alone import said_alone
from tests.solver.discards import WITHOUT_NUMBA

needs_numba = pytest.mark.skipif(not COMPILED, reason=WITHOUT_NUMBA)

ROOT = Path(__file__).resolve().parents[2]
HANDS = 962_988


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let calls that are refused be refused for what is wrong with them, even without numba."""
    monkeypatch.setattr(discard_game, "need_numba", lambda _: None)


def some_shares(seed: int) -> Any:
    """Return shares in which a tenth of the hands mix two discards; the others have one."""
    chance = np.random.default_rng(seed)
    shares = pure(chance.integers(0, 15, HANDS))
    mixed = chance.random(HANDS) < 0.1
    part = chance.random((HANDS, 1)).astype(np.float32)
    return np.where(mixed[:, None], shares * part + shares[:, ::-1] * (1 - part), shares)


def refuse(state: Path, used: Rules | None = None) -> SolveError:
    """Try to resume from a file, and return the error."""
    with pytest.raises(SolveError) as caught:
        solve_discards(used or Rules(), state=state)
    return caught.value


# Problems that cannot be solved


@pytest.mark.parametrize("other", [{"players": 3}, {"five_card": True}])
def test_other_games_are_refused(other: dict[str, Any]) -> None:
    for call in (DiscardGame, solve_discards):
        with raises_code(SolveError, "bad_rules", match="the discard solver does not support"):
            call(Rules(**other))


@pytest.mark.parametrize("way", ["disabled", "missing"])
def test_without_numba_it_says_how_to_get_it(way: str, tmp_path: Path) -> None:
    missing = "import sys; sys.modules['numba'] = None\n" if way == "missing" else ""
    state = tmp_path / "a.npz"
    program = f"""{missing}
from pathlib import Path
from pegout.solver.deal_game import solve_deal
from pegout.solver.discard_game import DiscardGame, SolveError, solve_discards
from pegout.solver.play_game import solve_play
state = Path({str(state)!r})
for call in (
    DiscardGame,
    lambda: solve_discards(state=state),
    lambda: solve_play(None, None, state=state),
    lambda: solve_deal(None),
):
    try:
        call()
    except SolveError as error:
        print(error.code, error)
"""
    lines = said_alone(program, NUMBA_DISABLE_JIT="01"[way == "disabled"]).splitlines()
    assert len(lines) == 4
    for line in lines:
        assert line.startswith("needs_numba ")
        assert 'pip install ".[fast]"' in line
    assert not state.exists()


# The file of a run


@pytest.mark.slow
def test_a_round_is_kept_to_the_last_bit(tmp_path: Path) -> None:
    state = tmp_path / "deep" / "a.npz"
    own, opponent = some_shares(1), some_shares(2)
    discard_game.keep_round(state, Rules(), 7, own, opponent)
    number, *shares = discard_game.read_round(state, Rules())
    assert number == 7
    for kept, given in zip(shares, (own, opponent), strict=True):
        assert kept.dtype == np.float32
        assert np.array_equal(kept, given)
    discard_game.keep_round(state, Rules(), 8, opponent, own)
    number, *shares = discard_game.read_round(state, Rules())
    assert number == 8
    assert np.array_equal(shares[0], opponent)
    assert list(state.parent.iterdir()) == [state]


@pytest.mark.parametrize("other", [{"crib_flush": "four"}, {"nobs_points": 2}])
def test_a_file_of_other_rules_is_left_alone(other: dict[str, Any], tmp_path: Path) -> None:
    state = tmp_path / "a.npz"
    discard_game.keep_round(state, Rules(**other), 3, some_shares(1), some_shares(2))
    before = state.read_bytes()
    said = refuse(state)
    assert said.code == "bad_state"
    assert "belongs to another solution" in str(said)
    assert str(state) in str(said)
    assert state.read_bytes() == before


def save(function: Callable[..., None], *arrays: Any, **named: Any) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        with path.open("wb") as file:
            function(file, *arrays, **named)

    return write


@pytest.mark.parametrize(
    "make",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_text("own,opponent\n1,2\n"),
        lambda path: path.write_bytes(b"PK\x03\x04" + bytes(100)),
        lambda path: path.write_bytes(b"\x93NUMPY" + bytes(100)),
        lambda path: path.write_bytes(b"\x80\x04]."),
        lambda path: path.mkdir(),
        save(np.save, np.zeros(3)),
        save(np.savez, something=np.zeros(3)),
        save(np.savez, head=np.array("discards")),
        save(np.savez, head=np.array(discard_game.state_head(Rules())), round=np.array(1)),
        save(
            np.savez,
            head=np.array(discard_game.state_head(Rules())),
            round=np.array(1),
            own_places=np.array([HANDS * 15]),
            own_shares=np.ones(1, np.float32),
        ),
    ],
    ids=[
        "nothing", "text", "half a zip", "half an array", "a pickle", "a folder", "an array",
        "other arrays", "another head", "a head alone", "places beyond the last",
    ],
)  # fmt: skip
def test_a_file_of_no_run_is_left_alone(make: Callable[[Path], object], tmp_path: Path) -> None:
    state = tmp_path / "a.npz"
    make(state)
    before = state.read_bytes() if state.is_file() else None
    said = refuse(state)
    assert said.code == "bad_state"
    assert str(state) in str(said)
    assert "name another" in str(said)
    if before is not None:
        assert state.read_bytes() == before
    assert list(tmp_path.iterdir()) == [state]


@pytest.mark.slow
def test_a_damaged_file_is_told_or_does_no_harm(tmp_path: Path) -> None:
    state = tmp_path / "a.npz"
    own = opponent = pure(np.zeros(HANDS, np.int64))
    discard_game.keep_round(state, Rules(), 5, own, opponent)
    whole = state.read_bytes()
    chance = np.random.default_rng(1)
    # The arrays' headers and ends are the most sensitive places.
    ends = [*range(400), *range(len(whole) - 800, len(whole))]
    places = [*chance.choice(ends, 30).tolist(), *chance.integers(0, len(whole), 10).tolist()]
    told = []
    for index in places:
        damaged = bytearray(whole)
        damaged[index] ^= 1 << int(chance.integers(8))
        state.write_bytes(damaged)
        try:
            number, *shares = discard_game.read_round(state, Rules())
        except SolveError as error:
            told.append(error.code)
        else:
            assert number == 5
            assert all(np.array_equal(kept, own) for kept in shares)
    assert set(told) == {"bad_state"}
    assert len(told) > 5
    for length in (1, 100, len(whole) // 2, len(whole) - 1):
        state.write_bytes(whole[:length])
        with pytest.raises(SolveError, match="name another"):
            discard_game.read_round(state, Rules())


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no limit to the size of files")
def test_on_a_full_disk_the_round_before_stays(tmp_path: Path) -> None:
    state = tmp_path / "a.npz"
    discard_game.keep_round(state, Rules(), 1, some_shares(1), some_shares(2))
    before = state.read_bytes()
    program = f"""
import resource
from pathlib import Path
import numpy as np
from pegout.solver.discard_game import SolveError, keep_round
from pegout.rules import Rules
shares = np.full(({HANDS}, 15), 1 / 15, np.float32)
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))
for number, name in ((2, {str(state)!r}), (1, {str(tmp_path / "b.npz")!r})):
    try:
        keep_round(Path(name), Rules(), number, shares, shares)
    except SolveError as error:
        print(error.code, error)
"""
    line = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    again, first = done.stdout.splitlines()
    assert again.startswith("not_kept round 2 could not be kept in ")
    assert "resumes there" in again
    assert first.startswith("not_kept round 1 could not be kept in ")
    assert "nothing has been kept" in first
    assert list(tmp_path.iterdir()) == [state]
    assert state.read_bytes() == before
    assert discard_game.read_round(state, Rules())[0] == 1


def test_a_folder_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a file")
    shares = pure(np.zeros(HANDS, np.int64))
    with raises_code(SolveError, "not_kept"):
        discard_game.keep_round(tmp_path / "file" / "sub" / "a.npz", Rules(), 1, shares, shares)


# Runs


class Run(NamedTuple):
    solution: Solution
    standings: list[DiscardStanding]
    state: Path


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run three rounds without a break."""
    state = tmp_path_factory.mktemp("whole") / "a.npz"
    standings: list[DiscardStanding] = []
    solution = solve_discards(tolerance=0, rounds=3, state=state, report=standings.append)
    return Run(solution, standings, state)


def assert_same(solution: Solution, other: Solution) -> None:
    for first, second in zip(solution[:4], other[:4], strict=True):
        assert np.array_equal(first, second)
    assert solution.standing == other.standing


@needs_numba
@pytest.mark.long
def test_each_round_leaves_less_to_gain(whole: Run) -> None:
    assert [standing.round for standing in whole.standings] == [0, 1, 2, 3]
    gains = [standing.gain_own + standing.gain_opponent for standing in whole.standings]
    assert gains == sorted(gains, reverse=True)
    assert gains[3] < gains[0] / 20
    for standing in [*whole.standings, whole.solution.standing]:
        assert min(standing.gain_own, standing.gain_opponent) > -1e-6
        # Both seats see the same cribs.
        assert standing.crib_own == pytest.approx(standing.crib_opponent, abs=1e-6)
        assert 0 <= standing.mixed < 0.5
    # Rounding the solution costs next to nothing.
    last = whole.solution.standing
    assert last.gain_own + last.gain_opponent < gains[3] + 0.001
    # Published: hands of 7.99 and 8.13 (orner/cribbage-analysis), cribs of 4.7 to 4.75 (Chambers).
    assert last.hand_own == pytest.approx(7.98, abs=0.03)
    assert last.hand_opponent == pytest.approx(8.13, abs=0.03)
    assert last.crib_own == pytest.approx(4.78, abs=0.05)


@needs_numba
@pytest.mark.long
def test_a_solution_is_a_discard_strategy(whole: Run) -> None:
    for shares in (whole.solution.own, whole.solution.opponent):
        assert shares.dtype == np.float32
        assert shares.shape == (HANDS, 15)
        assert np.allclose(shares.sum(axis=1), 1, rtol=0, atol=1e-6)
        assert shares[shares > 0].min() >= 0.01
    several = [(shares > 0).sum(axis=1) > 1 for shares in whole.solution[:2]]
    weights = CribSweep().weights.astype(np.int64)
    part = sum([int(weights[mixed].sum()) for mixed in several]) / 2 / 20_358_520
    assert whole.solution.standing.mixed == pytest.approx(part)


@needs_numba
@pytest.mark.long
def test_gains_are_what_the_best_response_makes(whole: Run) -> None:
    solution, sweep, hands = whole.solution, CribSweep(), hand_means()
    standing = solution.standing
    weights = sweep.weights / 20_358_520

    def mean(shares: Any, values: Any) -> float:
        return float((weights * (shares * values).sum(axis=1, dtype=np.float64)).sum())

    # The crib of the best response, seen from the other seat's hands.
    answer = pure((hands + solution.values_own).argmax(axis=1))
    crib = mean(solution.opponent, sweep.values(answer))
    made = mean(answer, hands) + crib
    assert made - standing.hand_own - standing.crib_own == pytest.approx(
        standing.gain_own, abs=1e-5
    )
    answer = pure((hands - solution.values_opponent).argmax(axis=1))
    crib = mean(solution.own, sweep.values(answer))
    made = mean(answer, hands) - crib
    assert made - standing.hand_opponent + standing.crib_opponent == pytest.approx(
        standing.gain_opponent, abs=1e-5
    )


@needs_numba
@pytest.mark.long
def test_an_interrupted_run_ends_as_if_it_had_not_been(whole: Run, tmp_path: Path) -> None:
    state = tmp_path / "a.npz"
    standings: list[DiscardStanding] = []

    def stop(standing: DiscardStanding) -> None:
        standings.append(standing)
        if standing.round == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_discards(tolerance=0, rounds=3, state=state, report=stop)
    assert discard_game.read_round(state, Rules())[0] == 2
    told: list[tuple[int, float]] = []
    solution = solve_discards(
        tolerance=0, rounds=3, state=state, report=standings.append,
        progress=lambda number, part: told.append((number, part)),
    )  # fmt: skip
    assert_same(solution, whole.solution)
    # The interrupted round is measured again, with the same result.
    assert standings[2] == standings[3]
    assert standings[:3] + standings[4:] == whole.standings
    assert state.read_bytes() == whole.state.read_bytes()
    each = [part / 182 for part in range(1, 183)]
    assert told == [(number, part) for number in (2, 3, 3) for part in each]


@needs_numba
@pytest.mark.long
def test_a_run_that_is_finished_is_only_told_again(whole: Run) -> None:
    before = whole.state.read_bytes()
    again = solve_discards(tolerance=0, rounds=2, state=whole.state, workers=1)
    assert_same(again, whole.solution)
    assert whole.state.read_bytes() == before
