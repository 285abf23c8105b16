"""The tables of a server: each has a version, and only a reader of the last one may change it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from pegout.match import Seated, Setup
from pegout.rules import Rules
from pegout.storage import Library, StorageError, TableRow

START = datetime(2026, 3, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def library(where: str) -> Iterator[Library]:
    """Yield a library whose clock advances by an hour at every reading."""
    times = iter(START + HOUR * at for at in range(10_000))
    with Library.open(where, now=lambda: next(times)) as library:
        yield library


def refused(ask: object, *arguments: object) -> str:
    with pytest.raises(StorageError) as caught:
        ask(*arguments)  # type: ignore[operator]
    return caught.value.code


def test_a_table_is_found_by_its_code(library: Library) -> None:
    row = library.add_table("PINE", '{"name": "Zoë"}')
    assert row == TableRow("PINE", 1, '{"name": "Zoë"}', "", START, START)
    other = library.add_table("OAK", "", "k7qx")
    assert library.table("PINE") == row
    assert library.table("OAK") == other
    assert (other.match_id, other.created) == ("k7qx", START + HOUR)


def test_a_table_is_there_after_a_restart(where: str) -> None:
    with Library.open(where) as library:
        row = library.add_table("PINE", "full of people " * 10_000)
    with Library.open(where) as library:
        assert library.table("PINE") == row
        assert row.created.utcoffset() == timedelta(0)


def test_a_table_is_changed_by_who_saw_it_last(library: Library) -> None:
    row = library.add_table("PINE", "one")
    changed = library.change_table("PINE", row.version, "two", "k7qx")
    assert changed == TableRow("PINE", 2, "two", "k7qx", START, START + HOUR)
    assert refused(library.change_table, "PINE", row.version, "three", "") == "conflict"
    assert refused(library.change_table, "PINE", 3, "three", "") == "conflict"
    assert library.table("PINE") == changed
    assert library.change_table("PINE", 2, "three", "").version == 3


def test_a_code_is_given_once(library: Library) -> None:
    row = library.add_table("PINE", "one")
    assert refused(library.add_table, "PINE", "two") == "exists"
    assert library.table("PINE") == row


def test_a_table_that_is_removed(library: Library) -> None:
    library.create(Setup("k7qx", Rules(), (Seated("Ann"), Seated("Ben"))))
    row = library.add_table("PINE", "one", "k7qx")
    library.change_table("PINE", row.version, "two", "k7qx")
    assert refused(library.delete_table, "PINE", row.version) == "conflict"
    library.delete_table("PINE", row.version + 1)
    assert refused(library.table, "PINE") == "unknown_table"
    assert [match.id for match in library.matches()] == ["k7qx"], "its matches stay"
    library.add_table("PINE", "another")
    library.delete_table("PINE")
    assert refused(library.delete_table, "PINE") == "unknown_table"


@pytest.mark.parametrize("code", ["", "PINE", "pine", "P\0", "\ud800", "x" * 500, "%", "' OR 1=1"])
def test_a_table_that_is_not_there(library: Library, code: str) -> None:
    library.add_table("PINe", "")
    assert refused(library.table, code) == "unknown_table"
    assert refused(library.change_table, code, 1, "", "") == "unknown_table"
    assert refused(library.delete_table, code) == "unknown_table"
    assert refused(library.delete_table, code, 1) == "unknown_table"


@pytest.mark.parametrize(
    "texts", [("", "one"), ("x" * 65, "one"), ("P\0", "one"), ("P", "o\0"), ("P", "one", "\udcff")]
)
def test_what_no_database_can_store_is_refused(library: Library, texts: tuple[str, ...]) -> None:
    assert refused(library.add_table, *texts) == "bad_text"
    library.add_table("P", "one")
    for state, match_id in (("o\0", ""), ("one", "k\0")):
        assert refused(library.change_table, "P", 1, state, match_id) == "bad_text"
    assert library.table("P").version == 1


def test_the_longest_texts_can_be_stored(library: Library) -> None:
    row = library.add_table("Ω" * 64, "\U0001f0a1", "\U0001f0a1" * 128)
    assert library.table("Ω" * 64) == row


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
        told: list[str] = []

        def change(version: int, meet: threading.Barrier) -> None:
            meet.wait()
            try:
                told.append(library.change_table("PINE", version, "next", "").state)
            except StorageError as error:
                told.append(error.code)

        for version in range(1, 11):
            meet = threading.Barrier(4)
            threads = [threading.Thread(target=change, args=(version, meet)) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert sorted(told) == ["conflict", "conflict", "conflict", "next"]
            told.clear()
        assert library.table("PINE").version == 11
