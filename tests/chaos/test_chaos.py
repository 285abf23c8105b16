"""Whatever happens to the line and to the server, what was acknowledged is there, once."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from pegout.storage import Library
from tests.chaos.audit import audit
from tests.chaos.bot import Bot
from tests.chaos.proxy import Proxy, Weather
from tests.databases import Server as PostgreSQL
from tests.serving import GENEROUS, Server


@dataclass
class Game:
    """A table with a bot for each person and one who only watches."""

    code: str
    bots: list[Bot] = field(default_factory=list)


#: What is played: the kinds of the seats, and the rules.
TABLES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("person", "person"), {}),
    (("person", "club"), {}),
    (("person", "novice", "person"), {"players": 3}),
    (("person", "person", "person", "person"), {"players": 4}),
    (("person", "person"), {"counting": "manual", "muggins": True}),
    (("person", "novice"), {"counting": "manual"}),
]
NAMES = ("Ann", "Ben", "Cleo", "Dan")


def a_game(server: Server, url: str, at: int, chance: random.Random) -> Game:
    kinds, switches = TABLES[at % len(TABLES)]
    # Seats of other people stay open, and are joined one by one.
    seats = [
        ("", "open") if kind == "person" and seat else (NAMES[seat], kind)
        for seat, kind in enumerate(kinds)
    ]
    games = 1 + at % 3
    code, made = server.table(seats, games=games, target=31, **switches)
    tokens = [seat["token"] for seat in made]
    for seat, kind in enumerate(kinds):
        if kind == "person" and seat:
            answer = server.post(f"/api/tables/{code}/join", {"name": NAMES[seat], "seat": seat})
            assert answer.status == 200, answer.text
            tokens.append(answer.json["token"])
    address = f"{url}/api/tables/{code}/socket"
    people = [
        Bot(lambda: address, token, f"{code}-{at}-{n}", random.Random(chance.random()))
        for n, token in enumerate([*tokens, ""])
    ]
    return Game(code, people)


async def torment(
    servers: Sequence[Server], chance: random.Random, until: float, every: tuple[float, float]
) -> int:
    """Kill one server after the other, and start it again, until it is time."""
    clock, kills = asyncio.get_running_loop(), 0
    while clock.time() < until:
        await asyncio.sleep(chance.uniform(*every))
        server = chance.choice(servers)
        server.kill()
        kills += 1
        await asyncio.sleep(chance.uniform(0, 0.3))
        await bring_up(server)
    return kills


async def bring_up(server: Server) -> None:
    server.launch()
    async with asyncio.timeout(60):
        while not await asyncio.to_thread(server.ready):
            await asyncio.sleep(0.02)


async def calm(games: list[Game]) -> None:
    """Let every request be answered and everybody hear what happened last."""
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
) -> int:
    """Play, torment, and look whether all is well; give how many requests were acknowledged."""
    chance = random.Random(seed)
    addresses = [f"ws://127.0.0.1:{server.port}" for server in servers]
    until = asyncio.get_running_loop().time() + seconds
    async with Proxy(addresses, chance, weather) as proxy:
        games = [a_game(servers[0], proxy.url, at, chance) for at in range(tables)]
        running = [asyncio.create_task(bot.run()) for game in games for bot in game.bots]
        try:
            kills = await torment(servers, chance, until, every)
            await calm(games)
        finally:
            for task in running:
                task.cancel()
            for outcome in await asyncio.gather(*running, return_exceptions=True):
                with suppress(asyncio.CancelledError):
                    if isinstance(outcome, BaseException):
                        raise outcome
        assert kills
        assert min(proxy.mishaps.values()) > 0, proxy.mishaps
        proxy.weather = Weather(0, 0, 0, 0)
        acknowledged = 0
        with Library.open(str(servers[0].data)) as library:
            for game in games:
                acknowledged += await audit(servers[0], library, game.code, game.bots)
    return acknowledged


async def test_a_server_that_is_killed_and_lines_that_break_lose_nothing(tmp_path: Path) -> None:
    with Server(tmp_path, tmp_path / "log", options=GENEROUS) as server:
        acknowledged = await chaos(
            [server], seed=1, tables=6, seconds=8, every=(1, 2.5), weather=Weather()
        )
    assert acknowledged > 50


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 8))
async def test_a_server_that_is_killed_very_often(tmp_path: Path, seed: int) -> None:
    with Server(tmp_path, tmp_path / "log", options=GENEROUS) as server:
        acknowledged = await chaos(
            [server], seed=seed, tables=18, seconds=60, every=(0.2, 4), weather=Weather(cut=0.03)
        )
    assert acknowledged > 500


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8, 11))
async def test_a_server_on_postgresql_that_is_killed_very_often(
    tmp_path: Path, postgresql: PostgreSQL, seed: int
) -> None:
    with postgresql.database() as name:
        database = postgresql.url(name)
        with Server(database, tmp_path / "log", options=GENEROUS) as server:
            acknowledged = await chaos(
                [server], seed=seed, tables=18, seconds=60, every=(0.2, 4), weather=Weather()
            )
    assert acknowledged > 500


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
            acknowledged = await chaos(
                [one, two], seed=seed, tables=12, seconds=40, every=(2, 6), weather=Weather()
            )
    assert acknowledged > 200
