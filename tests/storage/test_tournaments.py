"""The tournaments of every store: the one in memory, and a library in each database."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from pegout.storage import Library
from pegout.table.store import Store, StoreError
from tests.storage.conftest import MakeStore
from tests.storage.stored import HOUR, START, every_hour, refusal


@pytest.fixture
def hourly(make_store: MakeStore) -> Store:
    """Return a store whose clock advances by an hour at every reading."""
    return make_store(every_hour())


def test_a_tournament_is_changed_from_the_version_that_was_read(hourly: Store) -> None:
    tournaments = hourly.tournaments
    added = tournaments.add("club", "one")
    assert (added.version, added.created, added.updated) == (1, START, START)
    assert tournaments.find("club") == added
    changed = tournaments.change("club", 1, "two")
    assert (changed.version, changed.state, changed.created) == (2, "two", START)
    assert changed.updated == START + HOUR
    assert tournaments.find("club") == changed
    assert refusal(tournaments.change, "club", 1, "three") == "conflict"
    assert refusal(tournaments.add, "club", "three") == "exists"
    assert tournaments.find("club") == changed


def test_a_tournament_that_is_removed(hourly: Store) -> None:
    tournaments = hourly.tournaments
    tournaments.add("club", "")
    tournaments.remove("club")
    for code in ("club", "", "Club", "c\0", "\ud800"):
        assert refusal(tournaments.find, code) == "unknown_tournament"
        assert refusal(tournaments.change, code, 1, "") == "unknown_tournament"
        assert refusal(tournaments.remove, code) == "unknown_tournament"
    for code, state in (("", ""), ("x" * 65, ""), ("c\0", ""), ("club", "\0")):
        assert refusal(tournaments.add, code, state) == "bad_text"
    tournaments.add("club", "again")
    assert refusal(tournaments.change, "club", 1, "\ud800") == "bad_text"


def test_those_that_nobody_has_changed_for_long_are_removed(hourly: Store) -> None:
    tournaments = hourly.tournaments
    for code in "abc":
        tournaments.add(code, "")
    tournaments.change("a", 1, "")
    assert tournaments.clear(START + HOUR) == 0
    assert tournaments.clear(START + 2 * HOUR) == 1
    assert refusal(tournaments.find, "b") == "unknown_tournament"
    assert (tournaments.find("a").version, tournaments.find("c").version) == (2, 1)


def test_a_tournament_is_there_after_a_restart(where: str) -> None:
    with Library.open(where) as library:
        row = library.tournaments.add("club", "full of people " * 10_000)
    with Library.open(where) as library:
        assert library.tournaments.find("club") == row
        assert row.created.utcoffset() == timedelta(0)


def test_of_many_who_change_a_tournament_at_once_one_succeeds(where: str) -> None:
    with Library.open(where) as library:
        library.tournaments.add("club", "0")
        meet = threading.Barrier(4)

        def change(version: int) -> str:
            meet.wait()
            try:
                return library.tournaments.change("club", version, "next").state
            except StoreError as error:
                return error.code

        with ThreadPoolExecutor(4) as pool:
            for version in range(1, 6):
                told = sorted(pool.map(change, [version] * 4))
                assert told == ["conflict", "conflict", "conflict", "next"]
