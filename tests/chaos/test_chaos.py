"""Whatever fails in the connection or the server, every acknowledged action is stored once."""

import asyncio
import json
import random
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.client import HTTPException
from pathlib import Path
from typing import Any

import psycopg
import pytest

from pegout.cli.exit_status import FAILED
from pegout.storage import Library
from tests.chaos.audit import audit
from tests.chaos.bot import Bot
from tests.databases import PrivateServer
from tests.databases import Server as PostgreSQL
from tests.network import Messages, Requests, Weather
from tests.serving import GENEROUS, Server

#: How long anything is waited for, in seconds.
PATIENCE = 300.0
WEATHER = Weather()


@dataclass
class Game:
    """A table with a bot for each person, and one spectator."""

    code: str
    bots: list[Bot] = field(default_factory=list)


#: The tables: the kinds of the seats, and the rules.
TABLES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("person", "person"), {}),
    (("person", "novice", "person"), {"players": 3}),
    (("person", "club"), {}),
    (("person", "person", "person", "person"), {"players": 4}),
    (("person", "person"), {"counting": "manual", "muggins": True}),
    (("person", "novice"), {"counting": "manual"}),
]
NAMES = ("Ann", "Ben", "Cleo", "Dan")


async def insist(url: str, path: str, body: dict[str, Any]) -> Any:
    """Retry a request until it is answered; its secret alone determines the answer."""
    async with asyncio.timeout(PATIENCE):
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
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
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
    answer, other = await asyncio.gather(*[insist(line.url, path, body) for _ in range(2)])
    assert answer == other
    return answer


async def bring_up(server: Server, *, supervised: bool = False) -> None:
    """Start a server; a supervisor starts it again if its database does not answer."""
    server.launch()
    async with asyncio.timeout(PATIENCE):
        while True:
            assert server.process is not None
            if supervised and server.process.poll() == FAILED:
                server.kill()
                server.launch()
            if await asyncio.to_thread(server.ready):
                return
            await asyncio.sleep(0.02)


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.01)


class Disturbance(ABC):
    """Disturbs the servers again and again, each time after some messages.

    The numbers of messages follow from the seed; what happens then is up to the machine.
    """

    def __init__(
        self,
        servers: Sequence[Server],
        networks: Sequence[Messages | Requests],
        chance: random.Random,
        every: tuple[int, int],
    ) -> None:
        self.servers = servers
        self.chance = chance
        self.times = 0
        self._networks = networks
        self._every = every
        self._over = False

    async def run(self, maximum: int) -> None:
        """Disturb so many times, or until it is told to end."""
        while self.times < maximum and not self._over:
            await self.carried(*self._every)
            if not self._over:
                await self.disturb()
                self.times += 1

    def end(self) -> None:
        """Let no further disturbance begin."""
        self._over = True

    @abstractmethod
    async def disturb(self) -> None:
        """Disturb once; afterwards all servers are up."""

    async def carried(self, *number: int) -> None:
        """Wait until so many more messages have come, or until it is over."""
        await self._counted(lambda: sum(network.carried for network in self._networks), *number)

    async def missed(self, *number: int) -> None:
        """Wait until so many more connections were in vain, or until it is over."""
        await self._counted(lambda: sum(network.vain for network in self._networks), *number)

    async def _counted(self, count: Callable[[], int], minimum: int, maximum: int) -> None:
        enough = count() + self.chance.randint(minimum, maximum)
        await until(lambda: self._over or count() >= enough)


class Kills(Disturbance):
    """Kills one server after the other; each stays away until some have missed it."""

    async def disturb(self) -> None:
        server = self.chance.choice(self.servers)
        server.kill()
        await self.missed(0, 6)
        await bring_up(server)


class Freezes(Disturbance):
    """Freezes the database, and sometimes kills a server that waits for it.

    The servers give up during the first time and some others, and wait through the rest.
    """

    def __init__(self, database: PrivateServer, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._database = database

    async def disturb(self) -> None:
        kill = self.chance.random() < 0.3
        server = self.chance.choice(self.servers)
        with self._database.frozen():
            if not self.times or self.chance.random() < 0.4:
                path = "/api/tables/aaaaaaaaaa"
                answer = await asyncio.to_thread(server.get, path, timeout=PATIENCE)
                assert answer.status == 503
            else:
                await self.carried(1, 20)
            if kill:
                server.kill()
        if kill:
            # On a busy machine the database may take longer than it is given.
            await bring_up(server, supervised=True)


async def calm(bots: Sequence[Bot]) -> None:
    """Wait until every request is answered, and send no more."""
    for bot in bots:
        bot.resting = True
    await until(lambda: not any(bot.pending for bot in bots))


async def chaos(
    servers: Sequence[Server],
    *,
    seed: int,
    tables: int,
    times: int,
    every: tuple[int, int],
    minimum: int,
    weather: Weather = WEATHER,
    freezes: PrivateServer | None = None,
) -> None:
    """Play, cause failures, and audit all tables."""
    chance = random.Random(seed)
    ports = [server.port for server in servers]
    async with Messages(ports, chance, weather) as proxy, Requests(ports, chance) as line:
        networks: list[Messages | Requests] = [proxy, line]
        disturbance = (
            Freezes(freezes, servers, networks, chance, every)
            if freezes
            else Kills(servers, networks, chance, every)
        )
        disturbing = asyncio.create_task(disturbance.run(times))
        running = [disturbing]
        try:
            seeds = [random.Random(chance.random()) for _ in range(tables)]
            games = await asyncio.gather(
                *[a_game(line, proxy.url, at, seed) for at, seed in enumerate(seeds)]
            )
            bots = [bot for game in games for bot in game.bots]
            running += [asyncio.create_task(bot.run()) for bot in bots]
            await disturbing
            await until(lambda: len(proxy.mishaps) == 6 and min(proxy.mishaps.values()) > 0)
            await until(lambda: sum(len(bot.granted) for bot in bots) > minimum)
            await calm(bots)
        finally:
            for task in running:
                task.cancel()
            for outcome in await asyncio.gather(*running, return_exceptions=True):
                with suppress(asyncio.CancelledError):
                    if isinstance(outcome, BaseException):
                        raise outcome
        assert min(line.mishaps[name] for name in ("not sent", "not answered", "not heard")) > 0
    acknowledged = 0
    with Library.open(str(servers[0].data)) as library:
        # Repeated requests have created no second table.
        assert len(library.tables(datetime.now(UTC) + timedelta(days=1))) == tables
        for game in games:
            acknowledged += await audit(servers[0], library, game.code, game.bots)
    assert acknowledged > minimum


@pytest.mark.long
async def test_seats_that_are_granted_as_the_server_is_killed(where: str, tmp_path: Path) -> None:
    chance = random.Random(17)
    data = where if "://" in where else tmp_path
    with Server(data, tmp_path / "log", options=GENEROUS) as server:
        async with Requests([server.port], chance) as line:
            kills = Kills([server], [line], chance, (1, 6))
            killing = asyncio.create_task(kills.run(10))
            try:
                games = await asyncio.gather(
                    *[a_game(line, server.url, at, random.Random(at)) for at in range(4)]
                )
            finally:
                kills.end()
                await killing
            assert kills.times
        with Library.open(str(data)) as library:
            assert len(library.tables(datetime.now(UTC) + timedelta(days=1))) == len(games)
        for game in games:
            for seat, bot in enumerate(game.bots[:-1]):
                record = server.get(f"/api/tables/{game.code}/record.json", bot.token)
                assert record.status == 200, (game.code, seat)


@pytest.mark.parametrize(
    ("tables", "times", "minimum"), [(2, 1, 10), pytest.param(6, 4, 100, marks=pytest.mark.slow)]
)
async def test_a_server_that_is_killed_and_lines_that_break_lose_nothing(
    tmp_path: Path, tables: int, times: int, minimum: int
) -> None:
    with Server(tmp_path, tmp_path / "log", options=GENEROUS) as server:
        await chaos([server], seed=1, tables=tables, times=times, every=(40, 200), minimum=minimum)


@pytest.mark.parametrize(
    ("seed", "times"),
    [
        pytest.param(14, 4, marks=pytest.mark.slow),
        *[pytest.param(seed, 20, marks=pytest.mark.long) for seed in range(15, 19)],
    ],
)
async def test_a_database_that_hangs_loses_nothing(
    tmp_path: Path, private_postgresql: PrivateServer, seed: int, times: int
) -> None:
    with private_postgresql.database() as name, ExitStack() as stack:
        server = Server(
            private_postgresql.url(name),
            tmp_path / "log",
            options=GENEROUS,
            program="tests.chaos.impatient",
        )
        stack.callback(server.kill)
        await bring_up(server, supervised=True)
        await chaos(
            [server],
            seed=seed,
            tables=6,
            times=times,
            every=(50, 300),
            minimum=50,
            freezes=private_postgresql,
        )


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 8))
async def test_a_server_that_is_killed_very_often(tmp_path: Path, seed: int) -> None:
    with Server(tmp_path, tmp_path / "log", options=GENEROUS) as server:
        await chaos(
            [server],
            seed=seed,
            tables=18,
            times=25,
            every=(20, 2000),
            weather=Weather(cut=0.03),
            minimum=500,
        )


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8, 11))
async def test_a_server_on_postgresql_that_is_killed_very_often(
    tmp_path: Path, postgresql: PostgreSQL, seed: int
) -> None:
    with (
        postgresql.database() as name,
        Server(postgresql.url(name), tmp_path / "log", options=GENEROUS) as server,
    ):
        await chaos([server], seed=seed, tables=18, times=25, every=(20, 2000), minimum=500)


@pytest.mark.parametrize(
    ("seed", "times"),
    [
        pytest.param(11, 2, marks=pytest.mark.slow),
        *[pytest.param(seed, 10, marks=pytest.mark.long) for seed in (12, 13)],
    ],
)
async def test_three_servers_that_serve_the_same_tables(
    tmp_path: Path, postgresql: PostgreSQL, seed: int, times: int
) -> None:
    with postgresql.database() as name, ExitStack() as stack:
        servers = [
            stack.enter_context(Server(postgresql.url(name), tmp_path / log, options=GENEROUS))
            for log in ("one", "two", "three")
        ]
        every = (50 * times, 300 * times)
        await chaos(servers, seed=seed, tables=12, times=times, every=every, minimum=20 * times)


@pytest.mark.slow
async def test_the_computer_players_of_a_killed_server_are_moved_by_another(
    tmp_path: Path, postgresql: PostgreSQL
) -> None:
    def holder() -> Any:
        found = line.execute("SELECT server FROM leases WHERE code = %s", [code]).fetchone()
        return found and found[0]

    with (
        postgresql.database() as name,
        psycopg.connect(postgresql.url(name, "postgresql"), autocommit=True) as line,
        Server(postgresql.url(name), tmp_path / "one", options=GENEROUS) as one,
        Server(postgresql.url(name), tmp_path / "two", options=GENEROUS) as two,
    ):
        people = [("Ann", "person"), ("Ben", "open"), ("Cora", "club")]
        code, seats = await asyncio.to_thread(one.table, people, players=3, target=31)
        token = seats[0]["token"]
        joined = await asyncio.to_thread(two.post, f"/api/tables/{code}/join", {"name": "Ben"})

        def bot(server: Server, token: str, name: str) -> Bot:
            return Bot(lambda: server.socket(code), token, name, random.Random(name))

        ann, again = bot(one, token, "a"), bot(two, token, "c")
        ben = bot(two, joined.json["token"], "b")
        running = [asyncio.create_task(ann.run())]
        try:
            await until(lambda: bool(ann.granted and holder()))
            first = holder()
            running.append(asyncio.create_task(ben.run()))
            await until(lambda: bool(ben.granted))
            assert holder() == first
            one.kill()
            await until(lambda: ann.pending_messages["lost"] > 0)
            running.append(asyncio.create_task(again.run()))
            known = len(again.granted)
            await until(lambda: holder() != first and len(again.granted) > known + 10)
            await calm([ben, again])
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
        with Library.open(postgresql.url(name)) as library:
            assert await audit(two, library, code, [ben, again]) > 10
