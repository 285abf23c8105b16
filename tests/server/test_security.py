"""Which clients may talk to the server, and its headers for browsers."""

import ast
import logging
import re
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

import pegout.server
import pegout.table
from pegout.fairness import seeded_secrets
from pegout.server.config import Config
from pegout.server.pages import PAGES
from pegout.server.routes import ENDPOINTS
from pegout.server.security import Guard, address_of
from pegout.text.errors import SENTENCES
from tests.server.table import ALONE, QUICK, House, Player, house


async def nothing(*_: object) -> Any:
    """Stand in for an application."""


async def test_every_answer_tells_the_browser_to_be_careful(home: House) -> None:
    for path in ("/", "/table/abc", "/nowhere", "/static/0/icon.svg"):
        answer = await home.get(path)
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
        assert "unsafe" not in policy
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    for path in ("/", "/healthz", "/api/nowhere", "/static/0/icon.svg", "/static/0/js/main.js"):
        answer = await home.get(path)
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "Server" not in answer.headers


async def test_the_page_is_served_at_its_addresses_and_nothing_elsewhere(home: House) -> None:
    page = await home.get("/")
    assert page.status == 200
    text = page.body.decode()
    assert text.startswith('<!doctype html>\n<html lang="en">')
    assert re.search(r'src="/static/[0-9a-f]{16}/js/main\.js"', text)
    assert " style=" not in text
    assert "<script>" not in text
    for path in PAGES:
        other = await home.get(path.format(code="abc", codes="abc-def", match="def", drill="play"))
        assert other.status == 200
        assert re.search(r'src="/static/[0-9a-f]{16}/js/main\.js"', other.body.decode())
    lost = await home.get("/nowhere?lang=es")
    assert lost.status == 404
    assert b'<html lang="es">' in lost.body
    for path in ("/api/nowhere", "/static/nowhere.js", "/static/0/nowhere.js"):
        missing = await home.get(path)
        assert (missing.code, missing.status) == ("no_page", 404)
    wrong = await home.get("/api/count")
    assert (wrong.code, wrong.status) == ("no_method", 405)
    assert (await home.post("/healthz", {})).code == "no_method"
    assert (await home.ask("HEAD", "/")).status == 200


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "localhost.evil.example", "", "192.0.2.1", "0.0.0.0", "[::", "a b"),
        *("evil.example@localhost", "localhost/evil", "localhost?x", "localhost, evil", "127.1"),
        *("127.0.0.1:abc", "localhost:1:2", "localhost:99999", "[::1]:x"),
    ],
)
async def test_the_server_answers_only_to_its_own_names(home: House, host: str) -> None:
    answer = await home.get("/", Host=host)
    assert (answer.code, answer.status) == ("bad_host", 403)


@pytest.mark.parametrize(
    "host",
    ["localhost", "127.0.0.1:8131", "[::1]:80", "LOCALHOST:1", "kitchen.local", "club.example"],
)
async def test_these_are_its_own_names(host: str) -> None:
    config = replace(QUICK, allowed_hosts=("kitchen.local",), public_url="https://club.example")
    async with house(config=config) as home:
        assert (await home.get("/healthz", Host=host)).status == 200


async def test_an_address_is_ours_if_the_connection_arrived_at_it() -> None:
    passed: list[object] = []

    async def pass_on(scope: object, *_: object) -> None:
        passed.append(scope)

    guard = Guard(pass_on, Config(host="0.0.0.0"))
    for host, server, ours in [
        ("192.168.1.5:8131", "192.168.1.5", True),
        ("192.168.1.5:8131", "::ffff:192.168.1.5", True),
        ("192.168.1.6:8131", "::ffff:192.168.1.5", False),
        ("[fe80::1]", "fe80::1", True),
        ("192.168.1.6", "192.168.1.5", False),
        ("evil.example", "192.168.1.5", False),
        ("0.0.0.0", "192.168.1.5", False),
    ]:
        scope = {
            "type": "http",
            "method": "GET",
            "path": "/",
            "headers": [(b"host", host.encode())],
            "server": (server, 8131),
        }
        passed.clear()
        await guard(scope, nothing, nothing)
        assert passed == [scope] * ours, host


@pytest.mark.parametrize(
    ("origin", "ours"),
    [
        ("http://localhost:{port}", False),
        ("http://127.0.0.1:{port}", True),
        ("http://127.0.0.1", False),
        ("http://127.0.0.1:1", False),
        ("https://evil.example", False),
        ("https://club.example", True),
        ("http://club.example", False),
        ("null", False),
        ("", False),
        ("http://[", False),
        ("file://127.0.0.1:{port}", False),
    ],
)
async def test_only_its_own_pages_may_change_anything(origin: str, ours: bool) -> None:
    async with house(config=replace(QUICK, public_url="https://club.example")) as home:
        origin = origin.format(port=home.port)
        code, _ = await home.table(ALONE)
        answer = await home.post("/api/tables", {}, Origin=origin)
        assert answer.code == ("bad_seats" if ours else "bad_origin")
        expected: AbstractContextManager[object] = (
            nullcontext() if ours else pytest.raises(InvalidStatus, match="403")
        )
        with expected:
            async with home.raw(code, origin=origin or None, additional_headers=extra(origin)):
                pass


def extra(origin: str) -> dict[str, str]:
    return {} if origin else {"Origin": ""}


async def test_a_browser_that_says_where_it_comes_from_needs_no_origin(home: House) -> None:
    for site, code in [("cross-site", "bad_origin"), ("same-origin", "bad_seats")]:
        assert (await home.post("/api/tables", {}, **{"Sec-Fetch-Site": site})).code == code


async def test_pages_of_an_allowed_site_may_play_and_read_the_answers() -> None:
    async with house(config=replace(QUICK, allowed_origins=("https://Site.example/",))) as home:
        code, _ = await home.table(ALONE)
        for origin, allowed in [("https://site.example", True), ("https://evil.example", False)]:
            answer = await home.post("/api/tables", {}, Origin=origin)
            assert answer.code == ("bad_seats" if allowed else "bad_origin")
            read = await home.get(f"/api/tables/{code}", Origin=origin)
            for said in (answer, read):
                assert said.headers.get("Access-Control-Allow-Origin") == (
                    origin if allowed else None
                )
            expected: AbstractContextManager[object] = (
                nullcontext() if allowed else pytest.raises(InvalidStatus, match="403")
            )
            with expected:
                async with home.raw(code, origin=origin):
                    pass


@pytest.mark.parametrize("method", sorted({endpoint.method for endpoint in ENDPOINTS}))
async def test_a_browser_may_ask_first_whether_a_site_is_allowed(method: str) -> None:
    wanted = {
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "authorization,content-type",
    }
    async with house(config=replace(QUICK, allowed_origins=("https://site.example",))) as home:
        for origin, status in [("https://site.example", 200), ("https://evil.example", 400)]:
            headers = {**wanted, "Origin": origin}
            answer = await home.ask("OPTIONS", "/api/tables", None, headers)
            assert answer.status == status
            assert answer.headers.get("Access-Control-Allow-Credentials") is None
    async with house() as home:
        headers = {**wanted, "Origin": "https://site.example"}
        assert (await home.ask("OPTIONS", "/api/tables", None, headers)).status == 405


async def test_a_socket_needs_one_of_our_names_too(home: House) -> None:
    code, _ = await home.table(ALONE)
    with pytest.raises(InvalidStatus):
        async with home.raw(code, additional_headers={"Host": "evil.example"}):
            pass


async def test_bodies_are_short_and_json(home: House) -> None:
    long = await home.post("/api/tables", b"[" + b"1," * 10_000 + b"1]")
    assert (long.code, long.status) == ("too_large", 413)
    chunked = await home.ask(
        "POST", "/api/tables", None,
        {"Content-Type": "application/json", "Content-Length": "x"},
    )  # fmt: skip
    assert chunked.status in (400, 413)
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        answer = await home.post("/api/tables", {}, **{"Content-Type": kind})
        assert (answer.code, answer.status) == ("bad_type", 415)


async def test_a_body_that_does_not_say_how_long_it_is_is_short_too(home: House) -> None:
    def send() -> bytes:
        import socket

        with socket.create_connection(("127.0.0.1", home.port), timeout=10) as raw:
            raw.sendall(
                b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\n"
                b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
            )
            for _ in range(20):
                raw.sendall(b"400\r\n" + b" " * 1024 + b"\r\n")
            return raw.recv(4096)

    import asyncio

    assert b" 413 " in (await asyncio.to_thread(send)).split(b"\r\n")[0]


async def test_a_fault_of_ours_has_an_id_and_tells_nothing_else(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr("pegout.table.requests.count_hand", broken)
    monkeypatch.setattr("pegout.server.live_table.LiveTable.enter", broken)
    logging.getLogger("pegout.server").propagate = True
    async with house() as home:
        answer = await home.post("/api/count", {"cards": [], "starter": "5D"})
        assert (answer.code, answer.status) == ("fault", 500)
        code, _ = await home.table(ALONE)
        async with home.raw(code) as socket:
            player = Player(socket)
            await player.send(type="hello", version=2)
            bye = await player.closed()
            assert (bye["code"], bye["again"]) == ("fault", True)
    logged = [record.__dict__["facts"] for record in caplog.records if record.message == "fault"]
    assert [facts["where"] for facts in logged] == ["http", "socket"]
    assert logged[0]["id"] == answer.json["id"]
    assert "a secret" not in str(
        [record.__dict__ for record in caplog.records if record.message == "fault"]
    )


def test_the_address_that_counts() -> None:
    scope = {"headers": [(b"x-forwarded-for", b"1.1.1.1, 192.0.2.9")], "client": ("10.0.0.1", 5)}
    assert address_of(scope, proxy=True) == "192.0.2.9"
    assert address_of(scope, proxy=False) == "10.0.0.1"
    assert address_of({"headers": [], "client": None}, proxy=True) == ""


async def test_no_tokens_nor_names_nor_cards_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    logging.getLogger("pegout.server").propagate = True
    async with house(secrets=seeded_secrets(1)) as home:
        code, tokens = await home.table([("Maximiliana", "person"), ("Ben", "novice")])
        async with home.sit(code, tokens[0]) as ann:
            await ann.act({"type": "play", "seat": 0, "card": "5H", "claim": None})
        await provoke(home, code, tokens[0])
    text = caplog.text
    assert "refused" in text
    for secret in (tokens[0], "Maximiliana"):
        assert secret not in text
    # The random key of a WebSocket, in base64, may have these two letters in its middle.
    assert not re.search("(?<![A-Za-z0-9+/])5H(?![A-Za-z0-9+/=])", text)


async def provoke(home: House, code: str, token: str) -> None:
    await home.get(f"/api/tables/{code}/record", token + "x")
    await home.post(f"/api/tables/{code}/join", {"name": "Maximiliana"})
    await home.post("/api/tables", {"seats": [{"name": "Maximiliana"}]})


def test_every_code_has_a_sentence() -> None:
    found = set()
    paths = [*pegout.server.__path__, *pegout.table.__path__]
    for path in [path for folder in paths for path in Path(folder).glob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            at = {
                "TableRefused": 0,
                "_Farewell": 0,
                "farewell": 0,
                "_bid": 0,
                "problem": 0,
                "UnknownRules": 0,
                "CardError": 0,
                "refusal": 1,
                "_refuse": 1,
            }.get(name)
            if at is not None and at < len(node.args):
                code = node.args[at]
                if isinstance(code, ast.Constant) and isinstance(code.value, str):
                    found.add(code.value)
    assert {"unknown_table", "too_fast", "bad_body", "stopping"} <= found
    assert not found - set(SENTENCES)


async def test_a_public_name_needs_no_scheme() -> None:
    async with house(config=replace(QUICK, public_url="club.example")) as home:
        assert (await home.get("/healthz", Host="club.example")).status == 200
        assert (await home.get("/healthz", Host="")).code == "bad_host"
