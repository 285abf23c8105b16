"""The seats of the drawn table: who sits there, at which level, and whose turn it is."""

import re

import pytest
from playwright.async_api import expect

from pegout.text import language, level_name
from tests.browser.axe import check_axe
from tests.browser.tables import at_a_table, felt
from tests.browser.visitors import DESKTOP, PHONE, Visitors
from tests.browser.waiting import stop_the_clock
from tests.serving import Server

#: A part that is seen, but has too little room for its text.
_CUT = """() => [...document.querySelectorAll('.pt-other-level')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""
#: The ground of a seat.
_PLATE = "(one) => getComputedStyle(one).backgroundColor"


@pytest.mark.parametrize("code", ["en", pytest.param("es", marks=pytest.mark.slow)])
async def test_a_seat_shows_its_level_and_its_turn(
    visitors: Visitors, same: Server, code: str
) -> None:
    visitor = await at_a_table(
        visitors,
        ("person", "club"),
        switches={"target": 121},
        settings={"language": code},
        server=same,
        viewport=PHONE,
        bypass_csp=True,
    )
    page, table, t = visitor.page, felt(visitor), language(code)
    seat, root = page.locator(".pt-other"), page.locator(".pt")
    await table.play(lambda state: bool(state["bright"] and state["bright"]["key"] == "play"))
    level = level_name("club", t)
    await expect(seat.locator(".pt-other-level [aria-hidden]")).to_have_text(level)
    spoken = t.text("computer: {level}", level=level)
    await expect(seat.locator(".pt-other-level .visually-hidden")).to_have_text(spoken)
    await expect(seat.locator(".face-club")).to_be_visible()
    assert await page.evaluate(_CUT) == []
    # This player is asked: the hand is lit, and the bar says so.
    await expect(root).to_have_attribute("data-turn", "mine")
    await expect(page.locator(".pt-says")).to_have_text(t("Your turn: play a card."))
    await expect(page.locator(".pt-side.turn")).to_have_count(1)
    await expect(seat).not_to_have_class(re.compile(r"\bturn\b"))
    resting = await seat.locator(".pt-other-line").evaluate(_PLATE)
    await check_axe(page, f"this player's turn, {code}")
    # The opponent is: its seat is a lit plate.
    await visitor.change(pace="slow")
    await table.choose(await table.state())
    await table.bright.click()
    await expect(seat).to_have_class(re.compile(r"\bturn\b"))
    await expect(root).to_have_attribute("data-turn", "theirs")
    assert await seat.locator(".pt-other-line").evaluate(_PLATE) != resting
    await check_axe(page, f"the opponent's turn, {code}")


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
async def test_three_levels_are_whole_in_spanish(
    visitors: Visitors, same: Server, viewport: dict[str, int]
) -> None:
    visitor = await at_a_table(
        visitors,
        ("person", "gentle", "novice", "expert"),
        settings={"language": "es"},
        server=same,
        viewport=viewport,
    )
    await felt(visitor).play(lambda state: bool(state["cards"]))
    said = await visitor.page.locator(".pt-other-level [aria-hidden]").all_text_contents()
    assert said == [level_name(level, language("es")) for level in ("gentle", "novice", "expert")]
    assert await visitor.page.evaluate(_CUT) == []


async def test_a_player_who_does_nothing_gets_one_sign(visitors: Visitors, same: Server) -> None:
    visitor = await at_a_table(visitors, server=same)
    page = visitor.page
    await page.clock.install()
    await page.reload()
    await felt(visitor).play(lambda state: bool(state["cards"]))
    root = page.locator(".pt")
    await stop_the_clock(page)
    # A key begins the wait again.
    await page.keyboard.press("1")
    await page.keyboard.press("1")
    await page.clock.run_for(11_000)
    await expect(root).not_to_have_class(re.compile("nudged"))
    await page.clock.run_for(2_000)
    await expect(root).to_have_class(re.compile("nudged"))
