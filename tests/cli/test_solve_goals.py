"""``pegout solve goals`` from the user's side, with invented chances."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy")

import numpy as np

from pegout.cli.run import WRONG_USAGE, run
from pegout.kernel.score_tables import Array
from pegout.solver import checkpoint as solving
from pegout.solver import pegging_goals as goals
from pegout.tables.pegging_goals import read_goals, roots_of

#: Both seats always peg one.
CHANCES = np.zeros((2, 1820, 12, 144))
CHANCES[..., 13] = 1.0


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Replace a computation of minutes by invented chances; return its recorded arguments."""
    asked: list[Any] = []

    def solve(
        _: Any, *, most: int, workers: int | None, progress: Callable[[float], None]
    ) -> Array:
        asked.extend((most, workers))
        progress(0.5)
        return CHANCES

    monkeypatch.setattr(goals, "solve_goals", solve)
    monkeypatch.setattr(solving, "COMPILED", True)
    return asked


def test_goals_are_written_and_told(
    asked: list[Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "deep" / "tables"
    assert run(["solve", "goals", "--workers", "2", "--out", str(out)]) == 0
    done = capsys.readouterr()
    assert f"Written to {out}: goals.bin" in done.err
    head, roots = read_goals((out / "goals.bin").read_bytes())
    assert head[1] == "command: pegout solve goals"
    assert np.array_equal(roots, roots_of(CHANCES))
    assert asked == [1820, 2]
    lines = done.out.splitlines()
    assert lines[0].startswith("How often a goal is reached")
    (one,) = [line for line in lines if line.startswith("pone, 1 or more")]
    assert one.split()[-4:] == ["100.00", "%", "100.00", "%"]
    (two,) = [line for line in lines if line.startswith("dealer, the pone below 1")]
    assert two.split()[-4:] == ["0.00", "%", "0.00", "%"]
    assert lines[-2].startswith("time")


@pytest.mark.usefixtures("asked")
def test_goals_for_a_program_and_in_spanish(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "goals", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert set(data) == {"goals", "seconds", "megabytes"}
    first = data["goals"][0]
    assert (first["role"], first["goal"], first["points"]) == ("dealer", "own", 1)
    assert (first["aimed"], first["plain"]) == pytest.approx((1, 1))
    assert len(data["goals"]) == 22
    assert run(["--lang", "es", "solve", "goals"]) == 0
    assert "repartidor" in capsys.readouterr().out


def test_goals_take_numba(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(solving, "COMPILED", False)
    assert run(["solve", "goals", "--out", str(tmp_path / "out")]) == WRONG_USAGE
    assert 'pip install ".[fast]"' in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
