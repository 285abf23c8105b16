"""A page of a site that is killed at any moment: all that it was told is stored, and once.

What its worker has left is read by a page without one, so nothing repairs the files before.
"""

from __future__ import annotations

import asyncio
import base64
import os
import random
import shutil
import signal
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

import pytest
from playwright.async_api import BrowserContext, CDPSession, Page, Route, async_playwright

from pegout.match import Asked
from pegout.storage import Library
from tests.browser.test_site import READY, root, site
from tests.browser.visitors import launch_profile
from tests.chance import chance
from tests.serving import Server, order

__all__ = ["root", "site"]

pytestmark = [pytest.mark.slow, pytest.mark.timeout(7200)]

#: The most actions of a page before it is killed.
ACTIONS: Final = 24
#: The path of the site, which is no part of its origin.
PATH: Final = "/fun/pegout"
NOTHING: Final = {"spectators": False, "chat": False, "stand_in": 0}
_SCRIPT: Final = 'new URL(name, document.querySelector("script[type=module]").src)'
_SET_UP: Final = f"""async (order) => {{
  const of = (name) => {_SCRIPT};
  const {{ createTable }} = await import(of("api.js"));
  const {{ code, seats }} = await createTable(order);
  return [code, seats[0].token];
}}"""
#: Plays at a table over the transport of the page, and reports every action that was granted.
_PLAY: Final = f"""async ([code, token, life]) => {{
  const of = (name) => {_SCRIPT};
  const {{ transport }} = await import(of("transport.js"));
  const socket = transport.open(`/api/tables/${{code}}/socket`);
  const say = (message) => socket.send(JSON.stringify(message));
  const look = () => say({{ type: "sync", match: "", since: 0 }});
  let [isAsked, turn] = [false, 0];
  const take = {{
    welcome: look,
    events: () => isAsked || look(),
    position: ({{ match, standing: {{ legal, over }} }}) => {{
      if (over) report({{ over }});
      if (isAsked || !legal.length) return;
      isAsked = true;
      const action = legal[Math.floor(Math.random() * legal.length)];
      say({{ type: "act", match, action, id: `${{life}}-${{++turn}}` }});
    }},
    done: ({{ id, number }}) => {{
      isAsked = false;
      report({{ id, number }});
      look();
    }},
    refused: ({{ code }}) => report({{ code }}),
    bye: ({{ code }}) => report({{ code }}),
  }};
  socket.onmessage = ({{ data }}) => {{
    const message = JSON.parse(data);
    take[message.type]?.(message);
  }};
  socket.onopen = () => say({{ type: "hello", version: 2, token, language: "en" }});
}}"""
#: Returns the files of the library in Base64, by their names.
_LEFT: Final = """async (blocks) => {
  const answered = (request) => new Promise((resolve) => {
    request.onsuccess = () => resolve(request.result);
  });
  const parts = {};
  if (blocks) {
    const database = await answered(indexedDB.open("pegout"));
    const all = database.transaction("blocks").objectStore("blocks");
    const keys = await answered(all.getAllKeys(IDBKeyRange.lowerBound([])));
    for (const key of keys) {
      const block = database.transaction("blocks").objectStore("blocks").get(key);
      (parts[key[0]] ??= []).push(await answered(block));
    }
    database.close();
  } else {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle("pegout");
    for await (const [name, file] of folder.entries()) parts[name] = [await file.getFile()];
  }
  const found = {};
  for (const [name, all] of Object.entries(parts)) {
    const reader = new FileReader();
    const read = new Promise((resolve) => (reader.onload = resolve));
    reader.readAsDataURL(new Blob(all));
    await read;
    found[name] = reader.result.replace(/^.*,/, "");
  }
  return found;
}"""


@dataclass
class Player:
    """Plays in pages that are killed one after the other, and remembers what was granted."""

    context: BrowserContext
    url: str
    folder: Path
    blocks: bool
    random: random.Random
    table: list[str] = field(default_factory=list)
    granted: dict[str, int] = field(default_factory=dict)
    life: int = 0
    actions: int = 0

    async def live(self) -> None:
        """Open a page, play some actions, and kill the page."""
        self.life += 1
        page = await self.context.new_page()
        page.set_default_timeout(READY)
        left = self.random.randrange(ACTIONS)
        killed: list[int] = []
        over = False
        refused: list[str] = []

        def report(message: dict[str, Any]) -> None:
            nonlocal left, over
            if "id" in message:
                self.granted[message["id"]] = message["number"]
                self.actions += 1
                left -= 1
            over = over or "over" in message
            refused.extend(filter(None, [message.get("code")]))
            if left <= 0 or over or refused:
                kill(killed)

        await page.expose_function("report", report)
        await self.open(page)
        killed += await renderers(self.context)
        async with page.expect_event("crash", timeout=READY):
            await page.evaluate(_PLAY, [*self.table, self.life])
            if not left:
                kill(killed)
        await page.close()
        assert not refused
        await self.check()
        if over:
            self.table.clear()
            self.granted.clear()

    async def stop(self, spoil: Callable[[CDPSession, str], Awaitable[None]]) -> str:
        """Open a page, spoil what its origin stores, play on, and return why that stopped."""
        page = await self.context.new_page()
        page.set_default_timeout(READY)
        stopped: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        def report(message: dict[str, Any]) -> None:
            if "id" in message:
                self.granted[message["id"]] = message["number"]
            elif not stopped.done():
                stopped.set_result(message.get("code", "over"))

        await page.expose_function("report", report)
        await self.open(page)
        session = await self.context.new_cdp_session(page)
        await spoil(session, self.url.removesuffix(PATH))
        await page.evaluate(_PLAY, [*self.table, self.life])
        async with asyncio.timeout(READY / 1000):
            code = await stopped
        await page.close()
        return code

    async def open(self, page: Page) -> None:
        """Open the first page, and set up a table unless there is one."""
        await page.goto(f"{self.url}/")
        if not self.table:
            wanted = order([("Ann", "person"), ("Ben", "gentle")], options=NOTHING)
            self.table = await page.evaluate(_SET_UP, wanted)

    async def check(self) -> None:
        """Check that what the page has left is sound and has every granted action once."""
        page = await self.context.new_page()
        await page.goto(f"{self.url}/licences.txt")
        found = await page.evaluate(_LEFT, self.blocks)
        await page.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        for name, text in found.items():
            if text:
                (self.folder / name).write_bytes(base64.b64decode(text))
        path = self.folder / "library.db"
        with closing(sqlite3.connect(path)) as line:
            assert line.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        with Library.open(path) as library:
            row = library.table(self.table[0])
            if self.granted:
                entries = library.load(row.match_id).entries
                asked = [(event, number) for number, event in entries if isinstance(event, Asked)]
                for name, number in self.granted.items():
                    assert [at for event, at in asked if event == Asked(0, name)] == [number]


async def renderers(context: BrowserContext) -> list[int]:
    """Return the processes that run pages."""
    assert context.browser is not None
    session = await context.browser.new_browser_cdp_session()
    found = await session.send("SystemInfo.getProcessInfo")
    await session.detach()
    return [each["id"] for each in found["processInfo"] if each["type"] == "renderer"]


def kill(processes: Sequence[int]) -> None:
    for process in processes:
        os.kill(process, signal.SIGKILL)


async def leave_no_room(session: CDPSession, origin: str) -> None:
    used = await session.send("Storage.getUsageAndQuota", {"origin": origin})
    quota = {"origin": origin, "quotaSize": used["usage"]}
    await session.send("Storage.overrideQuotaForOrigin", quota)


async def delete_all(session: CDPSession, origin: str) -> None:
    everything = {"origin": origin, "storageTypes": "all"}
    await session.send("Storage.clearDataForOrigin", everything)


async def without_files(route: Route) -> None:
    """Answer with a worker in a browser that does not write files at once."""
    answer = await route.fetch()
    missing = "delete FileSystemFileHandle.prototype.createSyncAccessHandle;"
    await route.fulfill(response=answer, body=f"{missing}\n{await answer.text()}")


@pytest.mark.parametrize(
    ("kills", "blocks"),
    [
        pytest.param(3, False, id="files"),
        pytest.param(3, True, id="IndexedDB", marks=pytest.mark.long),
        pytest.param(100, False, id="files often", marks=pytest.mark.long),
        pytest.param(100, True, id="IndexedDB often", marks=pytest.mark.long),
    ],
)
async def test_a_killed_page_loses_nothing_that_it_was_told(
    site: Server, tmp_path: Path, kills: int, blocks: bool
) -> None:
    async with async_playwright() as playwright:
        # A service worker would answer with the worker that it keeps.
        scripts: Literal["allow", "block"] = "block" if blocks else "allow"
        context = await launch_profile(playwright, tmp_path / "profile", service_workers=scripts)
        if blocks:
            await context.route("**/worker/engine.js", without_files)
        own = chance("kills", kills, blocks)
        player = Player(context, site.url, tmp_path / "left", blocks, own)
        while player.life < kills:
            await player.live()
        assert player.actions > kills
        await context.close()


async def test_a_full_disk_refuses_an_action_and_loses_none(site: Server, tmp_path: Path) -> None:
    async with async_playwright() as playwright:
        context = await launch_profile(playwright, tmp_path / "profile")
        own = chance("full")
        player = Player(context, site.url, tmp_path / "left", blocks=False, random=own)
        assert await player.stop(leave_no_room) == "disk_full"
        assert player.granted
        await player.check()
        await context.close()


async def test_what_is_written_to_deleted_files_is_never_told(site: Server, tmp_path: Path) -> None:
    async with async_playwright() as playwright:
        # A page whose service worker is deleted too loads again as soon as there is another one.
        profile = tmp_path / "profile"
        context = await launch_profile(playwright, profile, service_workers="block")
        own = chance("deleted")
        player = Player(context, site.url, tmp_path / "left", blocks=False, random=own)
        # A worker that has seen it is followed by one to which the table is unknown.
        assert await player.stop(delete_all) in ("not_stored", "unknown_table")
        assert not player.granted
        await context.close()
