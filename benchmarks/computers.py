"""Computer players of a server: the memory of their levels, and their response times."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterable
from contextlib import suppress
from statistics import median, quantiles
from time import perf_counter
from typing import Any, Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.figures import WEB, Row, Trial, measurement
from benchmarks.server import Server, serving
from benchmarks.timing import peak
from pegout.wire.table import WIRE_VERSION

#: How many tables of one address compute all the time, and how many experts each has.
TABLES: Final = 28
EXPERTS: Final = 3
#: How long they compute before anything is timed, in seconds.
SETTLE: Final = 8.0
#: A server that computes next to nothing for this long has loaded its data, in seconds.
QUIET: Final = 1.0
#: How many answers of the club player are timed, and the time limit in seconds.
ANSWERS: Final = 150
LIMIT: Final = 60.0
#: How long a person pauses before an action, in seconds.
PAUSE: Final = 0.05
#: A second address of this machine: limits and queues are per address.
ELSEWHERE: Final = "127.0.0.2"


class Person:
    """Plays at random, and measures the response times of its opponents."""

    def __init__(self, server: Server, seat: tuple[str, str], address: str = "127.0.0.1") -> None:
        self._code, self._token = seat
        self._server, self._address = server, address
        self._chance = random.Random(self._code)
        self.waits: list[float] = []

    async def play(self, answers: int | None = None) -> None:
        """Play until the match is over, or until this many answers have arrived."""
        here = (self._address, 0)
        async with connect(self._server.socket(self._code), local_addr=here) as line:
            await _send(line, {"type": "hello", "version": WIRE_VERSION, "token": self._token})
            asked, stored, match, standing = False, 0.0, "", dict[str, Any]()
            while answers is None or len(self.waits) < answers:
                heard = msgspec.json.decode(await line.recv())
                if heard["type"] in ("position", "events"):
                    match, standing = heard["match"], heard["standing"]
                elif heard["type"] in ("done", "refused"):
                    asked = False
                if asked or not match:
                    continue
                request = self._request(standing)
                if request is None:
                    # The own action is stored: from now on the computer player is timed.
                    stored = stored or perf_counter()
                    continue
                if stored:
                    self.waits.append(perf_counter() - stored)
                await asyncio.sleep(PAUSE)
                asked, stored = True, 0.0
                name = f"{self._chance.getrandbits(64)}"
                await _send(line, {**request, "id": name, "match": match})

    def _request(self, standing: dict[str, Any]) -> dict[str, Any] | None:
        if standing["over"]:
            return {"type": "rematch"}
        if standing["next_game"]:
            return {"type": "next_game"}
        if not standing["legal"]:
            return None
        return {"type": "act", "action": self._chance.choice(standing["legal"])}


async def _send(line: ClientConnection, message: dict[str, Any]) -> None:
    await line.send(msgspec.json.encode(message), text=True)


# Memory -------------------------------------------------------------------------------------------


def memory_of_tables(server: Server, levels: Iterable[tuple[str, ...]]) -> float:
    """Set up tables as fast as the server allows; return its memory afterwards, in MB."""
    for level in levels:
        server.against(*level)
    return settled(server)


def settled(server: Server) -> float:
    """Return the server's memory in MB, once it is idle."""
    end, busy, now = perf_counter() + LIMIT, -1.0, server.busy
    while perf_counter() < end and now - busy > 0.05:
        time.sleep(QUIET)
        busy, now = now, server.busy
    return server.memory


def memory_after_restart(server: Server, tables: int) -> float:
    """Have players return at once to this many tables of an expert after a restart."""
    seats = [server.against("expert") for _ in range(tables)]
    server.stop()
    server.start()

    async def come_back() -> None:
        lines = [asyncio.create_task(Person(server, seat).play(1)) for seat in seats]
        await asyncio.wait(lines, timeout=LIMIT)
        for line in lines:
            line.cancel()
        await asyncio.gather(*lines, return_exceptions=True)

    asyncio.run(come_back())
    return settled(server)


@measurement(
    "levels",
    "web",
    WEB,
    Row("memory of a server without games", "MB"),
    Row("the same, a table of `club`", "MB"),
    Row("the same, a table of `expert` for two", "MB"),
    Row("the same, for three", "MB"),
    Row("the same, for four", "MB"),
    Row("the same, tables of `expert` for two, three and four", "MB"),
    Row("the same, 8 tables of `expert` opened at once", "MB"),
    Row("the same, 28 tables", "MB"),
    Row("the same, 8 tables after a restart, where all players reconnect at once", "MB"),
    rounds=1,
    warm=False,
    one_core=False,
)
def levels() -> Trial:
    """Open tables of computer players, each kind at a separate server."""
    peaks: list[float] = []
    single, many = [("expert",)], [("expert",), ("expert",) * 2, ("expert",) * 3]

    def work() -> tuple[float, ...]:
        found = []
        for tables in ([], [("club",)], single, many[1:2], many[2:], many, single * 8, single * 28):
            with serving() as server:
                found.append(memory_of_tables(server, tables))
                peaks.append(peak(server.process.pid) or 0)
        with serving() as server:
            found.append(memory_after_restart(server, 8))
        return tuple(found)

    return Trial(work, memory=lambda: max(peaks, default=0) or None)


# Answers ------------------------------------------------------------------------------------------


async def _some_answers(person: Person, answers: int) -> None:
    async with asyncio.timeout(LIMIT):
        await person.play(answers)


def answers_of_a_club_player(server: Server, answers: int = ANSWERS) -> list[float]:
    """Time a club player while another address has experts compute at many tables, in seconds."""

    async def play() -> list[float]:
        seats = [server.against(*["expert"] * EXPERTS) for _ in range(TABLES)]
        crowd = [asyncio.create_task(Person(server, seat).play()) for seat in seats]
        await asyncio.sleep(SETTLE)
        other = Person(server, server.against("club"), ELSEWHERE)
        try:
            with suppress(TimeoutError):
                await _some_answers(other, answers)
        finally:
            for task in crowd:
                task.cancel()
            await asyncio.gather(*crowd, return_exceptions=True)
        return other.waits

    return asyncio.run(play())


@measurement(
    "answers",
    "web",
    WEB,
    Row("a club player’s answer, median", "ms"),
    Row("the same, 95th percentile", "ms"),
    Row("the same while another address plays at 28 tables of three experts, median", "ms"),
    Row("the same, 95th percentile", "ms"),
    rounds=1,
    warm=False,
    one_core=False,
)
def answers() -> Trial:
    """Time a club player, alone and while another address has experts compute all the time."""

    def work() -> tuple[float, ...]:
        with serving() as server:
            alone = Person(server, server.against("club"), ELSEWHERE)
            asyncio.run(_some_answers(alone, ANSWERS))
        with serving() as server:
            beside = answers_of_a_club_player(server)
        found = []
        for waits in (alone.waits, beside):
            found += [1e3 * median(waits), 1e3 * quantiles(waits, n=20)[18]]
        return tuple(found)

    return Trial(work, memory=lambda: None)
