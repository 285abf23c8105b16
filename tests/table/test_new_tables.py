"""Tables are set up from a store and given sources, and from nothing else."""

from datetime import UTC, datetime

import pytest

from pegout.match import Seated, Setup
from pegout.rules import Rules, RulesError
from pegout.table.memory import MemoryStore
from pegout.table.new_tables import set_up_table, table_of_match
from pegout.table.offers import offered_levels
from pegout.table.service import TableService
from pegout.wire.http import Join, Made, Order, SeatOrder
from tests.sources import TODAY, sources

PAIR = [SeatOrder("Ann"), SeatOrder("", "open")]
KEY = "0123456789abcdefghijklmnopqrstuv"


def a_store() -> MemoryStore:
    return MemoryStore(lambda: datetime(2026, 3, 1, tzinfo=UTC))


def make(store: MemoryStore, order: Order, name: str = "new tables") -> Made:
    return set_up_table(store, order, Rules(), offered_levels(), sources(name))


def test_the_same_sources_make_the_same_table() -> None:
    first, second = a_store(), a_store()
    tables = [make(store, Order(seats=PAIR)) for store in (first, second)]
    assert tables[0] == tables[1]
    services = [TableService(store, tables[0].code, sources("a")) for store in (first, second)]
    seats = [service.join(Join("Ben")) for service in services]
    assert seats[0] == seats[1]
    setups = [service.playing().setup for service in services]
    assert setups[0] == setups[1]
    assert setups[0].date == TODAY
    other = make(a_store(), Order(seats=PAIR), "others")
    assert other.code != tables[0].code
    assert other.seats != tables[0].seats


def test_a_key_makes_one_table_however_often_it_is_used() -> None:
    store = a_store()
    first = make(store, Order(seats=PAIR, key=KEY))
    assert make(store, Order(seats=PAIR, key=KEY), "others") == first
    with pytest.raises(RulesError, check=lambda error: error.code == "key_taken"):
        make(store, Order(seats=PAIR, key=KEY, games=2))
    with pytest.raises(RulesError, check=lambda error: error.code == "weak_token"):
        make(store, Order(seats=PAIR, key="0" * 32))


def test_a_match_that_was_begun_without_a_table_gets_one_and_keeps_it() -> None:
    store = a_store()
    store.create(Setup("k7qx", Rules(), (Seated("Ann"), Seated("Ben", "club"))))
    code = table_of_match(store, "k7qx", sources("a"))
    assert store.table(code).match_id == "k7qx"
    assert table_of_match(store, "k7qx", sources("b")) == code
