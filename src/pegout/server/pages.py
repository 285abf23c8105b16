"""The HTML pages of the application, and the texts that they request."""

import re
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any, Final

import msgspec
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response

from pegout.server import facts
from pegout.server.assets import Assets, static_files
from pegout.server.home import SAYINGS, home_of, icons_of
from pegout.server.security import folder_policy
from pegout.table.offer_messages import offers
from pegout.text import LANGUAGES, Translator, language
from pegout.text.rulebook import LEVELS

_HERE: Final = Path(str(files("pegout.server"))).resolve()
#: The style sheets of the first page. All other pages share one file (``assets.py``), and the
#: scripts load the rest on demand.
FIRST_STYLES: Final = ("tokens", "base", "home", "board")
#: The script of each page by the page's path.
PAGES: Final = {path: page.script for page in facts.PAGES for path in page.paths}
#: The modules that a game needs first, in order; they are preloaded while the browser is idle.
_GAME: Final = ("pages/arrival", "pages/table", "table/table", "draw/board")
#: The modules that a page loads before it can be used, beside its own script; then those that it
#: loads afterwards.
_BEGINS_WITH: Final = {"arrival": ("pages/join",), "replay": ("draw/board",)}
_GOES_ON_WITH: Final = {"arrival": (*_GAME, "shell/lobby")}
Described = tuple[tuple[str, str, str], ...]
_IMPORT: Final = re.compile(r'^(?:import|export)\b[^"();]*"(\.[^"]+)";', re.MULTILINE)
_LITERAL: Final = re.compile(r'"([^"\n]*)"')


def page(
    t: Translator, assets: Assets, name: str, status: int = 200, engines: Described = ()
) -> Response:
    """Return a page. The server renders the first page; scripts render the others.

    The name is one of the scripts in :data:`PAGES`, or ``not_found``. Each engine of the host has a
    name, a title and a description.
    """
    body = render_page(t, assets, name, engines)
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}
    return Response(body, status, headers, "text/html")


@cache
def render_page(
    t: Translator,
    assets: Assets,
    name: str,
    engines: Described = (),
    *,
    in_folder: bool = False,
    only: bool = False,
    host: str = "",
) -> bytes:
    """Return the HTML of a page: of a server, or of a folder of files with the application.

    A page in its language ``only`` stays in it, whatever the browser prefers. At the ``host`` of a
    folder, the origin of a server, players in several browsers meet.
    """
    at_home = name == "home"
    needed = ("worker_transport", "loading") if in_folder else ()
    modules = _modules(assets, f"pages/{name}", *_BEGINS_WITH.get(name, ()), *needed)
    behind = _modules(assets, *_GOES_ON_WITH.get(name, ()))
    soon = [module for module in behind if module not in modules]
    text: str = _template().render(
        **home_of(t, server=not in_folder or bool(host)),
        t=t,
        title=t("Pegout · cribbage"),
        description=t("Cribbage against the computer or with friends: no account, no ads."),
        address=assets.address,
        icons=icons_of(assets),
        facts=facts.facts_json(engines, server=not in_folder, host=host),
        at_home=at_home,
        in_folder=in_folder,
        language=t.code if only else "",
        # What precedes the path of a page: see ``js/address.js``.
        root="#" if in_folder else "",
        policy=folder_policy(host),
        styles=FIRST_STYLES,
        modules=modules,
        # A page that waits for the browser's language does not know its texts yet.
        texts=[] if in_folder and not only else _texts(t, at_home),
        soon_modules=soon,
        later_modules=[
            module
            for module in _modules(assets, "pages/home", *_GAME)
            if module not in (*modules, *soon)
        ],
        later_pictures=assets.under("cards/"),
    )
    return text.encode()


def _texts(t: Translator, at_home: bool) -> list[str]:
    """Return the texts that the scripts request first."""
    words = [] if t.code == "en" else [f"texts/words.{t.code}.json"]
    return [*words, *([f"texts/options.{t.code}.json"] if at_home else [])]


@cache
def _template() -> Any:
    # Imported with the first request, so that the server starts sooner.
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("index.html")


@cache
def _modules(assets: Assets, *wanted: str) -> list[str]:
    """Return the paths of some modules and of all that they import, in the order of loading.

    The browser fetches these at once instead of one after another, and all others on demand.
    """
    paths: list[str] = []
    for name in ("main", *wanted):
        waiting = [f"js/{name}.js"]
        while waiting:
            path = waiting.pop(0)
            if path not in paths:
                paths.append(path)
                names = _IMPORT.findall(assets[path].decode())
                waiting += [normpath(join(dirname(path), name)) for name in names]
    return paths


def cached_answer(request: Request, body: bytes, kind: str) -> Response:
    """Return a response that changes only with the program, so that browsers may cache it."""
    tag = f'"{sha256(body).hexdigest()[:20]}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag, "Vary": "Accept-Language"}
    known = Headers(scope=request.scope).get("if-none-match", "")
    if tag in known.replace("W/", "").split(", "):
        return Response(None, 304, headers)
    return Response(body, 200, headers, kind)


@cache
def words(code: str) -> dict[str, Any]:
    """Return the part of a language's catalogue that the scripts use; empty for English."""
    said = _said_by_scripts()
    messages, plurals = language(code).catalogue()
    return {
        "messages": {key: text for key, text in messages.items() if key in said},
        "plurals": {key: texts for key, texts in plurals.items() if key in said},
    }


def words_text(code: str) -> bytes:
    """Return the message catalogue of a language as JSON."""
    return msgspec.json.encode(words(code))


def rulebook_text(code: str) -> bytes:
    """Return the rule book of a language as JSON; see :func:`rulebook_html`."""
    return msgspec.json.encode(rulebook_html(code))


def text_files(engines: Described = ()) -> dict[str, bytes]:
    """Return the texts of each language that the scripts request as files."""
    texts = {}
    for code in LANGUAGES:
        offered = offers(language(code), engines)
        texts[f"texts/options.{code}.json"] = msgspec.json.encode(offered)
        texts[f"texts/words.{code}.json"] = words_text(code)
    return texts


@cache
def _said_by_scripts() -> frozenset[str]:
    """Return every string in the scripts, and the levels; among them are the catalogue's keys."""
    sources = [body.decode() for path, body in static_files().items() if path.endswith(".js")]
    titles = [title for title, _ in LEVELS.values()]
    return SAYINGS.union(titles, *(_LITERAL.findall(source) for source in sources))


@cache
def rulebook_html(code: str) -> dict[str, str]:
    """Return the rule book as HTML, with an anchor for each heading and paragraph.

    The anchor of a heading is its words, and that of a paragraph its number.
    """
    from markdown_it import MarkdownIt

    from pegout.text.rulebook import PARAGRAPH, rulebook

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(rulebook(code))
    title = tokens[1].content
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", _slug(tokens[at + 1].content))
        elif token.type == "paragraph_open":
            number = PARAGRAPH.match(tokens[at + 1].content)
            if number:
                token.attrSet("id", number[1])
    # The title is left out here; the page shows it in its own heading.
    return {"title": title, "html": reader.renderer.render(tokens[3:], reader.options, {})}


def _slug(heading: str) -> str:
    """Return the anchor of a heading.

    >>> _slug("The play, and 31")
    'the-play-and-31'
    """
    text = "".join(letter if letter.isalnum() else " " for letter in heading.casefold())
    return "-".join(text.split())
