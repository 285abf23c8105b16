"""A site in Chromium, from a plain file server, in a folder below others."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Final

import pytest
from playwright.async_api import Page, expect

from pegout.server.security import FOLDER_POLICY
from pegout.site.downloads import Downloads, SiteError, default_folder
from pegout.site.file_server import SiteHandler
from pegout.site.folder import build_site
from pegout.text import language
from tests.browser.felt import Felt
from tests.browser.visitors import PHONE, Visitor, Visitors
from tests.browser.words import TextView
from tests.serving import Server

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

#: How long the application may take to be ready on a busy machine, in milliseconds.
READY: Final = 180_000
#: The options of the last game: a short one against the level club.
CLUB: Final[dict[str, Any]] = {
    "computer": {
        "switches": {"target": 31},
        "seats": [{"kind": kind, "name": ""} for kind in ("me", "club", "club", "club")],
    }
}


class _Handler(SiteHandler):
    """A file server whose every answer, that of the worker too, forbids what is elsewhere."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", FOLDER_POLICY)
        super().end_headers()


class _FileServer(Server):
    """A site as a server to visit."""

    def __init__(self, folder: Path, port: int) -> None:
        super().__init__(folder, folder / "log")
        self.port = port

    @property
    def url(self) -> str:
        return f"{super().url}/fun/pegout"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    root = tmp_path_factory.mktemp("site")
    try:
        build_site(root / "fun" / "pegout", Downloads(default_folder()), "/fun/pegout/")
    except SiteError as error:
        if error.code != "no_download":
            raise
        pytest.skip(str(error))
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(root))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield _FileServer(root, server.server_port)
        server.shutdown()
        thread.join()


async def visit(visitors: Visitors, site: Server, path: str = "/", **visitor: Any) -> Visitor:
    found = await visitors.new(server=site, **visitor)
    await found.remember("pegout.last", CLUB)
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
