"""A real server for a test: ``pegout serve`` in a separate process, on a free port."""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from pathlib import Path
from typing import Any, Final, Self

#: The time limit for a server's first answer, in seconds; the machine may be busy.
PATIENCE: Final = 60.0
#: All clients of a test share one address, and their reviews wait for those of other tests.
_PLENTY: Final = (
    *("connections_per_address", "connections_per_seat", "messages", "message_burst"),
    *("requests", "request_burst", "pages", "page_burst", "creations", "records", "analyses"),
    *("reviews", "reviews_per_address"),
)
GENEROUS: Final = tuple(
    word
    for limit in ("worker_niceness=0", *[f"{name}=100000" for name in _PLENTY])
    for word in ("--limit", limit)
)
_ADDRESS: Final = re.compile(r"http://(?:127\.0\.0\.1|localhost):(\d+)")


class Answer:
    def __init__(self, status: int, body: bytes, headers: Message) -> None:
        self.status = status
        self.body = body
        self.headers = headers

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of an error."""
        code: str = self.json["code"]
        assert self.json["message"]
        return code


def order(
    seats: list[tuple[str, str]],
    *,
    preset: str = "standard",
    games: int = 1,
    play_to: int = 0,
    options: dict[str, Any] | None = None,
    **switches: Any,
) -> dict[str, Any]:
    return {
        "preset": preset,
        "switches": switches,
        "seats": [{"name": name, "kind": kind} for name, kind in seats],
        "games": games,
        "play_to": play_to,
        "options": options or {},
    }


class Server:
    """A server process, which may be killed and started again on the same port and database."""

    def __init__(
        self,
        data: Path | str,
        log: Path,
        environment: dict[str, str] | None = None,
        options: tuple[str, ...] = (),
        program: str = "pegout",
    ) -> None:
        self.data = data
        self.log = log
        self.port = 0
        self.process: subprocess.Popen[bytes] | None = None
        self._environment = {**os.environ, "PEGOUT_DATA": str(data), **(environment or {})}
        self._options = options
        self._program = program

    @classmethod
    def running(cls, data: str, port: int) -> Self:
        """Return a server that another process has started."""
        server = cls(data, Path(data, "log"))
        server.port = port
        return server

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def socket(self, code: str) -> str:
        return f"ws://127.0.0.1:{self.port}/api/tables/{code}/socket"

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def launch(self) -> None:
        """Start the process, and do not wait."""
        assert self.process is None
        with self.log.open("ab") as log:
            log.write(b"--- start\n")
            self.process = subprocess.Popen(
                [
                    *(sys.executable, "-m", self._program, "serve"),
                    *("--port", str(self.port), *self._options),
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=self._environment,
            )

    def ready(self) -> bool:
        """Return whether it answers; sets its port."""
        assert self.process is not None
        if self.process.poll() is not None:
            raise AssertionError(f"the server ended by itself:\n{self.output()[-3000:]}")
        if not self.port:
            found = _ADDRESS.search(self.output())
            if not found:
                return False
            self.port = int(found[1])
        try:
            return self.get("/healthz", timeout=2).status == 200
        except OSError:
            return False

    def start(self) -> Self:
        """Start the process and wait until it answers."""
        self.launch()
        end = time.monotonic() + PATIENCE
        while not self.ready():
            assert time.monotonic() < end, f"the server does not answer:\n{self.output()[-3000:]}"
            time.sleep(0.02)
        return self

    def output(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def kill(self) -> None:
        """Stop it as a power cut would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def stop(self) -> None:
        """Stop it as its operator would."""
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
                raise
            self.process = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *raised: object) -> None:
        self.kill()

    def get(self, path: str, token: str = "", timeout: float = 10) -> Answer:
        return self._ask(path, None, token, timeout)

    def post(self, path: str, body: dict[str, Any], token: str = "") -> Answer:
        return self._ask(path, json.dumps(body).encode(), token, 20)

    def _ask(self, path: str, body: bytes | None, token: str, timeout: float) -> Answer:
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        request = urllib.request.Request(self.url + path, body, headers)
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:
                return Answer(answer.status, answer.read(), answer.headers)
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, error.read(), error.headers)

    def table(self, seats: list[tuple[str, str]], **more: Any) -> tuple[str, list[dict[str, Any]]]:
        """Make a table; return its code, and the seats with their tokens."""
        answer = self.post("/api/tables", order(seats, **more))
        assert answer.status == 201, (answer.text, seats, more)
        made = answer.json
        return made["code"], made["seats"]


@contextmanager
def keep_server(program: str) -> Iterator[tuple[str, int]]:
    """Run a server for all workers of a test run; yield its folder and its port."""
    with tempfile.TemporaryDirectory(prefix="pegout-server-") as folder:
        log = Path(folder, "log")
        with Server(Path(folder), log, options=GENEROUS, program=program) as server:
            yield folder, server.port
