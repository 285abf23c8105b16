"""Stored reviews in a database; test_stores.py has what is true of every store."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from pegout.storage import Library
from pegout.storage.database import Database
from tests.storage.stored import HOUR, NEW, START, Clock, digest, kept_reviews


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def library(inside: Database, clock: Clock) -> Library:
    return Library(inside, clock)


def test_a_review_is_there_after_a_restart(where: str) -> None:
    numbers = b'{"decisions":[]}' * 5000
    with Library.open(where) as library:
        library.reviews.keep(digest(1), NEW, numbers, 10)
    with Library.open(where) as library:
        assert library.reviews.find(digest(1), NEW) == numbers
        assert library.reviews.find(digest(2), NEW) is None


def test_what_nobody_read_goes(library: Library, clock: Clock) -> None:
    for number in range(3):
        library.reviews.keep(digest(number), NEW, b"[]", 9)
        clock.time += 2 * HOUR
    library.reviews.find(digest(0), NEW)
    assert library.reviews.clear(START + 3 * HOUR) == 1
    assert kept_reviews(library, 0, 1, 2) == [0, 2]
    assert library.reviews.clear(START) == 0


def test_numbers_that_are_damaged_are_found_again(library: Library, inside: Database) -> None:
    library.reviews.keep(digest(1), NEW, b"[]", 9)
    with inside.writing() as connection:
        connection.execute("UPDATE reviews SET numbers = ?", b"no more")
    assert library.reviews.find(digest(1), NEW) is None
    library.reviews.keep(digest(1), NEW, b"again", 9)
    assert library.reviews.find(digest(1), NEW) == b"again"


def test_many_may_store_the_same_at_once(where: str) -> None:
    with Library.open(where) as library:
        meet = threading.Barrier(4)

        def store(_: int) -> None:
            meet.wait()
            for number in range(5):
                library.reviews.keep(digest(number), NEW, b"[]", 9)

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(store, range(4)))
        assert kept_reviews(library, *range(5)) == list(range(5))
