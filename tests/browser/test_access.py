"""axe finds nothing to complain of, on any page and at any moment of a game."""

from __future__ import annotations

import pytest

from tests.browser.axe import check_axe
from tests.browser.tables import at_a_table, felt
from tests.browser.visitors import DESKTOP, PHONE, Visitors

PAGES = [
    *("/", "/new", "/new?for=friends", "/new?for=here", "/settings", "/board", "/count"),
    *("/rules", "/fair"),
]


@pytest.mark.parametrize("path", PAGES)
async def test_a_page(visitors: Visitors, path: str) -> None:
    visitor = await (await visitors.new(PHONE, bypass_csp=True)).open(path)
    await visitor.page.wait_for_timeout(200)
    await check_axe(visitor.page, path)


@pytest.mark.parametrize("theme", ["walnut", "maple", "slate"])
async def test_every_moment_of_a_game(visitors: Visitors, theme: str) -> None:
    size = PHONE if theme == "walnut" else DESKTOP
    visitor = await at_a_table(visitors, viewport=size, settings={"theme": theme}, bypass_csp=True)
    page, table = visitor.page, felt(visitor, 3)
    looked = set()
    for _ in range(400):
        state = await table.state()
        moment = await page.evaluate("() => document.querySelector('.pt')?.dataset.mode ?? ''")
        if moment and moment not in looked and (state["bright"] or state["over"]):
            looked.add(moment)
            await check_axe(page, moment)
        if state["over"]:
            break
        if not await table.step(state):
            await page.wait_for_timeout(25)
    assert {"cut_for_deal", "discard", "play", "over"} <= looked
    await page.get_by_role("button", name="Table", exact=True).click()
    await check_axe(page, "the panel of the table")


async def test_a_table_in_words(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors, settings={"textView": True}, bypass_csp=True)
    await visitor.page.get_by_role("heading", name="The log").wait_for()
    await check_axe(visitor.page, "in words")


async def test_a_table_that_waits_and_one_to_join(visitors: Visitors) -> None:
    code, seats = visitors.server.table([("Maggie", "person"), ("", "open")])
    host = await visitors.new(bypass_csp=True)
    await host.sit(code, seats, ["Maggie", ""])
    await host.page.get_by_label("Send this link to your friends").wait_for()
    await check_axe(host.page, "waiting")
    friend = await (await visitors.new(PHONE, bypass_csp=True)).open(f"/table/{code}")
    await friend.page.get_by_role("button", name="Sit here").wait_for()
    await check_axe(friend.page, "joining")
