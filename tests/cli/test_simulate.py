"""``pegout simulate``, and how it and ``pegout arena`` store a run and resume it."""

import json
import re
import signal
import subprocess
import sys
import time
from itertools import groupby
from pathlib import Path

import pytest

from pegout.cli.exit_status import FAILED, INTERRUPTED
from pegout.cli.run import run
from pegout.cli.runs import progress_bar
from pegout.delays import report_delay
from pegout.text.language import language
from tests.cli.lines import Cli


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


LINE = ["simulate", "greedy", "random", "--games", "20", "--seed", "7", "--processes", "1"]
ARENA = ["arena", "novice", "random", "--games", "4", "--seed", "7", "--processes", "1"]
ARENA += ["--engine", "rules"]


def test_a_simulation_is_reproducible(cli: Cli) -> None:
    first = cli.told(*LINE, "--json")
    assert cli.told(*LINE, "--json") == first
    data = json.loads(first)
    assert (data["games"], data["seed"], data["complete"]) == (20, 7, True)
    assert [level["level"] for level in data["contestants"]] == ["greedy", "random"]


def test_a_simulation_prints_a_table(cli: Cli) -> None:
    text = cli.told(*LINE)
    assert "games won" in text
    assert "games: 20 · seed: 7" in text


def test_one_policy_plays_all_sides(cli: Cli) -> None:
    line = ["simulate", "blind", "--players", "3", "--games", "9", "--processes", "1", "--json"]
    assert json.loads(cli.told(*line))["levels"] == ["blind"] * 3


def test_single_deals_have_a_table_of_their_own(cli: Cli) -> None:
    text = cli.told(*LINE, "--deals")
    assert "margin, points" in text
    assert "deals: 20 · seed: 7" in text
    assert "games won" not in text
    assert cli.json(*LINE, "--deals")["deals"] == 20


def test_it_speaks_spanish(cli: Cli) -> None:
    assert "partidas" in cli.told("--lang", "es", *LINE)


def test_what_cannot_be_is_said(cli: Cli) -> None:
    cases: list[tuple[list[str], str]] = [
        (["simulate", "nobody"], "blind-greedy"),
        (["simulate", "blind", "blind", "blind"], "Name 2 players"),
        (["simulate", "blind", "--cluster", "here"], "tcp://"),
        (["simulate", "blind", "--cluster", "tcp://a:1", "--processes", "2"], "--processes"),
        (["simulate", "blind", "--set", "counting=manual"], "counting"),
        (["arena", "club", "club", "--cluster", "here"], "tcp://"),
    ]
    assert cli.not_refused([([*line, "--games", "2"], word) for line, word in cases]) == []
    line = ["simulate", "blind", "--resume", "no/such/place", "--games", "2"]
    assert "no/such/place" in cli.refused(*line, status=FAILED)


@pytest.mark.parametrize("line", [LINE, ARENA])
def test_a_file_keeps_a_run_with_its_seed(line: list[str], tmp_path: Path, cli: Cli) -> None:
    place = line.index("--seed")
    without = [*line[:place], *line[place + 2 :], "--resume", str(tmp_path / "a.run"), "--json"]
    first = cli.told(*without)
    assert cli.told(*without) == first
    assert "is of another run: seed" in cli.refused(
        *without, "--seed", str(json.loads(first)["seed"] + 1)
    )


def test_without_a_compiler_it_says_it_is_slow(monkeypatch: pytest.MonkeyPatch, cli: Cli) -> None:
    for compiled, times in ((False, 1), (True, 0)):
        monkeypatch.setattr("pegout.contests.policy_contests.COMPILED", compiled)
        told = cli.both(*LINE, "--json")
        assert told.err.count(".[fast]") == times
        assert json.loads(told.out)["complete"]


def lines(file: Path) -> int:
    return len(file.read_bytes().splitlines()) if file.exists() else 0


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    file = tmp_path / "a.run"
    program = "from pegout.cli import main; main()"
    line = ["arena", "greedy", "random", "--games", "100000", "--engine", "rules"]
    with subprocess.Popen(
        [sys.executable, "-c", program, *line, "--resume", str(file), "--processes", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        # Wait until part of the run is finished.
        while process.poll() is None and lines(file) < 3:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert f"The same command resumes from {file}." in err
    assert "Interrupted: these are the games that were finished." in out
    assert process.returncode == INTERRUPTED


def test_ctrl_c_says_that_a_run_can_be_kept(
    monkeypatch: pytest.MonkeyPatch, cli: Cli, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("click._termui_impl.ProgressBar.update", stop)
    assert run([*ARENA, "--games", "40"]) == INTERRUPTED
    assert "With --resume FILE" in capsys.readouterr().err
    assert not cli.json(*ARENA, "--games", "40", status=INTERRUPTED)["complete"]


def test_a_progress_bar_names_what_is_compiled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with progress_bar(language("en"), "Playing", 10) as progress:
        report_delay("pegout.kernel.show.suited")
        report_delay("pegout.kernel.show.tallied")
        progress(5, 10)
    labels = re.findall(r"Playing|Compiling for the first time", capsys.readouterr().err)
    assert [label for label, _ in groupby(labels)] == [
        "Playing",
        "Compiling for the first time",
        "Playing",
    ]


def test_no_bar_is_drawn_without_a_terminal(cli: Cli) -> None:
    assert "Playing" not in cli.both(*ARENA, "--games", "4").err
