"""A site without a server, in a browser: ``python -m benchmarks site``.

The files come from this machine, compressed with brotli. A slow network is one whose server sends
no faster, and a slow machine is one on which the whole browser gets a quarter of one core.
"""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from shutil import which
from threading import Event, Lock, Thread
from time import perf_counter
from typing import Any, Final

from benchmarks.figures import SITE, Row, Trial, measurement
from benchmarks.timing import peak
from pegout.site.downloads import Downloads, default_folder
from pegout.site.file_server import SiteHandler
from pegout.site.folder import build_site

_CHROMIUM: Final = which("chromium-headless-shell") or which("chromium")
#: The bytes a second of a network with 10 Mbit/s, and how many of them are sent at once.
_SLOW: Final = 10_000_000 / 8
_PIECE: Final = 16_384
#: The share of one core that a slow machine has, and for how long it has all of it, in seconds.
_SHARE: Final = 0.25
_TURN: Final = 0.01
#: How long anything may take, in milliseconds.
_PATIENCE: Final = 300_000
#: Waits until a browser has kept everything, the data of the expert last.
_KEPT: Final = """async () => {
  const count = async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url);
  for (;;) {
    const kept = (await Promise.all((await caches.keys()).map(count))).flat();
    if (["play.bin", "?"].every((part) => kept.some((url) => url.includes(part)))) return;
    await new Promise(requestAnimationFrame);
  }
}"""
_PAINT: Final = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
_INSTANT: Final = 'localStorage["pegout.settings"] ??= JSON.stringify({ pace: "instant" });'


@dataclass
class _Site:
    """A site that is served, and the bytes that were sent."""

    url: str
    sent: dict[str, int] = field(default_factory=dict)

    def megabytes(self, wanted: Callable[[str], bool] = bool) -> float:
        """Return how much was sent of the files with wanted paths."""
        return sum(size for path, size in self.sent.items() if wanted(path)) / 1e6


@contextmanager
def _served(folder: Path, rate: float | None = None) -> Iterator[_Site]:
    """Serve a site, at no more than some bytes a second."""
    site = _Site("")
    turn = Lock()

    class Handler(SiteHandler):
        def copyfile(self, source: Any, outputfile: Any) -> None:
            while piece := source.read(_PIECE):
                with turn:
                    site.sent[self.path] = site.sent.get(self.path, 0) + len(piece)
                    if rate:
                        time.sleep(len(piece) / rate)
                # A page that was left no longer reads.
                with suppress(ConnectionError):
                    outputfile.write(piece)

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    site.url = f"http://127.0.0.1:{server.server_port}/"
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def _browser(profile: Path) -> Iterator[Any]:
    """Open a page of the size of a phone, in a browser with a folder of its own."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=_CHROMIUM,
            args=["--no-sandbox", "--disable-gpu"],
            viewport={"width": 360, "height": 640},
        )
        context.add_init_script(_INSTANT)
        context.set_default_timeout(_PATIENCE)
        try:
            yield context.pages[0]
        finally:
            context.close()


def _processes(profile: Path) -> list[int]:
    """Return the processes of a browser, by its folder: the one that was started, and all below."""
    parents: dict[int, int] = {}
    first = set()
    for entry in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            number = int(entry.name)
            parents[number] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            command = (entry / "cmdline").read_bytes()
            if f"--user-data-dir={profile}".encode() in command and b"--type=" not in command:
                first.add(number)
    found = set(first)
    while more := {one for one, parent in parents.items() if parent in found} - found:
        found |= more
    return sorted(found)


@contextmanager
def _slowly(profile: Path) -> Iterator[None]:
    """Give all processes of a browser together a quarter of one core, by stopping them in turns."""
    over = Event()

    def rest() -> None:
        while not over.is_set():
            processes = _processes(profile)
            for process in processes:
                with suppress(OSError):
                    os.sched_setaffinity(process, {0})
                    os.kill(process, signal.SIGSTOP)
            time.sleep(_TURN * (1 - _SHARE) / _SHARE)
            for process in processes:
                with suppress(OSError):
                    os.kill(process, signal.SIGCONT)
            time.sleep(_TURN)

    thread = Thread(target=rest)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _visit(page: Any, url: str) -> tuple[float, float]:
    """Begin a game; return the seconds until something was painted, and until the first cards."""
    began = perf_counter()
    page.goto(url)
    page.locator(".home-start").click()
    page.locator(".pt-fan-card:not(.taken)").first.wait_for()
    dealt = perf_counter() - began
    return page.evaluate(_PAINT) / 1000, dealt


def _first_visit(page: Any, url: str) -> tuple[float, float]:
    visited = _visit(page, url)
    page.evaluate(_KEPT)
    return visited


@contextmanager
def _built() -> Iterator[tuple[Path, Path]]:
    """Yield the folder of a site, and one for a browser."""
    with tempfile.TemporaryDirectory() as made:
        build_site(Path(made, "site"), Downloads(default_folder()))
        yield Path(made, "site"), Path(made, "profile")


@measurement(
    "site-bytes",
    "site",
    SITE,
    Row("sent until the first page can be used", "kB"),
    Row("sent until the first cards are there, all in all", "MB"),
    Row("Python for the browser, of that", "MB"),
    Row("Pegout and its packages, of that", "MB"),
    Row("sent afterwards, for a time without a network", "MB"),
    Row("the data of the expert, of that", "MB"),
    needs=("playwright",),
    rounds=1,
    warm=False,
    one_core=False,
)
def site_bytes() -> Trial:
    """Visit a site for the first time."""

    def work() -> tuple[float, ...]:
        with _built() as (folder, profile), _served(folder) as site, _browser(profile) as page:
            page.route("**/engine/**", lambda route: route.abort())
            page.goto(site.url)
            page.locator("#app:not([aria-busy])").wait_for()
            first = site.megabytes() * 1000
        with _built() as (folder, profile), _served(folder) as site, _browser(profile) as page:
            _visit(page, site.url)
            dealt = site.megabytes()
            python = site.megabytes(lambda path: "/engine/python-" in path)
            packages = site.megabytes(lambda path: "/engine/" in path and path.endswith(".zip"))
            library = site.megabytes(lambda path: path.endswith("stdlib.zip"))
            page.evaluate(_KEPT)
            after = site.megabytes() - dealt
            expert = site.megabytes(lambda path: path.endswith(".bin"))
        return first, dealt, python, packages - library, after, expert

    return Trial(work, memory=lambda: None)


@measurement(
    "site-visits",
    "site",
    SITE,
    Row("a first visit, until something is painted", "s"),
    Row("a first visit, until the first cards are there", "s"),
    Row("a later visit, until the first cards are there", "s"),
    Row("the same without a network, in a browser that was started again", "s"),
    Row("memory of the renderer at the table, at its highest", "MB"),
    needs=("playwright",),
    rounds=3,
    warm=False,
    one_core=False,
)
def site_visits() -> Trial:
    """Visit a site for the first time, again, and without a network."""

    def work() -> tuple[float, ...]:
        with _built() as (folder, profile):
            with _served(folder) as site:
                with _browser(profile) as page:
                    painted, first = _first_visit(page, site.url)
                    memory = max(peak(process) or 0 for process in _renderers(profile))
                with _browser(profile) as page:
                    later = _visit(page, site.url)[1]
            with _browser(profile) as page:
                alone = _visit(page, site.url)[1]
        return painted, first, later, alone, memory

    return Trial(work, memory=lambda: None)


def _renderers(profile: Path) -> list[int]:
    return [
        process
        for process in _processes(profile)
        if b"--type=renderer" in Path(f"/proc/{process}/cmdline").read_bytes()
    ]


@measurement(
    "site-slow",
    "site",
    SITE,
    Row("a first visit at 10 Mbit/s and a quarter of a core, until something is painted", "s"),
    Row("the same, until the first cards are there", "s"),
    Row("a later visit there, until the first cards are there", "s"),
    needs=("playwright",),
    rounds=1,
    warm=False,
    one_core=False,
)
def site_slow() -> Trial:
    """Visit a site on a slow network and a slow machine."""

    def work() -> tuple[float, ...]:
        with _built() as (folder, profile), _served(folder, _SLOW) as site:
            with _browser(profile) as page:
                with _slowly(profile):
                    painted, first = _visit(page, site.url)
                page.evaluate(_KEPT)
            with _browser(profile) as page, _slowly(profile):
                later = _visit(page, site.url)[1]
        return painted, first, later

    return Trial(work, memory=lambda: None)
