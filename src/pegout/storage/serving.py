"""Allow one server for each file: a second one is refused with the address of the first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pegout.storage.errors import from_system
from pegout.table.store import StoreError

if TYPE_CHECKING:
    from filelock import BaseFileLock


def file_lock(path: Path) -> BaseFileLock:
    """Return a lock for the threads and programs that know its file, which is never deleted."""
    from filelock import FileLock

    return FileLock(path, mode=0o600, thread_local=False, preserve_lock_file=True)


@contextmanager
def alone(file: Path, address: str) -> Iterator[None]:
    """Hold the lock for the one server of a file; other programs may use the file too.

    The operating system releases the lock if the server dies.

    Raises:
        StoreError: ``served`` if the file already has a server.
    """
    from filelock import Timeout

    lock = file_lock(file.with_name(f"{file.name}-server-lock"))
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise StoreError(
            "served",
            f"another server serves {file} already, at {served_at(file) or 'an unknown address'}; "
            "end that one, or name another file with --database",
        ) from None
    except OSError as error:
        raise from_system(error, str(file)) from error
    note = _note(file)
    try:
        try:
            note.write_text(address, encoding="utf-8")
        except OSError as error:
            raise from_system(error, str(file)) from error
        yield
    finally:
        note.unlink(missing_ok=True)
        lock.release()


def served_at(file: Path) -> str:
    """Return the recorded address of a file's server, or an empty text."""
    try:
        return _note(file).read_text(encoding="utf-8")
    except OSError:
        return ""


def _note(file: Path) -> Path:
    return file.with_name(f"{file.name}-server")
