"""The tutor at the table: it asks once before a mistake, next to the hand."""

import re
from collections.abc import Iterator

import pytest
from playwright.async_api import Locator, Page, ViewportSize, expect

from pegout.evaluation.advice import analyse_discard
from tests.browser.axe import check_axe
from tests.browser.tables import at_a_table, felt, still
from tests.browser.test_hints import LONG, choosing, discarding, panel
from tests.browser.visitors import PHONE, SIZES, Visitor, Visitors
from tests.serving import Server

#: The tutor's question, with the loss of the choice.
ASKS = re.compile(
    r"^This loses about [0-9.]+ points against the best choice\. "
    r"Discard them all the same\?$"
)

#: Whether nothing covers the first option.
_ON_TOP = """() => {
  const first = document.querySelector(".pt-hint");
  const { x, y, width } = first.getBoundingClientRect();
  return first.contains(document.elementFromPoint(x + width / 2, y + 2));
}"""


def bad_discards(hand: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield the worst discards of a hand in either crib, the very worst first."""
    totals: dict[tuple[str, ...], float] = {}
    for role in ("own", "opponent"):
        advice = analyse_discard(" ".join(hand), None, role)
        for discard in advice.discards:
            cards = tuple(map(str, discard.cards))
            lost = advice.discards[0].total - discard.total
            totals[cards] = min(totals.get(cards, lost), lost)
    return iter(sorted(totals, key=lambda cards: -totals[cards]))


async def wrong(visitor: Visitor, bad: Iterator[tuple[str, ...]] | None = None) -> tuple[str, ...]:
    """Try bad discards until the tutor asks: a busy server may answer too late."""
    page = visitor.page
    question = page.locator(".pt-says", has_text=ASKS)
    for cards in bad or bad_discards(await hand(page)):
        await still(page)
        # After taking back, the cards lie there before they may be chosen.
        await expect(page.locator('.pt-hand [aria-disabled="true"]')).to_have_count(0)
        keys = await hand(page)
        for card in cards:
            await page.keyboard.press(str(keys.index(card) + 1))
        await expect(page.locator(".pt-card.chosen")).to_have_count(2)
        await page.locator(".pt-do").click()
        undo = page.get_by_role("button", name="Take back")
        await expect(undo).to_be_visible()
        if await question.is_visible():
            return cards
        await undo.click()
        await discarding(visitor)
    raise AssertionError("the tutor never asked")


async def hand(page: Page) -> list[str]:
    keys: list[str] = await page.locator(".pt-hand .pt-card").evaluate_all(
        "cards => cards.map((card) => card.dataset.key)"
    )
    return keys


def action_button(page: Page, name: str) -> Locator:
    return page.locator(".pt-buttons").get_by_role("button", name=name, exact=True)


async def at_a_decision(visitors: Visitors, **more: object) -> Visitor:
    settings = {"tutor": "mistake", **more.pop("settings", {})}  # type: ignore[dict-item]
    visitor = await at_a_table(
        visitors,
        switches=LONG,
        settings=settings,
        bypass_csp=True,
        **more,  # type: ignore[arg-type]
    )
    await discarding(visitor)
    return visitor


@SIZES
async def test_it_asks_once_and_returns_the_cards(visitors: Visitors, size: ViewportSize) -> None:
    visitor = await at_a_decision(visitors, viewport=size)
    page = visitor.page
    cards = await wrong(visitor)
    await still(page)
    await expect(page.locator(".pt-hand .pt-card")).to_have_count(6)
    await expect(action_button(page, "Take back")).to_be_focused()
    await expect(page.locator(".pt-foot [role=status]")).to_have_text(ASKS)
    await expect(panel(page)).to_be_hidden()
    tops = await page.locator(".pt-buttons button").evaluate_all(
        """all => all.map((one) => one.getBoundingClientRect())
          .map(({ top, height }) => top + height / 2)"""
    )
    assert len(tops) == 3
    assert max(tops) - min(tops) < 4, "they stand in one row"
    await check_axe(page, "the question of the tutor")
    await action_button(page, "Why?").click()
    rows = panel(page).get_by_role("button", name=re.compile("points"))
    await expect(rows).to_have_count(3)
    await expect(rows.first).to_be_in_viewport(ratio=1)
    assert await page.evaluate(_ON_TOP), "the first option is covered"
    await expect(action_button(page, "Why?")).to_have_count(0)
    await check_axe(page, "why the tutor asks")
    await action_button(page, "Take back").press("Enter")
    await expect(panel(page)).to_be_hidden()
    await expect(page.locator(".pt-card.chosen")).to_have_count(0)
    await expect(page.locator(".pt-says")).not_to_have_text(ASKS)
    # The tutor does not ask about the same cards again.
    keys = await hand(page)
    for card in cards:
        await page.keyboard.press(str(keys.index(card) + 1))
    await page.locator(".pt-do").click()
    await expect(page.locator(".pt-hand .pt-card")).to_have_count(4)


#: Which of these the question of the tutor covers, or the panel that says why.
_UNDER_IT = """() => {
  const box = (one) => one.getBoundingClientRect();
  const over = [...document.querySelectorAll(".pt-foot .pt-says, .pt-hints")];
  const rest = ".pt-hand .pt-card, .pt-figure, .pt-word, .pt-hint, .pt-hint-why, .pt-hint-close";
  return [...document.querySelectorAll(rest)].filter((one) => {
    const { top, bottom, left, right, width } = box(one);
    return width && over.some((it) => !it.contains(one) && box(it).width
      && top < box(it).bottom && bottom > box(it).top
      && left < box(it).right && right > box(it).left);
  }).map((one) => one.className);
}"""


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, {"width": 390, "height": 844}], ids=["phone", "large"])
async def test_in_the_play_its_question_covers_nothing_on_a_phone(
    visitors: Visitors, same: Server, size: ViewportSize
) -> None:
    settings = {"tutor": "inaccuracy"}
    visitor = await at_a_table(
        visitors, server=same, switches=LONG, viewport=size, settings=settings
    )
    page = visitor.page
    why = page.locator(".pt-buttons [data-key=why]")
    table = felt(visitor, 3)
    # Two deals have cards enough that are worse than others.
    for _ in range(12):
        state = await table.play(choosing)
        *_, last = (card["key"] for card in state["cards"] if not card["off"])
        await page.locator(f".pt-hand [data-key='{last}']").click(position={"x": 14, "y": 30})
        await page.locator(".pt-do").click()
        await table.until(lambda now: not now["sent"])
        if await why.is_visible():
            break
    await still(page)
    assert await page.evaluate(_UNDER_IT) == []
    await why.click()
    await expect(page.locator(".pt-hints .pt-hint")).not_to_have_count(0)
    await still(page)
    assert await page.evaluate(_UNDER_IT) == []


@pytest.mark.slow
async def test_it_does_all_the_same_what_is_wanted(visitors: Visitors) -> None:
    visitor = await at_a_decision(visitors)
    page = visitor.page
    await wrong(visitor)
    await action_button(page, "Discard them").click()
    await expect(page.locator(".pt-hand .pt-card")).to_have_count(4)
    await expect(page.locator(".pt-says")).not_to_have_text(ASKS)


@pytest.mark.slow
async def test_a_better_choice_is_taken_from_what_it_shows(visitors: Visitors) -> None:
    visitor = await at_a_decision(visitors)
    page = visitor.page
    await wrong(visitor)
    await action_button(page, "Why?").click()
    await panel(page).get_by_role("button", name=re.compile("points")).first.click()
    await expect(page.locator(".pt-card.chosen")).to_have_count(2)
    await page.get_by_role("button", name=re.compile("^Discard .* and ")).click()
    await expect(page.locator(".pt-hand .pt-card")).to_have_count(4)


@pytest.mark.slow
async def test_another_card_or_escape_puts_the_question_away(visitors: Visitors) -> None:
    visitor = await at_a_decision(visitors)
    page = visitor.page
    await wrong(visitor)
    await page.keyboard.press("Escape")
    await expect(page.locator(".pt-says")).not_to_have_text(ASKS)
    await expect(page.locator(".pt-card.chosen")).to_have_count(0)


@pytest.mark.slow
async def test_it_asks_in_words(visitors: Visitors) -> None:
    visitor = await at_a_decision(visitors)
    page = visitor.page
    await visitor.change(textView=True)
    await page.reload()
    await expect(page.locator(".text-cards button")).to_have_count(6)
    note = page.locator(".text-note")
    cards = page.locator(".text-cards button")
    keys: list[str] = await cards.evaluate_all("all => all.map((card) => card.dataset.card)")
    back = page.get_by_role("button", name="Take back")
    for bad in bad_discards(keys):
        for card in bad:
            await page.locator(f".text-cards [data-card='{card}']").click()
        await page.get_by_role("button", name=re.compile("^Discard ")).click()
        await expect(back).to_be_visible()
        if ASKS.match(await note.text_content() or ""):
            break
        await back.click()
        await expect(cards).to_have_count(6)
    await expect(back).to_be_focused()
    await check_axe(page, "the question of the tutor in words")
    await page.get_by_role("button", name="Why?").click()
    options = page.get_by_role("button", name=re.compile("^Choose .* points"))
    await expect(options).to_have_count(4)
    await page.get_by_role("button", name="Discard them").click()
    await expect(cards).to_have_count(4)


@pytest.mark.slow
@pytest.mark.parametrize("kinds", [("person", "novice"), ("person", "person")])
async def test_nothing_is_asked_unless_wanted(visitors: Visitors, kinds: tuple[str, ...]) -> None:
    shared = kinds == ("person", "person")
    visitor = await at_a_table(
        visitors, kinds, switches=LONG, settings={"tutor": "inaccuracy" if shared else ""}
    )
    sent = visitor.frames_sent()
    await visitor.page.reload()
    table = felt(visitor, 9)
    table.shared = shared
    await table.play(lambda state: len(state["cards"]) == 4)
    assert any('"discard"' in frame for frame in sent)
    assert not any('"tutor"' in frame or '"hint"' in frame for frame in sent)
