"""Who set up a table removes a guest, who is told so."""

from typing import Any

import pytest
from playwright.async_api import expect

from pegout.text import language
from tests.browser.axe import check_axe
from tests.browser.tables import SHORT, felt
from tests.browser.visitors import Visitor, Visitors
from tests.browser.waiting import until


async def come(visitors: Visitors, code: str, held: Any, names: list[str], lang: str) -> Visitor:
    visitor = await visitors.new(settings={"language": lang}, bypass_csp=True)
    return await visitor.sit(code, held, names)


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "es"])
async def test_a_guest_is_removed_from_a_game(visitors: Visitors, lang: str) -> None:
    t, server = language(lang), visitors.server
    code, seats = server.table([("Maggie", "person"), ("", "open")], **SHORT)
    joined = server.post(f"/api/tables/{code}/join", {"name": "Rude"}).json
    maggie = await come(visitors, code, seats, ["Maggie", "Rude"], lang)
    guest = await come(visitors, code, [joined], ["Maggie", "Rude"], lang)
    for visitor in (maggie, guest):
        await felt(visitor).until(lambda state: bool(state["there"]))
    # The guest cannot remove who has invited him.
    await guest.page.get_by_role("button", name=t("Table"), exact=True).click()
    await expect(guest.page.locator("[data-key=leave]")).to_be_visible()
    await expect(guest.page.locator("[data-key^=remove]")).to_have_count(0)
    page = maggie.page
    await page.get_by_role("button", name=t("Table"), exact=True).click()
    remove = page.get_by_role("button", name=t("Remove {name}…", name="Rude"))
    await remove.press("Enter")
    keep = page.get_by_role("button", name=t("Keep {name}", name="Rude"))
    await expect(keep).to_be_focused()
    await check_axe(page, f"the question before a guest is removed, {lang}")
    await keep.press("Enter")
    await expect(keep).to_have_count(0)
    await remove.click()
    await page.locator("[data-key='remove/1/novice']").click()
    await expect(remove).to_have_count(0)
    said = t("The person who set up this table has given your seat to somebody else.")
    await expect(guest.page.get_by_text(said)).to_be_visible()
    await expect(page.locator(".lobby-seats")).not_to_contain_text("Rude")
    await page.keyboard.press("Escape")

    async def dealt() -> bool:
        if (await felt(maggie).state())["cards"]:
            return True
        await felt(maggie).step()
        return False

    # The computer player goes on.
    await until(dealt)


@pytest.mark.slow
async def test_a_seat_is_free_again_before_the_game(visitors: Visitors) -> None:
    server = visitors.server
    order = [("Maggie", "person"), ("", "open"), ("", "open")]
    code, seats = server.table(order, **SHORT)
    joined = server.post(f"/api/tables/{code}/join", {"name": "Rude"}).json
    maggie = await come(visitors, code, seats, ["Maggie", "Rude", ""], "en")
    guest = await come(visitors, code, [joined], ["Maggie", "Rude", ""], "en")
    await maggie.page.get_by_role("button", name="Remove Rude…").click()
    await expect(maggie.page.get_by_role("button", name="Keep Rude")).to_be_focused()
    await check_axe(maggie.page, "the question before a seat is free again")
    await maggie.page.get_by_role("button", name="Remove", exact=True).click()
    await expect(guest.page.get_by_text("has given your seat to somebody else")).to_be_visible()
    await expect(maggie.page.locator(".lobby-seats")).not_to_contain_text("Rude")
