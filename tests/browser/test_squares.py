"""Cribbage squares in the browser: by touch, by keys, and as a screen reader hears it."""

import json
from typing import Any

import pytest
from playwright.async_api import Page, expect

from pegout.school.progress import read
from pegout.school.squares import Squares, SquaresDeal, best_squares, deal_squares
from pegout.school.squares_messages import told_line
from pegout.text import language
from tests.browser.axe import check_axe
from tests.browser.reach import check_reach
from tests.browser.visitors import DESKTOP, PHONE, Visitors
from tests.serving import Server

CELL = ".squares-cell"


async def deal_of(page: Page) -> SquaresDeal:
    """Return the deal of today."""
    return deal_squares(await page.evaluate("() => new Date().toLocaleDateString('sv')"))


async def turned(page: Page, number: int) -> None:
    """Wait until so many cards are placed and the next is turned."""
    await expect(page.locator(f"{CELL}.is-taken")).to_have_count(number)
    await expect(page.locator(".squares-task")).not_to_be_empty()


async def sums(page: Page) -> list[int]:
    lines = page.locator(".squares-sum > [aria-hidden]")
    return [int(text) for text in await lines.all_text_contents()]


@pytest.mark.slow
async def test_a_game_is_played_by_touch_to_its_best_result(
    visitors: Visitors, server: Server
) -> None:
    visitor = await visitors.new(PHONE, server=server, touch=True, bypass_csp=True)
    page = (await visitor.open("/learn")).page
    await page.get_by_role("link", name="Cribbage squares").tap()
    await turned(page, 0)
    await check_axe(page, "an empty square")
    deal = await deal_of(page)
    best = best_squares(deal)
    cell = page.locator(CELL)
    # A cell is chosen first; the second press, or the button, puts the card there.
    await cell.nth((best.cells[0] + 1) % 16).tap()
    await expect(cell.nth((best.cells[0] + 1) % 16)).to_have_class("squares-cell is-chosen")
    await check_axe(page, "a cell that is chosen")
    await check_reach(page, "a cell that is chosen")
    for number, target in enumerate(best.cells, 1):
        await cell.nth(target).tap()
        if number % 2:
            await cell.nth(target).tap()
        else:
            await page.get_by_role("button", name="Put it there").tap()
        await turned(page, number)
        game = Squares(deal, best.cells[:number])
        assert tuple(await sums(page)) == game.points
    await expect(page.locator(".squares-best")).to_have_text(
        f"The best possible result with these cards is {best.total}."
    )
    await expect(page.locator(".squares-total")).to_have_text(f"Total {best.total}")
    await check_axe(page, "the end of cribbage squares")
    await check_reach(page, "the end of cribbage squares")
    kept = read(await page.evaluate("() => localStorage.getItem('pegout.progress')"))
    assert [result.score for result in kept.squares.values()] == [best.total]
    await page.get_by_role("button", name="Today’s cards again").tap()
    await turned(page, 0)
    await page.goto(f"{visitor.server.url}/learn")
    said = page.locator(".learn-drill", has_text="Cribbage squares").locator(".learn-due")
    await expect(said).to_have_text(f"Your best of today: {best.total}.")


@pytest.mark.slow
async def test_a_game_is_played_by_keys_and_heard(visitors: Visitors, server: Server) -> None:
    visitor = await visitors.new(DESKTOP, server=server, bypass_csp=True)
    page = (await visitor.open("/learn")).page
    await page.keyboard.press("6")
    await turned(page, 0)
    sent: list[dict[str, Any]] = []
    page.on("request", lambda request: sent.append(json.loads(request.post_data or "{}")))
    deal = await deal_of(page)
    cell = page.locator(CELL)
    await cell.first.focus()
    await expect(cell.first).to_have_accessible_name(
        "Row 1, column 1: empty. Row 1: 0 points. Column 1: 0 points."
    )
    # Row by row, and back at the end of each.
    for row in range(4):
        for column in range(4):
            await page.keyboard.press("Enter")
            number = 4 * row + column + 1
            await turned(page, number)
            await expect(cell.nth(number - 1)).to_be_focused()
            if column < 3:
                await page.keyboard.press("ArrowRight")
        if row < 3:
            for key in ("ArrowDown", *["ArrowLeft"] * 3):
                await page.keyboard.press(key)
    game = Squares(deal, tuple(range(16)))
    await expect(page.locator(".squares-best")).to_be_visible()
    assert tuple(await sums(page)) == game.points
    heard = page.locator(".live").first
    await expect(heard).to_contain_text("The best possible result with these cards is ")
    # Every request has the deal and the cells, and at most the result of today.
    assert all(set(body) <= {"deal", "cells", "kept"} for body in sent)
    await page.get_by_role("button", name="Show the best").click()
    best = best_squares(deal)
    await expect(page.locator(".squares-total")).to_have_text(f"Total {best.total}")
    assert tuple(await sums(page)) == best.points
    await expect(cell.first).to_have_accessible_name(f"{name_of(best)} {lines_of(best)}")
    await check_axe(page, "the best square")
    await page.get_by_role("button", name="Other cards").click()
    await turned(page, 0)


def name_of(game: Squares) -> str:
    card = game.grid[0]
    assert card is not None
    return f"Row 1, column 1: {card.rank.name.lower()} of {card.suit.name.lower()}."


def lines_of(game: Squares) -> str:
    return " ".join([told_line(game, line, language("en")) for line in (0, 4)])


@pytest.mark.slow
async def test_a_card_that_could_not_be_turned_is_turned_by_a_press(
    visitors: Visitors, server: Server
) -> None:
    visitor = await visitors.new(
        PHONE, server=server, settings={"language": "es", "confirm": False}
    )
    page = (await visitor.open("/squares")).page
    await turned(page, 0)
    visitor.expected.append("api/school/squares")
    await page.route("**/api/school/squares*", lambda route: route.abort())
    await page.locator(CELL).nth(3).click()
    await expect(page.locator(".problem")).to_be_visible()
    await page.unroute("**/api/school/squares*")
    await page.get_by_role("button", name="Reintentar").click()
    await turned(page, 1)
    await expect(page.locator(".problem")).to_have_count(0)
