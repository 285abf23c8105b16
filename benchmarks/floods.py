"""Floods from one address, and phones whose connection breaks: what they cost the server."""

from __future__ import annotations

import asyncio
import struct
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from socket import SO_LINGER, SOL_SOCKET, socket
from typing import Final

import msgspec
from websockets.asyncio.client import connect

from benchmarks.figures import WEB, Row, Trial, measurement
from benchmarks.server import Server, serving
from pegout.wire.table import WIRE_VERSION

#: The connections at the same time.
_AT_ONCE: Final = 24
_REFUSED: Final = 200_000
_BROKEN: Final = 50_000
#: The reconnections of 200 phones that lose their connection once a minute, for an hour.
_PHONES: Final = 12_000
_REQUESTS: Final = 20_000
#: The refusals a second at which the share of a core is stated.
_RATE: Final = 4_000
#: The time to settle before the memory is read, in seconds.
_SETTLE: Final = 2.0
#: Ends a connection without a farewell, as a line that breaks.
_AT_ONCE_CLOSED: Final = struct.pack("ii", 1, 0)


@measurement(
    "floods",
    "web",
    WEB,
    Row("memory taken by 200,000 WebSockets that are refused", "MB"),
    Row("memory taken by 50,000 WebSockets whose line breaks", "MB"),
    Row("memory taken by 200 phones that reconnect once a minute, for an hour", "MB"),
    Row("of a core, for 4,000 refused requests a second from one address", "%"),
    rounds=1,
    warm=False,
    one_core=False,
)
def floods() -> Trial:
    """Open and drop connections by the hundred thousand, from one address."""

    def work() -> tuple[float, ...]:
        with serving() as server:
            broken = _grown(server, lambda: _many(_BROKEN, _line(server)))
            phones = _grown(server, lambda: _many(_PHONES, _phone(server)))
        with tempfile.TemporaryDirectory() as folder:
            server = Server(Path(folder), lifted=None)
            try:
                refused = _grown(server, lambda: _many(_REFUSED, _line(server)))
                share = _share(server)
            finally:
                server.stop()
        return refused, broken, phones, share

    return Trial(work, memory=lambda: None)


def _grown(server: Server, flood: Callable[[], Awaitable[None]]) -> float:
    """Return by how much a flood makes the server grow, in MB, after the same has warmed it."""

    async def run() -> float:
        await _many(500, _line(server))
        time.sleep(_SETTLE)
        before = server.memory
        await flood()
        time.sleep(_SETTLE)
        return server.memory - before

    return asyncio.run(run())


async def _many(number: int, request: Callable[[], Awaitable[None]]) -> None:
    left = iter(range(number))

    async def some() -> None:
        for _ in left:
            with suppress(OSError):
                await request()

    await asyncio.gather(*[some() for _ in range(_AT_ONCE)])


def _line(server: Server) -> Callable[[], Awaitable[None]]:
    """Return a client that asks for a table's socket, reads the answer, and is gone."""
    code, _ = server.against("club")
    port = int(server.url.rpartition(":")[2])
    asked = "\r\n".join(
        [
            f"GET /api/tables/{code}/socket HTTP/1.1",
            "Host: 127.0.0.1",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "",
            "",
        ]
    ).encode()

    async def come_and_go() -> None:
        loop = asyncio.get_running_loop()
        with socket() as line:
            line.setblocking(False)
            await loop.sock_connect(line, ("127.0.0.1", port))
            await loop.sock_sendall(line, asked)
            await loop.sock_recv(line, 300)
            line.setsockopt(SOL_SOCKET, SO_LINGER, _AT_ONCE_CLOSED)

    return come_and_go


def _phone(server: Server) -> Callable[[], Awaitable[None]]:
    """Return a player who takes the seat again, hears the position, and loses the connection."""
    code, token = server.against("club")
    hello = msgspec.json.encode({"type": "hello", "version": WIRE_VERSION, "token": token})

    async def come_and_go() -> None:
        line = await connect(server.socket(code), ping_interval=None, close_timeout=0)
        await line.send(hello, text=True)
        await line.recv()
        line.transport.abort()
        await line.wait_closed()

    return come_and_go


def _share(server: Server) -> float:
    """Return the share of a core that refused requests take, in percent."""
    port = int(server.url.rpartition(":")[2])
    asked = b"GET /api/options HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

    async def run() -> float:
        lines = [await asyncio.open_connection("127.0.0.1", port) for _ in range(_AT_ONCE)]
        left = iter(range(_REQUESTS))

        async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            for _ in left:
                writer.write(asked)
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
                await reader.readexactly(length)

        busy = server.busy
        await asyncio.gather(*[ask(*line) for line in lines])
        for _, writer in lines:
            writer.close()
        return 100 * (server.busy - busy) / _REQUESTS * _RATE

    return asyncio.run(run())
