"""What survives: restarts, sleep, other servers, and crashes."""

import hashlib
import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from pegout.fairness import seeded_secrets
from pegout.match import Match
from pegout.players import Player
from pegout.rules import Ready
from pegout.storage import Library
from pegout.storage.sqlite import SqliteDatabase
from pegout.table.store import StoreError
from pegout.text import language
from pegout.wire.table import Done, Hello, TableOptions, Undo
from tests.cases import present
from tests.server.live_tables import act, enter, home, pass_time, stood_in, until
from tests.server.table import ALONE, QUICK, QUICKLY, TWO, House, house


async def test_a_match_goes_on_after_a_restart(tmp_path: Path) -> None:
    with Library.open(tmp_path / "games.db") as library:
        async with house(library) as first:
            code, tokens = await first.table(ALONE, **QUICKLY)
            async with first.sit(code, tokens[0]) as ann:
                await ann.play(random.Random(1), lambda player: player.number > 20)
                await ann.act(ann.standing["legal"][0] if ann.standing["legal"] else {})
                match, number, view = ann.match, ann.number, ann.view
                last = [message["id"] for message in ann.heard if message["type"] == "done"][-1]
    assert view
    with Library.open(tmp_path / "games.db") as library:
        async with (
            house(library) as second,
            second.sit(code, tokens[0], match=match, since=number) as ann,
        ):
            assert ann.heard[-1]["type"] == "events"
            again = await ann.act({"type": "go", "seat": 0}, id=last)
            assert again["type"] == "done"
            await ann.play(random.Random(2))
            assert ann.match == match


async def test_a_table_sleeps_and_is_woken() -> None:
    config = replace(QUICK, idle=100)
    async with house(config=config) as home:
        code, tokens = await home.table(TWO, **QUICKLY)
        async with home.sit(code, tokens[0]) as ann:
            await ann.act({"type": "ready", "seat": 0, "contribution": ""})
            # A table without connections sleeps, though it was used later than this one.
            other, _ = await home.table(TWO, **QUICKLY)
            assert home.tables.loaded == 2
            await pass_time(110)
            await until(lambda: not home.tables.knows(other))
            assert home.tables.knows(code)
        await pass_time(110)
        await until(lambda: home.tables.loaded == 0)
        async with home.sit(code, tokens[0], match=ann.match, since=ann.number) as ann:
            assert ann.heard[-1]["events"] == []
            assert home.tables.loaded == 1


async def test_what_the_table_does_for_a_seat_outlasts_sleep_and_restarts(tmp_path: Path) -> None:
    wanted = ["cut", "only_card", "ready"]
    with Library.open(tmp_path / "games.db") as library:
        async with house(library, replace(QUICK, idle=0.1)) as first:
            code, tokens = await first.table(ALONE, **QUICKLY)
            async with first.sit(code, tokens[0]) as ann:
                await ann.send(type="automate", automations=wanted)
                await ann.until("events")
                assert automations_of(first, code) == set(wanted)
            await until(lambda: first.tables.loaded == 0)
            async with first.sit(code, tokens[0]):
                assert automations_of(first, code) == set(wanted)
    with Library.open(tmp_path / "games.db") as library:
        async with house(library) as second, second.sit(code, tokens[0]) as ann:
            assert automations_of(second, code) == set(wanted)
            await ann.send(type="automate", automations=[])
            await ann.send(type="ping", id="1")
            await ann.until("pong")
        async with house(library) as third, third.sit(code, tokens[0]):
            assert automations_of(third, code) == set()


async def test_what_to_do_for_a_seat_may_be_said_before_the_match_begins(home: House) -> None:
    made = (await home.order([("Ann", "person"), ("", "open")], **QUICKLY)).json
    code, token = made["code"], made["seats"][0]["token"]
    async with home.sit(code, token) as ann:
        await ann.send(type="automate", automations=["ready", "only_card"])
        await ann.send(type="ping", id="1")
        await ann.until("pong")
        assert (await home.post(f"/api/tables/{code}/join", {"name": "Ben"})).status == 200
        await ann.until("position")
        # Against a person the only card is not played automatically: that would reveal it.
        assert automations_of(home, code) == {"ready"}
        await ann.send(type="ping", id="2")
        await ann.until("pong")
        assert ann.standing["to_act"] == [1]


async def test_a_table_that_cannot_store_says_so_to_a_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise StoreError("disk_full", "the disk is full")

    async with house() as home:
        code, tokens = await home.table(ALONE, **QUICKLY)
        async with home.sit(code, tokens[0]) as ann:
            with monkeypatch.context() as patch:
                # Only matches are stored in this way.
                patch.setattr(SqliteDatabase, "write", fails)
                await ann.send(type="automate", automations=["ready"])
                assert (await ann.until("refused"))["code"] == "disk_full"
            # The seat's setting is stored; the match follows as soon as it can be stored too.
            while ann.standing["phase"] == "The deal":
                await ann.hear()
            assert automations_of(home, code) == {"ready"}


def automations_of(home: House, code: str) -> set[str]:
    match = home.tables.loaded_table(code).service.match
    return set(match.automations.get(0, ()))


async def test_when_too_many_tables_are_awake_a_quiet_one_sleeps() -> None:
    async with house(config=replace(QUICK, tables=2)) as home:
        code, tokens = await home.table(ALONE)
        other, theirs = await home.table(ALONE)
        async with home.sit(code, tokens[0]):
            await home.table(ALONE)
            assert home.tables.loaded == 2
            async with home.sit(other, theirs[0]):
                answer = await home.get(f"/api/tables/{'q' * 10}")
                assert (answer.code, answer.status) == ("too_many_tables", 503)


async def test_two_servers_play_the_same_match() -> None:
    with Library.open("sqlite://") as library:
        async with house(library) as here, house(library) as there:
            code, tokens = await here.table(TWO, **QUICKLY)
            async with here.sit(code, tokens[0]) as ann, there.sit(code, tokens[1]) as ben:
                await ann.act({"type": "ready", "seat": 0, "contribution": ""})
                # Ben's server learns of it at his next action.
                assert (await ben.act({"type": "ready", "seat": 1, "contribution": ""}))[
                    "type"
                ] == "done"
                assert ben.standing["phase"] == "The discard"
                ready = await ann.act({"type": "ready", "seat": 0, "contribution": ""})
                assert ready["code"] == "wrong_action"
                await ann.act(ann.standing["legal"][0])
                assert ann.number == ben.number + 2


async def test_two_servers_give_a_seat_to_one_of_two() -> None:
    with Library.open("sqlite://") as library:
        async with house(library) as here, house(library) as there:
            code = (await here.order([("Ann", "person"), ("", "open")])).json["code"]
            await there.get(f"/api/tables/{code}")
            first = await here.post(f"/api/tables/{code}/join", {"name": "Ben"})
            second = await there.post(f"/api/tables/{code}/join", {"name": "Cora"})
            assert (first.status, second.code) == (200, "table_full")
            table = (await there.get(f"/api/tables/{code}")).json
            assert [seat["name"] for seat in table["seats"]] == ["Ann", "Ben"]


async def test_a_match_that_a_crash_left_unmade_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table is stored with the id of its match first; then the power fails."""

    def fails(*_: object, **__: object) -> Match:
        raise StoreError("disk_full", "the disk is full")

    with Library.open("sqlite://") as library:
        async with house(library) as home:
            code = (await home.order([("Ann", "person"), ("", "open")])).json["code"]
            with monkeypatch.context() as patch:
                patch.setattr(library, "create", fails)
                joined = await home.post(f"/api/tables/{code}/join", {"name": "Ben"})
                assert joined.status == 200
        plan_table = library.table(code).match_id
        assert plan_table
        assert not library.matches()
        async with house(library) as home, home.sit(code, joined.json["token"]) as ben:
            assert ben.match == plan_table


async def test_what_cannot_be_stored_has_not_happened(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, tokens = await home.table(TWO, **QUICKLY)
    async with home.sit(code, tokens[0]) as ann, home.sit(code, tokens[1]) as ben:

        def fails(*_: object) -> None:
            raise StoreError("disk_full", "the disk is full")

        ready = {"type": "ready", "seat": 0, "contribution": ""}
        with monkeypatch.context() as patch:
            patch.setattr(SqliteDatabase, "write", fails)
            refused = await ann.act(ready, id="same")
        assert refused["code"] == "disk_full"
        assert (await ann.act(ready, id="same"))["type"] == "done"
        assert len((await ben.until("events"))["events"]) == 1


async def test_a_table_of_an_earlier_version_is_played_on() -> None:
    """Its state has no digest of its order and no automations of a seat."""
    key = hashlib.sha256(b"the token of Ann").hexdigest()
    state = {
        "version": 1,
        "rules": "standard",
        "games": 1,
        "play_to": 0,
        "options": {"spectators": True, "chat": True, "stand_in": 0},
        "seats": [{"name": "Ann", "key": key}, {"kind": "novice", "name": "Ben"}],
        "matches": [],
        "dealer": None,
        "date": "",
    }
    with Library.open("sqlite://") as library:
        library.add_table("earliertab", json.dumps(state))
        async with house(library) as home, home.sit("earliertab", "the token of Ann") as ann:
            await ann.send(type="automate", automations=["ready"])
            await ann.until("events")
            assert json.loads(library.table("earliertab").state)["seats"][0]["automations"]


async def test_a_table_that_cannot_be_read_says_so() -> None:
    with Library.open("sqlite://") as library:
        for number, state in enumerate(["", "{}", "[]", '{"version":9}', "\\u0000"]):
            library.add_table(f"damagedta{number}", state)
        async with house(library) as home:
            for number in range(5):
                answer = await home.get(f"/api/tables/damagedta{number}")
                assert (answer.code, answer.status) == ("damaged_table", 500)


async def test_a_player_that_fails_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async with (
        home(secrets=seeded_secrets(1)) as here,
        here.table(["person", "novice"], first_deal="chosen") as (live_table, tokens),
    ):
        match = present(live_table.service.match)
        ann = await enter(live_table, tokens[0])
        await until(lambda: 1 not in match.to_act)

        def fails(*_: object) -> None:
            monkeypatch.undo()
            raise StoreError("busy", "another program is writing")

        await act(live_table, ann, Ready(0))
        await until(lambda: 1 not in match.to_act)
        monkeypatch.setattr(SqliteDatabase, "write", fails)
        await act(live_table, ann, match.legal(0)[0], "y")
        assert ann.heard("refused")[-1]["code"] == "busy"
        await act(live_table, ann, match.legal(0)[0], "y")
        assert ann.heard("done")[-1]["id"] == "y"


async def test_somebody_acts_for_a_person_who_has_gone() -> None:
    options = TableOptions(stand_in=1)
    async with (
        home(secrets=seeded_secrets(2)) as here,
        here.table(["person", "person"], options, first_deal="chosen") as (live_table, held),
    ):
        match = present(live_table.service.match)
        ann, ben = await enter(live_table, held[0]), await enter(live_table, held[1])
        await act(live_table, ann, Ready(0))
        live_table.leave(ben)
        assert ann.heard("table")[-1]["table"]["seats"][1] == {
            "name": "P1", "kind": "person", "taken": True, "present": False, "stand_in": False,
            "presence": "away", "acting": "", "maker": True,
        }  # fmt: skip
        assert 1 in match.to_act
        await pass_time(1)
        await until(lambda: 1 not in match.to_act)
        await until(lambda: ann.heard("table")[-1]["table"]["seats"][1]["stand_in"])
        await until(lambda: ann.heard("events")[-1]["standing"]["to_act"] == [0])
        # Ben decides himself after his return; the actions taken for him stay.
        ben = await enter(live_table, held[1], match=match.setup.id, since=match.number)
        assert not ann.heard("table")[-1]["table"]["seats"][1]["stand_in"]
        assert ben.heard("events")[0]["events"] == []
        await act(live_table, ann, match.legal(0)[0], "y")
        await stood_in(here)
        assert 1 in match.to_act


async def test_nobody_acts_where_nobody_is() -> None:
    options = TableOptions(stand_in=1)
    async with (
        home() as here,
        here.table(["person", "person"], options, first_deal="chosen") as (live_table, held),
    ):
        match = present(live_table.service.match)
        ann = await enter(live_table, held[0])
        live_table.leave(ann)
        onlooker = await enter(live_table)
        await stood_in(here)
        assert match.to_act == {0, 1}
        assert not onlooker.heard("events")


async def test_whoever_is_gone_when_let_in_is_not_let_in() -> None:
    async with home() as here, here.table(["person", "novice"]) as (live_table, tokens):
        ann = await enter(live_table, tokens[0])
        ann.ended = True
        live_table.leave(ann)
        await live_table.enter(ann, Hello(1, tokens[0]))
        await until(lambda: not live_table.busy)


async def test_an_undo_overtakes_a_player_that_thinks() -> None:
    async with (
        home(secrets=seeded_secrets(3)) as here,
        here.table(["person", "novice"], first_deal="chosen") as (live_table, tokens),
    ):
        service = live_table.service
        assert service.match is not None
        await enter(live_table, tokens[0])
        await until(lambda: 1 not in service.match.to_act)
        match = service.match
        match.act(0, Ready(0))
        match.act(0, match.legal(0)[0])
        turn = present(service.turn({}))
        choice = turn.player.choose(turn.view)
        undone = service.ask(0, language("en"), Undo("x", match.setup.id))
        assert isinstance(undone, Done)
        number = match.number
        assert match.why_not(1, choice) is None
        assert service.take(turn, choice, {}) is not None
        assert match.number == number


async def test_a_player_sits_for_a_match_and_no_longer() -> None:
    async with (
        home(secrets=seeded_secrets(3)) as here,
        here.table(["person", "novice"], first_deal="chosen") as (live_table, tokens),
    ):
        service = live_table.service
        assert service.match is not None
        await enter(live_table, tokens[0])
        await until(lambda: 1 not in service.match.to_act)
        service.match.act(0, Ready(0))

        def player() -> Player:
            return present(service.turn({})).player

        first = player()
        assert player() is first
        library, played = here.tables.library, service.match
        other = library.load(played.setup.id)
        other.act(0, other.legal(0)[0])
        service.refresh()
        assert present(service.match).number == other.number
        assert player() is first, "another server played on; the match is the same"
        row = library.table(service.code)
        state = service.state.next_match("matchmore2", 0, "2026-10-03")
        library.change_table(service.code, row.version, state.text(), state.matches[-1])
        service.refresh()
        service.match.act(0, Ready(0))
        assert player() is not first
