"""A server process for a measurement, with a separate database."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import msgspec

from benchmarks.crowd import Game

_TICKS: Final = os.sysconf("SC_CLK_TCK")


class Server:
    """One server process.

    Args:
        folder: the folder of its database and its output.
        database: the address of another database.
        lifted: the names of further limits to lift; ``None`` to lift none at all.
        limits: further limits.
        options: further options of ``pegout serve``.
    """

    def __init__(
        self,
        folder: Path,
        lifted: tuple[str, ...] | None = (),
        limits: dict[str, int] | None = None,
        database: str = "",
        options: tuple[str, ...] = (),
    ) -> None:
        self._folder = folder
        self._data = database or str(folder)
        self._options = [*_limits(lifted), *_options(limits or {}), *options]
        self._log = folder / "log"
        self.start()

    def start(self) -> None:
        """Start the process and determine its address; also after :meth:`stop`."""
        self.began = perf_counter()
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "pegout", "serve", "--port", "0", *self._options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, "PEGOUT_DATA": self._data},
            )
        self.url = self._address()
        while not self._answers():
            time.sleep(0.005)

    def _address(self) -> str:
        end = perf_counter() + 60
        while perf_counter() < end and self.process.poll() is None:
            for word in self._log.read_text(errors="replace").split():
                if word.startswith("http://127.0.0.1:"):
                    return word.rstrip("/.,")
            time.sleep(0.005)
        raise RuntimeError(f"the server did not start: {self._log.read_text()[-2000:]}")

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.url + "/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def stop(self) -> None:
        """Stop the process."""
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def get(self, path: str) -> Any:
        """Request a path and return the decoded answer."""
        return self._answer(urllib.request.Request(self.url + path))

    def post(self, path: str, body: dict[str, Any], token: str = "") -> Any:
        """Send a request, with the token of a seat or none, and return the decoded answer."""
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        url = self.url + path
        return self._answer(urllib.request.Request(url, msgspec.json.encode(body), headers))

    def _answer(self, request: urllib.request.Request) -> Any:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return msgspec.json.decode(answer.read())

    @property
    def metrics(self) -> str:
        """The address of the metrics of a server that has them."""
        found = re.search(r"\bmetrics=(\d+)", self._log.read_text())
        assert found is not None, "the server has the option --metrics"
        return f"http://127.0.0.1:{found[1]}/metrics"

    def socket(self, code: str) -> str:
        """Return the address of a table's socket."""
        return f"{self.url.replace('http', 'ws', 1)}/api/tables/{code}/socket"

    def game(self) -> Game:
        """Set up a table for two people, and take both seats."""
        seats = [{"name": "Ann", "kind": "person"}, {"name": "", "kind": "open"}]
        made = self.post("/api/tables", {"preset": "standard", "seats": seats})
        code = made["code"]
        joined = self.post(f"/api/tables/{code}/join", {"name": "Ben"})
        return Game(2 * [self.socket(code)], [made["seats"][0]["token"], joined["token"]])

    def against(self, *levels: str) -> tuple[str, str]:
        """Set up a table for a person and computer players; return its code and the token."""
        others = [{"name": f"Level {number}", "kind": kind} for number, kind in enumerate(levels)]
        seats = [{"name": "Ann", "kind": "person"}, *others]
        made = self.post("/api/tables", {"preset": "standard", "seats": seats})
        return made["code"], made["seats"][0]["token"]

    @property
    def memory(self) -> float:
        """The memory of the process, in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(
            int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS")
        )

    @property
    def busy(self) -> float:
        """The computing time so far, in seconds of one core."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS


def _limits(lifted: tuple[str, ...] | None) -> list[str]:
    """Lift the limits for one address, because here all players have the same."""
    if lifted is None:
        return []
    names = ("connections_per_address", "requests", "request_burst", "creations", *lifted)
    return _options(dict.fromkeys(names, 100_000))


def _options(limits: dict[str, int]) -> list[str]:
    return [word for name, limit in limits.items() for word in ("--limit", f"{name}={limit}")]


@contextmanager
def serving(*lifted: str, options: tuple[str, ...] = (), **limits: int) -> Iterator[Server]:
    """Run a server with an empty database; further limits may be lifted, or set."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), lifted, limits, options=options)
        try:
            yield server
        finally:
            server.stop()
