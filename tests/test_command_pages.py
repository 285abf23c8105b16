"""The pages of the command line match the commands, and their examples can be typed."""

import os
import re
from pathlib import Path

import click
import pytest

from pegout.cli.run import run
from pegout.web.config import LIMITS
from tools import command_pages
from tools.command_pages import (
    FOLDER,
    HOSTING,
    INDEX,
    RUNS,
    ExampleError,
    Run,
    commands,
    help_of,
    names,
    page,
    with_limits,
)

COMMANDS = [one for name in names() if name != INDEX for one in commands(name)]
EXAMPLES = [line for _, context in COMMANDS for line in help_of(context.command).examples]


@pytest.mark.parametrize("name", names())
def test_a_page_is_that_of_its_command(name: str) -> None:
    written = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    assert written == page(name), "run python tools/command_pages.py"


def test_every_page_has_a_command() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(names())
    assert RUNS.keys() <= set(names())


@pytest.mark.parametrize("line", EXAMPLES)
def test_an_example_can_be_typed(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every word of it is an existing option, command or argument."""
    monkeypatch.chdir(tmp_path)
    for file in ("friday.peg", "games.db"):
        Path(file).touch()
    program, *words = command_pages.words(line)
    assert program == "pegout"
    known = dict(COMMANDS)
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


def test_the_limits_on_the_page_are_those_of_the_server(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    written = HOSTING.read_text(encoding="utf-8")
    assert written == with_limits(written), "run python tools/command_pages.py"
    monkeypatch.setenv("COLUMNS", "200")
    assert run(["serve", "--limit", "help"]) == 0
    printed = [re.split(r" {2,}", line) for line in capsys.readouterr().out.splitlines()]
    assert [row[0] for row in printed[1:]] == list(LIMITS)
    for name, *cells in printed[1:]:
        assert f"| {' | '.join([f'`{name}`', *cells])} |\n" in written


def test_a_command_with_another_option_has_another_page(monkeypatch: pytest.MonkeyPatch) -> None:
    command = click.Command("terminal", params=[click.Option(["--loud"], help="Shout.")])
    context = click.Context(command, info_name="pegout terminal")
    monkeypatch.setattr(command_pages, "commands", lambda name: [("pegout terminal", context)])
    command.help = "Open the table."
    assert "| `--loud TEXT` | Shout. |" in page("terminal")
    assert "--loud" not in (FOLDER / "terminal.md").read_text(encoding="utf-8")


def test_an_example_that_fails_makes_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RUNS, "score", [Run("score 5H")])
    with pytest.raises(ExampleError, match="exit status 2: pegout score: "):
        page("score")


def test_the_width_of_the_terminal_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert page("discard") == (FOLDER / "discard.md").read_text(encoding="utf-8")
    assert os.environ["COLUMNS"] == "40"


def test_pages_that_are_old_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command_pages, "ROOT", tmp_path)
    monkeypatch.setattr(command_pages, "FOLDER", tmp_path / "commands")
    monkeypatch.setattr(command_pages, "names", lambda: ["terminal"])
    hosting = tmp_path / "hosting.md"
    hosting.write_text(HOSTING.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(command_pages, "HOSTING", hosting)
    assert command_pages.main() == 0
    assert capsys.readouterr().out.split() == ["wrote", str(Path("commands", "terminal.md"))]
    written = (tmp_path / "commands" / "terminal.md").read_text(encoding="utf-8")
    assert written == (FOLDER / "terminal.md").read_text(encoding="utf-8")
    assert command_pages.main() == 0
    assert capsys.readouterr().out == ""
    hosting.write_text(hosting.read_text(encoding="utf-8").replace("| `idle` |", "| `idling` |"))
    assert command_pages.main() == 0
    assert capsys.readouterr().out == "wrote hosting.md\n"
    assert hosting.read_text(encoding="utf-8") == HOSTING.read_text(encoding="utf-8")
