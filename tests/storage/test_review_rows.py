"""Stored reviews: each under a digest and a version, and no more than the limit allows."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from pegout.storage import Library, StorageError, schema
from pegout.storage.database import Database

START = datetime(2026, 3, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)
OLD, NEW = "0" * 64, "1" * 64


def digest(number: int) -> str:
    return f"{number:064x}"


class Clock:
    """A clock that stops unless a test advances it."""

    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> datetime:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def library(inside: Database, clock: Clock) -> Library:
    return Library(inside, clock)


def kept(library: Library, *numbers: int) -> list[int]:
    return [one for one in numbers if library.reviews.find(digest(one), NEW) is not None]


def test_a_review_is_there_after_a_restart(where: str) -> None:
    numbers = b'{"decisions":[]}' * 5000
    with Library.open(where) as library:
        library.reviews.keep(digest(1), NEW, numbers, 10)
    with Library.open(where) as library:
        assert library.reviews.find(digest(1), NEW) == numbers
        assert library.reviews.find(digest(2), NEW) is None


def test_numbers_of_another_version_are_not_given_and_are_replaced(library: Library) -> None:
    library.reviews.keep(digest(1), OLD, b"old", 10)
    assert library.reviews.find(digest(1), NEW) is None
    library.reviews.keep(digest(1), NEW, b"new", 10)
    assert library.reviews.find(digest(1), NEW) == b"new"
    assert library.reviews.find(digest(1), OLD) is None


def test_what_was_not_read_for_longest_makes_room(library: Library, clock: Clock) -> None:
    for number in range(3):
        library.reviews.keep(digest(number), NEW, b"[]", 3)
        clock.time += HOUR
    clock.time += HOUR
    assert library.reviews.find(digest(0), NEW) == b"[]"
    library.reviews.keep(digest(3), NEW, b"[]", 3)
    assert kept(library, 0, 1, 2, 3) == [0, 2, 3]


def test_what_nobody_read_goes(library: Library, clock: Clock) -> None:
    for number in range(3):
        library.reviews.keep(digest(number), NEW, b"[]", 9)
        clock.time += 2 * HOUR
    library.reviews.find(digest(0), NEW)
    assert library.reviews.clear(START + 3 * HOUR) == 1
    assert kept(library, 0, 1, 2) == [0, 2]
    assert library.reviews.clear(START) == 0


def test_numbers_that_are_damaged_are_found_again(library: Library, inside: Database) -> None:
    library.reviews.keep(digest(1), NEW, b"[]", 9)
    with inside.writing() as connection:
        connection.execute(update(schema.reviews).values(numbers=b"no more"))
    assert library.reviews.find(digest(1), NEW) is None
    library.reviews.keep(digest(1), NEW, b"again", 9)
    assert library.reviews.find(digest(1), NEW) == b"again"


def test_many_may_store_the_same_at_once(where: str) -> None:
    with Library.open(where) as library:
        meet, failed = threading.Barrier(4), list[StorageError]()

        def store() -> None:
            meet.wait()
            try:
                for number in range(5):
                    library.reviews.keep(digest(number), NEW, b"[]", 9)
            except StorageError as error:
                failed.append(error)

        threads = [threading.Thread(target=store) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not failed
        assert kept(library, *range(5)) == list(range(5))
