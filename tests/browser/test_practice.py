"""Trying a decision of a game again, from its review and back to it."""

import re

import pytest
from playwright.async_api import Page, ViewportSize, expect

from tests.browser.axe import check_axe
from tests.browser.reach import check_reach
from tests.browser.tables import at_a_table, felt, still
from tests.browser.test_review import SIZES, await_review, decision, from_a_file
from tests.browser.visitors import DESKTOP, PHONE, Visitor, Visitors
from tests.serving import Server
from tests.test_practice import KITCHEN

#: What of the scores and of the opponents' cards lies under the note.
_UNDER_THE_NOTE = """() => {
  const box = (one) => one.getBoundingClientRect();
  const note = box(document.querySelector(".pt-hush"));
  const seen = document.querySelectorAll(".pt-score, .pt-other-backs, .pt-card[data-zone=other]");
  return [...seen].filter((one) => {
    const { left, right, top, bottom } = box(one);
    return left < note.right && right > note.left && top < note.bottom && bottom > note.top;
  }).map((one) => one.className);
}"""
#: A game with unknown cards of a friend, without commitments; it was resigned.
GIVEN_UP = f"{KITCHEN}resign 1\n"


async def practising(page: Page) -> None:
    await page.get_by_role("heading", name=re.compile("^Practice: You – ")).wait_for()
    await page.locator(".pt-hand .pt-card").first.wait_for()


@pytest.mark.slow
async def test_a_decision_is_tried_again_and_revisited(visitors: Visitors, server: Server) -> None:
    visitor = await at_a_table(visitors, bypass_csp=True, server=server)
    page = visitor.page
    await felt(visitor, 12).play()
    await page.locator(".pt-end [data-key=review]").click()
    await await_review(page)
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowRight")
    told = await page.locator(".pt-review-text").inner_text()
    place = await decision(page).locator(".pt-decision-position").inner_text()
    await page.keyboard.press("?")
    await expect(page.get_by_role("dialog")).to_contain_text("try this decision again")
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="Try again").click()
    await practising(page)
    await expect(page.locator(".pt-hush")).to_contain_text("Practice: deal 1 of an earlier game")
    # Back by the arrow, at the same decision; and there again by the key.
    await page.get_by_role("link", name="Back to the decision").click()
    await await_review(page)
    await expect(page.locator(".pt-review-text")).to_have_text(told)
    await expect(decision(page).locator(".pt-decision-position")).to_have_text(place)
    await page.keyboard.press("t")
    await practising(page)
    await felt(visitor, 12).play()
    end = page.get_by_role("region", name="The end")
    await expect(end.get_by_role("button", name="Play again")).to_have_count(0)
    await check_axe(page, "the end of practice")
    await end.get_by_role("button", name="More").click()
    await end.get_by_role("button", name="Verify").click()
    panel = page.get_by_role("complementary", name="Verify")
    await expect(panel).to_contain_text("This deal was practice")
    await expect(panel).not_to_contain_text("failed")
    await page.keyboard.press("Escape")
    await end.get_by_role("button", name="Back to the decision").click()
    await await_review(page)
    await expect(page.locator(".pt-review-text")).to_have_text(told)
    # The list distinguishes the two, and only the game itself counts for its averages.
    await visitor.open("/games")
    await expect(page.locator(".game")).to_have_count(3)
    await expect(page.locator(".game", has_text="practice")).to_have_count(2)
    await expect(page.locator(".stats-line")).to_contain_text("1 game, ")
    await visitor.open("/")
    await expect(page.locator(".kept")).to_have_count(0)


@pytest.mark.slow
@SIZES
async def test_the_button_leaves_options_room(visitors: Visitors, size: ViewportSize) -> None:
    page = (await from_a_file(visitors, viewport=size)).page
    await await_review(page)
    await page.keyboard.press("ArrowRight")
    await still(page)
    await expect(page.get_by_role("button", name="Try again")).to_be_in_viewport(ratio=1)
    await check_reach(page, "a decision that can be tried again")
    await check_axe(page, "a decision that can be tried again")


async def kitchen(visitors: Visitors, **settings: object) -> Visitor:
    """Open the record with unknown cards at its first decision."""
    return await from_a_file(visitors, "kitchen", GIVEN_UP.encode(), settings=settings)


@pytest.mark.parametrize(
    "words",
    [pytest.param(False, id="drawn"), pytest.param(True, id="words", marks=pytest.mark.slow)],
)
async def test_unknown_cards_are_drawn_and_this_is_said(visitors: Visitors, words: bool) -> None:
    page = (await kitchen(visitors, textView=words)).page
    await page.locator(":is(.pt-decision, .text-decision)[data-state=game]").wait_for()
    await page.keyboard.press("ArrowRight")
    await page.get_by_role("button", name="Try again").click()
    says = page.get_by_role("region", name="The log") if words else page.locator(".pt-hush")
    await expect(says).to_contain_text("Cards that were not known are drawn at random.")
    await expect(says).to_contain_text("The computer plays for Ben.")
    for size in () if words else (PHONE, DESKTOP):
        await page.set_viewport_size(size)
        await still(page)
        assert await page.locator(".pt-score").count() == 2
        assert await page.evaluate(_UNDER_THE_NOTE) == []
    await page.get_by_role("link", name="Back to the decision").click()
    await expect(page.locator(":is(.pt-decision, .text-decision)")).to_contain_text("your choice")
