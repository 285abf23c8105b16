"""A server in this process, and players at its tables, over real sockets."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from pegout.server.config import Config
from pegout.server.launch import Server, bind
from pegout.storage import Library
from tests.serving import Answer, order
from tests.sources import machine

#: The settings of a server for tests, without delays, limits and worker processes.
QUICK = Config(
    port=0,
    think=0,
    retry=0.05,
    workers=0,
    worker_niceness=0,
    requests=1e6,
    pages=1e6,
    page_burst=1e6,
    request_burst=1e6,
    creations=1e6,
    records=1e6,
    analyses=1e6,
    messages=1e6,
    message_burst=1e6,
)
PATIENCE = 60.0
TWO = [("Ann", "person"), ("Ben", "open")]
ALONE = [("Ann", "person"), ("Ben", "novice")]
#: The rules of a short game.
QUICKLY: dict[str, Any] = {"target": 31, "first_deal": "chosen"}


class _Server(Server):
    """A server that leaves the signals of the test run alone, and stops at once."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def main_loop(self) -> None:
        await self.on_tick(0)
        while not self.should_exit:
            await asyncio.sleep(0.005)


class House:
    def __init__(self, library: Library, config: Config, port: int, server: Server) -> None:
        self.library = library
        self.config = config
        self.port = port
        self.server = server

    @property
    def tables(self) -> Any:
        return self.server.app.state.tables

    @property
    def reviews(self) -> Any:
        return self.server.app.state.reviews

    async def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: dict[str, str] | None = None,
        token: str = "",
    ) -> Answer:
        sent = {**({"Authorization": f"Bearer {token}"} if token else {}), **(headers or {})}
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
        if body is not None:
            sent.setdefault("Content-Type", "application/json")
        return await asyncio.to_thread(self._ask, method, path, body, sent)

    def _ask(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            return Answer(response.status, response.read(), response.headers)
        finally:
            connection.close()

    async def get(self, path: str, token: str = "", **headers: str) -> Answer:
        return await self.ask("GET", path, None, headers, token)

    async def post(self, path: str, body: Any, **headers: str) -> Answer:
        return await self.ask("POST", path, body, headers)

    async def order(self, seats: list[tuple[str, str]], **more: Any) -> Answer:
        return await self.post("/api/tables", order(seats, **more))

    async def table(self, seats: list[tuple[str, str]], **more: Any) -> tuple[str, dict[int, str]]:
        """Make a table and take its open seats that have names; return its code and the tokens."""
        answer = await self.order(seats, **more)
        assert answer.status == 201, answer.body
        code = answer.json["code"]
        tokens = {seat["seat"]: seat["token"] for seat in answer.json["seats"]}
        for seat, (name, kind) in enumerate(seats):
            if kind == "open" and name:
                joined = await self.post(f"/api/tables/{code}/join", {"name": name, "seat": seat})
                assert joined.status == 200, joined.body
                tokens[seat] = joined.json["token"]
        return code, tokens

    @asynccontextmanager
    async def raw(self, code: str, **more: Any) -> AsyncIterator[ClientConnection]:
        url = f"ws://127.0.0.1:{self.port}/api/tables/{code}/socket"
        async with connect(url, proxy=None, **more) as socket:
            yield socket

    @asynccontextmanager
    async def sit(
        self, code: str, token: str = "", *, since: int = 0, match: str = "", language: str = "en"
    ) -> AsyncIterator[Player]:
        """Connect, say hello, and wait for the welcome."""
        async with self.raw(code) as socket:
            player = Player(socket)
            player.match, player.number = match, since
            await player.send(
                type="hello", version=2, token=token, language=language, match=match, since=since
            )
            player.welcome = await player.until("welcome")
            player.seat = player.welcome["seat"]
            if player.welcome["table"]["match"]:
                await player.until("position", "events")
            yield player


class Player:
    """A client that checks every message as it arrives."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.welcome: dict[str, Any] = {}
        self.seat: int | None = None
        self.match = ""
        self.number = 0
        self.standing: dict[str, Any] = {}
        self.view: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []
        self._named = 0

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def hear(self) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            message: dict[str, Any] = json.loads(await self.socket.recv())
        self.heard.append(message)
        if message["type"] == "position":
            self.match, self.number = message["match"], message["number"]
            self.view = message["view"]
            assert all(told["number"] <= self.number for told in message["log"])
        elif message["type"] == "events":
            assert (message["match"], message["after"]) == (self.match, self.number)
            numbers = [told["number"] for told in message["events"]]
            assert numbers == sorted(set(numbers))
            assert all(self.number < number <= message["number"] for number in numbers)
            self.number = message["number"]
        self.standing = message.get("standing", self.standing)
        return message

    async def until(self, *kinds: str) -> dict[str, Any]:
        """Wait for a message of one of these types."""
        while True:
            message = await self.hear()
            if message["type"] in kinds:
                return message

    async def ask(self, kind: str, **more: Any) -> dict[str, Any]:
        """Send a request under a new id, and wait for the answer."""
        self._named += 1
        name = more.setdefault("id", f"{self.seat}-{self._named}")
        if kind not in ("fill", "remove_guest"):
            more.setdefault("match", self.match)
        await self.send(type=kind, **more)
        while True:
            answer = await self.until("done", "refused", "suggestion")
            if answer["id"] == name:
                return answer

    async def act(self, action: dict[str, Any], **more: Any) -> dict[str, Any]:
        return await self.ask("act", action=action, **more)

    async def play(
        self,
        chance: random.Random,
        until: Callable[[Player], bool] = lambda player: player.standing["over"],
    ) -> None:
        """Take random legal actions, and wait while there are none."""
        while not until(self):
            legal = self.standing["legal"]
            if legal:
                await self.act(chance.choice(legal))
            elif self.standing["next_game"] and self.seat == 0:
                await self.ask("next_game")
            else:
                await self.until("events", "position")

    async def closed(self) -> dict[str, Any]:
        """Wait for the goodbye and the end of the connection; return the goodbye."""
        bye = await self.until("bye")
        try:
            while True:
                await self.hear()
        except ConnectionClosed:
            return bye


@asynccontextmanager
async def house(
    library: Library | None = None,
    config: Config = QUICK,
    secrets: Any = None,
    metrics: socket.socket | None = None,
) -> AsyncIterator[House]:
    """Run a server within a block; without a library, with one in memory."""
    own = library is None
    library = library or Library.open("sqlite://")
    listener = bind("127.0.0.1", 0)
    ready = asyncio.Event()
    server = _Server(library, config, ready.set, machine(secrets), metrics=metrics)
    running = asyncio.create_task(server.serve([listener]))
    try:
        await asyncio.wait(
            [asyncio.create_task(ready.wait()), running], return_when="FIRST_COMPLETED"
        )
        assert ready.is_set()
        yield House(library, config, listener.getsockname()[1], server)
    finally:
        server.should_exit = True
        await running
        if own:
            library.close()


async def play_out(home: House, seed: int = 1, **more: Any) -> tuple[str, dict[int, str]]:
    """Play a game to its end against the computer; return the code and the tokens of its table."""
    code, tokens = await home.table(ALONE, **{**QUICKLY, **more})
    async with home.sit(code, tokens[0]) as ann:
        await ann.play(random.Random(seed))
    return code, tokens
