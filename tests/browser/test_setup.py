"""Setting up a table: common choices are tiles, rare ones are under More rules."""

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.visitors import PHONE, Visitors

TINY = {"width": 320, "height": 560}
SCROLLS = "document.documentElement.scrollWidth > innerWidth"


async def order_table(page: Page, button: str) -> dict[str, Any]:
    """Press the bright button, and return its request to the server."""
    async with page.expect_request(lambda request: "/api/tables" in request.url) as asked:
        await page.get_by_role("button", name=button).click()
    order = (await asked.value).post_data_json
    assert isinstance(order, dict)
    return order


@pytest.mark.slow
async def test_a_match_of_three_by_other_rules_with_the_keyboard(visitors: Visitors) -> None:
    page = (await (await visitors.new()).open("/new?for=here")).page
    await page.get_by_role("radio", name="Two", exact=False).first.focus()
    await page.keyboard.press("ArrowRight")
    await expect(page.get_by_role("radio", name="Three each alone")).to_be_checked()
    # The focus is still there, so the next arrow starts from it.
    await page.keyboard.press("ArrowLeft")
    await page.get_by_role("radio", name="One game").focus()
    await page.keyboard.press("ArrowRight")
    await expect(page.get_by_role("radio", name="Three games")).to_be_checked()
    await page.get_by_text("More rules").press("Enter")
    await page.get_by_role("radio", name="Tournament").check()
    order = await order_table(page, "Start the game")
    assert (order["preset"], order["games"], order["play_to"]) == ("acc", 3, 0)
    assert len(order["seats"]) == 2


async def test_a_match_to_points_and_to_another_hole_on_a_phone(visitors: Visitors) -> None:
    visitor = await visitors.new(viewport=PHONE, touch=True)
    page = (await visitor.open("/new?for=friends")).page
    await page.get_by_role("radio", name="another match").check()
    await page.get_by_label("Match points to win").fill("5")
    await page.get_by_label("Match points to win").press("Tab")
    await page.get_by_role("radio", name="another number").check()
    await page.get_by_label("Points to play to").fill("91")
    await page.get_by_label("Points to play to").press("Tab")
    order = await order_table(page, "Make the table")
    assert order["play_to"] == 5
    assert order["switches"] == {"target": 91}


@pytest.mark.slow
async def test_the_board_is_set_up_for_three_to_another_hole(visitors: Visitors) -> None:
    visitor = await visitors.new(viewport=TINY)  # type: ignore[arg-type]
    page = (await visitor.open("/board")).page
    assert not await page.evaluate(SCROLLS)
    await page.get_by_role("radio", name="Three players").check()
    await page.get_by_role("textbox", name="Blue").fill("Ann")
    await page.get_by_role("radio", name="Ann").check()
    await page.get_by_role("radio", name="another number").check()
    hole = page.get_by_role("textbox", name="The last hole")
    await hole.fill("7")
    await page.get_by_role("button", name="Start").click()
    await expect(page.get_by_role("alert")).to_contain_text("The last hole is a number from")
    await expect(hole).to_be_focused()
    await hole.fill("91")
    await page.get_by_role("button", name="Start").click()
    await expect(page.locator(".bo-sides")).to_contain_text("Ann")
    await page.goto(page.url.replace("/board", "/new?for=friends"))
    await page.get_by_role("button", name="Make the table").wait_for()
    assert not await page.evaluate(SCROLLS)
