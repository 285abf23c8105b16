"""``pegout admin tables``."""

import asyncio
import io
import random
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pegout.cli.run import run
from pegout.notation import read_many
from pegout.storage import Library
from tests.cli.lines import Cli
from tests.server.table import ALONE, QUICK, TWO, house


@pytest.fixture
async def tables(where: str) -> tuple[str, str]:
    """Store a table with a finished match and one just begun, and a table with a free seat."""
    with Library.open(where) as library:
        async with house(library) as home:
            code, tokens = await home.table(ALONE, target=31, first_deal="chosen")
            async with home.sit(code, tokens[0]) as ann:
                await ann.play(random.Random(1))
                await ann.ask("rematch")
            free = (await home.order(TWO)).json["code"]
    return code, free


async def test_tables_are_listed_shown_exported_and_removed(
    where: str, tables: tuple[str, str], cli: Cli
) -> None:
    code, free = tables
    where_ = ("--database", where)
    listed = {table["code"]: table for table in cli.json("admin", "tables", "list", *where_)}
    assert (listed[code]["status"], listed[code]["names"]) == ("playing", ["Ann", "Ben"])
    assert (listed[free]["status"], listed[free]["names"]) == ("open", ["Ann", ""])
    shown = cli.json("admin", "tables", "show", code, *where_)
    assert [match["status"] for match in shown["matches"]] == ["over", "playing"]
    assert code in cli.told("admin", "tables", "list", *where_)
    assert "Mesa" in cli.told("--lang", "es", "admin", "tables", "show", code, *where_)
    records = read_many(cli.told("admin", "tables", "export", code, *where_).encode())
    assert len(records) == len(cli.json("admin", "tables", "export", code, *where_)) == 2
    assert run(["admin", "tables", "export", free, *where_]) == 2
    assert "no table 'nosuch'" in cli.refused(
        "admin", "tables", "remove", free, "nosuch", "--yes", *where_, status=2
    )
    dry = ("admin", "tables", "remove", code, free, "--dry-run", *where_)
    assert cli.json(*dry) == {"removed": [], "left": [code, free]}
    assert f"Table {code} with 2 matches would be removed." in cli.told(*dry)
    assert "add --yes" in cli.refused("admin", "tables", "remove", code, *where_)
    assert len(cli.json("admin", "tables", "list", *where_)) == 2
    assert cli.json("admin", "tables", "remove", code, "--yes", *where_) == {
        "removed": [code],
        "left": [],
    }
    with Library.open(where) as library:
        assert library.matches() == []
        assert library.table(free).match_id == ""
    assert free in cli.told("admin", "tables", "remove", free, "--yes", *where_)
    assert cli.json("admin", "tables", "list", *where_) == []


def test_a_look_makes_no_library(tmp_path: Path, cli: Cli) -> None:
    file = tmp_path / "games.db"
    for words in (["list"], ["show", "x"], ["export", "x"], ["remove", "x"]):
        assert str(file) in cli.refused(
            "admin", "tables", *words, "--database", str(file), status=3
        )
    assert not list(tmp_path.iterdir())


class Terminal(io.StringIO):
    """Standard input of a person."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("language", "answer"), [("en", "yes"), ("es", "sí")])
async def test_a_person_is_asked_before_tables_are_removed(
    language: str, answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cli: Cli
) -> None:
    where = str(tmp_path / "games.db")
    with Library.open(where) as library:
        async with house(library) as home:
            code = (await home.order(TWO)).json["code"]
    line = ("--lang", language, "admin", "tables", "remove", code, "--database", where)
    for typed, left in (("no", 1), ("", 1), (f"maybe\n{answer}", 0)):
        monkeypatch.setattr(sys, "stdin", Terminal(f"{typed}\n"))
        said = cli.both(*line)
        assert code in said.err
        assert (code in said.out) == (not left)
        assert len(cli.json("admin", "tables", "list", "--database", where)) == left


async def test_tables_are_closed(where: str, tables: tuple[str, str], cli: Cli) -> None:
    code, free = tables
    where_ = ("--database", where)
    close = ("admin", "tables", "close", code, free)
    assert "add --yes" in cli.refused(*close, *where_)
    assert "no table" in cli.refused(*close, "nosuch", "--yes", *where_, status=2)
    assert cli.json(*close, "--yes", *where_) == {"closed": [code, free]}
    assert f"Table {code} is closed." in cli.told(*close, "--yes", *where_)
    listed = cli.json("admin", "tables", "list", *where_)
    assert [table["status"] for table in listed] == ["closed", "closed"]
    assert len(cli.json("admin", "tables", "export", code, *where_)) == 2


async def test_a_table_may_be_removed_while_people_sit_at_it(
    where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with Library.open(where) as library:
        # It finds out by the next request, before it looks for what has changed.
        async with house(library, replace(QUICK, watch=1e6)) as home:
            code, tokens = await home.table(ALONE, first_deal="chosen")
            other, more = await home.table(ALONE, first_deal="chosen")
            async with home.sit(code, tokens[0]) as ann, home.sit(other, more[0]) as cora:
                words = ("admin", "tables", "remove", code, "--yes", "--database", where)
                assert await asyncio.to_thread(run, [*words]) == 0
                answer = await ann.act(ann.standing["legal"][0])
                assert (answer["type"], answer["code"]) == ("refused", "unknown_table")
                assert (await cora.act(cora.standing["legal"][0]))["type"] == "done"
            assert (await home.get(f"/api/tables/{code}")).code == "unknown_table"
