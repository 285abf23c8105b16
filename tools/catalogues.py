"""Bring the translations up to date with the code, and compile them; Babel does the work.

``make catalogues`` runs it. A message without a translation stays empty in the ``.po`` file of each
language, and a message that the code no longer has is removed. English comes from the code itself,
and needs no file.
"""

from __future__ import annotations

from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from babel.messages.frontend import CommandLineInterface

ROOT = Path(__file__).resolve().parents[1]
LOCALE = ROOT / "src" / "pegout" / "text" / "locale"
# The packages that speak to people. pyproject.toml names the calls that contain their sentences.
SPOKEN = ("text", "tui", "cli", "web")


def pybabel(*arguments: object) -> None:
    """Run one of Babel's commands.

    Args:
        arguments: the command and its options, as typed in a shell.
    """
    command: Any = CommandLineInterface()  # without types
    command.run(["pybabel", *map(str, arguments)])


def extract(template: Path) -> None:
    """Write every message of the code into a template.

    Args:
        template: the ``.pot`` file to write.
    """
    folders = [f"src/pegout/{package}" for package in SPOKEN]
    options = ("--mapping", "pyproject.toml", "--add-location", "file")
    with chdir(ROOT):
        pybabel("-q", "extract", *options, "-o", template, *folders)


def main() -> None:
    """Extract the messages, update every language and compile it."""
    with TemporaryDirectory() as folder:
        template = Path(folder) / "pegout.pot"
        extract(template)
        options = ["--no-wrap", "--no-fuzzy-matching", "--ignore-obsolete"]
        options += ["--ignore-pot-creation-date", "--input-file", str(template)]
        pybabel("-q", "update", "-D", "pegout", "-d", LOCALE, *options)
    pybabel("compile", "-D", "pegout", "-d", LOCALE, "--statistics")


if __name__ == "__main__":
    main()
