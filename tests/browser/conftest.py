"""Chromium, the real server, and the visitors that use it; see ``visitors.py``."""

import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from tests.browser.visitors import CHROMIUM, PATIENCE, Visitors, launch
from tests.serving import Server, keep_server
from tests.shared_processes import share

_HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run all of these tests in one event loop, which the browser needs from first to last."""
    for item in items:
        if _HERE in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    if shutil.which(CHROMIUM) is None:
        missing = f"there is no {CHROMIUM}; `make test` installs it"
        assert "CI" not in os.environ, missing
        pytest.skip(missing)
    expect.set_options(timeout=PATIENCE)
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        yield browser
        await browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Server:
    """Return the server of all workers, whose deals can be proved; each test has its own tables."""
    return Server.running(*share("server", tmp_path_factory, keep_server, "pegout"))


@pytest.fixture(scope="session")
def same(tmp_path_factory: pytest.TempPathFactory) -> Server:
    """Return the server of all workers that deals the same cards at every table, in every run."""
    return Server.running(*share("same", tmp_path_factory, keep_server, "tests.browser.seeded"))


@pytest_asyncio.fixture(loop_scope="session")
async def visitors(browser: Browser, same: Server) -> AsyncIterator[Visitors]:
    """Make visitors with separate browsers; any error in one of them fails the test.

    They visit the server whose cards are the same in every run, unless told otherwise.
    """
    async with Visitors(browser, same) as visitors:
        yield visitors
    assert not visitors.problems, "\n".join(visitors.problems)
