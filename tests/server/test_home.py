"""The first page as the server draws it, and the files that each page preloads."""

import re
from html.parser import HTMLParser

import pytest

from pegout.server import facts
from pegout.server.assets import Assets, static_files
from pegout.server.home import SAYINGS, icons_of
from pegout.server.pages import PAGES, page
from pegout.table.offers import FIRST_LEVEL
from pegout.text import LANGUAGES, language, level_name

ASSETS = Assets(
    {**static_files()}
    | {f"texts/{name}.{code}.json": b"{}" for name in ("words", "options") for code in LANGUAGES}
)


class _Shown(HTMLParser):
    """The text of a page, and the links in its head and in its template."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.said = ""
        self.links: dict[str, list[str]] = {"head": [], "later": []}
        self._place = "head"
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "template":
            self._place = attributes["id"] or ""
        if tag == "link" and attributes["rel"] != "icon":
            self.links[self._place].append((attributes["href"] or "").partition("/js/")[2])

    def handle_endtag(self, tag: str) -> None:
        if tag == "template":
            self._place = "head"

    def handle_data(self, data: str) -> None:
        self.said += data


def shown(name: str, code: str = "en") -> _Shown:
    return _Shown(page(language(code), ASSETS, name).body.decode())  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", ("Cribbage, played fair.", "Play against Ben", "2 players", "Rule book")),
        ("es", ("Cribbage, juego limpio.", "Jugar contra Ben", "2 jugadores", "Reglamento")),
    ],
)
def test_it_says_what_this_is_whom_one_plays_where_to_go(code: str, said: tuple[str, ...]) -> None:
    t = language(code)
    text = shown("home", code).said
    for sentence in (
        *said,
        level_name(FIRST_LEVEL, t),
        t("The table needs JavaScript. Please switch it on."),
    ):
        assert sentence in text
    in_attributes = {"More to do", "Setting the table …"}
    assert all(t(saying) in text for saying in SAYINGS - in_attributes)


def test_it_fetches_little_at_once_and_the_table_later() -> None:
    home = shown("home").links
    assert "pages/home.js" in home["head"]
    assert "table/table.js" not in home["head"]
    assert "table/table.js" in home["later"]
    assert "draw/board.js" in home["later"]
    assert len([name for name in home["head"] if name]) <= 18


def test_a_game_is_fetched_in_the_order_in_which_it_is_needed() -> None:
    """The connection to the table opens while the view is still loading."""
    later = shown("home").links["later"]
    order = [later.index(f"{name}.js") for name in ("pages/table", "connection", "table/table")]
    assert order == sorted(order)
    # A player who begins a game against the computer waits for no opponent.
    assert not {"pages/join.js", "shell/lobby.js", "sound.js"} & set(later)


def test_a_guest_is_asked_in_before_what_a_game_needs_is_there() -> None:
    head = shown("arrival").links["head"]
    order = [head.index(f"{name}.js") for name in ("pages/join", "connection", "table/table")]
    assert order == sorted(order)
    assert "shell/lobby.js" in head


@pytest.mark.parametrize("name", sorted({*PAGES.values(), "not_found"}))
def test_every_page_has_its_modules_at_once_and_nothing_twice(name: str) -> None:
    script = f"js/pages/{name}.js"
    assert script in static_files(), f"write src/pegout/client/{script}"
    links = shown(name).links
    assert f"pages/{name}.js" in links["head"]
    named = [file for files in links.values() for file in files if file]
    assert len(named) == len(set(named))
    assert {"pages/home.js", "pages/table.js"} <= set(named)


def test_every_page_has_its_script_and_its_style_sheets() -> None:
    files = static_files()
    for item in facts.PAGES:
        needed = [f"js/pages/{item.script}.js", *(f"style/{name}.css" for name in item.styles)]
        absent = [name for name in needed if name not in files]
        assert not absent, f"pages.json lists them for {item.name}; src/pegout/client lacks them"
        source = files[f"js/pages/{item.script}.js"].decode()
        says = (
            f"export page(params) from js/pages/{item.script}.js, as Page of js/navigation.js says"
        )
        assert re.search(r"^export (async )?function page\(", source, re.MULTILINE), says


def test_a_link_leads_to_every_page() -> None:
    home = bytes(page(language("en"), ASSETS, "home").body).decode()
    scripts = [body.decode() for path, body in static_files().items() if path.endswith(".js")]
    linked = set(re.findall(r'href="(/[\w/-]*)["?]', home))
    linked |= set(re.findall(r'["`](/[\w/-]*)["`?]', "".join(scripts)))
    absent = {path for path in PAGES if "{" not in path} - linked
    assert not absent, "link to it in src/pegout/server/home.py or in a script"


def test_the_icons_are_those_of_the_scripts() -> None:
    source = static_files()["js/draw/icons.js"].decode()
    icons = icons_of(ASSETS)
    names = source[source.index("LINES") : source.index("});")]
    assert set(icons) == set(re.findall(r"^  (\w+):", names, re.MULTILINE))
    assert all(re.fullmatch(r"[MLHVAZC0-9 .-]+", line) for line in icons.values())
