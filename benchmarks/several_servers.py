"""Two servers on one PostgreSQL, with the players of each game at both of them.

The servers, the database and this process, which plays all players, share one machine.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect

from benchmarks.crowd import Crowd, Game
from benchmarks.figures import WEB, Row, Trial, measurement
from benchmarks.server import Server
from benchmarks.timing import peak
from pegout.wire.table import WIRE_VERSION

#: The games at once, the average time that a player thinks, and the times to settle and to
#: measure, in seconds.
GAMES: Final = 50
PACE: Final = 2.0
SETTLE: Final = 3.0
MEASURE: Final = 10.0
#: How often a server is killed; the figure is the slowest.
KILLS: Final = 3
_Message = dict[str, Any]


@measurement(
    "several-servers",
    "web",
    WEB,
    Row(
        f"{GAMES} games between persons at two servers on one PostgreSQL: from a player’s move to "
        "the opponent’s screen, median",
        "s",
    ),
    Row("the same, 99th percentile", "s"),
    Row("a server is killed, until its players have the same position from another one", "s"),
    Row("the same, until the other one moves their computer players", "s"),
    needs=("psycopg", "pytest"),
    rounds=1,
    warm=False,
    one_core=False,
)
def several_servers() -> Trial:
    """Play over two servers, and kill one of them."""
    peaks: list[float] = []

    def work() -> tuple[float, ...]:
        with _servers() as (one, two):
            waits = asyncio.run(_play(one, two))
            kills = [asyncio.run(_kill(one, two)) for _ in range(KILLS)]
            peaks.append(peak(two.process.pid) or 0)
        back, moved = zip(*kills, strict=True)
        return median(waits), quantiles(waits, n=100)[98], max(back), max(moved)

    return Trial(work, memory=lambda: max(peaks, default=0) or None)


@contextmanager
def _servers() -> Iterator[tuple[Server, Server]]:
    # Imported late: the measurement is left out where PostgreSQL is not installed.
    from tests.databases import PrivateServer, programs

    found = programs()
    if found is None:
        raise RuntimeError("PostgreSQL is not installed")
    database = PrivateServer(found, durable=True)
    servers: list[Server] = []
    try:
        with database.database() as name, tempfile.TemporaryDirectory() as folder:
            try:
                for which in ("one", "two"):
                    own = Path(folder, which)
                    own.mkdir()
                    servers.append(Server(own, database=database.url(name)))
                yield servers[0], servers[1]
            finally:
                for server in servers:
                    server.stop()
    finally:
        database.remove()


async def _play(one: Server, two: Server) -> list[float]:
    """Return how long each move took to the opponent, who is at the other server."""
    crowd = Crowd(think=PACE)
    for at in range(GAMES):
        game = await asyncio.to_thread((one, two)[at % 2].game)
        code = game.sockets[0].rpartition("/api/tables/")[2].partition("/")[0]
        crowd.seat(Game([one.socket(code), two.socket(code)], game.tokens))
    await asyncio.sleep(SETTLE)
    crowd.reset()
    await asyncio.sleep(MEASURE)
    waits, problems = crowd.waits, crowd.problems
    await crowd.leave()
    if problems:
        raise RuntimeError(f"players were refused: {problems}")
    return waits


async def _kill(one: Server, two: Server) -> tuple[float, float]:
    """Kill the server that moves the computer player of a table, and start it again.

    Returns:
        The seconds until its player has the same position again, and until the computer player has
        moved.
    """
    code, token = await asyncio.to_thread(one.against, "club")
    async with connect(one.socket(code)) as line:
        known = await _until_answered(line, await _sit(line, token))
        began = perf_counter()
        one.process.kill()
        one.process.wait()
    async with connect(two.socket(code)) as line:
        message = await _sit(line, token)
        back = perf_counter() - began
        if message["number"] < known["number"]:
            raise RuntimeError("the other server does not have what was acknowledged")
        await _until_answered(line, message)
        moved = perf_counter() - began
    one.start()
    return back, moved


async def _sit(line: ClientConnection, token: str) -> _Message:
    """Say hello, and return the position."""
    hello = {"type": "hello", "version": WIRE_VERSION, "token": token}
    await line.send(json.dumps(hello))
    return await _standing(line)


async def _until_answered(line: ClientConnection, message: _Message) -> _Message:
    """Act until the computer player does, and return the message that says so."""
    while not any(_moved(entry) for entry in message.get("events", ())):
        if actions := _legal(message):
            act = {"type": "act", "id": str(message["number"]), "match": message["match"]}
            await line.send(json.dumps({**act, "action": actions[0]}))
        message = await _standing(line)
    return message


async def _standing(line: ClientConnection) -> _Message:
    """Return the next message that says how the game stands."""
    async with asyncio.timeout(30):
        while "standing" not in (message := json.loads(await line.recv())):
            pass
    standing: _Message = message
    return standing


def _legal(message: _Message) -> list[Any]:
    legal: list[Any] = message["standing"]["legal"]
    return legal


def _moved(entry: _Message) -> bool:
    """Return whether an entry is an action of the computer player."""
    event = entry["event"]
    moves = ("said_ready", "discarded", "played", "said_go")
    return event.get("seat") == 1 and event["type"] in moves
