"""``pegout solve discards`` from the user's side."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

pytest.importorskip("numpy")

from pegout.cli.run import WRONG_USAGE, run
from pegout.kernel import COMPILED
from pegout.rules import Rules
from pegout.solver import checkpoint as solving
from pegout.solver import deal_game, discard_game
from pegout.solver import public_tree as play_tree
from pegout.solver.discard_game import DiscardStanding
from pegout.tables.files import parse
from tests.cli.lines import not_refused
from tests.solver.discards import WITHOUT_NUMBA

needs_numba = pytest.mark.skipif(not COMPILED, reason=WITHOUT_NUMBA)

PROGRAM = [sys.executable, "-c", "from pegout.cli import main; main()", "solve", "discards"]
INTERRUPTED = 130

TABLES = ("discards.csv", "cribs_six.csv", "discards_six.csv")
PICTURES = {
    f"discards-{role}-{kind}.svg"
    for role in ("own", "opponent")
    for kind in ("forced", "chosen", "discarded")
}


@pytest.fixture(autouse=True)
def _in_english_as_if_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setattr(solving, "COMPILED", True)


def test_help_has_examples_and_the_fields(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "discards", "--help"]) == 0
    text = capsys.readouterr().out
    assert "  pegout solve discards --out tables" in text
    for field in DiscardStanding._fields:
        assert field in text
    for option in ("--tolerance", "--rounds", "--state", "--fresh", "--workers", "--out", "--json"):
        assert option in text
    assert run(["solve", "--help"]) == 0
    assert "discards" in capsys.readouterr().out


def test_wrong_usage_says_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    cases: list[tuple[list[str], str]] = [
        (["--rounds", "0"], "--rounds"),
        (["--tolerance", "-1"], "--tolerance"),
        (["--workers", "0"], "--workers"),
        (["--out", __file__], "--out"),
        (["--state", str(Path(__file__).parent)], "--state"),
    ]
    assert not_refused(capsys, cases, "solve", "discards") == []


def test_a_file_of_something_else_is_told_and_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = tmp_path / "notes.txt"
    state.write_text("my notes")
    assert run(["solve", "discards", "--state", str(state)]) == WRONG_USAGE
    assert "is no file of a run of pegout solve discards" in capsys.readouterr().err
    assert state.read_text() == "my notes"


def test_without_numba_it_says_how_to_get_it(tmp_path: Path) -> None:
    program = PROGRAM.copy()
    program[2] = "import sys; sys.modules['numba'] = None; " + program[2]
    done = subprocess.run(
        [*program, "--state", str(tmp_path / "a.npz")], capture_output=True, text=True, check=False
    )
    assert done.returncode == WRONG_USAGE
    assert 'pip install ".[fast]"' in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())


def test_ctrl_c_says_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(discard_game, "solve_discards", stop)
    assert run(["solve", "discards", "--state", str(tmp_path / "a.npz")]) == INTERRUPTED
    said = capsys.readouterr()
    assert "Interrupted. The same command resumes from the last round." in said.err
    assert not said.out


def test_lowball_is_solved_by_its_own_rules_and_kept_in_a_file_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = []

    def look(rules: Rules, **given: Any) -> None:
        found.append((rules, given["state"].name))
        raise KeyboardInterrupt

    monkeypatch.setattr(discard_game, "solve_discards", look)
    mine = str(tmp_path / "mine.npz")
    for more in ([], ["--lowball"], ["--lowball", "--state", mine]):
        run(["solve", "discards", *more])
    assert found == [
        (Rules(), "solve-discards.npz"),
        (Rules(lowball=True), "solve-discards-lowball.npz"),
        (Rules(lowball=True), "mine.npz"),
    ]
    assert capsys.readouterr().err


def test_discards_are_told_to_a_person_and_a_program(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    class Found:
        standing = DiscardStanding(3, 0.004, 0.003, 7.96, 8.05, 4.69, 4.69, 0.125)

    def solve(_: Rules, **given: Any) -> type[Found]:
        given["report"](Found.standing)
        return Found

    monkeypatch.setattr(discard_game, "solve_discards", solve)
    line = ["solve", "discards", "--state", str(tmp_path / "a.npz")]
    assert run([*line, "--json"]) == 0
    said = capsys.readouterr()
    assert "round 3: a best response gains the dealer 0.00400 and the pone 0.00300\n" in said.err
    data = json.loads(said.out)
    assert {name: data[name] for name in DiscardStanding._fields} == Found.standing._asdict()
    assert run(line) == 0
    text = capsys.readouterr().out
    assert "12.5 %" in text
    assert "7.9600" in text


def test_fresh_forgets_what_was_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = tmp_path / "a.npz"
    found = []

    def look(*_: Any, **given: Any) -> None:
        found.append(given["state"].exists())
        raise KeyboardInterrupt

    monkeypatch.setattr(discard_game, "solve_discards", look)
    for more in ([], ["--fresh"], ["--fresh"]):
        state.touch()
        run(["solve", "discards", "--state", str(state), *more])
    assert found == [True, False, False]
    assert capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "module", "call"),
    [
        ("discards", discard_game, "solve_discards"),
        ("play", play_tree, "PlayTree"),
        ("deal", deal_game, "DealGame"),
    ],
)
def test_a_folder_that_cannot_be_written_is_told_before_anything_is_solved(
    command: str,
    module: Any,
    call: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(module, call, lambda *_, **__: pytest.fail("solved before it was told"))
    (tmp_path / "file").write_text("a file")
    state = tmp_path / "a.npz"
    state.touch()
    line = ["solve", command, "--state", str(state), "--fresh", "--out"]
    assert run([*line, str(tmp_path / "file" / "sub")]) == WRONG_USAGE
    assert "Nothing could be written to" in capsys.readouterr().err
    assert state.exists()


@needs_numba
@pytest.mark.long
def test_a_short_run_writes_its_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["solve", "discards", "--rounds", "1", "--state", str(tmp_path / "a.npz"), "--json"]
    out = tmp_path / "deep" / "tables"
    assert run(line) == 0
    said = capsys.readouterr()
    assert "round 1: a best response gains the dealer 0." in said.err
    assert run([*line, "--out", str(out)]) == 0
    said = capsys.readouterr()
    assert "round 0" not in said.err
    assert f"Written to {out}: discards.csv, " in said.err
    data = json.loads(said.out)
    assert set(data) == {*DiscardStanding._fields, "seconds", "megabytes"}
    assert data["round"] == 1
    assert data["crib_own"] == pytest.approx(data["crib_opponent"], abs=1e-6)
    assert {path.name for path in out.iterdir()} == {*TABLES, *PICTURES}
    for name in TABLES:
        table = parse((out / name).read_text("ascii"))
        assert any(f"gains the dealer {data['gain_own']:.6f} " in line for line in table.head)
    for name in PICTURES:
        ElementTree.parse(out / name)


@needs_numba
@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
def test_ctrl_c_leaves_a_round_to_go_on_from(tmp_path: Path) -> None:
    state = tmp_path / "a.npz"
    line = [*PROGRAM, "--rounds", "9", "--tolerance", "0", "--state", str(state)]
    with subprocess.Popen(
        line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ
    ) as process:
        while process.poll() is None and not state.exists():
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == INTERRUPTED
    assert "The same command resumes" in err
    assert "Traceback" not in err
    assert not out
    head = discard_game.state_head(Rules())
    assert solving.read_state(state, head, "pegout solve discards")[0] >= 1
