"""Two friends at one table, in either language, from the link to the end of the match."""

from typing import Any

import pytest
from playwright.async_api import Page, expect

from pegout.text import language
from tests.browser.axe import check_axe
from tests.browser.tables import SHORT, felt
from tests.browser.visitors import PHONE, Visitor, Visitors
from tests.driver import Driver

#: Records what goes to the clipboard or is shared, and how often each sound plays.
_NOTED = """() => {
  window.noted = { copied: "", shared: null, tones: 0 };
  navigator.clipboard.writeText = async (text) => { window.noted.copied = text; };
  navigator.share = async (given) => { window.noted.shared = given; };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) {
    window.noted.tones += 1;
    return start.apply(this, at);
  };
}"""
_HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


class Evening:
    """An evening of Maggie on a phone and Ben at a desk, who joined by her link."""

    def __init__(self, visitors: Visitors, code: str) -> None:
        self.visitors = visitors
        self.t = language(code)

    async def sit_down(self) -> None:
        """Have Ben join by the link; he sees who waits, and which game is played."""
        t, server = self.t, self.visitors.server
        self.code, seats = server.table([("Maggie", "person"), ("", "open")], **SHORT)
        settings: dict[str, Any] = {"language": t.code}
        self.maggie = await self._come(PHONE, {**settings, "name": "Maggie"})
        await self.maggie.sit(self.code, seats, ["Maggie", ""])
        self.ben = await self._come(None, {**settings, "name": "Ben", "sounds": True})
        page = (await self.ben.open(f"/table/{self.code}")).page
        await expect(page.get_by_text(t("{name} waits for you.", name="Maggie"))).to_be_visible()
        await expect(page.locator(".join-page")).to_contain_text("5 min")
        await expect(page.locator(".join-page")).to_contain_text("31")
        await page.get_by_role("button", name=t("Sit here")).click()
        await page.wait_for_function("() => localStorage['pegout.tables']")
        kept = await page.evaluate("() => JSON.parse(localStorage['pegout.tables'])")
        tokens = [seats[0]["token"], kept[self.code]["seats"][0]["token"]]
        # The two pages shuffle the first pack.
        for visitor in (self.maggie, self.ben):
            await felt(visitor).until(lambda state: state["fan"])
        async with Driver(server, self.code, tokens) as driver:
            await driver.until(lambda position: position["view"]["phase"] == "discard")
        for visitor in (self.maggie, self.ben):
            await felt(visitor).until(lambda state: len(state["cards"]) == 6)

    async def _come(self, viewport: Any, settings: dict[str, Any]) -> Visitor:
        more = {"viewport": viewport} if viewport else {}
        visitor = await self.visitors.new(settings=settings, bypass_csp=True, **more)
        await visitor.context.add_init_script(f"({_NOTED})()")
        return visitor

    @property
    def away(self) -> Any:
        """The note at Ben's seat while he is away."""
        return self.maggie.page.locator(".pt-other-help")

    def button(self, page: Page, text: str, **more: str) -> Any:
        return page.get_by_role("button", name=self.t(text, **more), exact=True)

    async def call(self) -> None:
        """Have Ben look elsewhere: his tab says it is his turn, and Maggie may nudge him."""
        t, page, other = self.t, self.maggie.page, self.ben.page
        await other.evaluate(_HIDE, True)
        await expect(self.away).to_have_text(t("away"))
        turn = t("● Your turn: {name}", name=f"Maggie – {t('You')}")
        await expect(other).to_have_title(f"{turn} · Pegout")
        await self.away.click()
        await check_axe(page, "what can be done about a friend who is away")
        before = await other.evaluate("noted.tones")
        await self.button(page, "Nudge {name}", name="Ben").click()
        await expect(page.get_by_text(t("{name} has been notified.", name="Ben"))).to_be_visible()
        await expect(other.locator(".bubble")).to_contain_text(t("Are you still there?"))
        await other.wait_for_function("(before) => noted.tones > before", arg=before)

    async def send_the_link_again(self) -> None:
        page = self.maggie.page
        link = f"{self.visitors.server.url}/table/{self.code}"
        await self.button(page, "Copy the link").click()
        await expect(page.get_by_text(self.t("The link is copied."))).to_be_visible()
        assert await page.evaluate("noted.copied") == link
        await self.button(page, "Share the link").click()
        shared = await page.evaluate("noted.shared")
        assert shared == {"title": "Pegout", "text": self.t("A game of cribbage?"), "url": link}

    async def let_a_computer_player_go_on(self) -> None:
        """Have a level discard for Ben, who takes his seat back by opening the table."""
        page = self.maggie.page
        await page.locator("[data-key='level/novice']").click()
        await expect(self.away).to_have_text(self.t("computer"))
        await self.away.click()
        wait = self.button(page, "Wait for {name} again", name="Ben")
        await expect(wait).to_be_visible()
        await check_axe(page, "a computer player goes on")
        await page.keyboard.press("Escape")
        for key in ("1", "2", "Enter"):
            await page.keyboard.press(key)
        await felt(self.maggie).until(lambda state: len(state["cards"]) == 4 and not state["sent"])
        await self.ben.open(f"/table/{self.code}")
        await expect(self.away).to_be_hidden()
        said = self.t("{name} is back.", name="Ben")
        await expect(page.locator(".live p", has_text=said)).to_have_count(1)

    async def end(self) -> None:
        """Have Maggie offer to stop, and Ben decline, and then resign."""
        t, page, other = self.t, self.maggie.page, self.ben.page
        await self.button(page, "Table").click()
        await self.button(page, "Offer to stop…").click()
        await expect(self.button(page, "Play on")).to_be_focused()
        await check_axe(page, "asked once more")
        await self.button(page, "Offer to stop").click()
        bar = other.locator(".offer")
        await expect(bar).to_contain_text("Maggie")
        await check_axe(other, "an offer to stop")
        await self.button(other, "Go on").click()
        await expect(page.locator(".offer")).to_be_hidden()
        await self.button(other, "Table").click()
        await self.button(other, "Resign…").click()
        await expect(self.button(other, "Play on")).to_be_focused()
        await check_axe(other, "resigning, asked once more")
        await self.button(other, "Resign").click()
        await expect(other.locator(".pt-end")).to_contain_text(t("You resigned."))
        await expect(page.locator(".pt-end")).to_contain_text("Ben")


@pytest.mark.parametrize("code", [pytest.param("en", marks=pytest.mark.slow), "es"])
async def test_an_evening(visitors: Visitors, code: str) -> None:
    evening = Evening(visitors, code)
    await evening.sit_down()
    await evening.call()
    await evening.send_the_link_again()
    await evening.let_a_computer_player_go_on()
    await evening.end()
