"""The server as a process: how it starts, and how it ends."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pegout.storage import Library
from pegout.web.config import Config, is_loopback
from pegout.web.logs import _refusals, refused, set_up
from pegout.web.server import bind
from tests.web.table import ALONE, House


class Process:
    """A server that was started from the command line."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process = process
        self.port = port

    def ended(self) -> tuple[int, str]:
        """Wait for its end; give its status and what it logged."""
        _, log = self.process.communicate(timeout=20)
        return self.process.returncode, log


@contextmanager
def run(data: Path, *words: str) -> Iterator[Process]:
    process = subprocess.Popen(
        [sys.executable, "-m", "pegout", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A browser that does nothing: these tests must not open any.
        env={**os.environ, "PEGOUT_DATA": str(data), "BROWSER": "true"},
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, line or process.communicate(timeout=20)
        yield Process(process, int(found[1]))
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_it_in_good_order(tmp_path: Path, sign: signal.Signals) -> None:
    with run(tmp_path, "serve", "--port", "0", "--log", "json") as server:
        home = House(None, Config(), server.port, None)  # type: ignore[arg-type]
        code, tokens = await home.table(ALONE)
        async with home.sit(code, tokens[0]) as ann, home.raw(code):
            begun = time.monotonic()
            server.process.send_signal(sign)
            bye = await ann.closed()
            assert (bye["code"], bye["again"]) == ("stopping", True)
        status, log = await asyncio.to_thread(server.ended)
        assert time.monotonic() - begun < 5
        assert status == 0
    lines = [json.loads(line) for line in log.splitlines()]
    assert (lines[0]["event"], lines[-1]["event"]) == ("start", "stop")
    # The library was closed: nothing of it waits to be written.
    assert not list(tmp_path.glob("*-wal"))
    with Library.open(tmp_path) as library:
        assert library.table(code).match_id


async def test_the_home_server_is_found_again_instead_of_started_twice(tmp_path: Path) -> None:
    with run(tmp_path) as first:
        home = House(None, Config(), first.port, None)  # type: ignore[arg-type]
        assert (await home.get("/healthz")).json["pegout"]
        if first.port != 8131:
            pytest.skip("somebody else has the port")
        again = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-m", "pegout"],
            capture_output=True,
            text=True,
            timeout=20,
            check=True,
            env={**os.environ, "PEGOUT_DATA": str(tmp_path), "BROWSER": "true"},
        )
        assert "http://127.0.0.1:8131/" in again.stdout
        other = tmp_path / "other"
        other.mkdir()
        with run(other) as second:
            assert second.port != 8131


def test_a_port_that_is_taken_is_no_traceback(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-m", "pegout", "serve", "--port", port],
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
            env={**os.environ, "PEGOUT_DATA": str(tmp_path)},
        )
    assert done.returncode == 2
    assert "choose another with --port" in done.stderr


def test_an_address_is_bound_once() -> None:
    with bind("127.0.0.1", 0) as one:
        one.listen()
        with pytest.raises(OSError, match="use"):
            bind("127.0.0.1", one.getsockname()[1])


def test_nothing_heavy_is_loaded_for_the_first_page() -> None:
    program = "import sys, pegout.web.server; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=20
    ).stdout.split()
    for name in ("alembic", "textual", "rich", "jinja2", "markdown_it", "numpy", "babel"):
        assert name not in loaded


def test_who_can_reach_it() -> None:
    assert Config().local
    assert not Config(host="0.0.0.0").local
    assert is_loopback("::1")
    assert not is_loopback("club.example")


def test_refusals_share_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    _refusals.clear()
    set_up("text")
    for _ in range(5):
        refused("too_fast", "test")
    _refusals["too_fast", "test"] = (-100.0, 4)
    refused("too_fast", "test")
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(" ")[2] for line in lines] == [
        "refused code=too_fast by=test",
        "refused code=too_fast by=test times=5",
    ]
