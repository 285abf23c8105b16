"""Resigning, and stopping by agreement: from the menu, and across two screens."""

import pytest
from playwright.async_api import Page, expect

from tests.browser.tables import NAMES, SHORT, at_a_table, felt
from tests.browser.visitors import Visitor, Visitors


async def open_menu(page: Page) -> None:
    await page.get_by_role("button", name="Table", exact=True).click()
    await expect(page.get_by_role("complementary", name="Table")).to_be_visible()


async def two_friends(visitors: Visitors) -> tuple[Visitor, Visitor]:
    code, seats = visitors.server.table([("Maggie", "person"), ("", "open")], games=3, **SHORT)
    joined = visitors.server.post(f"/api/tables/{code}/join", {"name": "Ann"}).json
    maggie = await (await visitors.new()).sit(code, seats, [*NAMES[:2]])
    ann = await (await visitors.new()).sit(code, [joined], [*NAMES[:2]])
    for visitor in (maggie, ann):
        await felt(visitor).until(lambda state: bool(state["there"]))
    return maggie, ann


@pytest.mark.slow
async def test_friends_agree_to_stop_after_one_would_rather_go_on(visitors: Visitors) -> None:
    maggie, ann = await two_friends(visitors)
    for agree in (False, True):
        await open_menu(maggie.page)
        await maggie.page.get_by_role("button", name="Offer to stop…").click()
        # It asks for confirmation, and the safe answer has the focus.
        await expect(maggie.page.get_by_role("button", name="Play on")).to_be_focused()
        await expect(ann.page.locator(".offer")).to_be_hidden()
        await maggie.page.get_by_role("button", name="Offer to stop", exact=True).click()
        await expect(maggie.page.locator(".offer")).to_contain_text("You offer to stop.")
        bar = ann.page.locator(".offer")
        await expect(bar).to_contain_text("Maggie offers to stop.")
        await bar.get_by_role("button", name="Stop" if agree else "Go on").click()
        await expect(bar).to_be_hidden()
        await expect(maggie.page.locator(".offer")).to_be_hidden()
    for visitor in (maggie, ann):
        end = felt(visitor).end
        await expect(end.get_by_role("heading")).to_have_text("You agreed to stop.")
        await expect(end).to_contain_text("The match ends here.")
        await expect(end.get_by_role("button", name="Play again")).to_be_visible()


@pytest.mark.slow
async def test_a_game_of_a_match_is_resigned_and_the_next_goes_on(visitors: Visitors) -> None:
    maggie, ann = await two_friends(visitors)
    await open_menu(ann.page)
    await ann.page.get_by_role("button", name="Resign…").click()
    await ann.page.get_by_role("button", name="Play on").click()
    await expect(felt(maggie).end).to_have_count(0)
    await ann.page.get_by_role("button", name="Resign…").click()
    await ann.page.get_by_role("button", name="Resign", exact=True).click()
    await expect(felt(ann).end).to_contain_text("You resigned.")
    end = felt(maggie).end
    await expect(end.get_by_role("heading")).to_have_text("You win the game.")
    await expect(end).to_contain_text("Ann resigned.")
    await open_menu(maggie.page)
    await expect(maggie.page.get_by_role("button", name="Resign…")).to_have_count(0)
    await maggie.page.get_by_role("button", name="Close").click()
    await end.get_by_role("button", name="Next game").click()
    await expect(end).to_have_count(0)


@pytest.mark.slow
async def test_against_the_computer_stopping_ends_at_once_in_words_too(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors)
    page = visitor.page
    await felt(visitor).play(lambda state: len(state["cards"]) == 6)
    await open_menu(page)
    await page.get_by_role("button", name="The table in words").click()
    await page.get_by_role("button", name="Stop here…").click()
    await page.get_by_role("button", name="Stop", exact=True).click()
    await expect(page.locator(".text-says")).to_have_text("You agreed to stop.")
    await expect(page.get_by_role("button", name="Play again")).to_be_visible()
