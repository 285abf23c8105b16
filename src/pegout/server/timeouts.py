"""Waiting with a timeout for work that continues by itself."""

import asyncio
from typing import Any, Final, TypeVar

from pegout.table.store import StoreError

_T = TypeVar("_T")
#: How long a request waits for the disk or the database, in seconds. A request may wait twice, and
#: the protocol promises an answer within 30 seconds.
PATIENCE: Final = 12.0


async def with_timeout(work: asyncio.Future[_T]) -> _T:
    """Wait for the result of a future, up to a timeout.

    Raises:
        StoreError: ``busy`` after the timeout. The work may still be done.
    """
    # If no caller waits any more, this marks an exception as retrieved.
    work.add_done_callback(_seen)
    done, _ = await asyncio.wait([work], timeout=PATIENCE)
    if not done:
        raise StoreError("busy", "storage has not answered in time; try again in a moment")
    return work.result()


def _seen(work: asyncio.Future[Any]) -> None:
    if not work.cancelled():
        work.exception()
