"""The errors of the library, with messages that say what a person can do about them."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, OperationalError

from pegout.table.store import StoreError

# By SQLite's primary result codes.
_BY_RESULT = {
    sqlite3.SQLITE_PERM: "unwritable",
    sqlite3.SQLITE_READONLY: "unwritable",
    sqlite3.SQLITE_CANTOPEN: "unwritable",
    sqlite3.SQLITE_AUTH: "unwritable",
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_IOERR: "disk_error",
    sqlite3.SQLITE_NOLFS: "disk_full",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_NOTADB: "not_a_library",
}
# By PostgreSQL's SQLSTATE codes, or by their first three or two characters.
_BY_STATE = {
    "08": "unreachable",
    "25006": "unwritable",
    "40001": "busy",
    "40P01": "busy",
    "42501": "unwritable",
    "53": "unreachable",
    "53100": "disk_full",
    "55P03": "busy",
    "57P": "unreachable",
    "57014": "busy",
    "58": "disk_error",
    "XX001": "damaged",
    "XX002": "damaged",
}

_MESSAGES = {
    "unwritable": "{place} cannot be written; check that it is there and may be written to",
    "disk_full": "the disk of {place} is full; make room and try again",
    "disk_error": "the disk of {place} failed; copy the file to another disk if you can",
    "damaged": "{place} is damaged; move it away, or put a copy in its place",
    "busy": "another program is writing to {place}; close it or try again in a moment",
    "not_a_library": "{place} is no library of Pegout's; name another file",
    "unreachable": "{place} does not answer ({reason}); check that it runs and try again",
    "failed": "the database of {place} failed ({reason}); try again",
}


def _error(code: str, place: str, reason: object = "") -> StoreError:
    return StoreError(code, _MESSAGES[code].format(place=place, reason=reason))


def unreachable(place: str, reason: object) -> StoreError:
    """Return the error for a database that does not respond."""
    return _error("unreachable", place, reason)


def from_database(error: DBAPIError, place: str) -> StoreError:
    """Return the library's error for an error of the database at a place."""
    cause = error.orig
    result = getattr(cause, "sqlite_errorcode", None)
    if isinstance(result, int):
        # The upper bits of the code add detail that helps no user.
        return _error(_BY_RESULT.get(result & 0xFF, "failed"), place, cause)
    state = getattr(cause, "sqlstate", None)
    no_answer = isinstance(error, OperationalError) and getattr(cause, "sqlstate", "") is None
    if no_answer or error.connection_invalidated:
        return _error("unreachable", place, _first_line(cause))
    return _error(_by_state(state or ""), place, _first_line(cause))


def _by_state(state: str) -> str:
    for length in (5, 3, 2):
        if state[:length] in _BY_STATE:
            return _BY_STATE[state[:length]]
    return "failed"


def _first_line(cause: object) -> str:
    # Later lines of a PostgreSQL message contain values of the row, which are secret.
    return f"{str(cause).strip().partition(chr(10))[0]:.200}"


def from_system(error: OSError, place: str) -> StoreError:
    """Return the library's error for an error of the operating system at a place."""
    full = error.errno in (errno.ENOSPC, errno.EDQUOT)
    return _error("disk_full" if full else "unwritable", place)


@contextmanager
def reported(place: str) -> Iterator[None]:
    """Convert the errors of the database and the system to :class:`StoreError`."""
    try:
        yield
    except DBAPIError as error:
        raise from_database(error, place) from error
    except OSError as error:
        raise from_system(error, place) from error
