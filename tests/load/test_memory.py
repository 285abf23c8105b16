"""The memory of a server: many tables with computer players, and clients that never read."""

import asyncio
import base64
import json
import socket
import struct
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from benchmarks.computers import Person, memory_after_restart, memory_of_tables, settled
from benchmarks.server import Server, serving
from benchmarks.timing import peak
from pegout.wire.table import WIRE_VERSION

#: The limit of many tables' memory above that of one, in MB.
BESIDE = 60
#: The memory limit for a client that never reads, in kB, and the number of such clients.
DEAF = 100
CLIENTS = 20
#: How often each of them asks for the whole position.
ROUNDS = 200


@pytest.mark.long
def test_tables_of_experts_share_what_the_expert_knows(tmp_path: Path) -> None:
    with serving() as server:
        alone = memory_of_tables(server, [("expert",)])
    with serving() as server:
        assert memory_of_tables(server, [("expert",)] * 8) < alone + BESIDE
    # Also when their players come back all at once.
    with serving() as server:
        assert memory_after_restart(server, 8) < alone + BESIDE


def _frame(message: dict[str, object]) -> bytes:
    data = json.dumps(message).encode()
    length = (
        bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
    )
    return b"\x81" + length + b"\0\0\0\0" + data


def _deaf(server: Server, code: str, token: str) -> socket.socket:
    """Connect to a table and read nothing but the start of the handshake."""
    host, _, port = server.url.removeprefix("http://").partition(":")
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.settimeout(60)
    line.connect((host, int(port)))
    key = base64.b64encode(bytes(16)).decode()
    line.sendall(
        f"GET /api/tables/{code}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert line.recv(12, socket.MSG_PEEK).startswith(b"HTTP/1.1 101")
    line.sendall(_frame({"type": "hello", "version": WIRE_VERSION, "token": token}))
    return line


def _peak(server: Server) -> float:
    highest = peak(server.process.pid)
    assert highest is not None
    return highest


def _peak_from_now(server: Server) -> float:
    """Forget the peak so far; return the memory in MB."""
    Path(f"/proc/{server.process.pid}/clear_refs").write_text("5")
    return _peak(server)


async def _until_all_is_handled(server: Server, code: str) -> None:
    """Ask at the same table: it handles requests in turn, those of the others first."""
    async with connect(server.socket(code), proxy=None) as line:
        await line.send(json.dumps({"type": "hello", "version": WIRE_VERSION, "token": ""}))
        for _ in range(5):
            await line.send('{"type":"sync","match":"","since":0}')
            while json.loads(await line.recv())["type"] != "position":
                pass


@pytest.mark.slow
def test_a_client_that_never_reads_costs_little() -> None:
    with serving("connections_per_seat", "messages", "message_burst") as server:
        seat = code, token = server.against("novice")
        # This makes the position long: it contains all events of the game.
        asyncio.run(Person(server, seat).play(20))
        # The first client's data are loaded once, and do not count for the others.
        lines = [_deaf(server, code, token)]
        settled(server)
        before = _peak_from_now(server)
        lines += [_deaf(server, code, token) for _ in range(CLIENTS)]
        for _ in range(ROUNDS):
            for line in lines[1:]:
                # Each requests the whole position; for a disconnected client this is an error.
                try:
                    line.sendall(_frame({"type": "set_language", "language": "en"}))
                except OSError:
                    continue
        asyncio.run(_until_all_is_handled(server, code))
        highest = _peak(server)
        for line in lines:
            line.close()
    cost = 1e3 * (highest - before) / CLIENTS
    assert cost < DEAF, f"{cost:.0f} kB each"
