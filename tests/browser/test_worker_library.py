"""The library of a worker in Chromium: in files that are written at once, and in IndexedDB.

The tests of all stores run in the worker itself, on Python for the browser and the real files.
"""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import AsyncIterator, Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from importlib.metadata import distribution
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Any, Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from pegout.site.downloads import MSGSPEC, PYODIDE, Downloads, SiteError, default_folder
from pegout.site.engine_files import pack_package
from pegout.site.file_server import SiteHandler

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

_HERE: Final = Path(__file__).parent / "in_worker"
_ROOT: Final = Path(__file__).parents[2]
_CLIENT: Final = _ROOT / "src" / "pegout" / "client" / "js" / "worker"
#: The packages of pytest, and our files by what they are called in the worker.
_PACKAGES: Final = ("pytest", "pluggy", "iniconfig", "packaging", "pygments")
_FILES: Final = {
    **{
        f"tests/{name}": _ROOT / "tests" / name
        for name in (
            *("cases.py", "chance.py", "matches.py", "sources.py"),
            *("storage/stored.py", "storage/test_stores.py"),
        )
    },
    "tests/storage/conftest.py": _HERE / "stores.py",
    "hypothesis/__init__.py": _HERE / "hypothesis_examples.py",
    "hypothesis/strategies.py": _HERE / "hypothesis_strategies.py",
}
_SUITE: Final = """
import io, contextlib, pytest
options = ["-q", "-p", "no:cacheprovider", "-p", "no:faulthandler", "--import-mode=importlib"]
said = io.StringIO()
with contextlib.redirect_stdout(said):
    pytest.main([*options, "tests/storage/test_stores.py"])
said.getvalue()
"""
_OPEN: Final = """
from pegout.storage import Library
from tests.storage import stored
library = Library.open("sqlite:///file:/library/library.db?vfs=unix-excl")
"""
_LEAVE: Final = f"""{_OPEN}
import random
from tests.matches import play_on
for number in range(4):
    play_on(library.create(stored.a_setup()), random.Random(number))
text = str([(match.id, match.number) for match in library.matches()])
text
"""
_FIND: Final = f"""{_OPEN}
import sqlite3
found = str([(match.id, match.number) for match in library.matches()])
with library._database.exclusive() as line:
    found += str(line.execute("PRAGMA integrity_check").fetchall())
found
"""
_PLAY: Final = "play_on(library.create(stored.a_setup()), random.Random(9)); 'told'"
_RUN: Final = """(task) => new Promise((resolve) => {
  const worker = window.worker ?? new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = (event) => resolve(`error: ${event.message}`);
  worker.postMessage(task);
  window.worker = worker;
})"""
STORES: Final = pytest.mark.parametrize(
    "blocks",
    [False, pytest.param(True, marks=pytest.mark.long)],
    ids=["files", "IndexedDB"],
)


def _suite() -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in _PACKAGES:
            for file in distribution(name).files or ():
                if file.suffix == ".py" and ".." not in file.parts:
                    archive.write(str(file.locate()), file.as_posix())
        for path, own in _FILES.items():
            archive.write(own, path)
    return packed.getvalue()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve Python, the packages and the worker; yield the address."""
    root = tmp_path_factory.mktemp("worker")
    downloads = Downloads(default_folder())
    try:
        python = downloads.members(PYODIDE)
        archives = {"msgspec.zip": downloads.read(MSGSPEC)}
    except SiteError as error:
        if error.code != "no_download":
            raise
        pytest.skip(str(error))
    archives |= {"pegout.zip": pack_package(), "suite.zip": _suite()}
    (root / "python").mkdir()
    for name, content in {f"python/{name}": part for name, part in python.items()}.items():
        (root / name).write_bytes(content)
    for name, content in archives.items():
        (root / name).write_bytes(content)
    shutil.copytree(_CLIENT, root / "js" / "worker")
    shutil.copy(_HERE / "worker.js", root)
    (root / "index.html").write_text("<!doctype html><title>worker</title>")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SiteHandler, directory=str(root))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser, address: str) -> AsyncIterator[Page]:
    context = await browser.new_context()
    page = await context.new_page()
    await page.goto(address)
    yield page
    await context.close()


async def run(page: Page, script: str, *, blocks: bool, missing: str = "") -> str:
    """Run a script in the worker of a page; return its text, or how it failed."""
    packages = ["msgspec.zip", "pegout.zip", "suite.zip"]
    task: dict[str, Any] = {"script": script, "packages": packages}
    task |= {"blocks": blocks, "missing": missing.split()}
    text: str = await page.evaluate(_RUN, task)
    return text


async def end(page: Page) -> None:
    """End the worker at once."""
    await page.evaluate("worker.terminate(), delete window.worker")


@STORES
async def test_a_library_in_a_worker_does_what_every_store_does(page: Page, blocks: bool) -> None:
    said = await run(page, _SUITE, blocks=blocks)
    last = said.strip().splitlines()[-1]
    assert " passed" in last, said
    assert "failed" not in last, said


@STORES
async def test_what_was_told_is_there_for_the_next_worker(page: Page, blocks: bool) -> None:
    left = await run(page, _LEAVE, blocks=blocks)
    await end(page)
    assert await run(page, _FIND, blocks=blocks) == f"{left}[('ok',)]"


@pytest.mark.long
@STORES
async def test_a_second_worker_is_refused_while_there_is_one(page: Page, blocks: bool) -> None:
    await run(page, _LEAVE, blocks=blocks)
    other = await page.context.new_page()
    await other.goto(page.url)
    assert (await run(other, _FIND, blocks=blocks)).startswith("second_tab: ")
    await end(page)
    # The browser ends the first worker in its own time.
    while (said := await run(other, _FIND, blocks=blocks)).startswith("second_tab: "):
        continue
    assert "('ok',)" in said


async def test_without_locks_only_the_page_that_opened_last_can_store(page: Page) -> None:
    await run(page, _LEAVE, blocks=True, missing="locks")
    other = await page.context.new_page()
    await other.goto(page.url)
    found = await run(other, _FIND, blocks=True, missing="locks")
    assert "('ok',)" in found
    told = await run(page, _PLAY, blocks=True)
    assert told.startswith("second_tab: ")
    assert (await run(other, _FIND.replace(_OPEN, ""), blocks=True)) == found


async def test_what_the_browser_has_deleted_is_said_and_not_told(page: Page) -> None:
    """It deletes what pages store where there is no room left, or where somebody asks for it."""
    await run(page, _LEAVE, blocks=True)
    session = await page.context.new_cdp_session(page)
    cleared = {"origin": page.url.rstrip("/"), "storageTypes": "indexeddb"}
    await session.send("Storage.clearDataForOrigin", cleared)
    assert (await run(page, _PLAY, blocks=True)).startswith("not_stored: ")


async def test_a_browser_that_stores_nothing_is_no_place_for_games(page: Page) -> None:
    said = await run(page, _LEAVE, blocks=True, missing="indexedDB")
    assert said.startswith("no_storage: ")
