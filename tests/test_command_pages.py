"""The pages of the command line match the commands, and their examples can be typed."""

import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import click
import pytest

from tests.cases import failures
from tools import command_pages


def test_every_page_has_a_command() -> None:
    assert {path.stem for path in command_pages.FOLDER.iterdir()} == set(command_pages.names())
    assert command_pages.RUNS.keys() <= set(command_pages.names())


def test_an_example_can_be_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every word of it is an existing option, command or argument."""
    monkeypatch.chdir(tmp_path)
    for file in ("friday.peg", "games.db"):
        Path(file).touch()
    known = {
        path: context
        for name in command_pages.names()
        if name != command_pages.INDEX
        for path, context in command_pages.commands(name)
    }
    examples = [
        line for ctx in known.values() for line in command_pages.help_of(ctx.command).examples
    ]
    assert failures(partial(can_be_typed, known), examples) == []


def can_be_typed(known: Mapping[str, click.Context], line: str) -> None:
    program, *words = command_pages.words(line)
    assert program == "pegout"
    path = [word for word in words if f"pegout {word}" in known][:1]
    if not path:
        assert words == []
        return
    rest = words[words.index(path[0]) + 1 :]
    while isinstance(known[" ".join(["pegout", *path])].command, click.Group):
        path.append(rest.pop(0))
    context = known[" ".join(["pegout", *path])]
    with context.command.make_context(path[-1], rest, parent=context.parent) as parsed:
        assert parsed.args == []


def test_a_command_with_another_option_has_another_page(monkeypatch: pytest.MonkeyPatch) -> None:
    command = click.Command("terminal", params=[click.Option(["--loud"], help="Shout.")])
    context = click.Context(command, info_name="pegout terminal")
    monkeypatch.setattr(command_pages, "commands", lambda name: [("pegout terminal", context)])
    command.help = "Open the table."
    assert "| `--loud TEXT` | Shout. |" in command_pages.page("terminal")
    assert "--loud" not in (command_pages.FOLDER / "terminal.md").read_text(encoding="utf-8")


def test_an_example_that_fails_makes_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(command_pages.RUNS, "score", [command_pages.Run("score 5H")])
    with pytest.raises(command_pages.ExampleError, match="exit status 2: pegout score: "):
        command_pages.page("score")


def test_the_width_of_the_terminal_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert command_pages.page("discard") == (command_pages.FOLDER / "discard.md").read_text(
        encoding="utf-8"
    )
    assert os.environ["COLUMNS"] == "40"


def test_the_output_of_another_example_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    written = (command_pages.FOLDER / "score.md").read_text(encoding="utf-8")
    assert command_pages.page("score", run_examples=False) == written
    monkeypatch.setitem(command_pages.RUNS, "score", [command_pages.Run('score "5H 5S 5C JD" 6D')])
    assert command_pages.page("score", run_examples=False) != written


def test_the_limits_stand_between_their_marks() -> None:
    text = command_pages.HOSTING.read_text(encoding="utf-8")
    old = text.replace("| `idle` |", "| `idling` |")
    assert old != text
    assert command_pages.with_limits(old) == text
