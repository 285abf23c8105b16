"""The proxies of the manual, started and used: what a browser sees of two servers behind one."""

import asyncio
import json
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.databases import Server as Postgresql
from tests.deploy.proxies import KINDS, Site, behind
from tests.server.table import QUICKLY
from tests.serving import GENEROUS, PATIENCE

pytestmark = pytest.mark.long

_T = TypeVar("_T")
TWO = [("Ann", "person"), ("Ben", "open")]


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def database(postgresql: Postgresql) -> Iterator[str]:
    with postgresql.library() as name:
        yield postgresql.url(name, "postgresql")


@pytest.fixture
def site(kind: str, database: str, tmp_path: Path) -> Iterator[Site]:
    with behind(kind, database, tmp_path, GENEROUS) as site:
        yield site


def eventually(find: Callable[[], _T]) -> _T:
    """Return what is found, once something is: a line is written after its answer is sent."""
    end = time.monotonic() + PATIENCE
    while not (found := find()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return found


def requests_of(site: Site) -> list[dict[str, Any]]:
    """Return the lines of both servers about requests."""
    lines = [line for server in site.servers for line in server.output().splitlines()]
    found = [json.loads(line) for line in lines if line.startswith("{")]
    return [line for line in found if line["event"] == "request"]


async def test_a_game_is_played_through_it(site: Site) -> None:
    code, tokens = await asyncio.to_thread(lambda: site.table(TWO, **QUICKLY))
    async with site.sit(code, tokens[0]) as ann, site.sit(code, tokens[1]) as ben:
        await asyncio.gather(ann.play(random.Random(1)), ben.play(random.Random(2)))
        assert ann.standing["over"]
        assert ben.standing["over"]
        assert ann.number == ben.number


async def test_all_of_a_table_goes_to_one_server(site: Site) -> None:
    codes = [site.table(TWO)[0] for _ in range(12)]
    for code in codes:
        for _ in range(2):
            assert site.get(f"/api/tables/{code}").status == 200
    loaded = [server.get("/healthz").json["tables"] for server in site.servers]
    assert sum(loaded) == len(codes)
    assert all(loaded)


async def test_a_server_that_ends_gives_its_tables_to_the_other(site: Site) -> None:
    code, tokens = await asyncio.to_thread(lambda: site.table(TWO, **QUICKLY))
    async with site.sit(code, tokens[0]) as ann:
        answer = await ann.act({"type": "ready", "seat": 0, "contribution": ""})
        assert answer["type"] == "done"
        before = ann.number
        (holder,) = [server for server in site.servers if server.get("/healthz").json["tables"]]
        await asyncio.to_thread(holder.kill)
    async with site.sit(code, tokens[0]) as ann:
        assert ann.number >= before
        assert ann.welcome["seat"] == 0
    assert site.get(f"/api/tables/{code}").status == 200


def test_a_client_cannot_choose_the_address_that_counts(
    kind: str, database: str, tmp_path: Path
) -> None:
    with behind(kind, database, tmp_path, ("--limit", "creations=2")) as site:
        answers = [
            site.ask(
                "POST",
                "/api/tables",
                {"preset": "standard", "seats": [{"name": "Ann"}, {"kind": "club", "name": "C"}]},
                {"X-Forwarded-For": f"192.0.2.{number}", "X-Real-IP": f"192.0.2.{number}"},
            )
            for number in range(3)
        ]
    assert [answer.status for answer in answers] == [201, 201, 429], answers[0].text
    assert answers[2].code == "too_fast"


def test_the_proxy_names_each_request(kind: str, site: Site) -> None:
    answer = site.get("/api/tables/aaaaaaaaaa", **{"X-Request-Id": "chosen-by-the-client"})
    assert (answer.status, answer.code) == (404, "unknown_table")
    name = answer.headers["X-Request-Id"]
    assert name != "chosen-by-the-client"
    (line,) = eventually(lambda: [line for line in requests_of(site) if line["id"] == name])
    assert (line["route"], line["code"]) == ("GET /api/tables/{code}", "unknown_table")
    if kind == "nginx":
        assert eventually(lambda: f" {name} GET 404 " in site.log.read_text())


def test_a_proxy_logs_neither_paths_nor_addresses(site: Site) -> None:
    code, _ = site.table(TWO)
    assert site.get(f"/api/tables/{code}").status == 200
    written = site.log.read_text()
    assert code not in written
    assert '"127.0.0.1"' not in written
    assert not [line for line in written.splitlines() if line.startswith("127.0.0.1 ")]


def test_a_long_body_is_refused(site: Site) -> None:
    """The server refuses what is longer than it reads, and nginx what is much longer."""
    longer = site.ask("POST", "/api/records", {"text": "x" * 270_000})
    assert (longer.status, longer.code) == (413, "too_large")
    for _ in range(4):
        assert site.ask("POST", "/api/records", {"text": "x" * 4_000_000}).status == 413
        # A client that is refused does not make the proxy believe that a server has failed.
        assert site.get("/healthz").status == 200


def test_a_slow_upload_holds_up_nobody(site: Site) -> None:
    body = json.dumps({"cards": ["5H", "5S", "5C", "JD"], "starter": "5D"}).encode()
    slow = site.line()
    slow.putrequest("POST", "/api/count")
    slow.putheader("Content-Type", "application/json")
    slow.putheader("Content-Length", str(len(body)))
    slow.endheaders(body[:10])
    for _ in range(5):
        assert site.get("/healthz").status == 200
    slow.send(body[10:])
    answer = slow.getresponse()
    assert answer.status == 200, answer.read()
    assert b"29" in answer.read()
    slow.close()


def test_pages_come_with_a_promise_of_tls(site: Site) -> None:
    answer = site.get("/")
    assert answer.status == 200
    assert "max-age=31536000" in answer.headers["Strict-Transport-Security"]
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


async def test_nginx_limits_the_connections_of_an_address(database: str, tmp_path: Path) -> None:
    changed = {"limit_conn players 200": "limit_conn players 2"}
    with behind("nginx", database, tmp_path, GENEROUS, changed) as site:
        code, tokens = await asyncio.to_thread(lambda: site.table(TWO, **QUICKLY))
        async with site.sit(code, tokens[0]), site.sit(code, tokens[1]):
            assert (await asyncio.to_thread(site.get, "/healthz")).status == 429
        async with asyncio.timeout(60):
            while (await asyncio.to_thread(site.get, "/healthz")).status != 200:
                await asyncio.sleep(0.05)


def test_nginx_limits_the_requests_of_an_address(database: str, tmp_path: Path) -> None:
    changed = {"rate=100r/s": "rate=1r/m", "burst=3000": "burst=8"}
    with behind("nginx", database, tmp_path, GENEROUS, changed) as site:
        statuses = [site.get("/healthz").status for _ in range(12)]
    assert statuses[0] == 200
    assert statuses[-1] == 429
    assert "limiting" not in (tmp_path / "error.log").read_text()
