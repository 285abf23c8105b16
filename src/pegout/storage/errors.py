"""The errors of a database or its disk, with messages that say what a person can do about them."""

import errno
from typing import Final

from pegout.table.store import StoreError

_MESSAGES: Final = {
    "unwritable": "{location} cannot be written; check that it is there and may be written to",
    "disk_full": "the disk of {location} is full; make room and try again",
    "disk_error": "the disk of {location} failed; copy the file to another disk if you can",
    "damaged": "{location} is damaged; move it away, or put a copy in its place",
    "busy": "another program is writing to {location}; close it or try again in a moment",
    "not_a_library": "{location} is no library of Pegout's; name another file",
    "unreachable": "{location} does not answer ({reason}); check that it runs and try again",
    "not_empty": "{location} is not empty; name another place, or have it replaced",
    "failed": "the database of {location} failed ({reason}); try again",
}
#: The errors that come again until somebody does something about the database or its disk.
LASTING: Final = frozenset({"unreachable", "unwritable", "disk_full", "disk_error", "damaged"})


def failure(code: str, location: str, reason: object = "") -> StoreError:
    """Return the error with a code for the library at a location.

    The reason is only its first line: later lines of a PostgreSQL message contain values of the
    row, which are secret.
    """
    first = str(reason).strip().partition("\n")[0]
    return StoreError(code, _MESSAGES[code].format(location=location, reason=f"{first:.200}"))


def from_system(error: OSError, location: str) -> StoreError:
    """Return the library's error for an error of the operating system at a location."""
    full = error.errno in (errno.ENOSPC, errno.EDQUOT)
    return failure("disk_full" if full else "unwritable", location)


def not_empty(location: str) -> StoreError:
    """Return the error for a place that has something in it, where nothing may be."""
    return failure("not_empty", location)
