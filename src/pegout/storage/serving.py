"""Allow one server for each file: a second one is refused with the address of the first.

A server holds a lock as long as it lives, and notes beside it where it is. So another program can
find it, have it stop, and see that it has stopped.
"""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from pegout.storage.errors import failure, from_system
from pegout.storage.patience import PATIENCE
from pegout.table.store import StoreError

if TYPE_CHECKING:
    from filelock import BaseFileLock

#: How long a server may take to stop, in seconds; it ends itself before that.
_STOPPING: Final = 20.0


class Note(NamedTuple):
    """Where a server is: its address, the name of its machine, and its process there."""

    address: str
    machine: str = ""
    process: int = 0


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

    lock = _lock(file)
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
            note.write_text(f"{address}\n{socket.gethostname()}\n{os.getpid()}\n", encoding="utf-8")
        except OSError as error:
            raise from_system(error, str(file)) from error
        yield
    finally:
        note.unlink(missing_ok=True)
        lock.release()


@contextmanager
def unwritten(file: Path) -> Iterator[None]:
    """Keep other programs from writing a library in a file.

    Raises:
        StoreError: ``busy`` if one does not end.
    """
    from filelock import Timeout

    lock = file_lock(file.with_name(f"{file.name}-lock"))
    try:
        lock.acquire(timeout=PATIENCE)
    except Timeout:
        raise failure("busy", str(file)) from None
    try:
        yield
    finally:
        lock.release()


def served_at(file: Path) -> str:
    """Return the recorded address of a file's server, or an empty text."""
    return _read(file).address


def drain(file: Path, patience: float = _STOPPING) -> str:
    """Have the server of a file stop as SIGTERM does, and wait until it has; return its address.

    Raises:
        StoreError: ``not_served`` without a server, or if it is on another machine; ``busy`` if it
            has not stopped in time.
    """
    from filelock import Timeout

    lock, note = _lock(file), _read(file)
    try:
        with lock.acquire(blocking=False):
            raise StoreError("not_served", f"no server serves {file} now")
    except Timeout:
        _tell_to_stop(file, note)
    except OSError as error:
        raise from_system(error, str(file)) from error
    try:
        with lock.acquire(timeout=patience):
            return note.address
    except Timeout:
        raise StoreError(
            "busy", f"the server of {file} has not stopped in {patience:g} seconds; look at its log"
        ) from None


def _tell_to_stop(file: Path, note: Note) -> None:
    # A number of a process means nothing on another machine, nor in another container.
    if note.process and note.machine != socket.gethostname():
        raise StoreError(
            "not_served",
            f"the server of {file} runs on {note.machine or 'another machine'}; drain it there",
        )
    # A program that restores a library holds the lock too, with no address.
    if not note.process or not note.address:
        raise StoreError("not_served", f"{file} is in use, but by no server; wait and try again")
    # Windows would end the process at once.
    if not hasattr(signal, "SIGHUP"):
        raise StoreError("not_served", "on this system a server is ended with Ctrl+C in its window")
    try:
        os.kill(note.process, signal.SIGTERM)
    except PermissionError as error:
        raise StoreError(
            "unwritable", f"another user runs the server of {file}; drain it as that user"
        ) from error
    except ProcessLookupError:
        # It has just ended by itself, and the lock tells.
        return


def _read(file: Path) -> Note:
    try:
        lines = _note(file).read_text(encoding="utf-8").splitlines()
    except OSError:
        return Note("")
    address, machine, process = (*lines, "", "", "")[:3]
    return Note(address, machine, int(process) if process.isdecimal() else 0)


def _lock(file: Path) -> BaseFileLock:
    return file_lock(file.with_name(f"{file.name}-server-lock"))


def _note(file: Path) -> Path:
    return file.with_name(f"{file.name}-server")
