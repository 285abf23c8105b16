"""The thinking time that computer players show, and the levels on offer."""

import asyncio
import json
import re
from typing import Any

import pytest
from playwright.async_api import Page, ViewportSize, expect

from pegout.table.offers import FIRST_LEVEL, offered_levels
from pegout.text import language, level_help, level_name
from tests.browser.tables import at_a_table, felt, still
from tests.browser.visitors import DESKTOP, PHONE, Visitor, Visitors
from tests.browser.waiting import PAUSE, passes, stop_the_clock, until
from tests.browser.words import Spoken
from tests.serving import Server

_SET = """(changes) => {
  const key = "pegout.settings";
  const now = { ...JSON.parse(localStorage.getItem(key)), ...changes };
  localStorage.setItem(key, JSON.stringify(now));
  dispatchEvent(new StorageEvent("storage", { key }));
}"""
_THINKS = "() => document.querySelector('.pt-middle, .pt')?.innerText.includes('Ann is thinking')"
#: As long as a played card is shown, in milliseconds, and shorter than any first thinking time.
_SHOWN = 910
#: How long this player thinks, in milliseconds of the page, and the steps of its clock.
_CONSIDERED, _STEP = 4_000, 250
_LINES_IN_LOG = "() => document.querySelectorAll('.pt-log-list li').length"


async def set_(page: Page, **changes: str) -> None:
    """Change settings as another tab would."""
    await page.evaluate(_SET, changes)


def has_answered(message: dict[str, Any]) -> bool:
    """Return whether the opponent has taken an action, so that it is this seat's turn again."""
    return bool(message["type"] == "events" and message["standing"]["to_act"] == [0])


async def answering(visitors: Visitors, same: Server, **visitor: Any) -> Visitor:
    """Return a visitor who has just played a card, with the page's clock stopped from then on."""
    somebody = await at_a_table(visitors, switches={"target": 121}, server=same, **visitor)
    page, table = somebody.page, felt(somebody)
    told: list[dict[str, Any]] = []

    def hear(frame: str | bytes) -> None:
        told.append(json.loads(frame))

    page.on("websocket", lambda line: line.on("framereceived", hear))
    await page.clock.install()
    await page.reload()
    await table.play(
        lambda state: (
            bool(state["bright"])
            and state["bright"]["label"] == "Play a card"
            # Not the last card of the deal: an opponent replies to it.
            and len(state["cards"]) == 4
        )
    )
    await set_(page, pace="normal")
    await still(page)
    await stop_the_clock(page)
    # The opponent thinks as long as this player does.
    for _ in range(_CONSIDERED // _STEP):
        await page.clock.run_for(_STEP)
        await asyncio.sleep(PAUSE)
    told.clear()
    card = page.locator(".pt-hand button:not([aria-disabled=true])").first
    await card.click(position={"x": 16, "y": 30})
    await page.locator(".pt-foot .pt-do").click()

    async def heard() -> bool:
        return any(map(has_answered, told))

    # The server has answered before the card has come to rest.
    await until(heard)
    await passes(page, lambda: page.evaluate(_THINKS), step=50)
    return somebody


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_the_table_says_who_thinks_until_a_key_is_pressed(
    visitors: Visitors, same: Server, viewport: ViewportSize
) -> None:
    page = (await answering(visitors, same, viewport=viewport)).page
    # The server has answered; the answer comes when the thinking is over.
    before = await page.evaluate(_LINES_IN_LOG)
    await page.clock.run_for(_SHOWN)
    assert await page.evaluate(_LINES_IN_LOG) == before
    await page.keyboard.press("n")
    await page.wait_for_function(
        f"(before) => ({_LINES_IN_LOG})() > before", arg=before, polling=50
    )
    assert not await page.evaluate(_THINKS)


@pytest.mark.slow
async def test_with_thinking_switched_off_only_the_last_step_is_waited_for(
    visitors: Visitors, same: Server
) -> None:
    page = (await answering(visitors, same)).page
    before = await page.evaluate(_LINES_IN_LOG)
    await set_(page, thinking="off")
    await page.clock.run_for(_SHOWN)
    await page.wait_for_function(
        f"(before) => ({_LINES_IN_LOG})() > before", arg=before, polling=50
    )


@pytest.mark.slow
async def test_that_somebody_thinks_is_said_once(visitors: Visitors, same: Server) -> None:
    page = (await answering(visitors, same)).page
    spoken = await Spoken(page).listen()
    before = await page.evaluate(_LINES_IN_LOG)
    await page.clock.run_for(500)
    await page.set_viewport_size({"width": 900, "height": 700})
    await set_(page, theme="slate")
    # Each announcement waits until the one before it can have been heard, and the server is slow.

    async def played_and_said() -> bool:
        return await page.evaluate(_LINES_IN_LOG) != before and "Ann is" in await spoken.all()

    await passes(page, played_and_said, step=500, maximum=300_000)
    first, *_ = re.split("Ann (?:plays|says)", await spoken.all())
    assert first.count("is thinking") == 1


@pytest.mark.slow
async def test_the_thinking_time_is_a_setting(visitors: Visitors) -> None:
    page = (await (await visitors.new()).open("/settings")).page
    times = page.get_by_role("group", name="Thinking time")
    await expect(times.get_by_label("like me")).to_be_checked()
    await times.get_by_label("off").check()
    kept = await page.evaluate("() => localStorage.getItem('pegout.settings')")
    assert json.loads(kept)["thinking"] == "off"
    await page.reload()
    await expect(times.get_by_label("off")).to_be_checked()


@pytest.mark.parametrize("code", [pytest.param("en", marks=pytest.mark.slow), "es"])
async def test_every_level_is_offered_with_a_sentence(visitors: Visitors, code: str) -> None:
    t = language(code)
    page = (await (await visitors.new(settings={"language": code})).open("/")).page
    await page.locator("[data-key=level]").click()
    items = page.locator(".choices:not([hidden]) [role=menuitemradio]")
    await expect(items).to_have_count(len(offered_levels()))
    for at, name in enumerate(offered_levels()):
        await expect(items.nth(at)).to_contain_text(level_name(name, t))
        await expect(items.nth(at)).to_contain_text(level_help(name, t))
    chosen = page.locator(".choices:not([hidden]) [aria-checked=true]")
    await expect(chosen).to_contain_text(level_name(FIRST_LEVEL, t))
    await page.goto(page.url.rstrip("/") + "/new?for=computer")
    seats = page.locator(".seats-field")
    await expect(seats).to_contain_text(level_help(FIRST_LEVEL, t))
    for name in offered_levels():
        label = t.text("computer: {level}", level=level_name(name, t))
        await seats.locator("[data-key='kind/1']").click()
        await seats.get_by_role("menuitemradio", name=label).click()
        await expect(page.locator(".seat-levels")).to_contain_text(level_help(name, t))
