"""The first page: the server draws it, the scripts take over, and no press is lost."""

import asyncio
import re
from typing import Any

import pytest
from playwright.async_api import Page, Route, ViewportSize, WebSocket, expect

from pegout.table.offers import offered_levels
from tests.browser.axe import check_axe
from tests.browser.tables import felt
from tests.browser.test_played import play_on
from tests.browser.visitors import DESKTOP, PHONE, Visitor, Visitors
from tests.browser.waiting import until

_BOXES = """() => [...document.querySelectorAll(
  ".home-start, .home-links, .home-link, .home-tagline, .home-beginner, .chip")]
  .map((one) => { const { x, y, width, height } = one.getBoundingClientRect();
    return [one.textContent.trim(), Math.round(x), Math.round(y), Math.round(width)]; })"""

#: Whether the button that was pressed says what is waited for.
_SAYS_WHY_IT_WAITS = """() => {
  const { content, opacity } = getComputedStyle(document.querySelector(".home-start"), "::after");
  return content.includes("Setting the table") && opacity === "1";
}"""

#: Whether the table has come, which is fetched once the browser has nothing else to do.
_FETCHED_LATER = """() => performance.getEntriesByType("resource").some(
  ({ name }) => name.endsWith("table/table.js"))"""


async def hold_back(visitor: Visitor, path: str = "/", module: str = "main.js") -> asyncio.Event:
    """Open a page, and hold one of its modules back until the returned event is set."""
    free = asyncio.Event()

    async def hold(route: Route) -> None:
        await free.wait()
        await route.continue_()

    await visitor.page.route(f"**/js/{module}", hold)
    await visitor.page.goto(visitor.server.url + path, wait_until="commit")
    await visitor.page.get_by_role("button", name="Ben").wait_for()
    return free


async def taken_over(page: Page) -> None:
    await page.locator("#app:not([aria-busy])").wait_for()
    await expect(page.locator(".home .choices").first).to_be_attached()


@pytest.mark.parametrize(
    ("locale", "size"),
    [
        pytest.param("es-ES", PHONE, id="es-phone"),
        pytest.param("en-GB", PHONE, id="en-phone", marks=pytest.mark.slow),
        pytest.param("es-ES", DESKTOP, id="es-desktop", marks=pytest.mark.slow),
        pytest.param("en-GB", DESKTOP, id="en-desktop", marks=pytest.mark.slow),
    ],
)
async def test_the_scripts_take_it_over_without_a_jump(
    visitors: Visitors, locale: str, size: ViewportSize
) -> None:
    visitor = await visitors.new(size, locale=locale, settings={"language": ""})
    free = await hold_back(visitor)
    await visitor.page.evaluate("() => { document.querySelector('.home-start').marked = true; }")
    before = await visitor.page.evaluate(_BOXES)
    assert len(before) == 19
    free.set()
    await taken_over(visitor.page)
    assert await visitor.page.evaluate(_BOXES) == before
    assert await visitor.page.evaluate("() => document.querySelector('.home-start').marked")


async def test_a_press_before_the_scripts_are_there_begins_a_game(visitors: Visitors) -> None:
    visitor = await visitors.new()
    free = await hold_back(visitor)
    start = visitor.page.get_by_role("button", name="Play against Ben")
    await start.click()
    await expect(start).to_have_attribute("aria-busy", "true")
    await visitor.page.wait_for_function(_SAYS_WHY_IT_WAITS)
    free.set()
    await felt(visitor).until(lambda state: state["there"])
    assert "/table/" in visitor.page.url


@pytest.mark.slow
async def test_the_table_is_asked_for_before_what_draws_it_is_there(visitors: Visitors) -> None:
    visitor = await visitors.new()
    free = await hold_back(visitor, module="table/table.js")
    told: list[str] = []

    def listen(line: WebSocket) -> None:
        line.on("framereceived", lambda frame: told.append(str(frame)))

    visitor.page.on("websocket", listen)
    await visitor.page.get_by_role("button", name="Play against Ben").click()

    async def is_told() -> bool:
        return any('"cut_for_deal"' in frame for frame in told)

    await until(is_told)
    # No empty table appears in between, and nothing that is untrue of it.
    await expect(visitor.page.locator(".home-start")).to_have_attribute("aria-busy", "true")
    await expect(visitor.page.get_by_role("main")).not_to_contain_text("Cut")
    free.set()
    state = await felt(visitor).until(lambda state: state["there"])
    assert state["fan"]


@pytest.mark.slow
async def test_a_game_begins_before_its_board_can_be_drawn(visitors: Visitors) -> None:
    visitor = await visitors.new()
    free = await hold_back(visitor, module="draw/board.js")
    await visitor.page.get_by_role("button", name="Play against Ben").click()
    await felt(visitor).until(lambda state: state["fan"])
    board = visitor.page.locator(".pt-track .board")
    await expect(board).to_have_count(0)
    free.set()
    await expect(board).to_be_visible()


@pytest.mark.slow
async def test_a_table_that_cannot_be_drawn_says_so_and_is_asked_for_again(
    visitors: Visitors,
) -> None:
    visitor = await visitors.new()
    visitor.expected += ["table.js", "net::ERR_FAILED"]
    await visitor.page.route("**/js/table/table.js", lambda route: route.abort())
    await visitor.open()
    await visitor.page.get_by_role("button", name="Play against Ben").click()
    await expect(visitor.page.get_by_text("This page did not load.")).to_be_visible()
    await visitor.page.unroute("**/js/table/table.js")
    await visitor.page.reload()
    await felt(visitor).until(lambda state: state["there"])


@pytest.mark.slow
async def test_a_chip_pressed_before_the_scripts_are_there_opens(visitors: Visitors) -> None:
    visitor = await visitors.new()
    free = await hold_back(visitor)
    await visitor.page.get_by_role("button", name="Opponent").click()
    free.set()
    await expect(visitor.page.get_by_role("menu", name="Opponent")).to_be_visible()
    choice = visitor.page.get_by_role("menuitemradio", name="Expert")
    await expect(choice).to_contain_text("Wins 57 of 100 games against a club player.")
    await choice.click()
    await expect(visitor.page.locator(".home-start")).to_have_text("Play against Ben Expert")


async def test_a_chip_pressed_before_its_choices_are_there_opens_and_stays_open(
    visitors: Visitors,
) -> None:
    visitor = await visitors.new()
    page = visitor.page
    free = asyncio.Event()

    async def hold(route: Route) -> None:
        await free.wait()
        await route.continue_()

    await page.route("**/texts/options.*", hold)
    await page.goto(visitor.server.url, wait_until="commit")
    await page.locator("html[data-page]").wait_for()
    await page.get_by_role("button", name="Opponent").click()
    free.set()
    choices = page.get_by_role("menu", name="Opponent")
    await expect(choices).to_be_visible()
    await page.evaluate("() => { document.querySelector('.choices').dataset.old = ''; }")
    await visitor.change(largeIndices=True)
    await expect(page.locator("[data-old]")).to_have_count(0)
    await expect(choices.get_by_role("menuitemradio")).to_have_count(len(offered_levels()))
    await expect(choices).to_be_visible()


@pytest.mark.slow
async def test_a_press_after_scripts_have_failed_asks_for_them_again(visitors: Visitors) -> None:
    visitor = await visitors.new()
    visitor.expected += ["main.js", "net::ERR_FAILED"]
    broken = True

    async def fail(route: Route) -> None:
        await (route.abort() if broken else route.continue_())

    await visitor.page.route("**/js/main.js", fail)
    await visitor.page.goto(visitor.server.url)
    broken = False
    await visitor.page.get_by_role("button", name="Play against Ben").click()
    await taken_over(visitor.page)


@pytest.mark.slow
async def test_a_game_needs_no_file_that_did_not_come_in_idle_time(visitors: Visitors) -> None:
    visitor = await (await visitors.new()).open()
    await visitor.page.wait_for_function(_FETCHED_LATER)
    await visitor.page.wait_for_load_state("networkidle")
    asked = await visitor.asked()
    await visitor.page.get_by_role("button", name="Play against Ben").click()
    await felt(visitor).play(lambda state: len(state["cards"]) == 6)
    assert "/api/tables" in asked
    assert not [path for path in asked if path.startswith("/static/")]


async def test_it_opens_as_it_was_left(visitors: Visitors) -> None:
    settings: dict[str, Any] = {"language": "es", "theme": "slate"}
    visitor = await (await visitors.new(settings=settings)).open()
    await visitor.page.locator('[data-key="level"]').click()
    await visitor.page.get_by_role("menuitemradio", name="Experto").click()
    await expect(visitor.page.locator(".home-start")).to_have_text("Jugar contra Ben Experto")
    await hold_back(visitor)
    root = visitor.page.locator("html")
    await expect(root).to_have_attribute("lang", "es")
    await expect(root).to_have_attribute("data-theme", "slate")
    await expect(visitor.page.locator(".home-start")).to_contain_text("Experto")
    await expect(visitor.page.locator(".home-tagline")).to_have_text("Cribbage, juego limpio.")
    await expect(visitor.page.locator(".home-chips")).to_contain_text("2 jugadores")


@pytest.mark.slow
async def test_a_page_that_is_reached_from_another_is_the_same(visitors: Visitors) -> None:
    visitor = await (await visitors.new(settings={"language": "es"})).open("/rules")
    await visitor.page.locator(".page-head .icon-button").click()
    await taken_over(visitor.page)
    there = await visitor.page.evaluate(_BOXES)
    await visitor.open("/")
    await taken_over(visitor.page)
    assert await visitor.page.evaluate(_BOXES) == there


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, {"width": 768, "height": 1024}, DESKTOP])
async def test_an_open_list_moves_nothing_and_fits(visitors: Visitors, size: ViewportSize) -> None:
    visitor = await (await visitors.new(size)).open()
    await taken_over(visitor.page)
    for key in ("players", "level", "counting"):
        await visitor.page.locator(f'[data-key="{key}"]').click()
        box = await visitor.page.locator(".choices:visible").bounding_box()
        assert box
        assert 0 <= box["y"] <= box["y"] + box["height"] <= size["height"]
        assert 0 <= box["x"] <= box["x"] + box["width"] <= size["width"]
        assert await visitor.page.evaluate("scrollY") == 0
        await expect(visitor.page.get_by_role("heading", name="Pegout")).to_be_in_viewport()
        await visitor.page.keyboard.press("Escape")


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
async def test_all_of_it_fits_a_phone(visitors: Visitors, locale: str) -> None:
    visitor = await visitors.new(PHONE, locale=locale, settings={"language": ""})
    await visitor.open()
    await taken_over(visitor.page)
    assert await visitor.page.evaluate("document.documentElement.scrollWidth") == 360
    for name in (".home-tagline", ".home-start", ".home-beginner"):
        await expect(visitor.page.locator(name)).to_be_in_viewport(ratio=1)


@pytest.mark.slow
async def test_every_page_grows_with_a_large_screen(visitors: Visitors) -> None:
    visitor = await visitors.new({"width": 1920, "height": 1080})
    found = {}
    for path in ("/settings", "/new", "/new?for=friends", "/board", "/games"):
        await visitor.open(path)
        size = await visitor.page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")
        width = await visitor.page.evaluate("document.documentElement.scrollWidth")
        if size < 21 or width > 1920:
            found[path] = (size, width)
    assert not found


@pytest.mark.slow
async def test_it_grows_with_a_large_screen(visitors: Visitors) -> None:
    visitor = await (await visitors.new({"width": 1920, "height": 1080})).open()
    board = await visitor.page.locator(".home-board").bounding_box()
    assert board
    assert board["width"] > 1920 * 0.6
    size = await visitor.page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")
    assert size >= 21
    await visitor.page.get_by_role("link", name="Rule book").click()
    await visitor.page.locator("html[data-page=rules]").wait_for()
    size = await visitor.page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")
    assert size == 17


async def test_home_remembers_the_games_that_were_played(visitors: Visitors) -> None:
    tables = await play_on(visitors.server, 4)
    visitor = await visitors.new(bypass_csp=True)
    await visitor.open("/")
    page = visitor.page
    await expect(page.locator(".home-beginner")).to_be_visible()
    await expect(page.locator(".home .primary")).to_have_text("Teach me (10 minutes)")
    await expect(page.locator(".home-start")).to_have_text("Play against Ben Gentle")
    await expect(page.locator("[data-key=target]")).to_contain_text("to 61")
    # What is chosen stays; the rest follows what is proposed.
    await page.locator("[data-key=counting]").click()
    await page.get_by_role("menuitemradio", name="Counted by hand").click()
    await visitor.remember("pegout.tables", tables)
    await visitor.open("/")
    await expect(page.locator(".home .primary")).to_have_text("Play against Ben Club")
    await expect(page.locator("[data-key=target]")).to_contain_text("to 121")
    await expect(page.locator("[data-key=counting]")).to_contain_text("counted by hand")
    memory = page.locator(".home-memory")
    await expect(memory).to_have_text(
        re.compile(r"^You (won|lost) your last game, against Ben, by \d+\. 1 game, [01] won")
    )
    await expect(page.locator(".home-beginner")).to_be_hidden()
    await check_axe(page, "the first page that remembers")
    await memory.get_by_role("link").click()
    await page.wait_for_url("**/games")
