"""A card that is played over a bad connection counts once, for every visitor and every browser."""

import random
import re
from itertools import takewhile
from typing import Any

import pytest
from playwright.async_api import Page, expect

from pegout.rules.events import DealEnded, Played
from pegout.text import language
from tests.browser.felt import Felt
from tests.browser.tables import NAMES, SHORT
from tests.browser.test_press import GONE, KEPT, Through, says
from tests.browser.truth import log_of
from tests.browser.visitors import PHONE, Visitors
from tests.browser.waiting import passes, stop_the_clock, until
from tests.driver import Driver
from tests.network import Line
from tests.serving import Server

#: Presses a button, and returns whether it looks pressed in the next frame.
_PRESSED = """async (button) => {
  const key = button.dataset.key;
  button.focus();
  button.click();
  await new Promise((done) => requestAnimationFrame(() => done()));
  const now = [...document.querySelectorAll("[data-key].sent")];
  return now.some((one) => one.dataset.key === key && one.ariaDisabled === "true");
}"""


#: Records every sentence about a press, however briefly it is shown.
_LISTEN = """() => {
  window.said = new Set();
  const places = ".absent [role=status], .menu-sure [role=status], .offer-says";
  const note = () => document.querySelectorAll(places).forEach((one) => said.add(one.textContent));
  const all = { childList: true, subtree: true, characterData: true };
  new MutationObserver(note).observe(document.body, all);
}"""


def count_plays(server: Server, code: str, card: str) -> int:
    """Return how often a card was played in the first deal of a table, by the server's own log."""
    events = takewhile(
        lambda event: not isinstance(event, DealEnded),
        (entry.event for entry in log_of(server, code)),
    )
    return sum(isinstance(event, Played) and str(event.card) == card for event in events)


def may_lead(position: dict[str, Any]) -> bool:
    """Return whether the first seat has a card to play."""
    return any(action["type"] == "play" for action in position["standing"]["legal"])


async def as_long(page: Felt, other: Felt) -> None:
    """Wait until the logs of two pages have as many lines: they do not draw at the same time."""

    async def logs() -> list[list[str]]:
        return [await page.log(), await other.log()]

    await until(logs, lambda seen: len(seen[0]) == len(seen[1]))


async def chosen_card(page: Page) -> str:
    card = page.locator('.pt-hand [aria-disabled="false"]').first
    key = await card.get_attribute("data-key")
    await card.press("Enter")
    return key or ""


@pytest.mark.slow
async def test_a_friend_sees_who_has_lost_the_net_and_the_card_once(visitors: Visitors) -> None:
    direct = visitors.server
    code, seats = direct.table([("Maggie", "person"), ("", "open")], **SHORT)
    joined = direct.post(f"/api/tables/{code}/join", {"name": "Ben"}).json
    async with Driver(direct, code, [seats[0]["token"], joined["token"]]) as driver:
        await driver.until(may_lead)
    ben = await (await visitors.new()).sit(code, [joined], ["Maggie", "Ben"])
    async with Line(direct.port) as line:
        maggie = await visitors.new(server=Through(direct, line))
        maggie.expected += GONE
        await maggie.sit(code, seats[:1], ["Maggie", "Ben"])
        hers, his = (Felt(visitor.page, random.Random(1)) for visitor in (maggie, ben))
        before = await his.until(lambda state: state["there"])
        await hers.until(lambda state: state["there"])
        card = await chosen_card(maggie.page)
        line.swallow()
        await hers.bright.click()
        await expect(maggie.page.locator(f'[data-zone="pile"][data-key="{card}"]')).to_be_visible()
        line.cut()
        seat = ben.page.locator(".pt-other-help")
        await expect(seat).to_have_text("away")
        await expect(seat).to_have_text("gone")
        assert (await his.state())["log"] == before["log"]
        assert count_plays(direct, code, card) == 0
        # She still sees the card where she put it, marked as not sent yet.
        await says(maggie.page, KEPT).to_be_visible()
        line.mend()
        await maggie.page.evaluate("dispatchEvent(new Event('online'))")
        await expect(maggie.page.locator("[data-line=open]")).to_have_count(1)
        await expect(ben.page.locator(f'[data-zone="pile"][data-key="{card}"]')).to_be_visible()
        await expect(seat).to_be_hidden()
        await hers.until(lambda state: not state["sent"])
        assert count_plays(direct, code, card) == 1
        await as_long(hers, his)


@pytest.mark.slow
async def test_a_phrase_that_cannot_be_said_is_not_swallowed(visitors: Visitors) -> None:
    direct = visitors.server
    code, seats = direct.table([("Maggie", "person"), ("", "open")], **SHORT)
    direct.post(f"/api/tables/{code}/join", {"name": "Ben"})
    async with Line(direct.port) as line:
        maggie = await visitors.new(server=Through(direct, line))
        maggie.expected += GONE
        page = (await maggie.sit(code, seats[:1], ["Maggie", "Ben"])).page
        await page.get_by_role("button", name="Say something").click()
        line.cut()
        await expect(page.locator("[data-line=lost]")).to_have_count(1)
        await page.get_by_role("menuitem", name="Good luck!").click()
        said = page.locator(".table-line")
        await expect(said).to_have_text("Not said: there is no connection just now.")
        line.mend()
        await expect(said).to_have_text("")


@pytest.mark.slow
async def test_two_browsers_at_one_seat_play_a_card_once(visitors: Visitors) -> None:
    direct = visitors.server
    code, seats = direct.table([("Maggie", "person"), ("Ann", "novice")], **SHORT)
    async with Driver(direct, code, [seats[0]["token"]]) as driver:
        await driver.until(may_lead)
    desk = await (await visitors.new()).sit(code, seats[:1], [*NAMES[:2]])
    async with Line(direct.port) as line:
        phone = await visitors.new(server=Through(direct, line), viewport=PHONE)
        phone.expected += GONE
        await phone.sit(code, seats[:1], [*NAMES[:2]])
        far, near = (Felt(visitor.page, random.Random(1)) for visitor in (phone, desk))
        for page in (far, near):
            await page.until(lambda state: state["there"])
        line.swallow()
        card = await chosen_card(phone.page)
        await far.bright.click()
        assert await chosen_card(desk.page) == card
        await near.bright.click()
        await near.until(lambda state: card not in [shown["key"] for shown in state["cards"]])
        line.cut()
        line.mend()
        await phone.page.evaluate("dispatchEvent(new Event('online'))")
        await far.until(lambda state: not state["sent"] and state["log"] > 0)
        await near.play()
        await far.until(lambda state: bool(state["over"]))
        await as_long(far, near)
        assert await far.log() == await near.log()
        assert count_plays(direct, code, card) == 1


@pytest.mark.slow
async def test_in_words_a_silent_line_is_noticed_and_a_card_goes_once(visitors: Visitors) -> None:
    direct = visitors.server
    code, seats = direct.table([("Maggie", "person"), ("Ann", "novice")], **SHORT)
    async with Driver(direct, code, [seats[0]["token"]]) as driver:
        await driver.until(may_lead)
    async with Line(direct.port) as line:
        more: dict[str, Any] = {"settings": {"textView": True}}
        maggie = await visitors.new(server=Through(direct, line), **more)
        maggie.expected += GONE
        await maggie.page.clock.install()
        page = (await maggie.sit(code, seats[:1], [*NAMES[:2]])).page
        await page.locator(".text-card").first.wait_for()
        await stop_the_clock(page)
        # No request is pending, so the page need not hurry, and still it detects the silence.
        line.swallow()
        lost = page.locator("[data-line=lost]")
        assert await passes(page, lost.count) <= 20_000
        line.mend()
        await page.evaluate("dispatchEvent(new Event('online'))")
        await expect(page.locator("[data-line=open]")).to_have_count(1)
        card = page.locator('.text-card:not([aria-disabled="true"])').first
        key = await card.get_attribute("data-card") or ""
        await card.click()
        line.swallow()
        await page.get_by_role("button", name=re.compile("^Play ")).click()
        await expect(page.locator(f'.text-card[data-card="{key}"]')).to_have_count(0)
        late = page.locator(".text-says", has_text=KEPT)
        assert await passes(page, late.count) <= 2_500
        line.cut()
        line.mend()
        await page.evaluate("dispatchEvent(new Event('online'))")
        await page.clock.resume()
        # Another card may have been played before this one: its sentence is not enough.
        await expect(late).to_have_count(0)
        await expect(page.locator("[data-line=open]")).to_have_count(1)

        async def times() -> int:
            return count_plays(direct, code, key)

        assert await until(times) == 1


@pytest.mark.slow
@pytest.mark.parametrize("code", ["en", pytest.param("es", marks=pytest.mark.long)])
async def test_what_is_pressed_beside_the_table_is_answered(visitors: Visitors, code: str) -> None:
    t, direct = language(code), visitors.server
    late = t("No answer yet: what you pressed is saved and will be sent.")
    table, seats = direct.table([("Maggie", "person"), ("", "open")], **SHORT)
    joined = direct.post(f"/api/tables/{table}/join", {"name": "Ben"}).json
    async with Driver(direct, table, [seats[0]["token"], joined["token"]]) as driver:
        await driver.until(may_lead)
    async with Line(direct.port) as line, Driver(direct, table, [joined["token"]]) as ben:
        more: dict[str, Any] = {"settings": {"language": code}}
        maggie = await visitors.new(server=Through(direct, line), **more)
        maggie.expected += GONE
        page = (await maggie.sit(table, seats[:1], ["Maggie", "Ben"])).page
        await ben.look(0, here=False)
        await page.locator(".pt-other-help").click()
        nudge = page.get_by_role("button", name=t("Nudge {name}", name="Ben"))
        await nudge.wait_for()
        await page.evaluate(_LISTEN)

        async def heard(*texts: str) -> None:
            for text in texts:
                await page.wait_for_function("(text) => said.delete(text)", arg=text)

        line.delay = 1.5
        assert await nudge.evaluate(_PRESSED)
        await heard(t("Sending…"), late, t("{name} has been notified.", name="Ben"))
        await expect(nudge).to_be_focused()
        await page.get_by_role("button", name=t("Offer to stop…")).click()
        sure = page.get_by_role("button", name=t("Offer to stop"), exact=True)
        assert await sure.evaluate(_PRESSED)
        await heard(t("Sending…"), late)
        bar = page.locator(".offer")
        await expect(bar).to_be_visible()
        assert await bar.get_by_role("button", name=t("Go on")).evaluate(_PRESSED)
        await heard(t("Sending…"), late)
        await expect(bar).to_be_hidden()
