"""The list of open tables: those whose makers want everybody to find them.

A table with a free seat is in it while one of its players is connected, so that nobody waits for a
player who has gone. A game is in it where its maker lets everybody watch.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final

from pegout.table.state import OPEN, TableRefused, TableState
from pegout.table.store import Store, StoreError, TableRow
from pegout.text import Translator
from pegout.wire import http as wire

#: The most tables in the list.
LISTED: Final = 50


def share_list(rows: Sequence[TableRow], addresses: Mapping[str, str]) -> list[TableRow]:
    """Return the rows of tables to which an address is connected, as many as the list may have.

    One address has at most half of the list.

    >>> moment = datetime(2026, 3, 1)
    >>> rows = [TableRow(str(number), 1, "", "", moment, moment) for number in range(99)]
    >>> many = {row.code: row.code for row in rows}
    >>> len(share_list(rows, dict.fromkeys(many, "one"))), len(share_list(rows, many))
    (25, 50)
    """
    counts: Counter[str] = Counter()
    found = []
    for row in rows:
        address = addresses.get(row.code)
        if address is not None and counts[address] < LISTED // 2:
            counts[address] += 1
            found.append(row)
    return found[:LISTED]


def list_tables(store: Store, rows: Sequence[TableRow], t: Translator) -> wire.ListedTables:
    """Return the list with the open tables of some rows, and the games to watch."""
    now, found = store.now(), []
    for row in rows:
        # A table may be removed meanwhile, and what is damaged is in no list.
        with suppress(StoreError, TableRefused):
            listed = _listed(store, row, TableState.read(row), now)
            if listed is not None:
                found.append(listed)
    found.sort(key=lambda table: table.status)
    waiting = sum(table.status == "open" for table in found)
    says = (
        t.plural("{n} table waits for a player.", "{n} tables wait for a player.", waiting)
        if waiting
        else t("No table waits for a player just now.")
    )
    return wire.ListedTables(found, says)


def _listed(
    store: Store, row: TableRow, state: TableState, now: datetime
) -> wire.ListedTable | None:
    """Return the entry of a table, or nothing for a game that is not to be watched."""
    options = state.options
    if state.full and not (options.listed_game and options.spectators):
        return None
    match = store.summary(row.match_id) if row.match_id else None
    rules = state.made_rules()
    seats = [
        wire.ListedSeat(
            seat.name if options.listed_names else "", seat.kind if seat.taken else OPEN
        )
        for seat in state.seats
    ]
    since = row.created if match is None else match.created
    return wire.ListedTable(
        row.code,
        "playing" if state.full else "open",
        seats,
        rules.preset,
        rules.target,
        state.games,
        state.play_to,
        [] if match is None else list(match.scores),
        max(0, int((now - since).total_seconds())),
    )
