"""Tables for the tests of the browser."""

import random
from typing import Any, Final

from playwright.async_api import Page

from tests.browser.felt import By, Felt, State
from tests.browser.visitors import Visitor, Visitors
from tests.serving import Server

NAMES: Final = ("Maggie", "Ann", "Ben", "Cora")
#: A game of a deal or two.
SHORT: Final[dict[str, Any]] = {"target": 31}

#: Whether the table is drawn at the size of the window, and nothing on it moves.
_STILL: Final = """() => document.querySelector('.pt-track .peg, .pt.reviewing[data-layout=short]')
  && !document.querySelector('.sent') && !document.getAnimations().length"""
_FRAMES: Final = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"


async def still(page: Page) -> None:
    """Wait until a table has its final look."""
    await page.evaluate(_FRAMES)
    await page.wait_for_function(_STILL)


async def at_a_table(
    visitors: Visitors,
    kinds: tuple[str, ...] = ("person", "novice"),
    *,
    games: int = 1,
    switches: dict[str, Any] | None = None,
    server: Server | None = None,
    **visitor: Any,
) -> Visitor:
    """Return a visitor at a table with computer players, or with others at one screen."""
    code, seats = (server or visitors.server).table(
        list(zip(NAMES, kinds, strict=False)),
        games=games,
        **{**SHORT, "players": len(kinds), **(switches or {})},
    )
    somebody = await visitors.new(server=server, **visitor)
    return await somebody.sit(code, seats, [*NAMES[: len(kinds)]])


def felt(visitor: Visitor, seed: int = 1, by: By = "mouse") -> Felt:
    return Felt(visitor.page, random.Random(seed), by)


async def place(visitor: Visitor) -> dict[str, Any]:
    """Return what a visitor sees of the game's position; equal positions give equal values."""
    page = visitor.page
    state: State = await Felt(page, random.Random(0)).state()
    return {
        "cards": sorted(card["key"] for card in state["cards"]),
        "bright": state["bright"] and state["bright"]["label"],
        "says": state["says"],
        "log": await Felt(page, random.Random(0)).log(),
        "scores": await page.locator(".pt-sides").inner_text(),
        "figure": await page.locator(".pt-figure").text_content(),
    }
