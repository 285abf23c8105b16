"""The server under load, and how soon the first card is there: ``python -m benchmarks web``.

A server process and this process, which plays everybody else, share one machine; on two cores the
players take nearly as much as the server. Every step is bounded in time.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any, Final

import msgspec

from benchmarks.crowd import Crowd, Game
from benchmarks.figures import WEB, Row, Trial, measurement
from benchmarks.timing import peak

#: How many games are played at once, one step after the other.
STEPS: Final = (250, 500, 750, 1000)
#: How long a step settles down, and how long it is measured then, in seconds.
SETTLE: Final = 3.0
MEASURE: Final = 10.0
#: How long a player thinks over a move on average, in seconds.
PACE: Final = 2.0
#: Beyond this a player would notice, in seconds.
BEARABLE: Final = 1.0

_TICKS: Final = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Step:
    """What was measured while so many games were played."""

    games: int
    moves: float
    middle: float
    slowest: float
    server: float
    players: float
    memory: float
    troubles: dict[str, int]

    @property
    def bearable(self) -> bool:
        """Whether nobody would have noticed that others play too."""
        return self.slowest < BEARABLE and not self.troubles


# The server ---------------------------------------------------------------------------------------


class _Server:
    """One server process, with a database of its own."""

    def __init__(self, folder: Path) -> None:
        self.began = perf_counter()
        self._log = folder / "log"
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "pegout", "serve", "--port", "0", *_limits()],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, "PEGOUT_DATA": str(folder)},
            )
        self.url = self._address()

    def _address(self) -> str:
        end = perf_counter() + 60
        while perf_counter() < end and self.process.poll() is None:
            for word in self._log.read_text(errors="replace").split():
                if word.startswith("http://127.0.0.1:"):
                    return word.rstrip("/.,")
            time.sleep(0.005)
        raise RuntimeError(f"the server did not start: {self._log.read_text()[-2000:]}")

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.url + "/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def post(self, path: str, body: dict[str, Any]) -> Any:
        request = urllib.request.Request(
            self.url + path, msgspec.json.encode(body), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            return msgspec.json.decode(answer.read())

    def game(self) -> Game:
        """Set a table up for two people, and have both seats taken."""
        seats = [{"name": "Ann", "kind": "person"}, {"name": "", "kind": "open"}]
        made = self.post("/api/tables", {"preset": "standard", "seats": seats})
        code = made["code"]
        joined = self.post(f"/api/tables/{code}/join", {"name": "Ben"})
        socket = f"{self.url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
        return Game(socket, [made["seats"][0]["token"], joined["token"]])

    @property
    def memory(self) -> float:
        """What it holds in memory, in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(
            int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS")
        )

    @property
    def busy(self) -> float:
        """How long it has computed so far, in seconds of one core."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS


def _limits() -> list[str]:
    """Lift the limits for one address: here everybody has the same."""
    names = ("connections_per_address", "requests", "request_burst", "creations")
    return [word for name in names for word in ("--limit", f"{name}=100000")]


@contextmanager
def _serving() -> Iterator[_Server]:
    with tempfile.TemporaryDirectory() as folder:
        server = _Server(Path(folder))
        try:
            while not server.answers():
                time.sleep(0.005)
            yield server
        finally:
            server.process.terminate()
            try:
                server.process.wait(10)
            except subprocess.TimeoutExpired:
                server.process.kill()
                server.process.wait()


@measurement(
    "serve",
    "web",
    WEB,
    Row("`pegout serve`, until it answers", "s", 1.5),
    one_core=False,
)
def serve() -> Trial:
    """Start a server with an empty database."""
    most: list[float] = []

    def work() -> tuple[float, ...]:
        with _serving() as server:
            taken = perf_counter() - server.began
            most.append(peak(server.process.pid) or 0)
        return (taken,)

    return Trial(work, memory=lambda: max(most, default=0) or None)


# The first card -----------------------------------------------------------------------------------


@measurement(
    "first-card",
    "web",
    WEB,
    Row("the page opened, until the game can be begun", "s", 1),
    Row("the game begun, until the first card is there", "s", 1),
    Row("sent to the browser until then", "kB", 150),
    needs=("playwright",),
    one_core=False,
)
def first_card() -> Trial:
    """Open the page in a browser that knows nothing yet, and begin a game."""
    return Trial(_first_card, memory=lambda: None)


def _first_card() -> tuple[float, ...]:
    from playwright.sync_api import sync_playwright

    with _serving() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_context(viewport={"width": 360, "height": 640}).new_page()
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
        page.locator(".pt-fan-card").first.wait_for()
        clicked = perf_counter() - began
        browser.close()
    return shown, clicked, sum(received) / 1000


def _note_size(sizes: list[float], event: dict[str, Any]) -> None:
    sizes.append(event["encodedDataLength"])


# Load ---------------------------------------------------------------------------------------------


@measurement(
    "load",
    "web",
    WEB,
    Row("games at once that nobody notices", "games", 500, "more"),
    Row("moves then", "a second", 500, "more"),
    Row("from one player’s hand to the other’s eyes, median", "s", 0.05),
    Row("the same, 99th percentile", "s", 0.25),
    Row("the server’s share of a core for a game", "%", 0.2),
    Row("memory of a game that is played", "kB", 200),
    Row("memory of a game whose players have gone", "kB", 100),
    rounds=1,
    warm=False,
    one_core=False,
)
def load() -> Trial:
    """Play more and more games at once over sockets, at the pace of people."""
    most: list[float] = []

    def work() -> tuple[float, ...]:
        with _serving() as server:
            steps, idle = asyncio.run(_ramp(server))
            most.append(peak(server.process.pid) or 0)
        _tell(steps)
        good = [step for step in steps if step.bearable]
        if not good:
            raise RuntimeError(f"{steps[0].games} games at once are too many already")
        best = good[-1]
        share = 100 * best.server / best.games
        return best.games, best.moves, best.middle, best.slowest, share, *idle

    return Trial(work, memory=lambda: max(most, default=0) or None)


def _tell(steps: list[Step]) -> None:
    for step in steps:
        print(
            f"{step.games:5} games: {step.moves:6.0f} moves/s, "
            f"{step.middle * 1000:6.0f} ms median, {step.slowest * 1000:6.0f} ms 99 %, "
            f"server {step.server:4.0%}, players {step.players:4.0%} of a core, "
            f"{step.memory:5.0f} MB {step.troubles or ''}",
            file=sys.stderr,
        )


async def _ramp(server: _Server) -> tuple[list[Step], tuple[float, float]]:
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


async def _measure(server: _Server, crowd: Crowd, games: int) -> Step:
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
        crowd.troubles,
    )
