"""axe reports no violation, on any page and at any moment of a game."""

import asyncio
from typing import Any, Final

import pytest
from playwright.async_api import Page, ViewportSize, expect

from tests.browser.axe import check_axe
from tests.browser.reach import check_reach
from tests.browser.tables import NAMES, SHORT, at_a_table, felt
from tests.browser.visitors import DESKTOP, PHONE, PLAIN_PATHS, SIZES, Visitor, Visitors
from tests.browser.waiting import PAUSE
from tests.serving import Server

#: 1280 x 1024 at 400 %.
ENLARGED: ViewportSize = {"width": 320, "height": 256}
PATHS = [*PLAIN_PATHS, "/new?for=friends", "/new?for=here", "/nowhere"]
MANUAL: Final[dict[str, Any]] = {"counting": "manual"}
MUGGINS: Final[dict[str, Any]] = {**MANUAL, "muggins": True}
#: The moments of a game in order, each for as long as the player wants to look at it.
MOMENTS = {"cut_for_deal", "discard", "play", "show", "over"}


@SIZES
async def test_every_page(visitors: Visitors, size: ViewportSize) -> None:
    visitor = await visitors.new(size, bypass_csp=True)
    visitor.expected += ["404"]
    page = visitor.page
    for path in PATHS:
        await visitor.open(path)
        await expect(page.get_by_role("heading", level=1)).to_be_visible()
        await check_axe(page, path)
        if size == PHONE:
            await page.set_viewport_size(ENLARGED)
            await check_reach(page, f"{path} at 400 %")
            await page.set_viewport_size(PHONE)
    await visitor.open()
    await page.get_by_role("button", name="Opponent").click()
    await expect(page.get_by_role("menu", name="Opponent")).to_be_visible()
    await check_axe(page, "the levels")
    await visitor.open("/board")
    await page.get_by_role("button", name="Start").click()
    await page.locator(".bo-sides").wait_for()
    await check_axe(page, "a board alone")
    await visitor.open("/count")
    for card in ("5C", "5D", "5S", "JH", "5H"):
        await page.locator(f'[data-card="{card}"]').click()
    await expect(page.get_by_role("region", name="The count")).to_contain_text("29")
    await check_axe(page, "a hand that was counted")
    if size == PHONE:
        await page.set_viewport_size(ENLARGED)
        for path in ("/", "/settings"):
            await visitor.open(path)
            await check_axe(page, f"{path} at 400 %")
    await visitor.open("/table/2222222222")
    await expect(page.get_by_role("alert")).to_be_visible()
    await check_axe(page, "a table that is not there")


async def look_at_every_moment(visitor: Visitor, seed: int, enlarged: bool) -> set[str]:
    """Play a game to its end, and check every new state of the page."""
    page, table = visitor.page, felt(visitor, seed)
    looked: set[str] = set()
    while True:
        state = await table.state()
        mode = await page.evaluate("() => document.querySelector('.pt')?.dataset.mode ?? ''")
        moment = f"{mode} claimed" if state["number"] is not None else mode
        if moment and moment not in looked and (state["bright"] or state["over"]):
            looked.add(moment)
            await check_axe(page, moment)
            if enlarged:
                size = page.viewport_size
                await page.set_viewport_size(ENLARGED)
                await check_axe(page, f"{moment} at 400 %")
                await page.set_viewport_size(size or PHONE)
        if state["over"]:
            return looked
        if not await table.step(state):
            await asyncio.sleep(PAUSE)


async def look_into(page: Page, title: str, *buttons: str) -> None:
    for name in buttons:
        await page.get_by_role("button", name=name, exact=True).first.click()
    panel = page.get_by_role("complementary", name=title)
    await expect(panel).to_be_visible()
    if title == "Verify":
        await expect(panel.locator(".fair-summary")).to_be_visible()
    await check_axe(page, title)


async def look_at_the_end(page: Page) -> None:
    """Check everything that can be opened when a game is over."""
    await page.get_by_role("button", name="Help", exact=True).click()
    await expect(page.get_by_role("dialog", name="Help")).to_be_visible()
    await check_axe(page, "the keys")
    await page.keyboard.press("Escape")
    await look_into(page, "Table", "Table")
    await look_into(page, "Settings", "Settings")
    await page.keyboard.press("Escape")
    await look_into(page, "Fair deals", "Table", "The seal of this deal")
    await page.keyboard.press("Escape")
    await look_into(page, "Verify", "More", "Verify")
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="Review").click()
    await expect(page.get_by_role("slider", name="Place in the game")).to_be_visible()
    await page.get_by_role("button", name="My next decision").click()
    await check_axe(page, "the review")
    # A review has a sentence of its own in place of the log's line.
    await page.get_by_role("button", name="Close the review").click()
    await page.locator(".pt-log-line").click()
    await expect(page.locator(".pt-log-list")).to_be_visible()
    await check_axe(page, "the log, opened")


@pytest.mark.parametrize(
    ("theme", "size", "switches", "end"),
    [
        pytest.param("walnut", PHONE, {}, True, id="phone", marks=pytest.mark.long),
        pytest.param("maple", DESKTOP, MUGGINS, False, id="desktop-manual"),
        pytest.param("slate", DESKTOP, {}, True, id="desktop", marks=pytest.mark.slow),
        pytest.param("maple", PHONE, MANUAL, True, id="phone-manual", marks=pytest.mark.long),
    ],
)
async def test_every_moment_of_a_game(
    visitors: Visitors,
    server: Server,
    theme: str,
    size: ViewportSize,
    switches: dict[str, Any],
    end: bool,
) -> None:
    visitor = await at_a_table(
        visitors,
        viewport=size,
        # A player who turns the pages of a count sees it without a time limit.
        settings={"theme": theme, "pace": "instant" if switches else "step"},
        switches=switches,
        bypass_csp=True,
        server=server,
    )
    looked = await look_at_every_moment(visitor, 3, enlarged=theme == "walnut")
    wanted = MOMENTS - {"show"} if switches else MOMENTS
    assert wanted <= looked, looked
    assert any(moment.endswith("claimed") for moment in looked) == bool(switches)
    if end:
        await look_at_the_end(visitor.page)


@pytest.mark.slow
@SIZES
async def test_a_table_in_words(visitors: Visitors, size: ViewportSize) -> None:
    visitor = await at_a_table(
        visitors, viewport=size, settings={"textView": True, "theme": "slate"}, bypass_csp=True
    )
    await visitor.page.get_by_role("heading", name="The log").wait_for()
    await check_axe(visitor.page, "in words")
    if size == PHONE:
        await visitor.page.set_viewport_size(ENLARGED)
        await check_axe(visitor.page, "in words at 400 %")


@pytest.mark.slow
@SIZES
async def test_the_cover_between_two_at_one_screen(visitors: Visitors, size: ViewportSize) -> None:
    code, seats = visitors.server.table([("Maggie", "person"), ("Ann", "person")], **SHORT)
    visitor = await visitors.new(size, settings={"theme": "maple"}, bypass_csp=True)
    await visitor.sit(code, seats, [*NAMES[:2]])
    table = felt(visitor)
    table.shared = True
    await table.play(lambda state: bool(state["covered"]))
    await check_axe(visitor.page, "the cover")


@pytest.mark.slow
@SIZES
async def test_tables_to_wait_at_join_and_watch(visitors: Visitors, size: ViewportSize) -> None:
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
