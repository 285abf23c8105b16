"""The end of a game says how much of it was luck, and leads to the costliest decision."""

import random
import re
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.axe import check_axe
from tests.browser.visitors import DESKTOP, PHONE, Visitor, Visitors
from tests.driver import Driver
from tests.serving import Server

#: The time limit of a whole game that is shown, and of its review, on a busy machine, in ms.
LONG = 180_000
#: What the line says.
LINE = re.compile(r"^You (won|lost) by \d+\. Luck \S+, skill \S+\.$")


async def at_the_end(
    visitors: Visitors, server: Server, settings: dict[str, Any] | None = None, **more: Any
) -> Visitor:
    """Return a visitor at the end of a game against a computer player."""
    chosen = {"pace": "quick", **(settings or {})}
    visitor = await visitors.new(settings=chosen, server=server, bypass_csp=True, **more)
    rules = {"target": 31, "first_deal": "chosen"}
    code, seats = server.table([("Ann", "person"), ("Ben", "club")], **rules)
    await visitor.sit(code, seats[:1], ["Ann", "Ben"])
    tokens = [seats[0]["token"]]
    async with Driver(server, code, tokens, random.Random(2)) as driver:
        await driver.until(lambda position: bool(position["standing"]["over"]))
    return visitor


@pytest.mark.slow
@pytest.mark.parametrize(
    "viewport",
    [pytest.param(PHONE, marks=pytest.mark.long), DESKTOP],
    ids=["phone", "desktop"],
)
async def test_the_line_is_told_and_leads_to_the_costliest_decision(
    visitors: Visitors, same: Server, viewport: Any
) -> None:
    page = (await at_the_end(visitors, same, viewport=viewport)).page
    end = page.get_by_role("region", name="The end")
    await expect(end.locator(".pt-luck-line")).to_have_text(LINE, timeout=LONG)
    await expect(end.get_by_role("list", name="The last cards")).to_be_visible()
    await check_axe(page, "the end with its line")
    costliest = end.get_by_role("button", name="Costliest")
    cost = await costliest.locator(".figures").inner_text()
    await costliest.click()
    await expect(page.locator(".pt-review-text")).to_contain_text(cost)


@pytest.mark.long
async def test_the_text_view_says_the_same_in_words(visitors: Visitors, same: Server) -> None:
    page = (await at_the_end(visitors, same, {"textView": True}, viewport=PHONE)).page
    luck = page.locator(".text-luck")
    await expect(luck.locator(".pt-luck-line")).to_have_text(LINE, timeout=LONG)
    await check_axe(page, "the end in words with its line")
    costliest = luck.get_by_role("button")
    said = await costliest.inner_text()
    assert re.match(r"Costliest: .+; better .+ \(−\d.*%\)$", said), said
    await costliest.click()
    cost = said.rpartition("(")[2].rstrip(")")
    await expect(page.locator(".pt-review-text")).to_contain_text(cost)
    await expect(luck).to_be_hidden()
