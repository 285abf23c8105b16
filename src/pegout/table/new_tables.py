"""Set up a table in a store: a new one, or one around a match that was begun without a table."""

from collections.abc import Collection

import msgspec

from pegout.rules import Rules
from pegout.table.sources import Sources
from pegout.table.state import (
    TableRefused,
    TableState,
    check_token,
    code_of,
    plan_table,
    state_around,
)
from pegout.table.store import Store, StoreError
from pegout.wire.http import Made, Order


def set_up_table(
    store: Store,
    order: Order,
    rules: Rules,
    offered: Collection[str],
    sources: Sources,
    *,
    hosted: bool = True,
) -> Made:
    """Set up a table; return its code, and the seats of the client that ordered it.

    Repeating an order with the same key returns the same table, in any program that has the store.
    An order without a key gets one. A table that is not hosted needs no person; see
    :func:`~pegout.table.state.plan_table`.

    Raises:
        RulesError: ``weak_token``; ``key_taken`` if another table was set up with the key;
            other codes for a table that nobody could play at.
        StoreError: if the table could not be stored.
    """
    key = key_of(order.key, sources)
    order = msgspec.structs.replace(order, key=key)
    state, held = plan_table(order, rules, offered, hosted=hosted)
    code = code_of(key)
    add_once(store, code, state)
    return Made(code, held)


def table_of_match(store: Store, match_id: str, sources: Sources) -> str:
    """Return the code of the table of a match; a match that was begun without one gets one.

    Raises:
        StoreError: ``unknown_match``; other codes if it could not be read.
    """
    row = store.table_with(match_id)
    if row is None:
        state = state_around(store.load(match_id))
        row = store.add_table(sources.new_id(), state.text(), match_id)
    return row.code


def key_of(key: str, sources: Sources) -> str:
    """Return the key of a request, or a new one if it has none.

    Raises:
        TableRefused: ``weak_token``.
    """
    if not key:
        return sources.new_token()
    check_token(key)
    return key


def add_once(store: Store, code: str, state: TableState) -> None:
    """Store a new table, unless it is stored already.

    Raises:
        TableRefused: ``key_taken`` if another table has the code.
        StoreError: if the table could not be stored.
    """
    current = state.matches[-1] if state.matches else ""
    try:
        store.add_table(code, state.text(), current, listed=state.options.listed)
    except StoreError as error:
        if error.code != "exists":
            raise
        if TableState.read(store.table(code)).order != state.order:
            raise TableRefused("key_taken", "another table was set up with this key") from None
