"""What a server measures for Prometheus, at an address that players cannot reach."""

import asyncio
import random
import re

import pytest

from pegout.server.metrics import Metrics
from pegout.storage import Library
from pegout.text.errors import SENTENCES
from tests.databases import PrivateServer
from tests.server.live_tables import until
from tests.server.measured import Measured, measured
from tests.server.table import ALONE, QUICKLY, play_out

TOKEN = re.compile(r"[A-Za-z0-9_-]{30,}")


async def test_what_is_counted_of_a_game() -> None:
    async with measured() as here:
        code, tokens = await here.home.table(ALONE, **QUICKLY)
        async with here.home.sit(code, tokens[0]) as ann, here.home.sit(code):
            assert await here.value("pegout_connections", kind="player") == 1
            assert await here.value("pegout_connections", kind="spectator") == 1
            await ann.play(random.Random(1))
            acts = len([heard for heard in ann.heard if heard["type"] in ("done", "refused")])
        assert await here.value("pegout_tables") == 1
        assert await here.value("pegout_message_seconds_count", kind="act") == acts
        route = {"route": "POST /api/tables"}
        assert await here.value("pegout_requests_total", **route, status="201") == 1
        assert await here.value("pegout_request_seconds_count", **route) == 1
        socket = {"route": "/api/tables/{code}/socket", "status": "101"}
        await until(lambda: not here.home.tables.connections)
        assert await here.value("pegout_requests_total", **socket) == 2
        assert (await here.value("pegout_computation_seconds_count", purpose="move") or 0) > 3
        for kind in ("read", "write"):
            assert (await here.value("pegout_transaction_seconds_count", kind=kind) or 0) > 3
        assert await here.value("process_resident_memory_bytes")


async def test_refusals_are_counted_by_their_code() -> None:
    async with measured() as here:
        home = here.home
        await home.get("/api/tables/aaaaaaaaaa")
        await home.get("/api/nothing")
        await home.post("/api/tables", {}, Origin="http://elsewhere.example")
        code, tokens = await home.table(ALONE, **QUICKLY)
        async with home.sit(code, tokens[0]) as ann:
            await ann.act({"type": "play", "seat": 0, "card": "5H"})
            await ann.send(type="nonsense")
            await ann.until("refused")
        refused = {
            (sample.labels["by"], sample.labels["code"]): sample.value
            for sample in await here.samples()
            if sample.name == "pegout_refusals_total"
        }
        assert refused == {
            ("http", "unknown_table"): 1,
            ("http", "no_page"): 1,
            ("http", "bad_origin"): 1,
            ("table", "wrong_action"): 1,
            ("socket", "bad_message"): 1,
        }


async def test_nothing_secret_is_among_the_metrics() -> None:
    """Neither a name, nor the code of a table, nor a token or an address."""
    async with measured() as here:
        code, tokens = await play_out(here.home)
        match = here.home.library.matches()[0].id
        for path in (f"/api/tables/{code}", f"/tables/{code}", f"/{tokens[0]}", "/?ann=Ann"):
            await here.home.get(path, tokens[0])
        text = await here.text()
    assert len(text) > 10_000
    for secret in ("Ann", "Ben", code, match, "127.0.0.1", *tokens.values()):
        assert secret not in text, secret
    assert not TOKEN.search(re.sub(r"(?m)^#.*$|^\w+|pegout_\w+", "", text))


async def test_labels_are_bounded() -> None:
    """No request of a client makes a label of its own."""
    async with measured() as here:
        await here.home.get("/")
        await here.home.ask("PUT", "/api/tables", {})
        before = len(await here.samples())
        for number in range(20):
            await here.home.get(f"/nothing{number}")
            await here.home.get(f"/api/tables/{number:010}")
            await here.home.ask(f"VERB{number}", "/api/tables")
        some = len(await here.samples())
        assert some - before < 60
        for number in range(20, 40):
            await here.home.get(f"/nothing{number}")
            await here.home.get(f"/api/tables/{number:010}")
            await here.home.ask(f"VERB{number}", "/api/tables")
        assert len(await here.samples()) == some


def test_a_code_without_a_sentence_is_another() -> None:
    metrics = Metrics()
    for code in ("too_fast", "made_up_by_somebody"):
        metrics.refused(code, "http")
    counted = {
        sample.labels["code"]
        for family in metrics.registry.collect()
        for sample in family.samples
        if sample.name == "pegout_refusals_total"
    }
    assert counted == {"too_fast", "other"}
    assert "too_fast" in SENTENCES


async def test_each_application_counts_for_itself() -> None:
    async with measured() as here, measured() as there:
        await here.home.get("/api/tables/aaaaaaaaaa")
        code = {"code": "unknown_table"}
        assert await here.value("pegout_refusals_total", **code) == 1
        assert await there.value("pegout_refusals_total", **code) is None


async def test_metrics_are_nowhere_else() -> None:
    async with measured() as here:
        assert (await here.home.get("/metrics")).status == 404
        assert await here.text("/healthz") == "404"


async def test_an_error_is_counted_as_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    async with measured() as here:
        assert await here.value("pegout_log_lines_total", level="error") == 0

        def broken(*given: object) -> None:
            raise RuntimeError("broken on purpose")

        monkeypatch.setattr("pegout.server.app.page", broken)
        answer = await here.home.get("/")
        assert answer.status == 500
        assert (await here.value("pegout_log_lines_total", level="error") or 0) >= 1
        assert await here.value("pegout_requests_total", route="GET /", status="500") == 1


async def test_a_database_that_is_lost_shows_and_its_recovery_too(
    private_postgresql: PrivateServer,
) -> None:
    postgresql = private_postgresql
    with postgresql.library() as name, Library.open(postgresql.url(name)) as library:
        async with measured(library) as here:
            lost = {"code": "unreachable"}
            assert await here.value("pegout_database_trouble", **lost) == 0
            with postgresql.dead():
                await eventually(here, 1, **lost)
            await eventually(here, 0, **lost)


async def eventually(here: Measured, value: float, **labels: str) -> None:
    async with asyncio.timeout(60):
        while await here.value("pegout_database_trouble", **labels) != value:
            await asyncio.sleep(0.05)


async def test_it_answers_until_the_server_has_stopped() -> None:
    async with measured() as here:
        here.home.tables.stopping = True
        assert await here.value("pegout_stopping") == 1
        here.home.tables.stopping = False
    with pytest.raises(OSError, match="refused"):
        await here.text()
