from collections.abc import AsyncIterator

import pytest

from pegout.fairness import seeded_secrets
from tests.databases import database, postgresql, private_postgresql, where
from tests.server.table import House, house

__all__ = ["database", "postgresql", "private_postgresql", "where"]


@pytest.fixture
async def home() -> AsyncIterator[House]:
    async with house(secrets=seeded_secrets(7)) as home:
        yield home
