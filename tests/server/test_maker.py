"""Who has set up a table may remove another person from it."""

import asyncio
import json
import random
from dataclasses import replace
from typing import Any

from pegout.storage import Library
from pegout.table.integrity import check_match
from pegout.table.removal import close_table
from tests.server.table import ALONE, QUICK, TWO, House, house

#: A table of two persons, the second of whom has joined by the link.
FRIENDS = [("Ann", "person"), ("Rude name", "open")]
#: A server that soon finds out what another program has changed.
WATCHFUL = replace(QUICK, watch=0.05)
HELLO = {"type": "hello", "version": 2}
RULES: dict[str, Any] = {"target": 31, "first_deal": "chosen"}


async def names(home: House, code: str) -> list[tuple[str, str]]:
    seats = (await home.get(f"/api/tables/{code}")).json["seats"]
    return [(seat["name"], seat["kind"]) for seat in seats]


async def test_a_guest_is_removed_and_a_computer_player_goes_on() -> None:
    async with house() as home:
        code, tokens = await home.table(FRIENDS, **RULES)
        async with home.sit(code, tokens[0]) as ann, home.sit(code, tokens[1]) as guest:
            assert [seat["maker"] for seat in ann.welcome["table"]["seats"]] == [True, False]
            await asyncio.gather(
                *[
                    player.play(random.Random(1), lambda player: player.number > 20)
                    for player in (ann, guest)
                ]
            )
            before = (ann.match, ann.number)
            refused = await ann.ask("remove_guest", seat=1)
            assert refused["code"] == "no_level"
            done = await ann.ask("remove_guest", seat=1, level="novice", id="r")
            assert (done["type"], done["number"]) == ("done", 0)
            bye = await guest.closed()
            assert (bye["code"], bye["again"]) == ("removed", False)
            assert "your seat" in bye["message"]
            # A lost answer is asked for again.
            assert (await ann.ask("remove_guest", seat=1, level="novice", id="r"))["type"] == "done"
            name, kind = (await names(home, code))[1]
            assert kind == "novice"
            assert name != "Rude name"
            await ann.play(random.Random(2))
            assert ann.match == before[0]
            assert "Rude name" not in ann.standing["says"]
        record = await home.get(f"/api/tables/{code}/record", tokens[0])
        assert "Rude name" not in record.text
        assert name in record.text
        assert (await home.get(f"/api/tables/{code}/record", tokens[1])).code == "bad_token"
        assert check_match(home.library, before[0]) == []
        async with home.raw(code) as socket:
            await socket.send(json.dumps({**HELLO, "token": tokens[1]}))
            assert '"bad_token"' in str(await socket.recv())


async def test_everybody_sees_the_new_name_at_once() -> None:
    async with house() as home:
        code, tokens = await home.table(FRIENDS, **RULES)
        async with home.sit(code, tokens[0]) as ann, home.sit(code) as watcher:
            await ann.ask("remove_guest", seat=1, level="club")
            position = await watcher.until("position")
            seats = position["setup"]["seats"]
            assert "Rude name" not in str(seats)
            assert seats[1]["name"] == (await names(home, code))[1][0]


async def test_before_the_match_a_seat_is_free_again_or_filled() -> None:
    three = [("Ann", "person"), ("Ben", "open"), ("", "open")]
    async with house() as home:
        code, tokens = await home.table(three, players=3)
        async with home.sit(code, tokens[0]) as ann, home.sit(code, tokens[1]) as ben:
            assert (await ann.ask("remove_guest", seat=1))["type"] == "done"
            assert (await ben.closed())["code"] == "removed"
            assert await names(home, code) == [("Ann", "person"), ("", "person"), ("", "person")]
            # The link brings somebody else to the seat.
            joined = await home.post(f"/api/tables/{code}/join", {"name": "Cora", "seat": 1})
            assert joined.json["seat"] == 1
            assert (await ann.ask("remove_guest", seat=1, level="club"))["type"] == "done"
            assert [kind for _, kind in await names(home, code)] == ["person", "club", "person"]
            assert (await ann.ask("fill", seat=2, level="club"))["type"] == "done"
            assert ann.match


async def test_nobody_else_removes_and_nobody_removes_the_maker() -> None:
    async with house() as home:
        code, tokens = await home.table(FRIENDS, **RULES)
        async with (
            home.sit(code, tokens[0]) as ann,
            home.sit(code, tokens[1]) as ben,
            home.sit(code) as watcher,
        ):
            refused = await ben.ask("remove_guest", seat=0, level="club")
            assert refused["code"] == "not_maker"
            assert "set up this table" in refused["message"]
            await watcher.send(type="remove_guest", id="w", seat=1, level="club")
            assert (await watcher.until("refused"))["code"] == "only_watching"
            for seat in (0, 2, -1):
                asked = await ann.ask("remove_guest", seat=seat, level="club")
                assert asked["code"] == "bad_seat"
            asked = await ann.ask("remove_guest", seat=1, level="grandmaster")
            assert asked["code"] == "unknown_level"
        async with house(home.library) as again:
            code, tokens = await again.table(ALONE)
            async with again.sit(code, tokens[0]) as ann:
                asked = await ann.ask("remove_guest", seat=1, level="club")
                assert asked["code"] == "bad_seat"


async def test_a_closed_table_tells_who_is_there(where: str) -> None:
    with Library.open(where) as library, Library.open(where) as other:
        async with house(library, WATCHFUL) as home:
            code, tokens = await home.table(ALONE, **RULES)
            free = (await home.order(TWO)).json["code"]
            async with home.sit(code, tokens[0]) as ann, home.sit(code) as watcher:
                # As the host does, from another program.
                close_table(other, code)
                close_table(other, code)
                close_table(other, free)
                for player in (ann, watcher):
                    bye = await player.closed()
                    assert (bye["code"], bye["again"]) == ("closed_table", False)
            for path in ("", "/join"):
                body = {"name": "Cora"} if path else None
                method = "POST" if path else "GET"
                answer = await home.ask(method, f"/api/tables/{free}{path}", body)
                assert (answer.status, answer.code) == (410, "closed_table")
            async with home.raw(code) as socket:
                await socket.send(json.dumps({**HELLO, "token": tokens[0]}))
                assert '"closed_table"' in str(await socket.recv())
            # Its players can still save what they have played, and leave.
            record = await home.get(f"/api/tables/{code}/record", tokens[0])
            assert (record.status, "Ann" in record.text) == (200, True)
            left = await home.ask("POST", f"/api/tables/{code}/forget", {}, token=tokens[0])
            assert left.json == {"seats": [0]}


async def test_a_table_that_another_program_removes_tells_who_is_there(where: str) -> None:
    with Library.open(where) as library, Library.open(where) as other:
        async with house(library, WATCHFUL) as home:
            code, tokens = await home.table(TWO, **RULES)
            async with home.sit(code, tokens[0]) as ann:
                other.delete_table(code, other.table(code).version)
                assert (await ann.closed())["code"] == "unknown_table"
