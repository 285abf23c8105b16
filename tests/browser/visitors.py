"""A visitor with a browser, and every error in it."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, Self
from urllib.parse import urlsplit

import pytest
from playwright import async_api

from pegout.server.facts import PAGES
from tests.serving import Server

#: Chromium; preferably its headless shell, which needs a third of the time for a new visitor.
CHROMIUM: Final = shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # No request goes to anybody else; each that is tried fails, and with it the test.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)
#: The paths of all pages but those of a table and of a game.
PLAIN_PATHS: Final = [path for page in PAGES for path in page.paths if "{" not in path]
PHONE: Final[async_api.ViewportSize] = {"width": 360, "height": 640}
DESKTOP: Final[async_api.ViewportSize] = {"width": 1280, "height": 800}
#: Runs a test at both sizes.
SIZES: Final = pytest.mark.parametrize(
    "size",
    [pytest.param(PHONE, id="phone"), pytest.param(DESKTOP, id="desktop", marks=pytest.mark.slow)],
)

#: The time limit on the page, in milliseconds; two cores may be busy with four tests.
PATIENCE: Final = 60_000

#: What a browser has stored from an earlier visit; tests use the fastest pace.
_SETTINGS: Final = {"name": "Maggie", "pace": "instant", "language": "en", "hints": "off"}
#: The tables of a browser in which a game was finished.
FINISHED: Final[dict[str, Any]] = {
    "nosuchtabl": {
        "seats": [{"seat": 0, "token": "x" * 40}],
        "names": ["Maggie", "Ben"],
        "updated": 1,
        "over": True,
        "scores": [61, 9],
        "target": 61,
    }
}
_KEEP: Final = """([key, value]) => {
  if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
}"""


async def launch(playwright: async_api.Playwright) -> async_api.Browser:
    return await playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS])


async def launch_profile(
    playwright: async_api.Playwright,
    profile: Path,
    *,
    service_workers: Literal["allow", "block"] = "allow",
) -> async_api.BrowserContext:
    """Launch a browser that keeps what pages store in a folder, and not in memory."""
    return await playwright.chromium.launch_persistent_context(
        profile, executable_path=CHROMIUM, args=[*ARGUMENTS], service_workers=service_workers
    )


@dataclass
class Visitor:
    """A page in a separate browser."""

    page: async_api.Page
    server: Server
    problems: list[str]
    expected: list[str] = field(default_factory=list)

    @property
    def context(self) -> async_api.BrowserContext:
        return self.page.context

    def watch(self, page: async_api.Page) -> None:
        """Record every error and every failed request.

        The console tells of each answer that is an error. Nothing listens to all requests: a table
        makes a hundred, and telling of them takes a tenth of the time.
        """
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._problem(f"error on the page: {error}"))
        page.on("requestfailed", self._failed)
        page.set_default_timeout(PATIENCE)

    def _problem(self, text: str) -> None:
        if not any(word in text for word in self.expected):
            self.problems.append(text)

    def _console(self, message: async_api.ConsoleMessage) -> None:
        if message.type == "error":
            self._problem(f"console: {message.text} ({message.location.get('url')})")

    def _failed(self, request: async_api.Request) -> None:
        # Leaving a page cancels what it was still loading.
        if request.failure != "net::ERR_ABORTED":
            self._problem(f"request failed: {request.url} {request.failure}")

    async def open(self, path: str = "/") -> Self:
        await self.page.goto(self.server.url + path)
        await self.page.locator("#app:not([aria-busy])").wait_for()
        return self

    async def tab(self, path: str) -> Visitor:
        other = Visitor(await self.context.new_page(), self.server, self.problems, self.expected)
        other.watch(other.page)
        return await other.open(path)

    async def sit(self, code: str, seats: list[dict[str, Any]], names: list[str]) -> Self:
        """Open a table with the tokens of these seats, as if they had been taken here."""
        kept = {
            code: {
                "seats": [{"seat": seat["seat"], "token": seat["token"]} for seat in seats],
                "names": names,
                "updated": 1,
                "over": False,
            }
        }
        await self.remember("pegout.tables", kept)
        return await self.open(f"/table/{code}")

    async def remember(self, key: str, value: Any) -> None:
        """Store a value in the browser as from an earlier visit."""
        words = json.dumps([key, json.dumps(value)])
        await self.context.add_init_script(f"({_KEEP})({words})")

    async def change(self, **settings: Any) -> None:
        await self.page.evaluate(
            "(changes) => import(document.querySelector('script[type=module]').src"
            ".replace('main', 'settings')).then(({ settings }) => settings.set(changes))",
            settings,
        )

    def frames_sent(self) -> list[str]:
        """Return a list to which every message is added that the page sends from now on."""
        sent: list[str] = []
        self.page.on(
            "websocket", lambda line: line.on("framesent", lambda frame: sent.append(str(frame)))
        )
        return sent

    async def asked(self) -> list[str]:
        """Return a list to which the path of every answer is added that no cache gave."""
        session = await self.context.new_cdp_session(self.page)
        await session.send("Network.enable")
        asked: list[str] = []
        kept: set[str] = set()

        def heard(event: dict[str, Any]) -> None:
            if not event["response"].get("fromDiskCache") and event["requestId"] not in kept:
                asked.append(urlsplit(event["response"]["url"]).path)

        session.on("Network.requestServedFromCache", lambda event: kept.add(event["requestId"]))
        session.on("Network.responseReceived", heard)
        return asked


class Visitors:
    """Makes visitors, and closes their browsers at the end."""

    def __init__(self, browser: async_api.Browser, server: Server) -> None:
        self.browser = browser
        self.server = server
        self.problems: list[str] = []
        self._contexts: list[async_api.BrowserContext] = []

    async def new(
        self,
        viewport: async_api.ViewportSize = DESKTOP,
        *,
        settings: dict[str, Any] | None = None,
        server: Server | None = None,
        motion: bool = False,
        touch: bool = False,
        locale: str = "en-GB",
        scheme: Literal["dark", "light"] = "dark",
        bypass_csp: bool = False,
        scale: float = 1,
        forced: bool = False,
        keeps: bool = False,
    ) -> Visitor:
        """Make a visitor with a new browser.

        Args:
            viewport: the size of the window.
            settings: the visitor's settings, besides the instant pace; an empty name for a
                stranger.
            server: the server to visit.
            motion: whether the system allows motion.
            touch: whether the device has a touch screen instead of a mouse.
            locale: the language of the browser.
            scheme: whether the system is light or dark.
            bypass_csp: whether tests may add scripts to the page.
            scale: the number of device pixels per pixel.
            forced: whether the system chooses all colours.
            keeps: whether a service worker may keep files.
        """
        context = await self.browser.new_context(
            viewport=viewport,
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=touch,
            is_mobile=touch,
            locale=locale,
            color_scheme=scheme,
            bypass_csp=bypass_csp,
            device_scale_factor=scale,
            forced_colors="active" if forced else "none",
            accept_downloads=True,
            service_workers="allow" if keeps else "block",
        )
        self._contexts.append(context)
        visitor = Visitor(await context.new_page(), server or self.server, self.problems)
        visitor.watch(visitor.page)
        await visitor.remember("pegout.settings", {**_SETTINGS, **(settings or {})})
        return visitor

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *raised: object) -> None:
        for context in self._contexts:
            await context.close()
