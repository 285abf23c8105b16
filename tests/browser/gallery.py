"""Pictures of every screen for review: ``python -m tests.browser.gallery FOLDER``."""

import argparse
import asyncio
import random
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from playwright.async_api import ViewportSize, async_playwright

from pegout.server.facts import PAGES
from tests.browser.felt import Felt
from tests.browser.visitors import DESKTOP, PHONE, Visitor, Visitors, launch
from tests.driver import Driver
from tests.serving import GENEROUS, Server

SIZES: Final[dict[str, ViewportSize]] = {
    "phone": PHONE,
    "tablet": {"width": 768, "height": 1024},
    "desktop": DESKTOP,
    "large": {"width": 1920, "height": 1080},
}
PATHS: Final = {
    **{page.name: page.paths[0] for page in PAGES if "{" not in page.paths[0]},
    "friends": "/new?for=friends",
    "here": "/new?for=here",
    "analysed": "/analyse?cards=5H,5S,6D,7C,JD,KS&scores=90-84",
    "asked": "/ask?hand=5H,5S,6D,7C,JD,KS&discards=JD,KS&starter=2C&played=TD,5H,TS,5S,go,4C",
    "nothing": "/nothing",
}
NAMES: Final = ("Maggie", "Ann", "Ben", "Cora")
LONG: Final = (
    "Maximiliana Wolfgangsson",
    "Bartholomew Featherstone",
    "Wilhelmina Ravenscroftes",
    "Christopherson Abernathy",
)

Position = dict[str, Any]


def phase(name: str, more: Callable[[Position], bool] = lambda view: True) -> Any:
    def there(position: Position) -> bool:
        view = position["view"]
        mine = 0 in view["to_act"] or name == "over"
        return bool(view["phase"] == name and view["deal"] > 0 and mine and more(view))

    return there


#: The moments of a game, each with its condition, in the order of a deal.
MOMENTS: Final[dict[str, Callable[[Position], bool]]] = {
    "cut_for_deal": lambda position: position["view"]["phase"] == "cut_for_deal",
    "ready": phase("ready"),
    "discard": phase("discard"),
    "cut": phase("cut"),
    "play": phase("play", lambda view: len(view["pile"]) >= 2),
    "play_late": phase("play", lambda view: bool(view["earlier"]) and len(view["hand"]) <= 2),
    "claim": phase("show", lambda view: bool(view["shown"])),
    "over": lambda position: bool(position["standing"]["over"]),
}


@dataclass(frozen=True)
class Look:
    size: str = "desktop"
    theme: str = "walnut"
    language: str = "en"
    settings: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.size}-{self.theme}-{self.language}"


@dataclass(frozen=True)
class Play:
    """A game to play, and its moments to photograph."""

    name: str
    players: int = 2
    names: tuple[str, ...] = NAMES
    switches: dict[str, Any] = field(default_factory=dict)
    moments: tuple[str, ...] = tuple(name for name in MOMENTS if name != "claim")
    games: int = 1


LOOKS: Final = (
    Look("phone"),
    Look("desktop"),
    Look("desktop", "maple"),
    Look("phone", "slate", "es"),
    Look("tablet", "maple", "es"),
    Look("large", "slate"),
)
PLAYS: Final = (
    Play("two"),
    Play("half", switches={"target": 61}, moments=("discard", "play", "over")),
    Play("three", 3, moments=("discard", "play", "play_late", "over")),
    Play("four", 4, LONG, moments=("discard", "play", "play_late", "over"), games=3),
    Play("manual", switches={"counting": "manual", "muggins": True}, moments=("play", "claim")),
)


class Gallery:
    """Goes from screen to screen and takes pictures."""

    def __init__(self, server: Server, visitors: Visitors, folder: Path) -> None:
        self.server = server
        self.visitors = visitors
        self.folder = folder

    async def visitor(self, look: Look) -> Visitor:
        settings = {"theme": look.theme, "language": look.language, **look.settings}
        return await self.visitors.new(
            SIZES[look.size],
            settings=settings,
            touch=look.size == "phone",
            scheme="light" if look.theme == "maple" else "dark",
        )

    async def take(self, visitor: Visitor, name: str, look: Look) -> None:
        await visitor.page.wait_for_timeout(250)
        await visitor.page.screenshot(path=self.folder / f"{name}-{look}.png")

    async def pages(self, look: Look) -> None:
        visitor = await self.visitor(look)
        visitor.expected.append("404")
        for name, path in PATHS.items():
            await visitor.open(path)
            await self.take(visitor, name, look)
        await visitor.open("/board")
        await visitor.page.locator("button[type=submit]").click()
        await self.take(visitor, "board_game", look)
        await visitor.open("/count")
        for card in ("5C", "5D", "5S", "JH", "5H"):
            await visitor.page.locator(f'[data-card="{card}"]').click()
        await self.take(visitor, "counter_counted", look)
        await visitor.context.close()

    async def lobby(self, look: Look) -> None:
        """Photograph a waiting table, and the view of a friend who follows its link."""
        code, seats = self.server.table([("Maggie", "person"), ("", "open"), ("Cora", "club")])
        host = await self.visitor(look)
        await host.sit(code, seats, ["Maggie", "", "Cora"])
        await self.take(host, "lobby", look)
        friend = await self.visitor(look)
        await friend.open(f"/table/{code}")
        await self.take(friend, "join", look)
        await host.context.close()
        await friend.context.close()

    async def game(self, play: Play, visible: tuple[Look, ...]) -> None:
        """Photograph the moments of a game, each in every look."""
        names = play.names[: play.players]
        switches = {"target": 121, **play.switches, "players": play.players}
        code, seats = self.server.table(
            [(name, "person") for name in names], games=play.games, **switches
        )
        # The page has one seat and this program plays the others, so nothing happens in between.
        tokens = [seat["token"] for seat in seats]
        async with Driver(self.server, code, tokens, random.Random(len(play.name))) as driver:
            for moment in play.moments:
                await driver.until(MOMENTS[moment])
                for look in visible:
                    visitor = await self.visitor(look)
                    await visitor.sit(code, seats[:1], [*names])
                    await visitor.page.locator(".pt").wait_for()
                    if moment == "discard":
                        await self._choose(visitor)
                    await self.take(visitor, f"{play.name}-{moment}", look)
                    if moment == "over":
                        await self._after(visitor, play, look)
                    await visitor.context.close()

    async def _choose(self, visitor: Visitor) -> None:
        """Choose one card, so that its place in the crib is filled."""
        await visitor.page.locator(".pt-hand [data-key]").nth(1).click(position={"x": 14, "y": 30})

    async def _after(self, visitor: Visitor, play: Play, look: Look) -> None:
        end = visitor.page.locator(".pt-end")
        await end.locator("[aria-expanded]").click()
        await end.locator("[data-key=verify]").click()
        await visitor.page.wait_for_timeout(500)
        await self.take(visitor, f"{play.name}-verify", look)
        await visitor.page.keyboard.press("Escape")
        await end.locator("[data-key=review]").click()
        for _ in range(30):
            await visitor.page.keyboard.press("Shift+ArrowRight")
        await self.take(visitor, f"{play.name}-review", look)

    async def show(self, look: Look) -> None:
        """Photograph a hand while it is counted, the panels, and the text view."""
        code, seats = self.server.table(
            [("Maggie", "person"), ("Ann", "club")], target=121, players=2
        )
        slow = Look(look.size, look.theme, look.language, {"pace": "step"})
        visitor = await self.visitor(slow)
        await visitor.sit(code, seats, ["Maggie", "Ann"])
        page, felt = visitor.page, Felt(visitor.page, random.Random(2))
        for _ in range(600):
            if await page.locator(".pt-items li").count() >= 2:
                break
            state = await felt.state()
            if not state["bright"] and not state["fan"]:
                await page.wait_for_timeout(25)
            elif state["fan"]:
                await page.locator(".pt-foot .pt-do").click()
            elif (state["bright"]["off"]) and state["cards"]:
                await felt.choose(state)
            else:
                await page.locator(".pt-foot .pt-do").click()
        await self.take(visitor, "show", look)
        await page.locator(".table-head button").last.click()
        await self.take(visitor, "panel", look)
        await visitor.context.close()
        reader = await self.visitor(Look(look.size, look.theme, look.language, {"textView": True}))
        await reader.sit(code, seats, ["Maggie", "Ann"])
        await reader.page.locator(".text-view").wait_for()
        await self.take(reader, "text", look)
        await reader.context.close()


async def photograph(folder: Path, visible: tuple[Look, ...], plays: tuple[Play, ...]) -> list[str]:
    """Take every picture; return the errors of the pages."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        Server(Path(data), Path(data, "log"), options=GENEROUS) as server,
    ):
        async with async_playwright() as playwright:
            browser = await launch(playwright)
            async with Visitors(browser, server) as visitors:
                gallery = Gallery(server, visitors, folder)
                for look in visible:
                    await gallery.pages(look)
                    await gallery.lobby(look)
                    await gallery.show(look)
                for play in plays:
                    await gallery.game(play, visible)
            await browser.close()
            return visitors.problems


def _chosen(what: Iterator[Any], wanted: list[str]) -> tuple[Any, ...]:
    return tuple(case for case in what if not wanted or any(word in str(case) for word in wanted))


def main() -> None:
    parser = argparse.ArgumentParser(prog="gallery", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--look", nargs="*", default=[], help="such as phone, maple or es")
    parser.add_argument("--play", nargs="*", default=[], help="such as two or three")
    options = parser.parse_args()
    visible = _chosen(iter(LOOKS), options.look)
    plays = _chosen(iter(PLAYS), options.play)
    problems = asyncio.run(photograph(options.folder, visible, plays))
    print(*problems, f"{len(list(options.folder.glob('*.png')))} pictures", sep="\n")  # noqa: T201


if __name__ == "__main__":
    main()
