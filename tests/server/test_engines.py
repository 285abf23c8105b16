"""A host's engines at the tables: they play, and a failed one is replaced and stopped."""

import asyncio
import logging
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from pegout.cli.exit_status import FAILED
from pegout.cli.run import run
from pegout.players import create
from pegout.server.live_table import LiveTable
from pegout.storage import Library
from pegout.table.offers import offered_levels
from pegout.table.opponents import EngineFileError, HostEngine, Opponents, read_engines
from pegout.table.state import TableRefused
from pegout.wire.table import Fill
from tests.cases import present, raises_code
from tests.players.test_engines import FIFTEENS, runs, wait_for_end, wait_for_ids
from tests.server.live_tables import Client, act, enter, home
from tests.server.table import ALONE, QUICK, house

MISBEHAVING = Path(__file__).parents[1] / "players" / "misbehaving.py"
GOOD = HostEngine(FIFTEENS.command, title="Fifteens", help="Likes fifteens.")


def bad(how: str, at: int = 1, file: Path | None = None, limit: float = 10.0) -> HostEngine:
    command = [sys.executable, str(MISBEHAVING), how, str(at), *([str(file)] if file else [])]
    return HostEngine(tuple(command), title="Problem", limit=limit, start=20, instead="novice")


async def play_on(live_table: LiveTable, client: Client, decisions: int = 1000) -> int:
    """Let a person play like a novice until the match is over; return the number of decisions."""
    player = create("novice")
    made = 0
    async with asyncio.timeout(60):
        while made < decisions:
            match = live_table.service.match
            assert match is not None
            assert client.seat is not None
            if match.over:
                break
            if client.seat not in match.to_act:
                await asyncio.sleep(0.005)
                continue
            await act(live_table, client, player.choose(match.view(client.seat)), f"{match.number}")
            made += 1
    return made


async def test_an_engine_is_offered_and_plays_to_the_end() -> None:
    async with (
        home(engines={"fifteens": GOOD}) as tables,
        tables.table(["person", "fifteens"], target=31) as (live_table, tokens),
    ):
        client = await enter(live_table, tokens[0])
        await play_on(live_table, client)
        assert present(live_table.service.match).over
        assert live_table.service.state.seats[1].kind == "fifteens"
        assert not client.heard("phrase")


async def test_only_the_hosts_file_names_programs() -> None:
    async with home(engines={"fifteens": GOOD}) as tables:
        for kind in ("cmd:touch /tmp/x", "os:system", "crusher", "../fifteens"):
            with raises_code(TableRefused, "unknown_level"):
                async with tables.table(["person", kind]):
                    pass
        async with tables.table(["person", "open"]) as (live_table, tokens):
            client = await enter(live_table, tokens[0])
            await live_table.handle(client, Fill("1", 1, "cmd:true"))
            assert client.heard("refused")[0]["code"] == "unknown_level"
            await live_table.handle(client, Fill("2", 1, "fifteens"))
            assert client.heard("done")


@pytest.mark.parametrize("how", ["crash", "sleep", "illegal", "garbage", "no hello"])
async def test_a_failed_engine_is_replaced_and_it_is_said(
    how: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "numbers"
    engine = bad(how, 3, file, 2 if how == "sleep" else 20)
    if how == "no hello":
        engine = HostEngine(engine.command, title="Problem", start=0.3, instead="novice")
    with caplog.at_level(logging.INFO, "pegout"):
        async with (
            home(engines={"problem": engine}) as tables,
            tables.table(["person", "problem"], target=61) as (live_table, tokens),
        ):
            client = await enter(live_table, tokens[0])
            watcher = await enter(live_table)
            await play_on(live_table, client)
            assert present(live_table.service.match).over
            assert live_table.service.state.seats[1].kind == "novice"
            said = "Problem cannot continue. The computer plays on in this seat as: Novice."
            for who in (client, watcher):
                assert [(each["seat"], each["text"]) for each in who.heard("phrase")] == [(1, said)]
                assert who.heard("table")[-1]["table"]["seats"][1]["kind"] == "novice"
            wait_for_end(wait_for_ids(file, 1))
    logged = [vars(record)["facts"] for record in caplog.records if record.msg == "engine failed"]
    assert [facts["engine"] for facts in logged] == ["problem"]
    assert "standard error:\n    " in logged[0]["why"]


async def test_an_engine_that_the_host_took_away_is_replaced(tmp_path: Path) -> None:
    place = f"sqlite:///{tmp_path / 'library.db'}"
    async with (
        home(Library.open(place), engines={"fifteens": GOOD}) as tables,
        tables.table(["person", "fifteens"], target=31) as (live_table, tokens),
    ):
        client = await enter(live_table, tokens[0])
        code = live_table.service.code
        await play_on(live_table, client, 3)
    async with home(Library.open(place)) as tables, tables.tables.visit(code) as live_table:
        client = await enter(live_table, tokens[0])
        await play_on(live_table, client)
        assert live_table.service.state.seats[1].kind == "club"
        assert present(live_table.service.match).over


async def test_every_seat_has_a_process_and_it_ends_with_the_table(tmp_path: Path) -> None:
    file = tmp_path / "numbers"
    engines = {"quiet": bad("nothing", 0, file)}
    async with home(engines=engines, idle=0.2) as tables:
        async with tables.table(["person", "quiet", "quiet"]) as (live_table, tokens):
            client = await enter(live_table, tokens[0])
            await play_on(live_table, client, 3)
            numbers = await asyncio.to_thread(wait_for_ids, file, 2)
            assert all(map(runs, numbers))
            live_table.leave(client)
        await asyncio.to_thread(wait_for_end, numbers)


async def test_every_process_ends_with_the_server(tmp_path: Path) -> None:
    file = tmp_path / "numbers"
    engines = {"slow": bad("sleep", 1, file, limit=1000)}
    async with (
        home(engines=engines) as tables,
        tables.table(["person", "slow"]) as (live_table, tokens),
    ):
        client = await enter(live_table, tokens[0])
        await play_on(live_table, client, 2)
        # It has a pending decision, and will not answer.
        numbers = await asyncio.to_thread(wait_for_ids, file, 1)
    wait_for_end(numbers)


async def test_an_engine_keeps_no_level_waiting(tmp_path: Path) -> None:
    engines: Mapping[str, HostEngine] = {"slow": bad("sleep", 1, limit=1000)}
    async with (
        home(engines=engines, thinkers=1) as tables,
        tables.table(["person", "slow"]) as (waiting, tokens),
        tables.table(["person", "expert"], target=31) as (live_table, others),
    ):
        await play_on(waiting, await enter(waiting, tokens[0]), 2)
        client = await enter(live_table, others[0])
        assert await play_on(live_table, client, 8) == 8


async def test_it_is_among_the_options() -> None:
    async with house(config=replace(QUICK, engines={"fifteens": GOOD})) as running:
        levels = (await running.get("/api/options")).json["levels"]
        assert levels[-1] == {"name": "fifteens", "title": "Fifteens", "help": "Likes fifteens."}
        assert [level["name"] for level in levels[:-1]] == offered_levels()
        order = {"seats": [{"name": name, "kind": kind} for name, kind in ALONE[:1]]}
        order["seats"].append({"name": "Ben", "kind": "fifteens"})
        assert (await running.post("/api/tables", order)).status == 201


# The file -----------------------------------------------------------------------------------------


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "engines.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_file(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        '[crusher]\ncommand = ["./crusher", "--fast"]\ntitle = "Crusher"\nlimit = 2\n'
        'processes = 3\ninstead = "expert"\n[other]\ncommand = ["other"]\n',
    )
    engines = read_engines(path)
    assert engines == {
        "crusher": HostEngine(
            ("./crusher", "--fast"), "Crusher", limit=2, processes=3, instead="expert"
        ),
        "other": HostEngine(("other",)),
    }
    assert Opponents(engines).offered[-2:] == ["crusher", "other"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[x", "engines.toml: "),
        ("[x]\n", "missing required field `command`"),
        ("[x]\ncommand = 'one text'\n", "Expected `array`, got `str` - at `$"),
        ("[x]\ncommand = []\n", "x: an engine has a command"),
        ("[x]\ncommand = ['a']\nshell = true\n", "unknown field `shell`"),
        ("[x]\ncommand = ['a']\nlimit = 0\n", "x: the times of an engine are seconds, above 0"),
        ("[x]\ncommand = ['a']\nprocesses = 0\n", "x has one process or more, not 0"),
        ("[x]\ncommand = ['a']\ninstead = 'y'\n", "instead of x plays one of gentle, novice"),
        ("[club]\ncommand = ['a']\n", "a name of its own"),
        ("[person]\ncommand = ['a']\n", "a name of its own"),
        ("['a b']\ncommand = ['a']\n", "a name of its own"),
    ],
)
def test_a_file_that_cannot_be_used(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(EngineFileError) as error:
        read_engines(written(tmp_path, text))
    assert said in str(error.value)
    assert error.value.code == "bad_engines"


def test_the_host_hears_at_once_of_an_engine_that_does_not_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, "[crusher]\ncommand = ['./crusher-is-not-here']\n")
    assert run(["serve", "--port", "0", "--engines", str(path)]) == FAILED
    assert "./crusher-is-not-here cannot be run: No such file" in capsys.readouterr().err
    assert run(["serve", "--engines", str(tmp_path / "none.toml")]) == FAILED
