"""What is refused before anything is made for it, and requests that are not as they should be."""

import asyncio
import errno
import gc
import json
import struct
from contextlib import suppress
from dataclasses import replace
from socket import SO_LINGER, SOL_SOCKET, socket

import pytest
from starlette.requests import Request
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle
from websockets.exceptions import InvalidStatus

from pegout.server.limits import Buckets, ConnectionSlots, networks
from pegout.server.protocols import Requests, Sockets
from tests.server.live_tables import until
from tests.server.table import ALONE, QUICK, TWO, House, house

CLOSED = b""


async def exchange(home: House, *sent: bytes, maximum: int = 2**20) -> bytes:
    """Send bytes over a connection, and return everything until its end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", home.port)
    for some in sent:
        writer.write(some)
        with suppress(ConnectionError):
            await writer.drain()
    async with asyncio.timeout(60):
        answer = await reader.read(maximum)
        while some := await reader.read(maximum):
            answer += some
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()
    return answer


def asks(path: str, *headers: str, method: str = "GET", body: bytes = b"") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


@pytest.mark.parametrize("limit", ["too_fast", "too_many_connections"])
async def test_a_socket_is_refused_at_first(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    config = replace(QUICK, connections_per_address=1)
    if limit == "too_fast":
        config = replace(QUICK, requests=0.001, request_burst=3)
    async with house(config=config) as home:
        code, _ = await home.table(TWO)
        made: list[object] = []
        async with home.raw(code):
            monkeypatch.setattr(Sockets, "__init__", lambda *given, **named: made.append(given))
            with pytest.raises(InvalidStatus) as refused:
                async with home.raw(code):
                    pass
        response = refused.value.response
        assert (response.status_code, made) == (429, [])
        assert json.loads(response.body)["code"] == limit
        assert response.headers["Retry-After"] == "5"


async def test_a_request_is_refused_before_it_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(config=replace(QUICK, requests=0.001, request_burst=2)) as home:
        for _ in range(2):
            assert (await home.get("/api/options")).status == 200
        monkeypatch.setattr(RequestResponseCycle, "__init__", lambda *_, **__: pytest.fail("made"))
        lines = ("Host: 127.0.0.1", "Accept-Language: es")
        first = asks("/api/count", *lines, "Content-Length: 9", method="POST", body=b'{"a": 1}\n')
        # The connection goes on, as with any answer, and the language is the client's.
        answers = await exchange(home, first, asks("/api/options", *lines, "Connection: close"))
        assert answers.count(b"HTTP/1.1 429 Too Many Requests") == 2
        assert answers.count(b"Demasiadas") == 2


async def test_what_is_refused_waits_for_its_turn() -> None:
    """A second request that comes before the first is answered is answered after it."""
    async with house(config=replace(QUICK, requests=0.001, request_burst=1)) as home:
        line = ("Host: 127.0.0.1",)
        both = asks("/api/options", *line) + asks("/api/options", *line, "Connection: close")
        answers = await exchange(home, both)
        assert answers.index(b"HTTP/1.1 200") < answers.index(b"HTTP/1.1 429")


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        (("Content-Length: 2", "Transfer-Encoding: chunked"), b"0\r\n\r\n"),
        (("Content-Length: 2", "Content-Length: 3"), b"{}"),
        (("Content-Length: +2",), b"{}"),
        (("Transfer-Encoding: xchunked",), b"0\r\n\r\n"),
        (("Content-Length : 2",), b"{}"),
        (("X: a\0b", "Content-Length: 2"), b"{}"),
        (("X: a", " b: c", "Content-Length: 2"), b"{}"),
    ],
)
async def test_an_ambiguous_head_ends_the_connection(
    home: House, headers: tuple[str, ...], body: bytes
) -> None:
    known = ("Host: 127.0.0.1", "Content-Type: application/json")
    first = asks("/api/count", *known, *headers, method="POST", body=body)
    answers = await exchange(home, first + asks("/healthz", "Host: 127.0.0.1", "Connection: close"))
    assert answers.startswith(b"HTTP/1.1 400 ")
    assert b"200 OK" not in answers


@pytest.mark.parametrize("hosts", [[], ["127.0.0.1", "127.0.0.1"], ["evil.example", "127.0.0.1"]])
async def test_a_request_names_its_host_once(home: House, hosts: list[str]) -> None:
    lines = [f"Host: {host}" for host in hosts]
    assert b"bad_host" in await exchange(home, asks("/", *lines, "Connection: close"))


@pytest.mark.parametrize("last", ["Connection: close", "Connection: keep-alive"])
async def test_a_client_that_sends_too_much_reads_why(home: House, last: str) -> None:
    """It sends everything before it reads, so the server must not close the connection before."""
    body = bytes(8_000_000)
    headers = ["Host: 127.0.0.1", "Content-Type: application/json", last]
    sent = asks("/api/records", *headers, f"Content-Length: {len(body)}", method="POST")
    after = asks("/healthz", "Host: 127.0.0.1", "Connection: close")
    parts = [body[at : at + 65_536] for at in range(0, len(body), 65_536)]
    answers = await exchange(home, sent, *parts, *([after] if "keep" in last else []))
    assert answers.startswith(b"HTTP/1.1 413 ")
    assert b"too_large" in answers
    assert (b"200 OK" in answers) == ("keep" in last)


async def test_a_body_that_nobody_waits_for_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pegout.server.protocols._UNREAD", 100_000)
    async with house() as home:
        sent = asks(
            "/api/records", "Host: 127.0.0.1", "Content-Type: application/json",
            "Content-Length: 9000000000", method="POST",
        )  # fmt: skip
        with suppress(ConnectionError):
            await exchange(home, sent, *[bytes(65_536)] * 20)


async def test_a_head_has_an_end(home: House) -> None:
    sent = b"GET / HTTP/1.1\r\n" + b"X: " + bytes([65]) * 10_000
    assert (await exchange(home, sent, *[b"A" * 10_000] * 8)).startswith(b"HTTP/1.1 431 ")


async def test_the_end_of_a_body_is_no_head(home: House) -> None:
    """A long body that arrives at once does not count for the next request of the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", home.port)
    body = b'{"text": "' + b"x" * 200_000 + b'"}'
    headers = ("Host: 127.0.0.1", "Content-Type: application/json")
    length = f"Content-Length: {len(body)}"
    await until(lambda: home.server.server_state.connections)
    (protocol,) = home.server.server_state.connections
    assert isinstance(protocol, Requests)
    protocol.data_received(asks("/api/records", *headers, length, method="POST", body=body))
    writer.write(asks("/healthz", "Host: 127.0.0.1", "Connection: close"))
    answers = await reader.read()
    writer.close()
    assert answers.startswith(b"HTTP/1.1 200 ")
    assert answers.count(b"HTTP/1.1 ") == answers.count(b"HTTP/1.1 200 ") == 2


async def test_who_asks_for_nothing_has_so_many_connections() -> None:
    async with house(config=replace(QUICK, connections_per_address=2)) as home:
        lines = [await asyncio.open_connection("127.0.0.1", home.port) for _ in range(2)]
        third, refused = await asyncio.open_connection("127.0.0.1", home.port)
        with suppress(ConnectionError):
            assert await third.read(1) == CLOSED
        # A connection that has asked for something does not count any more.
        reader, writer = lines[0]
        writer.write(asks("/healthz", "Host: 127.0.0.1"))
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        assert (await home.get("/healthz")).status == 200
        for line in (refused, *[line for _, line in lines]):
            line.close()
            with suppress(ConnectionError):
                await line.wait_closed()


def test_ipv6_is_counted_by_all_that_one_may_own() -> None:
    slots, buckets = ConnectionSlots(1), Buckets(1, 1, lambda: 0.0)
    # Sixteen networks of 64 bits, of which four belong to each of 56 bits.
    every = [f"2001:db8:1:{high:x}{low:02x}::" for high in range(6) for low in range(6)]
    assert [slots.acquire(address) for address in every].count(True) == 16
    assert [buckets.take(address) for address in every].count(True) == 16
    assert [slots.acquire(address) for address in every[:6]] == [False] * 6
    for address in every[:4]:
        slots.release(address)
    assert [slots.acquire(address) for address in every[:6]].count(True) == 4
    # Another customer has slots of their own.
    assert slots.acquire("2001:db8:2:1::")
    assert buckets.take("2001:db8:2:1::")
    assert networks("not an address") == (("not an address", 1),)


async def test_what_is_closed_is_forgotten_at_once(home: House) -> None:
    """Sockets that come and go leave nothing behind that only the garbage collector would find."""
    code, _ = await home.table(ALONE)

    def there() -> int:
        return sum(isinstance(item, Requests | Sockets | Request) for item in gc.get_objects())

    async def come_and_go() -> None:
        line = socket()
        line.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(line, ("127.0.0.1", home.port))
        await loop.sock_sendall(
            line,
            asks(
                f"/api/tables/{code}/socket", "Host: 127.0.0.1", "Connection: Upgrade",
                "Upgrade: websocket", "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            ),
        )  # fmt: skip
        await loop.sock_recv(line, 300)
        line.setsockopt(SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0))
        line.close()

    gc.collect()
    gc.disable()
    try:
        for _ in range(30):
            await come_and_go()
        await until(lambda: there() == 0)
    finally:
        gc.enable()


async def test_a_machine_without_files_writes_one_line(caplog: pytest.LogCaptureFixture) -> None:
    async with house():
        loop = asyncio.get_running_loop()
        with caplog.at_level("INFO"):
            for _ in range(2000):
                error = OSError(errno.EMFILE, "Too many open files")
                loop.call_exception_handler({"message": "socket.accept()", "exception": error})
            assert [record.getMessage() for record in caplog.records] == ["refused"]
            # Any other fault of the loop is an error as before.
            loop.call_exception_handler({"message": "something else"})
        assert caplog.records[-1].levelname == "ERROR"
