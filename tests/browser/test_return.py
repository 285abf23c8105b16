"""Whoever comes back, however they went, finds the game where it was."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Browser, expect

from tests.browser.tables import at_a_table, felt, place
from tests.browser.visitors import Visitor, Visitors
from tests.serving import GENEROUS, Server

#: What a browser says of a server that is not there; the page says it in its own words.
GONE = ["WebSocket connection", "ERR_CONNECTION", "ERR_INTERNET_DISCONNECTED"]


async def in_the_play(visitor: Visitor, seed: int = 1) -> None:
    """Play until two cards of the hand are laid and it is this player's turn."""
    await felt(visitor, seed).play(
        lambda state: len(state["cards"]) == 2 and state["bright"] is not None
    )


async def test_a_page_loaded_again(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors)
    await in_the_play(visitor)
    before = await place(visitor)
    await visitor.page.reload()
    await felt(visitor).until(lambda state: state["there"] and len(state["cards"]) == 2)
    after = await place(visitor)
    for name in ("cards", "bright", "log", "scores", "figure"):
        assert after[name] == before[name]
    await felt(visitor).play()


async def test_a_second_tab(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors)
    await in_the_play(visitor)
    other = await visitor.tab(visitor.page.url.removeprefix(visitor.server.url))
    await felt(other).until(lambda state: state["there"] and len(state["cards"]) == 2)
    assert (await place(other))["cards"] == (await place(visitor))["cards"]
    await felt(other).step()
    await felt(visitor).until(lambda state: len(state["cards"]) < 2 or state["over"])
    # The two are told at the same time, but do not draw at the same time.
    for _ in range(200):
        if (await place(other))["log"] == (await place(visitor))["log"]:
            break
        await visitor.page.wait_for_timeout(25)
    else:
        assert (await place(other))["log"] == (await place(visitor))["log"]


async def test_a_line_that_breaks(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors)
    visitor.expected += GONE
    await in_the_play(visitor)
    before = await place(visitor)
    await visitor.context.set_offline(True)
    await visitor.page.wait_for_timeout(500)
    assert (await place(visitor))["cards"] == before["cards"]
    await visitor.context.set_offline(False)
    await felt(visitor).play()


async def test_a_server_that_is_killed_and_comes_back(browser: Browser, tmp_path: Path) -> None:
    with Server(tmp_path, tmp_path / "log", options=GENEROUS) as server:
        async with Visitors(browser, server) as visitors:
            visitor = await at_a_table(visitors)
            visitor.expected += GONE
            await in_the_play(visitor)
            before = await place(visitor)
            server.kill()
            await expect(visitor.page.get_by_text("Connecting again…")).to_be_visible()
            assert (await place(visitor))["cards"] == before["cards"]
            # What is asked for now is asked for again when somebody answers.
            table = felt(visitor)
            key = before["cards"][0]
            playable = visitor.page.locator('.pt-hand [aria-disabled="false"]').first
            key = await playable.get_attribute("data-key") or key
            await playable.click(position={"x": 16, "y": 30})
            await table.bright.click()
            server.start()
            await table.until(lambda now: key not in [card["key"] for card in now["cards"]])
            await expect(visitor.page.get_by_text("Connecting again…")).to_have_count(0)
            await table.play()
            assert not visitors.troubles


async def test_the_first_page_goes_on_with_what_is_not_over(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors)
    await in_the_play(visitor)
    before = await place(visitor)
    await visitor.open("/")
    await visitor.page.locator(".home-kept").get_by_role("link").first.click()
    await felt(visitor).until(lambda state: state["there"] and len(state["cards"]) == 2)
    assert (await place(visitor))["cards"] == before["cards"]
