"""The end of tables: closed by their host, or removed with all their matches."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final

import msgspec

from pegout.table.state import TableRefused, TableState
from pegout.table.store import Store, StoreError, TableRow, TableStore

#: The number of attempts to change a table that others change too.
_TRIES: Final = 4


def close_table(store: TableStore, code: str) -> None:
    """Close a table: nobody plays or watches there any more, and its matches stay as they are.

    Raises:
        StoreError: ``unknown_table``, ``conflict`` if it changes too often, or if it cannot be
            stored.
        TableRefused: ``damaged_table``.
    """
    for left in reversed(range(_TRIES)):
        row = store.table(code)
        state = TableState.read(row)
        if state.closed:
            return
        closed = msgspec.structs.replace(state, closed=True)
        try:
            store.change_table(code, row.version, closed.text(), row.match_id)
        except StoreError as error:
            # A player has sat down or a match has begun meanwhile.
            if error.code != "conflict" or not left:
                raise
        else:
            return


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
