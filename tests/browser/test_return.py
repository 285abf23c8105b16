"""A player who comes back, however they left, sees the game where it was."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, Route, expect

from tests.browser.tables import SHORT, at_a_table, felt, place
from tests.browser.visitors import Visitor, Visitors
from tests.browser.waiting import until
from tests.serving import GENEROUS, Server

#: Messages of the browser about an unreachable server; the page has its own words for it.
GONE = ["WebSocket connection", "ERR_CONNECTION", "ERR_INTERNET_DISCONNECTED"]


async def in_the_play(visitor: Visitor, seed: int = 1) -> None:
    await felt(visitor, seed).play(
        lambda state: len(state["cards"]) == 2 and state["bright"] is not None
    )


@pytest.mark.slow
async def test_a_page_loaded_again(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors)
    await in_the_play(visitor)
    before = await place(visitor)
    await visitor.page.reload()
    await felt(visitor).until(lambda state: state["there"] and len(state["cards"]) == 2)
    after = await place(visitor)
    for name in ("cards", "bright", "log", "scores", "figure"):
        assert after[name] == before[name]
    await felt(visitor).step()


#: Has a page take part as if it came from the version before, until it is loaded again.
_OLD = """() => document.addEventListener("readystatechange", () => {
  if (sessionStorage.getItem("loaded")) return;
  sessionStorage.setItem("loaded", "yes");
  const facts = document.getElementById("facts");
  facts.textContent = facts.textContent.replace(/"wire":(\\d+)/, (_, n) => `"wire":${n - 1}`);
}, { once: true })"""


@pytest.mark.parametrize(
    ("code", "says", "again"),
    [
        ("en", "This page and the server have different versions", "Load the page again"),
        ("es", "Esta página no es de la misma versión", "Volver a cargar la página"),
    ],
)
async def test_a_page_from_before_an_upgrade_asks_to_be_loaded_again(
    visitors: Visitors, code: str, says: str, again: str
) -> None:
    table, seats = visitors.server.table([("Maggie", "person"), ("Ann", "novice")], **SHORT)
    visitor = await visitors.new(settings={"language": code})
    await visitor.page.add_init_script(f"({_OLD})()")
    await visitor.sit(table, seats[:1], ["Maggie", "Ann"])
    await expect(visitor.page.get_by_role("alert")).to_contain_text(says)
    await visitor.page.get_by_role("button", name=again).click()
    await expect(visitor.page.locator(".pt")).to_be_visible()


#: Records every sentence of the table, whether visible or announced.
#: Promises the moment after the page has heard that it is offline, and has drawn it.
_GOES_OFFLINE = """() => {
  globalThis.wentOffline = new Promise((done) => addEventListener("offline", () =>
    requestAnimationFrame(() => requestAnimationFrame(done)), { once: true }));
  return null;
}"""
_SAID = """() => {
  window.said = new Set();
  const names = ".pt-says, .pt-word, .pt-log-last, .live p";
  new MutationObserver(() => {
    for (const one of document.querySelectorAll(names)) window.said.add(one.textContent.trim());
  }).observe(document, { subtree: true, childList: true, characterData: true });
}"""


@pytest.mark.slow
async def test_nothing_untrue_is_said_while_a_table_loads(visitors: Visitors) -> None:
    names = ("Maggie", "Ann")
    code, seats = visitors.server.table(list(zip(names, ("person", "novice"), strict=True)))
    visitor = await visitors.new()
    await visitor.page.add_init_script(f"({_SAID})()")
    await visitor.sit(code, seats[:1], [*names])
    await felt(visitor).until(lambda state: state["fan"])
    said = await visitor.page.evaluate("() => [...window.said].filter(Boolean)")
    assert said, "the table says something"
    assert not [text for text in said if "ready" in text], said


async def test_a_second_visit_asks_for_nothing_but_the_page(visitors: Visitors) -> None:
    visitor = await visitors.new()
    await visitor.open("/")
    # Including files that are fetched when the page is idle.
    await visitor.page.wait_for_load_state("networkidle")
    asked = await visitor.asked()
    await visitor.open("/")
    await expect(visitor.page.locator(".home-chips .choices").first).to_be_attached()
    await visitor.page.wait_for_load_state("networkidle")
    assert asked == ["/"]


async def loses_answers(visitor: Visitor, where: str, times: int) -> list[Any]:
    """Break the connection before this many answers; return a list of their requests."""
    visitor.expected += ["ERR_CONNECTION"]
    granted: list[Any] = []

    async def lose(route: Route) -> None:
        answer = await route.fetch()
        granted.append((answer.status, await answer.json()))
        if len(granted) <= times:
            await route.abort("connectionreset")
        else:
            await route.fulfill(response=answer)

    await visitor.page.route(where, lose)
    return granted


@pytest.mark.slow
async def test_a_seat_whose_grant_was_never_heard(visitors: Visitors) -> None:
    code, _ = visitors.server.table([("Maggie", "person"), ("", "open")], **SHORT)
    ben = await (await visitors.new(settings={"name": "Ben"})).open(f"/table/{code}")
    granted = await loses_answers(ben, "**/join?*", 4)
    await ben.page.get_by_role("button", name="Sit here").click()
    await expect(ben.page.get_by_text("The table cannot be reached.").first).to_be_visible()
    assert len(granted) >= 4
    assert all(answer == granted[0] for answer in granted)
    # All seats are taken by now, and one of them is Ben's.
    await ben.page.reload()
    await felt(ben).until(lambda state: state["there"])
    tables = await ben.page.evaluate("JSON.parse(localStorage.getItem('pegout.tables'))")
    assert tables[code]["seats"] == [granted[0][1]]
    assert await ben.page.evaluate("localStorage.getItem('pegout.asked')") == "{}"


@pytest.mark.slow
async def test_a_table_whose_making_was_never_heard(visitors: Visitors) -> None:
    visitor = await (await visitors.new()).open("/")
    granted = await loses_answers(visitor, "**/api/tables?*", 2)
    await visitor.page.get_by_role("button", name="Play against").click()
    await felt(visitor).until(lambda state: state["there"])
    assert len(granted) == 3
    assert all(answer == granted[0] for answer in granted)
    assert urlsplit(visitor.page.url).path == f"/table/{granted[0][1]['code']}"


@pytest.mark.slow
async def test_a_second_tab(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors)
    await in_the_play(visitor)
    other = await visitor.tab(visitor.page.url.removeprefix(visitor.server.url))
    await felt(other).until(lambda state: state["there"] and len(state["cards"]) == 2)
    assert (await place(other))["cards"] == (await place(visitor))["cards"]
    await felt(other).step()
    await felt(visitor).until(lambda state: len(state["cards"]) < 2 or state["over"])

    async def logs() -> list[Any]:
        return [(await place(tab))["log"] for tab in (other, visitor)]

    # Both are notified at the same time, but do not draw at the same time.
    await until(logs, lambda seen: seen[0] == seen[1])


@pytest.mark.slow
async def test_a_line_that_breaks(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors)
    visitor.expected += GONE
    await in_the_play(visitor)
    before = await place(visitor)
    await visitor.page.evaluate(_GOES_OFFLINE)
    await visitor.context.set_offline(True)
    await visitor.page.evaluate("() => wentOffline.then(() => null)")
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
            # The page repeats its request when the server answers again.
            table = felt(visitor)
            key = before["cards"][0]
            playable = visitor.page.locator('.pt-hand [aria-disabled="false"]').first
            key = await playable.get_attribute("data-key") or key
            await playable.click(position={"x": 16, "y": 30})
            await table.bright.click()
            server.start()
            await table.until(lambda now: key not in [card["key"] for card in now["cards"]])
            await expect(visitor.page.get_by_text("Connecting again…")).to_have_count(0)
            # What the server has stored is what a page that is loaded again shows.
            await visitor.page.reload()
            await table.until(lambda now: now["there"] and len(now["cards"]) < 2)
            assert not visitors.problems


@pytest.mark.slow
async def test_the_first_page_goes_on_with_what_is_not_over(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors)
    await in_the_play(visitor)
    before = await place(visitor)
    await visitor.open("/")
    await visitor.page.locator(".home-kept").get_by_role("link").first.click()
    await felt(visitor).until(lambda state: state["there"] and len(state["cards"]) == 2)
    assert (await place(visitor))["cards"] == before["cards"]
