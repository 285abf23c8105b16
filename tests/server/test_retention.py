"""Finished and abandoned tables are deleted after their time, without disturbing players."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pegout.server import retention
from pegout.server.retention import Clock, Retention
from pegout.storage import Library
from pegout.table.removal import remove_tables
from pegout.table.store import TableRow
from tests.cases import present
from tests.databases import opened
from tests.server.live_tables import pass_time, until
from tests.server.table import ALONE, PATIENCE, QUICK, QUICKLY, TWO, House, house

DAY = 86_400.0


def _in(days: float) -> Any:
    return lambda: datetime.now(UTC) + timedelta(days=days)


async def _asleep(home: House, code: str) -> None:
    if home.tables.knows(code):
        await until(lambda: not home.tables.loaded_table(code).busy)
    await pass_time(home.config.idle + 1)
    await until(lambda: not home.tables.knows(code))


async def test_tables_go_when_their_time_is_over(where: str) -> None:
    config = replace(QUICK, keep_finished=9 * DAY, keep_abandoned=3 * DAY)
    with Library.open(where) as library:
        async with house(library, config) as home:
            finished, tokens = await home.table(ALONE, **QUICKLY)
            async with home.sit(finished, tokens[0]) as ann:
                assert ann.welcome["table"]["kept"] == 3 * DAY
                await ann.play(random.Random(1))
                first = ann.match
                await ann.ask("rematch")
                assert ann.match != first
                await ann.play(random.Random(2))
                second = ann.match
                table = (await home.get(f"/api/tables/{finished}")).json
                assert (table["status"], table["kept"]) == ("over", 9 * DAY)
            abandoned, _ = await home.table(TWO)
            playing, more = await home.table(ALONE, **QUICKLY)
            for code in (finished, abandoned):
                await _asleep(home, code)
            async with home.sit(playing, more[0]) as cora:
                assert await Retention(home.tables, config, _in(2)).look() == 0
                assert await Retention(home.tables, config, _in(4)).look() == 1
                assert (await home.get(f"/api/tables/{abandoned}")).code == "unknown_table"
                assert (await home.get(f"/api/tables/{finished}")).status == 200
                await _asleep(home, finished)
                assert await Retention(home.tables, config, _in(10)).look() == 1
                assert (await home.get(f"/api/tables/{finished}")).code == "unknown_table"
                # A connected player has not gone.
                await cora.play(random.Random(3))
        assert {row.id for row in library.matches()}.isdisjoint({first, second})
        assert [row.code for row in library.tables(_in(1)())] == [playing]


@pytest.mark.parametrize(
    ("quiet", "jumps", "removes"),
    [
        pytest.param(1, [0, 0, 0], [True, True, True], id="all is well"),
        pytest.param(30, [0, 0, 0], [False, False, True], id="nothing happened for long"),
        pytest.param(None, [0, 0, 0], [True, True, True], id="an empty library"),
        pytest.param(1, [0, 30, 0], [True, False, False], id="it jumped forward"),
        pytest.param(1, [0, -400, 0], [True, False, False], id="it jumped back"),
        pytest.param(1, [0, 0.05, 0], [True, True, True], id="it was set by an hour"),
    ],
)
def test_nothing_is_removed_by_a_clock_that_may_be_wrong(
    quiet: float | None, jumps: list[float], removes: list[bool]
) -> None:
    """The library is looked at every twelve hours and a minute."""
    now, steady = datetime(2026, 11, 27, tzinfo=UTC), 0.0
    last = None if quiet is None else now - timedelta(days=quiet)
    clock = Clock(lambda: now, lambda: steady)
    trusted = []
    for days in jumps:
        now += timedelta(days=days)
        trusted.append(clock.trusts(last))
        now, steady = now + timedelta(hours=12, minutes=1), steady + 43_260
    assert trusted == removes
    assert clock.trusts(last) or jumps[1]


async def test_the_last_activity_is_that_of_tables_and_matches(where: str) -> None:
    with Library.open(where) as library:
        assert library.last_activity() is None
        before = datetime.now(UTC)
        async with house(library, QUICK) as home:
            code, tokens = await home.table(ALONE, **QUICKLY)
            begun = present(library.last_activity())
            async with home.sit(code, tokens[0]) as ann:
                await ann.play(random.Random(1))
            last = present(library.last_activity())
            assert before <= begun < last <= datetime.now(UTC)


async def test_a_finished_game_keeps_its_time_when_another_is_begun_and_left(where: str) -> None:
    config = replace(QUICK, keep_finished=9 * DAY, keep_abandoned=3 * DAY)
    with Library.open(where) as library:
        async with house(library, config) as home:
            code, tokens = await home.table(ALONE, **QUICKLY)
            async with home.sit(code, tokens[0]) as ann:
                await ann.play(random.Random(1))
                await ann.ask("rematch")
                table = (await home.get(f"/api/tables/{code}")).json
                assert (table["status"], table["kept"]) == ("playing", 9 * DAY)
            await _asleep(home, code)
            asked = {"tables": [{"code": code, "token": tokens[0]}]}
            (listed,) = (await home.post("/api/games", asked)).json
            until = datetime.fromisoformat(listed["until"]) - datetime.now(UTC)
            assert timedelta(days=8.9) < until < timedelta(days=9)
            assert await Retention(home.tables, config, _in(4)).look() == 0
            assert await Retention(home.tables, config, _in(8.9)).look() == 0
            assert await Retention(home.tables, config, _in(9.1)).look() == 1
            assert (await home.get(f"/api/tables/{code}")).code == "unknown_table"


async def test_a_host_may_keep_everything(home: House) -> None:
    code, _ = await home.table(TWO)
    assert (await home.get(f"/api/tables/{code}")).json["kept"] is None
    assert await Retention(home.tables, QUICK, _in(1e4)).look() == 0
    async with asyncio.timeout(PATIENCE):
        await Retention(home.tables, QUICK).run()


async def test_reviews_go_when_nobody_has_read_them_for_as_long(where: str) -> None:
    start, version = datetime(2026, 3, 1, tzinfo=UTC), "f" * 64
    days = 0.0

    def now() -> datetime:
        return start + timedelta(days=days)

    def kept() -> list[str]:
        with database.reading() as connection:
            return sorted(digest[0] for (digest,) in connection.rows("SELECT digest FROM reviews"))

    with opened(where, now) as (library, database):
        async with house(library) as home:
            for digest in ("a", "b"):
                library.reviews.keep(64 * digest, version, b"[]", 10)
            days = 5
            assert library.reviews.find(64 * "a", version) == b"[]"
            config = replace(QUICK, keep_finished=9 * DAY, keep_abandoned=3 * DAY)
            for later, left in ((8.9, ["a", "b"]), (9.1, ["a"]), (13.9, ["a"])):
                days = later
                await Retention(home.tables, config, now).look()
                assert kept() == left
            # Where finished games are kept, so are their reviews.
            days = 1000
            await Retention(home.tables, replace(config, keep_finished=None), now).look()
            assert kept() == ["a"]
            await Retention(home.tables, config, now).look()
            assert kept() == []


async def test_the_server_looks_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "_QUIET", timedelta(days=40))
    config = replace(QUICK, keep_abandoned=30 * DAY)
    with Library.open(tmp_path, now=_in(-31)) as library:
        async with house(library, config) as home:
            code, _ = await home.table(TWO)
            await _asleep(home, code)
            await pass_time(600)
            await until(lambda: not library.tables(_in(1)()))
            assert (await home.get(f"/api/tables/{code}")).code == "unknown_table"


async def test_a_server_with_a_clock_that_is_ahead_removes_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    config = replace(QUICK, keep_abandoned=30 * DAY)
    with Library.open(tmp_path, now=_in(-31)) as library:
        async with house(library, config) as home:
            code, _ = await home.table(TWO)
            await _asleep(home, code)
            with caplog.at_level("INFO", "pegout.server"):
                await pass_time(600)
                await until(lambda: "clock_doubted" in caplog.text)
            assert [row.code for row in library.tables(_in(1)())] == [code]


def _idle_tables(file: Path, tables: int) -> None:
    """Make a file with tables that have been idle for long."""
    moment = datetime.now(UTC) - timedelta(days=40)
    ids = [f"match{n}" for n in range(tables)]
    lists = ('["Ann", "Ben"]', '["person", "person"]')
    start = ("standard", 1, 0, 1, "[0, 0]", "[0, 0]", "[]", 5, None)
    with opened(file) as (_, database), database.writing() as connection:
        connection.execute_many(
            f"INSERT INTO matches VALUES ({', '.join('?' * 15)})",
            [(match_id, moment, moment, "playing", *lists, *start) for match_id in ids],
        )
        connection.execute_many(
            "INSERT INTO entries VALUES (?, ?, ?)",
            [(match_id, number, "x" * 300) for match_id in ids for number in range(1, 6)],
        )
        connection.execute_many(
            "INSERT INTO tables VALUES (?, 1, ?, ?, ?, ?)",
            [
                (f"table{number:05}", "y" * 600, match_id, moment, moment)
                for number, match_id in enumerate(ids)
            ],
        )


@pytest.mark.long
async def test_two_thousand_tables_go_while_others_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = 2000
    batches = []

    def counted(library: Library, rows: Sequence[TableRow], before: datetime) -> list[TableRow]:
        batches.append(len(rows))
        return remove_tables(library, rows, before)

    monkeypatch.setattr(retention, "remove_tables", counted)
    file = tmp_path / "games.db"
    _idle_tables(file, many)
    before = file.stat().st_size
    with Library.open(file) as library:
        config = replace(QUICK, keep_abandoned=30 * DAY)
        async with house(library, config) as home:
            code, tokens = await home.table(ALONE)
            left = []
            async with home.sit(code, tokens[0]) as ann:
                looking = asyncio.create_task(Retention(home.tables, config).look())
                chance = random.Random(1)
                while not looking.done():
                    if not ann.standing["legal"]:
                        if ann.standing["over"]:
                            await ann.ask("rematch")
                        elif ann.standing["next_game"]:
                            await ann.ask("next_game")
                        await ann.until("events", "position")
                        continue
                    await ann.act(chance.choice(ann.standing["legal"]))
                    left.append(many - sum(batches))
            assert await looking == many
        # Her actions come between the batches, and none of them waits for more than one.
        assert max(batches) <= 10
        assert any(0 < number < many for number in left)
        assert [row.code for row in library.tables(_in(1)())] == [code]
        assert len(library.matches()) >= 1
    assert file.stat().st_size < before / 4
    with Library.open(file) as library:
        assert library.table(code).match_id
