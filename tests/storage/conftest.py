"""Every test of the library runs in both kinds of database."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from pegout.storage import Library
from pegout.storage.database import Database
from tests.databases import database, opened, postgresql, private_postgresql, where

__all__ = ["database", "inside", "library", "postgresql", "private_postgresql", "where"]


@pytest.fixture
def inside(where: str) -> Iterator[Database]:
    """Yield the database of the library."""
    with opened(where) as (_, database):
        yield database


@pytest.fixture
def library(inside: Database) -> Library:
    return Library(inside, lambda: datetime.now(UTC))
