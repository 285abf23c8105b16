"""Counts that stay on the table, counts by hand, and counts that are shown again."""

import random
import re
from collections.abc import Iterable
from itertools import combinations
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from pegout.cards import Card
from pegout.scoring import score_show
from pegout.text import language
from tests.browser.felt import Felt, State
from tests.browser.tables import NAMES, at_a_table, felt
from tests.browser.visitors import PHONE, Visitor, Visitors
from tests.browser.waiting import until
from tests.browser.words import TextView
from tests.driver import Driver
from tests.serving import Server

MUGGINS = {"counting": "manual", "muggins": True, "target": 121}
MANUAL: dict[str, Any] = {"counting": "manual", "target": 121}


def bright(label: str) -> Any:
    return lambda state: bool(state["bright"] and state["bright"]["label"].startswith(label))


async def to_my_count(visitor: Visitor, seed: int = 3) -> Felt:
    table = felt(visitor, seed)
    await table.play(lambda state: bright("Count")(state) and not state["sent"])
    return table


async def my_turn(table: Felt) -> None:
    """Wait until the others have counted too: their counts close a hand that is being looked at."""
    mine = ("Count", "Next deal", "Deal")
    await table.until(
        lambda state: not state["sent"] and any(bright(label)(state) for label in mine)
    )


def results(visitor: Visitor) -> Locator:
    return visitor.page.locator(".pt-summary button")


async def title(visitor: Visitor) -> str:
    return (await visitor.page.locator(".pt-title").text_content()) or ""


async def overlaps(visitor: Visitor, selector: str, other: str) -> bool:
    over: bool = await visitor.page.evaluate(
        """([selector, other]) => {
          const box = (name) => document.querySelector(name).getBoundingClientRect();
          const [a, b] = [box(selector), box(other)];
          return a.left < b.right - 1 && b.left < a.right - 1
            && a.top < b.bottom - 1 && b.top < a.bottom - 1;
        }""",
        [selector, other],
    )
    return over


@pytest.mark.slow
async def test_muggins_is_a_quiet_button_beside_my_turn(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors, switches=MUGGINS, viewport=PHONE)
    page, table = visitor.page, felt(visitor, 4)
    call = page.locator(".pt-foot [data-key=call]")

    async def mine() -> State:
        while True:
            state = await table.play(bright("Play"))
            if await call.count():
                return state
            await table.step(state)

    await mine()
    await expect(page.get_by_text("Let it stand")).to_have_count(0)
    # It stays until this player's next card; a card that is only chosen does not count.
    await page.locator('.pt-hand [aria-disabled="false"]').first.press("Enter")
    await expect(call).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(call).to_be_visible()
    for button in ("do", "quiet"):
        assert not await overlaps(visitor, f".pt-foot .pt-{button}", ".pt-hand .pt-card")
        assert not await overlaps(visitor, f".pt-foot .pt-{button}", ".pt-crib")
    await call.click()
    assert (await table.state())["number"] == 0, "nothing is typed yet"
    await expect(page.locator(".pt-number")).to_have_value("")
    await expect(table.bright).to_have_attribute("aria-disabled", "true")
    await page.get_by_role("button", name="Back").click()
    await page.keyboard.press("m")
    await expect(page.locator(".pt-number")).to_be_focused()
    await page.keyboard.type("1")
    await expect(table.bright).to_have_text("Muggins for 1")
    before = len(await table.log())
    await page.keyboard.press("Enter")
    await table.until(lambda state: state["log"] > before)
    assert any("You call muggins for one" in line for line in await table.log())


@pytest.mark.slow
async def test_the_last_count_and_the_next_deal_are_one_press(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors, switches=MUGGINS)
    table = felt(visitor, 5)
    while True:
        state = await table.play(bright("Next deal"))
        if await visitor.page.locator(".pt-foot [data-key=accept]").count():
            break
        await table.step(state)
    await table.bright.click()
    await table.until(lambda state: len(state["cards"]) == 6)


@pytest.mark.slow
async def test_a_hand_is_counted_from_nothing(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors, switches=MANUAL, viewport=PHONE)
    page, table = visitor.page, await to_my_count(visitor)
    await expect(table.bright).to_have_text("Count")
    await expect(table.bright).to_have_attribute("aria-disabled", "true")
    await expect(page.locator(".pt-says")).to_contain_text("Tap the cards of each combination")
    before = await table.log()
    await page.keyboard.press("Enter")
    await page.locator(".pt-step").first.click()
    await expect(table.bright).to_have_text("Count 0")
    await table.bright.click()
    await expect(page.locator(".pt-says")).to_contain_text("Nothing in it?")
    assert await table.log() == before, "it was asked, and not counted"
    await table.bright.click()
    await table.until(lambda state: state["log"] > len(before))
    assert any("You count nothing" in line for line in await table.log())


def fifteens(cards: Iterable[str]) -> int:
    values = [Card.parse(card).value for card in cards]
    return sum([a + other == 15 for a, other in combinations(values, 2)])


@pytest.mark.slow
async def test_picks_add_up_and_what_was_missed_is_named(visitors: Visitors, same: Server) -> None:
    visitor = await at_a_table(visitors, switches=MANUAL, server=same)
    page, table = visitor.page, felt(visitor, 6)
    dealt = await table.play(bright("Discard"))
    keys = [card["key"] for card in dealt["cards"]]
    kept = max(combinations(keys, 4), key=fifteens)
    for key in set(keys).difference(kept):
        await page.locator(f'.pt-hand [data-key="{key}"]').click(position={"x": 16, "y": 30})
    await table.bright.click()
    await table.play(lambda state: bright("Count")(state) and not state["sent"])
    assert "hand" in await title(visitor)
    starter = await page.locator('.pt-cards [data-zone="starter"]').get_attribute("data-key")
    assert starter is not None
    items = score_show([Card.parse(key) for key in kept], Card.parse(starter))
    assert len(items) > 1, "the cards are the same in every run"
    # Neither card scores alone, so the page names nothing before both are picked.
    nobs = {card for item in items if len(item.cards) == 1 for card in item.cards}
    pairs = [item for item in items if len(item.cards) == 2 and nobs.isdisjoint(item.cards)]
    found = pairs[0]
    for card in found.cards:
        await page.locator(f'.pt-felt [data-key="{card}"]').click()
    await expect(page.locator(".pt-items li")).to_have_count(1)
    await expect(page.locator(".pt-sum")).to_have_text(str(found.points))
    await expect(table.bright).to_have_text(f"Count {found.points}")
    before = len(await table.log())
    await table.bright.click()
    await table.until(lambda state: state["log"] > before)
    await my_turn(table)
    missed = page.locator(".pt-items .missed")

    async def look_again() -> int:
        """Press the hand until it is shown: whatever is told meanwhile closes it."""
        if not (number := await missed.count()):
            await results(visitor).filter(has_text="Your hand").click()
        return number

    assert await until(look_again) == len(items) - 1
    await expect(missed.first).to_contain_text("(missed)")
    # A card that cannot be picked any more may still have the focus.
    await page.locator(f'.pt-cards [data-key="{starter}"]').focus()
    asked = await table.bright.text_content()
    await page.keyboard.press("Enter")
    await expect(table.bright).not_to_have_text(asked or "")


@pytest.mark.slow
async def test_what_was_counted_too_much_is_named(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors, switches=MANUAL)
    page, table = visitor.page, await to_my_count(visitor)
    hand = await title(visitor)
    await page.get_by_label("How many points?").fill("29")
    await table.bright.click()
    await expect(page.locator(".pt-log-list")).to_contain_text(re.compile("too many"))
    await my_turn(table)
    await results(visitor).filter(has_text=hand).click()
    await expect(page.locator(".pt-verdict")).to_contain_text("too many")


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [pytest.param(False, id="drawn"), pytest.param(True, id="in words", marks=pytest.mark.long)],
)
async def test_at_the_normal_pace_hands_are_shown_again(visitors: Visitors, words: bool) -> None:
    kinds = [(name, "person") for name in NAMES[:2]]
    code, seats = visitors.server.table(kinds, target=121)
    async with Driver(visitors.server, code, [seat["token"] for seat in seats]) as driver:
        await driver.until(lambda now: now["view"]["phase"] == "play" and not now["view"]["hand"])
        visitor = await visitors.new(motion=True, settings={"pace": "normal", "textView": words})
        page = (await visitor.sit(code, seats[:1], [*NAMES[:2]])).page
        await page.locator(".text-view" if words else ".pt").wait_for()
        await driver.until(lambda now: now["view"]["phase"] == "ready")
        again = results(visitor)
        if words:
            again = page.get_by_role("list", name="The hands of this deal").get_by_role("button")
        await expect(again).to_have_count(3)
        for hands in ((0, 1, 2), (1,)):
            for at in hands:
                await again.nth(at).click()
                await expect(again.nth(at)).to_have_attribute("aria-pressed", "true")
            await page.reload()
            await expect(again).to_have_count(3)


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [PHONE, None])
async def test_the_hands_of_the_show_are_looked_at_again(
    visitors: Visitors, same: Server, viewport: Any
) -> None:
    visitor = await at_a_table(
        visitors,
        server=same,
        switches={"target": 121},
        **({"viewport": viewport} if viewport else {}),
    )
    page, table = visitor.page, felt(visitor, 7)
    await table.play(lambda state: bright("Next")(state) or bright("Deal")(state))
    while (await results(visitor).count()) < 3:
        await table.step()
        await table.play(lambda state: bright("Next")(state) or bright("Deal")(state))
    for _ in range(2):
        for at in range(3):
            result = results(visitor).nth(at)
            name, points = ((await result.text_content()) or "").rsplit(" ", 1)
            await result.click()
            await expect(page.locator(".pt-title")).to_have_text(name)
            if points != "0":
                await expect(page.locator(".pt-sum")).to_have_text(points)
            await expect(result).to_have_attribute("aria-pressed", "true")
            assert not await overlaps(visitor, ".pt-summary", ".pt-items")
            assert not await overlaps(visitor, ".pt-summary", ".pt-says")
        await page.reload()
        await results(visitor).first.wait_for()
    await table.step()
    await table.until(lambda state: len(state["cards"]) == 6)
    await expect(results(visitor).first).to_be_hidden()


@pytest.mark.slow
async def test_a_line_of_the_log_opens_its_hand(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors, switches={"target": 121}, settings={"log": True})
    page, table = visitor.page, felt(visitor, 8)
    await table.play(lambda state: bright("Next deal")(state) or bright("Deal")(state))
    while not await results(visitor).count():
        await table.step()
        await table.play(lambda state: bright("Next deal")(state) or bright("Deal")(state))
    await page.locator(".pt-log-list .pt-again").first.click()
    await expect(page.locator(".pt-title")).not_to_contain_text("crib")


@pytest.mark.slow
async def test_the_hands_are_there_in_words_too(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors, switches={"target": 121}, settings={"textView": True})
    page, words = visitor.page, TextView(visitor.page, random.Random(9))
    hands = page.get_by_role("list", name="The hands of this deal").get_by_role("button")
    await words.until(lambda state: state["hands"] == 3)
    await hands.first.click()
    await expect(hands.first).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(
    ("code", "crib"), [pytest.param("en", True, marks=pytest.mark.slow), ("es", False)]
)
async def test_in_words_a_hand_is_counted_by_its_combinations(
    visitors: Visitors, same: Server, code: str, crib: bool
) -> None:
    t = language(code)
    names = NAMES[:2]
    table, seats = same.table([(name, "person") for name in names], **MANUAL)
    found: list[Any] = []

    def rich(now: dict[str, Any]) -> bool:
        """Return whether the first seat has to count a hand of several combinations."""
        if not any(action["type"] == "claim" for action in now["standing"]["legal"]):
            return False
        if now["view"]["phase"] != "show":
            return False
        shown, starter = now["view"]["shown"][-1], Card.parse(now["view"]["starter"])
        cards = [Card.parse(card) for card in shown["cards"]]
        found[:] = score_show(cards, starter, crib=shown["crib"])
        return len(found) > 1 and bool(shown["crib"]) == crib

    tokens = [seat["token"] for seat in seats]
    async with Driver(same, table, tokens, random.Random(1)) as driver:
        await driver.until(rich)
        visitor = await visitors.new(settings={"language": code, "textView": True}, server=same)
        page = (await visitor.sit(table, seats[:1], [*names])).page
        ask = t("Tap the cards of each combination, or type the total.")
        await expect(page.get_by_text(ask)).to_be_visible()
        field = page.get_by_label(t("How many points do you count?"))
        await expect(field).to_have_value("")
        count = page.get_by_role("button", name=t("Count"), exact=True)
        await field.fill("0")
        await count.click()
        await expect(page.locator(".text-note")).to_have_text(
            t("Nothing in it? Press again to count zero.")
        )
        for card in found[0].cards:
            await page.locator(f'[data-pick="{card}"]').click()
        await expect(page.locator(".text-found li")).to_have_count(1)
        await expect(field).to_have_value(str(found[0].points))
        await count.click()
        hands = page.get_by_role("list", name=t("The hands of this deal"))
        await hands.get_by_role("button").last.click()
        missed = t("{phrase} (missed)", phrase="").strip()
        await expect(page.get_by_text(missed).first).to_be_visible()
