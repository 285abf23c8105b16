"""Hints at the hand, and the assessment after a discard."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Locator, Page, ViewportSize, expect

from tests.browser.axe import check_axe
from tests.browser.tables import at_a_table, felt, still
from tests.browser.visitors import DESKTOP, PHONE, Visitor, Visitors

SIZES = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
#: A game that is not over after a deal, and in which points decide.
LONG = {"target": 121}
#: The text on the best option.
SAID = re.compile(r": (the best\. |about as good as )")
_OVERLAP = """() => {
  const panel = document.querySelector(".pt-hints").getBoundingClientRect();
  const covered = [...document.querySelectorAll(".pt-hand button, .pt-buttons button")]
    .map((one) => one.getBoundingClientRect())
    .filter(({ top, bottom, left, right, width }) => width
      && top < panel.bottom && bottom > panel.top && left < panel.right && right > panel.left);
  return {
    covered: covered.length, inside: panel.left >= 0 && panel.right <= innerWidth,
    top: panel.top,
  };
}"""


def panel(page: Page) -> Locator:
    return page.get_by_role("region", name="Hint")


async def discarding(visitor: Visitor, seed: int = 9) -> None:
    """Play until there are cards to discard."""
    await felt(visitor, seed).play(lambda state: len(state["cards"]) == 6 and bool(state["bright"]))


async def ask(page: Page) -> None:
    """Request a hint by key; retry while the server still loads its tables."""
    for _ in range(3):
        await page.keyboard.press("h")
        answer = page.locator(".pt-hints:not([hidden]), .pt-says[data-tone=error]")
        await expect(answer).to_be_visible()
        if await panel(page).is_visible():
            return
        await page.wait_for_timeout(1_000)


@SIZES
async def test_the_options_of_a_hint(visitors: Visitors, size: ViewportSize) -> None:
    visitor = await at_a_table(visitors, switches=LONG, viewport=size, bypass_csp=True)
    page = visitor.page
    await discarding(visitor)
    await ask(page)
    options = panel(page).get_by_role("button", name=re.compile("points"))
    await expect(options).to_have_count(3)
    await still(page)
    found = await page.evaluate(_OVERLAP)
    assert (found["covered"], found["inside"]) == (0, True)
    assert found["top"] >= 0
    await expect(options.first).to_have_accessible_name(
        re.compile(r"points, hand .*, crib .*, play .*, (best|tie)$")
    )
    await expect(page.locator(".pt-foot [role=status]")).to_contain_text(SAID)
    await check_axe(page, "a hint for a discard")
    # An option chooses its cards, and the button discards them as always.
    await options.nth(1).click()
    await expect(options.nth(1)).to_have_attribute("aria-pressed", "true")
    await expect(page.locator(".pt-card.chosen")).to_have_count(2)
    labels = await options.nth(1).locator(".pt-label").all_text_contents()
    await page.get_by_role("button", name=f"Discard {' and '.join(labels)}").click()
    await expect(panel(page)).to_be_hidden()


#: Makes two rows ties, whatever was dealt; returns whether a mark covers cards or figures.
_TIED = """() => {
  const rows = [...document.querySelectorAll(".pt-hint")].slice(0, 2);
  for (const row of rows) {
    row.classList.add("tied");
    if (row.querySelector(".pt-hint-tie")) continue;
    row.append(Object.assign(document.createElement("span"),
      { className: "pt-hint-tie", ariaHidden: "true", textContent: "tie" }));
  }
  const over = (one, other) => one.left < other.right && other.left < one.right
    && one.top + 2 < other.bottom && other.top + 2 < one.bottom;
  return rows.some((row) => {
    const mark = row.querySelector(".pt-hint-tie").getBoundingClientRect();
    return [...row.querySelectorAll(".pt-label, b, .figures, .pt-hint-bar")]
      .some((one) => over(mark, one.getBoundingClientRect()));
  });
}"""


@SIZES
async def test_a_tie_is_read(visitors: Visitors, size: ViewportSize) -> None:
    visitor = await at_a_table(visitors, switches=LONG, viewport=size, bypass_csp=True)
    await discarding(visitor)
    await ask(visitor.page)
    await still(visitor.page)
    assert await visitor.page.evaluate(_TIED) is False
    await check_axe(visitor.page, "options that tie")


async def test_a_hint_goes_away_and_comes_back(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors, switches=LONG)
    page = visitor.page
    await discarding(visitor)
    await ask(page)
    await page.keyboard.press("Escape")
    await expect(panel(page)).to_be_hidden()
    await expect(page.locator(".pt-hand .advised")).to_have_count(0)
    await page.get_by_role("button", name="Hint").click()
    await panel(page).get_by_role("button", name="Close the hint").click()
    await expect(panel(page)).to_be_hidden()


async def test_a_hint_for_a_card(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors, switches=LONG, bypass_csp=True)
    page = visitor.page

    def choosing(state: dict[str, object]) -> bool:
        cards = state["cards"]
        bright = state["bright"]
        assert isinstance(cards, list)
        playing = isinstance(bright, dict) and bright["label"].startswith("Play")
        return playing and sum(not card["off"] for card in cards) > 1

    await felt(visitor, 9).play(choosing)
    await ask(page)
    option = panel(page).get_by_role("button", name=re.compile("points")).first
    await expect(option).to_be_visible()
    await check_axe(page, "a hint for a card")
    label = await option.locator(".pt-label").text_content()
    await option.click()
    await page.get_by_role("button", name=f"Play {label}").click()
    await expect(panel(page)).to_be_hidden()


async def test_a_hint_in_words(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors, switches=LONG, bypass_csp=True)
    page = visitor.page
    await discarding(visitor)
    await page.evaluate(
        """() => {
          const kept = JSON.parse(localStorage.getItem("pegout.settings"));
          localStorage.setItem("pegout.settings", JSON.stringify({ ...kept, textView: true }));
        }"""
    )
    await page.reload()
    await page.get_by_role("button", name="Hint").click()
    options = page.get_by_role("button", name=re.compile("^Choose .* points"))
    await expect(options).to_have_count(3)
    await expect(page.locator(".text-note")).to_contain_text(SAID)
    await check_axe(page, "a hint in words")
    await options.first.click()
    await expect(page.locator(".text-note")).to_contain_text("Chosen: ")
    await page.get_by_role("button", name=re.compile("^Discard .* and ")).click()
    await expect(options).to_have_count(0)


async def test_what_a_discard_was_worth(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors, switches=LONG, settings={"tellDiscards": True})
    page = visitor.page
    await discarding(visitor)
    await page.keyboard.press("1")
    await page.keyboard.press("2")
    await expect(page.locator(".pt-do")).to_have_text(re.compile("^Discard .* and "))
    label = await page.locator(".pt-do").inner_text()
    first, second = label.removeprefix("Discard ").split(" and ")
    await page.locator(".pt-do").click()
    told = page.locator(".pt-log-list .aside")
    await expect(told).to_have_count(1)
    says = await told.text_content()
    assert says is not None
    assert set(says.partition(":")[0].split()) == {first, second}
    assert re.search(r"the best\.|a tie\.|less than|of a game less than", says)
    await expect(page.locator(".pt-says")).to_have_text(says)


async def test_nothing_is_told_unless_it_is_wanted(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors, switches=LONG)
    sent: list[str] = []
    visitor.page.on(
        "websocket", lambda line: line.on("framesent", lambda frame: sent.append(str(frame)))
    )
    await visitor.page.reload()
    await discarding(visitor)
    await felt(visitor, 3).play(lambda state: len(state["cards"]) == 4)
    assert any('"discard"' in frame for frame in sent)
    assert not any('"hint"' in frame for frame in sent)
