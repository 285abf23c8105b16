"""The tables of a server: each has a version, and only a reader of the last one may change it."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from pegout.match import Seated, Setup
from pegout.rules import Rules
from pegout.storage import Library
from pegout.table.store import StoreError
from tests.storage.stored import HOUR, START, every_hour, refusal


@pytest.fixture
def library(where: str) -> Iterator[Library]:
    """Yield a library whose clock advances by an hour at every reading."""
    with Library.open(where, now=every_hour()) as library:
        yield library


def test_a_table_is_there_after_a_restart(where: str) -> None:
    with Library.open(where) as library:
        row = library.add_table("PINE", "full of people " * 10_000)
    with Library.open(where) as library:
        assert library.table("PINE") == row
        assert row.created.utcoffset() == timedelta(0)


def test_a_table_that_is_removed(library: Library) -> None:
    library.create(Setup("k7qx", Rules(), (Seated("Ann"), Seated("Ben"))))
    row = library.add_table("PINE", "one", "k7qx")
    library.change_table("PINE", row.version, "two", "k7qx")
    assert refusal(library.delete_table, "PINE", row.version) == "conflict"
    library.delete_table("PINE", row.version + 1)
    assert refusal(library.table, "PINE") == "unknown_table"
    assert [match.id for match in library.matches()] == ["k7qx"], "its matches stay"
    for code in ("PINE", "", "pine", "P\0", "\ud800"):
        assert refusal(library.delete_table, code, 1) == "unknown_table"


def test_tables_that_nobody_came_to_are_found(library: Library) -> None:
    for code in "ABCD":
        library.add_table(code, "")
    library.change_table("A", 1, "", "")

    def old(age: int, limit: int | None = None) -> str:
        return "".join(row.code for row in library.tables(START + HOUR * age, limit))

    assert [old(age) for age in (0, 1, 2, 3, 4, 5)] == ["", "", "B", "BC", "BCD", "BCDA"]
    assert [old(5, limit) for limit in (0, 1, 2)] == ["", "B", "BC"]
    assert library.tables(START + HOUR * 2) == [library.table("B")]


def test_of_many_who_change_a_table_at_once_one_succeeds(where: str) -> None:
    with Library.open(where) as library:
        library.add_table("PINE", "0")
        meet = threading.Barrier(4)

        def change(version: int) -> str:
            meet.wait()
            try:
                return library.change_table("PINE", version, "next", "").state
            except StoreError as error:
                return error.code

        with ThreadPoolExecutor(4) as pool:
            for version in range(1, 11):
                told = sorted(pool.map(change, [version] * 4))
                assert told == ["conflict", "conflict", "conflict", "next"]
        assert library.table("PINE").version == 11
