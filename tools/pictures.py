"""Pictures of the manual, taken at real tables: ``python -m tools.pictures``.

Each picture is taken in light and dark and in the languages of the manual, such as
``docs/images/hint-es-dark.jpg``. Those of the browser come from a separate server, with the same
cards and the same computer players in every run; the cards of those of the terminal differ. The
tool needs Chromium and the packages of the tests.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Page, ViewportSize, async_playwright

from tests.browser.tables import still
from tests.browser.visitors import DESKTOP, PHONE, Visitor, Visitors, launch
from tests.driver import Driver
from tests.serving import GENEROUS, Server
from tests.tui.table import a_setup, sit_down

ROOT: Final = Path(__file__).resolve().parent.parent
IMAGES: Final = ROOT / "docs" / "images"
#: The theme of the table for each of the two schemes of the site.
THEMES: Final = {"light": "maple", "dark": "walnut"}
#: The size of a terminal, in columns and rows.
TERMINAL: Final = (110, 34)
#: How many times to request a hint, twice a second, while the server loads its tables.
_PATIENCE: Final = 120
#: The quality of the JPEG pictures: as PNG a wooden board would be four times as large.
_QUALITY: Final = 88
# Rich's pictures ask a third party for a font; the system has one.
_FONTS: Final = re.compile(r"@font-face\s*\{.*?\}", re.DOTALL)


@dataclass(frozen=True)
class Look:
    """The look of a picture: ``light`` or ``dark``, and a language."""

    scheme: str
    language: str = "en"


@dataclass(frozen=True)
class Studio:
    """The setting of every picture: a server, its visitors, a look and a folder."""

    server: Server
    visitors: Visitors
    look: Look
    path: Path

    async def visitor(self, size: ViewportSize = DESKTOP) -> Visitor:
        """Return a visitor with the look."""
        return await self.visitors.new(size, settings=self._settings(), touch=size is PHONE)

    def _settings(self) -> dict[str, object]:
        return {
            "theme": THEMES[self.look.scheme],
            "language": self.look.language,
            "name": "Maggie",
        }

    async def at_table(
        self, opponent: str, there: Callable[[Any], bool], size: ViewportSize = DESKTOP
    ) -> Page:
        """Play a game against an opponent up to a moment, and return the page that shows it."""
        code, seats = self.server.table(
            [("Maggie", "person"), ("Ann", opponent)], target=121, players=2
        )
        tokens = [seat["token"] for seat in seats if seat["token"]]
        async with Driver(self.server, code, tokens, random.Random(3)) as driver:
            await driver.until(lambda position: there(position["view"]))
        visitor = await self.visitor(size)
        await visitor.sit(code, seats[:1], ["Maggie", "Ann"])
        await still(visitor.page)
        return visitor.page

    async def save(self, page: Page) -> None:
        """Save the picture."""
        await page.screenshot(path=self.path, quality=_QUALITY)


async def in_the_play(studio: Studio, size: ViewportSize) -> None:
    """Take a table in the middle of the play."""
    page = await studio.at_table(
        "person",
        lambda view: (
            view["deal"] == 4
            and view["phase"] == "play"
            and len(view["pile"]) >= 2
            and 0 in view["to_act"]
        ),
        size,
    )
    await studio.save(page)


async def table(studio: Studio) -> None:
    """Take the table on a large screen."""
    await in_the_play(studio, DESKTOP)


async def phone(studio: Studio) -> None:
    """Take the table on a phone."""
    await in_the_play(studio, PHONE)


async def hint(studio: Studio) -> None:
    """Take a hint at the discard."""
    page = await studio.at_table(
        "club",
        lambda view: view["deal"] == 3 and view["phase"] == "discard" and 0 in view["to_act"],
    )
    for _ in range(_PATIENCE):
        await page.keyboard.press("h")
        await page.wait_for_timeout(500)
        if await page.locator(".pt-hints:not([hidden])").count():
            break
    await still(page)
    await studio.save(page)


async def review(studio: Studio) -> None:
    """Take a mistake in the review of a game."""
    page = (await studio.visitor()).page
    await page.goto(f"{studio.server.url}/games")
    await page.locator("#games-file").set_input_files(ROOT / "docs" / "records" / "two.peg")
    await page.locator(".game-links a").first.click()
    await page.locator(".pt-decision:is([data-state=game], [data-state=decision])").wait_for()
    await page.locator("select").last.select_option(index=1)
    await page.locator(".pt-dot.mistake").first.wait_for()
    await page.keyboard.press("n")
    await page.locator(".pt-decision[data-state=decision]").wait_for()
    await still(page)
    await studio.save(page)


async def analyser(studio: Studio) -> None:
    """Take the analysis of a discard from any cards."""
    await answered(studio, "/analyse?cards=5H,5S,6D,7C,JD,KS&scores=90-84")


async def ask(studio: Studio) -> None:
    """Take the answer to a question about a position."""
    cards = "hand=5H,5S,6D,7C,JD,KS&discards=JD,KS&starter=2C"
    await answered(studio, f"/ask?{cards}&played=TD,5H,TS,5S,go,4C&scores=84-90")


async def answered(studio: Studio, path: str) -> None:
    """Take a page that answers what its address asks."""
    page = (await studio.visitor()).page
    await page.goto(f"{studio.server.url}{path}")
    await page.locator("#app:not([aria-busy])").wait_for()
    await page.wait_for_load_state("networkidle")
    await page.wait_for_timeout(1_000)
    await studio.save(page)


async def terminal(studio: Studio) -> None:
    """Take the table in a terminal."""
    setup = a_setup(names=("Maggie", "Ann"), first_deal="chosen")
    look = studio.look
    async with sit_down(
        setup, size=TERMINAL, language=look.language, theme=THEMES[look.scheme]
    ) as at_table:
        for _ in range(9):
            await at_table.decide()
        picture = at_table.app.export_screenshot(title="pegout terminal")
    page = (await studio.visitor({"width": 1340, "height": 900})).page
    await page.set_content(
        "<style>body{margin:0} svg text{font-family:'DejaVu Sans Mono',monospace !important}"
        f"</style>{_FONTS.sub('', picture)}"
    )
    await page.locator("svg").first.screenshot(path=studio.path, quality=_QUALITY)


#: Every picture by its name, with its function and its languages.
PICTURES: Final[dict[str, tuple[Callable[[Studio], Awaitable[None]], tuple[str, ...]]]] = {
    "table": (table, ("en", "es")),
    "phone": (phone, ("en", "es")),
    "hint": (hint, ("en", "es")),
    "review": (review, ("en", "es")),
    "analyser": (analyser, ("en", "es")),
    "ask": (ask, ("en", "es")),
    "terminal": (terminal, ("en", "es")),
}


def name_of(picture: str, look: Look) -> str:
    """Return the file name of a picture.

    >>> name_of("hint", Look("light")), name_of("hint", Look("dark", "es"))
    ('hint-light.jpg', 'hint-es-dark.jpg')
    """
    language = "" if look.language == "en" else f"-{look.language}"
    return f"{picture}{language}-{look.scheme}.jpg"


async def take(folder: Path, names: list[str], looks: list[Look]) -> list[str]:
    """Take pictures, and return the errors of the pages."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        server = Server(
            Path(data), Path(data, "log"), options=GENEROUS, program="tests.browser.seeded"
        )
        with server:
            async with async_playwright() as playwright:
                browser = await launch(playwright)
                async with Visitors(browser, server) as visitors:
                    for name in names:
                        taken, languages = PICTURES[name]
                        for look in looks:
                            if look.language in languages:
                                path = folder / name_of(name, look)
                                await taken(Studio(server, visitors, look, path))
                await browser.close()
                return visitors.problems


def main() -> None:
    """Take the pictures of the manual."""
    parser = argparse.ArgumentParser(prog="pictures", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of: {', '.join(PICTURES)}")
    parser.add_argument("--into", type=Path, default=IMAGES, metavar="FOLDER")
    parser.add_argument("--language", choices=["en", "es"], action="append")
    options = parser.parse_args()
    if unknown := set(options.names) - set(PICTURES):
        parser.error(f"there is no picture {sorted(unknown)[0]}")
    looks = [
        Look(scheme, language) for language in options.language or ["en", "es"] for scheme in THEMES
    ]
    problems = asyncio.run(take(options.into, options.names or [*PICTURES], looks))
    print(*problems, sep="\n")  # noqa: T201


if __name__ == "__main__":
    main()
