"""The page responds to every press at once, on a connection that delays, breaks or swallows."""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.felt import Felt, State
from tests.browser.tables import NAMES, SHORT
from tests.browser.visitors import PHONE, Visitor, Visitors
from tests.browser.waiting import Held, passes, stop_the_clock
from tests.network import Line
from tests.serving import Server

#: Messages of the browser about a broken connection.
GONE = [
    "WebSocket connection",
    *(f"ERR_{cut}" for cut in ("CONNECTION", "CONTENT_LENGTH", "EMPTY", "NETWORK", "SOCKET")),
]
KEPT = "No answer yet: your card is saved and will be sent."
_PRESSED = """() => {
  const button = document.querySelector(".pt-foot .pt-do.sent, .text-button.sent");
  return button && button.getAttribute("aria-disabled") === "true" ? button.textContent : "";
}"""
#: Records every sentence of the table, however briefly it is shown.
_LISTEN = """() => {
  window.said = new Set();
  const note = () => said.add(document.querySelector(".pt-says")?.textContent ?? "");
  const all = { childList: true, subtree: true, characterData: true };
  new MutationObserver(note).observe(document.body, all);
}"""
#: Presses the bright button, and returns what changed by the next frame.
_PRESS = """async () => {
  const hand = () => document.querySelectorAll('.pt-card[data-zone="hand"]').length;
  const pile = () => document.querySelectorAll('.pt-card[data-zone="pile"]').length;
  const before = [hand(), pile()];
  const button = document.querySelector(".pt-foot .pt-do");
  button.click();
  await new Promise((done) => requestAnimationFrame(() => done()));
  return {
    before, after: [hand(), pile()],
    pressed: button.classList.contains("sent"), colour: getComputedStyle(button).backgroundColor,
  };
}"""
#: The properties of the table's elements that a refusal must not change.
_TRACE = """() => ({
  cards: [...document.querySelectorAll(".pt-card")].map((one) => [
    one.dataset.key, one.dataset.zone, one.getAttribute("aria-label"),
    one.getAttribute("aria-disabled"), one.style.transform, one.style.width,
  ]).sort((one, other) => (one[0] < other[0] ? -1 : 1)),
  figure: document.querySelector(".pt-figure").textContent,
  scores: document.querySelector(".pt-sides").innerText,
  log: document.querySelectorAll(".pt-log-list li").length,
})"""


#: Returns the texts and cards that lie under what is said about a press.
_COVERED = """() => {
  const says = document.querySelector(".pt-says").getBoundingClientRect();
  const over = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const across = left < says.right && says.left < right;
    return across && top < says.bottom && says.top < bottom;
  };
  const all = document.querySelectorAll(".pt-words > *, .pt-hand button, .pt-foot button");
  const seen = [...all].filter((one) => one.checkVisibility() && one.textContent);
  return seen.filter(over).map((one) => one.className);
}"""


class Through(Server):
    """The server behind a line that a test controls."""

    def __init__(self, server: Server, line: Line) -> None:
        self.port = line.port
        self._server = server

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def table(self, *arguments: Any, **more: Any) -> Any:
        return self._server.table(*arguments, **more)


@asynccontextmanager
async def on_a_line(
    visitors: Visitors, rules: dict[str, Any] | None = None, **more: Any
) -> AsyncIterator[tuple[Visitor, Felt, Held]]:
    """Yield a visitor at a table with a computer player, and the line between the two."""
    async with Held(visitors.server.port) as line:
        server = Through(visitors.server, line)
        code, seats = visitors.server.table(
            [("Maggie", "person"), ("Ann", "novice")], **SHORT, **(rules or {})
        )
        visitor = await visitors.new(server=server, **more)
        visitor.expected += GONE
        await visitor.sit(code, seats, [*NAMES[:2]])
        yield visitor, Felt(visitor.page, random.Random(1)), line


async def choose(felt: Felt) -> State:
    """Play until this seat has to play a card, and choose one."""

    def may_play(state: State) -> bool:
        label = (state["bright"] or {}).get("label", "")
        return len(state["cards"]) in (2, 3, 4) and label == "Play a card"

    await felt.play(may_play)
    await felt.page.locator('.pt-hand [aria-disabled="false"]').first.press("Enter")
    return await felt.until(lambda state: bool(state["bright"]) and not state["bright"]["off"])


async def tries(page: Page, line: Line, times: int) -> None:
    """Let the time pass until the page has tried so many times to connect, in vain."""

    async def tried() -> bool:
        return line.vain >= times

    await passes(page, tried)


async def wait_until_shown(page: Page, selector: str, text: str = "") -> int:
    """Let the time pass until the page shows something; return how much passed."""
    return await passes(page, page.locator(selector, has_text=text or None).first.is_visible)


def says(page: Page, text: str) -> Any:
    return expect(page.locator(".pt-says", has_text=text))


@pytest.mark.parametrize(
    "viewport",
    [pytest.param(None, id="desktop", marks=pytest.mark.slow), pytest.param(PHONE, id="phone")],
)
async def test_a_card_moves_at_once(visitors: Visitors, viewport: Any) -> None:
    more = {"viewport": viewport} if viewport else {}
    async with on_a_line(visitors, **more) as (visitor, felt, line):
        state = await choose(felt)
        page = visitor.page
        await page.evaluate(_LISTEN)
        line.hold()
        done = await page.evaluate(_PRESS)
        assert done["pressed"]
        hand, pile = done["before"]
        assert done["after"] == [hand - 1, pile + 1]
        for text in ("Sending…", KEPT):
            await page.wait_for_function("(text) => said.has(text)", arg=text)
            assert await page.evaluate(_COVERED) == []
        assert await page.evaluate(_PRESSED) == state["bright"]["label"]
        line.let_go()
        await felt.until(lambda now: len(now["cards"]) < len(state["cards"]) and not now["refused"])
        await says(page, KEPT).to_have_count(0)


@pytest.mark.slow
async def test_a_dead_line_is_noticed_and_the_card_is_played_later(visitors: Visitors) -> None:
    async with on_a_line(visitors) as (visitor, felt, line):
        page = visitor.page
        await page.clock.install()
        await choose(felt)
        await stop_the_clock(page)
        line.swallow()
        await felt.bright.click()
        late = await wait_until_shown(page, ".pt-says", KEPT)
        lost = await passes(page, page.locator("[data-line=lost]").count)
        # By the clock of the page: 2 s, and 3.5 s after the last sign of life.
        assert late <= 2_500
        assert late + lost <= 4_500
        heard = page.locator(".live p", has_text="No answer yet")
        await passes(page, heard.count)
        await tries(page, line, 2)
        line.mend()
        # The event alone makes the page connect, without waiting for any time to pass.
        await page.evaluate("dispatchEvent(new Event('online'))")
        await expect(page.locator("[data-line=open]")).to_have_count(1)
        await page.clock.resume()
        await felt.until(lambda now: not now["sent"])
        await says(page, KEPT).to_have_count(0)
        await expect(heard).to_have_count(1)
        await felt.play()


@pytest.mark.slow
async def test_what_is_cut_off_comes_back_by_itself(visitors: Visitors) -> None:
    async with on_a_line(visitors) as (visitor, felt, line):
        await choose(felt)
        await visitor.page.clock.install()
        line.cut()
        await felt.bright.click()
        await tries(visitor.page, line, 4)
        line.mend()
        # No event notifies the page that the network is back.
        await expect(visitor.page.locator("[data-line=open]")).to_have_count(1)
        await felt.play()


@pytest.mark.slow
async def test_a_hint_comes_though_the_line_breaks_in_between(visitors: Visitors) -> None:
    async with on_a_line(visitors) as (visitor, felt, line):
        page = visitor.page
        await choose(felt)
        line.cut()
        await page.keyboard.press("h")
        await says(page, "One moment.").to_be_visible()
        line.mend()
        await page.evaluate("dispatchEvent(new Event('online'))")
        await expect(page.get_by_role("region", name="Hint")).to_be_visible(timeout=20_000)


@pytest.mark.slow
@pytest.mark.parametrize("what", ["play", "discard"])
async def test_what_is_refused_leaves_no_trace(visitors: Visitors, what: str) -> None:
    async with on_a_line(visitors) as (visitor, felt, _):
        page = visitor.page
        if what == "play":
            await choose(felt)
            await page.keyboard.press("Escape")
            before = await page.evaluate(_TRACE)
            await page.locator('.pt-hand [aria-disabled="false"]').first.press("Enter")
        else:
            await felt.play(lambda state: len(state["cards"]) == 6 and bool(state["bright"]))
            # The log grows once more when the opponent has discarded.
            await page.locator(".pt-log-list li", has_text=" discards ").wait_for(state="attached")
            before = await page.evaluate(_TRACE)
            for at in range(2):
                await page.locator(".pt-hand .pt-card").nth(at).press("Enter")
        # The request is one that the server cannot grant: an action of another seat.
        await page.evaluate(
            """() => {
              const send = WebSocket.prototype.send;
              WebSocket.prototype.send = function (data) {
                const message = JSON.parse(data);
                if (message.type === "act") message.action.seat = 1;
                WebSocket.prototype.send = send;
                send.call(this, JSON.stringify(message));
              };
            }"""
        )
        await felt.bright.click()
        state = await felt.until(lambda now: bool(now["refused"]))
        assert state["says"]
        assert await page.evaluate(_TRACE) == before
        await expect(page.locator(".live p", has_text=state["says"])).to_have_count(1)
        await felt.play()


@pytest.mark.slow
async def test_in_words(visitors: Visitors) -> None:
    rules = {"first_deal": "chosen"}
    async with on_a_line(visitors, rules, settings={"textView": True}) as (visitor, _, line):
        page = visitor.page
        await page.clock.install()
        discard = page.get_by_role("button", name="Discard")
        await page.get_by_role("button", name="Deal the cards").click()
        await discard.wait_for()
        cards = page.locator(".text-card")
        for at in range(2):
            await cards.nth(at).click()
        await stop_the_clock(page)
        line.swallow()
        await discard.click()
        await expect(page.locator(".text-button.sent")).to_have_count(1)
        await expect(cards).to_have_count(4)
        await wait_until_shown(page, ".text-says", "Sending…")
        late = "No answer yet: your cards are saved and will be sent."
        await wait_until_shown(page, ".text-says", late)
        await passes(page, page.locator(".live p", has_text=late).count)
        await tries(page, line, 2)
        await expect(page.locator(".live p", has_text=late)).to_have_count(1)
        line.mend()
        await page.clock.resume()
        await expect(page.locator(".text-says", has_text=late)).to_have_count(0)
        await expect(page.get_by_role("region", name="The log")).to_contain_text("You discard")
