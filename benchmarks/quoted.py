"""Benchmark figures that other pages quote.

A page quotes a figure between two comments. The first names it: the measurement, the number of its
row if it is not the first, and ``best`` if it is not the median::

    plays <!-- bench random-games -->202,000<!-- / --> games a second
    <!-- bench decisions 1 -->245<!-- / --> ms

``python -m benchmarks --pages`` updates all of them; a test fails if one is out of date.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from benchmarks.page import number, page
from benchmarks.results import Part

ROOT: Final = Path(__file__).resolve().parent.parent
#: The pages that may quote figures.
PAGES: Final = (
    "README.md",
    "CHANGELOG.md",
    *sorted([f"docs/{page.name}" for page in ROOT.glob("docs/*.md")]),
)
_PAGE: Final = "docs/benchmarks.md"
_QUOTE: Final = re.compile(
    r"<!-- bench ([\w-]+)(?: (\d+))?(?: (best))? -->(.*?)<!-- / -->", re.DOTALL
)
#: A text that looks like a figure of speed: a number of games, steps and so on per second.
_SPEED: Final = re.compile(
    r"\d[\d,.]*\s+(?:[a-z-]+\s+)?(?:games?|steps?|hands?|shows?|deals?|moves?|counts?|decisions?)"
    r"\s+(?:a|per)\s+second"
)


def quoted(text: str, parts: Mapping[str, Part]) -> str:
    """Update the figures that a page quotes.

    Raises:
        KeyError: if a figure does not exist.
    """
    figures = {
        (figure.name, figure.at): figure for part in parts.values() for figure in part.figures
    }

    def put(found: re.Match[str]) -> str:
        name, at, best, _ = found.groups()
        figure = figures[name, int(at or 0)]
        head = found.group(0).partition("-->")[0]
        return f"{head}-->{number(figure.best if best else figure.median)}<!-- / -->"

    return _QUOTE.sub(put, text)


def unquoted(text: str) -> list[str]:
    """Return texts that look like a figure of speed but are not quoted."""
    return [found.group(0) for found in _SPEED.finditer(_QUOTE.sub("", text))]


def pages(parts: Mapping[str, Part], root: Path = ROOT) -> dict[Path, str]:
    """Return every page with a quoted figure, updated."""
    found = {root / _PAGE: page(parts)}
    for name in PAGES:
        path = root / name
        if name != _PAGE and path.exists():
            found[path] = quoted(path.read_text("utf-8"), parts)
    return found
