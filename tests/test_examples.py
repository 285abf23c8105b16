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
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.cases import failures

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "pegout"
CORE = ("cards", "fairness", "match", "notation", "rules", "scoring")

NOT_FOR_IMPORT = {"__main__", "__pycache__"}
#: The modules and packages with docstrings to run.
PARTS = sorted(
    {path.stem for path in SOURCE.iterdir() if path.suffix in ("", ".py")} - NOT_FOR_IMPORT
)
#: What is run apart from the other pages and modules, and why.
SLOW, COMPILED = pytest.mark.slow, pytest.mark.compiled
APART_PAGES = {
    "docs/learning.md": (SLOW, COMPILED),
    "docs/review-method.md": (SLOW,),
    "docs/tutorial.md": (SLOW, COMPILED),
}
APART_MODULES = {
    "contests/arena.py": (SLOW, COMPILED),
    "review/error_rates.py": (SLOW, COMPILED),
    "contests/ladder.py": (SLOW,),
    "contests/luck_adjusted.py": (SLOW,),
    "kernel/jit.py": (COMPILED,),
    "simulation/batch.py": (SLOW,),
    "simulation/games.py": (SLOW,),
    "simulation/judged_games.py": (SLOW,),
    "solver/suit_isomorphism.py": (SLOW, COMPILED),
}

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


def mark(apart: Mapping[str, tuple[pytest.MarkDecorator, ...]]) -> list[Any]:
    return [pytest.param(name, marks=marks) for name, marks in apart.items()]


def pages() -> dict[str, Path]:
    """Return every page of the documentation, and the README, by its name."""
    found = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return {path.relative_to(ROOT).as_posix(): path for path in found}


def is_true(path: Path, folder: Path) -> None:
    """Follow a page in an empty folder."""
    text = path.read_text(encoding="utf-8")
    files = save(text, folder)
    test = doctest.DocTestParser().get_doctest(
        python_blocks(text), {"__name__": "__main__"}, path.name, str(path), 0
    )
    assert len(test.examples) == prompts(text), "an example stands outside a block of Python"
    with chdir(folder), pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        run(test)
        for file in files:
            sys.modules.pop(file.stem, None)
        for command, shown in commands(text) if files else ():
            follow(command, shown, folder)


def modules(part: str) -> dict[str, Path]:
    """Return the modules with examples in a module or package, by their paths."""
    at = SOURCE / part
    found = sorted(at.rglob("*.py")) if at.is_dir() else [at.with_suffix(".py")]
    return {
        path.relative_to(SOURCE).as_posix(): path
        for path in found
        if prompts(path.read_text(encoding="utf-8"))
    }


def is_true_of(path: Path, folder: Path) -> None:
    """Run the examples in the docstrings of a module."""
    root = SOURCE.parent if path.is_relative_to(SOURCE) else ROOT
    parts = path.relative_to(root).with_suffix("").parts
    module = importlib.import_module(".".join(parts).removesuffix(".__init__"))
    tests = doctest.DocTestFinder(exclude_empty=True).find(module)
    found = sum(len(test.examples) for test in tests)
    written = prompts(path.read_text(encoding="utf-8"))
    assert found == written, f"{written} examples are written, and doctest finds {found}"
    with chdir(folder):
        for test in tests:
            run(test)


def test_a_page_is_true(tmp_path_factory: pytest.TempPathFactory) -> None:
    quick = {name: path for name, path in pages().items() if name not in APART_PAGES}
    assert len(quick) > 50
    check = partial(_in_a_folder, is_true, tmp_path_factory)
    assert failures(check, quick.values(), lambda path: path.name) == []


@pytest.mark.parametrize("name", mark(APART_PAGES))
def test_a_page_is_true_that_is_run_apart(name: str, tmp_path: Path) -> None:
    is_true(pages()[name], tmp_path)


@pytest.mark.parametrize("part", PARTS)
def test_a_docstring_is_true(part: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    quick = {name: path for name, path in modules(part).items() if name not in APART_MODULES}
    check = partial(_in_a_folder, is_true_of, tmp_path_factory)
    assert not quick or failures(check, quick.values()) == []
    assert quick or part not in CORE, "every part of the core shows examples"


def test_a_docstring_of_a_tool_is_true(tmp_path_factory: pytest.TempPathFactory) -> None:
    # What draws the reference needs the packages of the documentation.
    paths = [path for path in (ROOT / "tools").glob("*.py") if path.stem != "docstrings"]
    tools = [path for path in paths if prompts(path.read_text(encoding="utf-8"))]
    assert tools
    assert failures(partial(_in_a_folder, is_true_of, tmp_path_factory), tools) == []


@pytest.mark.parametrize("name", mark(APART_MODULES))
def test_a_docstring_is_true_that_is_run_apart(name: str, tmp_path: Path) -> None:
    is_true_of(SOURCE / name, tmp_path)


def _in_a_folder(
    check: Callable[[Path, Path], None], folders: pytest.TempPathFactory, path: Path
) -> None:
    check(path, folders.mktemp("empty"))


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
