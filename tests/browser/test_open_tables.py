"""The list of open tables in a browser: a stranger finds a table whose maker wants that."""

from playwright.async_api import ViewportSize, expect

from tests.browser.axe import check_axe
from tests.browser.visitors import SIZES, Visitors


@SIZES
async def test_a_stranger_sits_down_at_a_listed_table(
    visitors: Visitors, size: ViewportSize
) -> None:
    maker = await (await visitors.new(viewport=size, bypass_csp=True)).open("/new?for=friends")
    page = maker.page
    await page.locator("summary", has_text="More rules").click()
    await page.get_by_role("switch", name="In the list of open tables").check(force=True)
    await page.get_by_role("switch", name="With the names").check(force=True)
    await check_axe(page, "the options of a listed table")
    await page.get_by_role("button", name="Make the table").click()
    await page.wait_for_url("**/table/*")
    stranger = await visitors.new(viewport=size, bypass_csp=True, settings={"name": "Nora"})
    await stranger.open("/tables")
    entry = stranger.page.get_by_role("listitem").filter(has_text="Maggie")
    await expect(entry).to_contain_text("waits for 1 player")
    await check_axe(stranger.page, "the list of open tables")
    await entry.get_by_role("link", name="Sit down").click()
    await stranger.page.get_by_role("button", name="Sit here").click()
    await stranger.page.locator(".pt").wait_for()
