"""An unreliable network between clients and servers, as bad as a test needs it.

`Requests` carries HTTP requests and loses their answers, `Messages` carries WebSocket messages and
cuts, doubles, delays and swaps them, and `Line` carries bytes, which it cuts, delays or swallows
on request.
"""

import asyncio
import random
import re
from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed, InvalidHandshake

_LENGTH: Final = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)
#: When a request is lost: before the server gets it, before it answers, or with its answer.
Break = Literal["not sent", "not answered", "not heard"]
_BREAKS: Final[tuple[Break, ...]] = ("not sent", "not answered", "not heard")


class _Network(ABC):
    """A proxy for servers of this machine, active while it is entered."""

    def __init__(self, ports: list[int], chance: random.Random) -> None:
        self.ports = ports
        self.mishaps: Counter[str] = Counter()
        self.carried = 0
        self.vain = 0
        self._chance = chance
        self._server: asyncio.Server | Server | None = None

    @abstractmethod
    async def _open(self) -> asyncio.Server | Server:
        """Start to listen."""

    @property
    def port(self) -> int:
        assert self._server is not None
        port: int = next(iter(self._server.sockets)).getsockname()[1]
        return port

    async def __aenter__(self) -> Self:
        self._server = await self._open()
        return self

    async def __aexit__(self, *raised: object) -> None:
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()


class Requests(_Network):
    """Carries HTTP requests, one for each connection, and breaks connections at random."""

    def __init__(self, ports: list[int], chance: random.Random, likely: float = 0.6) -> None:
        super().__init__(ports, chance)
        self.likely = likely

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def _open(self) -> asyncio.Server:
        return await asyncio.start_server(self._pass, "127.0.0.1", 0)

    async def _pass(self, client: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        self.carried += 1
        breaks = self._break()
        try:
            request = await _request(client)
            if breaks != "not sent":
                answer = await self._asked(request, hears=breaks != "not answered")
                if breaks is None:
                    back.write(answer)
                    await back.drain()
                    back.close()
                    return
        except (OSError, EOFError):
            # The server is down just now.
            self.vain += 1
        back.transport.abort()

    def _break(self) -> Break | None:
        """Return how a request breaks: the first ones in each way, the others by chance."""
        missing = [way for way in _BREAKS if not self.mishaps[way]] if self.likely else []
        if not missing and self._chance.random() >= self.likely:
            return None
        breaks = self._chance.choice(missing or _BREAKS)
        self.mishaps[breaks] += 1
        return breaks

    async def _asked(self, request: bytes, *, hears: bool) -> bytes:
        """Send a request to one of the servers; return the answer, unless the client left."""
        port = self._chance.choice(self.ports)
        answer, server = await asyncio.open_connection("127.0.0.1", port)
        try:
            server.write(request)
            await server.drain()
            return await answer.read() if hears else b""
        finally:
            server.transport.abort()


async def _request(client: asyncio.StreamReader) -> bytes:
    head = await client.readuntil(b"\r\n\r\n")
    length = _LENGTH.search(head)
    return head + await client.readexactly(int(length[1]) if length else 0)


@dataclass(frozen=True)
class Weather:
    """The probabilities of each failure of a message, and the longest delay in seconds."""

    cut: float = 0.02
    double: float = 0.1
    delay: float = 0.2
    swap: float = 0.1
    longest: float = 0.15


class Messages(_Network):
    """Carries WebSocket messages, with failures."""

    def __init__(self, ports: list[int], chance: random.Random, weather: Weather) -> None:
        super().__init__(ports, chance)
        self.weather = weather

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    async def _open(self) -> Server:
        return await serve(
            self._pass, "127.0.0.1", 0, compression=None, ping_interval=None, close_timeout=0.2
        )

    def _happens(self, what: str, likely: float) -> bool:
        happens = self._chance.random() < likely
        self.mishaps[what] += happens
        return happens

    async def _pass(self, client: ServerConnection) -> None:
        assert client.request is not None
        address = f"ws://127.0.0.1:{self._chance.choice(self.ports)}"
        try:
            async with connect(
                address + client.request.path,
                compression=None,
                proxy=None,
                ping_interval=None,
                close_timeout=0.2,
            ) as server:
                up = asyncio.create_task(self._up(client, server))
                down = asyncio.create_task(self._down(client, server))
                _, open_ones = await asyncio.wait((up, down), return_when=asyncio.FIRST_COMPLETED)
                for task in open_ones:
                    task.cancel()
                await asyncio.gather(up, down, return_exceptions=True)
                # No close frame in either direction: the connection is simply dead.
                server.transport.abort()
        except (OSError, InvalidHandshake):
            self.vain += 1
        except (ConnectionClosed, EOFError):
            pass
        client.transport.abort()

    async def _up(self, client: ServerConnection, server: ClientConnection) -> None:
        """Pass on the client's messages; the first arrives first and once, as on any connection."""
        await server.send(await client.recv())
        held: str | bytes | None = None
        while True:
            try:
                async with asyncio.timeout(0.3 if held is not None else None):
                    message = await client.recv()
            except TimeoutError:
                assert held is not None
                await server.send(held)
                held = None
                continue
            self.carried += 1
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
            self.carried += 1
            if self._happens("cut on the way back", self.weather.cut):
                return
            await client.send(message)


class Line(_Network):
    """Carries bytes to one server, with failures on request.

    Swallowed bytes never arrive, and the connections of that time stay silent for ever, as behind a
    router that has lost their state.
    """

    def __init__(self, port: int) -> None:
        super().__init__([port], random.Random(0))
        self.delay = 0.0
        self._swallows = False
        self._cuts = False
        self._open_ones: set[asyncio.StreamWriter] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def _open(self) -> asyncio.Server:
        return await asyncio.start_server(self._pass, "127.0.0.1", 0)

    def swallow(self) -> None:
        """Let nothing through in either direction, and close nothing."""
        self._swallows = True

    def cut(self) -> None:
        """Break all connections, and every new one."""
        self._cuts = True
        for writer in self._open_ones:
            writer.transport.abort()

    def mend(self) -> None:
        """Carry new connections from now on."""
        self._cuts = self._swallows = False

    async def __aexit__(self, *raised: object) -> None:
        self.cut()
        await super().__aexit__(*raised)

    async def _pass(self, client: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        self.vain += self._cuts or self._swallows
        if self._cuts:
            back.transport.abort()
            return
        server, on = await asyncio.open_connection("127.0.0.1", self.ports[0])
        self._open_ones |= {back, on}
        try:
            await asyncio.gather(self._carry(client, on), self._carry(server, back))
        finally:
            self._open_ones -= {back, on}
            for writer in (back, on):
                writer.transport.abort()

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        # Each piece takes as long, however many are on the way; the last one is the end.
        pieces: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        arriving = asyncio.create_task(self._receive(source, pieces))
        loop, dead = asyncio.get_running_loop(), False
        try:
            while True:
                due, some = await pieces.get()
                await asyncio.sleep(due - loop.time())
                if not some:
                    break
                dead = dead or self._swallows
                if not dead:
                    sink.write(some)
                    await sink.drain()
        except OSError:
            pass
        finally:
            arriving.cancel()
        if not dead:
            sink.transport.abort()

    async def _receive(
        self, source: asyncio.StreamReader, pieces: asyncio.Queue[tuple[float, bytes]]
    ) -> None:
        some = b"some"
        while some:
            try:
                some = await source.read(65_536)
            except OSError:
                some = b""
            pieces.put_nowait((asyncio.get_running_loop().time() + self.delay, some))
