"""Open the tables of a library in this process: a new one, that of a match, one for practice."""

from typing import NamedTuple

from pegout.fairness import Secrets
from pegout.match import Match
from pegout.players import LEVELS
from pegout.storage import Library
from pegout.table.hand_counts import make_rules
from pegout.table.service import TableService
from pegout.table.state import code_of, new_token, plan_table, state_around, today
from pegout.table.store import new_id
from pegout.text import Translator
from pegout.wire.http import Order, TryAgain


def open_new(library: Library, order: Order, secrets: Secrets | None = None) -> TableService:
    """Set up a table, and open it; the key of the order is a new token.

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


def remove_match(library: Library, match_id: str) -> None:
    """Remove a match for good, with the table at which it is the current match.

    Raises:
        StoreError: ``unknown_match``; ``conflict`` if another program plays at the table.
    """
    row = library.table_with(match_id)
    if row is not None:
        # A table without its current match would begin it once more.
        library.delete_table(row.code, row.version)
    library.delete(match_id)


class PlayedDecision(NamedTuple):
    """A decision of a match, by the number of its event in the record of the game."""

    match: Match
    game: int
    number: int
    seat: int


def open_practice(
    library: Library, decision: PlayedDecision, level: str, t: Translator
) -> TableService:
    """Set up a practice table that continues from a decision, and open it.

    The match that was played stays as it is. A computer player of the level takes the seats of
    other persons.

    Raises:
        RulesError: ``no_decision`` if the seat decides nothing there, or its cards are unknown.
        StoreError: if the table could not be stored.
    """
    from pegout.table.practice_tables import PractisedGame, practice_table

    match, game, number, seat = decision
    record, request = match.record(seat), TryAgain(game, number, level, key=new_token())
    played = PractisedGame(record, record.games[game - 1], seat)
    state, _, begin = practice_table(played, request, LEVELS, t, today())
    code, current = code_of(request.key), state.matches[-1]
    # The match is stored first: a table without it would begin an ordinary match.
    library.create(state.setup(current), practice=begin)
    library.add_table(code, state.text(), current)
    return TableService(library, code)
