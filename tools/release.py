"""Makes a release: refuses what is not ready, builds the package, and tags the commit.

``python -m tools.release 0.2.0 --check`` prints what is missing. Without ``--check`` it builds the
source distribution and the wheel into ``dist/`` and sets the tag ``v0.2.0``; it sends nothing
anywhere. It refuses a release

- of a tree with uncommitted changes, or of a branch other than ``main``;
- of a version that differs from that of ``pyproject.toml`` or ``CITATION.cff``;
- of a version without a section in the changelog, or with lines that are still "Unreleased";
- with a package whose licence does not allow its use, or with a known weakness (``tools.audit``);
- as long as an address in ``[tool.pegout.addresses]`` of ``pyproject.toml`` is empty;
- whose tag exists already.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from tools.audit import audit

_ROOT: Final = Path(__file__).resolve().parent.parent
_VERSION: Final = re.compile(r"\d+\.\d+\.\d+((a|b|rc)\d+)?")


def missing(root: Path, version: str) -> Iterator[str]:
    """Yield what a release of a version still needs, a sentence each.

    Args:
        root: the folder of the project, a git repository.
        version: the version, such as ``0.2.0``.
    """
    if not _VERSION.fullmatch(version):
        yield f"A version is three numbers, such as 0.2.0 or 0.2.0rc1, and not {version!r:.40}."
        return
    yield from _of_git(root, version)
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    if (found := project["project"]["version"]) != version:
        yield f"pyproject.toml has the version {found}: change it to {version}."
    for name, address in project["tool"]["pegout"]["addresses"].items():
        if not address:
            yield f"The address “{name}” is empty: write it to [tool.pegout.addresses]."
    cited = re.search(r"^version: (.+)$", _text(root / "CITATION.cff"), re.MULTILINE)
    if cited is None or cited[1] != version:
        yield f"CITATION.cff has another version: change it to {version}."
    yield from _of_changelog(_text(root / "CHANGELOG.md"), version)


def _of_git(root: Path, version: str) -> Iterator[str]:
    if _git(root, "status", "--porcelain"):
        yield "There are changes that are not committed: commit them, or put them away."
    if (branch := _git(root, "branch", "--show-current")) != "main":
        yield f"This is the branch {branch or '(none)'}: a release is made of main."
    if _git(root, "tag", "--list", f"v{version}"):
        yield f"The tag v{version} is there already: choose another version."


def _of_changelog(text: str, version: str) -> Iterator[str]:
    sections = {
        title.split()[0]: body.strip()
        for title, body in re.findall(
            r"^## (.+?)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL
        )
    }
    if not sections.get(version):
        yield f"CHANGELOG.md says nothing of {version}: add a section “## {version}”."
    if sections.get("Unreleased"):
        yield "CHANGELOG.md has lines under “Unreleased”: put them under a version."


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def main() -> None:
    """Check, build and tag."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version")
    parser.add_argument("--check", action="store_true", help="only say what is missing")
    chosen = parser.parse_args()
    audited = audit(_ROOT)
    wrong = [*missing(_ROOT, chosen.version), *audited.faults]
    if audited.unanswered:
        click.echo(audited.unanswered, err=True)
    for fault in wrong:
        click.echo(fault, err=True)
    if wrong:
        raise SystemExit(1)
    if chosen.check:
        click.echo(f"{chosen.version} is ready.")
        return
    # Hatchling builds the package; `build` calls it in an isolated environment.
    subprocess.run([sys.executable, "-m", "build", "--outdir", "dist"], cwd=_ROOT, check=True)
    _git(_ROOT, "tag", "--annotate", f"v{chosen.version}", "--message", f"Pegout {chosen.version}")
    click.echo(f"Built into dist/, and tagged v{chosen.version}.")


if __name__ == "__main__":
    main()
