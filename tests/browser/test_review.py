"""A reviewed game: its decisions, the parts of its result, and every way to it."""

import itertools
import json
import re
from typing import Any

import pytest
from playwright.async_api import Page, Position, Route, ViewportSize, expect

from tests.browser.axe import check_axe
from tests.browser.reach import check_reach
from tests.browser.tables import at_a_table, felt, still
from tests.browser.test_played import RECORDS, at_the_list, card, play_on, read_file, together
from tests.browser.visitors import DESKTOP, PATIENCE, PHONE, Visitor, Visitors

TABLET: ViewportSize = {"width": 768, "height": 1024}
SIZES = pytest.mark.parametrize(
    "size",
    [
        pytest.param(PHONE, id="phone"),
        pytest.param(TABLET, id="tablet", marks=pytest.mark.slow),
        pytest.param(DESKTOP, id="desktop", marks=pytest.mark.slow),
    ],
)
#: The request for a review, and that for its state.
ASKED = re.compile(r"/api/(review|tables/\w+/review)\?")
RUNNING = re.compile(r"/api/review/\w+\?")
#: The cards and words of the hand, all of whose corners must be visible.
_COVERED = """() => {
  const below = document.querySelector(".pt-decision").getBoundingClientRect();
  const hand = [...document.querySelectorAll(".pt-card[data-zone=hand], .pt-card[data-zone=slot]")];
  return hand.map((one) => one.getBoundingClientRect())
    .filter(({ bottom, left, right }) =>
      (bottom > below.top + 1 && below.left < left) || left < 0 || right > innerWidth).length;
}"""
#: Whether the whole count is readable above the summary of the game.
_UNCUT = """() => {
  const felt = document.querySelector(".pt-felt").getBoundingClientRect();
  const counted = [...document.querySelectorAll(".pt-card[data-zone=shown], .pt-items li")];
  return counted.every((one) => one.getBoundingClientRect().bottom <= felt.bottom + 1);
}"""
_FITS = """() => {
  const { scrollHeight, clientHeight } = document.documentElement;
  const box = document.querySelector(".pt-decision");
  return scrollHeight <= clientHeight && box.scrollHeight <= box.clientHeight + 1;
}"""


def decision(page: Page) -> Any:
    return page.locator(".pt-decision")


async def check_room(page: Page) -> None:
    await still(page)
    assert await page.evaluate(_COVERED) == 0
    assert await page.evaluate(_FITS)


async def await_review(page: Page) -> None:
    """Wait until the review is there; it takes seconds, and others may be under way."""
    there = page.locator(".pt-decision:is([data-state=game], [data-state=decision])")
    await there.wait_for(timeout=5 * PATIENCE)


async def from_a_file(
    visitors: Visitors, name: str = "two", data: bytes = b"", **more: Any
) -> Visitor:
    """Open a record, by default one of the documentation, and go to its review."""
    visitor = await visitors.new(bypass_csp=True, **more)
    await visitor.open("/games")
    data = data or (RECORDS / f"{name}.peg").read_bytes()
    await read_file(visitor.page, f"{name}.peg", data)
    await card(visitor.page).locator(".game-links a").click()
    await visitor.page.locator(".pt-review-slider").wait_for()
    return visitor


@pytest.mark.slow
async def test_from_the_end_of_a_game_to_its_decisions_and_its_dot(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors, bypass_csp=True)
    page = visitor.page
    await felt(visitor, 12).play()
    await page.locator(".pt-end [data-key=review]").click()
    await await_review(page)
    await expect(page.locator(".pt-strip-dots .pt-dot").first).to_be_visible()
    dots = await page.locator(".pt-strip-dots .pt-dot").count()
    places = []
    for at in range(dots):
        await page.keyboard.press("ArrowRight")
        await expect(decision(page).locator(".pt-decision-position")).to_have_text(
            f"{at + 1} of {dots}"
        )
        options = decision(page).locator(".pt-option")
        assert 2 <= await options.count() <= 4
        await expect(options.locator(".pt-option-note", has_text="your choice")).to_have_count(1)
        await expect(options.first.locator(".pt-option-why")).not_to_be_empty()
        await expect(page.locator(".pt-strip-dots .here")).to_have_count(1)
        places.append(await page.locator(".pt-review-slider").input_value())
    assert len(set(places)) == dots
    await check_axe(page, "a decision")
    # The end comes after the last decision.
    await page.keyboard.press("ArrowRight")
    await page.get_by_role("button", name="Help").click()
    await expect(page.get_by_role("dialog")).to_contain_text("from decision to decision")
    await page.keyboard.press("Escape")
    headline = page.locator(".pt-headline")
    await expect(headline).to_contain_text(re.compile(r"You (won|lost) by \d+\. Luck .*, skill "))
    await headline.click()
    panel = page.get_by_role("complementary", name="Luck and skill")
    await expect(panel.get_by_role("row")).not_to_have_count(0)
    await expect(panel.get_by_role("rowheader", name="Result").first).to_be_visible()
    await check_axe(page, "what made the result")
    await page.keyboard.press("Escape")
    await expect(headline).to_be_focused()
    await page.get_by_role("button", name="Close the review").click()
    await expect(page.get_by_role("region", name="The end")).to_be_visible()
    await expect(decision(page)).to_be_hidden()
    await visitor.open("/games")
    await expect(card(page).locator(".game-losses .dot")).to_have_count(1)
    await expect(card(page).locator(".game-losses")).to_contain_text("%")
    await expect(page.locator(".stats-line")).to_contain_text("1 game, ")
    errors = page.locator(".stats-part", has_text="Errors in 1 reviewed game")
    await expect(errors).to_contain_text("Discards")
    await check_axe(page, "the list with a game that was reviewed")


@SIZES
async def test_a_record_is_reviewed_for_each_seat(visitors: Visitors, size: ViewportSize) -> None:
    page = (await from_a_file(visitors, viewport=size)).page
    await await_review(page)
    await page.get_by_role("combobox", name="Seen by").select_option(index=1)
    await page.locator(".pt-dot.mistake").wait_for()
    await page.keyboard.press("n")
    await expect(decision(page)).to_contain_text("Mistake")
    await expect(page.locator(".pt-review-text")).to_have_text(
        re.compile(r"You play the six of hearts.* Mistake: −1\.1 points, −3\.0\s%\.$")
    )
    # The chosen card is raised, and the better card is marked.
    await expect(page.locator(".pt-hand .chosen")).to_have_attribute("data-key", "6H")
    await expect(page.locator(".pt-hand .advised")).to_have_attribute("data-key", "4H")
    await check_room(page)
    await check_reach(page, "a mistake")
    await check_axe(page, "a mistake")
    await page.keyboard.press("n")
    await expect(decision(page)).to_contain_text("Mistake")
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("ArrowLeft")
    await expect(decision(page)).not_to_contain_text("Mistake")
    # A discard, with the six cards that it was made from.
    await expect(page.locator(".pt-card:is([data-zone=hand], [data-zone=slot])")).to_have_count(6)
    await check_room(page)
    await check_reach(page, "a discard")


@pytest.mark.slow
async def test_among_several_a_phone_has_room_for_cards_and_options(visitors: Visitors) -> None:
    page = (await from_a_file(visitors, "three", viewport=PHONE, touch=True)).page
    await await_review(page)
    for _ in range(8):
        await page.keyboard.press("ArrowRight")
        await check_room(page)
    # In the end the last count is above the summary of the game.
    await page.keyboard.press("End")
    await still(page)
    assert await page.evaluate(_UNCUT)


#: Which values of options lie on the remarks beside them.
_ON_REMARKS = """() => {
  const text = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  };
  return [...document.querySelectorAll(".pt-option")].filter((one) => {
    const [worth, note] = [".pt-option-cost", ".pt-option-note"]
      .map((what) => text(one.querySelector(what)));
    // A remark of one pixel is only read aloud.
    const seen = note.width && one.querySelector(".pt-option-note").offsetWidth > 1;
    return seen && worth.right > note.left;
  }).map((one) => one.textContent);
}"""
#: The width of the chance of winning and what is written beside the strip, and what it leaves.
_STRIP = """() => {
  const box = (what) => document.querySelector(what).getBoundingClientRect();
  const [chance, half, drawn, whole] = [
    ".pt-strip-chance", ".pt-strip-half", ".pt-strip-drawn", ".pt-review-row",
  ].map(box);
  const steps = [...document.querySelectorAll(".pt-review-row .pt-step")]
    .map((one) => one.getBoundingClientRect());
  return chance.width > 40 && half.width > 20
    && chance.left >= drawn.left - 1 && chance.right <= drawn.right + 1
    && chance.bottom <= drawn.top + 1 && chance.top >= whole.top - 1
    && half.right <= drawn.left + 1
    && steps.every(({ left, right }) => right <= half.left + 1 || left >= drawn.right);
}"""


@pytest.mark.slow
async def test_on_a_phone_the_cost_of_an_option_leaves_remarks_room(visitors: Visitors) -> None:
    page = (await from_a_file(visitors, "four", viewport=PHONE)).page
    await await_review(page)
    for _ in range(11):
        await page.keyboard.press("ArrowRight")
        await still(page)
        best, *others = await decision(page).locator(".pt-option-cost").all_inner_texts()
        # The best costs nothing, and all others what they are worse by.
        assert best.removesuffix("pts") == "0"
        assert all(re.fullmatch(r"(−\d+|[-−]?0)\.\d(\s?(%|pts))?", text) for text in others)
        assert await page.evaluate(_ON_REMARKS) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["early", "four"])
@pytest.mark.parametrize("code", ["en", "es"])
async def test_on_a_phone_the_summary_is_seen_whole_or_fades_where_it_scrolls(
    visitors: Visitors, name: str, code: str
) -> None:
    settings = {"language": code}
    page = (await from_a_file(visitors, name, viewport=PHONE, settings=settings)).page
    await await_review(page)
    await page.keyboard.press("Home")
    await still(page)
    assert await page.evaluate(_FITS)
    await expect(decision(page)).not_to_have_class(re.compile("more"))
    # The last cards leave less of it to be seen.
    await page.keyboard.press("End")
    await still(page)
    await expect(decision(page)).to_have_class(re.compile("more"))
    await decision(page).evaluate("(it) => it.scrollTo(0, it.scrollHeight)")
    await expect(decision(page)).not_to_have_class(re.compile("more"))


@pytest.mark.slow
async def test_on_a_phone_the_choices_of_game_and_seat_are_read_whole(visitors: Visitors) -> None:
    page = (await from_a_file(visitors, "early", viewport=PHONE)).page
    await await_review(page)
    await expect(page.get_by_role("heading", level=1)).to_have_text("Ann – Ben")
    parts = page.locator(".table-head > *, .replay-choice")
    boxes = await parts.evaluate_all(
        """all => all.filter((one) => one.matches("select, a, button") && one.offsetWidth)
          .map((one) => one.getBoundingClientRect())
          .map(({ left, right }) => [left, right])"""
    )
    assert len(boxes) >= 5
    boxes.sort()
    assert boxes[-1][1] <= PHONE["width"]
    assert all(upper[1] <= lower[0] + 1 for upper, lower in itertools.pairwise(boxes))
    # A name of which a letter is left says nothing.
    wide = await page.locator("h1").evaluate("(it) => it.offsetWidth")
    assert wide <= 1 or wide > 60


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "size"),
    [("en", PHONE), ("es", PHONE), ("es", TABLET), ("en", DESKTOP)],
    ids=["en-phone", "es-phone", "es-tablet", "en-desktop"],
)
async def test_the_strip_says_chances(visitors: Visitors, code: str, size: ViewportSize) -> None:
    page = (await from_a_file(visitors, viewport=size, settings={"language": code})).page
    await await_review(page)
    says = {
        "en": r"You win \d+\s%( \(best: \d+\s%\))?",
        "es": r"Ganas el \d+\s%( \(mejor: \d+\s%\))?",
    }[code]
    chance, slider = page.locator(".pt-strip-chance"), page.locator(".pt-review-slider")
    await expect(page.locator(".pt-strip-half")).to_have_text(re.compile(r"^50\s%$"))
    seen = set()
    for key in ("Home", "ArrowRight", "ArrowRight", "End"):
        await page.keyboard.press(key)
        await still(page)
        await expect(chance).to_have_text(re.compile(f"^{says}$"), use_inner_text=True)
        await expect(slider).to_have_attribute("aria-valuetext", re.compile(rf"\. {says}\.$"))
        assert await page.evaluate(_STRIP)
        seen.add(await chance.inner_text())
    assert len(seen) > 1
    # At a decision the curve is high enough to be read, and to be hit by a finger.
    await page.keyboard.press("Home")
    await slider.click()
    await still(page)
    drawn = await page.locator(".pt-strip-drawn").bounding_box()
    assert drawn
    assert drawn["height"] >= 72
    assert await page.evaluate(_STRIP)


@pytest.mark.slow
async def test_the_line_with_all_cards_open_is_off_at_first(visitors: Visitors) -> None:
    page = (await from_a_file(visitors, viewport=PHONE)).page
    await await_review(page)
    own, opened = page.locator(".pt-curve"), page.locator(".pt-open-curve")
    button = page.get_by_role("button", name=re.compile("^All cards open"))
    slider = page.locator(".pt-review-slider")
    await page.keyboard.press("ArrowRight")
    await expect(own).to_be_visible()
    await expect(opened).to_be_hidden()
    await expect(button).to_have_attribute("aria-pressed", "false")
    await expect(slider).not_to_have_attribute("aria-valuetext", re.compile("All cards open"))
    await page.keyboard.press("o")
    await expect(own).to_be_visible()
    await expect(opened).to_be_visible()
    await expect(button).to_have_attribute("aria-pressed", "true")
    says = re.compile(r"You win \d+\s%.*All cards open: \d+\s%")
    await expect(slider).to_have_attribute("aria-valuetext", says)
    await button.click()
    await expect(opened).to_be_hidden()


@pytest.mark.slow
async def test_where_no_mistake_follows_that_is_said(visitors: Visitors) -> None:
    page = (await from_a_file(visitors)).page
    await await_review(page)
    note = page.locator(".pt-hush.on")
    # Ann makes none.
    await page.keyboard.press("n")
    await expect(note).to_have_text("No mistakes in this game.")
    await page.get_by_role("combobox", name="Seen by").select_option(index=1)
    await page.locator(".pt-dot.mistake").wait_for()
    await page.keyboard.press("n")
    await page.keyboard.press("Shift+N")
    await expect(note).to_have_text("No mistake before this one.")
    await page.keyboard.press("End")
    await page.get_by_role("button", name="The next mistake").click(force=True)
    await expect(note).to_have_text("No mistake after this one.")


@pytest.mark.slow
async def test_a_decision_with_help_says_so_on_a_phone(visitors: Visitors) -> None:
    text = (RECORDS / "two.peg").read_text()
    discarded = "discard   0  3D 3C\n"
    helped = text.replace(discarded, discarded + "@helped 0 hint\n", 1)
    page = (await from_a_file(visitors, data=helped.encode(), viewport=PHONE)).page
    await await_review(page)
    await expect(decision(page)).to_contain_text("1 decision with help is left out.")
    await page.keyboard.press("ArrowRight")
    mark = decision(page).locator(".pt-decision-helped")
    await expect(mark).to_have_text("After a hint")
    await expect(mark).to_be_visible()
    await still(page)
    assert await page.evaluate(_FITS)
    await check_axe(page, "a decision with help")


#: What is said of a decision with every kind of help, in each language.
_HELPED = {
    "en": "After a hint, after taking back, after a warning",
    "es": "Con sugerencia, rehecha, con aviso",
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "code", "size"),
    [
        pytest.param("two", "en", PHONE, id="two-en-phone"),
        pytest.param("two", "es", PHONE, id="two-es-phone"),
        pytest.param("four", "en", PHONE, id="four-en-phone"),
        pytest.param("four", "es", PHONE, id="four-es-phone"),
        pytest.param("four", "en", DESKTOP, id="four-en-desktop"),
    ],
)
async def test_several_kinds_of_help_leave_the_options_their_room(
    visitors: Visitors, name: str, code: str, size: ViewportSize
) -> None:
    decided = re.compile(r"^((?:discard|play) +0 .*\n)", re.MULTILINE)
    text = decided.sub(r"\1@helped 0 hint take-back tutor\n", (RECORDS / f"{name}.peg").read_text())
    settings = {"language": code}
    page = (await from_a_file(visitors, name, text.encode(), viewport=size, settings=settings)).page
    await await_review(page)
    for _ in range(8):
        await page.keyboard.press("ArrowRight")
        helped = decision(page).locator(".pt-decision-helped")
        await expect(helped).to_have_text(_HELPED[code])
        await check_room(page)


@pytest.mark.slow
async def test_a_dot_is_gone_to_with_a_finger_and_steps_with_shift(visitors: Visitors) -> None:
    page = (await from_a_file(visitors, viewport=PHONE, touch=True)).page
    await await_review(page)
    slider = page.locator(".pt-review-slider")
    box = await slider.bounding_box()
    dot = await page.locator(".pt-strip-dots .pt-dot").nth(4).bounding_box()
    assert box
    assert dot
    at: Position = {"x": dot["x"] + dot["width"] / 2 + 4 - box["x"], "y": box["height"] / 2}
    await slider.tap(position=at)
    await expect(page.locator(".pt-strip-dots .pt-dot").nth(4)).to_have_class(re.compile("here"))
    await expect(decision(page).locator(".pt-option")).not_to_have_count(0)
    before = int(await slider.input_value())
    await page.keyboard.press("Shift+ArrowRight")
    await expect(slider).to_have_value(str(before + 1))
    await page.keyboard.press("Shift+ArrowLeft")
    await expect(slider).to_have_value(str(before))
    await page.get_by_role("button", name="Keys").click()
    keys = page.get_by_role("dialog")
    await expect(keys).to_contain_text("from decision to decision")
    await expect(keys).to_contain_text("the next mistake")


@pytest.mark.parametrize("code", [pytest.param("en", marks=pytest.mark.slow), "es"])
async def test_decisions_in_words(visitors: Visitors, code: str) -> None:
    visitor = await from_a_file(
        visitors, viewport=PHONE, settings={"textView": True, "language": code}
    )
    page = visitor.page
    box = page.locator(".text-decision")
    await page.locator(".text-decision[data-state=game]").wait_for()
    await page.keyboard.press("ArrowRight")
    await expect(box.get_by_role("listitem")).to_have_count(4)
    await expect(box.get_by_role("listitem").first).to_contain_text(
        "your choice" if code == "en" else "tu elección"
    )
    heading = box.get_by_role("heading")
    await expect(heading).to_contain_text("1 of 10" if code == "en" else "1 de 10")
    every = page.locator(".text-help:has(.text-decisions)")
    await every.locator("summary").click()
    await expect(every.get_by_role("button")).to_have_count(10)
    await every.get_by_role("button").nth(2).press("Enter")
    await expect(heading).to_contain_text("3 of 10" if code == "en" else "3 de 10")
    # The announcement ends with the verdict.
    verdict = (await heading.inner_text()).split(": ", 1)[1]
    await expect(page.locator(".pt-review-text")).to_have_text(re.compile(f"{verdict}$"))
    await check_axe(page, "decisions in words")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
async def test_a_review_is_cancelled_and_asked_for_again(visitors: Visitors) -> None:
    visitor = await visitors.new(bypass_csp=True)
    page = visitor.page
    asked: list[str] = []

    async def slow(route: Route) -> None:
        asked.append(route.request.method)
        told = {"review": "slow", "state": "running", "done": 12, "of": 60, "ahead": 0}
        rest = {"seat": 0, "games": [], "code": "", "message": ""}
        await route.fulfill(status=200, json={**told, **rest})

    await visitor.remember("pegout.tables", await play_on(visitors.server, 21))
    await page.route(ASKED, slow)
    await page.route(RUNNING, slow)
    await visitor.open("/games")
    await card(page).get_by_role("link", name="Review").click()
    await expect(decision(page)).to_contain_text("12 of 60 decisions")
    await expect(decision(page).get_by_role("progressbar")).to_have_attribute("value", "12")
    await check_axe(page, "a review that is running")
    # Meanwhile the arrows go through the game, from one's own action to the next.
    await page.keyboard.press("ArrowRight")
    await expect(page.locator(".pt-review-text")).to_contain_text("You discard")
    async with page.expect_request(lambda request: request.method == "DELETE"):
        await decision(page).get_by_role("button", name="Cancel").click()
    again = decision(page).get_by_role("button", name="Review the decisions")
    await expect(again).to_be_focused()
    assert asked[0] == "POST"
    step = int(await page.locator(".pt-review-slider").input_value())
    await page.keyboard.press("ArrowRight")
    await expect(page.locator(".pt-review-slider")).to_have_value(str(step + 1))
    await page.unroute(ASKED)
    await page.unroute(RUNNING)
    await again.click()
    await await_review(page)


@pytest.mark.slow
async def test_a_refusal_is_said_where_the_review_would_be(visitors: Visitors) -> None:
    visitor = await visitors.new(bypass_csp=True)
    visitor.expected += ["429"]
    page = visitor.page
    why = "The server runs as many reviews as it can."

    async def refuse(route: Route) -> None:
        await route.fulfill(status=429, json={"code": "too_many_reviews", "message": why})

    await visitor.remember("pegout.tables", await play_on(visitors.server, 22))
    await page.route(ASKED, refuse)
    await visitor.open("/games")
    await card(page).get_by_role("link", name="Review").click()
    await expect(decision(page).get_by_role("status")).to_have_text(why)
    await page.unroute(ASKED)
    await decision(page).get_by_role("button", name="Try again").click()
    await await_review(page)


@pytest.mark.slow
async def test_among_three_luck_is_told_and_what_is_estimated(visitors: Visitors) -> None:
    page = (await from_a_file(visitors, "three")).page
    await await_review(page)
    limits = decision(page).locator(".pt-judged-limit")
    words = re.compile(r"Cleo wins the game\. You: luck [+−]\d+")
    headline = decision(page).get_by_role("button", name=words)
    await headline.click()
    rows = page.locator(".split tbody tr")
    await expect(rows).to_have_count(7)
    await expect(rows.filter(has_text="Cleo’s errors")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(limits.filter(has_text="are estimated")).to_be_visible()
    await expect(page.locator(".pt-strip-dots .pt-dot")).not_to_have_count(0)


@pytest.mark.slow
async def test_a_game_that_is_not_over_is_only_gone_through(visitors: Visitors) -> None:
    tables = await play_on(visitors.server, 23, over=False)
    page = (await at_the_list(visitors, tables)).page
    await card(page).get_by_role("link", name="Replay").click()
    await page.locator(".pt-review-slider").wait_for()
    await expect(decision(page)).to_be_hidden()


@pytest.mark.slow
async def test_each_of_those_who_shared_a_screen_is_reviewed(visitors: Visitors) -> None:
    server = visitors.server
    hers, his = await together(server)
    (code,) = hers
    both = {code: {**hers[code], "seats": [*hers[code]["seats"], *his[code]["seats"]]}}
    page = (await at_the_list(visitors, both)).page
    await card(page).get_by_role("link", name="Review").click()
    await await_review(page)
    seen = page.get_by_role("combobox", name="Seen by")
    for name in ("Maggie", "Ben"):
        if name == "Ben":
            async with page.expect_response(ASKED):
                await seen.select_option(label=name)
            await await_review(page)
        await expect(seen.locator("option:checked")).to_have_text(name)
        await page.keyboard.press("Home")
        await page.keyboard.press("ArrowRight")
        await expect(decision(page).locator(".pt-option.chosen")).to_have_count(1)
        await expect(page.locator(".pt-card:is([data-zone=hand], [data-zone=slot])")).to_have_count(
            6
        )
    # A list that two players share records nobody's errors.
    assert json.loads(await page.evaluate("localStorage['pegout.reviewed'] ?? '{}'")) == {}
