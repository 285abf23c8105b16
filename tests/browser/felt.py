"""The drawn table, used with a mouse, a finger or a keyboard."""

import asyncio
import random
from collections.abc import Callable
from functools import cache
from typing import Any, Final, Literal

from playwright.async_api import Error, Locator, Page
from playwright.async_api import TimeoutError as TooLate

from pegout.text import language
from tests.browser.waiting import PATIENCE, PAUSE, until

By = Literal["mouse", "touch", "keys"]
State = dict[str, Any]

#: The time limit for a whole game, in seconds.
GAME: Final = 400.0
#: The time limit for an element that was there a moment ago, in milliseconds.
HASTE: Final = 3_000

_STATE: Final = """() => {
  const shown = (one) => one && one.checkVisibility({ visibilityProperty: true });
  const off = (one) => one.disabled || one.getAttribute("aria-disabled") === "true";
  const root = document.querySelector(".pt");
  const covered = Boolean([...document.querySelectorAll(".cover")].find(shown));
  if (!root) {
    return {
      there: covered, over: false, covered, cards: [], bright: null, fan: false, log: 0, mine: 0,
      refused: false, number: null, says: "", sent: false,
    };
  }
  const hand = root.querySelector("[role=group].pt-hand");
  const bright = [...root.querySelectorAll(".pt-foot .pt-do")].find(shown);
  const fan = [...root.querySelectorAll("[role=slider].pt-fan")].find(shown);
  const number = [...root.querySelectorAll(".pt-number")].find(shown);
  const card = (one) => ({
    key: one.dataset.key, name: one.getAttribute("aria-label"), off: off(one),
    chosen: one.getAttribute("aria-pressed") === "true",
  });
  return {
    there: true,
    over: shown(root.querySelector(".pt-end")) ?? false,
    covered,
    bright: bright ? {
      key: bright.dataset.key, label: bright.textContent.trim(), off: off(bright),
    } : null,
    cards: [...(hand?.querySelectorAll("button[aria-pressed]") ?? [])].map(card),
    fan: Boolean(fan && !off(fan)),
    number: number ? Number(number.value) : null,
    log: root.querySelectorAll(".pt-log-list li").length,
    mine: [...root.querySelectorAll(".pt-log-list li")]
      .filter((one) => /\\b[Yy]ou/.test(one.textContent)).length,
    says: root.querySelector(".pt-says")?.textContent ?? "",
    refused: root.querySelector(".pt-says")?.dataset.tone === "error",
    sent: Boolean(root.querySelector(".sent")),
  };
}"""


@cache
def _first_cut() -> list[str]:
    """Return the button that asks for the first pack, in every language."""
    return [language(code)("Cut for the deal") for code in ("en", "es")]


class Felt:
    """Plays at a drawn table in any language, with random choices."""

    def __init__(self, page: Page, chance: random.Random, by: By = "mouse") -> None:
        self.page = page
        self.chance = chance
        self.by = by
        #: Whether only players at this screen play.
        self.shared = False

    async def state(self) -> State:
        """Return what the page shows and which actions it allows."""
        state: State = await self.page.evaluate(_STATE)
        return state

    @property
    def bright(self) -> Locator:
        """The one button to press first."""
        return self.page.locator(".pt-foot .pt-do")

    @property
    def end(self) -> Locator:
        return self.page.get_by_role("region", name="The end")

    @property
    def hand(self) -> Locator:
        return self.page.get_by_role("group", name="Your hand").get_by_role("button")

    async def log(self) -> list[str]:
        """Return the sentences of the log, the oldest first."""
        items = self.page.locator(".pt-log-list li")
        return [text.strip() for text in await items.all_text_contents()]

    async def until(self, there: Callable[[State], bool]) -> State:
        return await until(self.state, there)

    async def play(self, reached: Callable[[State], bool] | None = None) -> State:
        """Play until the page reaches a state, or else until the game is over."""
        there = reached or (lambda state: bool(state["over"]))
        async with asyncio.timeout(GAME):
            while not ((state := await self.state())["there"] and there(state)):
                if state["covered"]:
                    # This player plays all seats that share the screen.
                    await self.uncover()
                elif not await self.step(state):
                    await asyncio.sleep(PAUSE)
        return state

    async def uncover(self) -> None:
        """Uncover a shared screen for the next player."""
        await self.page.locator(".cover-button").click()
        await self.until(lambda state: not state["covered"])

    async def step(self, state: State | None = None) -> bool:
        """Take an action, if one is possible, and wait until it is done."""
        state = state or await self.state()
        if not state["there"] or state["over"] or state["covered"]:
            return False
        if state["sent"]:
            # The last press has not been answered yet.
            return False
        if state["fan"]:
            if not await self.cut():
                return False
        elif not state["bright"] or state["bright"]["label"] in _first_cut():
            # The page shuffles the first pack by itself.
            return False
        elif state["bright"]["key"] in ("next", "accept"):
            # It only shows what has happened already; the next step may look the same.
            await self._press(state)
            return True
        elif state["bright"]["key"] in ("discard", "play"):
            if not await self.choose(state):
                return False
            state = await self.state()
            await self._press(state)
        else:
            if state["number"] is not None:
                await self._number(self.chance.randint(0, 12))
                state = await self.state()
            await self._press(state)
        await self._done(state)
        return True

    async def _done(self, before: State) -> None:
        """Wait until the action has happened; other seats may act in the meantime."""
        same = [
            "bright",
            "fan",
            "mine",
            "over",
            "covered",
            "refused",
            *(["log"] if self.shared else []),
            # The page asks for confirmation before it claims a count of nothing.
            *(["says"] if before["number"] is not None else []),
        ]
        await self.until(
            lambda now: (
                not now["sent"]
                and (
                    any(now[name] != before[name] for name in same)
                    or len(now["cards"]) != len(before["cards"])
                )
            )
        )

    async def _press(self, state: State) -> None:
        """Press the bright button, unless the table moves on without it in the meantime."""
        for _ in range(int(PATIENCE) // 5):
            try:
                return await self._press_now()
            except Error:
                # A shared screen redraws the table for the next player.
                if await self.state() != state:
                    return None
        raise AssertionError(f"the bright button cannot be pressed: {await self.state()}")

    async def _press_now(self) -> None:
        if self.by == "keys":
            chosen = await self.page.evaluate("() => document.activeElement.ariaPressed === 'true'")
            if not chosen:
                await self._tab_to_the_bright_button()
            await self.page.keyboard.press("Enter")
        elif self.by == "touch":
            await self.bright.tap(timeout=5000)
        else:
            await self.bright.click(timeout=5000)

    async def _tab_to_the_bright_button(self) -> None:
        for _ in range(60):
            if await self.bright.evaluate("(button) => button === document.activeElement"):
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError("Tab does not come to the bright button")

    async def cut(self) -> bool:
        """Cut the pack; return whether the pack still had to be cut."""
        fan = self.page.locator("[role=slider].pt-fan")
        if self.by == "keys":
            await fan.focus()
            for _ in range(self.chance.randint(1, 5)):
                await self.page.keyboard.press(self.chance.choice(["ArrowLeft", "PageUp"]))
            await self.page.keyboard.press("Enter")
            return True
        box = await fan.bounding_box()
        if box is None:
            # The fan was folded between the look at it and this.
            return False
        place = {"x": box["width"] * self.chance.uniform(0.1, 0.9), "y": box["height"] / 2}
        try:
            if self.by == "touch":
                await fan.tap(position=place, timeout=HASTE)  # type: ignore[arg-type]
                await self.bright.tap()
            else:
                await fan.click(position=place, timeout=HASTE)  # type: ignore[arg-type]
        except TooLate:
            # Another player acted first, and the page shows that before it lets this one cut.
            return False
        return True

    async def choose(self, state: State) -> bool:
        """Choose playable cards; return whether there were any."""
        open_ones = [card["key"] for card in state["cards"] if not card["off"]]
        self.chance.shuffle(open_ones)
        many = 2 if state["bright"]["key"] == "discard" else 1
        now = state
        for key in open_ones[:many]:
            # One card may be enough, and one may have been chosen already.
            if not now["bright"] or not now["bright"]["off"]:
                break
            [at] = [at for at, card in enumerate(now["cards"]) if card["key"] == key]
            if not now["cards"][at]["chosen"]:
                await self._take(key, at)
            now = await self.state()
        if not now["bright"] or now["bright"]["off"]:
            return False
        if now["number"] is not None:
            await self._number(self.chance.randint(0, 2))
        return True

    async def _take(self, key: str, at: int) -> None:
        card = self.page.locator(f'.pt-hand [data-key="{key}"]')
        if self.by == "keys":
            await self.page.keyboard.press(str(at + 1))
        elif self.by == "touch":
            await card.tap(position={"x": 16, "y": 30})
        else:
            await card.click(position={"x": 16, "y": 30})

    async def _number(self, number: int) -> None:
        field = self.page.locator(".pt-number")
        await field.fill(str(number))
