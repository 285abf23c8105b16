"""A library that exists already, for commands that look into it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import click

from pegout.text.language import Translator

if TYPE_CHECKING:
    from pegout.storage import Library
    from pegout.storage.locations import Location
    from pegout.table.store import TableRow


def open_library(t: Translator, database: str | None, *, or_empty: bool = False) -> Library:
    """Open an existing library; never create one.

    With ``or_empty``, somebody who has no library of their own yet gets an empty one in memory.
    """
    from pegout.storage import Library
    from pegout.storage.locations import locate

    if or_empty and database is None and _is_missing(locate(database)):
        return Library.open("sqlite://")
    existing(t, database)
    return Library.open(database)


def existing(t: Translator, database: str | None) -> Location:
    """Return the location of a library; refuse a file that is not there."""
    from pegout.storage.locations import locate

    location = locate(database)
    if _is_missing(location):
        raise click.ClickException(t("There is no library {location}.", location=location))
    return location


def _is_missing(location: Location) -> bool:
    from pegout.storage.locations import SqliteLocation

    path = location.path if isinstance(location, SqliteLocation) else None
    return path is not None and not path.exists()


def every_table(library: Library) -> Sequence[TableRow]:
    """Return every table of a library, the oldest first."""
    return library.tables(datetime.now(UTC) + timedelta(days=1))
