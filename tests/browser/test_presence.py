"""Two friends at a table: one leaves, and the other sees it and can act on it."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import Page, expect

from pegout.text import language, level_details
from tests.browser.tables import SHORT, felt
from tests.browser.visitors import PHONE, Visitor, Visitors
from tests.browser.waiting import passes, until

_HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  Object.defineProperty(document, "visibilityState", {
    configurable: true, get: () => (hidden ? "hidden" : "visible"),
  });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


async def friends(visitors: Visitors, **more: Any) -> tuple[str, Visitor, Visitor]:
    """Return the code of a table, and the two visitors who sit there."""
    code, seats = visitors.server.table([("Maggie", "person"), ("", "open")], **SHORT)
    maggie = await (await visitors.new(**more)).sit(code, seats, ["Maggie", ""])
    ben = await (await visitors.new(settings={"name": "Ben"})).open(f"/table/{code}")
    await expect(ben.page.get_by_text("Maggie waits for you. It takes about 5 min")).to_be_visible()
    await ben.page.get_by_role("button", name="Sit here").click()
    for visitor in (maggie, ben):
        await felt(visitor).until(lambda state: state["there"])
    return code, maggie, ben


def at_the_seat(page: Page) -> Any:
    return page.locator(".pt-other-help")


@asynccontextmanager
async def at_the_discard(
    visitors: Visitors, **more: Any
) -> AsyncIterator[tuple[str, Visitor, Visitor]]:
    code, maggie, ben = await friends(visitors, **more)

    async def dealt() -> bool:
        six = [len((await felt(visitor).state())["cards"]) == 6 for visitor in (maggie, ben)]
        if not all(six):
            for visitor in (maggie, ben):
                await felt(visitor).step()
        return all(six)

    await until(dealt)
    yield code, maggie, ben


@pytest.mark.slow
async def test_a_friend_who_looks_elsewhere_is_nudged(visitors: Visitors) -> None:
    async with at_the_discard(visitors) as (_, maggie, ben):
        await ben.page.evaluate(_HIDE, True)
        await expect(at_the_seat(maggie.page)).to_have_text("away")
        await expect(ben.page).to_have_title("● Your turn: Maggie – You · Pegout")
        icon = ben.page.locator("link[rel=icon]")
        await expect(icon).to_have_attribute("href", re.compile("icon-turn.svg"))
        await at_the_seat(maggie.page).click()
        await maggie.page.get_by_role("button", name="Nudge Ben").click()
        await expect(maggie.page.get_by_text("Ben has been notified.")).to_be_visible()
        await expect(ben.page.locator(".bubble")).to_contain_text("Are you still there?")
        await maggie.page.get_by_role("button", name="Nudge Ben").click()
        await expect(maggie.page.get_by_text("Too many requests at once")).to_be_visible()
        await ben.page.evaluate(_HIDE, False)
        await expect(at_the_seat(maggie.page)).to_be_hidden()
        await expect(ben.page).not_to_have_title(re.compile("Your turn"))


@pytest.mark.slow
async def test_a_computer_player_goes_on_for_a_friend_who_is_gone(visitors: Visitors) -> None:
    async with at_the_discard(visitors, viewport=PHONE) as (code, maggie, ben):
        page = maggie.page
        await ben.open("/")
        await expect(at_the_seat(page)).to_have_text("away")
        await expect(at_the_seat(page)).to_have_text("gone")
        await expect(page.locator(".live p", has_text="Ben is gone.")).to_have_count(1)
        await at_the_seat(page).click()
        await expect(page.get_by_role("button", name="Nudge Ben")).to_have_count(0)
        club = page.locator("[data-key='level/club']")
        await expect(club).to_contain_text(level_details("club", language("en")))
        await club.click()
        await expect(at_the_seat(page)).to_have_text("computer")
        # The choice is made, so the panel does not stay over the hand.
        panel = page.get_by_role("complementary", name="Ben")
        await expect(panel).to_be_hidden()
        await at_the_seat(page).click()
        await expect(panel).to_be_visible()
        await page.locator(".pt-hand button").first.focus()
        await page.keyboard.press("Escape")
        await expect(panel).to_be_hidden()
        await felt(maggie).play(lambda state: len(state["cards"]) == 3)
        # Ben takes the seat back by opening the table.
        await ben.open(f"/table/{code}")
        await expect(at_the_seat(page)).to_be_hidden()
        await expect(page.locator(".live p", has_text="Ben is back.")).to_have_count(1)


@pytest.mark.slow
async def test_stopping_is_offered_to_a_friend_who_is_away(visitors: Visitors) -> None:
    async with at_the_discard(visitors, viewport=PHONE) as (_, maggie, ben):
        page = maggie.page
        await ben.page.evaluate(_HIDE, True)
        await at_the_seat(page).click()
        await page.get_by_role("button", name="Offer to stop…").click()
        # It asks for confirmation, and the safe answer has the focus.
        await expect(page.get_by_role("button", name="Play on")).to_be_focused()
        await page.get_by_role("button", name="Offer to stop", exact=True).click()
        await expect(page.locator(".offer")).to_contain_text("You offer to stop.")
        await ben.page.evaluate(_HIDE, False)
        await ben.page.locator(".offer").get_by_role("button", name="Stop").click()
        for visitor in (maggie, ben):
            await expect(felt(visitor).end).to_contain_text("You agreed to stop.")


@pytest.mark.slow
async def test_who_thinks_is_seen_thinking(visitors: Visitors) -> None:
    async with at_the_discard(visitors) as (_, maggie, _ben):
        page = maggie.page
        await page.clock.install()
        await page.reload()
        await felt(maggie).until(lambda state: len(state["cards"]) == 6)
        words = page.locator(".pt-other-words", has_text="thinking, 5 s")
        await passes(page, words.count)


@pytest.mark.slow
async def test_in_words(visitors: Visitors) -> None:
    async with at_the_discard(visitors) as (_, maggie, ben):
        page = maggie.page
        await maggie.change(textView=True)
        await ben.page.evaluate(_HIDE, True)
        button = page.get_by_role("button", name="Ben: away. What to do")
        await expect(page.locator(".text-rows")).to_contain_text("6 cards in hand, away")
        await button.click()
        await page.get_by_role("button", name="Nudge Ben").click()
        await expect(ben.page.locator(".bubble")).to_contain_text("Are you still there?")


@pytest.mark.slow
async def test_a_choice_in_words_stays_when_another_discards(visitors: Visitors) -> None:
    async with at_the_discard(visitors) as (_, maggie, ben):
        page = maggie.page
        await maggie.change(textView=True)
        card = page.locator(".text-card").first
        await card.click()
        await expect(card).to_have_attribute("aria-pressed", "true")
        await felt(ben).play(lambda state: len(state["cards"]) < 6)
        await expect(page.get_by_role("region", name="The log")).to_contain_text("Ben discards")
        await expect(card).to_have_attribute("aria-pressed", "true")


@pytest.mark.slow
async def test_a_notification_comes_where_it_was_allowed(visitors: Visitors) -> None:
    async with at_the_discard(visitors) as (_, maggie, ben):
        page = ben.page
        await page.evaluate(
            """() => {
              window.noted = [];
              window.Notification = class {
                static permission = "granted";
                constructor(text) { window.noted.push(text); }
                close() {}
              };
            }"""
        )
        await ben.change(notify=True)
        await page.evaluate(_HIDE, True)
        await at_the_seat(maggie.page).click()
        await maggie.page.get_by_role("button", name="Nudge Ben").click()
        await page.wait_for_function("() => window.noted.length")
        assert await page.evaluate("window.noted") == ["Are you still there?"]


@pytest.mark.slow
async def test_the_turn_is_heard_and_noted_while_one_looks_elsewhere(visitors: Visitors) -> None:
    async with at_the_discard(visitors) as (_, maggie, ben):
        page = ben.page
        await page.evaluate(
            """() => {
              window.noted = [];
              window.tones = 0;
              window.Notification = class {
                static permission = "granted";
                constructor(text) { window.noted.push(text); }
                close() {}
              };
              const start = OscillatorNode.prototype.start;
              OscillatorNode.prototype.start = function (...at) {
                window.tones += 1;
                return start.apply(this, at);
              };
            }"""
        )
        await ben.change(notify=True, sounds=True)
        mine = felt(ben)
        await mine.play(lambda state: len(state["cards"]) == 4 and not state["sent"])
        await page.evaluate(_HIDE, True)
        await page.wait_for_function("() => !document.title.includes('Your turn')")
        before = await page.evaluate("window.noted = [], window.tones")
        # Whichever seat has to act, it is Ben's turn in the end: he does nothing.
        hers = felt(maggie)

        async def noted() -> bool:
            if not (told := await page.evaluate("window.noted.length")):
                await hers.step()
            return bool(told)

        await until(noted)
        assert await page.evaluate("window.noted") == ["It is your turn."]
        # The sound is fetched with its first use.
        await page.wait_for_function("(before) => window.tones > before", arg=before)
        await expect(page).to_have_title(re.compile("Your turn"))
