"""The server as a process: how it starts, and how it stops."""

import asyncio
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from pegout.cli import run as cli
from pegout.cli.exit_status import FAILED, WRONG_USAGE
from pegout.server.config import Config, is_loopback
from pegout.server.launch import address, bind
from pegout.server.logs import BENEATH, fault, refused, set_up
from pegout.storage import Library
from tests.server.table import ALONE, PATIENCE, House


class Process:
    """A server that was started from the command line."""

    def __init__(self, process: subprocess.Popen[str], said: list[str]) -> None:
        self.process = process
        self._said = said
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said[-1])
        assert found, said or process.communicate(timeout=PATIENCE)
        self.port = int(found[1])

    def ended(self) -> tuple[int, str, str]:
        """Wait for its end; return its status, its output, and its log."""
        output, log = self.process.communicate(timeout=PATIENCE)
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


@pytest.mark.parametrize(
    "sign", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)]
)
async def test_a_signal_ends_it_in_good_order(tmp_path: Path, sign: signal.Signals) -> None:
    with run(tmp_path, "serve", "--port", "0", "--log", "json") as server:
        home = House(None, Config(), server.port, None)  # type: ignore[arg-type]
        code, tokens = await home.table(ALONE)
        async with home.sit(code, tokens[0]) as ann, home.raw(code):
            server.process.send_signal(sign)
            bye = await ann.closed()
            assert (bye["code"], bye["again"]) == ("stopping", True)
        status, output, log = await asyncio.to_thread(server.ended)
        # It ends in order, rather than because nothing else has helped.
        assert (status, output) == (0, "")
    lines = [json.loads(line) for line in log.splitlines()]
    assert (lines[0]["event"], lines[-1]["event"]) == ("start", "stop")
    # The library was closed, with nothing left to write.
    assert not list(tmp_path.glob("*-wal"))
    with Library.open(tmp_path) as library:
        assert library.table(code).match_id


@pytest.mark.slow
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
            timeout=PATIENCE,
            check=True,
            env={**os.environ, "PEGOUT_DATA": str(tmp_path), "BROWSER": "true"},
        )
        assert "http://127.0.0.1:8131/" in again.stdout
        other = tmp_path / "other"
        other.mkdir()
        with run(other) as second:
            assert second.port != 8131


def refusal(capsys: pytest.CaptureFixture[str], *words: str, status: int = FAILED) -> str:
    """Return why a server refuses to start."""
    assert cli.run(["serve", "--port", "0", *words]) == status, words
    said = capsys.readouterr()
    assert said.out == "", words
    assert "Traceback" not in said.err
    return " ".join(said.err.split())


@pytest.mark.usefixtures("logging_as_before")
def test_a_file_is_not_served_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "games.db")
    with Library.open(file) as library, bind("127.0.0.1", 0) as taken:
        taken.listen()
        port = str(taken.getsockname()[1])
        with library.serving("http://127.0.0.1:81/"):
            # If the port is taken too, the library is the better reason.
            for words in ([], ["--port", port]):
                said = refusal(capsys, "--database", file, *words)
                assert "at http://127.0.0.1:81/; end that one" in said
        said = refusal(capsys, "--database", file, "--port", port)
        assert "choose another with --port" in said


@pytest.mark.slow
async def test_a_second_server_of_one_file_is_refused(tmp_path: Path) -> None:
    with run(tmp_path, "serve", "--port", "0") as first:
        done = await asyncio.to_thread(_serve, tmp_path)
        assert done.returncode == FAILED
        assert f"at http://127.0.0.1:{first.port}/; end that one" in done.stderr
        assert not done.stdout
        # Other programs may use the library at the same time, and see the table.
        with Library.open(tmp_path) as library:
            assert library.served_at() == f"http://127.0.0.1:{first.port}/"
        with run(tmp_path) as again:
            assert again.port == first.port
        first.process.kill()
        await asyncio.to_thread(first.process.wait)
        with run(tmp_path, "serve", "--port", "0") as second:
            assert second.port != first.port


@pytest.mark.usefixtures("logging_as_before")
def test_what_is_no_address_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    urls = (
        *("foo", "foo.example", "ftp://foo.example", "https://", "http://:80", "https://a:99999"),
        *("https://me@foo.example", "https://foo.example/pegout", "https://foo.example/?a=1"),
    )
    for url in urls:
        words = ("--database", "sqlite://", "--public-url", url)
        said = refusal(capsys, *words, status=WRONG_USAGE)
        assert "https://cribbage.example" in said, url


async def test_options_may_stand_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "pegout.toml"
    file.write_text('port = 0\nkeep-abandoned = "2d"\nlog = "json"\nlimit = ["tables=5"]\n')
    with run(tmp_path, "serve", "--config", str(file), "--log", "json") as server:
        home = House(None, Config(), server.port, None)  # type: ignore[arg-type]
        code, _ = await home.table(ALONE)
        assert (await home.get(f"/api/tables/{code}")).json["kept"] == 2 * 86_400


@pytest.mark.usefixtures("logging_as_before")
def test_a_file_of_wrong_options_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "pegout.toml"
    for wrong in ("prt = 0", 'keep-finished = "soon"', "config = 'x'", 'limit = ["a=1"]'):
        file.write_text(wrong)
        assert refusal(capsys, "--config", str(file), status=WRONG_USAGE)
    file.write_text("port =")
    assert "is no TOML file" in refusal(capsys, "--config", str(file))


@pytest.mark.usefixtures("logging_as_before")
def test_no_folder_is_made_for_a_database_that_was_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for where in (f"{tmp_path}/none/here/games.db", f"sqlite:///{tmp_path}/none/games.db"):
        said = refusal(capsys, "--database", where)
        assert "There is no folder" in said
        assert not (tmp_path / "none").exists()


def _serve(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a server that must exit by itself."""
    return subprocess.run(
        [sys.executable, "-m", "pegout", "serve", "--port", "0", *words],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, "PEGOUT_DATA": str(data)},
    )


def test_an_address_is_bound_once() -> None:
    with bind("127.0.0.1", 0) as bound:
        bound.listen()
        with pytest.raises(OSError, match="use"):
            bind("127.0.0.1", bound.getsockname()[1])


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_the_address_of_every_interface_is_one_of_this_machine(host: str) -> None:
    parts = urlsplit(address(Config(host=host), 8131))
    assert parts.hostname not in (None, host)
    assert parts.port == 8131
    # Nothing listens: an address can be bound only on the machine that has it.
    family = socket.AF_INET6 if ":" in parts.hostname else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as own:
        own.bind((parts.hostname, 0))


def test_without_a_network_the_address_is_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    class Alone(socket.socket):
        def connect(self, address: object, /) -> None:
            raise OSError("the network is unreachable")

    monkeypatch.setattr("socket.socket", Alone)
    for host in ("0.0.0.0", "::", "::0"):
        assert address(Config(host=host), 8131) == "http://localhost:8131/"
    assert address(Config(host="192.168.1.5"), 8131) == "http://192.168.1.5:8131/"


def test_nothing_heavy_is_loaded_for_the_first_page() -> None:
    program = "import sys, pegout.server.launch; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    ).stdout.split()
    for name in ("psycopg", "textual", "rich", "jinja2", "markdown_it", "numpy", "babel"):
        assert name not in loaded


def test_who_can_reach_it() -> None:
    assert Config().local
    assert not Config(host="0.0.0.0").local
    assert is_loopback("::1")
    assert not is_loopback("club.example")


@pytest.fixture
def logging_as_before() -> Iterator[None]:
    """Restore the logging that a server in this process has changed."""
    loggers = [logging.getLogger(name) for name in ("pegout.server", *BENEATH)]
    before = [(logger.handlers[:], logger.level, logger.propagate) for logger in loggers]
    yield
    logging.captureWarnings(False)
    for logger, (handlers, level, propagates) in zip(loggers, before, strict=True):
        logger.handlers[:], logger.propagate = handlers, propagates
        logger.setLevel(level)


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
    logging_as_before: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Later than whatever other tests have had refused.
    times = iter([*[1e9 + second for second in range(5)], 1e9 + 100])
    monkeypatch.setattr("pegout.server.logs.monotonic", lambda: next(times))
    set_up("text")
    for _ in range(6):
        refused("too_fast", "test")
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(" ")[2] for line in lines] == [
        "refused code=too_fast by=test",
        "refused code=too_fast by=test times=5",
    ]
