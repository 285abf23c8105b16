"""The removal of tables with all their matches."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from pegout.table.state import TableRefused, TableState
from pegout.table.store import Store, StoreError, TableRow


def remove_tables(
    library: Store, rows: Sequence[TableRow], before: datetime, *, unless_visited: bool = False
) -> list[TableRow]:
    """Remove tables with all their matches, and return those that were removed.

    A table with activity since a moment is kept with its current match; see
    :meth:`pegout.table.store.TableStore.clear_tables`.
    """
    gone = library.clear_tables(rows, before, unless_visited=unless_visited)
    for row in gone:
        for match_id in earlier_matches(row):
            with suppress(StoreError):
                library.delete(match_id)
    return gone


def earlier_matches(row: TableRow) -> list[str]:
    """Return the matches of a table before the current one."""
    try:
        return [match_id for match_id in TableState.read(row).matches if match_id != row.match_id]
    except TableRefused:
        # A table that cannot be read is removed too.
        return []
