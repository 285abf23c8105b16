"""A lock between processes, on a file beside the library."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from pegout.storage.errors import StorageError

__all__ = ["PATIENCE", "LockFile"]

#: How long to wait for another program that is writing, in seconds.
PATIENCE: Final = 5.0


class LockFile:
    """A lock between processes, which the system takes back from a process that dies.

    Args:
        path: the file to lock; it is made, and stays.
        place: what is locked, for a person.
    """

    def __init__(self, path: Path, place: str) -> None:
        self._place = place
        self._number = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock.

        Raises:
            StorageError: ``busy`` if somebody else holds it for too long.
        """
        end = time.monotonic() + PATIENCE
        while not _try_lock(self._number):
            if time.monotonic() > end:
                raise StorageError(
                    "busy",
                    f"another program is writing to {self._place}; "
                    "close it or try again in a moment",
                )
            time.sleep(0.005)
        try:
            yield
        finally:
            _unlock(self._number)

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._number)


if sys.platform == "win32":
    import msvcrt

    def _try_lock(number: int) -> bool:
        os.lseek(number, 0, os.SEEK_SET)
        try:
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _unlock(number: int) -> None:
        os.lseek(number, 0, os.SEEK_SET)
        msvcrt.locking(number, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _try_lock(number: int) -> bool:
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(number: int) -> None:
        fcntl.flock(number, fcntl.LOCK_UN)
