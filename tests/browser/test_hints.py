"""Hints at the hand, and the assessment after a discard."""

import re
from contextlib import suppress

import pytest
from playwright.async_api import Locator, Page, ViewportSize, expect
from playwright.async_api import TimeoutError as TooLate

from tests.browser.axe import check_axe
from tests.browser.tables import at_a_table, felt, still
from tests.browser.visitors import DESKTOP, FINISHED, PHONE, SIZES, Visitor, Visitors
from tests.browser.waiting import until
from tests.serving import Server

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
    await felt(visitor, seed).play(lambda state: len(state["cards"]) == 6 and bool(state["bright"]))


async def ask(page: Page) -> None:
    """Request a hint by key; retry if the table moves on, or the server still loads its tables."""
    answer = page.locator(".pt-hints:not([hidden]), .pt-says[data-tone=error]")

    async def answered() -> bool:
        await page.keyboard.press("h")
        with suppress(TooLate):
            await answer.first.wait_for(timeout=5_000)
        return await panel(page).is_visible()

    await until(answered)


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


@pytest.mark.slow
@SIZES
async def test_a_tie_is_read(visitors: Visitors, size: ViewportSize) -> None:
    visitor = await at_a_table(visitors, switches=LONG, viewport=size, bypass_csp=True)
    await discarding(visitor)
    await ask(visitor.page)
    await still(visitor.page)
    assert await visitor.page.evaluate(_TIED) is False
    await check_axe(visitor.page, "options that tie")


#: The colours of an advised card's edge, and of the focus ring and brass, in a theme.
_EDGES = """(theme) => {
  document.documentElement.dataset.theme = theme;
  const probe = document.body.appendChild(document.createElement("i"));
  const colour = (name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const [focus, brass] = [colour("focus"), colour("brass")];
  probe.remove();
  const edges = [...document.querySelectorAll(".pt-hand .advised .pt-inner")]
    .map((one) => getComputedStyle(one).boxShadow + getComputedStyle(one).outline);
  return { focus, brass, edges };
}"""


@pytest.mark.slow
async def test_advised_cards_do_not_look_like_the_one_with_the_focus(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors, switches=LONG)
    await discarding(visitor)
    await ask(visitor.page)
    for theme in ("walnut", "maple", "slate"):
        found = await visitor.page.evaluate(_EDGES, theme)
        assert len(found["edges"]) == 2
        assert all(found["brass"] in edge for edge in found["edges"])
        assert not any(found["focus"] in edge for edge in found["edges"])


@pytest.mark.slow
async def test_a_hint_goes_away_and_comes_back(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors, switches=LONG)
    page = visitor.page
    await felt(visitor).until(lambda state: bool(state["fan"]))
    for key, says in (("h", "There is no hint to give now."), ("u", "There is nothing to take")):
        await page.keyboard.press(key)
        await expect(page.locator(".pt-hush.on")).to_contain_text(says)
    await discarding(visitor)
    await ask(page)
    await page.keyboard.press("Escape")
    await expect(panel(page)).to_be_hidden()
    await expect(page.locator(".pt-hand .advised")).to_have_count(0)
    await page.get_by_role("button", name="Hint").click()
    await panel(page).get_by_role("button", name="Close the hint").click()
    await expect(panel(page)).to_be_hidden()


def choosing(state: dict[str, object]) -> bool:
    cards = state["cards"]
    bright = state["bright"]
    assert isinstance(cards, list)
    playing = isinstance(bright, dict) and bright["label"].startswith("Play")
    return playing and not state["sent"] and sum(not card["off"] for card in cards) > 1


#: Which of the things to be seen beside a hint for a card are not, and the number of its rows.
_UNSEEN = """() => {
  const box = (one) => one.getBoundingClientRect();
  const all = (what) => [...document.querySelectorAll(what)];
  const panel = box(document.querySelector(".pt-hints"));
  const beside = ".pt-figure, .pt-word, .pt-foot .pt-says, .pt-hand .pt-card, .pt-buttons button";
  const covered = all(beside).map((one) => [one.className, box(one)])
    .filter(([, { width }]) => width)
    .filter(([, { top, bottom, left, right }]) => left < 0 || right > innerWidth || top < 0
      || (top < panel.bottom && bottom > panel.top && left < panel.right && right > panel.left));
  const lower = all(".pt-card:is([data-zone=pile], [data-zone=starter])")
    .filter((one) => box(one).bottom > panel.top + 1);
  const rows = all(".pt-hint");
  const out = rows.filter((row) => {
    const [bar, whole] = [box(row.querySelector(".pt-hint-bar")), box(row)];
    return !bar.width || bar.left < whole.left || bar.right > whole.right;
  });
  return {
    covered: covered.map(([name]) => name), lower: lower.length, out: out.length, rows: rows.length,
  };
}"""
#: The windows in which the play has the felt above a hint to itself.
WINDOWS: dict[str, ViewportSize] = {
    "phone": PHONE,
    "large phone": {"width": 390, "height": 844},
    "tablet": {"width": 768, "height": 1024},
    "desktop": DESKTOP,
}


@pytest.mark.slow
@pytest.mark.parametrize("window", WINDOWS)
async def test_a_hint_for_a_card_covers_neither_cards_nor_count(
    visitors: Visitors, same: Server, window: str
) -> None:
    size = WINDOWS[window]
    visitor = await at_a_table(visitors, server=same, switches=LONG, viewport=size)
    page = visitor.page
    at_the_table = felt(visitor, 9)
    several = 0
    # The lead, and a card on those of the opponent.
    for _ in range(2):
        await at_the_table.play(choosing)
        await ask(page)
        await still(page)
        found = await page.evaluate(_UNSEEN)
        several += found.pop("rows") > 1
        assert found == {"covered": [], "lower": 0, "out": 0}
        await page.keyboard.press("Escape")
        await at_the_table.step()
    assert several


@pytest.mark.slow
@pytest.mark.parametrize("left", [False, True])
async def test_on_low_felt_a_hint_leaves_the_count_in_view(visitors: Visitors, left: bool) -> None:
    visitor = await at_a_table(
        visitors, switches=LONG, viewport={"width": 640, "height": 400}, settings={"leftHand": left}
    )
    await felt(visitor, 9).play(choosing)
    await ask(visitor.page)
    await still(visitor.page)
    found = await visitor.page.evaluate(_UNSEEN)
    assert (found["covered"], found["out"]) == ([], 0)


@pytest.mark.slow
async def test_a_hint_for_a_card(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors, switches=LONG, bypass_csp=True)
    page = visitor.page
    await felt(visitor, 9).play(choosing)
    await ask(page)
    option = panel(page).get_by_role("button", name=re.compile("points")).first
    await expect(option).to_be_visible()
    await check_axe(page, "a hint for a card")
    label = await option.locator(".pt-label").text_content()
    await option.click()
    await page.get_by_role("button", name=f"Play {label}").click()
    await expect(panel(page)).to_be_hidden()


@pytest.mark.slow
async def test_a_hint_in_words(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors, switches=LONG, bypass_csp=True)
    page = visitor.page
    await discarding(visitor)
    await visitor.change(textView=True)
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


@pytest.mark.slow
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
    assert re.search(r"the best\.|a tie\.|less than|less chance of winning than", says)
    await expect(page.locator(".pt-says")).to_have_text(says)


@pytest.mark.slow
async def test_nothing_is_told_unless_it_is_wanted(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors, switches=LONG)
    sent = visitor.frames_sent()
    await visitor.page.reload()
    await discarding(visitor)
    await felt(visitor, 3).play(lambda state: len(state["cards"]) == 4)
    assert any('"discard"' in frame for frame in sent)
    assert not any('"hint"' in frame for frame in sent)


async def test_hints_come_unasked_until_a_first_game_is_finished(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors, switches=LONG, settings={"hints": ""})
    await discarding(visitor)
    await expect(panel(visitor.page)).to_be_visible()
    await visitor.page.evaluate(
        "(done) => { localStorage['pegout.tables'] = JSON.stringify({"
        "...JSON.parse(localStorage['pegout.tables']), ...done }); }",
        FINISHED,
    )
    sent = visitor.frames_sent()
    await visitor.page.reload()
    await felt(visitor).until(lambda state: len(state["cards"]) == 6 and bool(state["bright"]))
    await expect(panel(visitor.page)).to_be_hidden()
    await ask(visitor.page)
    assert len([frame for frame in sent if '"hint"' in frame]) == 1, "only when asked for"
