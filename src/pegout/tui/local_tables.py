"""Open the tables of a library in this process: a new one, that of a match, one for practice."""

from __future__ import annotations

from pegout.fairness import Secrets
from pegout.match import Match
from pegout.players import LEVELS
from pegout.storage import Library
from pegout.table.hand_counts import make_rules
from pegout.table.service import TableService
from pegout.table.state import code_of, plan_table, state_around, today
from pegout.table.store import new_id
from pegout.text import Translator
from pegout.wire.http import Order, TryAgain


def open_new(library: Library, order: Order, secrets: Secrets | None = None) -> TableService:
    """Set up a table, and open it.

    Args:
        library: the library that stores it.
        order: the players and the rules; its key is a new token.
        secrets: the source of the packs' secrets; unpredictable unless given.

    Raises:
        RulesError: if nobody could play at the table.
        StoreError: if it could not be stored.
    """
    rules = make_rules(order.preset, order.switches)
    state, _ = plan_table(order, rules, LEVELS, hosted=False)
    code = code_of(order.key)
    library.add_table(code, state.text())
    return TableService(library, code, secrets)


def open_match(library: Library, match_id: str, secrets: Secrets | None = None) -> TableService:
    """Open the table of a match; a match that was begun without a table gets one.

    Raises:
        StoreError: ``unknown_match``; other codes if it could not be read.
    """
    row = library.table_with(match_id)
    if row is None:
        state = state_around(library.load(match_id))
        row = library.add_table(new_id(), state.text(), match_id)
    return TableService(library, row.code, secrets)


def open_practice(
    library: Library, match: Match, request: TryAgain, seat: int, t: Translator
) -> TableService:
    """Set up a practice table that continues from a decision of a match, and open it.

    Args:
        library: the library that stores it.
        match: the match that was played, which does not change.
        request: the decision to continue from; its key is a new token.
        seat: the seat that made it.
        t: the language, for players without a name.

    Raises:
        RulesError: ``no_decision`` if the seat decides nothing there, or its cards are unknown.
        StoreError: if the table could not be stored.
    """
    from pegout.table.practice_tables import PractisedGame, practice_table

    record, code = match.record(seat), code_of(request.key)
    played = PractisedGame(record, record.games[request.game - 1], seat)
    state, _, begin = practice_table(played, request, LEVELS, t, today())
    current = state.matches[-1]
    # The match is stored first: a table without it would begin an ordinary match.
    library.create(state.setup(current), practice=begin)
    library.add_table(code, state.text(), current)
    return TableService(library, code)
