"""Practice tables: each continues from a decision of a game that was played, or a position."""

import hashlib
from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple, TypeAlias

import msgspec

from pegout.evaluation.likely_discards import likely_discards
from pegout.match import Practice, opponents, practice, practice_position
from pegout.match.log import MAX_NAME
from pegout.notation import GameRecord, Record, write_position
from pegout.notation.replay import FIRST_NUMBER
from pegout.rules import RulesError
from pegout.table.names import can_be_read, looks_like, tidy
from pegout.table.new_tables import add_once, key_of
from pegout.table.offers import free_name
from pegout.table.positions import read_position_question
from pegout.table.replays import names_of
from pegout.table.sources import Sources
from pegout.table.state import TableState, check_level, code_of, match_of, plan_table
from pegout.table.store import Store, StoreError
from pegout.text import Translator
from pegout.wire.http import (
    Made,
    Order,
    PlayPosition,
    PositionWanted,
    SeatGranted,
    SeatOrder,
    TryAgain,
)
from pegout.wire.table import TableOptions


class PractisedGame(NamedTuple):
    """A game of a record that may be practised, and the seat whose decisions are practised."""

    record: Record
    game: GameRecord
    seat: int


class Beginning(NamedTuple):
    """Where a practice table begins, who sits there, and what names the request for it."""

    practice: Practice
    seats: list[SeatOrder]
    request: tuple[object, ...]


#: A function that finds the beginning, from the computer players on offer and a table's sources.
Begin: TypeAlias = Callable[[Collection[str], Sources], Beginning]


def set_up_practice(
    store: Store, begin: Begin, key: str, offered: Collection[str], sources: Sources
) -> Made:
    """Set up a practice table.

    The same request with the same key sets up the same table; see
    :func:`~pegout.table.new_tables.set_up_table`.

    Raises:
        RulesError: as there; ``no_decision`` if the seat decides nothing at that point, or its
            cards are unknown; ``unknown_level``.
        StoreError: if the table could not be stored.
    """
    key = key_of(key, sources)
    beginning = begin(offered, sources)
    state, held = practice_table(beginning, key, offered, sources)
    code = code_of(key)
    try:
        # The match is stored first: a table without it would begin an ordinary match.
        setup = state.setup(state.matches[-1])
        store.create(setup, sources.secrets, practice=beginning.practice)
    except StoreError as error:
        if error.code != "exists":
            raise
    add_once(store, code, state)
    return Made(code, held)


def practice_table(
    beginning: Beginning, key: str, offered: Collection[str], sources: Sources
) -> tuple[TableState, list[SeatGranted]]:
    """Plan a practice table; return it with the token of its seat."""
    begin = beginning.practice
    options = TableOptions(chat=False, spectators=False)
    order = Order(seats=beginning.seats, options=options, key=key)
    state, held = plan_table(order, begin.rules, offered)
    state = state.next_match(match_of(key), begin.dealer, sources.today())
    content = msgspec.json.encode((order, *beginning.request), order="deterministic")
    digest = hashlib.sha256(content).hexdigest()
    return msgspec.structs.replace(state, order=digest, practice=True), held


def begin_at_decision(
    played: PractisedGame,
    request: TryAgain,
    t: Translator,
    offered: Collection[str],
    sources: Sources,
) -> Beginning:
    """Begin at a decision of a game that was played.

    Computer players sit where they sat in the game; a computer player of the requested level takes
    every other seat.

    Raises:
        RulesError: ``no_decision`` if the seat decides nothing there, ``unknown_level``.
    """
    record, game, seat = played
    check_level(request.level, offered)
    kinds = [player.kind for player in record.players]
    service = opponents(kinds, seat, offered, request.level)
    replaced = [at for at, kind in enumerate(kinds) if at != seat and kind != service[at]]
    at = request.number - FIRST_NUMBER
    begin = practice(
        record,
        game.number,
        at,
        replaced=replaced,
        chance=sources.chance,
        habits=likely_discards,
    )
    if begin.began.seat != seat:
        raise RulesError("no_decision", f"entry {request.number} is no decision of seat {seat}")
    seats = list(map(SeatOrder, _names(record, seat, t), service))
    # The key is in the order already.
    request = msgspec.structs.replace(request, key="")
    return Beginning(begin, seats, (record.match, request))


def begin_at_position(
    request: PlayPosition, t: Translator, offered: Collection[str], sources: Sources
) -> Beginning:
    """Begin at a position, with the unknown cards drawn by what the other seats have done.

    Raises:
        RulesError: ``unknown_level``; ``bad_position`` or ``unreachable_scores`` where no game can
            go on; other codes for a text that is no position in which a seat has to decide.
    """
    from pegout.search.range_sampling import sample_from_range

    check_level(request.level, offered)
    seen = read_position_question(PositionWanted(request.position), t)
    begin = practice_position(
        sample_from_range(seen, sources.chance), seen.seat, write_position(seen)
    )
    seats = seats_around(request.name, seen.seat, seen.rules.players, request.level, t)
    return Beginning(begin, seats, (msgspec.structs.replace(request, key=""),))


def seats_around(name: str, own: int, players: int, level: str, t: Translator) -> list[SeatOrder]:
    """Return the seats of a table at which one person plays against a level.

    A name that a table does not allow is replaced by a default.
    """
    name = tidy(name)
    taken = [name if _is_fine(name, []) else t("Player")]
    seats = []
    for seat in range(players):
        if seat == own:
            seats.append(SeatOrder(taken[0], "person"))
        else:
            taken.append(free_name(taken, looks_like))
            seats.append(SeatOrder(taken[-1], level))
    return seats


def _names(record: Record, seat: int, t: Translator) -> Iterator[str]:
    """Yield the names of a record, with substitutes for those that a table does not allow."""
    names = [tidy(name) for name in names_of(record.players, t)]
    first = names[seat]
    taken = [first if _is_fine(first, []) else free_name(names, looks_like)]
    for at, name in enumerate(names):
        if at == seat:
            yield taken[0]
            continue
        taken.append(name if _is_fine(name, taken) else free_name([*names, *taken], looks_like))
        yield taken[-1]


def _is_fine(name: str, taken: Collection[str]) -> bool:
    """Return whether a table with these names taken allows another name."""
    return (
        0 < len(name) <= MAX_NAME
        and name == name.strip()
        and name.isprintable()
        and can_be_read(name)
        and not any(looks_like(name, other) for other in taken)
    )
