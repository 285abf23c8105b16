"""A library that exists already, for commands that look into it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import click

from pegout.text.language import Translator

if TYPE_CHECKING:
    from pegout.storage import Library
    from pegout.table.store import TableRow


def open_library(t: Translator, database: str | None, *, or_empty: bool = False) -> Library:
    """Open an existing library; never create one.

    With ``or_empty``, somebody who has no library of their own yet gets an empty one in memory.
    """
    from pegout.storage import Library
    from pegout.storage.locations import SqliteLocation, locate

    location = locate(database)
    if isinstance(location, SqliteLocation):
        path = location.path
        if path is not None and not path.exists():
            if or_empty and database is None:
                return Library.open("sqlite://")
            raise click.ClickException(t("There is no library {location}.", location=location))
    return Library.open(database)


def every_table(library: Library) -> Sequence[TableRow]:
    """Return every table of a library, the oldest first."""
    return library.tables(datetime.now(UTC) + timedelta(days=1))
