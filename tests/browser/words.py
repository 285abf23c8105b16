"""The text view, used with a keyboard and a screen reader."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from playwright.async_api import Locator, Page

from pegout.text import language
from tests.browser.waiting import PATIENCE, PAUSE, until

_STATE: Final = """(region, words) => {
  const under = (title) => {
    const heading = [...region.querySelectorAll("h2, h3")].find((one) => one.textContent === title);
    const box = heading && heading.closest("section");
    return box && !box.hidden ? box : null;
  };
  const deeds = under(words.deeds);
  const hand = under(words.hand);
  const isOff = (one) => one.getAttribute("aria-disabled") === "true" || one.disabled;
  return {
    said: region.querySelectorAll("ol li").length,
    hands: region.querySelectorAll(`[aria-label="${words.hands}"] button`).length,
    controls: [...(deeds?.querySelectorAll("button") ?? [])].map((button) => {
      const field = button.closest("form")?.querySelector("input");
      return {
        label: button.textContent.trim(), off: isOff(button),
        minimum: field ? Number(field.min) : null, maximum: field ? Number(field.max) : null,
      };
    }),
    cards: [...(hand?.querySelectorAll("button") ?? [])].map((button) => ({
      name: button.textContent.trim(), off: isOff(button),
      chosen: button.getAttribute("aria-pressed") === "true",
    })),
  };
}"""

#: Records every addition to a live region from now on.
_LISTEN: Final = """() => {
  window.spoken = [];
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const region = target.nodeType === 1 && target.closest("[aria-live]");
      for (const node of region ? addedNodes : []) {
        if (node.textContent.trim()) window.spoken.push(node.textContent.trim());
      }
    }
  }).observe(document.body, { subtree: true, childList: true });
}"""


@dataclass
class Spoken:
    """The announcements of all live regions of a page."""

    page: Page

    async def listen(self) -> Spoken:
        await self.page.evaluate(_LISTEN)
        return self

    async def all(self) -> str:
        said: list[str] = await self.page.evaluate("() => window.spoken")
        return " ".join(said)

    async def wait_for(self, words: str) -> None:
        await self.page.wait_for_function(
            "(words) => window.spoken.join(' ').includes(words)", arg=words
        )


class TextView:
    """Plays by keys alone: digits choose, Enter confirms, Tab moves to a button or a field."""

    def __init__(self, page: Page, chance: random.Random, code: str = "en") -> None:
        self.page = page
        self.chance = chance
        self.keys = page.keyboard
        t = language(code)
        #: Since when it has waited for the others.
        self._waiting: float | None = None
        self._log = t("The log")
        self._waits, self._again = (t("Shuffle for the cut"), t("Take back")), t("Play again")
        self._play, self._discard = t("Play {card}", card=""), t("Discard {cards}", cards="")
        self._words = {
            "deeds": t("What you can do"),
            "hand": t("Your hand"),
            "hands": t("The hands of this deal"),
        }

    @property
    def region(self) -> Locator:
        return self.page.locator(".text-view")

    async def state(self) -> dict[str, Any]:
        await self.region.wait_for()
        state: dict[str, Any] = await self.region.evaluate(_STATE, self._words)
        return state

    async def log(self) -> list[str]:
        """Return the sentences of the log, the oldest first."""
        items = self.page.get_by_role("region", name=self._log).get_by_role("listitem")
        return [text.strip() for text in reversed(await items.all_inner_texts())]

    async def step(self) -> str:
        """Take the next action; return the label of its button, empty if there was none."""
        return await self._act(await self.state())

    async def until(self, reached: Callable[[dict[str, Any]], bool]) -> None:
        """Play until the state fulfils a condition, and take no action beyond it."""
        while not reached(state := await self.state()):
            await self._act(state)

    async def _act(self, state: dict[str, Any]) -> str:
        if not state["controls"] or state["controls"][0]["label"] in self._waits:
            # The page shuffles the first pack by itself, and a card can be taken back while a
            # computer player decides.
            await self._wait(state)
            return ""
        first = state["controls"][0]
        if first["off"] or first["label"].startswith((self._play, self._discard)):
            await self._choose(state)
            now = await self.state()
            if not now["controls"]:
                return ""
            first = now["controls"][0]
        label: str = first["label"]
        if first["off"] or label == self._again:
            return ""
        if first["minimum"] is not None:
            await self._enter_number(first)
        elif not await self._on_a_chosen_card() and not await self._tab_to(label):
            return ""
        await self.keys.press("Enter")
        await self._gone_on(state, label)
        self._waiting = None
        return label

    async def _wait(self, state: dict[str, Any]) -> None:
        """Wait a moment for the others."""
        now = time.monotonic()
        self._waiting = self._waiting or now
        assert now < self._waiting + PATIENCE, f"nothing happens: {state}"
        await asyncio.sleep(PAUSE)

    async def _choose(self, state: dict[str, Any]) -> None:
        wanted = 2 if len(state["cards"]) == 6 else 1
        open_ones = [at for at, card in enumerate(state["cards"]) if not card["off"]]
        for at in self.chance.sample(open_ones, min(wanted, len(open_ones))):
            if not state["cards"][at]["chosen"]:
                await self.keys.press(str(at + 1))

    async def _on_a_chosen_card(self) -> bool:
        return bool(
            await self.page.evaluate("() => document.activeElement.matches('[aria-pressed=true]')")
        )

    async def _enter_number(self, control: dict[str, Any]) -> None:
        await self._tab_to("")
        number = self.chance.randint(
            control["minimum"], min(control["maximum"], control["minimum"] + 12)
        )
        await self.keys.type(str(number))

    async def _tab_to(self, label: str) -> bool:
        """Press Tab until the focus is on the button with this label, or on a field.

        Return whether it got there; where the table has moved on, the button is gone.
        """
        for _ in range(60):
            found = await self.page.evaluate(
                """(label) => {
                  const active = document.activeElement;
                  return label ? active.matches("button") && active.textContent.trim() === label
                    : active.matches(".text-view input");
                }""",
                label,
            )
            if found:
                return True
            await self.keys.press("Tab")
        if label and label not in [entry["label"] for entry in (await self.state())["controls"]]:
            return False
        raise AssertionError(f"Tab does not come to {label or 'the field'}")

    async def _gone_on(self, before: dict[str, Any], label: str) -> None:
        """Wait until something has happened."""

        async def gone_on() -> bool:
            # A note says that another player has cut there, so another number is tried.
            note = self.region.locator(".text-note")
            return await self.state() != before or await note.is_visible()

        try:
            await until(gone_on)
        except AssertionError as late:
            raise AssertionError(f"nothing follows from {label!r}") from late
