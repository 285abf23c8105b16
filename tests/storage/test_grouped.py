"""Threads that write at the same moment share a commit, and nothing else."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pegout.storage.database import SqlConnection
from pegout.storage.grouped import Grouped
from pegout.storage.sqlite import connect, transaction
from pegout.table.store import StoreError


class Notes:
    """A table of notes, written in groups; counts its commits."""

    def __init__(self, path: Path) -> None:
        self.turn = threading.Lock()
        self.line = connect(str(path))
        self.commits = 0
        self.fails: type[BaseException] | None = None
        self.grouped = Grouped(self.turn, self.transaction)
        self.line.execute("CREATE TABLE notes (note INTEGER PRIMARY KEY)")

    @contextmanager
    def transaction(self) -> Iterator[SqlConnection]:
        with transaction(self.line, "BEGIN IMMEDIATE") as connection:
            yield connection
            if self.fails is not None:
                raise self.fails
        self.commits += 1

    def stored(self) -> list[int]:
        return [note for (note,) in self.line.execute("SELECT note FROM notes ORDER BY 1")]

    def together(self, jobs: list[Callable[[SqlConnection], Any]]) -> list[Any]:
        """Let all jobs wait for their turn before the first of them runs."""
        with ThreadPoolExecutor(len(jobs)) as pool:
            self.turn.acquire()
            futures = [pool.submit(self.grouped.write, job) for job in jobs]
            while self.grouped.waiting < len(jobs):
                pass
            self.turn.release()
            return [future.exception() or future.result() for future in futures]


@pytest.fixture
def notes(tmp_path: Path) -> Iterator[Notes]:
    made = Notes(tmp_path / "notes.db")
    yield made
    made.line.close()


def note(number: int) -> Callable[[SqlConnection], int]:
    def do(connection: SqlConnection) -> int:
        connection.execute("INSERT INTO notes VALUES (?)", number)
        return number

    return do


def refuse(number: int) -> Callable[[SqlConnection], int]:
    def do(connection: SqlConnection) -> int:
        note(number)(connection)
        raise StoreError("conflict", f"note {number} is refused")

    return do


def test_one_alone_is_one_transaction(notes: Notes) -> None:
    assert notes.grouped.write(note(7)) == 7
    assert (notes.stored(), notes.commits) == ([7], 1)
    with pytest.raises(StoreError, match="note 8"):
        notes.grouped.write(refuse(8))
    assert (notes.stored(), notes.commits) == ([7], 1)


def test_those_who_wait_share_a_commit(notes: Notes) -> None:
    assert notes.together([note(number) for number in range(10)]) == list(range(10))
    assert (notes.stored(), notes.commits) == (list(range(10)), 1)


def test_one_that_is_refused_takes_nobody_with_it(notes: Notes) -> None:
    answers = notes.together([note(1), refuse(2), note(3)])
    assert [str(answer) for answer in answers] == ["1", "note 2 is refused", "3"]
    assert notes.stored() == [1, 3]


def test_many_are_written_in_several_groups(notes: Notes) -> None:
    notes.together([note(number) for number in range(70)])
    assert (notes.stored(), notes.commits) == (list(range(70)), 3)


def broken(connection: SqlConnection) -> None:
    raise OSError("the disk is gone")


def test_a_database_that_fails_fails_for_all(notes: Notes) -> None:
    answers = notes.together([note(1), broken, note(2)])
    assert all(isinstance(answer, OSError) for answer in answers)
    assert notes.stored() == []


@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt])
def test_nothing_is_stored_but_what_is_committed(notes: Notes, error: type[BaseException]) -> None:
    notes.fails = error
    answers = notes.together([note(1), note(2), note(3)])
    assert all(isinstance(answer, error) for answer in answers)
    assert notes.stored() == []
    notes.fails = None
    notes.grouped.write(note(4))
    assert notes.stored() == [4]
