"""The server under load, and the time to the first card: ``python -m benchmarks web``.

A server process and this process, which plays all players, share one machine; on two cores the
players take nearly as much as the server. Every step has a time limit.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from statistics import median, quantiles
from time import perf_counter
from typing import Any, Final

from benchmarks.crowd import Crowd, Game
from benchmarks.figures import WEB, Row, Trial, measurement
from benchmarks.server import Server, serving
from benchmarks.timing import peak

#: The numbers of games at once, one step after the other.
STEPS: Final = (250, 500, 750, 1000)
#: The time to settle before a measurement, and the time of the measurement, in seconds.
SETTLE: Final = 3.0
MEASURE: Final = 10.0
#: The average time that a player thinks, in seconds.
PACE: Final = 2.0
#: The delay that a player would notice, in seconds.
BEARABLE: Final = 1.0
#: The browser: Chromium, or its headless shell, which is all that `make bench` installs.
_CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-headless-shell")


@dataclass(frozen=True)
class Step:
    """The measurements at one number of games."""

    games: int
    moves: float
    middle: float
    slowest: float
    server: float
    players: float
    memory: float
    problems: dict[str, int]

    @property
    def bearable(self) -> bool:
        """Whether no player would have noticed the load."""
        return self.slowest < BEARABLE and not self.problems


@measurement(
    "serve",
    "web",
    WEB,
    Row("`pegout serve`, until it answers", "s"),
    one_core=False,
)
def serve() -> Trial:
    """Start a server with an empty database."""
    peaks: list[float] = []

    def work() -> tuple[float, ...]:
        with serving() as server:
            taken = perf_counter() - server.began
            peaks.append(peak(server.process.pid) or 0)
        return (taken,)

    return Trial(work, memory=lambda: max(peaks, default=0) or None)


# The first card -----------------------------------------------------------------------------------


@measurement(
    "first-card",
    "web",
    WEB,
    Row("from opening the page until the game can start", "s"),
    Row("from starting the game until the first card is there", "s"),
    Row("sent to the browser by then", "kB"),
    needs=("playwright",),
    one_core=False,
)
def first_card() -> Trial:
    """Open the page in a browser with an empty cache, and begin a game."""
    return Trial(_first_card, memory=lambda: None)


def _first_card() -> tuple[float, ...]:
    with serving() as server, _phone() as page:
        received: list[float] = []
        network = page.context.new_cdp_session(page)
        network.on("Network.loadingFinished", partial(_note_size, received))
        network.send("Network.enable")
        began = perf_counter()
        page.goto(server.url)
        play = page.get_by_role("button", name="Play", exact=False).first
        play.wait_for()
        shown = perf_counter() - began
        began = perf_counter()
        play.click()
        page.locator(".pt-fan-card:not(.taken)").first.wait_for()
        clicked = perf_counter() - began
    return shown, clicked, sum(received) / 1000


@contextmanager
def _phone() -> Iterator[Any]:
    """Open a page of the size of a phone, in a browser with an empty cache."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=_CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        try:
            yield browser.new_context(viewport={"width": 360, "height": 640}).new_page()
        finally:
            browser.close()


def _note_size(sizes: list[float], event: dict[str, Any]) -> None:
    sizes.append(event["encodedDataLength"])


# A phone on a slow network ------------------------------------------------------------------------


@dataclass(frozen=True)
class Net:
    """A network as the developer tools of Chromium emulate it.

    Attributes:
        delay: the time from a request to the first byte of its answer, in seconds.
        rate: the bytes a second, in either direction.
    """

    delay: float
    rate: float


#: A bad network, and that of a phone which is not moving.
SLOW: Final = Net(delay=0.4, rate=400_000 / 8)
FAIR: Final = Net(delay=0.15, rate=1_600_000 / 8)
#: How many times slower than this machine the phone is.
CPU: Final = 4
#: How long a player looks at the first page before pressing the button, in seconds.
LOOK: Final = 8.0


@measurement(
    "first-control",
    "web",
    WEB,
    Row("400 kbit/s, 400 ms, a quarter of this processor: the page opened, until its button", "s"),
    Row("the same: the button pressed at once, until the first card", "s"),
    Row("the same: the button pressed after 8 seconds, until the first card", "s"),
    Row("1.6 Mbit/s, 150 ms, a quarter of this processor: the page opened, until its button", "s"),
    Row("the same: the button pressed at once, until the first card", "s"),
    Row("the same: the button pressed after 8 seconds, until the first card", "s"),
    needs=("playwright",),
    rounds=3,
    warm=False,
    one_core=False,
)
def first_control() -> Trial:
    """Open the page on a slow phone with an empty cache, and press its button."""

    def work() -> tuple[float, ...]:
        with serving() as server:
            times: list[float] = []
            for net in (SLOW, FAIR):
                shown, card = _pressed(server.url, net, 0)
                times += [shown, card, _pressed(server.url, net, LOOK)[1]]
        return tuple(times)

    return Trial(work, memory=lambda: None)


def _pressed(url: str, net: Net, look: float) -> tuple[float, float]:
    """Return the time until the button appears, and from its press to the first card."""
    with _phone() as page:
        tools = page.context.new_cdp_session(page)
        tools.send("Network.enable")
        tools.send(
            "Network.emulateNetworkConditions",
            {
                "offline": False,
                "latency": net.delay * 1000,
                "downloadThroughput": net.rate,
                "uploadThroughput": net.rate,
            },
        )
        tools.send("Emulation.setCPUThrottlingRate", {"rate": CPU})
        began = perf_counter()
        page.goto(url, wait_until="commit")
        play = page.get_by_role("button", name="Play", exact=False).first
        play.wait_for(timeout=60_000)
        shown = perf_counter() - began
        page.wait_for_timeout(look * 1000)
        began = perf_counter()
        play.click(no_wait_after=True)
        page.locator(".pt-fan-card:not(.taken)").first.wait_for(timeout=60_000)
        return shown, perf_counter() - began


# Load ---------------------------------------------------------------------------------------------


@measurement(
    "load",
    "web",
    WEB,
    Row(
        f"most games at once with 99 % of moves on the opponent’s screen within {BEARABLE:.0f} s",
        "games",
        "more",
    ),
    Row("moves in these games", "a second", "more"),
    Row("from a player’s move to the opponent’s screen, median", "s"),
    Row("the same, 99th percentile", "s"),
    Row("the server’s share of a core for a game", "%"),
    Row("memory of a game in progress", "kB"),
    Row("memory of a game whose players have left", "kB"),
    rounds=1,
    warm=False,
    one_core=False,
)
def load() -> Trial:
    """Play more and more games at once over sockets, at the pace of human players."""
    peaks: list[float] = []

    def work() -> tuple[float, ...]:
        with serving() as server:
            steps, idle = asyncio.run(_ramp(server))
            peaks.append(peak(server.process.pid) or 0)
        _tell(steps)
        good = [step for step in steps if step.bearable]
        if not good:
            raise RuntimeError(f"{steps[0].games} games at once are too many already")
        best = good[-1]
        share = 100 * best.server / best.games
        return best.games, best.moves, best.middle, best.slowest, share, *idle

    return Trial(work, memory=lambda: max(peaks, default=0) or None)


def _tell(steps: list[Step]) -> None:
    for step in steps:
        print(
            f"{step.games:5} games: {step.moves:6.0f} moves/s, "
            f"{step.middle * 1000:6.0f} ms median, {step.slowest * 1000:6.0f} ms 99 %, "
            f"server {step.server:4.0%}, players {step.players:4.0%} of a core, "
            f"{step.memory:5.0f} MB {step.problems or ''}",
            file=sys.stderr,
        )


async def _ramp(server: Server) -> tuple[list[Step], tuple[float, float]]:
    crowd = Crowd(think=PACE)
    before = server.memory
    steps: list[Step] = []
    games: list[Game] = []
    for wanted in STEPS:
        while len(games) < wanted:
            games.append(await asyncio.to_thread(server.game))
            crowd.seat(games[-1])
        await asyncio.sleep(SETTLE)
        steps.append(await _measure(server, crowd, len(games)))
        if not steps[-1].bearable:
            break
    active = (server.memory - before) * 1024 / len(games)
    await crowd.leave()
    await asyncio.sleep(SETTLE)
    return steps, (active, (server.memory - before) * 1024 / len(games))


async def _measure(server: Server, crowd: Crowd, games: int) -> Step:
    crowd.reset()
    busy, own, began = server.busy, time.process_time(), perf_counter()
    await asyncio.sleep(MEASURE)
    elapsed = perf_counter() - began
    waits = crowd.waits or [float("inf")] * 2
    return Step(
        games,
        crowd.moves / elapsed,
        median(waits),
        quantiles(waits, n=100)[98],
        (server.busy - busy) / elapsed,
        (time.process_time() - own) / elapsed,
        server.memory,
        crowd.problems,
    )
