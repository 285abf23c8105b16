"""The end of a game, and the list of what was played: how long a player waits for both."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from time import perf_counter, sleep
from typing import Any, Final

import msgspec
from websockets.asyncio.client import connect

from benchmarks.figures import WEB, Row, Trial, measurement
from benchmarks.server import Server, serving
from benchmarks.timing import peak
from pegout.wire.table import WIRE_VERSION

#: How long the player thinks before each action, in seconds.
_THINK: Final = 0.5
#: The pause of the page before it asks again how far a review is, in seconds.
_PAUSE: Final = 0.25
#: The number of finished games in the list.
_LISTED: Final = 1000
#: The number of different games among them.
_PLAYED: Final = 10
#: The number of matches of a library in one answer.
_SOME: Final = 100


@measurement(
    "end-line",
    "web",
    WEB,
    Row("from the last card against club to the line of luck and skill, on one core", "s"),
    rounds=3,
    warm=False,
    one_core=True,
)
def end_line() -> Trial:
    """Play a game at the pace of a quick person, and ask for its review as the page does."""
    peaks: list[float] = []

    def work() -> tuple[float, ...]:
        with serving("records") as server:
            code, token = server.against("club")
            began = asyncio.run(_play_out(server, code, token))
            asked = _ask(server, code, token)
            while asked["state"] in ("waiting", "running"):
                sleep(_PAUSE)
                asked = server.get(f"/api/review/{asked['review']}")
            taken = perf_counter() - began
            assert "Luck" in asked["games"][0]["headline"], asked
            peaks.append(peak(server.process.pid) or 0)
        return (taken,)

    return Trial(work, memory=lambda: max(peaks, default=0) or None)


def _ask(server: Server, code: str, token: str) -> Any:
    return server.post(f"/api/tables/{code}/review?game=1", {}, token)


async def _play_out(server: Server, code: str, token: str) -> float:
    """Play at random until the game is over, and return the time at which its end is heard."""
    chance = random.Random(1)
    async with connect(server.socket(code), ping_interval=None) as line:
        hello = {"type": "hello", "version": WIRE_VERSION, "token": token}
        await line.send(msgspec.json.encode(hello), text=True)
        count, match, waiting, standing = 0, "", False, None
        while True:
            heard = msgspec.json.decode(await line.recv(decode=False))
            match = heard.get("match", match)
            standing = heard.get("standing") or standing
            # What an action leads to is heard before its answer.
            waiting = waiting and heard["type"] not in ("done", "refused")
            if standing and standing["over"]:
                return perf_counter()
            if standing and standing["legal"] and not waiting:
                await asyncio.sleep(_THINK)
                count, waiting = count + 1, True
                action = chance.choice(standing["legal"])
                request = {"type": "act", "id": str(count), "match": match, "action": action}
                await line.send(msgspec.json.encode(request), text=True)


@measurement(
    "list",
    "web",
    WEB,
    Row(f"the list of {_LISTED:,} finished games from their sums", "s"),
    Row("statistics of these games", "s"),
    rounds=3,
    warm=False,
)
def list_games() -> Trial:
    """List the games of a library as its owner sees them, and add them up."""
    from pegout.school.statistics import own_games, statistics
    from pegout.storage import Library
    from pegout.table.played_games import PlayedGames
    from pegout.text import language

    def work() -> tuple[float, ...]:
        with tempfile.TemporaryDirectory() as folder, Library.open(folder) as library:
            _fill(library, Path(folder, "library.db"))
            played, t = PlayedGames(library, own=True), language("en")
            began = perf_counter()
            rows = [
                match for after in range(0, _LISTED, _SOME) for match in played.others(t, after)
            ]
            listed = perf_counter() - began
            assert len(rows) == _LISTED, len(rows)
            began = perf_counter()
            found = statistics(own_games(library.matches(), library.games()))
            assert found.results.games == _LISTED
            return listed, perf_counter() - began

    return Trial(work)


def _fill(library: Any, file: Path) -> None:
    """Store some games, and copies of them under other ids."""
    from pegout.match import Seated, Setup
    from pegout.rules import Rules

    for number in range(_PLAYED):
        seats = (Seated("Ann"), Seated("Ben", "novice"))
        match = library.create(Setup(f"game{number}", Rules("half"), seats))
        chance = random.Random(number)
        while not match.over:
            seat = min(match.to_act)
            match.act(seat, chance.choice(match.legal(seat)))
    with closing(sqlite3.connect(file)) as database, database:
        for copy in range(1, _LISTED // _PLAYED):
            for table, name in (("matches", "id"), ("entries", "match_id"), ("games", "match_id")):
                columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
                others = ", ".join([column for column in columns if column != name])
                database.execute(
                    f"INSERT INTO {table} ({name}, {others}) SELECT {name} || ?, {others}"
                    f" FROM {table} WHERE {name} NOT LIKE '%-%'",
                    (f"-{copy}",),
                )
