"""Open the tables of a library in this process: a new one, that of a match, one for practice."""

from functools import partial
from typing import NamedTuple

from pegout.match import Match
from pegout.players import LEVELS
from pegout.school.guide import begin_lesson, guide_of
from pegout.storage import Library
from pegout.table.hand_counts import make_rules
from pegout.table.new_tables import set_up_table, table_of_match
from pegout.table.service import TableService
from pegout.table.sources import Sources
from pegout.text import Translator
from pegout.wire.http import LessonWanted, Order, PlayPosition, TryAgain


def open_new(library: Library, order: Order, sources: Sources) -> TableService:
    """Set up a table, and open it.

    Raises:
        RulesError: if nobody could play at the table.
        StoreError: if it could not be stored.
    """
    rules = make_rules(order.preset, order.switches)
    made = set_up_table(library, order, rules, LEVELS, sources, hosted=False)
    return TableService(library, made.code, sources)


def open_match(library: Library, match_id: str, sources: Sources) -> TableService:
    """Open the table of a match; a match that was begun without a table gets one.

    Raises:
        StoreError: ``unknown_match``; other codes if it could not be read.
    """
    code = table_of_match(library, match_id, sources)
    return TableService(library, code, sources, guide_of=guide_of)


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
    library: Library, decision: PlayedDecision, level: str, t: Translator, sources: Sources
) -> TableService:
    """Set up a practice table that continues from a decision, and open it.

    The match that was played stays as it is. A computer player of the level takes the seats of
    other persons.

    Raises:
        RulesError: ``no_decision`` if the seat decides nothing there, or its cards are unknown.
        StoreError: if the table could not be stored.
    """
    from pegout.table.practice_tables import PractisedGame, begin_at_decision, set_up_practice

    match, game, number, seat = decision
    record = match.record(seat)
    played = PractisedGame(record, record.games[game - 1], seat)
    begin = partial(begin_at_decision, played, TryAgain(game, number, level), t)
    made = set_up_practice(library, begin, "", LEVELS, sources)
    return TableService(library, made.code, sources)


def open_lesson(library: Library, name: str, t: Translator, sources: Sources) -> TableService:
    """Open the table of the first game with a guide that was begun, or else set up a new one.

    Raises:
        StoreError: if the table could not be read or stored.
    """
    from pegout.table.practice_tables import set_up_practice

    begun = _begun_lesson(library)
    if begun is not None:
        return open_match(library, begun, sources)
    begin = partial(begin_lesson, LessonWanted(name), t)
    made = set_up_practice(library, begin, "", LEVELS, sources)
    return TableService(library, made.code, sources, guide_of=guide_of)


def _begun_lesson(library: Library) -> str | None:
    playing = [match.id for match in library.matches(status="playing")]
    practised = library.find_practised(playing)
    for match_id in playing:
        practice = library.load(match_id).practice if match_id in practised else None
        if practice is not None and practice.lesson:
            return match_id
    return None


def open_start(
    library: Library, start: Order | PlayPosition, t: Translator, sources: Sources
) -> TableService:
    """Set up what a program was started with: a new table, or one that begins at a position."""
    if isinstance(start, Order):
        return open_new(library, start, sources)
    return open_position(library, start, t, sources)


def open_position(
    library: Library, request: PlayPosition, t: Translator, sources: Sources
) -> TableService:
    """Set up a practice table that begins at a position, and open it.

    Raises:
        RulesError: for a text that is no position in which a seat has to decide, or from which no
            game can go on.
        StoreError: if the table could not be stored.
    """
    from pegout.table.practice_tables import begin_at_position, set_up_practice

    made = set_up_practice(library, partial(begin_at_position, request, t), "", LEVELS, sources)
    return TableService(library, made.code, sources)
