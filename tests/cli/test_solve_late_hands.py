"""``pegout solve late-hands`` from the user's side, with invented values."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy")

import numpy as np

from pegout.cli.run import WRONG_USAGE, run
from pegout.kernel.roles import Role
from pegout.solver import checkpoint, late_hands
from pegout.solver.late_hands import LateSolution, RoundingError
from pegout.tables.late_hands import NUMBERS, SHAPES, PackedLateHands, read_late_hands

TABLE = PackedLateHands(
    np.ones((2, SHAPES), np.float32),
    np.ones((2, SHAPES, 625), np.int16),
    np.ones((2, 91, 13, 3), np.int16),
    np.arange(2 * NUMBERS * 1820, dtype=np.int64).reshape(2, NUMBERS, 1820).astype(np.int16),
)
ERRORS = {Role.PONE: RoundingError(0.0002, 0.015), Role.DEALER: RoundingError(0.0001, 0.0075)}


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Replace a computation of half an hour by an invented table; return its arguments."""
    asked: list[Any] = []

    def solve(
        _: Any, *, most: int, state: Path, workers: int | None, progress: Callable[[float], None]
    ) -> LateSolution:
        asked.extend((most, state.name, workers))
        progress(0.5)
        return LateSolution(TABLE, ERRORS)

    monkeypatch.setattr(late_hands, "solve_late_hands", solve)
    monkeypatch.setattr(checkpoint, "COMPILED", True)
    return asked


def test_the_table_is_written_and_its_error_told(
    asked: list[Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, state = tmp_path / "deep" / "tables", tmp_path / "half.npz"
    line = ["solve", "late-hands", "--workers", "2", "--out", str(out), "--state", str(state)]
    assert run(line) == 0
    done = capsys.readouterr()
    assert f"Written to {out}: late_hands.bin" in done.err
    head, table = read_late_hands((out / "late_hands.bin").read_bytes())
    assert head[1] == "command: pegout solve late-hands"
    for found, wanted in zip(table, TABLE, strict=True):
        assert np.array_equal(found, wanted)
        assert found.dtype == wanted.dtype
    assert asked == [1820, "half.npz", 2]
    (pone,) = [line for line in done.out.splitlines() if line.startswith("pone, mean")]
    assert pone.split()[-4:] == ["0.020", "%", "1.50", "%"]


@pytest.mark.usefixtures("asked")
def test_the_error_for_a_program_and_in_spanish(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "late-hands", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert set(data) == {"dealer", "pone", "seconds", "megabytes"}
    assert data["dealer"] == {"mean": 0.0001, "greatest": 0.0075}
    assert run(["--lang", "es", "solve", "late-hands"]) == 0
    assert "repartidor" in capsys.readouterr().out


def test_late_hands_take_numba(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checkpoint, "COMPILED", False)
    assert run(["solve", "late-hands", "--out", str(tmp_path / "out")]) == WRONG_USAGE
    assert 'pip install ".[fast]"' in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
