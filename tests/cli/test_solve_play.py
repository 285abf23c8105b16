"""``pegout solve play`` and ``pegout solve deal`` from the user's side, with small trees."""

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy")

import numpy as np

from pegout.cli.run import WRONG_USAGE, run
from pegout.cli.solving import Bar
from pegout.kernel import COMPILED
from pegout.solver import checkpoint as solving
from pegout.solver import deal_game, play_game
from pegout.solver import export_play as play_files
from pegout.solver import public_tree as play_tree
from pegout.solver.deal_game import DealStanding
from pegout.solver.play_game import HandWeights, PlayStanding
from pegout.solver.public_tree import PlayTree
from tests.cli.lines import not_refused
from tests.solver.discards import WITHOUT_NUMBA
from tests.solver.plays import array_of, some_deals, some_weights

needs_numba = pytest.mark.skipif(not COMPILED, reason=WITHOUT_NUMBA)

INTERRUPTED = 130
LINE = [(0, 5), (1, 6), (0, 7), (1, 8)]
COMMANDS = ("play", "deal")


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


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

    monkeypatch.setattr(play_tree, "PlayTree", tree)
    monkeypatch.setattr(HandWeights, "of", classmethod(deals))
    monkeypatch.setattr(
        play_files, "play_files", lambda *_: {"play.bin": b"\x00\xff", "leads.csv": b"a\n"}
    )
    return asked


# Common to both


@pytest.mark.parametrize(
    ("command", "fields", "options"),
    [
        ("play", PlayStanding._fields, ("--tolerance", "--sweeps", "--discards")),
        ("deal", DealStanding._fields, ("--tolerance", "--rounds")),
    ],
)
def test_help_has_examples_and_the_fields(
    command: str,
    fields: tuple[str, ...],
    options: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["solve", command, "--help"]) == 0
    text = capsys.readouterr().out
    assert f"  pegout solve {command} --out {command}" in text
    for word in (*fields, *options, "--state", "--fresh", "--workers", "--out", "--json"):
        assert word in text
    assert run(["solve", "--help"]) == 0
    assert f"  {command} " in capsys.readouterr().out


def test_wrong_usage_says_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    cases: list[tuple[list[str], str]] = [
        (["play", "--sweeps", "0"], "--sweeps"),
        (["play", "--tolerance", "-1"], "--tolerance"),
        (["play", "--discards", "nothing"], "--discards"),
        (["deal", "--rounds", "0"], "--rounds"),
        (["deal", "--workers", "0"], "--workers"),
        (["deal", "--out", __file__], "--out"),
        (["deal", "--state", str(Path(__file__).parent)], "--state"),
    ]
    assert not_refused(capsys, cases, "solve") == []


@pytest.mark.parametrize("command", COMMANDS)
def test_without_numba_it_says_how_to_get_it(
    command: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(solving, "COMPILED", False)
    state = tmp_path / "a.npz"
    state.touch()
    line = ["solve", command, "--state", str(state), "--fresh", "--out", str(tmp_path / "out")]
    assert run(line) == WRONG_USAGE
    assert 'pip install ".[fast]"' in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [state]


@pytest.mark.parametrize(
    ("command", "module", "call"),
    [("play", play_tree, "PlayTree"), ("deal", deal_game, "DealGame")],
)
def test_ctrl_c_says_how_to_go_on(
    command: str,
    module: Any,
    call: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = []

    def stop(*_: object, **__: object) -> None:
        found.append(state.exists())
        raise KeyboardInterrupt

    state = tmp_path / "a.npz"
    monkeypatch.setattr(module, call, stop)
    monkeypatch.setattr(solving, "COMPILED", True)
    for more in ([], ["--fresh"]):
        state.touch()
        assert run(["solve", command, "--state", str(state), *more]) == INTERRUPTED
        said = capsys.readouterr()
        assert "Interrupted. The same command resumes from the last round." in said.err
        assert not said.out
    assert found == [True, False]


# The play


def test_a_play_is_told_and_its_files_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[Any] = []

    class Found:
        standing = PlayStanding(10, 1.5, 0.004, 0.003)

    def tree(workers: int | None, progress: Any) -> str:
        progress(0.5)
        return "the tree"

    def solve(*given: Any, **more: Any) -> type[Found]:
        asked.append((given, more["tolerance"], more["most"], more["state"], more["name"]))
        more["progress"](1, None)
        more["report"](Found.standing)
        return Found

    monkeypatch.setattr(play_tree, "PlayTree", tree)
    monkeypatch.setattr(HandWeights, "of", lambda *_: "the deals")
    monkeypatch.setattr(play_game, "solve_play", solve)
    monkeypatch.setattr(play_files, "play_files", lambda *_: {"play.bin": b"\x00\xff"})
    monkeypatch.setattr(solving, "COMPILED", True)
    out, state = tmp_path / "play", tmp_path / "a.npz"
    line = ["solve", "play", "--state", str(state), "--sweeps", "20", "--tolerance", "0.5"]
    assert run([*line, "--out", str(out), "--json"]) == 0
    said = capsys.readouterr()
    assert asked == [(("the tree", "the deals"), 0.5, 20, state, "discards_deal")]
    assert "sweep 10: a best response gains the dealer 0.00400 and the pone 0.00300\n" in said.err
    assert f"Written to {out}: play.bin" in said.err
    assert (out / "play.bin").read_bytes() == b"\x00\xff"
    data = json.loads(said.out)
    assert {name: data[name] for name in PlayStanding._fields} == Found.standing._asdict()
    assert {"seconds", "megabytes"} <= set(data)
    assert run(line) == 0
    assert "the dealer makes more in the play" in capsys.readouterr().out


@needs_numba
@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.usefixtures("small")
def test_a_run_tells_its_sweeps_and_writes_its_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, state = tmp_path / "deep" / "play", tmp_path / "a.npz"
    line = ["solve", "play", "--state", str(state), "--tolerance", "0", "--sweeps", "20"]
    assert run([*line, "--out", str(out), "--json"]) == 0
    said = capsys.readouterr()
    told = [one for one in said.err.splitlines() if one.startswith("sweep ")]
    assert [one.split(":")[0] for one in told] == ["sweep 10", "sweep 20"]
    assert all("a best response gains the dealer 0." in one for one in told)
    assert f"Written to {out}: play.bin, leads.csv" in said.err
    assert (out / "play.bin").read_bytes() == b"\x00\xff"
    data = json.loads(said.out)
    assert set(data) == {*PlayStanding._fields, "seconds", "megabytes"}
    assert data["sweeps"] == 20
    assert f"the dealer {data['gain_dealer']:.5f} and the pone {data['gain_pone']:.5f}" in told[-1]


@needs_numba
@pytest.mark.slow
@pytest.mark.compiled
def test_the_same_command_goes_on(
    small: list[tuple[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["solve", "play", "--tolerance", "0", "--workers", "1"]
    assert run([*line, "--sweeps", "20", "--state", str(tmp_path / "a.npz"), "--json"]) == 0
    whole = json.loads(capsys.readouterr().out)
    for sweeps in ("10", "20"):
        state = ["--state", str(tmp_path / "b.npz")]
        assert run([*line, "--sweeps", sweeps, *state, "--json"]) == 0
    said = capsys.readouterr()
    parted = json.loads(said.out[said.out.rindex("{") :])
    cost = {"seconds", "megabytes"}
    assert {name: parted[name] for name in parted if name not in cost} == {
        name: whole[name] for name in whole if name not in cost
    }
    assert small == 3 * [("tree", 1), ("deals", 1)]


@needs_numba
@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.usefixtures("small")
def test_hands_of_another_table_are_another_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from pegout.solver import joint_ranges as ranges

    asked = []
    monkeypatch.setattr(ranges, "shipped_range", lambda *given: asked.append(given))
    line = ["solve", "play", "--sweeps", "10", "--state", str(tmp_path / "a.npz")]
    assert run(line) == 0
    assert "a best response gains, dealer" in capsys.readouterr().out
    assert run([*line, "--discards", "discards_six"]) == WRONG_USAGE
    assert "belongs to another solution" in capsys.readouterr().err
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
    monkeypatch.setattr(solving, "COMPILED", True)
    monkeypatch.setattr(play_files, "deal_files", lambda *_: {"discards_deal.csv": b"a,b\n"})
    return asked


def test_a_deal_is_told_and_its_files_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked, out, state = solved(monkeypatch), tmp_path / "deal", tmp_path / "a.npz"
    line = ["solve", "deal", "--state", str(state), "--rounds", "3", "--tolerance", "0.5"]
    assert run([*line, "--workers", "1", "--out", str(out), "--json"]) == 0
    said = capsys.readouterr()
    assert asked[0] == {"workers": 1}
    assert (asked[1]["tolerance"], asked[1]["rounds"], asked[1]["state"]) == (0.5, 3, state)
    assert "round 2: a best response gains the dealer 0.00400 and the pone 0.00300\n" in said.err
    assert f"Written to {out}: discards_deal.csv" in said.err
    assert (out / "discards_deal.csv").read_bytes() == b"a,b\n"
    data = json.loads(said.out)
    assert {name: data[name] for name in STANDING._fields} == STANDING._asdict()
    assert {"seconds", "megabytes"} <= set(data)


def test_a_deal_is_told_to_a_person(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    solved(monkeypatch)
    assert run(["solve", "deal", "--state", str(tmp_path / "a.npz")]) == 0
    text = capsys.readouterr().out
    for name in ("dealer", "pone", "in the play", "mean hand", "mean crib", "time", "memory"):
        assert name in text
    assert "1.3300" in text


def test_what_cannot_be_written_in_the_end_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    solved(monkeypatch)
    out = tmp_path / "deal"
    out.mkdir()
    (out / "discards_deal.csv").mkdir()
    line = ["solve", "deal", "--state", str(tmp_path / "a.npz"), "--out", str(out)]
    assert run(line) == WRONG_USAGE
    said = capsys.readouterr()
    assert "The solution is saved" in said.err
    assert not said.out


# The bar


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
