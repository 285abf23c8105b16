"""The reasons to refuse a release."""

import subprocess
from pathlib import Path

import pytest

from tools.release import missing

READY = {
    "pyproject.toml": '[project]\nversion = "0.2.0"\n[tool.pegout.addresses]\nsite = "there"\n',
    "CITATION.cff": "cff-version: 1.2.0\nversion: 0.2.0\n",
    "CHANGELOG.md": "## 0.2.0 (2026-12-01)\n\n* Something new.\n\n## 0.1.0\n\n* All.\n",
}


def git(root: Path, *words: str) -> None:
    who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    subprocess.run(["git", *who, *words], cwd=root, check=True, capture_output=True)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a project that is ready for a release."""
    git(tmp_path, "init", "--initial-branch", "main")
    for name, text in READY.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--message", "Begin")
    return tmp_path


def change(project: Path, name: str, old: str, new: str) -> None:
    """Change a file, and commit it."""
    text = (project / name).read_text(encoding="utf-8")
    assert old in text
    (project / name).write_text(text.replace(old, new), encoding="utf-8")
    git(project, "commit", "--all", "--message", "Change")


def test_what_is_ready_is_not_refused(project: Path) -> None:
    assert list(missing(project, "0.2.0")) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("pyproject.toml", '"0.2.0"', '"0.1.9"', "has the version 0.1.9: change it to 0.2.0"),
        ("pyproject.toml", '"there"', '""', "The address “site” is empty"),
        ("CITATION.cff", "version: 0.2.0", "version: 0.1.0", "CITATION.cff has another version"),
        ("CHANGELOG.md", "## 0.2.0", "## 0.2.1", "says nothing of 0.2.0"),
        ("CHANGELOG.md", "* Something new.\n", "", "says nothing of 0.2.0"),
        ("CHANGELOG.md", "## 0.2.0", "## Unreleased\n\n* More.\n\n## 0.2.0", "under “Unreleased”"),
    ],
)
def test_what_is_missing_is_said(project: Path, name: str, old: str, new: str, said: str) -> None:
    change(project, name, old, new)
    (found,) = missing(project, "0.2.0")
    assert said in found


def test_changes_other_branches_and_tags_are_refused(project: Path) -> None:
    (project / "more.txt").write_text("more", encoding="utf-8")
    (found,) = missing(project, "0.2.0")
    assert "not committed" in found
    git(project, "add", ".")
    git(project, "commit", "--message", "More")
    git(project, "tag", "v0.2.0")
    git(project, "switch", "--create", "other")
    branch, tag = missing(project, "0.2.0")
    assert "the branch other" in branch
    assert "The tag v0.2.0 is there" in tag


def test_a_version_is_three_numbers(project: Path) -> None:
    (found,) = missing(project, "next")
    assert "such as 0.2.0" in found
