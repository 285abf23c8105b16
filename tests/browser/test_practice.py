"""Trying a decision of a game again, from its review and back to it."""

from __future__ import annotations

import os
import re

from playwright.async_api import Page, expect

from tests.browser.axe import check_axe
from tests.browser.tables import at_a_table, felt, still
from tests.browser.test_played import card
from tests.browser.test_review import SIZES, decision, from_a_file, reviewed
from tests.browser.visitors import DESKTOP, PHONE, Visitors, ViewportSize


async def shot(page, name):
    await still(page)
    await page.screenshot(path=f"/tmp/again/{name}.png")


async def test_look(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors, bypass_csp=True)
    page = visitor.page
    await felt(visitor, 12).play()
    await page.locator(".pt-end [data-key=review]").click()
    await reviewed(page)
    for _ in range(3):
        await page.keyboard.press("ArrowRight")
    await shot(page, "end-review")
    await page.set_viewport_size(PHONE)
    await shot(page, "end-review-phone")
    await page.set_viewport_size(DESKTOP)
    told = await page.locator(".pt-review-text").inner_text()
    await page.get_by_role("button", name="Try again").click()
    await page.get_by_role("heading", name=re.compile("^Practice: You – ")).wait_for()
    await page.locator(".pt-hand .pt-card").first.wait_for()
    await shot(page, "practice")
    await page.set_viewport_size(PHONE)
    await shot(page, "practice-phone")
    await page.set_viewport_size(DESKTOP)
    await page.get_by_role("link", name="Back to the review").click()
    await reviewed(page)
    print(told, "|", await page.locator(".pt-review-text").inner_text())
    await shot(page, "back")
    await page.keyboard.press("t")
    await page.get_by_role("heading", name=re.compile("^Practice: You – ")).wait_for()
    await felt(visitor, 12).play()
    await shot(page, "practice-end")
    await page.set_viewport_size(PHONE)
    await shot(page, "practice-end-phone")
    await page.get_by_role("button", name="Back to the review").click()
    await reviewed(page)
    await shot(page, "back-phone")
    await visitor.open("/games")
    await shot(page, "games-phone")
    await page.set_viewport_size(DESKTOP)
    await shot(page, "games")
