"""Brings every generated file up to date, and says what has changed.

``make generated`` runs it: ``python -m tools.generated``. With ``--check`` it writes nothing, names
the files that are out of date, and exits with 1. ``--only wire`` takes one of :data:`PARTS` alone.
The games of ``tests/golden`` are played again only with ``--goldens``: they change where play does,
and nobody should overlook that.

What takes an hour or somebody else's data has a command of its own: ``make tables``, ``make
bench``, ``tools/pictures.py``, ``tools/compare_discards.py`` and ``tools/confusables.py``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
#: What to do about a file that is out of date.
ADVICE: Final = "run `make generated`"


class Part(NamedTuple):
    """Files that are generated together.

    Attributes:
        what: what they are.
        files: returns the content of each file, from its sources of the moment. Where two parts
            write to the same page, the later one keeps what the earlier one has written.
    """

    what: str
    files: Callable[[], Mapping[Path, bytes]]


def _wire() -> dict[Path, bytes]:
    from tools import wire_types

    return _encoded(wire_types.files())


def _commands() -> dict[Path, bytes]:
    from tools import command_pages

    return _encoded(command_pages.files())


def _catalogues() -> dict[Path, bytes]:
    from tools import catalogues

    return catalogues.files()


def _discards() -> dict[Path, bytes]:
    from pegout.tables.pictures import discard_pictures

    folder = ROOT / "docs" / "tables"
    pictures = discard_pictures((folder / "discards.csv").read_text("ascii"))
    return _encoded({folder / name: text for name, text in pictures.items()})


def _shown_tables() -> dict[Path, bytes]:
    from pegout.tables.files import folder

    names = ("keeps.csv", "pegs.csv")
    return {ROOT / "docs" / "tables" / name: (folder() / name).read_bytes() for name in names}


def _chances() -> dict[Path, bytes]:
    from tools import chance_page

    return _encoded(chance_page.files())


def _benchmarks() -> dict[Path, bytes]:
    from benchmarks import quoted, results
    from benchmarks.suites import load_suites

    load_suites()
    return _encoded(quoted.pages(results.read()))


def _goldens() -> dict[Path, bytes]:
    from tools import golden_games

    return _encoded(golden_games.files())


#: What is generated, in this order, and how.
PARTS: Final[Mapping[str, Part]] = MappingProxyType(
    {
        "wire": Part("the schema of the wire, and the types of the client", _wire),
        "commands": Part("the pages of the commands, and the limits of a server", _commands),
        "catalogues": Part(
            "the catalogues of every language, and what is read of them", _catalogues
        ),
        "tables": Part("the shipped tables that the documentation shows", _shown_tables),
        "discards": Part("the pictures of the solved discards", _discards),
        "chances": Part("the figures of the page about the chances of winning", _chances),
        "benchmarks": Part("the page of benchmarks, and its figures on other pages", _benchmarks),
    }
)
#: The games that are played again only where that is asked for.
GOLDENS: Final = Part("the games of tests/golden", _goldens)


def _encoded(texts: Mapping[Path, str]) -> dict[Path, bytes]:
    return {path: text.encode("utf-8") for path, text in texts.items()}


def stale(part: Part) -> dict[Path, bytes]:
    """Return the files of a part that are out of date or missing, with what belongs in them."""
    return {
        path: content
        for path, content in part.files().items()
        if not path.exists() or path.read_bytes() != content
    }


def _told(path: Path) -> str:
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)


def check(parts: Iterable[Part]) -> Iterator[str]:
    """Yield a line for each file that is out of date.

    Args:
        parts: the parts to look at.
    """
    for part in parts:
        for path in stale(part):
            yield f"{_told(path)} is out of date: {ADVICE}"


def _write(parts: Mapping[str, Part]) -> None:
    for name, part in parts.items():
        files = stale(part)
        for path, content in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            sys.stdout.write(f"{name}: wrote {_told(path)}\n")
        if not files:
            sys.stdout.write(f"{name}: up to date\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Write what is out of date; or check, and return 1 if anything is."""
    listed = ", ".join([f"{name} ({part.what})" for name, part in PARTS.items()])
    parser = argparse.ArgumentParser(
        prog="python -m tools.generated",
        description="Bring every generated file up to date.",
        epilog=f"The parts: {listed}.",
    )
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if one is old")
    parser.add_argument("--only", action="append", choices=[*PARTS], help="take this part alone")
    parser.add_argument("--goldens", action="store_true", help=f"{GOLDENS.what} too")
    asked = parser.parse_args(arguments)
    parts = {name: PARTS[name] for name in PARTS if not asked.only or name in asked.only}
    if asked.goldens:
        parts["goldens"] = GOLDENS
    if not asked.check:
        _write(parts)
        return 0
    found = list(check(parts.values()))
    sys.stderr.write("".join([f"{line}\n" for line in found]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
