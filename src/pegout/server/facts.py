"""What both the server and the scripts have to know; every page contains it as JSON.

Each fact stands in one place, from which both read: durations, languages and levels in
:mod:`pegout.text`, default names, levels and target in :mod:`pegout.table`, the longest name in
:mod:`pegout.match`, the version of the wire in :mod:`pegout.wire`, the pages in
``client/pages.json``. The scripts read the JSON in ``js/facts.js``.
"""

import json
from collections.abc import Sequence
from typing import Final, NamedTuple

from pegout.match.log import MAX_NAME
from pegout.server.assets import STATIC
from pegout.table.offers import DEFAULT_LEVEL, FIRST_LEVEL, FIRST_TARGET, NAMES
from pegout.text import LANGUAGES
from pegout.text.pacing import plain_pacing
from pegout.text.rulebook import LEVELS
from pegout.wire.table import WIRE_VERSION


class PageFacts(NamedTuple):
    """A page of the application.

    Its paths have ``{name}`` for each part that varies, and its script is in ``client/js/pages``.
    Its styles are those that it needs beside the common ones, in their order. Without a server,
    another page says that it ``needs_server``.
    """

    name: str
    paths: list[str]
    script: str
    styles: list[str]
    needs_server: bool = False


#: Every page.
PAGES: Final = [
    PageFacts(**page) for page in json.loads((STATIC / "pages.json").read_text("utf-8"))
]


def facts_json(
    engines: Sequence[tuple[str, str, str]] = (), *, server: bool = True, host: str = ""
) -> str:
    """Return the facts as JSON; each engine has a name, a title and a description.

    Without a ``server`` there are no tables of several browsers, except at the ``host``, the origin
    of a server elsewhere.

    >>> json.loads(facts_json())["languages"]
    {'en': 'English', 'es': 'Español'}
    """
    facts = {
        "languages": {code: language.name for code, language in LANGUAGES.items()},
        "level": DEFAULT_LEVEL,
        "first": {"level": FIRST_LEVEL, "target": FIRST_TARGET},
        "levels": {
            **{name: title for name, (title, _) in LEVELS.items()},
            **{name: title for name, title, _ in engines},
        },
        "name_length": MAX_NAME,
        "names": NAMES,
        "pacing": plain_pacing(),
        "pages": [page._asdict() for page in PAGES],
        "suits": {code: known.suits for code, known in LANGUAGES.items() if known.suits},
        "server": server,
        "host": host,
        "wire": WIRE_VERSION,
    }
    return json.dumps(facts, separators=(",", ":"))
