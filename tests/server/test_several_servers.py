"""Several servers that share one PostgreSQL: any of them serves any table."""

import asyncio
import json
import random
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest

from pegout.fairness import seeded_secrets
from pegout.server.config import Config
from pegout.server.retention import Retention
from pegout.storage import Library
from pegout.storage.postgresql import CONNECTIONS
from pegout.table.peers import Changed, Said
from pegout.table.removal import close_table
from tests.databases import PrivateServer, Server
from tests.network import Line
from tests.server.live_tables import pass_time, until
from tests.server.table import PATIENCE, QUICK, QUICKLY, House, Player, house

PAIR = [("Ann", "person"), ("Ben", "open")]
TRIO = [("Ann", "person"), ("Ben", "open"), ("Club", "club")]
MANUAL = Path(__file__).parents[2] / "docs" / "hosting.md"
Another = Callable[..., Any]


@pytest.fixture
async def another(postgresql: Server) -> AsyncIterator[Another]:
    """Yield what starts another server on one database."""
    with postgresql.library() as name:
        async with AsyncExitStack() as stack:

            async def start(config: Config = QUICK, secrets: Any = None) -> House:
                library = stack.enter_context(Library.open(postgresql.url(name)))
                return await stack.enter_async_context(house(library, config, secrets))

            yield start


async def hears(player: Player, is_so: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """Wait until a player has heard a message that fits."""
    while True:
        for message in player.heard:
            if is_so(message):
                return message
        await player.hear()


async def wish(player: Player, kind: str, **more: Any) -> str:
    """Ask for something that is no part of the match; return the code of the answer, or done."""
    player.heard.clear()
    await player.send(type=kind, id="w", **more)
    answer = await hears(player, lambda message: message.get("id") == "w")
    code: str = answer.get("code", answer["type"])
    return code


def presence(seat: int, wanted: str) -> Callable[[dict[str, Any]], bool]:
    def fits(message: dict[str, Any]) -> bool:
        table = message.get("table", {})
        return bool(table) and table["seats"][seat]["presence"] == wanted

    return fits


async def test_seats_and_spectators_at_different_servers_see_one_game(another: Another) -> None:
    one, two, three = [await another() for _ in range(3)]
    code, tokens = await one.table(PAIR, **QUICKLY)
    async with (
        one.sit(code, tokens[0]) as ann,
        two.sit(code, tokens[1]) as ben,
        three.sit(code) as eve,
    ):
        # Nobody asks for anything but to act: no client sends ``sync``.
        games = [player.play(random.Random(player.seat)) for player in (ann, ben)]
        await asyncio.gather(*games, hears(eve, lambda message: "standing" in message))
        while not eve.standing["over"]:
            await eve.hear()
        assert ann.number == ben.number == eve.number == one.library.load(ann.match).number
        await hears(ann, lambda message: message.get("table", {}).get("spectators") == 1)
        assert ann.standing["points"] == eve.standing["points"]


async def test_a_person_at_another_server_is_there(another: Another) -> None:
    one, two = await another(), await another()
    code, tokens = await one.table(PAIR, **QUICKLY)
    async with one.sit(code, tokens[0]) as ann:
        assert await wish(ann, "nudge", seat=1) == "nobody_there"
        async with two.sit(code, tokens[1]) as ben:
            await hears(ben, presence(0, "here"))
            await hears(ann, presence(1, "here"))
            assert await wish(ann, "stand_in", seat=1, level="club") == "seat_present"
            assert await wish(ann, "nudge", seat=1) == "done"
            await hears(ben, lambda message: message.get("phrase") == "nudge")
            await ben.send(type="say", phrase="wow")
            said = await hears(ann, lambda message: message.get("phrase") == "wow")
            assert said["seat"] == 1
            ann.heard.clear()
            await ben.send(type="set_presence", here=False)
            await hears(ann, presence(1, "away"))
            assert await wish(ann, "stand_in", seat=1, level="novice") == "done"
            await hears(ben, lambda message: _acting(message) == "novice")
            await ben.send(type="set_presence", here=True)
            await hears(ann, presence(1, "here"))
            ann.heard.clear()
        left = await hears(ann, presence(1, "away"))
        assert not left["table"]["seats"][1]["present"]


def _acting(message: dict[str, Any]) -> str:
    seats = message.get("table", {}).get("seats", [{}, {}])
    acting: str = seats[1].get("acting", "")
    return acting


async def test_who_joins_at_another_server_is_seen(another: Another) -> None:
    one, two = await another(), await another()
    code, tokens = await one.table([("Ann", "person"), ("", "open")], **QUICKLY)
    async with one.sit(code, tokens[0]) as ann:
        joined = await two.post(f"/api/tables/{code}/join", {"name": "Ben"})
        assert joined.status == 200
        await ann.until("position")
        async with two.sit(code, joined.json["token"]) as ben:
            assert ben.number == ann.number
            await ann.act(ann.standing["legal"][0])
            while ben.number < ann.number:
                await ben.hear()


async def test_what_is_taken_back_is_taken_back_everywhere(another: Another) -> None:
    one, two = await another(), await another()
    code, tokens = await one.table([("Ann", "person"), ("Cora", "novice")], **QUICKLY)
    async with one.sit(code, tokens[0]) as ann, two.sit(code, tokens[0]) as again:
        for here, there in ((ann, again), (again, ann)):
            await here.play(random.Random(1), lambda player: player.standing["undo"])
            there.heard.clear()
            assert (await here.ask("undo"))["type"] == "done"
            await hears(there, lambda message: message["type"] == "position")
            while here.number != there.number:
                await min((here, there), key=lambda player: player.number).hear()
            assert there.standing == here.standing
        await ann.play(random.Random(2))
        while not again.standing["over"]:
            await again.hear()
        assert again.number == ann.number


async def test_who_leaves_for_good_is_gone_everywhere(another: Another) -> None:
    one, two = await another(), await another()
    code, tokens = await one.table(PAIR, **QUICKLY)
    async with one.sit(code, tokens[0]) as ann, two.sit(code, tokens[1]) as ben:
        await asyncio.gather(*[player.play(random.Random(1)) for player in (ann, ben)])
        ben.heard.clear()
        answer = await two.post(
            f"/api/tables/{code}/forget", {}, Authorization=f"Bearer {tokens[0]}"
        )
        assert answer.status == 200, answer.body
        assert (await ann.closed())["code"] == "bad_token"
        await hears(ben, lambda message: _name(message) == "")


def _name(message: dict[str, Any]) -> str | None:
    """Return the name at the first seat, if a message has it."""
    seats: list[dict[str, str]] = message.get("table", {}).get("seats", [])
    return seats[0]["name"] if seats else None


async def test_a_guest_who_is_removed_is_told_at_another_server(another: Another) -> None:
    # No server looks by itself: the notice tells.
    config = replace(QUICK, watch=1e6)
    one, two = await another(config), await another(config)
    code, tokens = await one.table([("Ann", "person"), ("Rude name", "open")], **QUICKLY)
    async with (
        one.sit(code, tokens[0]) as ann,
        two.sit(code, tokens[1]) as guest,
        two.sit(code) as eve,
    ):
        games = [player.play(random.Random(1), _has_begun) for player in (ann, guest)]
        await asyncio.gather(*games)
        assert await wish(ann, "remove_guest", seat=1, level="novice") == "done"
        bye = await guest.closed()
        assert (bye["code"], bye["again"]) == ("removed", False)
        # The position has the new name, and a computer player goes on.
        eve.heard.clear()
        told = await hears(eve, lambda message: message["type"] == "position")
        assert "Rude name" not in str(told)
        await asyncio.gather(ann.play(random.Random(2)), _watches(eve))
        assert ann.number == eve.number
    async with two.raw(code) as socket:
        await socket.send(json.dumps({"type": "hello", "version": 2, "token": tokens[1]}))
        assert json.loads(await socket.recv())["code"] == "bad_token"


def _has_begun(player: Player) -> bool:
    return player.number > 20


async def _watches(player: Player) -> None:
    while not player.standing["over"]:
        await player.hear()


async def test_a_host_closes_a_table_at_every_server(another: Another) -> None:
    config = replace(QUICK, watch=0.05)
    one, two = await another(config), await another(config)
    code, tokens = await one.table(PAIR, **QUICKLY)
    async with one.sit(code, tokens[0]) as ann, two.sit(code, tokens[1]) as ben:
        # As ``pegout admin`` does, which is no server and tells nobody.
        close_table(one.library, code)
        for player in (ann, ben):
            assert (await player.closed())["code"] == "closed_table"


async def test_the_last_player_who_leaves_for_good_ends_it_everywhere(another: Another) -> None:
    one, two = await another(), await another()
    code, tokens = await one.table([("Ann", "person"), ("Cora", "club")], **QUICKLY)
    async with one.sit(code, tokens[0]) as ann, one.sit(code) as eve:
        answer = await two.post(
            f"/api/tables/{code}/forget", {}, Authorization=f"Bearer {tokens[0]}"
        )
        assert answer.status == 200, answer.body
        assert (await ann.closed())["code"] == "unknown_table"
        assert (await eve.closed())["code"] == "unknown_table"


async def test_retention_keeps_what_is_open_at_another_server(another: Another) -> None:
    config = replace(QUICK, keep_finished=9.0, keep_abandoned=9.0)
    one, two = await another(config), await another(config)

    def later() -> datetime:
        return datetime.now(UTC) + timedelta(days=1)

    code, tokens = await one.table(PAIR, **QUICKLY)
    async with one.sit(code, tokens[0]) as ann:
        # The visit has been stored once the other server has heard of it.
        async with two.sit(code, tokens[1]) as ben:
            await hears(ben, presence(0, "here"))
            await hears(ann, presence(1, "here"))
        await hears(ann, presence(1, "away"))
        await until(lambda: not two.tables.loaded_table(code).busy)
        two.tables.remove(code)
        assert await Retention(two.tables, config, later).look() == 0
        assert (await two.get(f"/api/tables/{code}")).status == 200
        two.tables.remove(code)
    await until(lambda: not one.tables.loaded_table(code).busy)
    async with asyncio.timeout(PATIENCE):
        # Ann is gone, which is told a moment later.
        while not await Retention(two.tables, config, later).look():
            await asyncio.sleep(0.01)
    assert (await two.get(f"/api/tables/{code}")).code == "unknown_table"


async def test_a_server_that_stops_hands_its_computer_players_over(another: Another) -> None:
    one, two = await another(), await another()
    code, tokens = await one.table(TRIO, players=3, **QUICKLY)
    async with two.sit(code, tokens[1]) as ben:
        async with one.sit(code, tokens[0]) as ann:
            holder = await _holder(code, one, two)
            one.server.should_exit = True
            bye = await ann.closed()
            assert (bye["code"], bye["again"]) == ("stopping", True)
        async with two.sit(code, tokens[0]) as ann:
            await asyncio.gather(*[at.play(random.Random(at.seat)) for at in (ann, ben)])
            assert holder in (one, two)
            assert two.tables.loaded_table(code).service.lease is not None
            assert ann.number == ben.number


async def _holder(code: str, *houses: House) -> House:
    """Return the server that moves the computer players of a table, once there is one."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for home in houses:
                table = home.tables.find(code)
                if table is not None and table.service.lease is not None:
                    return home
            await asyncio.sleep(0.01)


async def test_computer_players_move_wherever_people_are(another: Another) -> None:
    one, two = await another(), await another()
    code, tokens = await one.table([("Ann", "person"), ("Cora", "novice")], **QUICKLY)
    async with one.sit(code, tokens[0]):
        assert await _holder(code, one, two) is one
    async with two.sit(code, tokens[0]) as ann:
        await ann.play(random.Random(1))
        assert two.tables.loaded_table(code).service.lease is not None
        assert one.tables.loaded_table(code).service.lease is None
        async with one.sit(code) as eve:
            assert eve.standing["over"]


@pytest.mark.slow
async def test_a_server_that_loses_the_database_leaves_its_computer_players(
    private_postgresql: PrivateServer,
) -> None:
    with private_postgresql.database() as name:
        async with Line(private_postgresql.port) as line:
            url = private_postgresql.url(name)
            through = url.replace(f":{private_postgresql.port}/", f":{line.port}/")
            with (
                await asyncio.to_thread(Library.open, through) as far,
                Library.open(url) as near,
            ):
                async with house(far) as one, house(near) as two:
                    await _loses(line, one, two)


async def _loses(line: Line, one: House, two: House) -> None:
    code, tokens = await one.table([("Ann", "person"), ("Cora", "novice")], **QUICKLY)
    async with one.sit(code, tokens[0]) as ann:
        await ann.act(ann.standing["legal"][0])
        table = one.tables.loaded_table(code)
        await until(lambda: table.service.lease is not None)
        lease = table.service.lease
        line.swallow()
        await until(lambda: not one.tables.peers.holds(lease))
        async with two.sit(code, tokens[0]) as back:
            await back.play(random.Random(1))
            await until(lambda: two.tables.loaded_table(code).service.lease is not None)
            line.mend()
            line.cut()
            line.mend()
            async with one.sit(code) as eve:
                while not eve.standing["over"]:
                    await eve.hear()
                assert eve.number == back.number


async def test_a_server_that_cannot_hear_the_others_says_so(
    another: Another, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def logged(event: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while event not in caplog.text:
                await pass_time(1.1)
                await asyncio.sleep(0.02)

    with caplog.at_level("INFO", "pegout.server"):
        with monkeypatch.context() as patch:
            patch.setattr("pegout.storage.postgresql_peers._CHANNEL", "no channel")
            await another()
            await logged("peers_lost")
        await logged("peers_back")
    levels = {record.message: record.levelname for record in caplog.records}
    assert (levels["peers_lost"], levels["peers_back"]) == ("ERROR", "WARNING")
    assert caplog.text.count("peers_lost") == 1
    assert "database_lost" not in levels


async def test_a_server_has_as_many_connections_as_the_manual_says(
    another: Another, postgresql: Server
) -> None:
    stated = re.search(r"\*n\* servers need (\d+) \*n\* connections", MANUAL.read_text("utf-8"))
    home = await another()
    made = [home.table([("Ann", "person"), ("Cora", "novice")], **QUICKLY) for _ in range(20)]
    ready = [home.get("/readyz") for _ in range(3)]
    await asyncio.gather(*made, *ready)
    with psycopg.connect(**home.library._database._options, autocommit=True) as line:
        found = line.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchone()
    assert stated is not None
    assert found is not None
    assert CONNECTIONS + 2 >= found[0] >= 3
    assert int(stated[1]) == CONNECTIONS + 3


async def test_no_notice_has_anything_that_depends_on_hidden_cards(
    another: Another, postgresql: Server
) -> None:
    """The same actions with other cards are told in the same words."""
    (told, hand), (also, other) = [await _told(another, seed) for seed in (1, 2)]
    assert hand != other
    assert told == also
    assert {json.loads(text)[1]["type"] for text in told} == {"changed", "said"}


async def _told(another: Another, seed: int) -> tuple[list[str], Any]:
    """Return the notices of a deal up to the play, without what names the table; and a hand."""
    one = await another(secrets=seeded_secrets(seed))
    library: Library = one.library
    url = library._database._options  # type: ignore[attr-defined]
    with psycopg.connect(**url, autocommit=True) as line:
        line.execute("LISTEN pegout")
        code, tokens = await one.table(PAIR, first_deal="chosen")
        async with one.sit(code, tokens[0]) as ann, one.sit(code, tokens[1]) as ben:
            for player in (ann, ben, ann, ben):
                await player.play(random.Random(1), _may_act)
                await player.act(player.standing["legal"][0])
            await ann.send(type="say", phrase="wow")
            await ben.until("phrase")
            hand = sorted(ann.standing["cards"])
            match = ann.match
        await until(lambda: not one.tables.loaded_table(code).busy)
        one.tables.peers.stop()
        texts = []
        for found in line.notifies(timeout=PATIENCE):
            server, notice = json.loads(found.payload)
            if notice["type"] == "resync":
                break
            known = {*Changed.__struct_fields__, *Said.__struct_fields__, "lost", "type"}
            assert set(notice) <= known
            if notice["type"] == "attended":
                # Of two that are told at once only one is sent.
                assert set(notice) <= {"type", "code", "lost"}
                continue
            text = found.payload
            texts.append(text.replace(server, "").replace(code, "").replace(match, ""))
    return texts, hand


def _may_act(player: Player) -> bool:
    return bool(player.standing["legal"])
