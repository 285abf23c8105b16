"""The locations of a library: a file, a folder, or the URL of a database."""

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, unquote

from pegout.table.store import StoreError

_FILE: Final = "library.db"
_ENVIRONMENT: Final = "PEGOUT_DATA"
_SQLITE: Final = ("sqlite://", "sqlite+pysqlite://")
_POSTGRESQL: Final = re.compile(
    r"(?:postgres|postgresql|postgresql\+psycopg)://"
    r"(?:(?P<user>[^:/]*)(?::(?P<password>[^@]*))?@)?"
    r"(?:\[(?P<ipv6>[^/?]+)\]|(?P<host>[^/:?]*))(?::(?P<port>\d+))?"
    r"(?:/(?P<dbname>[^?]*))?(?:\?(?P<query>.*))?"
)


@dataclass(frozen=True, slots=True)
class SqliteLocation:
    """A library in SQLite.

    Its name is the path of its file, a URI that begins with ``file:``, or ``:memory:``.
    """

    name: str

    @property
    def path(self) -> Path | None:
        """The file of the library, if it has a named one."""
        return None if self.name.startswith((":memory:", "file:")) else Path(self.name)

    def __str__(self) -> str:
        return "the database" if self.name == ":memory:" else self.name


@dataclass(frozen=True, slots=True)
class PostgresqlLocation:
    """A library in PostgreSQL, with the options of the connection by their names in libpq."""

    options: dict[str, str] = field(repr=False)

    def __str__(self) -> str:
        options = self.options
        name = options.get("dbname") or options.get("user") or "the database"
        return f"{name} at {options.get('host') or 'this machine'}"


Location = SqliteLocation | PostgresqlLocation


def default_path() -> Path:
    """Return the file of the player's own library, in the system's folder for user data."""
    from platformdirs import user_data_dir

    return Path(user_data_dir("pegout", appauthor=False), _FILE)


def locate(where: str | os.PathLike[str] | None) -> Location:
    """Return the location of a library; as text it has no password.

    It is named by a URL, a file or an existing folder; without any, by the environment variable
    ``PEGOUT_DATA``, or else it is :func:`default_path`.

    >>> str(locate("postgresql://ann:secret@host/games"))
    'games at host'
    >>> locate("sqlite://")
    SqliteLocation(name=':memory:')

    Raises:
        StoreError: ``bad_place`` for a text that looks like a URL but cannot be used.
    """
    if where is None:
        named = os.environ.get(_ENVIRONMENT, "")
        if "://" not in named:
            return _file(Path(named, _FILE) if named else default_path())
        where = named
    if isinstance(where, str) and "://" in where:
        return _sqlite(where) if where.startswith(_SQLITE) else _postgresql(where)
    path = Path(where)
    return _file(path / _FILE if path.is_dir() else path)


def bad_location() -> StoreError:
    """Return the error for a text that cannot be the URL of a library."""
    return StoreError(
        "bad_place",
        "that is no address of a database that can be used here; give a file, or a URL such as "
        "sqlite:///games.db or postgresql://name@host/games",
    )


def _file(path: Path) -> SqliteLocation:
    return SqliteLocation(str(path.absolute()))


def _sqlite(url: str) -> SqliteLocation:
    host, _, name = url.partition("://")[2].partition("/")
    if host or ("?" in name and not name.startswith("file:")):
        raise bad_location()
    if not name or name.startswith((":memory:", "file:")):
        return SqliteLocation(name or ":memory:")
    return _file(Path(name))


def _postgresql(url: str) -> PostgresqlLocation:
    found = _POSTGRESQL.fullmatch(url)
    if found is None:
        raise bad_location()
    parts = {name: text for name, text in found.groupdict().items() if text}
    query = dict(parse_qsl(parts.pop("query", "")))
    if "ipv6" in parts:
        parts["host"] = parts.pop("ipv6")
    for name in ("user", "password"):
        if name in parts:
            parts[name] = unquote(parts[name])
    return PostgresqlLocation({**parts, **query})
