"""A database or a disk that hangs: every request is answered, the server stops, nothing is lost."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from pegout.match import Asked
from pegout.storage import Library, StorageError
from pegout.web import waiting
from pegout.web.config import Config
from pegout.web.health import Health
from tests.databases import Server as PostgreSQL
from tests.databases import opened
from tests.serving import Server
from tests.web.rooms import pass_time, until
from tests.web.table import ALONE, PATIENCE, TWO, House, house

#: Two seconds, and one more for a busy machine.
SOON = 3.0
READY = {"type": "ready", "seat": 0, "contribution": ""}


@pytest.fixture
def own(postgresql: PostgreSQL) -> Iterator[PostgreSQL]:
    """Run a private database server, because other tests need the shared one."""
    server = PostgreSQL(postgresql.programs, durable=True)
    yield server
    server.remove()


async def _within(seconds: float, is_so: Callable[[], Awaitable[bool]]) -> None:
    end = time.monotonic() + seconds
    while not await is_so():
        assert time.monotonic() < end
        await asyncio.sleep(0.05)


async def test_who_asks_whether_it_is_ready_is_told_the_truth(own: PostgreSQL) -> None:
    with Library.open(own.url("library")) as library:
        async with house(library) as home:

            async def ready() -> bool:
                answer = await home.get("/readyz")
                assert answer.status == (200 if answer.json["status"] == "ok" else 503)
                # The process is alive whatever the database does.
                assert (await home.get("/healthz")).json["status"] == "ok"
                return answer.status == 200

            async def unready() -> bool:
                return not await ready()

            assert await ready()
            await asyncio.to_thread(own.stop, signal.SIGQUIT)
            await _within(SOON, unready)
            await asyncio.to_thread(own.start)
            await _within(SOON, ready)
            with own.frozen():
                await _within(SOON, unready)
                # Whatever was found is no longer valid.
                await pass_time(1.5)
                assert await unready()
            await _within(SOON, ready)


async def test_the_database_is_asked_once_however_many_want_to_know() -> None:
    asked: list[int] = []
    free = threading.Event()

    class Slow(Library):
        def check(self, patience: float) -> None:
            asked.append(threading.get_ident())
            free.wait(PATIENCE)

    with Slow.open("sqlite://") as library:
        health = Health(library)
        answers = asyncio.gather(*[health.problem() for _ in range(50)])
        await until(lambda: asked)
        free.set()
        assert await answers == [""] * 50
        assert await health.problem() == ""
        assert len(asked) == 1
        health.close()


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


async def test_a_database_of_a_newer_version_is_not_ready(tmp_path: Path) -> None:
    with opened(tmp_path) as (library, database):
        async with house(library) as home:
            assert (await home.get("/readyz")).status == 200
            with database.writing() as connection:
                connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
            await pass_time(1.1)
            answer = await home.get("/readyz")
    assert (answer.status, answer.json["status"]) == (503, "newer")


async def test_while_postgresql_hangs_everybody_is_answered_and_then_goes_on(
    own: PostgreSQL, tmp_path: Path
) -> None:
    with Server(own.url("library"), tmp_path / "log") as server:
        home = House(None, Config(), server.port, None)  # type: ignore[arg-type]
        code, tokens = await home.table(TWO)
        other, others = await home.table(ALONE)
        async with home.sit(code, tokens[0]) as ann, home.sit(other, others[0]) as cora:
            with own.frozen():
                begun = time.monotonic()
                refused = await asyncio.gather(
                    ann.act(READY, id="a"),
                    cora.act(READY, id="c"),
                    home.get(f"/api/tables/{code}"),
                    home.order(ALONE),
                )
                assert time.monotonic() - begun < 20
                assert {one["code"] for one in refused[:2]} <= {"busy", "unreachable"}
                assert [one.status for one in refused[2:]] == [503, 503]
                begun = time.monotonic()
                assert (await ann.act(READY, id="a"))["code"] == "unreachable"
                assert (await home.get(f"/api/tables/{code}")).code == "unreachable"
                assert time.monotonic() - begun < 2, "it is known to hang"

            async def granted() -> bool:
                return bool((await ann.act(READY, id="a"))["type"] == "done")

            await _within(8, granted)
            assert (await ann.act(READY, id="a"))["type"] == "done"
            with Library.open(own.url("library")) as library:
                log = library.load(ann.match).entries
            assert sum(event == Asked(0, "a") for _, event in log) == 1
            with own.frozen():
                await cora.send(type="act", id="d", match=cora.match, action=READY)
                # The pong says that what was sent before has arrived.
                await cora.send(type="ping", id="p")
                await cora.until("pong")
                assert server.process is not None
                begun = time.monotonic()
                server.process.send_signal(signal.SIGTERM)
                status = await asyncio.to_thread(server.process.wait, 20)
                assert (status, time.monotonic() - begun < 10) == (0, True)
                # She receives a goodbye or an error; how the connection ends does not matter.
                with suppress(ConnectionClosed):
                    while True:
                        await cora.hear()
    with Server(own.url("library"), tmp_path / "again") as server:
        home.port = server.port
        async with home.sit(other, others[0]) as cora:
            assert (await cora.act(READY, id="d"))["type"] in ("done", "refused")
            with Library.open(own.url("library")) as library:
                log = library.load(cora.match).entries
        assert sum(event == Asked(0, "d") for _, event in log) <= 1


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

    def add_table(self, *arguments: Any) -> Any:
        self._wait()
        return super().add_table(*arguments)

    def _wait(self) -> None:
        if not self.goes_on.is_set():
            self.waits += 1
            self.goes_on.wait()

    async def hangs(self) -> bool:
        return self.waits > 0


async def test_while_a_disk_hangs_everybody_is_answered_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(waiting, "PATIENCE", 1.0)
    with Stuck.open("sqlite://") as library:
        async with house(library) as home:
            code, tokens = await home.table(TWO)
            async with home.sit(code, tokens[0]) as ann, home.sit(code, tokens[0]) as again:
                library.goes_on.clear()
                try:
                    # The first request checks the disk, and the others wait for it.
                    async with home.raw(code) as line:
                        await line.send('{"type":"hello","version":1,"token":""}')
                        await _within(10, library.hangs)
                        answers = await asyncio.gather(
                            again.act(READY, id="b"),
                            ann.act(READY, id="a"),
                            home.get(f"/api/tables/{code}"),
                            home.order(ALONE),
                        )
                    assert [one["code"] for one in answers[:2]] == ["busy", "busy"]
                    assert [one.code for one in answers[2:]] == ["busy", "busy"]
                    begun = time.monotonic()
                    assert (await ann.act(READY, id="a"))["code"] == "busy"
                    assert time.monotonic() - begun < 0.8, "it is known to hang"
                finally:
                    library.goes_on.set()

                async def granted() -> bool:
                    return bool((await ann.act(READY, id="a"))["type"] == "done")

                await _within(5, granted)
                # A table handles requests in turn: these come after whatever waited there.
                for player in (again, ann):
                    await player.send(type="sync", match=player.match, since=0)
                    await player.until("position")
                told = [one for one in ann.heard if one["type"] == "done"]
                assert [one["id"] for one in told] == ["a"]
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
                    await _within(10, library.hangs)
                    begun = time.monotonic()
                    home.server.should_exit = True
                    assert (await ann.closed())["code"] == "stopping"
                answer = await late
                assert (answer.status, answer.code) == (503, "stopping")
            assert time.monotonic() - begun < 9
        finally:
            library.goes_on.set()


def refusals(caplog: pytest.LogCaptureFixture) -> list[Any]:
    return [record.__dict__["facts"] for record in caplog.records if record.message == "refused"]


async def test_what_a_client_breaks_off_is_no_fault_of_ours(
    caplog: pytest.LogCaptureFixture,
) -> None:
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
        await waiting.answered(asyncio.get_running_loop().create_future())

    with pytest.raises(StorageError) as caught:
        asyncio.run(ask())
    assert caught.value.code == "busy"
