"""Every example that is shown is run: in the README, in the documentation and in docstrings.

An example that nothing runs would be the first to go wrong, so the tests also count: whatever is
written with a prompt must have been found.
"""

import doctest
import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "pegout"
CORE = ("cards", "fairness", "match", "notation", "rules", "scoring")

# The command line and the terminal's table are tested by their own tests, and a migration is run
# by Alembic alone.
NOT_FOR_IMPORT = {"__main__", "cli", "migrations", "tui"}

PROMPT = re.compile(r"^\s*>>> ?", re.MULTILINE)
FENCE = re.compile(r"^\s*(?P<fence>`{3,}|~{3,})\s*(?P<language>\w*)")


def python_blocks(text: str) -> str:
    """Blank whatever is not in a block of Python, so that line numbers stay what they were."""
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
    test = doctest.DocTestParser().get_doctest(
        python_blocks(text), {"__name__": "__main__"}, name, str(path), 0
    )
    assert len(test.examples) == prompts(text), "an example stands outside a block of Python"
    run(test)


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


def test_the_readme_shows_examples() -> None:
    assert prompts(python_blocks((ROOT / "README.md").read_text(encoding="utf-8")))


@pytest.mark.parametrize("room", CORE)
def test_every_room_of_the_core_shows_examples(room: str) -> None:
    assert any(path.relative_to(SOURCE).with_suffix("").parts[0] == room for path in MODULES)
