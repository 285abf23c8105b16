"""The fixtures of the tests of stores in a worker: the library is the only file that there is."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Final, Protocol

import pytest

from pegout.storage import Library
from pegout.table.store import Store

FOLDER: Final = Path("/library")
WHERE: Final = f"sqlite:///file:{FOLDER}/library.db?vfs=unix-excl"
_TICKS: Final = count()


def _now() -> datetime:
    """Return a time later than any before; a browser rounds those of its clock."""
    return datetime.now(UTC) + timedelta(microseconds=next(_TICKS))


class MakeStore(Protocol):
    """Make an empty store with a clock."""

    def __call__(self, now: Callable[[], datetime] = _now) -> Store: ...


@pytest.fixture
def make_store() -> Iterator[MakeStore]:
    with ExitStack() as stack:

        def make(now: Callable[[], datetime] = _now) -> Store:
            return stack.enter_context(Library.open(WHERE, now=now))

        yield make
    for path in FOLDER.iterdir():
        path.unlink()
