"""A simulated terminal: an application that the tests of a module share, and how to wait for it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from textual._context import active_app
from textual.css.query import NoMatches
from textual.events import Mount
from textual.pilot import Pilot
from textual.screen import Screen

from pegout.storage import Library
from pegout.tui import app as program
from pegout.tui.app import Pegout
from pegout.tui.home import HomeScreen
from pegout.tui.settings import Settings
from tests.sources import sources

#: The time after which a wait is given up, in seconds.
_PATIENCE: Final = 90.0


def _holds(ready: Callable[[], object]) -> bool:
    try:
        return bool(ready())
    except NoMatches:
        # A screen is shown before what is on it.
        return False


async def until(ready: Callable[[], object], what: str) -> None:
    try:
        async with asyncio.timeout(_PATIENCE):
            while not _holds(ready):
                await asyncio.sleep(0.002)
    except TimeoutError:
        raise AssertionError(f"it never came about that {what}") from None


async def until_quiet(*_: float) -> None:
    """Wait until nothing can be done without a key, a timer or a thread, and draw the screen."""
    loop: Any = asyncio.get_running_loop()
    running = active_app.get(None)
    while True:
        await asyncio.sleep(0)
        if loop._ready:
            continue
        if running is not None and running.screen_stack:
            running.screen._on_timer_update()
        if not loop._ready:
            return


class _Bare(Pegout):
    """The application without its first screen, which few tests need."""

    CSS_PATH = str(Path(program.__file__).with_name("pegout.tcss"))

    async def on_mount(self, event: Mount) -> None:  # type: ignore[override]
        event.prevent_default()
        self.animation_level = "none"
        await self.push_screen(Screen())


class _Shared:
    """An application in a task of its own, because a fixture may end in another context."""

    def __init__(self) -> None:
        self.app = _Bare(Library.open("sqlite://"), settings=Settings(), keep_settings=False)
        self.pilot: Pilot[None] | None = None
        self._opened, self._closed = asyncio.Event(), asyncio.Event()
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        try:
            async with self.app.run_test() as self.pilot:
                self._opened.set()
                await self._closed.wait()
        finally:
            self._opened.set()

    async def opened(self) -> Pilot[None]:
        """Wait until the application runs."""
        await self._opened.wait()
        if self.pilot is None:
            await self._task
        assert self.pilot is not None
        return self.pilot

    async def close(self) -> None:
        """End the application, and raise the error that it had, if any."""
        self._closed.set()
        await self._task
        self.app.library.close()


_shared: _Shared | None = None


async def close() -> None:
    """Close the shared application, if it was opened."""
    global _shared
    closing, _shared = _shared, None
    if closing is not None:
        await closing.close()


@asynccontextmanager
async def share_application(
    library: Library, settings: Settings, *, size: tuple[int, int], home: bool
) -> AsyncIterator[tuple[Pegout, Pilot[None]]]:
    """Use the application that the tests of a module share, with a library and settings."""
    global _shared  # noqa: PLW0603
    _shared = _shared or _Shared()
    pilot, app = await _shared.opened(), _shared.app
    with app._context():
        app.library = library
        app.settings = settings
        app.change()
        vars(app).pop("_reviewed", None)
        app.sources, app._last = sources("tui"), None
        if app.size != size:
            await pilot.resize_terminal(*size)
        if home:
            await app.push_screen(HomeScreen())
        try:
            yield app, pilot
        finally:
            if app._exception is not None or not app.is_running:
                await close()
            else:
                await _clear(app)


async def _clear(app: Pegout) -> None:
    # One by one each of them would be shown once more.
    with app.batch_update():
        while len(app.screen_stack) > 2:
            await app.pop_screen()
    app.clear_notifications()


@asynccontextmanager
async def own(
    library: Library, settings: Settings, *, size: tuple[int, int], language: str
) -> AsyncIterator[tuple[Pegout, Pilot[None]]]:
    """Start an application of a test's own, as the program does."""
    app = Pegout(
        library,
        settings=settings,
        keep_settings=False,
        language=language,
        sources=sources("tui"),
    )
    app.animation_level = "none"
    async with app.run_test(size=size) as pilot:
        yield app, pilot
