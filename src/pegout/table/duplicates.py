"""Duplicate: several tables play the same deals, and the points of each seat are compared.

The secrets of all packs are drawn when the tables are set up, and stored with each of them, so that
every table commits to the same packs. One game is played. A side is compared with the sides that
had its cards at the other tables: by how much it did better than they did on average. Of two pairs
that change seats at the second table, the difference at the first is the result of the match.
"""

from collections.abc import Collection, Sequence

import msgspec

from pegout.fairness import deal_label
from pegout.match import PackPlanned
from pegout.rules import Rules
from pegout.table.new_tables import add_once, key_of
from pegout.table.sources import Sources, make_id
from pegout.table.state import (
    OPEN,
    PERSON,
    TableRefused,
    TableState,
    code_of,
    derive,
    derive_key,
    plan_table,
)
from pegout.table.store import Store
from pegout.text import Translator
from pegout.wire import http as wire

#: The number of deals that are planned; those of a longer game are new at each table.
DEALS = 40


def set_up_duplicate(
    store: Store,
    wanted: wire.DuplicateWanted,
    rules: Rules,
    offered: Collection[str],
    sources: Sources,
) -> wire.DuplicateMade:
    """Set up the tables of a duplicate.

    Persons of the order sit at the first table; their seats are free at the others. Repeating a
    request with the same key returns the same tables.

    Raises:
        TableRefused: ``bad_length`` for more than one game; others as
            :func:`~pegout.table.new_tables.set_up_table`.
        StoreError: if a table could not be stored.
    """
    order = wanted.order
    if (order.games, order.play_to) != (1, 0):
        raise TableRefused("bad_length", "a duplicate is one game at every table")
    key = key_of(order.key, sources)
    packs = make_id(derive(key, "packs"))
    planned = draw_packs(packs, rules.players, sources)
    made = []
    for number in range(wanted.tables):
        own = derive_key(key, f"table {number}")
        seats = order.seats if not number else [_free(seat) for seat in order.seats]
        state, held = plan_table(
            msgspec.structs.replace(order, key=own, seats=seats), rules, offered, hosted=False
        )
        state = msgspec.structs.replace(state, dealer=order.dealer, packs=packs, planned=planned)
        code = code_of(own)
        add_once(store, code, state)
        # A repeated request has the packs that were stored at first.
        planned = TableState.read(store.table(code)).planned
        made.append(wire.Made(code, held))
    return wire.DuplicateMade(packs, made)


def _free(seat: wire.SeatOrder) -> wire.SeatOrder:
    return wire.SeatOrder("", OPEN) if seat.kind == PERSON else seat


def draw_packs(packs: str, players: int, sources: Sources) -> tuple[PackPlanned, ...]:
    """Draw the secret of each pack; nobody adds a text to it, and the secret cuts."""
    return tuple(
        [
            PackPlanned(
                deal, sources.secrets(deal_label(packs, 1, deal)).hex(), ("",) * players, None
            )
            for deal in range(1, DEALS + 1)
        ]
    )


def standings(store: Store, codes: Sequence[str], t: Translator) -> wire.Standings:
    """Return how the tables of a duplicate stand, and compare those whose game is over.

    Raises:
        TableRefused: ``no_duplicate`` for tables that do not play the same deals.
        StoreError: ``unknown_table``, or if a table could not be read.
    """
    states = [TableState.read(store.table(code)) for code in codes]
    if len(set(codes)) < len(codes) or {state.packs for state in states} != {states[0].packs}:
        raise TableRefused("no_duplicate", "expected different tables that play the same deals")
    if not states[0].packs:
        raise TableRefused("no_duplicate", "these tables do not share their deals")
    sides = states[0].made_rules().sides
    scores = [_scores(store, state) for state in states]
    leads = [[lead_of(score, side) for side in range(sides)] if score else [] for score in scores]
    tables = [
        wire.DuplicateTable(
            code,
            [seat.name for seat in state.seats],
            "over" if score is not None else "playing" if state.full else "open",
            list(score or ()),
            [ahead_of(leads, at, side) for side in range(sides)] if score is not None else [],
        )
        for at, (code, state, score) in enumerate(zip(codes, states, scores, strict=True))
    ]
    left = sum(table.status != "over" for table in tables)
    says = (
        t.plural("{n} table is still playing.", "{n} tables are still playing.", left)
        if left
        else t("All tables have finished.")
    )
    return wire.Standings(states[0].packs, not left, tables, says)


def _scores(store: Store, state: TableState) -> tuple[int, ...] | None:
    """Return the scores of the first match of a table, if it is over."""
    if not state.matches:
        return None
    match = store.summary(state.matches[0])
    return match.scores if match.status == "over" else None


def lead_of(points: Sequence[int], side: int) -> int:
    """Return by how much a side is ahead of the best other.

    >>> lead_of((61, 40, 55), 0), lead_of((61, 40, 55), 1)
    (6, -21)
    """
    return points[side] - max(score for at, score in enumerate(points) if at != side)


def ahead_of(leads: Sequence[Sequence[int]], at: int, side: int) -> float | None:
    """Return how much better a side did than those with its cards at other tables, on average.

    There is one lead for each side of each table, and none for a table that is still playing.

    >>> ahead_of([(20, -20), (10, -10), ()], 0, 0), ahead_of([(20, -20)], 0, 0)
    (10.0, None)
    """
    others = [lead[side] for number, lead in enumerate(leads) if lead and number != at]
    return leads[at][side] - sum(others) / len(others) if others else None
