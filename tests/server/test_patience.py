"""A client that leaves a request unfinished does not hold up the others."""

import asyncio
import json
import os
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from pegout.server.connections import Connection
from pegout.server.live_table import Client, LiveTable
from pegout.server.meter import Meter
from pegout.server.protocols import Requests, Sockets
from pegout.text import language
from pegout.wire.table import Request, Sync
from tests.server.live_tables import pass_time, until
from tests.server.table import ALONE, PATIENCE, QUICK, House, house


async def _line(port: int, buffer: int = 0) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect; with a buffer, read no more than that at a time."""
    line = socket.socket()
    if buffer:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    line.setblocking(False)
    await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", port))
    return await asyncio.open_connection(sock=line, limit=1024)


@pytest.mark.parametrize(
    ("sent", "later"),
    [
        (b"", b""),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n", b""),
        (
            b"POST /api/count HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 100\r\n\r\n{",
            b"",
        ),
        (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", b"G"),
    ],
)
async def test_a_request_that_never_ends_is_ended(home: House, sent: bytes, later: bytes) -> None:
    reader, writer = await _line(home.port)
    writer.write(sent)
    if later:
        await reader.readuntil(b"}")
        writer.write(later)
    # The server answers another client, and so has read what this one sent before.
    assert (await home.get("/healthz")).status == 200
    await until(lambda: _connections(home) == 1)
    await pass_time(Requests.patience - 5)
    assert _connections(home) == 1
    await pass_time(5)
    assert _connections(home) == 0
    with suppress(ConnectionResetError):
        assert await reader.read(1000) == b""
    writer.close()
    assert (await home.get("/healthz")).status == 200


async def test_a_socket_outlives_the_patience_for_requests(home: House) -> None:
    code, tokens = await home.table(ALONE)
    async with home.sit(code, tokens[0]) as ann:
        await pass_time(Requests.patience + 1)
        await ann.send(type="ping", id="p")
        await ann.until("pong")


def _frame(opcode: int, data: bytes, *, fin: bool = True) -> bytes:
    length = (
        bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
    )
    return bytes([(0x80 if fin else 0) | opcode]) + length + b"\0\0\0\0" + data


async def _deaf(home: House, code: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a WebSocket by hand that reads next to nothing."""
    reader, writer = await _line(home.port, 2048)
    writer.write(
        f"GET /api/tables/{code}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


def _connections(home: House) -> int:
    return len(home.server.server_state.connections)


async def test_who_takes_nothing_is_let_go_of() -> None:
    """The goodbye cannot be sent either; the connection ends all the same."""
    # No ping ends it.
    async with house(config=replace(QUICK, ping=1e6)) as home:
        code, tokens = await home.table(ALONE)
        _, writer = await _deaf(home, code)
        hello = {"type": "hello", "version": 2, "token": tokens[0]}
        sync = _frame(1, b'{"type":"sync","match":"","since":0}')
        writer.write(_frame(1, json.dumps(hello).encode()) + sync * 500)
        await _full(home, code, lambda: 0)
        await until(lambda: _connections(home) == 1)
        # Twenty seconds until it counts as stalled, four for a goodbye, and those for closing.
        for _ in range(30 + int(Sockets.patience)):
            await pass_time(1)
        assert _connections(home) == 0
        writer.close()


async def _full(home: House, code: str, done: Callable[[], int]) -> None:
    """Wait until the only connection to a table is full, and no more is done for it."""
    protocol: Any = next(iter(home.server.server_state.connections))
    await until(lambda: not protocol.writable.is_set())
    before = -1
    while (now := done()) != before:
        before = now
        # The table handles requests in turn: these come after whatever it does.
        for _ in range(3):
            assert (await home.get(f"/api/tables/{code}")).status == 200


async def test_who_takes_nothing_is_not_asked_for_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server does not compute answers for a client that has not read the earlier ones."""
    asked = 0

    async def counted(live_table: LiveTable, client: Client, request: Request) -> None:
        nonlocal asked
        asked += isinstance(request, Sync)
        await handle(live_table, client, request)

    handle = LiveTable.handle
    monkeypatch.setattr(LiveTable, "handle", counted)
    # However much may wait for a client.
    async with house(config=replace(QUICK, queue=10_000, queue_bytes=10**9)) as home:
        code, tokens = await home.table(ALONE)
        _, writer = await _deaf(home, code)
        hello = {"type": "hello", "version": 2, "token": tokens[0]}
        sync = _frame(1, b'{"type":"sync","match":"","since":0}')
        writer.write(_frame(1, json.dumps(hello).encode()) + sync * 500)
        await _full(home, code, lambda: asked)
        assert 0 < asked < 100
        assert (await home.get("/healthz")).status == 200
        writer.transport.abort()


async def test_pings_are_not_answered_without_end(home: House) -> None:
    code, tokens = await home.table(ALONE)
    _, writer = await _deaf(home, code)
    pings = _frame(9, bytes(120)) * 1000
    for _ in range(100):
        writer.write(pings)
        await writer.drain()
    writer.write(
        _frame(1, json.dumps({"type": "hello", "version": 2, "token": tokens[0]}).encode())
    )
    # A seated client has sent all its pings before.
    async with asyncio.timeout(PATIENCE):
        while not (await home.get(f"/api/tables/{code}")).json["seats"][0]["present"]:
            await asyncio.sleep(0.005)
    protocol: Any = next(iter(home.server.server_state.connections))
    assert protocol.transport.get_write_buffer_size() < 1_000_000
    writer.close()


async def test_a_message_in_countless_pieces_is_none(home: House) -> None:
    code, _ = await home.table(ALONE)
    reader, writer = await _deaf(home, code)
    writer.write(_frame(1, b"", fin=False) + _frame(0, b"", fin=False) * 1000)
    with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
        async with asyncio.timeout(PATIENCE):
            await reader.readexactly(10_000)
    writer.close()


async def test_a_compressed_message_may_not_grow(home: House) -> None:
    code, _ = await home.table(ALONE)
    async with home.raw(code) as line:
        assert line.protocol.extensions
        await line.send("x" * 1_000_000)
        with pytest.raises(ConnectionClosed) as closed:
            await line.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


class _Line:
    """A line that notes what it is given, and from which nothing comes."""

    pinged = None

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.closed: list[int] = []

    def ping(self) -> None:
        raise AssertionError("there is no table that would ping")

    async def send(self, message: str) -> None:
        self.sent.append(json.loads(message))

    async def receive(self) -> str:
        nothing: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        return await nothing

    async def drain(self) -> None:
        pass

    async def close(self, code: int) -> None:
        self.closed.append(code)


async def test_what_waits_for_a_slow_reader_is_bounded_in_bytes() -> None:
    line = _Line()
    config = replace(QUICK, queue_bytes=1000)
    connection = Connection(line, "", config, language("en"), Meter())
    running = asyncio.create_task(connection.run(None, ""))  # type: ignore[arg-type]
    await asyncio.sleep(0)
    # A long message is accepted whole when little is waiting.
    connection.send(bytes(900))
    connection.send(bytes(5000))
    ended = [connection.ended]
    connection.send(bytes(1))
    assert [*ended, connection.ended] == [False, True]
    await running
    # What was waiting is dropped.
    assert [message["code"] for message in line.sent] == ["too_slow"]
    assert line.closed == [1013]


async def test_records_are_not_fetched_without_end() -> None:
    async with house(config=replace(QUICK, records=2)) as home:
        code, _ = await home.table(ALONE)
        path = f"/api/tables/{code}/record"
        assert [(await home.get(path)).status for _ in range(3)] == [200, 200, 429]
        assert (await home.get(f"/api/tables/{code}")).status == 200


@pytest.mark.skipif(os.name != "posix", reason="there is such a limit on Unix alone")
def test_a_server_may_have_many_connections() -> None:
    import resource

    from pegout.server.launch import allow_many_files

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        allow_many_files()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 256
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
