"""The library of a site: saved and opened by the player, and refused with a sentence."""

from __future__ import annotations

import base64
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Page, Route, expect

from pegout.storage import Library
from pegout.storage.schema import VERSION
from pegout.text import language
from tests.browser.test_site import READY, root, site, visit
from tests.browser.visitors import Visitors
from tests.serving import Server

__all__ = ["root", "site"]

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

EN: Final = language("en")
SECOND: Final = EN(
    "Pegout is open in another tab or window of this browser. Close it, then try again."
)
NEWER: Final = EN(
    "Your games were stored by a newer Pegout and are unchanged. Load the page again to get that "
    "version."
)
#: What is said where nothing can be stored.
NOWHERE: Final = (
    "This browser does not let this page store anything, so no game could be kept. Leave the "
    "private window or allow it to store data, then load the page again."
)
_NOWHERE: Final = """
delete FileSystemFileHandle.prototype.createSyncAccessHandle;
Object.defineProperty(self, "indexedDB", { value: undefined });
"""
#: Writes the file of the library, where no worker has it open; returns what is there then.
_PUT: Final = """async (text) => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle("pegout", { create: true });
  const file = await folder.getFileHandle("library.db", { create: true });
  if (text) {
    const stream = await file.createWritable();
    await stream.write(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)));
    await stream.close();
  }
  const reader = new FileReader();
  const read = new Promise((resolve) => (reader.onload = resolve));
  reader.readAsDataURL(await file.getFile());
  await read;
  return reader.result.replace(/^.*,/, "");
}"""


async def begin(page: Page) -> None:
    """Begin a game on the first page."""
    await page.locator(".home-start").click()
    await page.wait_for_url("**/#/table/*", timeout=READY)
    await page.locator(".pt").wait_for(timeout=READY)


async def test_games_go_to_another_browser_and_to_a_computer(
    visitors: Visitors, site: Server, tmp_path: Path
) -> None:
    page = (await visit(visitors, site)).page
    await begin(page)
    await page.goto(f"{site.url}/#/games")
    await page.locator(".games-transfer summary").click()
    async with page.expect_download() as saved:
        await page.get_by_role("button", name="Save as a file").click()
    path = tmp_path / "library.db"
    await (await saved.value).save_as(path)
    with Library.open(path) as library:
        [match] = library.matches()
    other = (await visit(visitors, site, "/#/games")).page
    await other.locator(".games-transfer summary").click()
    field = other.locator(".games-transfer input")
    await field.set_input_files(path)
    await other.get_by_role("button", name="Add to this list").click(timeout=READY)
    await other.locator("a.game-open").click()
    await other.wait_for_url(f"**/games/library/{match.id}")
    await expect(other.locator(".pt")).to_be_visible()
    await other.goto(f"{site.url}/#/games")
    await other.locator(".games-transfer summary").click()
    await field.set_input_files(path)
    said = other.locator(".games-transfer [role=status]")
    await expect(said).to_have_text(EN("All of these games are on this list already."))
    path.write_bytes(b"Dear Ann, " * 1000)
    await field.set_input_files(path)
    await expect(said).to_have_text(EN("That file is not a Pegout library; name another."))
    await expect(other.locator("a.game-open")).to_have_count(1)


async def test_a_second_tab_says_so_until_the_first_is_closed(
    visitors: Visitors, site: Server
) -> None:
    visitor = await visit(visitors, site)
    await begin(visitor.page)
    table = visitor.page.url.removeprefix(site.url)
    visitor.expected += ["second_tab", "423"]
    second = (await visitor.tab("/")).page
    await second.locator(".home-start").click()
    await expect(second.get_by_text(SECOND)).to_be_visible(timeout=READY)
    third = (await visitor.tab(table)).page
    await expect(third.get_by_role("alert")).to_have_text(SECOND, timeout=READY)
    await visitor.page.close()
    await third.get_by_role("button", name="Load the page again").click()
    await third.locator(".pt").wait_for(timeout=READY)


@pytest.mark.parametrize("code", ["en", "es"])
async def test_a_browser_that_stores_nothing_is_told_what_to_do(
    visitors: Visitors, site: Server, root: Path, code: str
) -> None:
    """So are some in private windows."""
    engine = next(root.rglob("worker/engine.js")).read_text(encoding="utf-8")
    visitor = await visit(visitors, site, settings={"language": code})
    visitor.expected += ["no_storage", "423"]

    async def without_storage(route: Route) -> None:
        await route.fulfill(body=f"{_NOWHERE}\n{engine}", content_type="text/javascript")

    page = visitor.page
    await page.route("**/worker/engine.js", without_storage)
    await page.reload()
    await page.locator(".home-start").click()
    await expect(page.get_by_text(language(code)(NOWHERE))).to_be_visible(timeout=READY)


async def test_a_newer_library_is_left_as_it_is(
    visitors: Visitors, site: Server, tmp_path: Path
) -> None:
    path = tmp_path / "library.db"
    Library.open(path).close()
    with closing(sqlite3.connect(path)) as line, line:
        line.execute("UPDATE schema_version SET version = ?", [VERSION + 1])
    content = base64.b64encode(path.read_bytes()).decode()
    visitor = await visitors.new(server=site)
    visitor.expected += ["newer", "423"]
    page = visitor.page
    await page.goto(f"{site.url}/licences.txt")
    assert await page.evaluate(_PUT, content) == content
    await visitor.open("/")
    await page.locator(".home-start").click()
    await expect(page.get_by_text(NEWER)).to_be_visible(timeout=READY)
    await page.goto(f"{site.url}/licences.txt")
    assert await page.evaluate(_PUT, "") == content
