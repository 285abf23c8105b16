"""Waiting until something is so, however busy the machine is."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, TypeVar

from playwright.async_api import Error, Page

from tests.network import Line

T = TypeVar("T")

#: The time after which waiting is given up, in seconds.
PATIENCE: Final = 60.0
#: The pause between two looks, in seconds.
PAUSE: Final = 0.025


async def until(
    look: Callable[[], Awaitable[T]],
    there: Callable[[T], Any] = bool,
    *,
    patience: float = PATIENCE,
) -> T:
    """Look again and again until what is seen is so, and return it."""
    end = time.monotonic() + patience
    while not there(seen := await look()):
        assert time.monotonic() < end, f"it never came there: {seen}"
        await asyncio.sleep(PAUSE)
    return seen


async def passes(
    page: Page, look: Callable[[], Awaitable[Any]], *, step: int = 100, maximum: int = 60_000
) -> int:
    """Let the time of a page pass until something is so; return how much passed.

    The clock of the page must be one that the test moves, and answers may come in between.
    """
    for passed in range(0, maximum, step):
        if await look():
            return passed
        await page.clock.run_for(step)
        await asyncio.sleep(PAUSE)
    raise AssertionError(f"it did not come within {maximum} ms of the page")


async def stop_the_clock(page: Page) -> None:
    """Stop the page's clock, which a test has installed, as soon as possible.

    A long jump would fire the timers of the connection, which would take it for dead.
    """
    for ahead in (200, 400, 800, 1_600, 3_200, 6_400):
        # On a busy machine, the time may have passed before the browser hears of it.
        with suppress(Error):
            # Playwright counts seconds, and the page milliseconds.
            now = await page.evaluate("() => Date.now()")
            await page.clock.pause_at((now + ahead) / 1_000)
            return
    raise AssertionError("the clock could not be stopped")


class Held(Line):
    """A line that keeps everything back for as long as a test wants, and loses nothing."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self._free = asyncio.Event()
        self._free.set()

    def hold(self) -> None:
        self._free.clear()

    def let_go(self) -> None:
        self._free.set()

    async def __aexit__(self, *raised: Any) -> None:
        self.let_go()
        await super().__aexit__(*raised)

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        await super()._carry(_Gate(source, self._free), sink)  # type: ignore[arg-type]


class _Gate:
    """Reads from a source, and waits with what it has read until the way is free."""

    def __init__(self, source: asyncio.StreamReader, free: asyncio.Event) -> None:
        self._source = source
        self._free = free

    async def read(self, maximum: int) -> bytes:
        some = await self._source.read(maximum)
        await self._free.wait()
        return some
