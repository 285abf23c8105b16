"""The analyser: it ranks every discard of a hand, and shows chances of winning at a score."""

import asyncio
import re
from typing import Final

import pytest
from playwright.async_api import Page, Route, ViewportSize, expect

from pegout.review.discard_analysis import analyse, score_win_probabilities
from pegout.text import language
from pegout.text.names import shorts
from pegout.text.reasons import explanation, figure, percent
from tests.browser.axe import check_axe
from tests.browser.reach import check_reach
from tests.browser.visitors import DESKTOP, PHONE, Visitors

HAND: Final = ("5H", "5S", "6D", "7C", "JD", "KS")
NEAR: Final = f"/analyse?cards={','.join(HAND)}&dealer=1&scores=110-112"
EN: Final = language("en")


async def ranked_cards(page: Page) -> list[str]:
    """Return the cards of every discard, the best first."""
    await expect(page.locator(".ranking-row")).to_have_count(15)
    return [
        " ".join(re.findall(r"\S+[♣♦♥♠]", text))
        for text in await page.locator(".ranking-cards").evaluate_all(
            "all => all.map((one) => [...one.children].map((c) => c.textContent).join(' '))"
        )
    ]


async def test_a_question_waits_for_the_answer_before_it_the_last_wins(visitors: Visitors) -> None:
    page = (await (await visitors.new()).open("/analyse")).page
    asked: list[str] = []
    released = asyncio.Event()

    async def hold(route: Route) -> None:
        asked.append(route.request.url)
        await released.wait()
        await route.continue_()

    await page.route("**/api/discards?*", hold)
    async with page.expect_request("**/api/discards?*"):
        await page.goto(visitors.server.url + NEAR)
    for score in (111, 113):
        # The chances at a score are asked for together with its discards.
        async with page.expect_request(f"**/api/chances?*scores={score}-112*"):
            await page.get_by_role("textbox", name="You").fill(str(score))
            await page.keyboard.press("Tab")
    assert len(asked) == 1
    released.set()
    await ranked_cards(page)
    assert [re.findall("scores=([0-9]+)", url) for url in asked] == [["110"], ["113"]]


@pytest.mark.slow
async def test_cards_are_pressed_and_discards_ranked(visitors: Visitors) -> None:
    page = (await (await visitors.new(bypass_csp=True)).open("/analyse")).page
    result = page.get_by_role("region", name="The discards")
    await expect(result).to_contain_text("Choose 6 more cards.")
    for card in HAND:
        await page.locator(f'[data-card="{card}"]').click()
    options = analyse(" ".join(HAND)).options
    assert await ranked_cards(page) == [shorts(option.cards) for option in options.options]
    first = page.locator(".ranking-row").first
    await expect(first).to_have_attribute("aria-expanded", "true")
    await expect(result).to_contain_text(explanation(options, options.best, EN))
    for row, option in zip(await page.locator(".ranking-row").all(), options.options, strict=True):
        await expect(row.locator("b")).to_have_text(figure(option.points, EN, signed=True))
        await expect(row.locator(".ranking-other")).to_contain_text(percent(option.chance, EN))
    assert page.url.endswith("?cards=5H,5S,6D,7C,JD,KS&dealer=0&scores=0-0")
    await check_axe(page, "discards that are ranked")
    # The page does not accept a seventh card.
    await page.locator('[data-card="AS"]').click()
    await expect(page.locator(".counter-slot button")).to_have_count(6)
    await page.locator(".counter-slot button").first.click()
    await expect(result).to_contain_text("Choose 1 more card.")
    await expect(page.locator(".counter-slot button").first).to_be_focused()


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
async def test_an_address_near_the_end_looks_alike(visitors: Visitors, size: ViewportSize) -> None:
    page = (await (await visitors.new(size, bypass_csp=True, scheme="light")).open(NEAR)).page
    options = analyse(" ".join(HAND), dealer=1, scores=(110, 112)).options
    assert options.by_chance
    assert await ranked_cards(page) == [shorts(option.cards) for option in options.options]
    best = page.locator(".ranking-row").first
    await expect(best.locator("b")).to_have_text(percent(options.best.chance, EN))
    await expect(page.get_by_role("radio", name="Opponent")).to_be_checked()
    dealing = score_win_probabilities((110, 112))[1]
    now = page.locator(".chances-table .now")
    await expect(now).to_contain_text("Your opponent deals")
    await expect(now).to_contain_text(percent(dealing.chances[0], EN))
    await check_reach(page, "a hand near the end")
    await check_axe(page, "a hand near the end")


async def test_it_is_done_by_keyboard(visitors: Visitors) -> None:
    page = (await (await visitors.new()).open("/analyse")).page
    await page.keyboard.type("5h5s6d7cjdkh")
    await page.keyboard.press("Backspace")
    await page.keyboard.type("ks")
    await ranked_cards(page)
    second = page.locator(".ranking-row").nth(1)
    await second.focus()
    await page.keyboard.press("Enter")
    await expect(second).to_be_focused()
    await expect(second).to_have_attribute("aria-expanded", "true")
    await expect(page.locator(".ranking-row[aria-expanded=true]")).to_have_count(1)
    await expect(page.locator(".spread")).to_have_count(2)
    # The median has a column of its own, and every fifth column its number.
    await expect(page.locator(".spread .median")).to_have_count(2)
    numbers = await page.locator(".spread").first.locator(".spread-number").all_inner_texts()
    assert numbers
    assert all(int(number) % 5 == 0 for number in numbers)
    hand = page.get_by_role("img", name=re.compile("^Your hand: [0-9]+ to [0-9]+ points"))
    await expect(hand).to_be_visible()
    await page.keyboard.press("Enter")
    await expect(page.locator(".spread")).to_have_count(0)
    await page.get_by_role("textbox", name="You").fill("118")
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("textbox", name="Opponent")).to_be_focused()
    await expect(page.locator(".ranking-head")).to_contain_text("wins")
    await expect(page.locator(".ranking-head > span").nth(2)).to_have_text("wins")
    assert "scores=118-0" in page.url


@pytest.mark.slow
async def test_cards_are_written(visitors: Visitors) -> None:
    page = (await (await visitors.new()).open("/analyse")).page
    field = page.get_by_role("textbox", name="Cards")
    await field.fill("5h, 10♠ jd 6c")
    await field.press("Enter")
    await expect(page.locator(".counter-slot button")).to_have_count(4)
    await expect(field).to_have_value("5H TS JD 6C")
    for wrong, says in (("5H 5H", "5♥ is there twice."), ("XX", "Write a"), ("A", "Write a")):
        await field.fill(wrong)
        await field.press("Enter")
        await expect(page.locator(".analyser-tools .problem")).to_contain_text(says)
        await expect(field).to_have_value(wrong)
        await expect(field).to_be_focused()
    await field.fill("AS 2S 3S 4S 5S 6S 7S")
    await field.press("Enter")
    await expect(page.locator(".analyser-tools .problem")).to_have_text("6 cards are dealt.")
    await expect(page.locator(".counter-slot button")).to_have_count(4)


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
async def test_an_error_goes_with_the_right_cards(visitors: Visitors, size: ViewportSize) -> None:
    page = (await (await visitors.new(size)).open("/analyse")).page
    field = page.get_by_role("textbox", name="Cards")
    problem = page.locator(".analyser-tools .problem")
    said = page.locator(".analyser-page > .live p")
    await field.fill(" ".join(HAND))
    await field.press("Enter")
    await ranked_cards(page)
    await expect(said.last).to_contain_text("best")
    await field.fill("5H zz")
    await field.press("Enter")
    await expect(problem).to_contain_text("Write a card")
    await expect(problem).to_be_in_viewport(ratio=1)
    # The score has nothing to do with it.
    await page.get_by_role("textbox", name="You").fill("30")
    await page.get_by_role("textbox", name="You").press("Enter")
    await expect(page).to_have_url(re.compile("scores=30-0"))
    await expect(field).to_have_value("5H zz")
    await expect(problem).to_be_visible()
    await field.fill("5H 5S")
    await field.press("Enter")
    await expect(problem).to_have_count(0)
    await expect(field).to_have_value("5H 5S")
    await expect(field).not_to_have_attribute("aria-invalid", "true")
    await expect(page.get_by_role("region", name="The discards")).to_contain_text("Choose 4 more")
    # The paragraph may still hold what was said of the hand before.
    await expect(said.last).to_contain_text("Choose 4 more cards.")
    # Cards may also be chosen instead.
    await field.fill("5H zz")
    await field.press("Enter")
    await page.locator('[data-card="AS"]').click()
    await expect(problem).to_have_count(0)
    await expect(field).to_have_value("5H 5S AS")


@pytest.mark.slow
async def test_what_was_analysed_is_gone_back_to(visitors: Visitors) -> None:
    page = (await (await visitors.new()).open(NEAR)).page
    before = await ranked_cards(page)
    await page.get_by_role("button", name="Deal at random").click()
    await expect(page).not_to_have_url(re.compile("5H,5S,6D,7C,JD,KS"))
    await ranked_cards(page)
    await page.go_back()
    await expect(page.get_by_role("textbox", name="Cards")).to_have_value(" ".join(HAND))
    assert await ranked_cards(page) == before


@pytest.mark.slow
async def test_the_map_takes_a_score(visitors: Visitors) -> None:
    page = (await (await visitors.new()).open("/analyse")).page
    field = page.locator(".chances-field canvas")
    await field.scroll_into_view_if_needed()
    box = await field.bounding_box()
    assert box is not None
    await page.mouse.click(box["x"] + 0.75 * box["width"], box["y"] + 0.25 * box["height"])
    await expect(page.get_by_role("textbox", name="You")).to_have_value("90")
    await expect(page.get_by_role("textbox", name="Opponent")).to_have_value("90")
    chance = percent(score_win_probabilities((90, 90))[0].chances[0], EN)
    await expect(page.locator(".chances-table .now .own")).to_have_text(chance)
    name = re.compile("at 90 and 90 you win " + chance.replace("\N{NO-BREAK SPACE}", r"\s"))
    await expect(page.get_by_role("img", name=name)).to_be_visible()
    colours = await field.evaluate("""(canvas) => {
      const at = (x, y) => [...canvas.getContext("2d").getImageData(x, y, 1, 1).data].join();
      return [at(0, 0), at(120, 120), at(0, 0) === at(1, 1)];
    }""")
    assert colours[0] != colours[1]
    assert colours[2]


@pytest.mark.slow
async def test_three_and_four_and_a_short_game(visitors: Visitors) -> None:
    page = (await (await visitors.new()).open("/analyse?cards=5H,5S,6D,7C,JD&players=4")).page
    await expect(page.locator(".ranking-row")).to_have_count(5)
    await page.get_by_role("radio", name="Partner").check()
    await expect(page.locator(".ranking")).to_contain_text("Your partner’s crib")
    await page.get_by_role("radio", name="61").check()
    await expect(page.get_by_role("radio", name="61")).to_be_focused()
    await page.get_by_role("radio", name="3", exact=True).check()
    await expect(page.locator(".chances-table tbody")).to_have_count(3)
    await expect(page.locator(".chances-map")).to_be_hidden()
    assert "players=3&target=61" in page.url


@pytest.mark.slow
async def test_counter_and_analyser_lead_to_each_other(visitors: Visitors) -> None:
    page = (await (await visitors.new()).open("/count")).page
    await page.get_by_role("link", name="What to discard").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("What to discard")
    await page.get_by_role("link", name="Count").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Count a hand")


@pytest.mark.slow
async def test_an_address_that_is_wrong_asks_for_cards(visitors: Visitors) -> None:
    wrong = "/analyse?cards=ZZ,5H&dealer=7&scores=500-x&players=9&target=3"
    page = (await (await visitors.new(settings={"language": "es"})).open(wrong)).page
    await expect(page.get_by_role("region", name="Los descartes")).to_contain_text("6 cartas")
    await expect(page.get_by_role("radio", name="Tú")).to_be_checked()
    await expect(page.get_by_role("textbox", name="Tú")).to_have_value("0")
