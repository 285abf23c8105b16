"""A network at its worst: it cuts connections and doubles, delays and reorders what clients say."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed, InvalidHandshake

__all__ = ["Proxy", "Weather"]


@dataclass(frozen=True)
class Weather:
    """How bad it is: the chance of each mishap at a message, and the longest delay in seconds."""

    cut: float = 0.02
    double: float = 0.1
    delay: float = 0.2
    swap: float = 0.1
    longest: float = 0.15


class Proxy:
    """Passes WebSocket messages between clients and servers, as badly as the weather has it.

    Args:
        addresses: where the servers are, ``ws://host:port``; each connection goes to any of them.
        chance: where the mishaps come from.
        weather: how frequent they are.
    """

    def __init__(self, addresses: list[str], chance: random.Random, weather: Weather) -> None:
        self.addresses = addresses
        self.weather = weather
        self.mishaps: Counter[str] = Counter()
        self._chance = chance
        self._server: Server | None = None

    @property
    def url(self) -> str:
        assert self._server is not None
        port = next(iter(self._server.sockets)).getsockname()[1]
        return f"ws://127.0.0.1:{port}"

    async def __aenter__(self) -> Self:
        self._server = await serve(
            self._pass, "127.0.0.1", 0, compression=None, ping_interval=None, close_timeout=0.2
        )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()

    def _happens(self, what: str, likely: float) -> bool:
        happens = self._chance.random() < likely
        self.mishaps[what] += happens
        return happens

    async def _pass(self, client: ServerConnection) -> None:
        assert client.request is not None
        address = self._chance.choice(self.addresses)
        try:
            async with connect(
                address + client.request.path,
                compression=None,
                ping_interval=None,
                close_timeout=0.2,
            ) as server:
                up = asyncio.create_task(self._up(client, server))
                down = asyncio.create_task(self._down(client, server))
                _, open_ones = await asyncio.wait((up, down), return_when=asyncio.FIRST_COMPLETED)
                for task in open_ones:
                    task.cancel()
                await asyncio.gather(up, down, return_exceptions=True)
                # No farewell in either direction: the line is simply dead.
                server.transport.abort()
        except (OSError, InvalidHandshake, ConnectionClosed, EOFError, TimeoutError):
            pass
        client.transport.abort()

    async def _up(self, client: ServerConnection, server: ClientConnection) -> None:
        """Pass what a client says; its first word comes first and once, as on any line."""
        await server.send(await client.recv())
        held: str | bytes | None = None
        while True:
            try:
                message = await asyncio.wait_for(client.recv(), 0.3 if held is not None else None)
            except TimeoutError:
                assert held is not None
                await server.send(held)
                held = None
                continue
            if self._happens("cut before", self.weather.cut):
                return
            if self._happens("delayed", self.weather.delay):
                await asyncio.sleep(self._chance.uniform(0, self.weather.longest))
            if held is None and self._happens("swapped", self.weather.swap):
                held = message
                continue
            await server.send(message)
            if held is not None:
                await server.send(held)
                held = None
            if self._happens("doubled", self.weather.double):
                await server.send(message)
            if self._happens("cut after", self.weather.cut):
                return

    async def _down(self, client: ServerConnection, server: ClientConnection) -> None:
        while True:
            message = await server.recv()
            if self._happens("cut on the way back", self.weather.cut):
                return
            await client.send(message)
