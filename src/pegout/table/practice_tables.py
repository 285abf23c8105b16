"""Practice tables: each continues from a decision of a game that was played."""

import hashlib
from collections.abc import Collection, Iterator
from typing import NamedTuple

import msgspec

from pegout.evaluation.likely_discards import likely_discards
from pegout.match import Practice, opponents, practice
from pegout.match.log import MAX_NAME
from pegout.notation import GameRecord, Record
from pegout.notation.replay import FIRST_NUMBER
from pegout.rules import RulesError
from pegout.table.names import can_be_read, looks_like, tidy
from pegout.table.new_tables import add_once, key_of
from pegout.table.offers import free_name
from pegout.table.replays import names_of
from pegout.table.sources import Sources
from pegout.table.state import TableState, check_level, code_of, match_of, plan_table
from pegout.table.store import Store, StoreError
from pegout.text import Translator
from pegout.wire.http import Made, Order, SeatGranted, SeatOrder, TryAgain
from pegout.wire.table import TableOptions


class PractisedGame(NamedTuple):
    """A game of a record that may be practised, and the seat whose decisions are practised."""

    record: Record
    game: GameRecord
    seat: int


def set_up_practice(
    store: Store,
    played: PractisedGame,
    request: TryAgain,
    offered: Collection[str],
    t: Translator,
    sources: Sources,
) -> Made:
    """Set up a practice table that continues from a decision.

    See :func:`~pegout.table.new_tables.set_up_table`.

    Raises:
        RulesError: as there; ``no_decision`` if the seat decides nothing at that point, or its
            cards are unknown.
        StoreError: if the table could not be stored.
    """
    key = key_of(request.key, sources)
    request = msgspec.structs.replace(request, key=key)
    state, held, begin = practice_table(played, request, offered, t, sources)
    code = code_of(key)
    try:
        # The match is stored first: a table without it would begin an ordinary match.
        store.create(state.setup(state.matches[-1]), sources.secrets, practice=begin)
    except StoreError as error:
        if error.code != "exists":
            raise
    add_once(store, code, state)
    return Made(code, held)


def practice_table(
    played: PractisedGame,
    request: TryAgain,
    offered: Collection[str],
    t: Translator,
    sources: Sources,
) -> tuple[TableState, list[SeatGranted], Practice]:
    """Plan a practice table.

    Computer players sit where they sat in the game; a computer player of the requested level takes
    every other seat. The same request with the same key plans the same table.

    Return the table, the token of its seat, and the position in which its match begins.

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
    wanted = map(SeatOrder, _names(record, seat, t), service)
    order = Order(
        seats=list(wanted), options=TableOptions(chat=False, spectators=False), key=request.key
    )
    state, held = plan_table(order, record.rules, offered)
    state = state.next_match(match_of(request.key), begin.dealer, sources.today())
    content = msgspec.json.encode((order, record.match, request), order="deterministic")
    digest = hashlib.sha256(content).hexdigest()
    return msgspec.structs.replace(state, order=digest, practice=True), held, begin


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
