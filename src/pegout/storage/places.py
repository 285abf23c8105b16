"""The locations of a library: a file, a folder, or the URL of a database."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from platformdirs import user_data_dir
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from pegout.table.store import StoreError

_FILE: Final = "library.db"
_ENVIRONMENT: Final = "PEGOUT_DATA"
# The scheme of a URL, and the driver to use for it.
_DRIVERS: Final = {
    "sqlite": "sqlite",
    "sqlite+pysqlite": "sqlite",
    "postgres": "postgresql+psycopg",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}


def default_path() -> Path:
    """Return the file of the player's own library, in the system's folder for user data."""
    return Path(user_data_dir("pegout", appauthor=False), _FILE)


def locate(where: str | os.PathLike[str] | None) -> URL:
    """Return the URL of a library.

    Args:
        where: a URL, a file, or an existing folder; ``None`` for the URL or folder in the
            environment variable ``PEGOUT_DATA``, or for :func:`default_path` without it.

    >>> locate("postgresql://ann@host/games").drivername
    'postgresql+psycopg'

    Raises:
        StoreError: ``bad_place`` for a text that looks like a URL but cannot be used.
    """
    if where is None:
        named = os.environ.get(_ENVIRONMENT, "")
        if "://" not in named:
            return _file(Path(named, _FILE) if named else default_path())
        where = named
    if isinstance(where, str) and "://" in where:
        return _url(where)
    path = Path(where)
    return _file(path / _FILE if path.is_dir() else path)


def shown(url: URL) -> str:
    """Return the location of a library, without a password.

    >>> shown(locate("postgresql://ann:secret@host/games"))
    'games at host'
    """
    if url.get_backend_name() == "sqlite":
        return url.database or "the database"
    host = url.host or url.query.get("host") or "this machine"
    return f"{url.database or url.username or 'the database'} at {host}"


def bad_place() -> StoreError:
    """Return the error for a text that cannot be the URL of a library."""
    return StoreError(
        "bad_place",
        "that is no address of a database that can be used here; give a file, or a URL such as "
        "sqlite:///games.db or postgresql://name@host/games",
    )


def _file(path: Path) -> URL:
    return URL.create("sqlite", database=str(path.absolute()))


def _url(text: str) -> URL:
    try:
        url = make_url(text)
        return url.set(drivername=_DRIVERS[url.drivername])
    except (ArgumentError, KeyError, ValueError) as error:
        raise bad_place() from error
