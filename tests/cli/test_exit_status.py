"""The exit status of every command: done, a failed check, wrong usage, a failure, an interrupt."""

import io
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import click
import pytest

from pegout.cli.app import application
from pegout.cli.exit_status import (
    CHECK_FAILED,
    DONE,
    FAILED,
    INTERRUPTED,
    WRONG_USAGE,
    status_of,
)
from pegout.cli.run import run
from pegout.players.engines import EngineFailed
from pegout.runs.errors import RunError
from pegout.solver.checkpoint import SolveError
from pegout.table.store import StoreError
from pegout.text.language import language
from tests.cases import failures

TWO = str(Path(__file__).parents[2] / "docs" / "records" / "two.peg")


@pytest.fixture(autouse=True)
def _own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PEGOUT_DATA", str(tmp_path / "games.sqlite"))
    monkeypatch.setenv("PEGOUT_CONFIG", str(tmp_path))
    monkeypatch.chdir(tmp_path)


def ends(case: tuple[str, int]) -> None:
    line, status = case
    assert run(line.split()) == status, line


def test_a_command_that_does_not_understand_its_arguments_ends_with_two() -> None:
    lines = [
        "--lang fr", "nothing", "admin", "admin tables show", "admin tables show none x",
        "arena club", "arena club nobody", "chances 1", "discard 5H --dealer", "exploit nobody",
        "play --players 5", "ask", "ask --hand 5H", "ask nonsense", "completion csh",
        "daily --date 2026-99-99", "drill nothing", "records", f"records {TWO} --format xml",
        "site", "stats extra", "replay", f"replay {TWO} --game 99", f"review {TWO} --deal 99",
        "rules extra", "score 5H 5H", "serve --limit tables=0", "simulate random nobody",
        "solve nothing", "terminal extra",
        "arena club nobody --processes 2 --cluster tcp://localhost:1",
    ]  # fmt: skip
    assert failures(ends, [(line, WRONG_USAGE) for line in lines]) == []


def commands(group: click.Group, *before: str) -> Iterator[str]:
    """Yield the line of every command, those of groups among them."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, *before, name)
        else:
            yield " ".join([*before, name])


def test_every_command_ends_with_two_for_an_option_that_it_does_not_have() -> None:
    lines = [f"{line} --nothing" for line in commands(application(language("en")))]
    assert len(lines) > 25
    assert failures(ends, [(line, WRONG_USAGE) for line in lines]) == []


class Interrupting(io.StringIO):
    """A keyboard at which somebody presses Ctrl-C at the first question."""

    def readline(self, _: int = -1, /) -> str:  # type: ignore[override]
        raise KeyboardInterrupt


def test_ctrl_c_at_a_question_ends_a_command_with_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [
        "play --plain --preset half", "terminal --plain", "ask --hand 5H5S6D7CJDKS --play novice",
        "drill counting", "daily", "squares",
    ]  # fmt: skip
    monkeypatch.setattr(sys, "stdin", Interrupting())
    assert failures(ends, [(line, INTERRUPTED) for line in lines]) == []
    # The last words are said all the same.
    assert capsys.readouterr().out.count("Your game is saved") == 2
    monkeypatch.setattr(sys, "stdin", io.StringIO("q\n"))
    assert run(["squares"]) == DONE


def test_files_and_databases_that_fail_end_a_command_with_three(tmp_path: Path) -> None:
    (tmp_path / "letter").write_bytes(b"this is no database, it is a letter to a friend" * 100)
    (tmp_path / "bad.toml").write_text("= 1")
    (tmp_path / "bots.py").write_text(
        "class Failing:\n    def choose(self, view):\n        1 / 0\n"
    )
    lines = [
        "admin tables list --database none.db", "admin tables list --database letter",
        "arena random random --games 2 --resume letter",
        "arena random random --games 2 --resume none/a.run",
        "arena cmd:./none random --games 2 --engine rules",
        "arena bots:Failing random --games 2 --processes 1",
        "chances --picture none/a.svg", "replay none.peg", "replay .", "review none.peg",
        "verify none.peg", "serve --config none.toml", "serve --config bad.toml",
        "records none.peg", f"records {TWO} --out none/a.csv", "stats --database none.db",
        "stats --database letter", "serve --engines none.toml", "serve --engines bad.toml",
        "serve --port 0 --database letter", "simulate random --resume letter",
    ]  # fmt: skip
    assert failures(ends, [(line, FAILED) for line in lines]) == []


def test_a_record_with_a_fault_ends_a_command_with_one(tmp_path: Path) -> None:
    (tmp_path / "bad.peg").write_text(Path(TWO).read_text(encoding="utf-8")[:-200])
    lines = ["replay bad.peg", "review bad.peg", "verify bad.peg", "records bad.peg"]
    assert failures(ends, [(line, CHECK_FAILED) for line in lines]) == []


#: What a store may not have.
UNKNOWN = ("unknown_match", "unknown_table", "unknown_tournament")


def codes_of(error: object) -> set[str]:
    """Return the codes in the docstring of an error."""
    return set(re.findall(r"``(\w+)``", (error.__doc__ or "").partition("code:")[2]))


@pytest.mark.parametrize(
    ("error", "misuse"),
    [
        (StoreError, {"bad_text", "exists", *UNKNOWN}),
        (RunError, {"bad_workers", "bad_address", "other_run"}),
        (SolveError, {"bad_rules"}),
        (EngineFailed, set()),
    ],
)
def test_every_code_of_what_stands_outside_is_a_failure_or_misuse(
    error: Callable[[str, str], Exception], misuse: set[str]
) -> None:
    codes = codes_of(error)
    assert misuse < codes
    found = {code: status_of(error(code, "said")) for code in codes}
    assert found == {code: WRONG_USAGE if code in misuse else FAILED for code in codes}


def piped(tmp_path: Path, line: str) -> None:
    """Run a command whose reader closes the pipe after a few characters."""
    command = [sys.executable, "-m", "pegout", *line.split()]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1)
        process.stdout.close()
        said = process.stderr.read()
        assert (process.wait(90), said) == (DONE, b"")


def test_a_reader_may_stop_reading(tmp_path: Path) -> None:
    lines = [f"replay {TWO}", "rules", f"replay {TWO} --json"]
    assert failures(partial(piped, tmp_path), lines) == []
