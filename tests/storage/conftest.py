"""Every test of the library runs in both kinds of database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pegout.storage import Library
from tests.databases import database, postgresql, where

__all__ = ["database", "library", "postgresql", "where"]


@pytest.fixture
def library(where: str) -> Iterator[Library]:
    with Library.open(where) as library:
        yield library
