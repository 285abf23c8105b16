"""Each request has an id, and its line in the log has neither its path nor its address."""

import json
import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pegout.server import logs
from tests.server.live_tables import until
from tests.server.table import ALONE, QUICK, QUICKLY, House, house

OWN = re.compile("[0-9a-f]{16}")


class Lines(logging.Handler):
    """The lines of the log, as the program for JSON writes them."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(logs._json())
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(self.format(record))

    def events(self, event: str = "request") -> list[dict[str, Any]]:
        return [line for line in map(json.loads, self.texts) if line["event"] == event]


@pytest.fixture
def lines() -> Iterator[Lines]:
    logger, handler = logging.getLogger("pegout.server"), Lines()
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield handler
    logger.removeHandler(handler)
    logger.setLevel(before)


LOGGED = replace(QUICK, log_requests=True)


async def test_a_request_has_a_line_with_its_id_route_status_and_time(lines: Lines) -> None:
    async with house(config=LOGGED) as home:
        answer = await home.get("/api/tables/aaaaaaaaaa")
        ready = await home.get("/readyz")
    first, second = lines.events()
    assert first == {
        "at": first["at"],
        "level": "info",
        "event": "request",
        "id": answer.headers["X-Request-Id"],
        "route": "GET /api/tables/{code}",
        "status": 404,
        "code": "unknown_table",
        "ms": first["ms"],
    }
    assert OWN.fullmatch(first["id"])
    assert first["ms"] >= 0
    assert (second["route"], second["status"], second["id"]) == (
        "GET /readyz",
        200,
        ready.headers["X-Request-Id"],
    )
    assert "code" not in second


async def test_without_the_option_there_are_ids_and_no_lines(lines: Lines) -> None:
    async with house() as home:
        assert OWN.fullmatch((await home.get("/")).headers["X-Request-Id"])
    assert not lines.events()


@pytest.mark.parametrize(
    ("proxy", "given", "taken"),
    [
        (True, "5f0c-2:from.the_proxy", True),
        (True, "a" * 64, True),
        (True, "a" * 65, False),
        (True, 'a" injected="1', False),
        (True, "", False),
        (False, "5f0c-2", False),
    ],
)
async def test_only_a_proxy_names_a_request(
    proxy: bool, given: str, taken: bool, lines: Lines
) -> None:
    async with house(config=replace(LOGGED, proxy=proxy)) as home:
        answer = await home.get("/healthz", **{"X-Request-Id": given})
    name = answer.headers["X-Request-Id"]
    assert lines.events()[0]["id"] == name
    assert (name == given) is taken
    assert taken or OWN.fullmatch(name)


async def test_a_connection_has_a_line_at_its_end(lines: Lines) -> None:
    async with house(config=LOGGED) as home:
        code, _ = await home.table(ALONE, **QUICKLY)
        async with home.raw(code) as socket:
            assert socket.response is not None
            name = socket.response.headers["X-Request-Id"]
        await until(lambda: not home.tables.connections)
        await until(lambda: len(lines.events()) == 2)
    line = lines.events()[-1]
    assert (line["id"], line["status"]) == (name, 101)
    assert line["route"] == "/api/tables/{code}/socket"


async def test_an_error_leads_to_its_request(lines: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: object) -> None:
        raise RuntimeError("broken on purpose")

    monkeypatch.setattr("pegout.server.app.page", broken)
    async with house(config=LOGGED) as home:
        answer = await home.get("/")
    (fault,) = lines.events("fault")
    assert fault["id"] == answer.json["id"]
    assert fault["request"] == answer.headers["X-Request-Id"] == lines.events()[0]["id"]
    assert lines.events()[0]["status"] == 500


async def test_no_line_has_a_name_a_code_a_token_or_an_address(lines: Lines) -> None:
    async with house(config=replace(LOGGED, proxy=True)) as home:
        code, tokens = await home.table(ALONE, **QUICKLY)
        async with home.sit(code, tokens[0]) as ann:
            await ann.send(type="nonsense")
            await ann.until("refused")
        await everything(home, code, tokens[0])
        await until(lambda: not home.tables.connections)
        match = home.library.matches()[0].id
    text = "\n".join(lines.texts)
    assert len(lines.events()) >= 6
    for secret in ("Ann", "Ben", code, match, tokens[0], "192.0.2.7", "127.0.0.1"):
        assert secret not in text, secret


async def everything(home: House, code: str, token: str) -> None:
    headers = {"X-Forwarded-For": "192.0.2.7"}
    for path in (f"/api/tables/{code}", f"/tables/{code}?name=Ann", f"/{token}", "/"):
        await home.ask("GET", path, None, headers, token)
