"""The first page as the server renders it before any script; ``js/pages/home.js`` takes over."""

import re
from typing import Final, NamedTuple

from pegout.server.assets import Assets
from pegout.table.offers import FIRST_LEVEL, FIRST_TARGET, NAMES
from pegout.text import Translator, level_name, mark, preset_name, switch_name


class HomeLink(NamedTuple):
    """A link from the first page, other than to a game against the computer."""

    path: str
    icon: str
    says: str
    needs_server: bool = False


class Chip(NamedTuple):
    """An option of the next game, with its default of a first visit."""

    key: str
    name: str
    text: str


_LINKS: Final = (
    HomeLink("/new?for=friends", "share", mark("With friends"), needs_server=True),
    HomeLink("/new?for=here", "people", mark("Pass and play")),
    HomeLink("/learn", "again", mark("Learn")),
    HomeLink("/learn/daily", "check", mark("Daily")),
    HomeLink("/board", "board", mark("Board only")),
    HomeLink("/count", "count", mark("Hand counter")),
    HomeLink("/analyse", "cards", mark("What to discard")),
    HomeLink("/ask", "hint", mark("Any position")),
    HomeLink("/rules", "book", mark("Rule book")),
    HomeLink("/fair", "verify", mark("Fair deals")),
)
_WORDS: Final = {
    "tagline": mark("Cribbage, played fair."),
    "teach": mark("Teach me (10 minutes)"),
    "waits": mark("Setting the table …"),
    "beginner": mark("New to it? Begin with the rules."),
    "games": mark("My games"),
    "settings": mark("Settings"),
    "options": mark("All options"),
    "more": mark("More to do"),
    "scriptless": mark("The table needs JavaScript. Please switch it on."),
}
#: Every sentence of the page that the scripts translate again when the language changes.
SAYINGS: Final = frozenset({*_WORDS.values(), *(link.says for link in _LINKS)})
_DRAWING: Final = re.compile(r'^  (\w+):\s*((?:"[^"]+"[\s+]*)+),$', re.MULTILINE)


def home_of(t: Translator, *, server: bool = True) -> dict[str, object]:
    """Return the contents of the first page, for a browser that has saved nothing yet."""
    return {
        "names": t("Play against {names}", names=NAMES[0]),
        "level": level_name(FIRST_LEVEL, t),
        "chips": (
            Chip("players", switch_name("players", t), t.plural("{n} player", "{n} players", 2)),
            Chip("level", t("Opponent"), level_name(FIRST_LEVEL, t)),
            Chip("preset", t("Rules"), preset_name("standard", t)),
            Chip("target", switch_name("target", t), t("to {target}", target=FIRST_TARGET)),
            Chip("counting", switch_name("counting", t), t("automatic count")),
        ),
        "links": [link for link in _LINKS if server or not link.needs_server],
        "words": _WORDS,
    }


def icons_of(assets: Assets) -> dict[str, str]:
    r"""Return the path data of each icon by its name, as ``js/draw/icons.js`` draws it.

    >>> drawing = 'const LINES = {\n  minus: "M5 12" +\n    "H19",\n};'
    >>> icons_of(Assets({"js/draw/icons.js": drawing.encode()}))
    {'minus': 'M5 12H19'}
    """
    source = assets["js/draw/icons.js"].decode()
    return {name: "".join(re.findall(r'"([^"]+)"', d)) for name, d in _DRAWING.findall(source)}
