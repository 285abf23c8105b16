"""The translations, up to date with the code, and compiled; Babel does the work.

``make generated`` writes them. A message without a translation stays empty in the ``.po`` file of
each language, and a message that the code no longer has is removed. English comes from the code
itself, and needs no file.
"""

from __future__ import annotations

from contextlib import chdir
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any

from babel.messages.frontend import CommandLineInterface

from pegout.text.language import LANGUAGES

ROOT = Path(__file__).resolve().parents[1]
LOCALE = ROOT / "src" / "pegout" / "text" / "locale"
# The packages that speak to people. pyproject.toml names the calls that contain their sentences.
SPOKEN = ("text", "table", "school", "tournaments", "tui", "cli", "server", "site", "client")


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


def files() -> dict[Path, bytes]:
    """Return the catalogue of each language with every message of the code, and compiled.

    A new language has an empty one, with the plural forms that Babel knows of it.
    """
    with TemporaryDirectory() as folder:
        locale, template = Path(folder) / "locale", Path(folder) / "pegout.pot"
        copytree(LOCALE, locale)
        extract(template)
        for code in LANGUAGES:
            if code != "en" and not (LOCALE / code).exists():
                pybabel("-q", "init", "-D", "pegout", "-d", locale, "-l", code, "-i", template)
        options = ["--no-wrap", "--no-fuzzy-matching", "--ignore-obsolete"]
        options += ["--ignore-pot-creation-date", "--input-file", str(template)]
        pybabel("-q", "update", "-D", "pegout", "-d", locale, *options)
        pybabel("-q", "compile", "-D", "pegout", "-d", locale)
        made = [path for path in sorted(locale.rglob("pegout.*")) if path.is_file()]
        return {LOCALE / path.relative_to(locale): path.read_bytes() for path in made}
