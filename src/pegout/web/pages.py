"""The one page of the application, its static files, and the texts that it asks for."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from pegout.text import LANGUAGES, Translator, language
from pegout.text.po import read_catalogue

__all__ = ["STATIC", "Static", "kept_answer", "page", "rulebook_html", "words"]

_HERE: Final = Path(str(files("pegout.web"))).resolve()
#: The folder of what the browser loads.
STATIC: Final = _HERE / "static"
#: What the first page and a table look like; the scripts load the rest when it is wanted.
_STYLES: Final = (
    "tokens",
    "base",
    "pages",
    "around",
    "cards",
    "board",
    "table",
    "felt",
    "foot",
    "log",
)
#: Where a game begins; what is only imported later, at need, is not fetched before.
_FIRST: Final = ("main.js", "pages/home.js", "pages/table.js")
_JAVASCRIPT: Final = "text/javascript; charset=utf-8"
#: Whole lines of comment.
_COMMENT: Final = re.compile(r"^[ ]*(?:/\*\*(?:(?!\*/)[\s\S])*\*/[ ]*|//[^\n]*)$", re.MULTILINE)
_IMPORT: Final = re.compile(r'^(?:import|export)\b[^"();]*"(\.[^"]+)";', re.MULTILINE)


class Static(StaticFiles):
    """The static files; browsers keep them, and ask each time whether they are still right."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Give a file, or that it has not changed."""
        response = await super().get_response(path, scope)
        if path.endswith(".js") and isinstance(response, FileResponse):
            changed = response.stat_result.st_mtime if response.stat_result else 0.0
            return kept_answer(Request(scope), _script(str(response.path), changed), _JAVASCRIPT)
        response.headers["Cache-Control"] = "no-cache"
        return response


@cache
def _script(path: str, changed: float) -> bytes:
    """Give a script as it was at a time, without its comments: a third of what is sent.

    Nothing else is different, and every line stands where it stood. A comment that stays because
    code stands before it does no harm.
    """
    source = Path(path).read_text(encoding="utf-8")
    return _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), source).encode()


def page(t: Translator, status: int = 200) -> Response:
    """Give the page; everything on it is drawn by the scripts that it loads."""
    return Response(
        _template().render(
            language=t.code,
            title=t("Pegout · cribbage"),
            description=t("Cribbage against the computer or with friends: no account, no ads."),
            styles=_STYLES,
            modules=_modules(),
            scriptless=[
                (code, language(code)("The table needs JavaScript. Please switch it on."))
                for code in LANGUAGES
            ],
        ),
        status,
        {"Cache-Control": "no-cache", "Vary": "Accept-Language"},
        "text/html",
    )


@cache
def _template() -> Any:
    # Imported when the first page is asked for: the server is up before that.
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
def _modules() -> list[str]:
    """Give the addresses of the modules that a game begins with.

    They are fetched at once and not one by one; the others are fetched when they are wanted.
    """
    scripts = STATIC / "js"
    found: set[Path] = set()
    waiting = [scripts / name for name in _FIRST]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        names = _IMPORT.findall(path.read_text(encoding="utf-8"))
        waiting += [(path.parent / name).resolve() for name in names]
    return sorted(f"/static/{path.relative_to(STATIC).as_posix()}" for path in found)


def kept_answer(request: Request, body: bytes, kind: str) -> Response:
    """Answer with something that changes only with the program."""
    tag = f'"{sha256(body).hexdigest()[:20]}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag, "Vary": "Accept-Language"}
    known = Headers(scope=request.scope).get("if-none-match", "")
    if tag in known.replace("W/", "").split(", "):
        return Response(None, 304, headers)
    return Response(body, 200, headers, kind)


@cache
def words(code: str) -> dict[str, Any]:
    """Give the catalogue of a language, as the scripts want it; English needs none."""
    if code == "en":
        return {"messages": {}, "plurals": {}}
    messages: dict[str, str] = {}
    plurals: dict[str, list[str]] = {}
    path = files("pegout.text") / "locale" / code / "LC_MESSAGES" / "pegout.po"
    for key, value in read_catalogue(path.read_text(encoding="utf-8")).items():
        one, many, *_ = [*key.split("\0"), ""]
        if many:
            plurals[one] = value.split("\0")
        elif one:
            messages[one] = value
    return {"messages": messages, "plurals": plurals}


@cache
def rulebook_html(code: str) -> dict[str, str]:
    """Give the rule book as HTML, with a name for each heading to lead to."""
    from markdown_it import MarkdownIt

    from pegout.text.rulebook import rulebook

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(rulebook(code))
    title = tokens[1].content
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", _slug(tokens[at + 1].content))
    # The title stands above, in the page's own heading.
    return {"title": title, "html": reader.renderer.render(tokens[3:], reader.options, {})}


def _slug(heading: str) -> str:
    """Give a heading as the name of a place.

    >>> _slug("The play, and 31")
    'the-play-and-31'
    """
    kept = "".join(one if one.isalnum() else " " for one in heading.casefold())
    return "-".join(kept.split())
