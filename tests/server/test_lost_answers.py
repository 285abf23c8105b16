"""A client that missed an answer retries and gets it: no seat is lost with an answer."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegout.storage import Library
from pegout.table.store import StoreError, TableRow
from tests.chance import chance
from tests.server.live_tables import pass_time, until
from tests.server.table import House, house
from tests.serving import Answer

OPEN: list[dict[str, str]] = [{"name": "Ann", "kind": "person"}, {"name": "", "kind": "open"}]


TOKENS = chance("tokens")


def token() -> str:
    return TOKENS.randbytes(32).hex()


async def lose(home: House, path: str, body: dict[str, Any]) -> None:
    """Send a request, and break the connection before the answer comes."""
    data = json.dumps(body).encode()
    _, writer = await asyncio.open_connection("127.0.0.1", home.port)
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{home.port}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
    writer.write(head.encode() + data)
    await writer.drain()
    writer.transport.abort()
    with suppress(ConnectionError):
        await writer.wait_closed()


def count_taken(library: Library, code: str) -> int:
    return sum(bool(seat.get("name")) for seat in json.loads(library.table(code).state)["seats"])


def all_tables(library: Library) -> list[TableRow]:
    return library.tables(datetime.now(UTC) + timedelta(days=1))


async def test_the_answer_to_a_join_is_lost(where: str) -> None:
    mine = token()
    with Library.open(where) as library:
        async with house(library) as home:
            code = (await home.post("/api/tables", {"seats": OPEN})).json["code"]
            path = f"/api/tables/{code}/join"
            await lose(home, path, {"name": "Ben", "token": mine})
            await until(lambda: count_taken(library, code) == 2)
            again = await home.post(path, {"name": "Ben", "token": mine})
            assert (again.status, again.json) == (200, {"seat": 1, "token": mine})
            async with home.sit(code, mine) as ben:
                assert ben.seat == 1
                assert ben.standing["to_act"]
    # After a restart, and so at another server.
    with Library.open(where) as library:
        async with house(library) as home:
            again = await home.post(path, {"name": "Ben", "seat": 1, "token": mine})
            assert (again.status, again.json) == (200, {"seat": 1, "token": mine})
            other = await home.post(path, {"name": "Ben", "token": token()})
            assert (other.status, other.code) == (409, "table_full")
            other = await home.post(path, {"name": "Ben", "seat": 1, "token": token()})
            assert (other.status, other.code) == (409, "table_full")
            assert (await home.post(path, {"name": "Ben"})).status == 409


async def test_the_answer_to_the_making_of_a_table_is_lost(where: str) -> None:
    order = {"preset": "half", "seats": OPEN, "games": 3, "key": token()}
    with Library.open(where) as library:
        async with house(library) as home:
            await lose(home, "/api/tables", order)
            await until(lambda: all_tables(library))
            made = await home.post("/api/tables", order)
            assert made.status == 201
            assert [seat["seat"] for seat in made.json["seats"]] == [0]
            async with home.sit(made.json["code"], made.json["seats"][0]["token"]) as ann:
                assert ann.seat == 0
            # A guest has come since; the answer is the original one.
            await home.post(f"/api/tables/{made.json['code']}/join", {"name": "Ben"})
            assert (await home.post("/api/tables", order)).json == made.json
    with Library.open(where) as library:
        async with house(library) as home:
            assert (await home.post("/api/tables", order)).json == made.json
            assert len(all_tables(library)) == 1


async def test_a_whole_table_that_was_asked_for_twice_has_one_match(home: House) -> None:
    order = {
        "seats": [{"name": "Ann", "kind": "person"}, {"name": "", "kind": "novice"}],
        "key": token(),
    }
    made = (await home.post("/api/tables", order)).json
    async with home.sit(made["code"], made["seats"][0]["token"]) as ann:
        assert (await home.post("/api/tables", order)).json == made
        assert len(home.library.matches()) == 1
        assert ann.match == home.library.matches()[0].id


@contextmanager
def stored_but_not_said(library: Library, name: str) -> Iterator[None]:
    """Let the database store an entry, and then break the connection."""
    real = getattr(library, name)

    def does(*arguments: Any, **named: Any) -> None:
        real(*arguments, **named)
        raise StoreError("unreachable", "the database does not answer")

    setattr(library, name, does)
    try:
        yield
    finally:
        setattr(library, name, real)


async def test_the_database_breaks_off_as_it_stores_a_seat_or_a_table() -> None:
    order, mine = {"seats": OPEN, "key": token()}, token()
    with Library.open("sqlite://") as library:
        async with house(library) as home:
            with stored_but_not_said(library, "add_table"):
                assert (await home.post("/api/tables", order)).code == "unreachable"
            made = (await home.post("/api/tables", order)).json
            path = f"/api/tables/{made['code']}/join"
            with stored_but_not_said(library, "change_table"):
                body = {"name": "Ben", "token": mine}
                assert (await home.post(path, body)).code == "unreachable"
            assert (await home.post(path, body)).json == {"seat": 1, "token": mine}
            assert len(all_tables(library)) == 1


@settings(max_examples=12)
@given(
    asked=st.lists(st.tuples(st.integers(0, 4), st.booleans()), min_size=6, max_size=24),
    seed=st.integers(0, 2**32),
)
def test_each_who_asks_at_once_gets_one_answer(asked: list[tuple[int, bool]], seed: int) -> None:
    """Guests for three seats, each of whom sends any number of requests, at two servers."""
    asyncio.run(_crowd(asked, seed))


async def _crowd(asked: list[tuple[int, bool]], seed: int) -> None:
    order = {"seats": [OPEN[0], *[OPEN[1]] * 3], "key": token()}
    tokens = [token() for _ in range(5)]
    with Library.open("sqlite://") as library:
        async with house(library) as here, house(library) as there:
            makers = [home.post("/api/tables", order) for home in (here, there, here, there)]
            made = await asyncio.gather(*makers)
            assert {answer.status for answer in made} == {201}
            assert {answer.body for answer in made} == {made[0].body}
            path = f"/api/tables/{made[0].json['code']}/join"
            answers = await asyncio.gather(
                *[
                    (there if other else here).post(
                        path, {"name": f"Guest {who} {seed}", "token": tokens[who]}
                    )
                    for who, other in asked
                ]
            )
            granted: dict[int, set[tuple[int, bytes]]] = {}
            for (who, _), answer in zip(asked, answers, strict=True):
                granted.setdefault(who, set()).add((answer.status, answer.body))
            assert all(len(said) == 1 for said in granted.values()), granted
            seats = [body for said in granted.values() for status, body in said if status == 200]
            assert len(seats) == min(3, len(granted))
            assert len({json.loads(body)["seat"] for body in seats}) == len(seats)
            assert count_taken(library, made[0].json["code"]) == 1 + len(seats)


async def test_a_key_is_good_for_one_table(home: House) -> None:
    order = {"seats": OPEN, "key": token()}
    assert (await home.post("/api/tables", order)).status == 201
    for other in ({"games": 3}, {"preset": "half"}, {"options": {"chat": False}}):
        refused = await home.post("/api/tables", {**order, **other})
        assert (refused.status, refused.code) == (409, "key_taken")
    assert (await home.post("/api/tables?lang=es", {**order, "games": 3})).code == "key_taken"


@pytest.mark.parametrize(
    "weak", ["x", "Ann", "0" * 32, "abcde" * 8, "a1B2c3D4" * 9, "a b" * 12, "ñ1b2c3d4" * 5]
)
async def test_a_token_that_others_may_guess_is_refused(home: House, weak: str) -> None:
    refused = await home.post("/api/tables", {"seats": OPEN, "key": weak})
    assert (refused.status, refused.code) == (400, "weak_token")
    made = (await home.post("/api/tables", {"seats": OPEN})).json
    path = f"/api/tables/{made['code']}/join"
    refused = await home.post(path, {"name": "Ben", "token": weak})
    assert (refused.status, refused.code) == (400, "weak_token")
    assert count_taken(home.library, made["code"]) == 1


async def test_nothing_that_is_stored_tells_a_token_or_a_key(home: House) -> None:
    order, mine = {"seats": [*OPEN[:1] * 1, {"name": "Cora"}, OPEN[1]], "key": token()}, token()
    made = (await home.post("/api/tables", order)).json
    code, held = made["code"], [seat["token"] for seat in made["seats"]]
    await home.post(f"/api/tables/{code}/join", {"name": "Ben", "token": mine})
    state = home.library.table(code).state
    assert len({order["key"], mine, *held}) == 4
    for secret in (order["key"], mine, *held):
        assert len(secret) >= 43
        assert secret not in state


async def test_whoever_is_there_and_asks_again_is_not_taken_for_gone(home: House) -> None:
    mine = token()
    order = {"seats": OPEN, "options": {"stand_in": 1}, "switches": {"first_deal": "chosen"}}
    made: Answer = await home.post("/api/tables", order)
    code = made.json["code"]
    path, body = f"/api/tables/{code}/join", {"name": "Ben", "token": mine}
    await home.post(path, body)
    async with home.sit(code, mine) as ben:
        await home.post(path, body)
        await pass_time(1)
        table = (await home.get(f"/api/tables/{code}")).json
        assert [seat["stand_in"] for seat in table["seats"]] == [True, False]
        assert 1 in ben.standing["to_act"]
