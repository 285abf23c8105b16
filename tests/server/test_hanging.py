"""A database or a disk that hangs: every request is answered, the server stops, nothing is lost."""

import asyncio
import json
import logging
import signal
import socket
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from pegout.match import Asked
from pegout.server import health
from pegout.server import timeouts as waiting
from pegout.server.config import Config
from pegout.server.health import Health
from pegout.storage import Library, patience
from pegout.storage.sqlite import SqliteDatabase
from pegout.table.store import StoreError
from pegout.wire.table import WIRE_VERSION
from tests.databases import PrivateServer as PostgreSQL
from tests.databases import Server as Databases
from tests.databases import count_waits, opened
from tests.server.live_tables import pass_time, until
from tests.server.table import ALONE, PATIENCE, TWO, House, house
from tests.serving import Server

#: Longer than anything takes, in seconds.
LONG = 600.0
#: The threads that check whether the database answers again.
CHECKS = ("pegout-asks", "pegout-health_0")
READY = {"type": "ready", "seat": 0, "contribution": ""}


@pytest.fixture
def own(private_postgresql: PostgreSQL) -> Iterator[str]:
    """Yield the address of a library at the server that a test may freeze."""
    with private_postgresql.database() as name:
        yield private_postgresql.url(name)


async def _until(is_so: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await is_so():
            await asyncio.sleep(0.02)


@pytest.mark.slow
async def test_it_tells_truly_whether_it_is_ready(private_postgresql: PostgreSQL, own: str) -> None:
    with Library.open(own) as library:
        async with house(library) as home:

            async def ready() -> bool:
                answer = await home.get("/readyz")
                assert answer.status == (200 if answer.json["status"] == "ok" else 503)
                # The process is alive whatever the database does.
                assert (await home.get("/healthz")).json["status"] == "ok"
                return answer.status == 200

            async def unready() -> bool:
                return not await ready()

            await _until(ready)
            with private_postgresql.dead():
                await _until(unready)
            await _until(ready)
            with private_postgresql.frozen():
                await _until(unready)
                # Whatever was found is no longer valid.
                await pass_time(1.5)
                assert await unready()
            await _until(ready)


async def test_the_database_is_asked_once_for_all_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PATIENCE", "LASTS"):
        monkeypatch.setattr(health, name, LONG)
    asked: list[int] = []
    free = threading.Event()

    class Slow(Library):
        def check(self, patience: float) -> None:
            asked.append(threading.get_ident())
            free.wait(PATIENCE)

    with Slow.open("sqlite://") as library:
        checks = Health(library)
        answers = asyncio.gather(*[checks.problem() for _ in range(50)])
        await until(lambda: asked)
        free.set()
        assert await answers == [""] * 50
        assert await checks.problem() == ""
        assert len(asked) == 1
        checks.close()


async def test_a_ping_is_answered_while_a_request_waits_for_the_disk() -> None:
    free = threading.Event()

    class Slow(Library):
        def entries(self, *arguments: Any, **more: Any) -> Any:
            free.wait(PATIENCE)
            return super().entries(*arguments, **more)

    with Slow.open("sqlite://") as library:
        async with house(library) as home:
            free.set()
            code, tokens = await home.table(TWO)
            async with home.sit(code, tokens[0]) as ann:
                free.clear()
                await ann.send(type="sync", match=ann.match, since=0)
                await ann.send(type="ping", id="p")
                assert await ann.hear() == {"type": "pong", "id": "p"}
                free.set()
                assert (await ann.hear())["type"] == "position"


Writable = Callable[[bool], object]


@pytest.fixture(params=["sqlite", "postgresql"])
def standby(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Library, Writable]]:
    """Yield a library, and what makes its database writable or not."""
    if request.param == "sqlite":
        with opened(tmp_path) as (library, database):

            def pragma(writable: bool) -> None:
                words = f"PRAGMA query_only={'OFF' if writable else 'ON'}"
                assert isinstance(database, SqliteDatabase)
                with database.exclusive() as line:
                    line.execute(words)

            yield library, pragma
        return
    server: Databases = request.getfixturevalue("postgresql")
    with server.database() as name, Library.open(server.url(name)) as library:

        def become(writable: bool) -> None:
            on = "off" if writable else "on"
            server.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {on}")
            server.disconnect(name)

        yield library, become


async def test_a_database_that_cannot_be_written_is_not_ready(
    standby: tuple[Library, Writable], caplog: pytest.LogCaptureFixture
) -> None:
    """The log says when it fails and when it is well again, once each."""
    library, become = standby
    async with house(library) as home:
        code, _ = await home.table(TWO)
        assert (await home.get("/readyz")).status == 200
        with caplog.at_level("INFO", "pegout.server"):
            become(False)
            await pass_time(1.1)
            answer = await home.get("/readyz")
            assert (answer.status, answer.json["status"]) == (503, "unwritable")
            # Nobody but a health check has found out yet.
            async with asyncio.timeout(PATIENCE):
                while "database_lost" not in caplog.text:
                    await pass_time(1.1)
                    await asyncio.sleep(0.02)
            assert (await home.order(TWO)).code == "unwritable"
            # What can be read is read.
            assert (await home.get(f"/api/tables/{code}")).status == 200
            become(True)
            async with asyncio.timeout(PATIENCE):
                while "database_back" not in caplog.text:
                    await pass_time(1.1)
                    await asyncio.sleep(0.02)
        assert (await home.get("/readyz")).status == 200
        assert (await home.order(TWO)).status == 201
    levels = {record.message: record.levelname for record in caplog.records}
    assert (levels["database_lost"], levels["database_back"]) == ("ERROR", "WARNING")
    assert caplog.text.count("database_lost") == 1


async def test_a_server_whose_disk_is_full_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the check writes fits into the write-ahead log when a move does not fit any more."""
    monkeypatch.setattr(health, "PATIENCE", LONG)
    free = 0
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=free))
    with opened(tmp_path) as (library, _):
        async with house(library) as home:
            answer = await home.get("/readyz")
            assert (answer.status, answer.json["status"]) == (503, "disk_full")
            free = 1_000_000
            await pass_time(1.1)
            assert (await home.get("/readyz")).status == 200
            assert (await home.order(TWO)).status == 201


@pytest.mark.parametrize("program", ["pegout", "another"])
async def test_a_file_that_another_program_writes_for_long_is_not_ready(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check does not wait for the program as long as a move does."""
    monkeypatch.setattr(patience, "PATIENCE", 10 * PATIENCE)
    monkeypatch.setattr(health, "PATIENCE", 0.05)
    monkeypatch.setattr(health, "ANSWER", LONG)

    @contextmanager
    def written() -> Iterator[None]:
        with opened(tmp_path) as (other, database):
            if program == "pegout":
                with database.writing():
                    yield
            else:
                with closing(sqlite3.connect(other.location, isolation_level=None)) as line:
                    line.execute("BEGIN IMMEDIATE")
                    yield

    async def status() -> str:
        await pass_time(1.1)
        found: str = (await home.get("/readyz")).json["status"]
        return found

    with opened(tmp_path) as (library, database):
        async with house(library) as home:
            assert await status() == "ok"
            with written():
                assert await status() == "busy"
            assert await status() == "ok"
        with database.reading() as connection:
            waits = connection.rows("PRAGMA busy_timeout")
    assert waits == [(10_000 * PATIENCE,)]


async def test_a_database_of_a_newer_version_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "PATIENCE", LONG)
    with opened(tmp_path) as (library, database):
        async with house(library) as home:
            assert (await home.get("/readyz")).status == 200
            with database.writing() as connection:
                connection.execute("UPDATE schema_version SET version = 9999")
            await pass_time(1.1)
            answer = await home.get("/readyz")
    assert (answer.status, answer.json["status"]) == (503, "newer")


async def test_while_postgresql_hangs_everybody_is_answered_and_then_goes_on(
    private_postgresql: PostgreSQL, own: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = count_waits(monkeypatch)

    def waited() -> int:
        """Return how often anybody has waited for the database, besides the checks of it."""
        return sum(times for name, times in waits.items() if name not in CHECKS)

    with Library.open(own) as library:
        async with house(library) as home:
            code, tokens = await home.table(TWO)
            other, others = await home.table(ALONE)
            async with home.sit(code, tokens[0]) as ann, home.sit(other, others[0]) as cora:
                with private_postgresql.frozen(), monkeypatch.context() as hurry:
                    hurry.setattr(patience, "ANSWER", 0.5)
                    before = waited()
                    refused = await asyncio.gather(
                        ann.act(READY, id="a"),
                        cora.act(READY, id="c"),
                        home.get(f"/api/tables/{code}"),
                        home.order(ALONE),
                    )
                    assert {answer["code"] for answer in refused[:2]} <= {"busy", "unreachable"}
                    assert [answer.status for answer in refused[2:]] == [503, 503]
                    known = waited()
                    assert known > before
                    assert (await ann.act(READY, id="a"))["code"] == "unreachable"
                    assert (await home.get(f"/api/tables/{code}")).code == "unreachable"
                    assert waited() == known, "it is known to hang"

                async def granted() -> bool:
                    return bool((await ann.act(READY, id="a"))["type"] == "done")

                await _until(granted)
                assert await granted()
                log = library.load(ann.match).entries
                assert sum(event == Asked(0, "a") for _, event in log) == 1


@pytest.mark.slow
async def test_a_server_ends_though_postgresql_hangs(
    private_postgresql: PostgreSQL, own: str, tmp_path: Path
) -> None:
    with Server(own, tmp_path / "log") as server:
        home = House(None, Config(), server.port, None)  # type: ignore[arg-type]
        code, tokens = await home.table(ALONE)
        async with home.sit(code, tokens[0]) as ann:
            with private_postgresql.frozen():
                await ann.send(type="act", id="a", match=ann.match, action=READY)
                # The pong says that what was sent before has arrived.
                await ann.send(type="ping", id="p")
                await ann.until("pong")
                assert server.process is not None
                server.process.send_signal(signal.SIGTERM)
                # It ends in order, rather than because nothing else has helped.
                assert await asyncio.to_thread(server.process.wait, PATIENCE) == 0
                # She receives a goodbye or an error; how the connection ends does not matter.
                with suppress(ConnectionClosed):
                    while True:
                        await ann.hear()
    with Server(own, tmp_path / "again") as server:
        home.port = server.port
        async with home.sit(code, tokens[0]) as ann:
            assert (await ann.act(READY, id="a"))["type"] in ("done", "refused")
            with Library.open(own) as library:
                log = library.load(ann.match).entries
        assert sum(event == Asked(0, "a") for _, event in log) <= 1


class Stuck(Library):
    """A library on a disk that hangs on request."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.goes_on = threading.Event()
        self.goes_on.set()
        self.waits = 0

    def table(self, code: str) -> Any:
        self._wait()
        return super().table(code)

    def add_table(self, *arguments: Any, **more: Any) -> Any:
        self._wait()
        return super().add_table(*arguments, **more)

    def _wait(self) -> None:
        if not self.goes_on.is_set():
            self.waits += 1
            self.goes_on.wait()


async def test_while_a_disk_hangs_all_are_answered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with Stuck.open("sqlite://") as library:
        async with house(library) as home:
            code, tokens = await home.table(TWO)
            async with home.sit(code, tokens[0]) as ann, home.sit(code, tokens[0]) as again:
                library.goes_on.clear()
                try:
                    monkeypatch.setattr(waiting, "PATIENCE", 0.5)
                    # The first request checks the disk, and the others wait for it.
                    async with home.raw(code) as line:
                        await line.send(
                            json.dumps({"type": "hello", "version": WIRE_VERSION, "token": ""})
                        )
                        await until(lambda: library.waits)
                        answers = await asyncio.gather(
                            again.act(READY, id="b"),
                            ann.act(READY, id="a"),
                            home.get(f"/api/tables/{code}"),
                            home.order(ALONE),
                        )
                    assert [answer["code"] for answer in answers[:2]] == ["busy", "busy"]
                    assert [answer.code for answer in answers[2:]] == ["busy", "busy"]
                    # It is known to have hung for as long as anybody waits, so nobody does.
                    monkeypatch.setattr(waiting, "PATIENCE", LONG)
                    await pass_time(LONG + 1)
                    assert (await ann.act(READY, id="a"))["code"] == "busy"
                finally:
                    library.goes_on.set()

                async def granted() -> bool:
                    return bool((await ann.act(READY, id="a"))["type"] == "done")

                await _until(granted)
                # A table handles requests in turn: these come after whatever waited there.
                for player in (again, ann):
                    await player.send(type="sync", match=player.match, since=0)
                    await player.until("position")
                told = [message for message in ann.heard if message["type"] == "done"]
                assert [message["id"] for message in told] == ["a"]
                match = library.load(ann.match)
                assert [event.request for _, event in match.entries if type(event) is Asked] == [
                    "a"
                ], "what was not begun when its time was up never begins"


async def test_a_server_ends_though_its_disk_hangs() -> None:
    with Stuck.open("sqlite://") as library:
        try:
            async with house(library) as home:
                code, tokens = await home.table(TWO)
                async with home.sit(code, tokens[0]) as ann:
                    library.goes_on.clear()
                    late = asyncio.create_task(home.get(f"/api/tables/{code}"))
                    await until(lambda: library.waits)
                    home.server.should_exit = True
                    assert (await ann.closed())["code"] == "stopping"
                answer = await late
                assert (answer.status, answer.code) == (503, "stopping")
        finally:
            library.goes_on.set()


def refusals(caplog: pytest.LogCaptureFixture) -> list[Any]:
    return [record.__dict__["facts"] for record in caplog.records if record.message == "refused"]


async def test_what_clients_break_off_is_no_fault_of_ours(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    async with house() as home:
        with socket.create_connection(("127.0.0.1", home.port)) as line:
            line.sendall(
                b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
                b"Content-Type: application/json\r\nContent-Length: 500\r\n\r\n"
            )
            # It waits for the rest.
            assert (await asyncio.to_thread(line.recv, 100)).startswith(b"HTTP/1.1 100 ")
            line.sendall(b"{")
        await until(lambda: {"code": "broken_off", "by": "http"} in refusals(caplog))
        assert (await home.get("/healthz")).status == 200
    assert not [record for record in caplog.records if record.message == "fault"]


def test_what_is_not_answered_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "PATIENCE", 0.05)

    async def ask() -> None:
        await waiting.with_timeout(asyncio.get_running_loop().create_future())

    with pytest.raises(StoreError) as caught:
        asyncio.run(ask())
    assert caught.value.code == "busy"
