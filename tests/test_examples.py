"""Every published example runs: in the README, in the documentation and in docstrings.

An example that no test runs would be the first to go wrong, so the tests also count: each text
with a prompt must be among the tested examples.
"""

import doctest
import importlib
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "pegout"
CORE = ("cards", "fairness", "match", "notation", "rules", "scoring")

# The command line and the terminal's table have separate tests, and only Alembic runs a
# migration.
NOT_FOR_IMPORT = {"__main__", "cli", "migrations", "tui"}

PROMPT = re.compile(r"^\s*>>> ?", re.MULTILINE)
FENCE = re.compile(r"^\s*(?P<fence>`{3,}|~{3,})\s*(?P<language>\w*)")


def python_blocks(text: str) -> str:
    """Blank everything outside blocks of Python, so that line numbers stay the same."""
    kept: list[str] = []
    fence = language = ""
    for line in text.splitlines():
        match = FENCE.match(line)
        if not fence and match:
            fence, language = match["fence"], match["language"]
            kept.append("")
        elif fence and line.strip() == fence:
            fence = language = ""
            kept.append("")
        else:
            kept.append(line if language in {"pycon", "python"} else "")
    return "\n".join(kept) + "\n"


def prompts(text: str) -> int:
    return len(PROMPT.findall(text))


def run(test: doctest.DocTest) -> None:
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    failed, _ = runner.run(test, out=report.append)
    assert not failed, "".join(report)


# A file that a page has its reader save is in a block that names it. A page with such files is
# followed step by step: its commands run as well, in the folder of the files.
FILE = re.compile(r'^```\w+ title="(?P<name>[\w.]+)"\n(?P<text>.*?)^```$', re.MULTILINE | re.DOTALL)
CONSOLE = re.compile(r"^```console\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
AND_SO_ON = "…"


def save(text: str, folder: Path) -> list[Path]:
    """Save the files of a page; a second block for the same file is appended to it."""
    files: dict[Path, str] = {}
    for found in FILE.finditer(text):
        path = folder / found["name"]
        files[path] = files.get(path, "") + found["text"]
    for path, written in files.items():
        path.write_text(written, encoding="utf-8")
    return list(files)


def commands(text: str) -> Iterator[tuple[str, str]]:
    """Yield each command of a page, and its output according to the page."""
    for found in CONSOLE.finditer(text):
        for part in found["text"].removeprefix("$ ").split("\n$ "):
            command, _, output = part.partition("\n")
            yield command, output


def matches(said: str, shown: str) -> bool:
    """Return whether an output is the published one, up to where the page breaks off."""
    start, dots, _ = shown.partition(AND_SO_ON)
    return said.startswith(start) if dots else said.rstrip() == shown.rstrip()


def follow(command: str, shown: str, folder: Path) -> None:
    program, *words = shlex.split(command)
    assert program == "pegout"
    done = subprocess.run(
        [sys.executable, "-m", "pegout", "--lang", "en", *words],
        capture_output=True,
        encoding="utf-8",
        cwd=folder,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "80"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert matches(done.stdout, shown), done.stdout


PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
MODULES = [
    path
    for path in sorted(SOURCE.rglob("*.py"))
    if prompts(path.read_text(encoding="utf-8"))
    and NOT_FOR_IMPORT.isdisjoint(path.relative_to(SOURCE).with_suffix("").parts)
]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_page_is_true(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = path.read_text(encoding="utf-8")
    name = str(path.relative_to(ROOT))
    files = save(text, tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    test = doctest.DocTestParser().get_doctest(
        python_blocks(text), {"__name__": "__main__"}, name, str(path), 0
    )
    assert len(test.examples) == prompts(text), "an example stands outside a block of Python"
    run(test)
    for file in files:
        sys.modules.pop(file.stem, None)
    for command, shown in commands(text) if files else ():
        follow(command, shown, tmp_path)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_docstring_is_true(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    module = importlib.import_module(".".join(parts).removesuffix(".__init__"))
    tests = doctest.DocTestFinder(exclude_empty=True).find(module)
    found = sum(len(test.examples) for test in tests)
    written = prompts(path.read_text(encoding="utf-8"))
    assert found == written, f"{written} examples are written, and doctest finds {found}"
    for test in tests:
        run(test)


def test_the_tutorial_has_files_and_commands() -> None:
    text = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    assert {found["name"] for found in FILE.finditer(text)} == {"my_bot.py", "my_engine.mjs"}
    assert [command.split()[0] for command, _ in commands(text)] == ["pegout"] * 3
    assert all(shown for _, shown in commands(text))


def test_a_page_may_break_off() -> None:
    assert matches("one\ntwo\n", "one\n…\n")
    assert not matches("two\n", "one\n…\n")
    assert matches("one\n", "one\n")
    assert not matches("one\ntwo\n", "one\n")


def test_the_readme_shows_examples() -> None:
    assert prompts(python_blocks((ROOT / "README.md").read_text(encoding="utf-8")))


@pytest.mark.parametrize("room", CORE)
def test_every_room_of_the_core_shows_examples(room: str) -> None:
    assert any(path.relative_to(SOURCE).with_suffix("").parts[0] == room for path in MODULES)
