"""How many presses a whole game takes, none of them for an unnecessary question."""

import asyncio
import json
import re
from collections import Counter
from functools import partial
from operator import ne
from typing import Any, Final

import pytest
from playwright.async_api import expect
from websockets.asyncio.client import connect

from pegout.cards import VALUES, Card
from pegout.scoring import score_play, score_show
from tests.browser.axe import check_axe
from tests.browser.felt import Felt, State
from tests.browser.tables import at_a_table, felt
from tests.browser.visitors import FINISHED, PHONE, Visitors
from tests.browser.waiting import PAUSE, passes, stop_the_clock
from tests.serving import Server

MUGGINS: Final = {"counting": "manual", "muggins": True}
#: The presses in the same games when every count needed a press.
BEFORE: Final = {"automatic": 64, "muggins": 112}
#: The number of presses that only confirmed a count.
ANSWERS: Final = 26


class Presser:
    """Plays by touch, with the first playable card and correct counts; counts its presses."""

    def __init__(self, table: Felt, socket: str, token: str) -> None:
        self.table = table
        self.presses: Counter[str] = Counter()
        self._socket = socket
        self._token = token

    async def view(self) -> dict[str, Any]:
        async with connect(self._socket) as line:
            await line.send(json.dumps({"type": "hello", "version": 2, "token": self._token}))
            while (message := json.loads(await line.recv()))["type"] != "position":
                pass
            view: dict[str, Any] = message["view"]
            return view

    async def press(self, what: str, selector: str) -> None:
        self.presses[what] += 1
        await self.table.page.locator(selector).tap(position={"x": 16, "y": 30})

    async def bright(self, state: State) -> None:
        self.presses[state["bright"]["label"].split()[0]] += 1
        await self.table.bright.tap(timeout=5_000)

    async def number(self, points: int, shown: int | None) -> None:
        """Enter a number in the way that takes fewer presses: step by step, or digit by digit."""
        if points == (shown or 0) and shown is not None:
            return
        field = self.table.page.locator(".pt-number")
        self.presses["number"] += min(points - (shown or 0) or 9, 1 + len(str(points)))
        await field.fill(str(points))

    async def step(self, state: State) -> None:
        label = state["bright"]["label"]
        if label.startswith("Discard"):
            for card in state["cards"][:2]:
                await self.press("card", f'.pt-hand [data-key="{card["key"]}"]')
        elif label.startswith("Play"):
            await self.card(state)
        elif label.startswith("Count"):
            view = await self.view()
            shown = view["shown"][-1]
            cards = [Card.parse(card) for card in shown["cards"]]
            starter = Card.parse(view["starter"])
            items = score_show(cards, starter, crib=shown["crib"])
            await self.number(sum(item.points for item in items), state["number"])
        now = await self.table.until(lambda now: bool(now["bright"] and not now["bright"]["off"]))
        await self.bright(now)
        # These change the hand when they are done.
        hand = label.startswith(("Discard", "Play", "Next deal", "Deal"))
        before = _place(now, hand=hand)
        await self.table.until(lambda later: _place(later, hand=hand) != before)

    async def card(self, state: State) -> None:
        key = next(card["key"] for card in state["cards"] if not card["off"])
        await self.press("card", f'.pt-hand [data-key="{key}"]')
        now = await self.table.until(lambda now: bool(now["bright"] and not now["bright"]["off"]))
        if now["number"] is not None:
            cards = [Card.parse(played["card"]) for played in (await self.view())["pile"]]
            # A completed count stays on the table until it is confirmed.
            old = sum(VALUES[card] for card in [*cards, Card.parse(key)]) > 31
            items = score_play([*([] if old else cards), Card.parse(key)])
            await self.number(sum(item.points for item in items), now["number"])

    async def game(self) -> Counter[str]:
        """Play to the end, and return how often each control was pressed."""
        while not (state := await self.table.state())["over"]:
            if state["fan"] and not state["sent"]:
                self.presses["cut"] += 2
                await self.table.cut()
                await self.table.until(partial(ne, state))
            elif not _waits_for_a_press(state):
                await asyncio.sleep(PAUSE)
            else:
                await self.step(state)
        return self.presses


class OneTap(Presser):
    """Plays with one tap for a card, while the table deals by itself; counts for each deal."""

    async def deals(self) -> list[int]:
        """Play to the end, and return the number of presses of each deal."""
        begun: list[int] = []
        while not (state := await self.table.state())["over"]:
            label = state["bright"]["label"] if state["bright"] else ""
            open_ = [card for card in state["cards"] if not card["off"]]
            if state["sent"]:
                await asyncio.sleep(PAUSE)
            elif state["fan"]:
                await self.once(state)
            elif label.startswith("Discard") and len(state["cards"]) == 6:
                begun.append(self.presses.total())
                await self.step(state)
            elif label.startswith("Play") and open_:
                await self.press("card", f'.pt-hand [data-key="{open_[0]["key"]}"]')
                await self.table.until(partial(_fewer, len(state["cards"])))
            else:
                await asyncio.sleep(PAUSE)
        ends = [*begun[1:], self.presses.total()]
        return [end - start for start, end in zip(begun, ends, strict=True)]

    async def once(self, state: State) -> None:
        """Cut where the pack is held out."""
        if state["bright"] and not state["bright"]["off"]:
            await self.bright(state)
        await self.table.until(partial(ne, state))


def _fewer(many: int, state: State) -> bool:
    return bool(state["over"]) or len(state["cards"]) != many


def _waits_for_a_press(state: State) -> bool:
    """Return whether a control is waiting to be pressed; the last press may still be pending."""
    label = state["bright"]["label"] if state["bright"] else ""
    waits = state["sent"] or (
        label.startswith("Play") and all(card["off"] for card in state["cards"])
    )
    return bool(label) and "for the deal" not in label and not waits


def _place(state: State, *, hand: bool) -> tuple[Any, ...]:
    """Return values that change when an action is done: those of the hand alone, or all."""
    keys = [card["key"] for card in state["cards"]]
    return (keys, state["over"], *([] if hand else [state["log"], state["bright"]]))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "switches"),
    [("automatic", {}), pytest.param("muggins", MUGGINS, marks=pytest.mark.long)],
)
async def test_presses_of_a_whole_game(
    visitors: Visitors, same: Server, name: str, switches: dict[str, Any]
) -> None:
    visitor = await at_a_table(
        visitors,
        switches={"target": 61, "first_deal": "random", **switches},
        server=same,
        viewport=PHONE,
        touch=True,
    )
    kept = await visitor.page.evaluate("() => JSON.parse(localStorage['pegout.tables'])")
    [(code, table)] = kept.items()
    presser = Presser(felt(visitor), same.socket(code), table["seats"][0]["token"])
    presses = await presser.game()
    assert presses.total() <= BEFORE[name], presses
    if name == "muggins":
        assert presses["Go"] * 2 < ANSWERS, presses
        assert presses.total() <= BEFORE[name] - 15, presses


async def test_a_deal_takes_eight_presses_with_one_tap_and_deals_by_themselves(
    visitors: Visitors, same: Server
) -> None:
    visitor = await at_a_table(
        visitors,
        switches={"target": 61, "first_deal": "random"},
        server=same,
        viewport=PHONE,
        touch=True,
        settings={"confirm": False, "autoDeal": True, "askedPlay": True},
    )
    await visitor.page.locator(".pt-do").tap()
    deals = await OneTap(felt(visitor), "", "").deals()
    assert len(deals) > 2
    assert max(deals) <= 8, deals


async def test_a_press_holds_the_next_deal_back(visitors: Visitors, same: Server) -> None:
    visitor = await at_a_table(
        visitors,
        switches={"target": 61, "first_deal": "random"},
        server=same,
        settings={"pace": "slow", "thinking": "off"},
    )
    page = visitor.page
    main = page.locator(".table-page")
    await visitor.change(autoDeal=True)
    sent = visitor.frames_sent()
    await page.clock.install()
    await stop_the_clock(page)
    await page.reload()
    await passes(page, main.and_(page.locator(".deals")).count)
    await page.locator(".pt-felt").click(position={"x": 5, "y": 5})
    await expect(main).not_to_have_class(re.compile("deals"))
    await page.clock.fast_forward("00:15")
    await page.locator(".pt-do").click()
    await page.clock.resume()
    await felt(visitor).until(lambda state: len(state["cards"]) == 6)
    assert len([frame for frame in sent if '"ready"' in frame]) == 1, "only by the press"


async def test_what_is_asked_once_after_a_first_game(visitors: Visitors, same: Server) -> None:
    visitor = await visitors.new(PHONE, server=same, settings={"confirm": True}, bypass_csp=True)
    await visitor.remember("pegout.tables", FINISHED)
    await visitor.open()
    page = visitor.page
    await page.locator(".home-start").click()
    asks = page.locator(".play-question")
    await expect(asks.get_by_role("switch")).to_have_count(2)
    await check_axe(page, "what is asked once")
    await asks.get_by_text("Does one tap play a card?").click()
    await asks.get_by_text("Do deals go on by themselves?").click()
    await asks.get_by_role("button", name="Done").click()
    await expect(asks).to_be_hidden()
    settings = await page.evaluate("() => JSON.parse(localStorage['pegout.settings'])")
    assert (settings["confirm"], settings["autoDeal"], settings["askedPlay"]) == (False, True, True)
    await page.reload()
    await page.locator(".pt").wait_for()
    await expect(asks).to_be_hidden()
