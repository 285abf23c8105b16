"""Setting up a table: common choices are tiles, rare ones are under More rules."""

import random
import re
from typing import Any

import pytest
from playwright.async_api import Page, ViewportSize, expect

from tests.browser.felt import Felt
from tests.browser.visitors import FINISHED, PHONE, SIZES, Visitors

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


async def test_a_game_from_given_scores_with_a_chosen_dealer(visitors: Visitors) -> None:
    visitor = await visitors.new(viewport=PHONE, touch=True, settings={"language": "es"})
    await visitor.remember("pegout.tables", FINISHED)
    page = (await visitor.open("/new?for=computer")).page
    await page.get_by_text("Más reglas").click()
    scores = page.get_by_role("group", name="Puntos al empezar")
    await scores.get_by_label("Maggie").fill("100")
    # A quick typist presses the next key before Tab is released.
    await page.keyboard.down("Tab")
    await expect(scores.get_by_label("Ben")).to_be_focused()
    await page.keyboard.press("1")
    await page.keyboard.up("Tab")
    await page.keyboard.type("21")
    await page.keyboard.press("Tab")
    # The table is not asked for while something cannot be played.
    await page.get_by_role("button", name="Empezar la partida").click()
    wrong = scores.get_by_role("alert")
    await expect(wrong).to_have_text("Una puntuación inicial es un número entero de 0 a 120.")
    await expect(wrong).to_be_in_viewport()
    await expect(page).to_have_url(re.compile("/new"))
    await scores.get_by_label("Ben").fill("90")
    await scores.get_by_label("Ben").press("Tab")
    await expect(wrong).to_have_count(0)
    await page.get_by_role("radio", name="se elige").check()
    dealer = page.get_by_role("group", name="Quién reparte primero")
    await dealer.get_by_role("radio", name="Ben").check()
    order = await order_table(page, "Empezar la partida")
    assert order["switches"] == {"start_scores": [100, 90], "first_deal": "chosen"}
    assert order["dealer"] == 1
    sides = page.locator(".pt-side")
    await expect(sides.nth(0)).to_have_attribute("aria-label", "Tú 100, faltan 21")
    await expect(sides.nth(1)).to_have_attribute("aria-label", "Ben 90, faltan 31")
    # Nobody has pegged yet.
    await expect(page.locator(".pt-last").filter(has_text="+")).to_have_count(0)
    await expect(sides.nth(1).locator(".pt-dealer")).to_be_visible()


@SIZES
async def test_four_singles_are_set_up_and_play(visitors: Visitors, size: ViewportSize) -> None:
    page = (await (await visitors.new(viewport=size)).open("/new?for=computer")).page
    await page.get_by_role("radio", name="Four each alone").check()
    await expect(page.get_by_text("does not tell luck from skill")).to_be_visible()
    await page.get_by_role("radio", name="another number").check()
    await page.get_by_label("Points to play to").fill("31")
    await page.get_by_label("Points to play to").press("Tab")
    order = await order_table(page, "Start the game")
    assert order["switches"] == {"players": 4, "teams": False, "target": 31}
    await expect(page.locator(".lane")).to_have_count(4)
    assert await page.locator(".pt-side .pt-shape").count() == 4
    await Felt(page, random.Random(1)).play()
    await expect(page.locator(".pt-end h2")).to_have_text(re.compile(r"^(You win|\w+ wins) by"))
    clipped = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length"
    assert await page.locator(".pt-side, .pt-tally th").evaluate_all(clipped) == 0


@pytest.mark.slow
async def test_own_skunk_lines_are_typed(visitors: Visitors) -> None:
    page = (await (await visitors.new()).open("/new?for=here")).page
    await page.get_by_text("More rules").click()
    lines = page.get_by_role("group", name="Skunk lines")
    await lines.get_by_role("radio", name="…").check()
    typed = page.get_by_role("textbox", name="Skunk lines")
    await typed.fill("40, 20")
    await typed.press("Tab")
    await expect(page.get_by_role("alert")).to_contain_text("the smallest first")
    await typed.fill("20, 40, 60")
    await typed.press("Tab")
    await expect(page.get_by_role("alert")).to_have_count(0)
    order = await order_table(page, "Start the game")
    assert order["switches"] == {"skunk_lines": [20, 40, 60]}


async def test_four_keep_their_score_on_the_board(visitors: Visitors) -> None:
    page = (await (await visitors.new(viewport=TINY)).open("/board")).page  # type: ignore[arg-type]
    await page.get_by_role("radio", name="Four players").check()
    await page.get_by_role("button", name="Start").click()
    for key in ("ArrowLeft", "ArrowDown", "ArrowUp", "ArrowRight"):
        await page.keyboard.press("5")
        await page.keyboard.press(key)
    await expect(page.locator(".bo-score")).to_have_text(["5", "5", "5", "5"])
    assert not await page.evaluate(SCROLLS)


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
