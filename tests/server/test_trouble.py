"""The next request repairs what a failure in between left behind."""

import asyncio
import random
from datetime import UTC, datetime
from typing import Any

import pytest

from pegout.fairness import seeded_secrets
from pegout.machine import machine_sources
from pegout.match import Automation, Match
from pegout.match.position import Position
from pegout.rules import Ready
from pegout.storage import Library
from pegout.table.seat_messages import SeatMessages
from pegout.table.service import TableService
from pegout.table.state import SeatState
from pegout.table.store import StoreError
from pegout.text import language
from pegout.wire.http import Join, Order, SeatOrder
from pegout.wire.table import Fill, Rematch
from tests.databases import opened
from tests.server.live_tables import act, enter, home, until
from tests.server.table import ALONE, QUICKLY, TWO, house


class Failing(Library):
    """A library whose disk fails on request."""

    fails: frozenset[str] = frozenset()

    def create(self, *arguments: Any, **more: Any) -> Match:
        self._fail("create")
        return super().create(*arguments, **more)

    def load(self, *arguments: Any, **more: Any) -> Match:
        self._fail("load")
        return super().load(*arguments, **more)

    def _fail(self, name: str) -> None:
        if name in self.fails:
            raise StoreError("disk_error", "the disk failed")


async def test_a_match_that_could_not_be_read_again_is_read_by_who_asks_next() -> None:
    with Failing.open("sqlite://") as library:
        async with house(library) as home:
            code, tokens = await home.table(TWO, **QUICKLY)
            async with home.sit(code, tokens[0]) as ann:
                other = library.load(ann.match)
                other.act(1, Ready(1))
                library.fails = frozenset({"load"})
                ready = {"type": "ready", "seat": 0, "contribution": ""}
                assert (await ann.act(ready, id="same"))["code"] == "disk_error"
                assert (await ann.act(ready, id="same"))["code"] == "disk_error"
                library.fails = frozenset()
                assert (await ann.act(ready, id="same"))["type"] == "done"
                assert ann.standing["phase"] == "The discard"


async def test_a_computer_player_goes_on_when_its_match_can_be_read_again() -> None:
    with Failing.open("sqlite://") as library:
        async with (
            home(library, seeded_secrets(1)) as here,
            here.table(["person", "novice"], first_deal="chosen") as (live_table, tokens),
        ):
            ann = await enter(live_table, tokens[0])
            await until(
                lambda: live_table.service.match and 1 not in live_table.service.match.to_act
            )
            assert live_table.service.match is not None
            await act(live_table, ann, Ready(0))
            await until(
                lambda: live_table.service.match and 1 not in live_table.service.match.to_act
            )
            # Another server has changed the table, and its match can no longer be read.
            row = library.table(live_table.service.code)
            library.change_table(row.code, row.version, row.state, row.match_id)
            library.fails = frozenset({"load"})
            with pytest.raises(StoreError):
                await live_table.table()
            await until(lambda: ann.heard("refused"))
            library.fails = frozenset()
            await until(lambda: live_table.service.match is not None)
            assert ann.heard("refused")[-1]["code"] == "disk_error"


async def test_a_rematch_that_could_not_be_made_is_made_by_who_asks_again() -> None:
    with Failing.open("sqlite://") as library:
        async with house(library) as home:
            code, tokens = await home.table(ALONE, **QUICKLY)
            async with home.sit(code, tokens[0]) as ann:
                await ann.play(random.Random(1))
                before = ann.match
                library.fails = frozenset({"create"})
                assert (await ann.ask("rematch", id="x", match=before))["code"] == "disk_error"
                library.fails = frozenset()
                assert (await ann.ask("rematch", id="x", match=before))["type"] == "done"
                assert ann.match != before


class Late(Library):
    """A library in which another server makes each match just before this one does."""

    def create(self, setup: Any, *arguments: Any, **more: Any) -> Match:
        super().create(setup)
        return super().create(setup, *arguments, **more)


async def test_a_match_that_two_servers_make_at_once_is_made_once() -> None:
    with Late.open("sqlite://") as library:
        async with house(library) as home:
            code, tokens = await home.table(ALONE, **QUICKLY)
            async with home.sit(code, tokens[0]) as ann:
                await ann.play(random.Random(1))
                assert (await ann.ask("rematch"))["type"] == "done"
            assert len(library.matches()) == 2


def test_a_filled_table_whose_match_could_not_be_made_gets_it_from_who_asks_again() -> None:
    with Failing.open("sqlite://") as library:
        from pegout.rules import Rules
        from pegout.table.state import plan_table

        order = Order(seats=[SeatOrder("Ann"), SeatOrder("", "open")])
        library.add_table("aaaaaaaaaa", plan_table(order, Rules())[0].text())
        service = TableService(library, "aaaaaaaaaa", machine_sources())
        library.fails = frozenset({"create"})
        request = Fill("x", 1, "novice")
        assert service.ask(0, language("en"), request).code == "disk_error"  # type: ignore[union-attr]
        library.fails = frozenset()
        assert service.ask(0, language("en"), request).id == "x"
        assert service.match is not None
        assert service.ask(0, language("en"), Rematch("y", "z")).code == "wrong_match"  # type: ignore[union-attr]


async def test_a_seat_that_was_taken_at_another_server_is_known_here() -> None:
    with Library.open("sqlite://") as library:
        async with house(library) as here, house(library) as there:
            code = (await here.order(TWO)).json["code"]
            await there.get(f"/api/tables/{code}")
            joined = await here.post(f"/api/tables/{code}/join", {"name": "Ben"})
            token = joined.json["token"]
            assert (await there.get(f"/api/tables/{code}/record", token)).status == 200
            async with there.sit(code, token) as ben:
                assert ben.seat == 1


async def test_a_match_that_was_removed_is_begun_anew() -> None:
    with Library.open("sqlite://") as library:
        async with house(library) as home:
            code, tokens = await home.table(TWO, **QUICKLY)
            async with home.sit(code, tokens[0]) as ann, home.sit(code, tokens[1]) as ben:
                await ann.act({"type": "ready", "seat": 0, "contribution": ""})
                await ben.act({"type": "ready", "seat": 1, "contribution": ""})
                await ann.until("events")
                library.delete(ann.match)
                assert (await ann.act(ann.standing["legal"][0]))["type"] == "refused"
                assert ann.standing["phase"] == "The deal"
                assert (await ann.act(ann.standing["legal"][0]))["type"] == "done"
                await ben.until("position")


async def test_nobody_minds_who_left_while_a_table_could_not_be_woken() -> None:
    async with home(idle=0.1) as here:
        tables = here.tables

        async def look() -> None:
            async with tables.visit("q" * 10):
                pass

        visitor = asyncio.create_task(look())
        await asyncio.sleep(0)
        visitor.cancel()
        await asyncio.wait([visitor])
        await until(lambda: not tables.loaded)
        # The others still go to sleep.
        async with here.table(["person", "person"]):
            assert tables.loaded == 1
        await until(lambda: not tables.loaded)


async def test_a_table_that_sleeps_does_nothing_more() -> None:
    async with home(idle=0.1) as here, here.table(["person", "novice"]) as (live_table, _):
        await until(lambda: not live_table.busy)
        live_table.unload()
        live_table._driver.resume()
        assert not live_table.busy


async def test_whoever_missed_very_much_is_told_the_position() -> None:
    async with house() as home_:
        code, tokens = await home_.table(ALONE, first_deal="chosen", target=121)
        async with home_.sit(code, tokens[0]) as ann:
            await ann.play(random.Random(1))
            assert ann.number > 150
            match, number = ann.match, ann.number
        async with home_.sit(code, tokens[0], match=match, since=number - 100) as ann:
            assert ann.heard[-1]["type"] == "events"
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("pegout.table.service._MANY", 99)
            async with home_.sit(code, tokens[0], match=match, since=number - 100) as ann:
                assert ann.heard[-1]["type"] == "position"


def _play(match: Match, chance: random.Random, until_game: int) -> None:
    while match.game < until_game:
        if match.game_over:
            match.next_game()
        else:
            seat = min(match.to_act)
            match.act(seat, chance.choice(match.legal(seat)))


def test_an_answer_takes_no_longer_in_a_later_game(monkeypatch: pytest.MonkeyPatch) -> None:
    from pegout.match import Seated, Setup
    from pegout.rules import Rules

    setup = Setup(
        "x",
        Rules(target=31, first_deal="chosen"),
        (Seated("Ann"), Seated("Ben", "novice")),
        1000,
        dealer=0,
    )
    match = Match(setup, secrets=seeded_secrets(1))
    match.automate(0, [Automation.GO, Automation.READY])
    looked_at: list[object] = []
    after = Position.after

    def counting(position: Position, event: Any) -> Position:
        looked_at.append(event)
        return after(position, event)

    counts, lengths = [], []
    for game in (2, 40):
        _play(match, random.Random(game), game)
        while not match.can_undo(0):
            seat = min(match.to_act)
            match.act(seat, match.legal(seat)[0])
        with monkeypatch.context() as patch:
            patch.setattr(Position, "after", counting)
            looked_at.clear()
            SeatMessages(match, 0, language("en")).standing()
            counts.append(len(looked_at))
        lengths.append(len(SeatMessages(match, 0, language("en")).position().log))
    assert 0 < max(counts) < 100
    assert max(lengths) < 100
    again = Match.resume(match.entries)
    assert again.game_began == match.game_began
    assert again.view(0) == match.view(0)
    match.undo(0)
    back = Match.resume(match.entries)
    assert back.view(0) == match.view(0)
    assert back.effective(back.game_began - 1) == [
        entry for entry in back.effective() if entry.number >= back.game_began
    ]


def test_a_name_can_be_read_and_told_from_the_others() -> None:
    from pegout.rules import Rules, RulesError
    from pegout.table.state import plan_table

    def table(*names: str) -> list[str]:
        order = Order(seats=[SeatOrder(name) for name in names])
        return [seat_state.name for seat_state in plan_table(order, Rules())[0].seats]

    assert table("Jose\u0301", "Zoë") == ["José", "Zoë"]
    assert table("\u0e01\u0e34\u0e48", "❤\ufe0f")[1] == "❤\ufe0f"
    for names in [
        ("Ann", "\u3164"),
        ("Ann", "\u2800\u2800"),
        ("Ann", "Z" + "\u0335" * 9),
        ("Ann", "\u0301nn"),
        ("Ann", "Ann\u202e"),
        ("Ann", "A\u200dnn"),
    ]:
        with pytest.raises(RulesError) as raised:
            table(*names)
        assert raised.value.code == "bad_name"
    assert SeatState("person", "x").taken


async def test_a_seat_is_had_however_many_others_sit_down_before() -> None:
    """Each takes a seat in the moment between another's query and its request."""
    others = iter(["Ben", "Cora"])

    class Crowded(Library):
        def change_table(self, code: str, *arguments: Any, **more: Any) -> Any:
            for name in others:
                TableService(library, code, machine_sources()).join(Join(name))
                break
            return super().change_table(code, *arguments, **more)

    with opened("sqlite://") as (library, database):
        async with home(library) as here:
            from pegout.rules import Rules

            order = Order(seats=[SeatOrder("Ann"), *[SeatOrder("", "open")] * 3])
            code = (await here.tables.create(order, Rules(players=4))).code
            crowded = Crowded(database, lambda: datetime.now(UTC))
            mine = TableService(crowded, code, machine_sources())
            assert mine.join(Join("Dan")).seat == 3
            assert [found.name for found in mine.state.seats] == ["Ann", "Ben", "Cora", "Dan"]
