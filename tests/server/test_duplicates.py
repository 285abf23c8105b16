"""Duplicate over HTTP: several tables play the same deals, and each side is compared."""

import asyncio
import random
from contextlib import AsyncExitStack
from typing import Any

import pytest

from pegout import rules
from pegout.notation import Record, read, verify_deals
from tests.server.table import QUICKLY, House
from tests.serving import order

KEY = "duplicate-0123456789abcdefghijkl"


async def _made(home: House, tables: int = 2, kinds: str = "open open") -> list[str]:
    """Set up the tables of a duplicate, and return their codes."""
    seats = [("", kind) for kind in kinds.split()]
    wanted = {"order": {**order(seats, **QUICKLY), "key": KEY}, "tables": tables}
    made = await home.post("/api/duplicates", wanted)
    assert made.status == 201, made.body
    again = await home.post("/api/duplicates", wanted)
    assert again.json == made.json
    return [table["code"] for table in made.json["tables"]]


async def _standings(home: House, codes: list[str]) -> Any:
    return (await home.get(f"/api/duplicates?tables={'-'.join(codes)}")).json


async def _play(home: House, code: str, names: list[str], seed: int) -> Record:
    """Take the free seats of a table and play its game; return the record."""
    tokens = [
        (await home.post(f"/api/tables/{code}/join", {"name": name})).json["token"]
        for name in names
    ]
    async with AsyncExitStack() as seats:
        players = [await seats.enter_async_context(home.sit(code, token)) for token in tokens]
        await asyncio.gather(
            *[player.play(random.Random(seed + at)) for at, player in enumerate(players)]
        )
    answer = await home.get(f"/api/tables/{code}/record", token=tokens[0])
    return read(answer.body.decode())


def _dealt(record: Record) -> list[str]:
    kinds = rules.Dealt | rules.StarterCut | rules.Committed
    return [repr(entry) for entry in record.games[0].entries if isinstance(entry, kinds)]


@pytest.mark.parametrize("kinds", ["open open", "open novice"])
async def test_all_tables_play_the_same_deals_and_each_side_is_compared(
    home: House, kinds: str
) -> None:
    codes = await _made(home, 3, kinds)
    assert [table["status"] for table in (await _standings(home, codes))["tables"]] == ["open"] * 3
    records = []
    for number, code in enumerate(codes):
        names = [f"P{number}", f"Q{number}"][: kinds.count("open")]
        records.append(await _play(home, code, names, number))
    common = min(len(_dealt(record)) for record in records)
    assert common >= 4
    assert len({str(_dealt(record)[:common]) for record in records}) == 1
    found = await _standings(home, codes)
    assert found["over"]
    assert {record.packs for record in records} == {found["packs"]}
    codes_of = {verdict.code for record in records for verdict in verify_deals(record)}
    assert codes_of == {"proved"}
    scores = [table["scores"] for table in found["tables"]]
    leads = [one - other for one, other in scores]
    for at, table in enumerate(found["tables"]):
        others = [lead for number, lead in enumerate(leads) if number != at]
        better = leads[at] - sum(others) / 2
        assert table["ahead"] == pytest.approx([better, -better])
    # Any two of them may be compared seat by seat.
    path = f"/api/tables/{codes[1]}/comparison?other={codes[0]}&seat=0"
    both = (await home.get(path)).json
    assert both["names"] == ["P0", "P1"]
    assert both["leads"] == leads[:2]


async def test_what_is_over_is_compared_while_others_play(home: House) -> None:
    codes = await _made(home)
    await _play(home, codes[0], ["Ann", "Ben"], 1)
    found = await _standings(home, codes)
    assert not found["over"]
    assert found["says"] == "1 table is still playing."
    first, second = found["tables"]
    assert (first["status"], first["ahead"]) == ("over", [None, None])
    assert (second["status"], second["names"], second["ahead"]) == ("open", ["", ""], [])
    path = f"/api/tables/{codes[1]}/comparison?other={codes[0]}&seat=0"
    assert not (await home.get(path)).json["over"]


async def test_other_tables_are_no_duplicate(home: House) -> None:
    codes = await _made(home)
    plain, _ = await home.table([("Ann", "person"), ("Ben", "open")])
    for tables in (f"{codes[0]}-{plain}", plain, f"{codes[0]}-{codes[0]}"):
        refused = await home.get(f"/api/duplicates?tables={tables}")
        assert refused.code == "no_duplicate"
    assert (await home.get("/api/duplicates?tables=nowhere")).code == "unknown_table"
    several = {**order([("", "open"), ("", "open")]), "games": 3}
    refused = await home.post("/api/duplicates", {"order": several, "tables": 2})
    assert refused.code == "bad_length"
    refused = await home.get(f"/api/tables/{codes[1]}/comparison?other={codes[0]}")
    assert refused.code == "bad_seat"
