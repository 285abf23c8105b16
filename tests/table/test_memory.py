"""A table without a server: its service over a store in memory."""

import random
from datetime import UTC, datetime

from pegout.rules import Rules
from pegout.table.memory import MemoryStore
from pegout.table.service import TableService
from pegout.table.state import plan_table
from pegout.text import language
from pegout.wire.codecs import ACTIONS
from pegout.wire.http import Order, SeatOrder
from pegout.wire.table import Act, Done
from tests.cases import present
from tests.sources import sources

RULES = Rules(target=31)
EN = language("en")


def a_store(*kinds: str) -> MemoryStore:
    """Return a store with the table PINE, and people or levels at it."""
    store = MemoryStore(lambda: datetime(2026, 3, 1, tzinfo=UTC))
    seats = [SeatOrder(name, kind) for name, kind in zip(("Ann", "Ben"), kinds, strict=True)]
    state, _ = plan_table(Order(seats=seats), RULES)
    store.add_table("PINE", state.text())
    return store


def service(store: MemoryStore) -> TableService:
    return TableService(store, "PINE", sources("memory"))


def act(at: TableService, seat: int, chance: random.Random) -> None:
    """Let a person take any legal action."""
    match = present(at.match)
    action = ACTIONS.encode(chance.choice(match.legal(seat)))
    answer = at.ask(seat, EN, Act(f"r-{match.number}", match.setup.id, action))
    assert isinstance(answer, Done), answer


def test_a_whole_game_is_played_against_a_level() -> None:
    store = a_store("person", "club")
    table, chance = service(store), random.Random(1)
    match = present(table.match)
    while not match.over:
        turn = table.turn({})
        while turn is not None:
            turn = table.take(turn, turn.player.choose(turn.view), {})
        if 0 in match.to_act:
            act(table, 0, chance)
    match_id = match.setup.id
    assert store.summary(match_id).status == "over"
    assert store.record(match_id, 0) == match.record(0)
    assert service(store).match is not None, "the table can be loaded again"


def test_a_service_goes_on_from_what_another_has_stored() -> None:
    store, chance = a_store("person", "person"), random.Random(1)
    first, second = service(store), service(store)
    act(first, 0, chance)
    # The second has not seen that, and is refused by the store until it has.
    act(second, 1, chance)
    assert first.match is not None
    assert second.match is not None
    assert store.entries(second.match.setup.id) == list(second.match.entries)
    assert first.match.number < second.match.number
    first.refresh()
    assert first.match.entries == second.match.entries
