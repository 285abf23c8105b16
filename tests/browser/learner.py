"""A learner who knows no cribbage, and does only what the guide of the first game says."""

import asyncio
from contextlib import suppress
from typing import Any, Final, Literal

from playwright.async_api import Page
from playwright.async_api import TimeoutError as TooLate

from pegout.cards import CARDS, parse_cards
from pegout.school.lesson import bare_items
from pegout.scoring import Kind, score_show
from pegout.text import card_name, language

#: What the learner uses: the mouse, the keyboard, or the text view.
Way = Literal["mouse", "keys", "text"]

#: How often the page is looked at, and how long an answer is waited for, in seconds.
_PAUSE: Final = 0.04
_ANSWER: Final = 5.0
#: The time limit for a first game, in seconds.
GAME: Final = 900.0

#: What the guide calls a fifteen, a pair and a run.
_NAMED: Final = {"en": ("fifteen", "pair", "run"), "es": ("quince", "pareja", "escalera")}

_STATE: Final = """({ way, words }) => {
  const shown = (one) => Boolean(one?.checkVisibility({ visibilityProperty: true }));
  const off = (one) => one.getAttribute("aria-disabled") === "true";
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
  const text = way === "text";
  const buttons = all(text ? ".text-buttons button" : ".pt-buttons button");
  const guided = text
    ? buttons.some((one) => one.textContent === words.leave) : all(".pt-guide").length > 0;
  const says = text ? ".text-says" : ".pt-guide-says";
  const bright = buttons.find((one) => one.matches(".primary"));
  const card = (one) => ({ card: one.dataset.key ?? one.dataset.card, off: off(one) });
  return {
    says: guided ? document.querySelector(says).textContent : "",
    bright: bright ? { label: bright.textContent, off: off(bright) } : null,
    taps: buttons.some((one) => one.textContent === words.without),
    hand: all(text ? ".text-hand button" : ".pt-hand button[aria-pressed]").map(card),
    pressed: all(":is(.pt-hand button, .pt-cards button, .text-hand button, [data-pick])")
      .filter((one) => one.ariaPressed === "true")
      .map((one) => one.dataset.key ?? one.dataset.card ?? one.dataset.pick),
    shown: all(text ? "[data-pick]" : ".pt-cards button[aria-pressed]")
      .map((one) => one.dataset.key ?? one.dataset.pick),
    starter: text
      ? all(".text-rows dd").map((one) => one.textContent).find((one) => words.names[one])
      : document.querySelector('.pt-card[data-zone="starter"]')?.dataset.key,
    over: text ? document.querySelector(".text-state h2")?.textContent === words.end
      : all(".pt-end").length > 0,
  };
}"""


#: Notes every sentence of the guide: one may be answered before the next look at the page.
_NOTE: Final = """(selector) => {
  window.told = new Set();
  const note = () => document.querySelectorAll(selector)
    .forEach((one) => window.told.add(one.textContent));
  note();
  new MutationObserver(note)
    .observe(document, { childList: true, subtree: true, characterData: true });
}"""


class Learner:
    """Plays the first game by what the guide says, and remembers that."""

    def __init__(self, page: Page, way: Way, code: str = "en") -> None:
        self.page = page
        self.way = way
        t = language(code)
        self._words: dict[str, Any] = {
            "names": {card_name(card, t): str(card) for card in CARDS},
            "leave": t("Leave the guide"), "without": t("Go on without"), "end": t("The end"),
        }  # fmt: skip
        kinds = (Kind.FIFTEEN,), (Kind.PAIR,), (Kind.RUN,)
        self._kinds = dict(zip(_NAMED[code], kinds, strict=True))
        self._discard = t("Discard")
        #: The sentences of the guide, in their order.
        self.told: list[str] = []

    async def state(self) -> dict[str, Any]:
        state: dict[str, Any] = await self.page.evaluate(
            _STATE, {"way": self.way, "words": self._words}
        )
        return state

    async def play(self) -> None:
        """Play until the game is over and the guide has said its last sentence."""
        says = ".text-says" if self.way == "text" else ".pt-guide-says"
        await self.page.evaluate(_NOTE, says)
        async with asyncio.timeout(GAME):
            while True:
                state = await self.state()
                if state["over"] and not state["says"]:
                    self.told = await self.page.evaluate("() => [...window.told]")
                    return
                if not await self._step(state):
                    await asyncio.sleep(_PAUSE)

    async def _step(self, state: dict[str, Any]) -> bool:
        if state["taps"]:
            return await self._find(state)
        bright = state["bright"]
        if bright is None:
            return False
        if bright["off"]:
            await self._choose(state, bright["label"])
            return False
        await self._press_bright(state)
        return True

    async def _find(self, state: dict[str, Any]) -> bool:
        """Tap the combinations that the guide asks for, until it says something else."""
        if state["shown"]:
            (starter,) = parse_cards(self._words["names"].get(state["starter"], state["starter"]))
            hand = [card for card in parse_cards(" ".join(state["shown"])) if card != starter]
            items = [item.cards for item in score_show(hand, starter)]
        else:
            hand = list(parse_cards(" ".join(one["card"] for one in state["hand"])))
            said = state["says"].casefold()
            wanted = next((kinds for word, kinds in self._kinds.items() if word in said), None)
            if wanted is None:
                # The text view says that what was tapped before is on its way.
                return False
            items = [bare_items(sorted(hand), wanted)[0].cards]
        await self._unmark(state)
        for cards in items:
            for card in cards:
                await self._tap(str(card), state)
        await self._until_changed(state)
        return True

    async def _unmark(self, state: dict[str, Any]) -> None:
        """Take back what is still marked, because a tap before came too early or too late."""
        for card in state["pressed"]:
            await self._tap(card, state)

    async def _tap(self, card: str, state: dict[str, Any]) -> None:
        drawn = self.page.locator(f'.pt-card[data-key="{card}"]')
        if self.way == "text":
            kind = "pick" if state["shown"] else "card"
            with suppress(TooLate):
                await self.page.locator(f'[data-{kind}="{card}"]').click(timeout=2_000)
        elif self.way == "mouse":
            # Cards overlap; each shows its left edge.
            # What was free a moment ago may be at rest by then.
            with suppress(TooLate):
                await drawn.click(position={"x": 10, "y": 24}, timeout=2_000)
        elif state["shown"]:
            with suppress(TooLate):
                await drawn.focus(timeout=2_000)
                await self.page.keyboard.press("Space")
        else:
            hand = [one["card"] for one in state["hand"]]
            # What was in the hand a moment ago may be gone by then.
            if card in hand:
                await self.page.keyboard.press(str(hand.index(card) + 1))

    async def _choose(self, state: dict[str, Any], label: str) -> None:
        """Choose two cards to discard, or a card to play."""
        free = [one["card"] for one in state["hand"] if not one["off"]]
        many = 2 if label.startswith(self._discard) else 1
        if len(free) < many:
            return
        await self._unmark(state)
        for card in free[-many:]:
            await self._tap(card, await self.state())

    async def _until_changed(self, before: dict[str, Any]) -> None:
        """Wait until the page has answered; a press that came too late changes nothing."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_ANSWER):
                while await self.state() == before:
                    await asyncio.sleep(_PAUSE)

    async def _press_bright(self, state: dict[str, Any]) -> None:
        if self.way == "keys":
            await self.page.keyboard.press("Enter")
        else:
            field = self.page.locator(".text-buttons input:visible")
            if await field.count():
                await field.fill("20")
            selector = ".text-buttons button.primary" if self.way == "text" else ".pt-do"
            # What was bright a moment ago may be at rest by then.
            with suppress(TooLate):
                await self.page.locator(selector).first.click(timeout=1_000)
        await self._until_changed(state)
