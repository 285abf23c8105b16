"""The databases of the tests of a library, and the stores of those that hold for each store."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

import pytest

from pegout.storage import Library
from pegout.storage.database import Database
from pegout.table.memory import MemoryStore
from pegout.table.store import Store
from tests.databases import Server, database, opened, postgresql, private_postgresql, where

__all__ = ["database", "inside", "library", "postgresql", "private_postgresql", "where"]


def _now() -> datetime:
    return datetime.now(UTC)


class MakeStore(Protocol):
    """Make an empty store with a clock."""

    def __call__(self, now: Callable[[], datetime] = _now) -> Store: ...


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def make_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MakeStore]:
    with ExitStack() as stack:

        def make(now: Callable[[], datetime] = _now) -> Store:
            if request.param == "memory":
                return MemoryStore(now)
            where = str(tmp_path / "games.db")
            if request.param == "postgresql":
                server: Server = request.getfixturevalue("postgresql")
                where = server.url(stack.enter_context(server.library()))
            return stack.enter_context(Library.open(where, now=now))

        yield make


@pytest.fixture
def inside(where: str) -> Iterator[Database]:
    """Yield the database of the library."""
    with opened(where) as (_, database):
        yield database


@pytest.fixture
def library(inside: Database) -> Library:
    return Library(inside, _now)


@pytest.fixture
def blank(database: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Yield the address of a database without any tables."""
    if database == "sqlite":
        yield str(tmp_path / "games.db")
        return
    server: Server = request.getfixturevalue("postgresql")
    with server.database("template0") as name:
        yield server.url(name)
