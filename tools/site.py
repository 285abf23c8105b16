"""What the site does besides mkdocs: pages that stand elsewhere, and their language.

mkdocs loads this file as a hook; see its documentation, "Hooks". A page of ``docs/`` takes in a
text that has its place elsewhere with one line::

    <!-- include: CHANGELOG.md -->
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
_INCLUDE: Final = re.compile(r"^<!-- include: (\S+) -->$", re.MULTILINE)
_LINK: Final = re.compile(r"(?<=\]\()(?!\w+:)([\w./-]+)")
_NUMBERED: Final = re.compile(r"^\*\*(\d+\.\d+)\b.*(?:\n.+)*", re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Put the texts that a page includes in their place."""
    return _INCLUDE.sub(lambda found: included(found[1]), markdown)


def on_page_content(html: str, *, page: Any, **_: Any) -> str:
    """Say in which language a page is written, for a voice that reads it, if it is not English."""
    language = page.meta.get("language")
    return f'<div lang="{language}">\n{html}\n</div>' if language else html


def included(name: str) -> str:
    """Give a text of the project as a page of the site has it.

    Links to pages of ``docs/`` and to other included texts lead to the pages, and a numbered
    paragraph can be linked to by its number.

    Args:
        name: the path of the text from the root of the project.
    """
    text = (ROOT / name).read_text(encoding="utf-8")
    pages = pages_of_texts()
    text = _LINK.sub(lambda found: _linked(found[1], pages), text)
    return _NUMBERED.sub(lambda found: f"{found[0]}\n{{: #{found[1]} }}", text)


def pages_of_texts() -> dict[str, str]:
    """Give the page that includes each text: ``{"CHANGELOG.md": "changelog.md", ...}``."""
    found = {}
    for page in sorted((ROOT / "docs").glob("*.md")):
        for name in _INCLUDE.findall(page.read_text(encoding="utf-8")):
            found[name] = page.name
    return found


def _linked(target: str, pages: dict[str, str]) -> str:
    """Give the target of a link in a text from the root as a page of the site has it.

    >>> _linked("docs/wire.md", {}), _linked("SECURITY.md", {"SECURITY.md": "security.md"})
    ('wire.md', 'security.md')
    """
    return pages.get(target, target.removeprefix("docs/"))
