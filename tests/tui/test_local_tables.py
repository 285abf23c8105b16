"""The tables of the terminal: stored like those of a server, and opened like them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from pegout.match import Automation
from pegout.players import ask
from pegout.rules import RulesError
from pegout.storage import Library
from pegout.table.offers import DEFAULT_LEVEL
from pegout.table.service import TableService
from pegout.table.state import TableState
from pegout.table.store import StoreError
from pegout.text import language
from pegout.tui.chips import last_options
from pegout.tui.local_seats import LocalSeats
from pegout.tui.local_tables import open_match, open_new, remove_match
from pegout.tui.settings import Settings
from tests.sources import sources
from tests.tui.table import a_setup, order_of

EN = language("en")
SOURCES = sources("local tables")


@pytest.fixture
def library() -> Iterator[Library]:
    with Library.open("sqlite://") as kept:
        yield kept


def seats(service: TableService, **settings: bool) -> LocalSeats:
    return LocalSeats(service, EN, Settings(**settings))  # type: ignore[arg-type]


def advance(local: LocalSeats) -> None:
    while (turn := local.turn()) is not None:
        local.take(turn, ask(turn.player, turn.view))


def test_a_new_game_is_a_table_of_the_library(library: Library) -> None:
    service = open_new(library, last_options(Settings(name="Ann"), EN).order(), SOURCES)
    state = TableState.read(library.table(service.code))
    assert [seat.name for seat in state.seats] == ["Ann", "Ben"]
    assert state.seats[0].key, "a token holds the seat of the person"
    assert not state.options.spectators
    match_id = service.playing().setup.id
    assert state.matches == (match_id,)
    assert open_match(library, match_id, SOURCES).code == service.code


def test_a_match_without_a_table_gets_one(library: Library) -> None:
    library.create(a_setup())
    service = open_match(library, "table", SOURCES)
    assert service.playing().setup == a_setup()
    assert open_match(library, "table", SOURCES).code == service.code


def test_automations_are_kept_with_the_seat(library: Library) -> None:
    service = open_new(library, order_of(a_setup()), SOURCES)
    seats(service, auto_go=True, auto_last=True)
    kept = {Automation.GO, Automation.ONLY_CARD}
    assert set(TableService(library, service.code, SOURCES).state.seats[0].automations) == kept
    assert service.playing().automations[0] == kept


def test_an_engine_of_a_server_is_played_by_a_level_here(library: Library) -> None:
    library.create(a_setup("person", "novice", first_deal="chosen"))
    row = library.table(open_match(library, "table", SOURCES).code)
    state = TableState.read(row)
    engine = msgspec.structs.replace(state.seats[1], kind="crusher")
    state = msgspec.structs.replace(state, seats=(state.seats[0], engine))
    library.change_table(row.code, row.version, state.text(), "table")
    local = seats(open_match(library, "table", SOURCES))
    assert [level.name for level in local.levels] == [DEFAULT_LEVEL]
    local.ready()
    advance(local)
    assert local.match.view(1).discards
    # The table keeps the engine, for when the server opens it again.
    assert TableState.read(library.table(row.code)).seats[1].kind == "crusher"


def test_computer_players_may_be_watched(library: Library) -> None:
    local = seats(open_new(library, order_of(a_setup("novice", "novice", target=31)), SOURCES))
    assert (local.persons, local.holder, local.may_hint) == ((), None, False)
    advance(local)
    assert local.match.over
    local.begin_next()
    assert not local.match.over


def test_a_match_is_removed_with_its_table(library: Library) -> None:
    service = open_new(library, order_of(a_setup()), SOURCES)
    first = service.playing().setup.id
    remove_match(library, first)
    assert not library.matches()
    with pytest.raises(StoreError, match="there is no table"):
        library.table(service.code)
    with pytest.raises(StoreError, match="there is no match"):
        remove_match(library, first)


def test_names_that_look_alike_are_refused(library: Library) -> None:
    choices = last_options(Settings(), EN).having(names=("Ben", "Bén", "Cora", "Dan"))
    with pytest.raises(RulesError, match="looks like"):
        choices.order()
    assert not choices.playable
    # The names of computer players make way for the player's own.
    assert last_options(Settings(name="Bén"), EN).names == ("Bén", "Cora", "Dan", "Eve")
