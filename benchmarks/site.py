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
from benchmarks.reviews import played_record
from benchmarks.timing import peak
from pegout.notation import write
from pegout.site.downloads import Downloads, default_folder
from pegout.site.file_server import SiteHandler
from pegout.site.folder import build_site
from pegout.wire.table import WIRE_VERSION

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
#: Begins the script of a worker: its heap can then be asked for.
_HEAP: Final = """
for (const name of ["instantiate", "instantiateStreaming"]) {
  const before = WebAssembly[name];
  WebAssembly[name] = async (code, imports) => {
    const made = await before.call(WebAssembly, code, imports);
    const { exports } = made.instance ?? made;
    self.heap ??= exports.memory ?? imports?.env?.memory;
    return made;
  };
}
"""
_MODULES: Final = """
  const of = (name) => new URL(name, document.querySelector("script[type=module]").src);
  const { ask, createTable } = await import(of("api.js"));
  const { transport } = await import(of("transport.js"));
"""
#: Plays a game against a level without any pause, with a hint before each choice or without.
#: Returns the milliseconds of each hint, and between what came after each action.
_PLAY: Final = f"""async ([level, hinted, switches, names]) => {{
{_MODULES}
  const seats = [{{ name: "Ann", kind: "person" }}];
  seats.push(...names.map((name) => ({{ name, kind: level }})));
  const options = {{ spectators: false, chat: false, stand_in: 0 }};
  const order = {{ preset: "standard", switches, seats, games: 1, play_to: 0, options }};
  const {{ code, seats: [{{ token }}] }} = await createTable(order);
  const socket = transport.open(`/api/tables/${{code}}/socket`);
  const say = (message) => socket.send(JSON.stringify(message));
  const look = () => say({{ type: "sync", match: "", since: 0 }});
  const [hints, replies] = [[], []];
  let [turn, asked, since, wondered, isAsked] = [0, "", 0, 0, false];
  return new Promise((resolve, reject) => {{
    let standing, match;
    const act = () => {{
      // Every third card, so that the game is like no other, and the same each time.
      const action = standing.legal[(3 * ++turn) % standing.legal.length];
      isAsked = true;
      since = performance.now();
      say({{ type: "act", match, action, id: `turn-${{turn}}` }});
    }};
    const wonder = () => {{
      asked = `hint-${{turn}}`;
      wondered = performance.now();
      say({{ type: "hint", match, id: asked }});
    }};
    const take = {{
      welcome: look,
      events: () => isAsked || look(),
      position: (position) => {{
        ({{ standing, match }} = position);
        if (standing.over) resolve({{ hints, replies, code, token }});
        if (standing.over || isAsked || asked || !standing.legal.length) return;
        const [{{ type }}] = standing.legal;
        if (!hinted || standing.legal.length < 2 || !["discard", "play"].includes(type)) act();
        else wonder();
      }},
      suggestion: () => {{
        hints.push(performance.now() - wondered);
        asked = "";
        act();
      }},
      done: () => {{
        isAsked = false;
        look();
      }},
      refused: (refused) => {{
        // Nobody asks as fast as this.
        if (refused.code === "too_fast" && refused.id === asked) setTimeout(wonder, 1000);
        else reject(new Error(JSON.stringify(refused)));
      }},
      bye: (bye) => reject(new Error(JSON.stringify(bye))),
    }};
    socket.onmessage = ({{ data }}) => {{
      const message = JSON.parse(data);
      if (message.type === "events") {{
        replies.push(performance.now() - since);
        since = performance.now();
      }}
      take[message.type]?.(message);
    }};
    socket.onopen = () => say({{ type: "hello", version: {WIRE_VERSION}, token, language: "en" }});
  }});
}}"""
#: Has a recorded game reviewed; returns the milliseconds until it is.
_REVIEW: Final = f"""async (text) => {{
{_MODULES}
  const began = performance.now();
  let review = await ask("/api/review", {{ body: {{ text, seat: 1 }} }});
  while (["waiting", "running"].includes(review.state)) {{
    await new Promise((resolve) => setTimeout(resolve, 100));
    review = await ask(`/api/review/${{review.review}}`);
  }}
  if (review.state !== "done") throw new Error(JSON.stringify(review));
  return performance.now() - began;
}}"""
#: Loads the data of the expert; returns the milliseconds until they are there.
_EXPERT: Final = f"""async () => {{
{_MODULES}
  await ask("/api/options");
  const began = performance.now();
  await transport.load("expert", true);
  return performance.now() - began;
}}"""


@dataclass
class _Site:
    """A site that is served, and the bytes that were sent."""

    url: str
    sent: dict[str, int] = field(default_factory=dict)

    def megabytes(self, wanted: Callable[[str], bool] = bool) -> float:
        """Return how much was sent of the files with wanted paths."""
        return sum(size for path, size in self.sent.items() if wanted(path)) / 1e6


@contextmanager
def _served(folder: Path, rate: float | None = None, *, compresses: bool = True) -> Iterator[_Site]:
    """Serve a site, at no more than some bytes a second, compressed or as it is."""
    site = _Site("")
    turn = Lock()
    is_packed = compresses

    class Handler(SiteHandler):
        compresses = is_packed

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


def _show_heap(folder: Path) -> None:
    """Have the workers of a site show how much memory Python has in them."""
    [engine] = folder.glob("static/*/js/worker/engine.js")
    engine.write_text(f"{_HEAP}{engine.read_text('utf-8')}", "utf-8")
    for ending in (".br", ".gz"):
        engine.with_name(engine.name + ending).unlink()


def _heap(worker: Any) -> float:
    """Return the size of the memory of Python in a worker, in MB."""
    size: int = worker.evaluate("() => self.heap.buffer.byteLength")
    return size / 1e6


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
    Row("sent until the first cards are there, by a host that does not compress", "MB"),
    Row("scripts, of that", "MB"),
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
        with (
            _built() as (folder, profile),
            _served(folder, compresses=False) as site,
            _browser(profile) as page,
        ):
            _visit(page, site.url)
            plain, scripts = site.megabytes(), site.megabytes(_is_script)
        return first, dealt, python, packages - library, after, expert, plain, scripts

    return Trial(work, memory=lambda: None)


def _is_script(path: str) -> bool:
    return path.endswith((".js", ".mjs"))


@measurement(
    "site-visits",
    "site",
    SITE,
    Row("a first visit, until something is painted", "s"),
    Row("a first visit, until the first cards are there", "s"),
    Row("the same, by a host that does not compress", "s"),
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
        with (
            _built() as (folder, profile),
            _served(folder, compresses=False) as site,
            _browser(profile) as page,
        ):
            plain = _visit(page, site.url)[1]
        return painted, first, plain, later, alone, memory

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


@measurement(
    "site-answers",
    "site",
    SITE,
    Row("the data of the expert, once they are asked for", "s"),
    Row("a hint, two players, median", "ms"),
    Row("the same, 90th percentile", "ms"),
    Row("the longest wait for the expert, two players", "s"),
    Row("the same, three players", "s"),
    Row("the same, four players", "s"),
    Row("a review of a game of two, from the request on", "s"),
    needs=("playwright",),
    rounds=3,
    warm=False,
    one_core=False,
)
def site_answers() -> Trial:
    """Ask the expert of a site for its decisions, for hints and for a review."""

    def work() -> tuple[float, ...]:
        with _built() as (folder, profile), _served(folder) as site, _browser(profile) as page:
            page.goto(site.url)
            ready = page.evaluate(_EXPERT) / 1000
            hints = sorted(_play(page, "club", hinted=True)["hints"])
            waits = [_longest_wait(page, players) for players in (2, 3, 4)]
            review = page.evaluate(_REVIEW, write(played_record(2, 1))) / 1000
        median, most = hints[len(hints) // 2], hints[len(hints) * 9 // 10]
        return ready, median, most, *waits, review

    return Trial(work, memory=lambda: None)


def _play(page: Any, level: str, players: int = 2, *, hinted: bool = False) -> dict[str, Any]:
    """Play a game, and return what took how long."""
    names = ["Ben", "Cora", "Dan"][: players - 1]
    found: dict[str, Any] = page.evaluate(_PLAY, [level, hinted, {"players": players}, names])
    return found


def _longest_wait(page: Any, players: int) -> float:
    return float(max(_play(page, "expert", players)["replies"])) / 1000


@measurement(
    "site-heap",
    "site",
    SITE,
    Row("memory of Python, after a game against club", "MB"),
    Row("the same after one against the expert", "MB"),
    Row("the same after one with a hint before each choice", "MB"),
    Row("memory of Python for a review, beside it while one runs", "MB"),
    needs=("playwright",),
    rounds=1,
    warm=False,
    one_core=False,
)
def site_heap() -> Trial:
    """Ask how much memory Python has in a page."""

    def work() -> tuple[float, ...]:
        with _built() as (folder, profile), _served(folder) as site:
            _show_heap(folder)
            with _browser(profile) as page:
                page.goto(site.url)
                _play(page, "club")
                club = _heap(page.workers[0])
                _play(page, "expert")
                expert = _heap(page.workers[0])
                _play(page, "expert", hinted=True)
                hints = _heap(page.workers[0])
                page.evaluate(_REVIEW, write(played_record(2, 1)))
                review = _heap(page.workers[1])
        return club, expert, hints, review

    return Trial(work, memory=lambda: None)
