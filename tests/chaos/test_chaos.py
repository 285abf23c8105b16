"""Whatever fails in the connection or the server, every acknowledged action is stored once."""

from __future__ import annotations

import asyncio
import json
import random
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest

from pegout.storage import Library
from tests.chaos.audit import audit
from tests.chaos.bot import Bot
from tests.databases import Server as PostgreSQL
from tests.network import Messages, Requests, Weather
from tests.serving import GENEROUS, Server


@dataclass
class Game:
    """A table with a bot for each person, and one spectator."""

    code: str
    bots: list[Bot] = field(default_factory=list)


#: The tables: the kinds of the seats, and the rules.
TABLES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("person", "person"), {}),
    (("person", "club"), {}),
    (("person", "novice", "person"), {"players": 3}),
    (("person", "person", "person", "person"), {"players": 4}),
    (("person", "person"), {"counting": "manual", "muggins": True}),
    (("person", "novice"), {"counting": "manual"}),
]
NAMES = ("Ann", "Ben", "Cleo", "Dan")


async def insist(url: str, path: str, body: dict[str, Any]) -> Any:
    """Retry a request until it is answered; its secret alone determines the answer."""
    async with asyncio.timeout(60):
        while True:
            try:
                status, answer = await asyncio.to_thread(_post, url + path, body)
            except (OSError, HTTPException, ValueError):
                # The connection broke, before or after the server granted the request.
                await asyncio.sleep(0.02)
                continue
            if status < 500:
                assert status in (200, 201), answer
                return answer


def _post(url: str, body: dict[str, Any]) -> tuple[int, Any]:
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


async def a_game(line: Requests, url: str, at: int, chance: random.Random) -> Game:
    """Set up a table and take its seats, despite failures of the connection and of the server.

    Each request is sent twice at once, as by a client that does not know what arrived.
    """
    kinds, switches = TABLES[at % len(TABLES)]
    # Seats of other people stay open, and are taken one by one.
    seats = [
        {"name": "", "kind": "open"}
        if kind == "person" and seat
        else {"name": NAMES[seat], "kind": kind}
        for seat, kind in enumerate(kinds)
    ]
    order = {
        "switches": {"target": 31, **switches},
        "seats": seats,
        "games": 1 + at % 3,
        "key": chance.randbytes(20).hex(),
    }
    made = await twice(line, "/api/tables", order)
    code, tokens = made["code"], [seat["token"] for seat in made["seats"]]
    for seat, kind in enumerate(kinds):
        if kind == "person" and seat:
            token = chance.randbytes(20).hex()
            guest = {"name": NAMES[seat], "seat": seat, "token": token}
            held = await twice(line, f"/api/tables/{code}/join", guest)
            assert held == {"seat": seat, "token": token}
            tokens.append(token)
    address = f"{url}/api/tables/{code}/socket"
    people = [
        Bot(lambda: address, token, f"{code}-{at}-{n}", random.Random(chance.random()))
        for n, token in enumerate([*tokens, ""])
    ]
    return Game(code, people)


async def twice(line: Requests, path: str, body: dict[str, Any]) -> Any:
    one, other = await asyncio.gather(*[insist(line.url, path, body) for _ in range(2)])
    assert one == other
    return one


async def torment(
    servers: Sequence[Server],
    chance: random.Random,
    enough: asyncio.Event,
    every: tuple[float, float],
) -> int:
    """Kill and restart one server after the other, at least once, until ``enough`` is set."""
    kills = 0
    while True:
        with suppress(TimeoutError):
            async with asyncio.timeout(chance.uniform(*every)):
                await enough.wait()
            if kills:
                return kills
        server = chance.choice(servers)
        server.kill()
        kills += 1
        await asyncio.sleep(chance.uniform(0, 0.3))
        await bring_up(server)


async def hang(
    servers: Sequence[Server], database: PostgreSQL, chance: random.Random, enough: asyncio.Event
) -> int:
    """Freeze the database again and again, and sometimes kill a server that waits for it."""
    hung = 0
    while not hung or not enough.is_set():
        kill = chance.random() < 0.3
        server = chance.choice(servers)
        with database.frozen():
            # The servers give up during the longer ones, and wait through the shorter ones.
            await asyncio.sleep(chance.choice([0.5, 3, 10]) * chance.uniform(0.8, 1.2))
            if kill:
                server.kill()
        hung += 1
        if kill:
            await bring_up(server)
        await asyncio.sleep(chance.uniform(0.5, 2))
    return hung


async def bring_up(server: Server) -> None:
    server.launch()
    async with asyncio.timeout(60):
        while not await asyncio.to_thread(server.ready):
            await asyncio.sleep(0.02)


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(120):
        while not is_so():
            await asyncio.sleep(0.1)


async def calm(games: Sequence[Game]) -> None:
    """Wait until every request is answered and every client has the last entries."""
    for game in games:
        for bot in game.bots:
            bot.resting = True
    async with asyncio.timeout(60):
        while any(bot.pending for game in games for bot in game.bots):
            await asyncio.sleep(0.05)
    numbers: list[int] = []
    while numbers != (now := [bot.number for game in games for bot in game.bots]):
        numbers = now
        await asyncio.sleep(1.5)


async def chaos(
    servers: Sequence[Server],
    *,
    seed: int,
    tables: int,
    seconds: float,
    every: tuple[float, float],
    weather: Weather,
    least: int,
    hangs: PostgreSQL | None = None,
) -> None:
    """Play, cause failures, and audit all tables.

    Args:
        servers: the servers to kill.
        seed: the seed of all random choices.
        tables: the number of tables.
        seconds: the minimum duration.
        every: the shortest and the longest time between two kills, in seconds.
        weather: the failure rates of the connection.
        least: the minimum number of acknowledged requests; a busy machine needs longer for them.
        hangs: a database server to freeze again and again, instead of most of the kills.
    """
    chance = random.Random(seed)
    ports = [server.port for server in servers]
    enough = asyncio.Event()
    async with (
        Messages(ports, chance, weather) as proxy,
        Requests(ports, chance) as line,
    ):
        tormenting = asyncio.create_task(
            hang(servers, hangs, chance, enough)
            if hangs
            else torment(servers, chance, enough, every)
        )
        running: list[asyncio.Task[None]] = []
        try:
            seeds = [random.Random(chance.random()) for _ in range(tables)]
            games = await asyncio.gather(
                *[a_game(line, proxy.url, at, one) for at, one in enumerate(seeds)]
            )
            running += [asyncio.create_task(bot.run()) for game in games for bot in game.bots]
            await asyncio.sleep(seconds)
            await until(lambda: len(proxy.mishaps) == 6 and min(proxy.mishaps.values()) > 0)
            await until(lambda: sum(len(bot.granted) for one in games for bot in one.bots) > least)
            enough.set()
            kills = await tormenting
            await calm(games)
        finally:
            tormenting.cancel()
            for task in running:
                task.cancel()
            for outcome in await asyncio.gather(tormenting, *running, return_exceptions=True):
                with suppress(asyncio.CancelledError):
                    if isinstance(outcome, BaseException):
                        raise outcome
        assert min(line.mishaps[name] for name in ("not sent", "not answered", "not heard")) > 0
        assert kills
        proxy.weather = Weather(0, 0, 0, 0)
        acknowledged = 0
        with Library.open(str(servers[0].data)) as library:
            # Repeated requests have created no second table.
            assert len(library.tables(datetime.now(UTC) + timedelta(days=1))) == tables
            for game in games:
                acknowledged += await audit(servers[0], library, game.code, game.bots)
    assert acknowledged > least


@pytest.mark.long
async def test_seats_that_are_granted_as_the_server_is_killed(where: str, tmp_path: Path) -> None:
    chance = random.Random(17)
    enough = asyncio.Event()
    data = where if "://" in where else tmp_path
    with Server(data, tmp_path / "log", options=GENEROUS) as server:
        async with Requests([server.port], chance) as line:
            tormenting = asyncio.create_task(torment([server], chance, enough, (0.02, 0.3)))
            try:
                games = await asyncio.gather(
                    *[a_game(line, server.url, at, random.Random(at)) for at in range(4)]
                )
            finally:
                enough.set()
                kills = await tormenting
            assert kills
        with Library.open(str(data)) as library:
            assert len(library.tables(datetime.now(UTC) + timedelta(days=1))) == len(games)
        for game in games:
            for seat, bot in enumerate(game.bots[:-1]):
                record = server.get(f"/api/tables/{game.code}/record.json", bot.token)
                assert record.status == 200, (game.code, seat)


async def test_a_server_that_is_killed_and_lines_that_break_lose_nothing(tmp_path: Path) -> None:
    with Server(tmp_path, tmp_path / "log", options=GENEROUS) as server:
        await chaos(
            [server], seed=1, tables=6, seconds=8, every=(1, 2.5), weather=Weather(), least=50
        )


@pytest.mark.parametrize(
    ("seed", "seconds"),
    [(14, 12), *[pytest.param(seed, 60, marks=pytest.mark.long) for seed in range(15, 19)]],
)
async def test_a_database_that_hangs_loses_nothing(
    tmp_path: Path, postgresql: PostgreSQL, seed: int, seconds: float
) -> None:
    own = PostgreSQL(postgresql.programs)
    try:
        with Server(own.url("library"), tmp_path / "log", options=GENEROUS) as server:
            await chaos(
                [server],
                seed=seed,
                tables=6,
                seconds=seconds,
                every=(0, 0),
                weather=Weather(),
                least=50,
                hangs=own,
            )
    finally:
        own.remove()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 8))
async def test_a_server_that_is_killed_very_often(tmp_path: Path, seed: int) -> None:
    with Server(tmp_path, tmp_path / "log", options=GENEROUS) as server:
        await chaos(
            [server],
            seed=seed,
            tables=18,
            seconds=60,
            every=(0.2, 4),
            weather=Weather(cut=0.03),
            least=500,
        )


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8, 11))
async def test_a_server_on_postgresql_that_is_killed_very_often(
    tmp_path: Path, postgresql: PostgreSQL, seed: int
) -> None:
    with postgresql.database() as name:
        database = postgresql.url(name)
        with Server(database, tmp_path / "log", options=GENEROUS) as server:
            await chaos(
                [server],
                seed=seed,
                tables=18,
                seconds=60,
                every=(0.2, 4),
                weather=Weather(),
                least=500,
            )


@pytest.mark.long
@pytest.mark.parametrize("seed", range(11, 14))
async def test_two_servers_that_serve_the_same_tables(
    tmp_path: Path, postgresql: PostgreSQL, seed: int
) -> None:
    with postgresql.database() as name:
        database = postgresql.url(name)
        with (
            Server(database, tmp_path / "one", options=GENEROUS) as one,
            Server(database, tmp_path / "two", options=GENEROUS) as two,
        ):
            await chaos(
                [one, two],
                seed=seed,
                tables=12,
                seconds=40,
                every=(2, 6),
                weather=Weather(),
                least=200,
            )
