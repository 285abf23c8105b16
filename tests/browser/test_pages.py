"""Everything beside the table: settings, languages, proof, and the pages that need no game."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.tables import at_a_table, felt, place
from tests.browser.visitors import Visitors


async def test_another_language_needs_no_new_page(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors)
    page, table = visitor.page, felt(visitor)
    await table.play(lambda state: len(state["cards"]) == 6)
    await expect(page.locator(".pt-log-list")).to_contain_text("Ann lays two cards away")
    await page.evaluate("() => { window.marked = true; }")
    before = await place(visitor)
    await page.get_by_role("button", name="Table", exact=True).click()
    await page.get_by_role("button", name="Settings").click()
    await page.get_by_label("Language").select_option("Español")
    await expect(page.locator("html")).to_have_attribute("lang", "es")
    await table.until(lambda state: state["there"] and state["says"] != before["says"])
    after = await place(visitor)
    assert after["cards"] == before["cards"]
    assert len(after["log"]) == len(before["log"])
    assert after["log"] != before["log"]
    assert await page.evaluate("() => window.marked")


async def test_settings_stay(visitors: Visitors) -> None:
    visitor = await (await visitors.new()).open("/settings")
    page = visitor.page
    await page.get_by_role("group", name="Colours").get_by_label("slate").check()
    await page.get_by_role("switch", name="Four colours").check(force=True)
    await page.reload()
    await expect(page.locator("html")).to_have_attribute("data-theme", "slate")
    await expect(page.get_by_role("switch", name="Four colours")).to_be_checked()
    table = await at_a_table(visitors, settings={"theme": "maple"})
    await expect(table.page.locator("html")).to_have_attribute("data-theme", "maple")


async def test_the_board_alone_keeps_a_score(visitors: Visitors) -> None:
    visitor = await (await visitors.new()).open("/board")
    page = visitor.page
    await page.get_by_role("button", name="Start").click()
    points = page.get_by_role("group", name="Points")
    await points.get_by_role("button", name="8", exact=True).click()
    await page.locator(".bo-sides").get_by_role("button").first.click()
    await expect(page.locator(".bo-sides")).to_contain_text("8")
    await page.reload()
    await expect(page.locator(".bo-sides")).to_contain_text("8")
    await page.get_by_role("button", name="Undo").click()
    await expect(page.locator(".bo-sides")).not_to_contain_text("+8")


async def test_a_hand_is_counted(visitors: Visitors) -> None:
    visitor = await (await visitors.new()).open("/count")
    page = visitor.page
    for card in ("5C", "5D", "5S", "JH", "5H"):
        await page.locator(f'[data-card="{card}"]').click()
    await expect(page.get_by_role("region", name="The count")).to_contain_text("29")


async def test_the_rule_book_and_what_is_fair(visitors: Visitors) -> None:
    visitor = await (await visitors.new()).open("/rules")
    await expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
    await expect(visitor.page.get_by_role("heading", level=2).nth(3)).to_be_visible()
    await visitor.open("/fair")
    await expect(visitor.page.get_by_role("heading", name="Fair deals")).to_be_visible()


async def test_an_address_that_leads_nowhere(visitors: Visitors) -> None:
    visitor = await visitors.new()
    visitor.expected += ["404", "status of 404"]
    page = (await visitor.open("/nowhere")).page
    await expect(page.get_by_role("heading", level=1)).to_have_text("There is nothing here.")
    await visitor.open("/table/2222222222")
    await expect(page.get_by_role("alert")).to_be_visible()
