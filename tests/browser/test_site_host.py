"""A site that names a host: friends meet there, and it deals somebody's first game."""

import asyncio
import os
import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from markupsafe import escape
from playwright.async_api import Page, Route, expect

from pegout.server.security import folder_policy
from tests.browser.test_site import READY, Handler, root, served
from tests.browser.visitors import PHONE, Visitor, Visitors
from tests.browser.words import TextView
from tests.serving import GENEROUS, Server

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
#: The fixture of the other tests of a site.
__all__ = ["root"]

_TOKENS: Final = """() => Object.values(JSON.parse(localStorage["pegout.tables"]))
  .flatMap(({ seats }) => seats.map(({ token }) => token))"""


class _HostedHandler(Handler):
    """A file server that allows what the policy of a site with a host allows."""


class Sites:
    """A site and its host."""

    def __init__(self, site: Server, host: Server) -> None:
        self.site = site
        self.host = host
        #: What its visitors have asked for.
        self.asked: list[str] = []

    async def visitor(self, visitors: Visitors, **settings: object) -> Visitor:
        """Return a visitor of the site who plays in words, and whose requests are noted."""
        found = await visitors.new(settings={"textView": True, **settings}, server=self.site)
        found.page.on("request", lambda request: self.asked.append(request.url))
        found.page.on("websocket", lambda socket: self.asked.append(socket.url))
        return found


def name_host(folder: Path, host: str) -> None:
    """Have the pages of a site name a host, as `build_site` writes them; see `test_folder.py`."""
    for name in ("index.html", "es/index.html"):
        page = folder / name
        text = page.read_text("utf-8").replace('"host":""', f'"host":"{host}"')
        text = text.replace(str(escape(folder_policy())), str(escape(folder_policy(host))))
        # The files of the copy are those of the site itself.
        for ending in ("", ".br", ".gz"):
            page.with_name(page.name + ending).unlink()
        page.write_text(text, "utf-8")


@pytest.fixture(scope="module")
def sites(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sites]:
    data = tmp_path_factory.mktemp("hosted")
    own = data / "site"
    shutil.copytree(root, own, copy_function=os.link)
    with served(own, _HostedHandler) as site:
        origin = site.url.removesuffix("/fun/pegout")
        options = (*GENEROUS, "--allow-origin", origin)
        with Server(data / "library", data / "log", options=options) as host:
            _HostedHandler.host = host.url
            name_host(own / "fun" / "pegout", host.url)
            yield Sites(site, host)


async def play_to_the_end(page: Page) -> None:
    words = TextView(page, random.Random(4))
    await words.region.wait_for(timeout=READY)
    while not await page.get_by_role("button", name="Play again").is_visible():
        await words.step()


async def test_friends_meet_at_the_host(visitors: Visitors, sites: Sites) -> None:
    """From the invitation to the review of the game, and no address has a token in it."""
    maggie = await sites.visitor(visitors, name="Maggie")
    await maggie.remember("pegout.last", {"friends": {"switches": {"target": 31}}})
    page = (await maggie.open("/#/new?for=friends")).page
    await page.get_by_role("button", name="Make the table").click()
    link = await page.locator("#table-link").input_value()
    assert re.fullmatch(rf"{sites.site.url}/#/table/~[\w-]+", link)
    code = link.rpartition("~")[2]
    await expect(page.locator(".code-word")).to_have_text(code)
    ben = await sites.visitor(visitors, name="Ben")
    other = (await ben.open("/#/new?for=friends")).page
    await other.get_by_label("Code of a table").fill(code)
    await other.get_by_role("button", name="Go there").click()
    await expect(other.get_by_text("Maggie waits for you.")).to_be_visible()
    await other.get_by_role("button", name="Sit here").click()
    await asyncio.gather(play_to_the_end(page), play_to_the_end(other))
    await maggie.change(textView=False)
    await maggie.open("/#/games")
    await page.locator("a.game-open").first.click()
    await page.wait_for_url(re.compile(r"/#/games/~[\w-]+/\w+"))
    there = page.locator(".pt-decision:not([data-state=waiting], [data-state=running])")
    await expect(there).to_have_attribute("data-state", re.compile("game|decision"), timeout=READY)
    tokens: list[str] = await page.evaluate(_TOKENS)
    assert tokens
    assert all(url.startswith((sites.site.url, sites.host.url, "ws")) for url in sites.asked)
    assert not [url for url in sites.asked for token in tokens if token in url]


@pytest.mark.parametrize("button", [".home-start", ".home-teach"])
async def test_a_first_game_is_dealt_while_python_loads(
    visitors: Visitors, sites: Sites, button: str
) -> None:
    free = asyncio.Event()

    async def hold(route: Route) -> None:
        await free.wait()
        await route.continue_()

    visitor = await visitors.new(PHONE, server=sites.site)
    page = visitor.page
    await page.route("**/*.wasm", hold)
    await visitor.open("/")
    await page.locator(button).click()
    await page.wait_for_url("**/#/table/~*")
    await expect(page.locator(".pt")).to_be_visible()
    free.set()


async def test_a_first_game_is_dealt_here_if_the_host_does_not_answer(
    visitors: Visitors, sites: Sites
) -> None:
    visitor = await visitors.new(PHONE, server=sites.site)
    page = visitor.page
    visitor.expected.append("/api/tables")
    await page.route(f"{sites.host.url}/**", lambda route: route.abort())
    await visitor.open("/")
    await page.locator(".home-start").click()
    await page.wait_for_url(re.compile(r"/#/table/[^~]"), timeout=READY)
    await expect(page.locator(".pt")).to_be_visible()
