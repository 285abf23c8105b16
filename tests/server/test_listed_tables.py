"""The list of open tables: what is in it, and what it tells."""

from contextlib import AsyncExitStack
from typing import Any

from tests.server.live_tables import until
from tests.server.table import QUICKLY, TWO, House

LISTED = {"listed": True}


async def listed(home: House) -> list[dict[str, Any]]:
    answer = await home.get("/api/tables")
    assert answer.status == 200, answer.body
    tables: list[dict[str, Any]] = answer.json["tables"]
    return tables


async def test_a_table_is_in_no_list_unless_its_maker_says_so(home: House) -> None:
    code, tokens = await home.table([("Ann", "person"), ("", "open")])
    async with home.sit(code, tokens[0]):
        assert await listed(home) == []
        found = (await home.get("/api/tables")).json
        assert found["says"] == "No table waits for a player just now."


async def test_a_table_waits_in_the_list_while_a_player_is_there(home: House) -> None:
    seats = [("Ann", "person"), ("", "open")]
    code, tokens = await home.table(seats, options=LISTED, **QUICKLY)
    assert await listed(home) == []
    async with home.sit(code, tokens[0]):
        (table,) = await listed(home)
        assert (table["code"], table["status"], table["target"]) == (code, "open", 31)
        assert table["seats"] == [{"name": "", "kind": "person"}, {"name": "", "kind": "open"}]
        assert "Ann" not in (await home.get("/api/tables")).text
    live = home.tables.find(code)
    await until(lambda: live.attended_from is None)
    assert await listed(home) == []


async def test_names_and_games_are_listed_only_where_the_maker_wants_it(home: House) -> None:
    async with AsyncExitStack() as stack:
        codes = {}
        for names in (False, True):
            for game in (False, True):
                options = {**LISTED, "listed_names": names, "listed_game": game}
                code, tokens = await home.table(TWO, options=options, **QUICKLY)
                codes[names, game] = code
                await stack.enter_async_context(home.sit(code, tokens[0]))
        tables = {table["code"]: table for table in await listed(home)}
        assert tables.keys() == {codes[False, True], codes[True, True]}
        for names in (False, True):
            table = tables[codes[names, True]]
            assert (table["status"], table["scores"]) == ("playing", [0, 0])
            told = [seat["name"] for seat in table["seats"]]
            assert told == (["Ann", "Ben"] if names else ["", ""])


async def test_a_game_without_spectators_is_never_listed(home: House) -> None:
    options = {**LISTED, "listed_game": True, "spectators": False}
    code, tokens = await home.table(TWO, options=options)
    async with home.sit(code, tokens[0]):
        assert await listed(home) == []


async def test_a_game_that_is_over_leaves_the_list(home: House) -> None:
    options = {**LISTED, "listed_game": True}
    code, tokens = await home.table(TWO, options=options, **QUICKLY)
    async with home.sit(code, tokens[0]) as ann:
        assert len(await listed(home)) == 1
        await ann.act({"type": "resign", "seat": 0})
        assert await listed(home) == []
