"""The server as a process: how it starts, and how it stops."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from pegout.storage import Library
from pegout.web.config import Config, is_loopback
from pegout.web.logs import BENEATH, fault, refused, set_up
from pegout.web.server import address, bind
from tests.web.table import ALONE, House


class Process:
    """A server that was started from the command line."""

    def __init__(self, process: subprocess.Popen[str], said: list[str]) -> None:
        self.process = process
        self._said = said
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said[-1])
        assert found, said or process.communicate(timeout=20)
        self.port = int(found[1])

    def ended(self) -> tuple[int, str, str]:
        """Wait for its end; return its status, its output, and its log."""
        output, log = self.process.communicate(timeout=20)
        return self.process.returncode, output, "".join(self._said) + log


@contextmanager
def run(data: Path | str, *words: str) -> Iterator[Process]:
    process = subprocess.Popen(
        [sys.executable, "-m", "pegout", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A browser that does nothing, so that these tests open none.
        env={**os.environ, "PEGOUT_DATA": str(data), "BROWSER": "true"},
    )
    try:
        assert process.stdout is not None
        assert process.stderr is not None
        # The output for programs is in one place.
        lines = process.stderr if "json" in words else process.stdout
        said = [lines.readline()]
        while "json" in words and '"ready"' not in said[-1]:
            said.append(lines.readline())
            assert said[-1], said
        yield Process(process, said)
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
        status, output, log = await asyncio.to_thread(server.ended)
        assert time.monotonic() - begun < 5
        assert (status, output) == (0, "")
    lines = [json.loads(line) for line in log.splitlines()]
    assert (lines[0]["event"], lines[-1]["event"]) == ("start", "stop")
    # The library was closed, with nothing left to write.
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


async def test_a_second_server_of_one_file_is_refused(tmp_path: Path) -> None:
    with run(tmp_path, "serve", "--port", "0") as first:
        done = await asyncio.to_thread(_serve, tmp_path)
        assert done.returncode == 2
        assert f"at http://127.0.0.1:{first.port}/; end that one" in done.stderr
        assert not done.stdout
        # Its port is taken too, and the library is the better reason.
        done = await asyncio.to_thread(_serve, tmp_path, "--port", str(first.port))
        assert done.returncode == 2
        assert f"at http://127.0.0.1:{first.port}/; end that one" in done.stderr
        # Other programs may use the library at the same time, and see the table.
        with Library.open(tmp_path) as library:
            assert library.served_at() == f"http://127.0.0.1:{first.port}/"
        with run(tmp_path) as again:
            assert again.port == first.port
        first.process.kill()
        await asyncio.to_thread(first.process.wait)
        with run(tmp_path, "serve", "--port", "0") as second:
            assert second.port != first.port


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


@pytest.mark.parametrize(
    "url",
    [
        *("foo", "foo.example", "ftp://foo.example", "https://", "http://:80", "https://a:99999"),
        *("https://me@foo.example", "https://foo.example/pegout", "https://foo.example/?a=1"),
    ],
)
def test_what_is_no_address_is_refused(url: str, tmp_path: Path) -> None:
    done = _serve(tmp_path, "--public-url", url)
    assert done.returncode == 2
    assert "https://cribbage.example" in done.stderr
    assert not done.stdout


async def test_options_may_stand_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "pegout.toml"
    file.write_text('port = 0\nkeep-abandoned = "2d"\nlog = "json"\nlimit = ["tables=5"]\n')
    with run(tmp_path, "serve", "--config", str(file), "--log", "json") as server:
        home = House(None, Config(), server.port, None)  # type: ignore[arg-type]
        code, _ = await home.table(ALONE)
        assert (await home.get(f"/api/tables/{code}")).json["kept"] == 2 * 86_400
    for wrong in ("prt = 0", 'keep-finished = "soon"', "port =", "config = 'x'", 'limit = ["a=1"]'):
        file.write_text(wrong)
        done = await asyncio.to_thread(_serve, tmp_path, "--config", str(file))
        assert (done.returncode, done.stdout) == (2, ""), wrong
        assert "Traceback" not in done.stderr


def test_no_folder_is_made_for_a_database_that_was_named(tmp_path: Path) -> None:
    for where in (f"{tmp_path}/none/here/games.db", f"sqlite:///{tmp_path}/none/games.db"):
        done = _serve(tmp_path, "--database", where)
        assert done.returncode == 2
        assert f"there is no folder {tmp_path}/none" in done.stderr
        assert not (tmp_path / "none").exists()


def _serve(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a server that must exit by itself."""
    return subprocess.run(
        [sys.executable, "-m", "pegout", "serve", "--port", "0", *words],
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
        env={**os.environ, "PEGOUT_DATA": str(data)},
    )


def test_an_address_is_bound_once() -> None:
    with bind("127.0.0.1", 0) as one:
        one.listen()
        with pytest.raises(OSError, match="use"):
            bind("127.0.0.1", one.getsockname()[1])


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_the_address_of_every_interface_is_one_of_this_machine(host: str) -> None:
    parts = urlsplit(address(Config(host=host), 8131))
    assert parts.hostname not in (None, host)
    assert parts.port == 8131
    # Nothing listens: an address can be bound only on the machine that has it.
    family = socket.AF_INET6 if ":" in parts.hostname else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as own:
        own.bind((parts.hostname, 0))


def test_without_a_network_the_address_is_that_of_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Alone(socket.socket):
        def connect(self, address: object, /) -> None:
            raise OSError("the network is unreachable")

    monkeypatch.setattr("socket.socket", Alone)
    for host in ("0.0.0.0", "::", "::0"):
        assert address(Config(host=host), 8131) == "http://localhost:8131/"
    assert address(Config(host="192.168.1.5"), 8131) == "http://192.168.1.5:8131/"


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


@pytest.fixture
def logging_as_before() -> Iterator[None]:
    """Restore the logging that a server in this process has changed."""
    loggers = [logging.getLogger(name) for name in ("pegout.web", *BENEATH)]
    before = [(one.handlers[:], one.level, one.propagate) for one in loggers]
    yield
    logging.captureWarnings(False)
    for one, (handlers, level, propagates) in zip(loggers, before, strict=True):
        one.handlers[:], one.propagate = handlers, propagates
        one.setLevel(level)


def test_a_line_for_a_program_is_json_whoever_says_it(
    logging_as_before: None, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up("json")
    try:
        raise ValueError("a secret")
    except ValueError as error:
        name = fault("here", error)
        logging.getLogger("asyncio").error("it failed\nfuture: a secret", exc_info=error)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn("old", DeprecationWarning, stacklevel=1)
    said = capsys.readouterr()
    assert not said.out
    assert "a secret" not in said.err
    fault_, failed, old = map(json.loads, said.err.splitlines())
    assert fault_["at"][-1] == "Z"
    del fault_["at"]
    here = "test_a_line_for_a_program_is_json_whoever_says_it"
    assert [place.partition(":")[0] for place in fault_.pop("trace")] == [here]
    assert fault_ == {
        "level": "error",
        "event": "fault",
        "id": name,
        "where": "here",
        "kind": "ValueError",
    }
    assert (failed["event"], failed["kind"]) == ("it failed", "ValueError")
    assert (old["level"], "old" in old["event"]) == ("warning", True)


def test_refusals_share_a_line(
    logging_as_before: None,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Later than whatever other tests have had refused.
    times = iter([*[1e9 + second for second in range(5)], 1e9 + 100])
    monkeypatch.setattr("pegout.web.logs.monotonic", lambda: next(times))
    set_up("text")
    for _ in range(6):
        refused("too_fast", "test")
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(" ")[2] for line in lines] == [
        "refused code=too_fast by=test",
        "refused code=too_fast by=test times=5",
    ]
