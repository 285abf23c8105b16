"""The table on large screens and on a tablet: sizes, clear space, and stable places."""

import asyncio
import itertools
import random
import re
from functools import partial
from typing import Any

import pytest
from playwright.async_api import Page, ViewportSize, expect

from tests.browser.felt import State
from tests.browser.tables import NAMES, at_a_table, felt, still
from tests.browser.visitors import DESKTOP, PHONE, Visitors
from tests.browser.waiting import PAUSE
from tests.driver import Driver
from tests.serving import Server

TABLET: ViewportSize = {"width": 768, "height": 1024}
LARGE: ViewportSize = {"width": 1920, "height": 1080}
HUGE: ViewportSize = {"width": 3840, "height": 2160}

#: The peg of each side that is drawn last, without its shadow.
_PEGS = """() => [...document.querySelectorAll('.pt-track .peg .peg-head')]
  .map((peg) => peg.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"""
#: Pairs of elements that overlap each other, or the edge of the window.
_OVERLAPS = """() => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const parts = {
    board: '.pt-track', sides: '.pt-sides', names: '.pt-other-line', log: '.pt-log',
    count: '.pt-count', title: '.pt-title', items: '.pt-items', sum: '.pt-sum',
    results: '.pt-summary', caption: '.pt-caption', says: '.pt-says', buttons: '.pt-buttons',
    played: '[data-zone=pile], [data-zone=earlier]', starter: '[data-zone=starter]',
    shown: '[data-zone=shown]', backs: '[data-zone=back]', hand: '[data-zone=hand]',
    crib: '[data-zone=crib]', slots: '.pt-slot', end: '.pt-end',
  };
  // The line of the log is cut off where the log ends.
  const drawn = '.pt-card, .pt-track, .pt-slot, .pt-log';
  const boxOf = (one) => {
    if (one.matches(drawn)) return one.getBoundingClientRect();
    // A line of text is often narrower than its element.
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  };
  const boxes = Object.entries(parts).flatMap(([name, selector]) =>
    [...document.querySelectorAll(selector)].filter(shown)
      .filter((one) => one.matches(drawn) || one.textContent.trim())
      .map((one) => ({ name, box: boxOf(one) }))
      .filter(({ box }) => box.width && box.height));
  const outside = ({ left, right, bottom }) =>
    left < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  const found = boxes.filter(({ box }) => outside(box)).map(({ name }) => `${name} outside`);
  const common = (one, other) => {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    return Math.min(across, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
  };
  for (const [at, one] of boxes.entries()) {
    for (const other of boxes.slice(at + 1)) {
      if (one.name === other.name || common(one.box, other.box) <= 3) continue;
      found.push(`${one.name} and ${other.name}`);
    }
  }
  return [...new Set(found)];
}"""
_READABLE = """(all) => all.map((one) => {
  const { left, top } = one.getBoundingClientRect();
  const there = document.elementsFromPoint(left + 8, top + 14);
  const first = there.map((element) => element.closest('.pt-card')).find(Boolean);
  return !one.classList.contains('down') && first === one;
})"""
_LENSES = """() => {
  window.lenses = [];
  new MutationObserver(() => {
    const seen = document.querySelector('.board-lens use');
    if (!seen) return;
    const pegs = document.querySelector(seen.getAttribute('href')).querySelectorAll('.peg').length;
    window.lenses.push({ pegs, larger: seen.transform.baseVal.getItem(0).matrix.a });
  }).observe(document.querySelector('.pt-track'), { subtree: true, childList: true });
}"""
_SIZES = """() => {
  const size = (name) => parseFloat(getComputedStyle(document.querySelector(name)).fontSize);
  const card = document.querySelector('[data-zone=hand]').getBoundingClientRect();
  const words = ['.pt-log-line', '.pt-says', '.pt-score', '.pt-needs', '.pt-track .board-number'];
  return [...words.map(size), card.width];
}"""


async def mode(page: Page) -> str:
    found: str = await page.evaluate("() => document.querySelector('.pt')?.dataset.mode ?? ''")
    return found


async def overlaps(page: Page) -> list[str]:
    found: list[str] = await page.evaluate(_OVERLAPS)
    return found


@pytest.mark.slow
async def test_pegs_are_large_on_a_desktop(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors, switches={"target": 121}, viewport=DESKTOP)
    await visitor.page.locator(".pt-track .peg").first.wait_for()
    assert min(await visitor.page.evaluate(_PEGS)) >= 16


@pytest.mark.slow
async def test_the_log_opens_beside_the_table_and_stays_as_it_was_left(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors, viewport=DESKTOP)
    page, table = visitor.page, felt(visitor, 5)
    await table.until(lambda state: bool(state["bright"]))
    line, sentences = page.locator(".pt-log-line"), page.locator(".pt-log-list")
    await expect(sentences).to_be_hidden()
    # The last event can be read there.
    await expect(page.locator(".pt-log-last")).to_have_text(re.compile(r"\w"))
    await expect(line).to_have_attribute("aria-expanded", "false")
    await page.keyboard.press("l")
    await expect(sentences).to_be_visible()
    await expect(sentences).to_be_focused()
    assert await overlaps(page) == []
    await page.reload()
    await expect(sentences).to_be_visible()
    await expect(line).to_have_attribute("aria-expanded", "true")
    await line.click()
    await expect(sentences).to_be_hidden()
    await page.reload()
    await page.locator(".pt-log-last").wait_for()
    await expect(sentences).to_be_hidden()


@pytest.mark.slow
async def test_the_log_lies_beside_the_other_hand(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors, viewport=DESKTOP, settings={"log": True, "leftHand": True})
    page = visitor.page
    await page.locator(".pt-log-list").wait_for()
    places = [
        await page.locator(name).bounding_box() for name in (".pt-log", ".pt-felt", ".pt-board")
    ]
    lefts = [box["x"] for box in places if box]
    assert len(lefts) == 3
    assert lefts == sorted(lefts)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "kinds"),
    [
        pytest.param(TABLET, ("person", "novice", "novice"), id="tablet-three"),
        pytest.param(DESKTOP, ("person", "novice"), id="desktop-two", marks=pytest.mark.long),
        pytest.param(TABLET, ("person", "novice"), id="tablet-two", marks=pytest.mark.long),
        pytest.param(
            DESKTOP, ("person", "novice", "novice"), id="desktop-three", marks=pytest.mark.long
        ),
    ],
)
async def test_nothing_lies_over_anything_else(
    visitors: Visitors, same: Server, size: ViewportSize, kinds: tuple[str, ...]
) -> None:
    visitor = await at_a_table(visitors, kinds, viewport=size, switches={"target": 61}, server=same)
    page, table = visitor.page, felt(visitor, 11)
    seen: dict[str, list[str]] = {}
    while "over" not in seen:
        state = await table.state()
        now = await mode(page)
        earlier = await page.locator("[data-zone=earlier]").count()
        moment = f"{now} {earlier > 0}"
        if (state["bright"] or state["over"]) and moment not in seen:
            await still(page)
            found = await overlaps(page)
            if await mode(page) == now:
                seen[moment] = found
        if state["over"]:
            seen["over"] = await overlaps(page)
        elif not await table.step(state):
            await asyncio.sleep(PAUSE)
    wanted = {"discard False", "play False", "play True", "show False", "over"}
    assert wanted <= {*seen}, seen
    assert not any(seen.values()), seen


@pytest.mark.slow
async def test_what_was_played_can_be_seen_until_the_show(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors, viewport=TABLET, switches={"target": 121})
    page, table = visitor.page, felt(visitor, 4)

    def late(state: State) -> bool:
        return bool(state["bright"]) and state["bright"]["label"].startswith("Play")

    earlier = page.locator("[data-zone=earlier]")
    while True:
        await table.play(late)
        if await earlier.count():
            break
        await table.step()
    labels = await earlier.evaluate_all("(all) => all.map((one) => one.getAttribute('aria-label'))")
    assert all(label.endswith(", of an earlier count") for label in labels), labels
    assert all(await earlier.evaluate_all(_READABLE))


@pytest.mark.slow
async def test_everything_grows_with_the_screen(visitors: Visitors) -> None:
    sizes: list[list[float]] = []
    for viewport in (DESKTOP, LARGE, HUGE):
        visitor = await at_a_table(visitors, viewport=viewport, switches={"target": 121})
        page, table = visitor.page, felt(visitor, 2)
        await table.play(lambda state: len(state["cards"]) == 6)
        await page.locator(".pt-track .board-number").first.wait_for()
        sizes.append(await page.evaluate(_SIZES))
    for small, large in itertools.pairwise(sizes):
        assert all(b >= 1.25 * a for a, b in zip(small, large, strict=True)), sizes


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(PHONE, id="phone"),
        pytest.param(TABLET, id="tablet", marks=pytest.mark.slow),
        pytest.param(DESKTOP, id="desktop", marks=pytest.mark.slow),
    ],
)
async def test_a_spectator_sees_the_crib_fill(
    visitors: Visitors, same: Server, size: ViewportSize
) -> None:
    code, seats = same.table([(name, "person") for name in NAMES[:2]], target=121, players=2)
    tokens = [seat["token"] for seat in seats]
    page = (await (await visitors.new(size, server=same)).open(f"/table/{code}")).page
    await page.get_by_role("button", name="Watch").click()
    slots, crib = page.locator(".pt-slot"), page.locator("[data-zone=crib]")
    async with Driver(same, code, tokens, random.Random(2)) as driver:
        for played in (0, 2):
            await driver.until(partial(_has_discarded, played))
            await expect(slots).to_have_count(4)
            await expect(crib).to_have_count(played)
            await still(page)
            # A card is at the place that was free.
            assert {*await overlaps(page)} <= {"slots and crib", "crib and slots"}
        card, place = await crib.nth(1).bounding_box(), await slots.nth(1).bounding_box()
        assert card
        assert place
        assert all(abs(card[side] - place[side]) <= 1 for side in ("x", "y", "width", "height"))
        await driver.until(lambda position: position["view"]["phase"] == "cut")
        await expect(slots).to_have_count(0)
        await expect(crib).to_have_count(4)
        await still(page)
        assert await overlaps(page) == []


def _has_discarded(played: int, position: dict[str, Any]) -> bool:
    view = position["view"]
    return view["phase"] == "discard" and bool(view["crib_size"] == played)


@pytest.mark.slow
async def test_a_review_shows_the_hand_as_it_was_kept(visitors: Visitors, same: Server) -> None:
    visitor = await at_a_table(visitors, server=same)
    page, table = visitor.page, felt(visitor, 8)
    await table.play()
    await page.locator(".pt-end [data-key=review]").click()
    await page.locator(".pt-review-slider").wait_for()
    seen: dict[int, int] = {}
    for _ in range(60):
        await page.keyboard.press("Shift+ArrowRight")
        if await mode(page) != "play":
            continue
        await still(page)
        left = await page.locator(".pt-hand [data-zone=hand]").count()
        seen[left] = left + await page.locator("[data-zone=kept]").count()
        assert await overlaps(page) == []
        if not left:
            break
    assert seen == {4: 4, 3: 4, 2: 4, 1: 4, 0: 4}


#: Records errors while cards are dealt: an old element that fades over the new places, or new
#: places that appear before the old cards have gone.
_DEALING = """() => {
  window.untidy = new Set();
  window.swept = 0;
  const look = () => {
    const opacity = (one) => Number(getComputedStyle(one).opacity);
    const gone = [...document.querySelectorAll('.pt-card.gone')];
    const slot = document.querySelector('.pt-slot');
    if (gone.length && slot) {
      window.swept += 1;
      if (gone.some((one) => opacity(one) < 1)) window.untidy.add('an old card fades');
      const places = slot.closest('.pt-under');
      if (opacity(places) > 0.1) window.untidy.add('places under old cards');
    }
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.mark.slow
async def test_old_cards_are_gone_before_new_places_come(visitors: Visitors, same: Server) -> None:
    code, seats = same.table([(name, "person") for name in NAMES[:2]], target=121, players=2)
    tokens = [seat["token"] for seat in seats]
    visitor = await visitors.new(motion=True, settings={"pace": "normal"}, server=same)
    page = visitor.page
    async with Driver(same, code, tokens, random.Random(2)) as driver:
        await driver.until(
            lambda now: now["view"]["phase"] == "ready" and bool(now["view"]["shown"])
        )
        await visitor.sit(code, seats[:1], [*NAMES[:2]])
        await page.locator("[data-zone=shown]").first.wait_for()
        await still(page)
        await page.evaluate(_DEALING)
        await driver.until(lambda position: position["view"]["phase"] == "discard")
        await expect(page.locator(".pt-hand [data-zone=hand]")).to_have_count(6)
        await still(page)
    assert await page.evaluate("() => window.swept") > 0
    assert await page.evaluate("() => [...window.untidy]") == []


@pytest.mark.slow
@pytest.mark.parametrize("motion", [True, False], ids=["moving", "still"])
async def test_a_lens_brings_out_where_somebody_pegs(visitors: Visitors, motion: bool) -> None:
    visitor = await at_a_table(
        visitors, motion=motion, settings={"pace": "quick", "thinking": "off"}
    )
    page, table = visitor.page, felt(visitor, 6)
    await page.locator(".pt-track .board").wait_for()
    await page.evaluate(_LENSES)
    while not await page.evaluate("() => window.lenses.length"):
        if not await table.step():
            await asyncio.sleep(PAUSE)
    # It shows the whole board with its pegs, enlarged.
    [lens] = (await page.evaluate("() => window.lenses"))[:1]
    assert lens["pegs"] == 4
    assert lens["larger"] > 1.5
    await expect(page.locator(".board-lens")).to_have_count(0)
