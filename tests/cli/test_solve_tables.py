"""``pegout solve tables`` and ``pegout solve cribs`` from the user's side."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from shutil import copyfile
from types import MappingProxyType

import click
import pytest
from filelock import FileLock

from pegout.cli import solve_tables
from pegout.cli.exit_status import CHECK_FAILED, FAILED, INTERRUPTED
from pegout.cli.run import run
from pegout.cli.solve import solve
from pegout.cli.solving import command_line
from pegout.kernel import COMPILED
from pegout.solver import multiplayer_discards, pipeline
from pegout.solver.pipeline import SCALES, TableStep, in_order, steps
from pegout.tables import files, win_probability
from pegout.text.language import language
from tests.cli.lines import Cli
from tests.solver.discards import WITHOUT_NUMBA

NAMES = [step.name for step in in_order(steps("full"))]

#: Plays a game of two experts; prints the winner's score and a win probability of the tables.
GAME = """
from pegout.fairness import seeded_secrets
from pegout.match import Match, Seated, Setup
from pegout.players import advance, players_of
from pegout.rules import Rules
from pegout.tables.win_probability import chance

setup = Setup("made", Rules(target=31), (Seated("Ann", "expert"), Seated("Ben", "expert")))
match = Match(setup, secrets=seeded_secrets("a game by tables that were made"))
for _ in advance(match, players_of(setup, 1)):
    pass
print(max(match.view(None).scores), chance(60, 60))
"""


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


@pytest.fixture
def line(tmp_path: Path) -> list[str]:
    """Return the command line, with temporary folders."""
    return ["solve", "tables", "--into", str(tmp_path / "a"), "--work", str(tmp_path / "w")]


class Taken:
    """Runs steps in no time: tables without numbers, with correct heads."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.names: list[str] = []
        self.words: list[list[str]] = []
        self.fails = ""
        monkeypatch.setattr(solve_tables, "run_step", self.run)

    def run(self, _: object, step: TableStep, words: list[str], reads: Path) -> None:
        assert sorted(path.name for path in reads.iterdir()) == sorted(step.reads)
        if step.name == self.fails:
            raise KeyboardInterrupt
        self.names.append(step.name)
        self.words.append(words)
        out = Path(words[words.index("--out") + 1])
        out.mkdir()
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(files.FOLDER_VARIABLE, str(reads))
            for number, file in enumerate(step.makes):
                body = f"{file} {number} {step.command}".encode()
                head = ["Nothing.", *files.provenance_lines(step.command, step.reads)]
                (out / file).write_bytes(files.compose_bytes(head, body))
        (out / f"{step.name}.svg").write_text("<svg/>")


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> Taken:
    return Taken(monkeypatch)


def test_a_step_says_of_itself_what_its_command_says() -> None:
    group = solve(language("en"))
    assert isinstance(group, click.Group)
    wrong = []
    for line in dict.fromkeys(line for lines in SCALES.values() for line in lines.values()):
        name, *words = line.split()
        if name == "chances":
            # Its source depends on its run, and has separate tests.
            continue
        with group.commands[name].make_context(f"pegout solve {name}", words):
            if command_line() != f"pegout solve {line}":
                wrong.append(line)
    assert wrong == []


def test_what_is_shipped_is_up_to_date(cli: Cli) -> None:
    found = cli.json("solve", "tables", "--check")
    assert found == {"folder": str(files.folder()), "made": [], "left": {}}


def test_every_table_is_made_after_those_it_is_made_of(
    taken: Taken, line: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*line, "--pages", str(tmp_path / "pages"), "--workers", "3"]) == 0
    assert taken.names == NAMES
    said = capsys.readouterr()
    assert "[1/11] pegout solve cribs: cribs.csv is missing" in said.err
    assert "chances-two        up to date" in said.out
    made = {file for step in steps("full") for file in step.makes}
    assert {path.name for path in (tmp_path / "a").iterdir()} == made
    assert len(list((tmp_path / "pages").iterdir())) == len(NAMES)
    # Finished steps leave no files behind.
    assert [path.name for path in (tmp_path / "w").iterdir()] == ["lock"]
    by_name = dict(zip(taken.names, taken.words, strict=True))
    assert by_name["deal"][2:4] == ["solve", "deal"]
    assert by_name["deal"][-2:] == ["--workers", "3"]
    assert by_name["chances-two"][-2:] == ["--processes", "3"]
    assert by_name["cribs"][-2] == "--out"


def test_a_cluster_plays_the_deals(taken: Taken, line: list[str]) -> None:
    assert run([*line, "--cluster", "tcp://elsewhere:8786", "--workers", "2"]) == 0
    by_name = dict(zip(taken.names, taken.words, strict=True))
    assert by_name["chances-four"][-2:] == ["--cluster", "tcp://elsewhere:8786"]
    assert "--cluster" not in by_name["play"]


def test_what_was_interrupted_goes_on(
    taken: Taken, line: list[str], cli: Cli, capsys: pytest.CaptureFixture[str]
) -> None:
    taken.fails = "play"
    assert run(line) == INTERRUPTED
    before = taken.names.copy()
    taken.fails = ""
    assert run(line) == 0
    assert taken.names == NAMES
    assert taken.names[: len(before)] == before
    capsys.readouterr()
    found = cli.json(*line)
    assert (found["made"], found["left"]) == ([], {})
    assert taken.names == NAMES


def test_what_follows_from_a_table_that_changed_is_made_again(
    taken: Taken, line: list[str], tmp_path: Path, cli: Cli, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(line) == 0
    taken.names.clear()
    path = tmp_path / "a" / "play.bin"
    path.write_bytes(path.read_bytes().partition(b"# sha256")[0])
    capsys.readouterr()
    said = cli.told(*line, "--check", status=CHECK_FAILED)
    assert "play               play.bin is damaged" in said
    assert "late-hands         late_hands.bin was made from other tables" in said
    assert "cribs              up to date" in said
    assert not taken.names
    # The play is the same as before, so no later step runs.
    assert run(line) == 0
    assert taken.names == ["play"]
    assert "deal.csv was made by “pegout solve deal”" in cli.told(
        *line, "--scale", "small", "--check", status=CHECK_FAILED
    )


def test_all_of_it_can_be_made_anew_and_one_step_alone(taken: Taken, line: list[str]) -> None:
    assert run(line) == 0
    taken.names.clear()
    assert run([*line, "--only", "late-hands"]) == 0
    assert not taken.names
    assert run([*line, "--fresh", "--only", "late-hands"]) == 0
    assert taken.names == ["late-hands"]
    taken.names.clear()
    assert run([*line, "--fresh"]) == 0
    assert taken.names == NAMES


def test_a_step_whose_inputs_are_missing_says_so(taken: Taken, line: list[str], cli: Cli) -> None:
    assert "play needs discards_deal.csv, which is missing" in cli.refused(
        *line, "--only", "play", status=FAILED
    )
    assert not taken.names


def test_wrong_usage_says_what_is_wrong(
    line: list[str], cli: Cli, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert "--into" in cli.refused("solve", "tables", "--scale", "small")
    assert "last-hole" in cli.refused(*line, "--only", "plays")
    (tmp_path / "w").mkdir()
    with FileLock(tmp_path / "w" / "lock"):
        assert run(line) == FAILED
    assert f"Tables are being made in {tmp_path / 'w'} already." in capsys.readouterr().err


def test_a_step_that_fails_says_how_to_go_on(
    line: list[str], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        pipeline, "SCALES", {"full": {**pipeline.SCALES["full"], "cribs": "cribs --rounds 0"}}
    )
    assert run([*line, "--only", "cribs"]) == FAILED
    said = capfd.readouterr().err
    assert "--rounds" in said
    assert "cribs has failed. The same command resumes from there." in said


def test_a_step_ends_with_whoever_began_it(tmp_path: Path) -> None:
    words = ["solve", "cribs", "--out", str(tmp_path / "out")]
    with subprocess.Popen(
        [sys.executable, "-c", solve_tables._STEP, *words], stdin=subprocess.PIPE
    ) as step:
        assert step.stdin is not None
        while not (tmp_path / "out").exists():
            assert step.poll() is None
            time.sleep(0.05)
        step.stdin.close()
        assert step.wait(90) == 1
    assert not list((tmp_path / "out").iterdir())


def test_cribs_are_told_to_a_person(monkeypatch: pytest.MonkeyPatch, cli: Cli) -> None:
    made = {"cribs.csv": "", "discards_three_lowball.csv": ""}
    monkeypatch.setattr(multiplayer_discards, "multiplayer_tables", lambda *_, **__: made)
    assert "cribs.csv, discards_three_lowball.csv" in cli.told("solve", "cribs", "--rounds", "1")


@pytest.mark.slow
def test_solves_cribs_to_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cli: Cli) -> None:
    solved = multiplayer_discards._SOLVED
    monkeypatch.setattr(multiplayer_discards, "_SOLVED", {"three": solved["three"]})
    out = tmp_path / "out"
    said = cli.both("solve", "cribs", "--rounds", "1", "--out", str(out), "--json")
    names = ["cribs.csv", "discards_three.csv", "discards_three_lowball.csv"]
    assert json.loads(said.out)["files"] == names
    for file in names:
        head = files.head_of((out / file).read_bytes())
        assert (head.command, head.inputs) == ("pegout solve cribs --rounds 1", {})


# With tables that are computed here


def shipped_without(into: Path, *names: str) -> Path:
    """Copy the shipped tables to a new folder, but for some."""
    into.mkdir()
    for path in files.folder().iterdir():
        if path.name not in names:
            copyfile(path, into / path.name)
    return into


def play_game(tables: Path) -> tuple[int, float]:
    """Return the winner's score in a game with the tables of a folder, and one of their chances."""
    done = subprocess.run(
        [sys.executable, "-c", GAME],
        env={**os.environ, files.FOLDER_VARIABLE: str(tables)},
        capture_output=True,
        text=True,
        check=True,
    )
    score, chance = done.stdout.split()
    return int(score), float(chance)


@pytest.mark.long
def test_a_game_is_played_with_a_table_that_was_made(
    line: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # A few deals need no compiler; what is slow to solve comes from the shipped tables.
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    command = "chances --policy expert-points --deals 40 --seed 1"
    small = {**pipeline.SCALES["full"], "chances-two": command}
    monkeypatch.setattr(pipeline, "SCALES", MappingProxyType({"full": small}))
    into = shipped_without(tmp_path / "a", "chances_two.txt", "margins_two.txt", "deals.csv")
    assert run([*line, "--workers", "1", "--only", "chances-two"]) == 0
    assert files.head_of((into / "deals.csv").read_bytes()).command == f"pegout solve {command}"
    score, chance = play_game(into)
    assert score == 31
    assert abs(chance - win_probability.chance(60, 60)) > 0.001


@pytest.mark.long
@pytest.mark.skipif(not COMPILED, reason=WITHOUT_NUMBA)
def test_error_rates_need_no_other_table_than_their_head_names(
    line: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    command = "errors --games 4 --seed 1"
    few = {**pipeline.SCALES["full"], "errors": command}
    monkeypatch.setattr(pipeline, "SCALES", MappingProxyType({"full": few}))
    into = shipped_without(tmp_path / "a", "error_rates.csv")
    assert run([*line, "--workers", "1", "--only", "errors"]) == 0
    made = files.head_of((into / "error_rates.csv").read_bytes())
    assert made.command == f"pegout solve {command}"
    assert list(made.inputs.items()) == list(
        files.head_of(files.read("error_rates.csv")).inputs.items()
    )


@pytest.mark.long
@pytest.mark.skipif(not COMPILED, reason=WITHOUT_NUMBA)
def test_all_tables_are_made_small_and_a_game_is_played(line: list[str], tmp_path: Path) -> None:
    assert run([*line, "--scale", "small"]) == 0
    score, chance = play_game(tmp_path / "a")
    assert score == 31
    assert abs(chance - 0.5) < 0.1
    assert run([*line, "--scale", "small", "--check"]) == 0
