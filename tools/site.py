"""Extends mkdocs for the site: pages included from elsewhere, and their language.

mkdocs loads this file as a hook; see its documentation, "Hooks". A page of ``docs/`` includes a
text from elsewhere in the project with one line::

    <!-- include: CHANGELOG.md -->
"""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
_INCLUDE: Final = re.compile(r"^<!-- include: (\S+) -->$", re.MULTILINE)
_LINK: Final = re.compile(r"(?<=\]\()(?!\w+:)([\w./-]+)")
#: What precedes the titles of all pages, in the navigation of the theme.
_TITLES: Final = '<ul class="md-nav__list" data-md-scrollfix>'
#: Texts of a page that come neither from its source nor from the catalogues of the theme.
_SPANISH: Final = {
    'title="Permanent link"': 'title="Enlace permanente"',
    'aria-label="Dark"': 'aria-label="Oscuro"',
    'aria-label="Light"': 'aria-label="Claro"',
    'title="Dark"': 'title="Oscuro"',
    'title="Light"': 'title="Claro"',
    "The Pegout authors, MIT licence": "Los autores de Pegout, licencia MIT",
    "    Made with\n": "    Hecho con\n",
}
#: Code within a sentence, an option in it, and a block of code: its language and its text.
_INLINE: Final = re.compile(r"(?<!</span>)<code>[^<]*</code>")
_OPTION: Final = re.compile(r"(?<![\w-])(--[\w-]+)")
_BLOCK: Final = re.compile(r'<div class="([\w-]+ )?highlight">(<pre>.*?</pre>)', re.DOTALL)
#: Any code, and a space where a line must not break: before "%", and after "±".
_CODE: Final = re.compile(r"(<code.*?</code>)", re.DOTALL)
_SPACED: Final = re.compile(r"(?<=\d) (?=%)|(?<=±) (?=\d)")
#: The columns from which a line is broken on a wide screen, and from which on any screen.
_LONG: Final = 100
_VERY_LONG: Final = 200
_NUMBERED: Final = re.compile(r"^\*\*(\d+\.\d+)\b.*(?:\n.+)*", re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Insert the texts that a page includes."""
    return _INCLUDE.sub(lambda found: included(found[1]), markdown)


def on_page_content(html: str, **_: Any) -> str:
    """Mark code for the style sheet; keep a figure and its per cent together."""
    parts = _CODE.split(html)
    parts[::2] = [_SPACED.sub("\N{NO-BREAK SPACE}", text) for text in parts[::2]]
    html = "".join(parts)
    html = _INLINE.sub(lambda found: _OPTION.sub(r'<span class="option">\1</span>', found[0]), html)
    return _BLOCK.sub(_with_length, html)


def on_page_context(context: Any, *, page: Any, config: Any, **_: Any) -> Any:
    """Set the language of the page, for the theme's own words and for the page itself.

    The theme has one language for the whole site and reads it for each page.
    """
    config.theme["language"] = page.meta.get("language", "en")
    return context


def on_post_page(output: str, *, page: Any, **_: Any) -> str:
    """Translate into Spanish what the site adds to the theme, but not the titles of pages."""
    if page.meta.get("language") != "es":
        return output
    for english, spanish in _SPANISH.items():
        output = output.replace(english, spanish)
    return output.replace(_TITLES, f'{_TITLES[:-1]} lang="en">', 1)


def included(name: str) -> str:
    """Return a text of the project in the form that a page of the site includes.

    Links to pages of ``docs/`` and to other included texts lead to the pages, and a numbered
    paragraph has an anchor with its number.

    Args:
        name: the path of the text from the root of the project.
    """
    text = (ROOT / name).read_text(encoding="utf-8")
    pages = pages_of_texts()
    text = _LINK.sub(lambda found: _linked(found[1], pages), text)
    return _NUMBERED.sub(lambda found: f"{found[0]}\n{{: #{found[1]} }}", text)


def pages_of_texts() -> dict[str, str]:
    """Return the page that includes each text: ``{"CHANGELOG.md": "changelog.md", ...}``."""
    found = {}
    for page in sorted((ROOT / "docs").glob("*.md")):
        for name in _INCLUDE.findall(page.read_text(encoding="utf-8")):
            found[name] = page.name
    return found


def _with_length(found: re.Match[str]) -> str:
    """Return a block of code with the class of its longest line, if that is long."""
    text = unescape(re.sub(r"<[^>]+>", "", found[2]))
    longest = max(map(len, text.splitlines()), default=0)
    if longest <= _LONG:
        return found[0]
    length = "very-long-lines" if longest > _VERY_LONG else "long-lines"
    return f'<div class="{found[1] or ""}highlight {length}">{found[2]}'


def _linked(target: str, pages: dict[str, str]) -> str:
    """Return the target of a link in a text from the root, as seen from a page of the site.

    >>> _linked("docs/wire.md", {}), _linked("SECURITY.md", {"SECURITY.md": "security.md"})
    ('wire.md', 'security.md')
    """
    return pages.get(target, target.removeprefix("docs/"))
