"""The memory of a server: many tables with computer players, and clients that never read."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import socket
import struct
import time
from pathlib import Path

import pytest

from benchmarks.computers import Person, memory_after_restart, memory_of_tables, settled
from benchmarks.server import Server, serving

#: The limit of many tables' memory above that of one, in MB.
BESIDE = 60
#: The memory limit for a client that never reads, in kB, and the number of such clients.
DEAF = 100
CLIENTS = 20


@pytest.mark.long
def test_tables_of_experts_share_what_the_expert_knows(tmp_path: Path) -> None:
    with serving() as server:
        one = memory_of_tables(server, [("expert",)])
    with serving() as server:
        began = time.perf_counter()
        assert memory_of_tables(server, [("expert",)] * 8) < one + BESIDE
        assert time.perf_counter() - began < 60
    # Also when their players come back all at once.
    with serving() as server:
        assert memory_after_restart(server, 8) < one + BESIDE


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
    line.settimeout(20)
    line.connect((host, int(port)))
    key = base64.b64encode(os.urandom(16)).decode()
    line.sendall(
        f"GET /api/tables/{code}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert line.recv(12, socket.MSG_PEEK).startswith(b"HTTP/1.1 101")
    line.sendall(_frame({"type": "hello", "version": 1, "token": token}))
    return line


def test_a_client_that_never_reads_costs_little() -> None:
    with serving("connections_per_seat", "messages", "message_burst") as server:
        seat = code, token = server.against("novice")
        # This makes the position long: it contains all events of the game.
        asyncio.run(Person(server, seat).play(40))
        # The first client's data are loaded once, and do not count for the others.
        lines = [_deaf(server, code, token)]
        before, most = settled(server), 0.0
        lines += [_deaf(server, code, token) for _ in range(CLIENTS)]
        for _ in range(200):
            for line in lines[1:]:
                # Each requests the whole position; for a disconnected client this is an error.
                try:
                    line.sendall(_frame({"type": "speak", "language": "en"}))
                except OSError:
                    continue
            time.sleep(0.02)
            most = max(most, server.memory)
        for line in lines:
            line.close()
    cost = 1024 * (most - before) / CLIENTS
    assert cost < DEAF, f"{cost:.0f} kB each"
