"""axe finds nothing to complain of, on any page and at any moment of a game."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, ViewportSize, expect

from tests.browser.axe import check_axe
from tests.browser.tables import NAMES, SHORT, at_a_table, felt
from tests.browser.visitors import DESKTOP, PHONE, Visitor, Visitors

SIZES = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
PAGES = [
    *("/", "/new", "/new?for=friends", "/new?for=here", "/settings", "/board", "/count"),
    *("/rules", "/fair"),
]
#: The moments of a game in a row, each for as long as the player wants to look at it.
MOMENTS = {"cut_for_deal", "discard", "play", "show", "over"}


@pytest.mark.parametrize("path", PAGES)
async def test_a_page(visitors: Visitors, path: str) -> None:
    visitor = await (await visitors.new(PHONE, bypass_csp=True)).open(path)
    await expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
    await check_axe(visitor.page, path)


async def look_at_every_moment(visitor: Visitor, seed: int) -> set[str]:
    """Play a game to its end; whenever something new is to be seen, have a look at it."""
    page, table = visitor.page, felt(visitor, seed)
    looked: set[str] = set()
    while True:
        state = await table.state()
        mode = await page.evaluate("() => document.querySelector('.pt')?.dataset.mode ?? ''")
        moment = f"{mode} claimed" if state["number"] is not None else mode
        if moment and moment not in looked and (state["bright"] or state["over"]):
            looked.add(moment)
            await check_axe(page, moment)
        if state["over"]:
            return looked
        if not await table.step(state):
            await page.wait_for_timeout(25)


async def look_into(page: Page, title: str, *buttons: str) -> None:
    """Open a panel beside the table, and have a look at it."""
    for name in buttons:
        await page.get_by_role("button", name=name, exact=True).first.click()
    panel = page.get_by_role("complementary", name=title)
    await expect(panel).to_be_visible()
    if title == "Verify":
        await expect(panel.locator(".fair-summary")).to_be_visible()
    await check_axe(page, title)


async def look_at_the_end(page: Page, phone: bool) -> None:
    """Look at whatever can be opened when a game is over."""
    await look_into(page, "Table", "Table")
    await look_into(page, "Settings", "Settings")
    await page.keyboard.press("Escape")
    await look_into(page, "Fair deals", "Table", "The seal of this deal")
    await page.keyboard.press("Escape")
    await look_into(page, "Verify", "Verify")
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="Review").click()
    await expect(page.get_by_role("slider", name="Place in the game")).to_be_visible()
    await page.get_by_role("button", name="The next deal").click()
    await check_axe(page, "the review")
    if phone:
        await page.locator(".pt-log-line").click()
        await expect(page.locator(".pt-log-list")).to_be_visible()
        await check_axe(page, "the log, opened")


@pytest.mark.parametrize(
    ("theme", "size", "switches"),
    [
        ("walnut", PHONE, {}),
        ("maple", DESKTOP, {"counting": "manual", "muggins": True}),
        ("slate", DESKTOP, {}),
        ("maple", PHONE, {"counting": "manual"}),
    ],
    ids=["phone", "desktop-manual", "desktop", "phone-manual"],
)
async def test_every_moment_of_a_game(
    visitors: Visitors, theme: str, size: ViewportSize, switches: dict[str, Any]
) -> None:
    visitor = await at_a_table(
        visitors,
        viewport=size,
        # Whoever goes on by themselves sees the count for as long as they like.
        settings={"theme": theme, "pace": "instant" if switches else "step"},
        switches=switches,
        bypass_csp=True,
    )
    looked = await look_at_every_moment(visitor, 3)
    wanted = MOMENTS - {"show"} if switches else MOMENTS
    assert wanted <= looked, looked
    assert any(moment.endswith("claimed") for moment in looked) == bool(switches)
    await look_at_the_end(visitor.page, size == PHONE)


@SIZES
async def test_a_table_in_words(visitors: Visitors, size: ViewportSize) -> None:
    visitor = await at_a_table(
        visitors, viewport=size, settings={"textView": True, "theme": "slate"}, bypass_csp=True
    )
    await visitor.page.get_by_role("heading", name="The log").wait_for()
    await check_axe(visitor.page, "in words")


@SIZES
async def test_the_cover_between_two_at_one_screen(visitors: Visitors, size: ViewportSize) -> None:
    code, seats = visitors.server.table([("Maggie", "person"), ("Ann", "person")], **SHORT)
    visitor = await visitors.new(size, settings={"theme": "maple"}, bypass_csp=True)
    await visitor.sit(code, seats, [*NAMES[:2]])
    table = felt(visitor)
    table.shared = True
    await table.play(lambda state: bool(state["covered"]))
    await check_axe(visitor.page, "the cover")


@SIZES
async def test_a_table_that_waits_one_to_join_and_one_to_watch(
    visitors: Visitors, size: ViewportSize
) -> None:
    code, seats = visitors.server.table([("Maggie", "person"), ("", "open")], **SHORT)
    host = await visitors.new(size, bypass_csp=True)
    await host.sit(code, seats, ["Maggie", ""])
    await host.page.get_by_label("Send this link to your friends").wait_for()
    await check_axe(host.page, "the lobby")
    friend = await visitors.new(size, settings={"theme": "slate"}, bypass_csp=True)
    await friend.open(f"/table/{code}")
    await friend.page.get_by_role("button", name="Sit here").wait_for()
    await check_axe(friend.page, "joining")
    visitors.server.post(f"/api/tables/{code}/join", {"name": "Ann"})
    await felt(host).until(lambda state: bool(state["there"]))
    watcher = await visitors.new(size, settings={"theme": "walnut"}, bypass_csp=True)
    await watcher.open(f"/table/{code}")
    await watcher.page.get_by_role("button", name="Watch").click()
    await expect(watcher.page.locator(".pt-log-list")).to_contain_text("to 31")
    await check_axe(watcher.page, "watching")
