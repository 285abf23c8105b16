"""Garbage of every shape, on the socket and at every address: it is refused, and the room works."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from pegout.text.errors import SENTENCES
from pegout.wire.codecs import ACTIONS
from tests.server.live_tables import until
from tests.server.table import ALONE, QUICK, House, Player, house

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner),
    max_leaves=12,
)
KINDS = [
    "hello", "act", "undo", "next_game", "rematch", "hint", "fill", "automate",
    "set_language", "say", "sync", "ping",
]  # fmt: skip
CARD = st.sampled_from(["5H", "??", "TD", "1X", "", 5])
SMALL = st.integers(-3, 60) | st.sampled_from([None, True, "1", 2**70, -(2**70)])
ACTION = st.fixed_dictionaries(
    {"type": st.sampled_from([*ACTIONS.types, "reveal", "commit", "shuffle", ""])},
    optional={
        "seat": SMALL,
        "card": CARD,
        "cards": st.lists(CARD, max_size=3),
        "at": SMALL,
        "points": SMALL,
        "claim": SMALL,
        "contribution": st.text(max_size=70),
    },
)
MESSAGE = st.fixed_dictionaries(
    {"type": st.sampled_from(KINDS)},
    optional={
        "id": st.sampled_from(["1", "x", "", "a b", "é", "x" * 65]) | JSON,
        "match": st.sampled_from(["MATCH", "", "other"]) | JSON,
        "action": ACTION | JSON,
        "seat": SMALL,
        "level": st.sampled_from(["club", "random", "person", ""]) | JSON,
        "automations": st.lists(st.sampled_from(["ready", "go", "x"]), max_size=4) | JSON,
        "language": st.sampled_from(["en", "es", "xx", "es" * 30]) | JSON,
        "phrase": st.sampled_from(["wow", "rude", ""]) | JSON,
        "since": SMALL | JSON,
        "version": SMALL,
        "token": st.text(max_size=70),
    },
)


@given(st.lists(MESSAGE | JSON | st.binary(max_size=200), max_size=25))
@settings(max_examples=12)
async def test_a_socket_bears_anything(messages: list[Any]) -> None:
    async with house(config=replace(QUICK, faults=1000)) as home:
        code, tokens = await home.table(ALONE)
        async with home.sit(code, tokens[0]) as ann:
            match = ann.match
            for message in messages:
                data = message if isinstance(message, bytes) else json.dumps(message)
                if isinstance(data, str):
                    data = data.replace('"MATCH"', f'"{match}"')
                if len(data) < 4000:
                    await ann.socket.send(data)
            await ann.send(type="ping", id="the end")
            while (await ann.until("pong"))["id"] != "the end":
                pass
            for heard in ann.heard:
                if heard["type"] == "refused":
                    assert heard["code"] in SENTENCES
                    assert heard["message"]
        async with home.sit(code, tokens[0]) as ann:
            assert ann.standing["says"]


@given(st.binary(max_size=300) | JSON.map(lambda value: json.dumps(value).encode()))
@settings(max_examples=10)
async def test_a_first_message_may_be_anything(data: bytes) -> None:
    async with house() as home:
        code, tokens = await home.table(ALONE)
        async with home.raw(code) as socket:
            player = Player(socket)
            await socket.send(data)
            await player.send(type="ping", id="1")
            bye = await player.closed()
            assert bye["code"] in SENTENCES
        async with home.sit(code, tokens[0]):
            pass


BODIES: dict[str, dict[str, Any]] = {
    "/api/tables": {"seats": [{"name": "Ann"}, {"kind": "club"}]},
    "/api/tables/CODE/join": {"name": "Ann", "seat": 1},
    "/api/count": {"cards": ["5H", "5S", "5C", "JD"], "starter": "5D"},
    "/api/combination": {"cards": ["5H"], "hand": ["5H", "5S", "5C", "JD"], "starter": "5D"},
}
ORDER = st.fixed_dictionaries(
    {},
    optional={
        "preset": st.sampled_from(["half", "acc"]) | JSON,
        "switches": st.dictionaries(
            st.sampled_from(["players", "target", "muggins", "match_points", "preset", "x"]),
            SMALL | JSON,
        )
        | JSON,
        "seats": st.lists(
            st.fixed_dictionaries(
                {},
                optional={
                    "name": st.text(max_size=30),
                    "kind": st.sampled_from(["person", "open", "club", "novice", "x", ""]),
                },
            ),
            max_size=5,
        )
        | JSON,
        "games": SMALL,
        "play_to": SMALL,
        "options": st.dictionaries(st.sampled_from(["spectators", "chat", "stand_in"]), SMALL),
        "name": st.text(max_size=30) | JSON,
        "seat": SMALL,
        "cards": st.lists(CARD | st.text(max_size=5), max_size=7) | JSON,
        "starter": CARD | JSON,
        "crib": st.booleans() | JSON,
        "points": st.floats() | JSON,
        "counted": st.integers() | JSON,
    },
)


async def check(home: House, method: str, path: str, body: bytes | None) -> None:
    answer = await home.ask(method, path, body)
    if answer.status >= 400:
        assert answer.status in (400, 404, 405, 409, 413)
        if path.startswith("/api/") and method != "HEAD":
            assert answer.code in SENTENCES
    else:
        assert answer.status in (200, 201, 304)


@pytest.mark.parametrize("path", BODIES)
@given(data=st.data())
@settings(max_examples=8)
async def test_every_address_bears_any_body(path: str, data: st.DataObject) -> None:
    bodies = data.draw(
        st.lists(
            st.binary(max_size=100)
            | JSON.map(lambda value: json.dumps(value).encode())
            | ORDER.map(lambda value: json.dumps({**BODIES[path], **value}).encode())
            | ORDER.map(lambda value: json.dumps(value).encode()),
            min_size=5,
            max_size=10,
        )
    )
    async with house() as home:
        code, _ = await home.table([("Ann", "person"), ("", "open"), ("", "open")])
        for body in bodies:
            await check(home, "POST", path.replace("CODE", code), body)
        assert (await home.get(f"/api/tables/{code}")).status == 200


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"]),
            st.sampled_from(["/", "/api/", "/api/tables/", "/api/words/", "/static/", "/table/"]),
            st.binary(max_size=20).map(lambda part: "".join(f"%{byte:02x}" for byte in part))
            | st.text("abcz/.%?&=-~", max_size=20),
        ),
        min_size=5,
        max_size=10,
    )
)
@settings(max_examples=10)
async def test_every_address_bears_any_path(asked: list[tuple[str, str, str]]) -> None:
    async with house() as home:
        for method, start, rest in asked:
            body = None if method in ("GET", "HEAD", "OPTIONS") else b"{}"
            await check(home, method, start + rest, body)


async def test_a_connection_that_is_cut_leaves_nothing_behind() -> None:
    async with house(config=replace(QUICK, idle=0.1)) as home:
        code, tokens = await home.table(ALONE)
        for _ in range(5):
            async with home.sit(code, tokens[0]) as ann:
                await ann.send(type="act", id="1", match=ann.match, action={})
                ann.socket.transport.abort()
            with pytest.raises(ConnectionClosed):
                await ann.socket.recv()
        async with home.sit(code, tokens[0]):
            pass
        # A table with a connection, a visit or work under way does not go to sleep.
        await until(lambda: not (home.tables.connections or home.tables.loaded))
