"""A site in Chromium, from a plain file server, in a folder below others."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, ClassVar, Final
from urllib.parse import urljoin

import pytest
from playwright.async_api import Page, Route, expect

from pegout.server.security import folder_policy
from pegout.site.downloads import Downloads, SiteError, default_folder
from pegout.site.file_server import SiteHandler
from pegout.site.folder import build_site
from pegout.text import language
from tests.browser.felt import Felt
from tests.browser.test_lesson import tap_all
from tests.browser.visitors import ARGUMENTS, CHROMIUM, PHONE, Visitor, Visitors
from tests.browser.words import TextView
from tests.serving import Server
from tests.shared_processes import share

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

#: A quality of brotli at which a whole site is compressed in seconds.
_QUICK: Final = 1
#: The width of a picture.
_SIZE: Final = """async (src) => {
  const picture = Object.assign(new Image(), { src });
  await picture.decode();
  return picture.naturalWidth;
}"""
#: How long the application may take to be ready on a busy machine, in milliseconds.
READY: Final = 180_000


def last_game(level: str, **switches: int) -> dict[str, Any]:
    """Return the options of the last game: a short one against a level."""
    seats = [{"kind": kind, "name": ""} for kind in ("me", level, level, level)]
    return {"computer": {"switches": {"target": 31, **switches}, "seats": seats}}


CLUB: Final = last_game("club")


class Handler(SiteHandler):
    """A file server whose every answer, that of the worker too, forbids what is elsewhere."""

    #: What was asked of each server, by its port.
    asked: ClassVar[dict[int, list[tuple[str, str]]]] = {}

    #: The server elsewhere that the site may ask.
    host: ClassVar[str] = ""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", folder_policy(self.host))
        super().end_headers()

    def send_response(self, code: int, message: str | None = None) -> None:
        assert isinstance(self.server, ThreadingHTTPServer)
        self.asked.setdefault(self.server.server_port, []).append((self.command, self.path))
        super().send_response(code, message)


class _PlainHandler(Handler):
    """A file server that does not compress."""

    compresses = False


class _FileServer(Server):
    """A site as a server to visit."""

    def __init__(self, folder: Path, port: int) -> None:
        super().__init__(folder, folder / "log")
        self.port = port

    @property
    def url(self) -> str:
        return f"{super().url}/fun/pegout"


@contextmanager
def served(root: Path, handler: type[Handler] = Handler) -> Iterator[_FileServer]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(root))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield _FileServer(root, server.server_port)
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def keep_site() -> Iterator[str]:
    """Build a site in a folder below others, for all workers of a run; yield that of all.

    It is empty where Python for the browser cannot be had.
    """
    with TemporaryDirectory(prefix="pegout-site-") as root:
        folder = Path(root, "fun", "pegout")
        try:
            build_site(folder, Downloads(default_folder()), "/fun/pegout/", quality=_QUICK)
        except SiteError as error:
            if error.code != "no_download":
                raise
            yield ""
        else:
            yield root


@pytest.fixture(scope="session")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that a server has, with a site in it below another; it stays as it is."""
    found: str = share("site", tmp_path_factory, keep_site)
    if not found:
        pytest.skip("Python for the browser is missing, which npm and pip fetch")
    return Path(found)


@pytest.fixture(scope="module")
def site(root: Path) -> Iterator[Server]:
    with served(root) as server:
        yield server


async def visit(
    visitors: Visitors,
    site: Server,
    path: str = "/",
    last: dict[str, Any] = CLUB,
    **visitor: Any,
) -> Visitor:
    found = await visitors.new(server=site, **visitor)
    await found.remember("pegout.last", last)
    return await found.open(path)


async def play(page: Page, code: str) -> list[str]:
    """Begin a game on the first page, play it to its end by keys, and return its log."""
    t = language(code)
    await page.locator(".home-start").click()
    await page.wait_for_url("**/#/table/*", timeout=READY)
    words = TextView(page, random.Random(4), code)
    await words.region.wait_for(timeout=READY)
    while not await page.get_by_role("button", name=t("Play again")).is_visible():
        await words.step()
    return await words.log()


async def test_a_game_against_club(visitors: Visitors, site: Server) -> None:
    """Play it, find it among the games, and look at it again; requests go to the site alone."""
    visitor = await visit(visitors, site, settings={"textView": True})
    page = visitor.page
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    log = await play(page, "en")
    assert len(log) > 20
    await page.goto(f"{site.url}/#/")
    await page.locator(".home-head").get_by_role("link", name="My games").click()
    await page.wait_for_url("**/#/games")
    await page.locator("a.game-open").first.click()
    await page.wait_for_url(re.compile(r"/#/games/\w+/\w+"))
    await expect(page.locator(".text-view, .pt").first).to_be_visible()
    assert all(url.startswith(site.url) for url in asked)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
async def test_a_game_against_the_expert(visitors: Visitors, site: Server, players: int) -> None:
    last = last_game("expert", players=players)
    visitor = await visit(visitors, site, last=last, settings={"textView": True})
    assert len(await play(visitor.page, "en")) > 20


async def test_a_hint_has_the_values_of_the_solution(visitors: Visitors, site: Server) -> None:
    page = (await visit(visitors, site)).page
    await page.locator(".home-start").click()
    await page.locator(".pt").wait_for(timeout=READY)
    await Felt(page, random.Random(4)).play(
        lambda state: bool(state["bright"] and state["bright"]["key"] == "discard")
    )
    await page.keyboard.press("h")
    hint = page.locator(".pt-hints:not([hidden])")
    await expect(hint.locator(".pt-label").first).to_be_visible(timeout=READY)


async def test_a_hint_whose_data_cannot_come_says_so(visitors: Visitors, site: Server) -> None:
    """The game goes on, and the hint comes when the network is back."""
    visitor = await visit(visitors, site)
    page = visitor.page
    visitor.expected.append("-play.bin")
    await page.route("**/*-play.bin", lambda route: route.abort())
    await page.locator(".home-start").click()
    await page.locator(".pt").wait_for(timeout=READY)
    felt = Felt(page, random.Random(4))
    await felt.play(lambda state: bool(state["bright"] and state["bright"]["key"] == "discard"))
    await page.keyboard.press("h")
    says = page.locator(".pt-says")
    await expect(says).to_contain_text("check your connection", timeout=READY)
    await felt.play(lambda state: bool(state["bright"] and state["bright"]["key"] == "play"))
    await page.unroute("**/*-play.bin")
    await page.keyboard.press("h")
    await expect(page.locator(".pt-hints .pt-label").first).to_be_visible(timeout=READY)


async def test_the_spanish_page_stays_spanish_on_a_phone(visitors: Visitors, site: Server) -> None:
    settings = {"textView": True, "language": ""}
    visitor = await visit(visitors, site, "/es/", settings=settings, viewport=PHONE)
    said = language("es")("Cribbage, played fair.")
    await expect(visitor.page.locator(".home-tagline")).to_have_text(said)
    assert len(await play(visitor.page, "es")) > 20


async def test_the_rule_book_has_addresses_for_its_parts(visitors: Visitors, site: Server) -> None:
    page = (await visit(visitors, site, "/#/rules")).page
    part = page.locator("h2[id]").nth(3)
    anchor = await part.get_attribute("id")
    await page.locator(f'a[href="#{anchor}"]').first.click()
    await expect(page).to_have_url(f"{site.url}/#/rules#{anchor}")
    await expect(part).to_be_in_viewport()
    await page.reload()
    await expect(part).to_be_in_viewport()


# Loading and keeping ------------------------------------------------------------------------------


#: Whether everything is kept, the data of the expert last.
_KEPT: Final = """async (scope) => {
  const keys = async (kind) => (await (await caches.open(`pegout ${kind} ${scope}`)).keys());
  const [game, expert] = [await keys("game"), await keys("expert")];
  const script = document.querySelector("script[type=module]").src;
  const { tables } = await (await fetch(new URL("../engine.json", script))).json();
  const wanted = Object.keys(tables.expert).length;
  return expert.length === wanted && game.some(({ url }) => new URL(url).search);
}"""


async def until(page: Page, condition: str) -> None:
    """Wait for a condition that the page finds out in its own time."""
    await page.evaluate(f"""async () => {{
      const holds = {condition};
      while (!(await holds("/fun/pegout/"))) await new Promise(requestAnimationFrame);
    }}""")


async def keep_all(page: Page) -> None:
    """Wait until a browser has kept everything."""
    await until(page, _KEPT)


async def test_the_first_lesson_begins_while_python_loads(visitors: Visitors, root: Path) -> None:
    with served(root) as server:
        page = (await visit(visitors, server)).page
        free = asyncio.Event()

        async def hold(route: Route) -> None:
            await free.wait()
            await route.continue_()

        await page.route("**/*.wasm", hold)
        await page.reload()
        await page.locator(".home-teach").click()
        await page.wait_for_url("**/#/learn/first")
        await tap_all(page)
        go = page.get_by_role("button", name="To the table")
        await go.click()
        await expect(go).to_have_attribute("aria-busy", "true")
        await expect(page.locator(".loading-bar")).to_be_visible()
        free.set()
        await page.locator(".pt").wait_for(timeout=READY)
        await page.close()


async def test_a_hand_is_counted_while_python_loads(visitors: Visitors, root: Path) -> None:
    with served(root) as server:
        page = (await visit(visitors, server, "/")).page
        await page.route("**/*.wasm", lambda _: None)
        await page.goto(f"{server.url}/#/count")
        await page.reload()
        for card in ("5H", "5S", "5C", "JD", "5D"):
            await page.locator(f".counter-page [data-card='{card}']").click()
        await expect(page.locator(".counter-sum")).to_have_text("29 points")
        await page.close()


async def test_the_rule_book_and_a_board_for_real_cards_need_no_python(
    visitors: Visitors, root: Path
) -> None:
    with served(root) as server:
        page = (await visit(visitors, server, "/")).page
        await page.route("**/*.wasm", lambda _: None)
        await page.goto(f"{server.url}/#/rules")
        await page.reload()
        await expect(page.locator("h2[id]").first).to_be_visible()
        await page.goto(f"{server.url}/#/board")
        await page.get_by_role("button", name="Start").click()
        points = page.get_by_role("group", name="Points")
        await points.get_by_role("button", name="8", exact=True).click()
        await page.locator(".bo-sides").get_by_role("button").first.click()
        await expect(page.locator(".bo-sides")).to_contain_text("8")
        await page.close()


async def test_it_can_be_installed(visitors: Visitors, site: Server) -> None:
    page = (await (await visitors.new(server=site)).open("/")).page
    browser = await page.context.new_cdp_session(page)
    read = await browser.send("Page.getAppManifest")
    assert read["errors"] == []
    manifest = json.loads(read["data"])
    assert manifest["display"] == "standalone"
    assert manifest["name"]
    start = urljoin(read["url"], manifest["start_url"])
    assert start.startswith(urljoin(read["url"], manifest["scope"]))
    assert (await page.request.get(start)).ok
    pictures = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    sizes = [await page.evaluate(_SIZE, urljoin(read["url"], icon["src"])) for icon in pictures]
    assert [f"{size}x{size}" for size in sizes] == [icon["sizes"] for icon in pictures]
    # What browsers ask for before they offer to install.
    assert {192, 512} <= {*sizes}
    assert any("maskable" in icon.get("purpose", "") for icon in manifest["icons"])


async def test_a_bar_says_what_comes(visitors: Visitors, root: Path) -> None:
    """It is there for somebody who waits, and only then; the page can be read before."""
    with served(root) as server:
        page = (await visit(visitors, server)).page
        bar = page.locator(".loading-bar")
        held: list[Route] = []
        is_held = True

        async def hold(route: Route) -> None:
            if is_held:
                held.append(route)
            else:
                await route.continue_()

        await page.route("**/*.wasm", hold)
        await page.reload()
        await expect(page.get_by_role("link", name="Rule book")).to_be_visible()
        await expect(bar).to_be_hidden()
        await page.locator(".home-start").click()
        await expect(bar).to_contain_text("The table is loading.")
        await expect(bar.get_by_role("progressbar")).to_have_attribute(
            "aria-valuetext", re.compile(r"\d\.\d of \d\.\d MB")
        )
        is_held = False
        for route in held:
            await route.continue_()
        await page.locator(".pt").wait_for(timeout=READY)
        await expect(bar).to_be_hidden()
        await page.close()


@pytest.mark.long
async def test_a_host_that_does_not_compress_sends_compressed_files(
    visitors: Visitors, root: Path
) -> None:
    with served(root, _PlainHandler) as server:
        page = (await visit(visitors, server)).page
        await page.locator(".home-start").click()
        await page.locator(".pt").wait_for(timeout=READY)
        await page.close()
        sent = {path.rpartition("/")[2] for command, path in Handler.asked[server.port]}
        fetched = {
            path.rpartition("/")[2]
            for command, path in Handler.asked[server.port]
            if command == "GET"
        }
    assert "pyodide.asm.wasm" in sent - fetched
    assert {"pyodide.asm.wasm.gz", "python_stdlib.zip.gz"} <= fetched


async def test_a_site_plays_without_a_network_from_the_second_visit_on(
    visitors: Visitors, root: Path, tmp_path: Path
) -> None:
    """Nothing is fetched twice, and neither the server nor the browser has to run all the time."""
    browser = visitors.browser.browser_type
    launch = partial(
        browser.launch_persistent_context,
        tmp_path,
        executable_path=CHROMIUM,
        args=[*ARGUMENTS],
        viewport=PHONE,
        reduced_motion="reduce",
        locale="en-GB",
    )
    with served(root) as server:
        async with await launch() as context:
            page = await context.new_page()
            await page.goto(f"{server.url}/")
            await keep_all(page)
        asked = Handler.asked[server.port]
        data = [path for command, path in asked if command == "GET" and "/engine/" in path]
        assert len(data) > 20
        assert len(data) == len(set(data))
    async with await launch() as context:
        for code, place in (("en", ""), ("es", "es/")):
            page = await context.new_page()
            settings = {"name": "Maggie", "pace": "instant", "language": code, "textView": True}
            words = json.dumps([["pegout.settings", settings], ["pegout.last", CLUB]])
            await page.add_init_script(
                f"for (const [key, value] of {words}) localStorage[key] = JSON.stringify(value);"
            )
            await page.goto(f"{server.url}/{place}")
            said = language(code)("Cribbage, played fair.")
            await expect(page.locator(".home-tagline")).to_have_text(said)
            assert len(await play(page, code)) > 20
            await page.close()


def publish(folder: Path) -> tuple[str, str]:
    """Give the client of a site another digest, as a newer release has; return both digests."""
    [before] = [path.name for path in (folder / "static").iterdir()]
    after = before[::-1]
    (folder / "static" / before).rename(folder / "static" / after)
    for name in ("index.html", "es/index.html", "404.html", "service_worker.js"):
        path = folder / name
        text = path.read_text("utf-8").replace(before, after)
        # The files of the copy are those of the site itself.
        for ending in ("", ".br", ".gz"):
            path.with_name(path.name + ending).unlink()
        path.write_text(text, "utf-8")
    return before, after


@pytest.mark.long
async def test_a_newer_release_is_taken_up_at_home_alone(
    visitors: Visitors, root: Path, tmp_path: Path
) -> None:
    own = tmp_path / "site"
    shutil.copytree(root, own, copy_function=os.link)
    with served(own) as server:
        page = (await visit(visitors, server, keeps=True)).page
        await keep_all(page)
        await page.locator(".home-start").click()
        await page.locator(".pt").wait_for(timeout=READY)
        before, after = publish(own / "fun" / "pegout")
        script = page.locator("script[type=module]")
        # The browser itself looks for another service worker when a page is loaded.
        await page.reload()
        await until(page, "async () => (await navigator.serviceWorker.getRegistration()).waiting")
        await page.reload()
        await page.locator("#app:not([aria-busy])").wait_for()
        await expect(script).to_have_attribute("src", re.compile(before))
        await page.get_by_role("link", name="To the first page").click()
        await expect(script).to_have_attribute("src", re.compile(after), timeout=READY)
        await page.locator(".home-start").click()
        await page.locator(".pt").wait_for(timeout=READY)
        await page.close()
