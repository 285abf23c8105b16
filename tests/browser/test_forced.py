"""Forced colours, such as the contrast themes of Windows: every control has an edge."""

import random
import re
from typing import Any, Final

import pytest
from playwright.async_api import Locator, Page, ViewportSize, expect

from tests.browser.gallery import MOMENTS
from tests.browser.tables import NAMES, SHORT
from tests.browser.test_ending import at_the_end
from tests.browser.test_played import at_the_list, play_on
from tests.browser.test_press import GONE, Through
from tests.browser.test_small import MANUAL
from tests.browser.visitors import DESKTOP, PHONE, PLAIN_PATHS, Visitors
from tests.driver import Driver
from tests.network import Line
from tests.serving import Server

#: The controls without border or outline; a card has the edge of its drawing.
_BARE: Final = """() => {
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const lined = (style) => ["outline", "borderTop", "borderLeft"].some((name) =>
    style[`${name}Style`] !== "none" && parseFloat(style[`${name}Width`]) > 0
    && !/transparent|rgba.*, 0\\)$/.test(style[`${name}Color`]));
  const edged = (one) => {
    const sheet = one.querySelector(".card-sheet");
    return sheet ? getComputedStyle(sheet).stroke !== "none" : lined(getComputedStyle(one));
  };
  const controls = `button, summary, select, textarea, input:not([type=range]), a.button,
    a.icon-button, a.home-link, .segment > span, .rail, .choices, dialog, .side-panel, .pt-side`;
  return [...document.querySelectorAll(controls)]
    .filter((one) => seen(one) && !one.matches(".visually-hidden") && !edged(one))
    .map((one) => `${one.tagName}.${one.className}: ${one.ariaLabel ?? one.textContent.trim()}`);
}"""


_GROUND: Final = "(one) => getComputedStyle(one).backgroundColor"


async def check_edges(page: Page, where: str) -> None:
    assert await page.evaluate(_BARE) == [], where


async def outline(element: Locator) -> list[Any]:
    style = "(one) => { const s = getComputedStyle(one); return [s.outlineStyle, s.outlineWidth]; }"
    found: list[Any] = await element.first.evaluate(style)
    return found


@pytest.mark.slow
async def test_every_page_has_edges(visitors: Visitors) -> None:
    visitor = await visitors.new(forced=True)
    page = visitor.page
    for path in PLAIN_PATHS:
        await visitor.open(path)
        await expect(page.get_by_role("heading", level=1)).to_be_visible()
        await check_edges(page, path)
    code, _ = visitors.server.table([("Ann", "person"), ("", "open")], **SHORT)
    await visitor.open(f"/table/{code}")
    await page.get_by_role("button", name="Sit here").wait_for()
    await check_edges(page, "joining")


async def test_the_table_has_edges_and_tells_states_apart(visitors: Visitors) -> None:
    code, seats = visitors.server.table([(name, "person") for name in NAMES[:2]], **SHORT)
    visitor = await visitors.new(forced=True)
    page = visitor.page
    tokens = [seat["token"] for seat in seats]
    async with Driver(visitors.server, code, tokens, random.Random(2)) as driver:
        await driver.until(MOMENTS["discard"])
        await visitor.sit(code, seats[:1], [*NAMES[:2]])
        card, button = page.locator(".pt-hand .pt-card").first, page.locator(".pt-foot .pt-do")
        await button.wait_for()
        await check_edges(page, "discard")
        idle, off = await outline(card.locator(".pt-inner")), await outline(button)
        assert off == ["dashed", "1px"]
        await card.click(position={"x": 14, "y": 30})
        chosen = page.locator(".pt-card.chosen .pt-inner")
        await expect(chosen).to_have_count(1)
        assert await outline(chosen) != idle
        for moment, sign in (("play", ".pt[data-mode=play]"), ("over", ".pt-end")):
            await driver.until(MOMENTS[moment])
            await page.locator(sign).wait_for()
            await check_edges(page, moment)
        await expect(page.locator(".pt-end .pt-do")).to_be_enabled()
        assert await outline(page.locator(".pt-end .pt-do")) != off
    await page.keyboard.press("?")
    await check_edges(page, "the keys")


@pytest.mark.slow
async def test_the_list_of_games_and_a_replay_have_edges(visitors: Visitors) -> None:
    tables = {**await play_on(visitors.server, 2), **await play_on(visitors.server, 3, over=False)}
    page = (await at_the_list(visitors, tables, forced=True)).page
    await expect(page.locator(".game-bars").first).to_be_visible()
    await page.locator(".games-transfer summary").click()
    await check_edges(page, "the list of games")
    # The charts have their marks.
    for mark in (".stats-mean", ".stats-expert", ".stats-band"):
        ground = await page.locator(".stats-part").first.evaluate(_GROUND)
        assert await page.locator(mark).first.evaluate(_GROUND) != ground
    await page.locator(".game-links a[href*='/games/']").last.click()
    await page.locator(".pt-review-slider").wait_for()
    await check_edges(page, "a replay")


#: The colours of what lies over a card of a count that is over, and of the felt.
_TINT: Final = """() => {
  const card = document.querySelector('.pt-card[data-zone="earlier"] .pt-inner');
  const ground = (style) => style.backgroundColor;
  return [ground(getComputedStyle(card, "::after")), ground(getComputedStyle(document.body))];
}"""


@pytest.mark.slow
async def test_the_cards_of_a_finished_count_can_be_read(visitors: Visitors) -> None:
    code, seats = visitors.server.table([(name, "person") for name in NAMES[:2]], **SHORT)
    visitor = await visitors.new(forced=True)
    tokens = [seat["token"] for seat in seats]
    async with Driver(visitors.server, code, tokens, random.Random(2)) as driver:
        await driver.until(MOMENTS["play_late"])
        page = (await visitor.sit(code, seats[:1], [*NAMES[:2]])).page
        await page.locator('.pt-card[data-zone="earlier"]').first.wait_for()
        tint, felt = await page.evaluate(_TINT)
        assert tint != felt


@pytest.mark.slow
async def test_what_friends_can_do_has_edges_and_what_is_sent_looks_pressed(
    visitors: Visitors,
) -> None:
    server = visitors.server
    code, seats = server.table([(name, "person") for name in NAMES[:2]], **MANUAL)
    tokens = [seat["token"] for seat in seats]
    async with Driver(server, code, tokens, random.Random(2)) as driver, Line(server.port) as line:
        await driver.until(MOMENTS["play_late"])
        visitor = await visitors.new(forced=True, server=Through(server, line))
        visitor.expected += GONE
        page = (await visitor.sit(code, seats[:1], [*NAMES[:2]])).page
        await driver.look(1, here=False)
        await page.locator(".pt-other-help").click()
        await page.locator("[data-key='level/club']").wait_for()
        await check_edges(page, "what to do about a friend who is away")
        nudge = page.locator("[data-key=nudge]")
        idle = await nudge.evaluate(_GROUND)
        line.swallow()
        await nudge.click()
        await expect(nudge).to_have_class(re.compile("sent"))
        await page.mouse.move(0, 0)
        assert await nudge.evaluate(_GROUND) != idle
        await page.keyboard.press("Escape")
        await check_edges(page, "counting by hand")
        line.cut()


#: The look of the last peg's animation: its background, its edge, and the colours of its medal.
_FINALE: Final = """() => {
  const one = document.querySelector(".pt-finale");
  if (!one?.checkVisibility()) return null;
  const style = (name, what) => getComputedStyle(one.querySelector(name) ?? one)[what];
  return {
    ground: style(".pt-finale", "backgroundColor"), edge: style(".pt-finale", "outlineStyle"),
    medal: style(".medal", "forcedColorAdjust"), words: style(".pt-finale-says", "color"),
  };
}"""


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_the_moment_of_the_last_peg_stands_out(
    visitors: Visitors, same: Server, viewport: ViewportSize
) -> None:
    visitor = await at_the_end(visitors, same, motion=True, forced=True, viewport=viewport)
    # The animation ends by itself, so it is checked as soon as it appears.
    seen = await (await visitor.page.wait_for_function(_FINALE)).json_value()
    # The background is the system's, and nothing shows through it.
    assert seen["ground"] == "rgb(0, 0, 0)"
    assert seen["words"] == "rgb(255, 255, 255)"
    assert seen["edge"] == "solid"
    assert seen["medal"] == "none"
