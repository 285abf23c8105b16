"""The databases of a library, each of them new for each test.

A folder of tests imports them with ``from tests.databases import database, postgresql, where`` in
its conftest.py. ``where`` is the address of a new library, once in SQLite and once in PostgreSQL;
``postgresql`` is the server alone, which all workers share; ``private_postgresql`` is one which a
test may kill or freeze.
"""

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest
from psycopg import waiting

from pegout.storage import Library
from pegout.storage.database import Database
from pegout.storage.library import open_database
from pegout.storage.locations import locate
from tests.chance import chance
from tests.shared_processes import share

#: The environment variable for a machine without PostgreSQL.
WITHOUT: Final = "PEGOUT_NO_POSTGRESQL"
#: Where Debian installs the programs of each version.
PROGRAMS: Final = Path("/usr/lib/postgresql")
#: The time limit for a server to start or to stop, in seconds.
PATIENCE: Final = 60.0
_NAME: Final = "pegout"
#: The numbers of the databases of this process, whose folders of tests have a fixture each.
_NUMBERS: Final = count(1)


def programs() -> Path | None:
    """Return the folder with the programs of the newest installed PostgreSQL."""
    found = [path.parent for path in PROGRAMS.glob("*/bin/initdb")]
    return max(found, key=lambda path: int(re.sub(r"\D", "", path.parent.name) or 0), default=None)


class Server:
    """A running PostgreSQL server which only this machine can reach.

    Its databases have names of their own in each process.
    """

    def __init__(self, folder: Path, password: str, port: int) -> None:
        self.folder = folder
        self.password = password
        self.port = port
        self._free: list[str] = []

    def url(self, name: str, driver: str = "postgresql+psycopg") -> str:
        return f"{driver}://{_NAME}:{self.password}@127.0.0.1:{self.port}/{name}"

    def socket_url(self, name: str) -> str:
        """Return the address of a database through a socket file instead of the network."""
        return f"postgresql://{_NAME}@/{name}?host={self.folder}&port={self.port}"

    @contextlib.contextmanager
    def library(self) -> Iterator[str]:
        """Yield the name of a database with an empty library.

        It may have been used before: emptying one takes a tenth of the time of making another. A
        test that changes more than the stored rows uses a :meth:`database`.
        """
        name = self._free.pop() if self._free else self._make("library")
        try:
            yield name
        finally:
            self.disconnect(name)
            emptied = ("matches", "tables", "reviews", "servers", "tournaments")
            self.execute("; ".join(f"DELETE FROM {table}" for table in emptied), name)
            self._free.append(name)

    @contextlib.contextmanager
    def database(self, template: str = "library") -> Iterator[str]:
        """Make a database, yield its name, and delete it afterwards.

        Args:
            template: ``library`` for one with the tables of a library, ``template0`` for one
                without any.
        """
        name = self._make(template)
        try:
            yield name
        finally:
            self.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def _make(self, template: str) -> str:
        name = f"test_{os.getpid()}_{next(_NUMBERS)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def disconnect(self, name: str) -> None:
        self.execute(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        )

    def _connect(self, name: str = "postgres") -> psycopg.Connection[tuple[Any, ...]]:
        return psycopg.connect(
            host=str(self.folder),
            port=self.port,
            user=_NAME,
            dbname=name,
            autocommit=True,
            connect_timeout=5,
        )

    def execute(self, query: str, name: str = "postgres") -> None:
        """Run a query in a database, as the superuser."""
        with self._connect(name) as connection:
            connection.execute(query.encode())


class PrivateServer(Server):
    """A server that is started and ended here, in a folder of its own."""

    def __init__(self, programs: Path, *, durable: bool = False) -> None:
        super().__init__(
            Path(tempfile.mkdtemp(prefix="pegout-pg-")), chance("password").randbytes(8).hex(), 0
        )
        self._programs = programs
        self._durable = "on" if durable else "off"
        # The server refuses to run as root; root starts it as another user.
        self._as = _somebody_else(self.folder) if os.geteuid() == 0 else {}
        self._process: subprocess.Popen[bytes] | None = None
        try:
            self._initialise()
            self.start()
            self.execute("CREATE DATABASE library")
            Library.open(self.url("library")).close()
        except BaseException:
            self.remove()
            raise

    def _initialise(self) -> None:
        password = self.folder / "password"
        password.write_text(self.password)
        if self._as:
            shutil.chown(password, self._as["user"], self._as["group"])
        command: list[str | Path] = [self._programs / "initdb", "--no-sync", "--no-instructions"]
        command += ["--encoding=UTF8", "--locale=C", f"--username={_NAME}", f"--pwfile={password}"]
        command += ["--auth-local=trust", "--auth-host=scram-sha-256", "--wal-segsize=1"]
        command += ["-D", self.folder / "data"]
        subprocess.run(command, cwd=self.folder, check=True, capture_output=True, **self._as)

    def start(self) -> None:
        """Start it, on its earlier port or else on a free one, and wait until it answers."""
        for _ in range(5):
            self.port = self.port or _free_port()
            if self._started():
                return
            # Another process may have taken the port in between.
            self.port = 0
        raise RuntimeError(f"PostgreSQL did not start:\n{self._log().read_text()}")

    def _log(self) -> Path:
        return self.folder / "log"

    def _started(self) -> bool:
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": self.folder,
            "fsync": self._durable,
            "full_page_writes": self._durable,
            "synchronous_commit": self._durable,
            "autovacuum": "off",
            "max_connections": 200,
            "shared_buffers": "16MB",
        }
        command: list[Any] = [self._programs / "postgres", "-D", self.folder / "data"]
        command += [f"--{name}={value}" for name, value in settings.items()]
        if sys.platform == "linux" and (setpriv := shutil.which("setpriv")):
            # It ends with the tests, however they end: with the thread that started it.
            command = [setpriv, "--pdeathsig", "INT", "--", *command]
        with self._log().open("ab") as log:
            self._process = subprocess.Popen(
                command, cwd=self.folder, stdout=log, stderr=log, **self._as
            )
        end = time.monotonic() + PATIENCE
        while self._process.poll() is None and time.monotonic() < end:
            with contextlib.suppress(psycopg.OperationalError), self._connect():
                return True
            time.sleep(0.02)
        self.stop()
        return False

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: orderly, or, with ``SIGQUIT``, as in a power cut."""
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(how)
            process.wait(PATIENCE)

    @contextlib.contextmanager
    def dead(self) -> Iterator[None]:
        """Stop it as in a power cut, and start it again afterwards."""
        self.stop(signal.SIGQUIT)
        try:
            yield
        finally:
            self.start()

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """Freeze all its processes: connections stay, and no request is answered."""
        assert self._process is not None
        first = self._process.pid
        os.kill(first, signal.SIGSTOP)
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        stopped = [first, *map(int, children)]
        try:
            for process in stopped:
                os.kill(process, signal.SIGSTOP)
            yield
        finally:
            for process in stopped:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)

    def remove(self) -> None:
        """Stop it, and delete its data."""
        try:
            self.stop()
        finally:
            shutil.rmtree(self.folder)


@contextlib.contextmanager
def running(programs: str) -> Iterator[list[Any]]:
    """Run a server; yield what others need to reach it."""
    server = PrivateServer(Path(programs))
    try:
        yield [str(server.folder), server.password, server.port]
    finally:
        server.remove()


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def _somebody_else(folder: Path) -> dict[str, Any]:
    for name in ("postgres", "nobody"):
        with contextlib.suppress(LookupError):
            shutil.chown(folder, name)
            break
    stat = folder.stat()
    return {"user": stat.st_uid, "group": _group(stat.st_uid), "extra_groups": []}


def _group(user: int) -> int:
    import pwd

    return pwd.getpwuid(user).pw_gid


def find_programs() -> Path:
    """Return the folder with the programs of PostgreSQL; otherwise skip or fail the test."""
    if os.environ.get(WITHOUT):
        pytest.skip(f"{WITHOUT} says that there is no PostgreSQL")
    found = programs()
    if found is None:
        pytest.fail(
            f"PostgreSQL is not installed in {PROGRAMS}; `make test` installs it "
            f"(set {WITHOUT}=1 to test without it)"
        )
    return found


@contextlib.contextmanager
def opened(
    where: str | os.PathLike[str], now: Callable[[], datetime] = lambda: datetime.now(UTC)
) -> Iterator[tuple[Library, Database]]:
    """Open a library and yield its database too, to look inside it or to disturb it."""
    database = open_database(locate(where))
    try:
        yield Library(database, now), database
    finally:
        database.close()


def count_waits(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count how often each thread waits for PostgreSQL, by the name of the thread."""
    counts: Counter[str] = Counter()

    def counted(wait: Callable[..., object]) -> Callable[..., object]:
        def count(*arguments: object, **named: object) -> object:
            counts[threading.current_thread().name] += 1
            return wait(*arguments, **named)

        return count

    for name in ("wait", "wait_conn"):
        monkeypatch.setattr(waiting, name, counted(getattr(waiting, name)))
    return counts


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Server:
    """Return the PostgreSQL server of this test run, started on first use."""
    folder, password, port = share("postgresql", tmp_path_factory, running, str(find_programs()))
    return Server(Path(folder), password, port)


@pytest.fixture(scope="session")
def private_postgresql() -> Iterator[PrivateServer]:
    """Run a durable server for this worker alone, which a test may kill or freeze."""
    server = PrivateServer(find_programs(), durable=True)
    yield server
    server.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """Return the kind of database of a test."""
    kind: str = request.param
    return kind


@pytest.fixture
def where(database: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Yield the address of an unused library."""
    if database == "sqlite":
        yield str(tmp_path / "games.db")
        return
    server: Server = request.getfixturevalue("postgresql")
    with server.library() as name:
        yield server.url(name)
