"""The file that keeps what a player has learnt, beside the player's library."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from filelock import FileLock

from pegout.school.progress import PlayerProgress, read, write
from pegout.storage.locations import SqliteLocation, default_path, locate

_FILE: Final = "progress.json"


def progress_path() -> Path:
    """Return the file: in the folder of the library, or of a library that is a file."""
    location = locate(None)
    library = location.path if isinstance(location, SqliteLocation) else None
    return (library or default_path()).with_name(_FILE)


def load_progress(path: Path) -> PlayerProgress:
    """Read the progress; without a file there is none yet.

    Raises:
        SchoolError: for a file that cannot be read, which is never overwritten.
        OSError: if it cannot be opened.
    """
    try:
        return read(path.read_bytes())
    except FileNotFoundError:
        return PlayerProgress()


def change_progress(
    path: Path, change: Callable[[PlayerProgress], PlayerProgress]
) -> PlayerProgress:
    """Change the progress in its file, and return it; two programs at once lose nothing.

    Raises:
        SchoolError: for a file that cannot be read.
        OSError: if it cannot be written; the file is then as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(path.with_suffix(".lock")):
        changed = change(load_progress(path))
        fresh = path.with_suffix(".new")
        with fresh.open("wb") as file:
            file.write(write(changed))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    return changed
