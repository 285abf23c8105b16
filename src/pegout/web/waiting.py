"""Waiting for what goes on by itself, but not without end."""

from __future__ import annotations

import asyncio
from typing import Any, Final, TypeVar

from pegout.storage import StorageError

__all__ = ["PATIENCE", "answered"]

_T = TypeVar("_T")
#: How long whoever asks for something waits for the disk or the database, in seconds. A request
#: may wait for two such things, and is answered within the half minute that the wire promises.
PATIENCE: Final = 12.0


async def answered(work: asyncio.Future[_T]) -> _T:
    """Wait for an answer.

    Raises:
        StorageError: ``busy`` if it takes too long. What was asked for may still be done.
    """
    # Where nobody waits for it any more, nobody asks whether it has failed.
    work.add_done_callback(_seen)
    done, _ = await asyncio.wait([work], timeout=PATIENCE)
    if not done:
        raise StorageError("busy", "storage has not answered in time; try again in a moment")
    return work.result()


def _seen(work: asyncio.Future[Any]) -> None:
    if not work.cancelled():
        work.exception()
