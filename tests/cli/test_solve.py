"""The commands that solve something, from the user's side, with small or invented solutions."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from pegout.cli.exit_status import FAILED, INTERRUPTED
from pegout.cli.run import run
from pegout.cli.solving import Bar
from pegout.kernel import COMPILED
from pegout.kernel.roles import Role
from pegout.rules import Rules
from pegout.solver import (
    checkpoint,
    deal_game,
    discard_game,
    export_play,
    joint_ranges,
    late_hands,
    play_game,
    public_tree,
)
from pegout.solver.deal_game import DealStanding
from pegout.solver.discard_game import DiscardStanding
from pegout.solver.late_hands import LateSolution, RoundingError
from pegout.solver.play_game import HandWeights, PlayStanding
from pegout.solver.public_tree import PlayTree
from pegout.tables.files import parse
from pegout.tables.late_hands import NUMBERS, SHAPES, PackedLateHands
from pegout.tables.late_hands_arrays import read_late_hands
from tests.cli.lines import Cli
from tests.solver.discards import WITHOUT_NUMBA
from tests.solver.plays import array_of, some_deals, some_weights

needs_numba = pytest.mark.skipif(not COMPILED, reason=WITHOUT_NUMBA)

PROGRAM = [sys.executable, "-c", "from pegout.cli import main; main()", "solve", "discards"]
#: The commands that work in rounds, with the first thing that each of them computes.
IN_ROUNDS = {
    "discards": (discard_game, "solve_discards"),
    "play": (public_tree, "PlayTree"),
    "deal": (deal_game, "DealGame"),
    "late-hands": (late_hands, "solve_late_hands"),
}
COST = {"seconds", "megabytes"}
TABLES = ("discards.csv", "cribs_six.csv", "discards_six.csv")
PICTURES = {
    f"discards-{role}-{kind}.svg"
    for role in ("own", "opponent")
    for kind in ("forced", "chosen", "discarded")
}


@pytest.fixture(autouse=True)
def _in_english_as_if_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setattr(checkpoint, "COMPILED", True)


# All of them


def test_wrong_usage_says_what_is_wrong(cli: Cli) -> None:
    folder = str(Path(__file__).parent)
    cases: list[tuple[list[str], str]] = [
        *[
            ([name, *words], words[0])
            for name in IN_ROUNDS
            for words in (["--workers", "0"], ["--out", __file__], ["--state", folder])
        ],
        (["discards", "--rounds", "0"], "--rounds"),
        (["discards", "--tolerance", "-1"], "--tolerance"),
        (["play", "--sweeps", "0"], "--sweeps"),
        (["play", "--tolerance", "-1"], "--tolerance"),
        (["play", "--discards", "nothing"], "--discards"),
        (["deal", "--rounds", "0"], "--rounds"),
    ]
    assert cli.not_refused(cases, "solve") == []


@pytest.mark.parametrize("command", IN_ROUNDS)
def test_without_numba_it_says_how_to_get_it(
    command: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cli: Cli
) -> None:
    monkeypatch.setattr(checkpoint, "COMPILED", False)
    state = tmp_path / "a.npz"
    state.touch()
    line = ["solve", command, "--state", str(state), "--fresh", "--out", str(tmp_path / "out")]
    assert 'pip install ".[fast]"' in cli.refused(*line, status=FAILED)
    assert list(tmp_path.iterdir()) == [state]


@pytest.mark.parametrize("command", IN_ROUNDS)
def test_ctrl_c_says_how_to_resume_and_fresh_deletes_the_checkpoint(
    command: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cli: Cli
) -> None:
    found = []

    def stop(*_: object, **__: object) -> None:
        found.append(state.exists())
        raise KeyboardInterrupt

    state = tmp_path / "a.npz"
    monkeypatch.setattr(*IN_ROUNDS[command], stop)
    for more in ([], ["--fresh"], ["--fresh"]):
        state.touch()
        said = cli.both("solve", command, "--state", str(state), *more, status=INTERRUPTED)
        assert "Interrupted. The same command resumes from the last round." in said.err
        assert not said.out
    assert found == [True, False, False]


@pytest.mark.parametrize("command", IN_ROUNDS)
def test_a_folder_that_cannot_be_written_is_told_before_anything_is_solved(
    command: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cli: Cli
) -> None:
    module, name = IN_ROUNDS[command]
    monkeypatch.setattr(module, name, lambda *_, **__: pytest.fail("solved before it was told"))
    (tmp_path / "file").write_text("a file")
    state = tmp_path / "a.npz"
    state.touch()
    line = ["solve", command, "--state", str(state), "--fresh", "--out"]
    assert "Nothing could be written to" in cli.refused(
        *line, str(tmp_path / "file" / "sub"), status=FAILED
    )
    assert state.exists()


def test_the_bar_takes_itself_away(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    bar = Bar()
    bar.show("the tree of the play", 0.5)
    bar.show("the tree of the play", 0.51)
    bar.show("sweep 1", 1)
    bar.say("sweep 10: done")
    bar.close()
    lines = capsys.readouterr().err.split("\r")
    assert lines[1] == "the tree of the play " + 10 * "█" + 10 * "░"
    # No rest of a longer line stays on the screen.
    assert lines[2] == "sweep 1    " + 20 * "█" + 13 * " "
    assert set(lines[3]) == {" "}
    assert lines[4:] == ["sweep 10: done\n"]


def test_there_is_no_bar_in_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    bar = Bar()
    bar.show("sweep 1", 1)
    bar.close()
    assert not capsys.readouterr().err


# The discards


def test_a_file_of_something_else_is_told_and_left(tmp_path: Path, cli: Cli) -> None:
    state = tmp_path / "notes.txt"
    state.write_text("my notes")
    assert "is no file of a run of pegout solve discards" in cli.refused(
        "solve", "discards", "--state", str(state), status=FAILED
    )
    assert state.read_text() == "my notes"


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
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cli: Cli
) -> None:
    class Found:
        standing = DiscardStanding(3, 0.004, 0.003, 7.96, 8.05, 4.69, 4.69, 0.125)

    def solve(_: Rules, **given: Any) -> type[Found]:
        given["report"](Found.standing)
        return Found

    monkeypatch.setattr(discard_game, "solve_discards", solve)
    line = ["solve", "discards", "--state", str(tmp_path / "a.npz")]
    said = cli.both(*line, "--json")
    assert "round 3: a best response gains the dealer 0.00400 and the pone 0.00300\n" in said.err
    data = json.loads(said.out)
    assert {name: data[name] for name in DiscardStanding._fields} == Found.standing._asdict()
    text = cli.told(*line)
    assert "12.5 %" in text
    assert "7.9600" in text


@needs_numba
@pytest.mark.long
def test_a_short_run_writes_its_tables(tmp_path: Path, cli: Cli) -> None:
    line = ["solve", "discards", "--rounds", "1", "--state", str(tmp_path / "a.npz"), "--json"]
    out = tmp_path / "deep" / "tables"
    said = cli.both(*line)
    assert "round 1: a best response gains the dealer 0." in said.err
    said = cli.both(*line, "--out", str(out))
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
    assert checkpoint.read_state(state, head, "pegout solve discards")[0] >= 1


# The play


LINE = [(0, 5), (1, 6), (0, 7), (1, 8)]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Any]]:
    """Start the play late, with few deals; return the recorded arguments."""
    asked: list[tuple[str, Any]] = []

    def tree(**given: Any) -> PlayTree:
        asked.append(("tree", given["workers"]))
        return PlayTree(LINE, **given)

    def deals(_: Any, *given: Any) -> HandWeights:
        asked.append(("deals", given[2]))
        given[3](0.5)
        dealt = some_weights(some_deals(LINE, 800, 1), 2)
        whole = np.float32(sum(dealt.values()))
        met = (array_of(dealt, 0) / whole, array_of(dealt, 1) / whole)
        return HandWeights(met, met, met)

    monkeypatch.setattr(public_tree, "PlayTree", tree)
    monkeypatch.setattr(HandWeights, "of", classmethod(deals))
    monkeypatch.setattr(
        export_play, "play_files", lambda *_: {"play.bin": b"\x00\xff", "leads.csv": b"a\n"}
    )
    return asked


def test_a_play_is_told_and_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cli: Cli) -> None:
    asked: list[Any] = []

    class Found:
        standing = PlayStanding(10, 1.5, 0.004, 0.003)

    def tree(workers: int | None, progress: Any) -> str:
        progress(0.5)
        return "the tree"

    def solve(*given: Any, **more: Any) -> type[Found]:
        asked.append((given, more["tolerance"], more["maximum"], more["state"], more["name"]))
        more["progress"](1, None)
        more["report"](Found.standing)
        return Found

    monkeypatch.setattr(public_tree, "PlayTree", tree)
    monkeypatch.setattr(HandWeights, "of", lambda *_: "the deals")
    monkeypatch.setattr(play_game, "solve_play", solve)
    monkeypatch.setattr(export_play, "play_files", lambda *_: {"play.bin": b"\x00\xff"})
    out, state = tmp_path / "play", tmp_path / "a.npz"
    line = ["solve", "play", "--state", str(state), "--sweeps", "20", "--tolerance", "0.5"]
    said = cli.both(*line, "--out", str(out), "--json")
    assert asked == [(("the tree", "the deals"), 0.5, 20, state, "discards_deal")]
    assert "sweep 10: a best response gains the dealer 0.00400 and the pone 0.00300\n" in said.err
    assert f"Written to {out}: play.bin" in said.err
    assert (out / "play.bin").read_bytes() == b"\x00\xff"
    data = json.loads(said.out)
    assert {name: data[name] for name in PlayStanding._fields} == Found.standing._asdict()
    assert set(data) >= COST
    assert "the dealer makes more in the play" in cli.told(*line)


@needs_numba
@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.usefixtures("small")
def test_a_run_tells_its_sweeps_and_writes_its_files(tmp_path: Path, cli: Cli) -> None:
    out, state = tmp_path / "deep" / "play", tmp_path / "a.npz"
    line = ["solve", "play", "--state", str(state), "--tolerance", "0", "--sweeps", "20"]
    said = cli.both(*line, "--out", str(out), "--json")
    told = [line for line in said.err.splitlines() if line.startswith("sweep ")]
    assert [line.split(":")[0] for line in told] == ["sweep 10", "sweep 20"]
    assert all("a best response gains the dealer 0." in line for line in told)
    assert f"Written to {out}: play.bin, leads.csv" in said.err
    assert (out / "play.bin").read_bytes() == b"\x00\xff"
    data = json.loads(said.out)
    assert set(data) == {*PlayStanding._fields, *COST}
    assert data["sweeps"] == 20
    assert f"the dealer {data['gain_dealer']:.5f} and the pone {data['gain_pone']:.5f}" in told[-1]


@needs_numba
@pytest.mark.slow
@pytest.mark.compiled
def test_the_same_command_goes_on(
    small: list[tuple[str, Any]], tmp_path: Path, cli: Cli, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["solve", "play", "--tolerance", "0", "--workers", "1"]
    whole = cli.json(*line, "--sweeps", "20", "--state", str(tmp_path / "a.npz"))
    for sweeps in ("10", "20"):
        state = ["--state", str(tmp_path / "b.npz")]
        assert run([*line, "--sweeps", sweeps, *state, "--json"]) == 0
    said = capsys.readouterr()
    parted = json.loads(said.out[said.out.rindex("{") :])
    assert {name: parted[name] for name in parted if name not in COST} == {
        name: whole[name] for name in whole if name not in COST
    }
    assert small == 3 * [("tree", 1), ("deals", 1)]


@needs_numba
@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.usefixtures("small")
def test_hands_of_another_table_are_another_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cli: Cli
) -> None:
    asked = []
    monkeypatch.setattr(joint_ranges, "shipped_range", lambda *given: asked.append(given))
    line = ["solve", "play", "--sweeps", "10", "--state", str(tmp_path / "a.npz")]
    assert "a best response gains, dealer" in cli.told(*line)
    assert "belongs to another solution" in cli.refused(
        *line, "--discards", "discards_six", status=FAILED
    )
    assert run([*line, "--discards", "discards_six", "--fresh"]) == 0
    assert asked == [
        (role, table)
        for table in ("discards_deal", "discards_six", "discards_six")
        for role in ("opponent", "own")
    ]


# The deal


STANDING = DealStanding(2, 0.004, 0.003, 0.002, 0.001, 1.33, 7.96, 8.05, 4.69)


def solved(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Replace the game and its solution by small ones; return the recorded arguments."""
    asked: list[dict[str, Any]] = []

    class Found:
        standing = STANDING

    def game(workers: int | None, progress: Any) -> str:
        asked.append({"workers": workers})
        progress(0.5)
        return "the game"

    def solve(given: Any, **more: Any) -> Any:
        assert given == "the game"
        asked.append(more)
        for stage in ("discards", "hands", "play", "values"):
            more["progress"](1, stage, 0.5)
        more["report"](STANDING)
        return Found

    monkeypatch.setattr(deal_game, "DealGame", game)
    monkeypatch.setattr(deal_game, "solve_deal", solve)
    monkeypatch.setattr(export_play, "deal_files", lambda *_: {"discards_deal.csv": b"a,b\n"})
    return asked


def test_a_deal_is_told_and_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cli: Cli) -> None:
    asked, out, state = solved(monkeypatch), tmp_path / "deal", tmp_path / "a.npz"
    line = ["solve", "deal", "--state", str(state), "--rounds", "3", "--tolerance", "0.5"]
    said = cli.both(*line, "--workers", "1", "--out", str(out), "--json")
    assert asked[0] == {"workers": 1}
    assert (asked[1]["tolerance"], asked[1]["rounds"], asked[1]["state"]) == (0.5, 3, state)
    assert "round 2: a best response gains the dealer 0.00400 and the pone 0.00300\n" in said.err
    assert f"Written to {out}: discards_deal.csv" in said.err
    assert (out / "discards_deal.csv").read_bytes() == b"a,b\n"
    data = json.loads(said.out)
    assert {name: data[name] for name in STANDING._fields} == STANDING._asdict()
    assert set(data) >= COST


def test_a_person_is_told_a_deal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cli: Cli) -> None:
    solved(monkeypatch)
    text = cli.told("solve", "deal", "--state", str(tmp_path / "a.npz"))
    for name in ("dealer", "pone", "in the play", "mean hand", "mean crib", "time", "memory"):
        assert name in text
    assert "1.3300" in text


def test_what_cannot_be_written_in_the_end_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cli: Cli
) -> None:
    solved(monkeypatch)
    out = tmp_path / "deal"
    out.mkdir()
    (out / "discards_deal.csv").mkdir()
    line = ["solve", "deal", "--state", str(tmp_path / "a.npz"), "--out", str(out)]
    said = cli.both(*line, status=FAILED)
    assert "The solution is saved" in said.err
    assert not said.out


# Late hands


TABLE = PackedLateHands(
    np.ones((2, SHAPES), np.float32),
    np.ones((2, SHAPES, 625), np.int16),
    np.ones((2, 91, 13, 3), np.int16),
    np.arange(2 * NUMBERS * 1820, dtype=np.int64).reshape(2, NUMBERS, 1820).astype(np.int16),
)
ERRORS = {Role.PONE: RoundingError(0.0002, 0.015), Role.DEALER: RoundingError(0.0001, 0.0075)}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Replace a computation of half an hour by an invented table; return its arguments."""
    asked: list[Any] = []

    def solve(
        _: Any, *, maximum: int, state: Path, workers: int | None, progress: Callable[[float], None]
    ) -> LateSolution:
        asked.extend((maximum, state.name, workers))
        progress(0.5)
        return LateSolution(TABLE, ERRORS)

    monkeypatch.setattr(late_hands, "solve_late_hands", solve)
    return asked


def test_a_table_is_written_and_its_error_told(asked: list[Any], tmp_path: Path, cli: Cli) -> None:
    out, state = tmp_path / "deep" / "tables", tmp_path / "half.npz"
    line = ["solve", "late-hands", "--workers", "2", "--out", str(out), "--state", str(state)]
    done = cli.both(*line)
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
def test_the_error_for_a_program_and_in_spanish(cli: Cli) -> None:
    data = cli.json("solve", "late-hands")
    assert set(data) == {"dealer", "pone", "seconds", "megabytes"}
    assert data["dealer"] == {"mean": 0.0001, "greatest": 0.0075}
    assert "repartidor" in cli.told("--lang", "es", "solve", "late-hands")
