"""What every store does: the one in memory, and a library in each database."""

import random
from dataclasses import replace
from datetime import datetime, timedelta, timezone

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pegout.fairness import seeded_secrets
from pegout.match import MatchError, Seated, practice
from pegout.notation import replay_events, statistics
from pegout.rules import Discarded, Ready, Resign, Rules, Stop
from pegout.table.game_sums import KindErrors, SeatErrors
from pegout.table.store import Store, StoreError, Summary, TableRow
from tests.cases import raises_code
from tests.matches import VARIANTS, everything, go_on, play_on, step
from tests.sources import new_id
from tests.storage import stored
from tests.storage.conftest import MakeStore


@pytest.fixture
def store(make_store: MakeStore) -> Store:
    return make_store()


@pytest.fixture
def hourly(make_store: MakeStore) -> Store:
    """Return a store whose clock advances by an hour at every reading."""
    return make_store(stored.every_hour())


def test_ids_are_short_and_never_the_same() -> None:
    ids = {new_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert set(map(len, ids)) == {10}
    assert not set("".join(ids)) & set("01loi"), "nothing that is read for something else"


@settings(
    max_examples=settings().max_examples // 2,  # in each database
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(seed=st.integers(0, 10_000), variant=st.sampled_from(VARIANTS))
def test_a_match_is_loaded_at_the_very_position(store: Store, seed: int, variant: Rules) -> None:
    chance = random.Random(seed)
    for old in store.matches():
        store.delete(old.id)
    match = store.create(stored.a_setup(variant, games=2), seeded_secrets(seed))
    for _ in range(chance.randrange(40)):
        if match.over:
            break
        go_on(match, chance, undo=0.2)
        (summary,) = store.matches()
        assert summary.scores == match.view(None).scores
        assert (summary.points, summary.game) == (match.points, match.game)
        assert (summary.status == "over") == match.over
        assert summary.number == match.number
    again = store.load(match.setup.id, seeded_secrets(seed))
    assert everything(again) == everything(match)
    assert store.entries(match.setup.id) == list(match.entries)
    last = max(match.number - 3, 0)
    assert store.entries(match.setup.id, last) == list(match.entries[last:])


def test_a_summary_tells_what_the_match_is(make_store: MakeStore) -> None:
    times = iter(stored.START + timedelta(minutes=at) for at in range(9999))
    store = make_store(lambda: next(times))
    match = store.create(stored.a_setup(Rules("half", players=3), play_to=2))
    assert store.matches() == [
        Summary(
            id=match.setup.id,
            created=stored.START,
            updated=stored.START,
            status="playing",
            names=("Ann", "Ben", "Cleo"),
            kinds=("person", "club", "club"),
            preset="half",
            games=1,
            play_to=2,
            game=1,
            scores=(0, 0, 0),
            points=(0, 0, 0),
            winners=(),
            number=4,
        )
    ]
    play_on(match, random.Random(1))
    (summary,) = store.matches()
    assert summary.created == stored.START < summary.updated
    assert summary.updated.utcoffset() == timedelta(0)
    assert (summary.status, summary.game, summary.points) == ("over", match.game, match.points)
    assert [summary.points[side] >= 2 for side in range(3)] == [
        side in summary.winners for side in range(3)
    ]


def test_a_summary_tells_who_resigned_and_of_what_was_stopped(make_store: MakeStore) -> None:
    store = make_store()
    match = store.create(stored.a_setup(Rules("half"), people=2, games=2))
    match.act(1, Resign(1))
    assert store.matches()[0].resigned == 1
    match.next_game()
    assert store.matches()[0].resigned is None
    match.act(0, Stop(0))
    match.act(1, Stop(1))
    (summary,) = store.matches()
    assert (summary.status, summary.winners, summary.resigned) == ("over", (), None)
    assert summary.points == match.points != (0, 0)
    assert everything(store.load(match.setup.id)) == everything(match)


def sums_by_record(store: Store, match_id: str) -> list[list[int]]:
    """Return for each game and seat what the record tells of its deals and points."""
    record = store.record(match_id, checked=False)
    return [
        [seat.deals, seat.play, seat.hands, seat.hand, seat.cribs, seat.crib]
        for game in record.games
        for seat in statistics(replace(record, games=(game,)))
    ]


@settings(
    max_examples=settings().max_examples // 4,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(seed=st.integers(0, 10_000), variant=st.sampled_from(VARIANTS))
def test_a_game_is_summed_up_as_it_ends(store: Store, seed: int, variant: Rules) -> None:
    chance = random.Random(seed)
    match = store.create(stored.a_setup(variant, games=2), seeded_secrets(seed))
    ended = 0
    while not match.over:
        go_on(match, chance, undo=0.1)
        ended += match.game_over
        numbers = [game.number for game in store.games([match.setup.id])]
        assert numbers == list(range(1, len(match.results) + 1))
        if ended == 1:
            # The rest of the match is played by another program.
            match, ended = store.load(match.setup.id, seeded_secrets(seed)), 2
    games = store.games([match.setup.id])
    assert [game.sums.winners for game in games] == [result.winners for result in match.results]
    assert games[-1].sums.scores == store.summary(match.setup.id).scores
    totals = [
        list(msgspec.structs.astuple(seat.dealer.plus(seat.pone)))
        for game in games
        for seat in game.sums.seats
    ]
    assert totals == sums_by_record(store, match.setup.id)
    for game in games:
        dealt = sum(seat.dealer.deals for seat in game.sums.seats)
        assert dealt == game.sums.seats[0].dealer.deals + game.sums.seats[0].pone.deals
    store.delete(match.setup.id)
    assert store.games([match.setup.id]) == []


def test_errors_are_kept_with_a_game_and_go_with_it(store: Store) -> None:
    match = play_on(store.create(stored.a_setup()), random.Random(1))
    errors = (SeatErrors(KindErrors(12, 3.5, 0.05), luck=0.25), SeatErrors())
    store.keep_errors(match.setup.id, 1, errors)
    store.keep_errors(match.setup.id, 2, errors)
    store.keep_errors("another", 1, errors)
    (game,) = store.games()
    assert game.errors == errors
    assert game.errors[0].chance == 0.05
    store.delete(match.setup.id)
    assert store.games() == []


def test_practice_is_marked_in_the_sums(store: Store) -> None:
    match = play_on(store.create(stored.a_setup()), random.Random(1))
    record = match.record()
    events = [event for event, _ in replay_events(record.rules, record.games[0])]
    at = next(at for at, event in enumerate(events) if isinstance(event, Discarded))
    again = store.create(stored.a_setup(record.rules), practice=practice(record, 1, at))
    play_on(again, random.Random(2))
    assert [game.sums.practice for game in store.games([match.setup.id])] == [False]
    assert [game.sums.practice for game in store.games([again.setup.id])] == [True]


def test_times_are_kept_in_utc_whatever_the_clock_shows(make_store: MakeStore) -> None:
    clock = datetime(2026, 3, 1, 12, tzinfo=timezone(timedelta(hours=5)))
    store = make_store(lambda: clock)
    store.create(stored.a_setup())
    (summary,) = store.matches()
    assert summary.created == clock
    assert summary.created.hour == 7


def test_the_match_that_was_played_last_is_listed_first(store: Store) -> None:
    matches = [store.create(stored.a_setup()) for _ in range(4)]
    play_on(matches[0], random.Random(1))
    matches[2].act(0, Ready(0))
    order = [matches[place].setup.id for place in (2, 0, 3, 1)]
    assert [match.id for match in store.matches()] == order
    assert [match.id for match in store.matches(limit=2)] == order[:2]
    assert [match.id for match in store.matches("over")] == [order[1]]
    assert [match.id for match in store.matches("playing", 1)] == [order[0]]
    assert store.matches(limit=0) == []


def test_an_id_is_given_once(store: Store) -> None:
    match = store.create(stored.a_setup())
    assert stored.refusal(store.create, match.setup) == "exists"
    assert store.entries(match.setup.id) == list(match.entries)


@pytest.mark.parametrize("name", ["nowhere", "", "no\0where", "\ud800", "x" * 1000])
def test_a_match_that_is_not_there(store: Store, name: str) -> None:
    for ask in (store.load, store.entries, store.summary, store.record, store.delete):
        with raises_code(StoreError, "unknown_match", match="there is no match"):
            ask(name)
    assert stored.refusal(store.rename, name, 0, "Zoe") == "unknown_match"
    assert store.find_answer(name, 0, "r-1") is None


def test_who_acts_second_is_refused_and_can_load_again(store: Store) -> None:
    first = store.create(stored.a_setup())
    second = store.load(first.setup.id)
    first.act(0, Ready(0))
    before = everything(second)
    with raises_code(StoreError, "conflict", match="load it again"):
        second.act(1, Ready(1))
    assert everything(second) == before
    assert store.entries(first.setup.id) == list(first.entries)
    store.load(first.setup.id).act(1, Ready(1))
    assert stored.refusal(first.act, 1, Ready(1)) == "conflict"


@settings(
    max_examples=settings().max_examples // 4,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(seed=st.integers(0, 10_000), variant=st.sampled_from(VARIANTS))
def test_two_who_catch_up_take_turns(store: Store, seed: int, variant: Rules) -> None:
    chance = random.Random(seed)
    match = store.create(stored.a_setup(variant, games=2), seeded_secrets(seed))
    match_id = match.setup.id
    other = store.load(match_id, seeded_secrets(seed))
    while not match.over:
        for _ in range(chance.randrange(1, 4)):
            if not match.over:
                go_on(match, chance, undo=0.1)
        other.catch_up(store.entries(match_id, other.number))
        assert everything(other) == everything(match)
        match, other = other, match
    summary = store.summary(match_id)
    assert (summary.number, summary.points) == (match.number, match.points)
    assert summary.scores == match.view(None).scores
    assert [game.number for game in store.games([match_id])] == [1, 2]


def test_a_deleted_match_takes_no_entry(store: Store) -> None:
    match, other = store.create(stored.a_setup()), store.create(stored.a_setup())
    store.delete(match.setup.id)
    assert stored.refusal(match.act, 0, Ready(0)) == "unknown_match"
    assert stored.refusal(store.load, match.setup.id) == "unknown_match"
    assert [summary.id for summary in store.matches()] == [other.setup.id]


def test_a_granted_request_is_found_by_its_seat_and_id(store: Store) -> None:
    match = store.create(stored.a_setup(people=2))
    (entry,) = match.note(0, "r-1")
    match.act(1, Ready(1), "r-2")
    match_id = match.setup.id
    assert store.find_answer(match_id, 0, "r-1") == entry.number
    assert store.find_answer(match_id, 1, "r-2") == match.find_answer(1, "r-2")
    assert store.find_answer(match_id, 1, "r-1") is None
    assert store.find_answer(match_id, 0, "") is None


def test_a_renamed_player_has_the_name_everywhere(store: Store) -> None:
    match = store.create(stored.a_setup(people=2))
    match_id = match.setup.id
    store.rename(match_id, 1, "Zoë")
    assert store.summary(match_id).names == ("Ann", "Zoë")
    again = store.load(match_id)
    assert [seated.name for seated in again.setup.seats] == ["Ann", "Zoë"]
    assert [player.name for player in store.record(match_id).players] == ["Ann", "Zoë"]
    again.act(0, Ready(0))
    assert store.summary(match_id).names == ("Ann", "Zoë")
    with raises_code(MatchError, "bad_name"):
        store.rename(match_id, 0, "Zoë")


def test_a_record_is_what_a_seat_may_see(store: Store) -> None:
    match = store.create(stored.a_setup(people=2))
    for _ in range(6):
        step(match, random.Random(1))
    for seat in (None, 0, 1):
        assert store.record(match.setup.id, seat) == match.record(seat)
    play_on(match, random.Random(1))
    assert store.record(match.setup.id) == match.record()


def test_the_longest_names_and_ids_can_be_stored(store: Store) -> None:
    names = (Seated("\U0001f0a1" * 24), Seated('"\\Zoë%s:x' + "ß" * 10, "é" * 100))
    setup = replace(stored.a_setup(), id="\U0001f0a1" * 128, seats=names, event="ñ" * 100)
    match = store.create(setup)
    assert store.load(setup.id).setup == setup
    assert store.matches()[0].names == tuple(seated.name for seated in names)
    assert store.matches()[0].id == match.setup.id


def test_a_table_is_found_by_its_code(hourly: Store) -> None:
    row = hourly.add_table("PINE", '{"name": "Zoë"}')
    assert row == TableRow("PINE", 1, '{"name": "Zoë"}', "", stored.START, stored.START)
    other = hourly.add_table("OAK", "", "k7qx")
    assert hourly.table("PINE") == row
    assert hourly.table("OAK") == other
    assert (other.match_id, other.created) == ("k7qx", stored.START + stored.HOUR)


def test_the_table_of_a_current_match_is_found(hourly: Store) -> None:
    hourly.add_table("PINE", "one")
    row = hourly.add_table("OAK", "two", "k7qx")
    assert hourly.table_with("k7qx") == row
    for match_id in ("", "other", "\x00"):
        assert hourly.table_with(match_id) is None


def test_a_table_is_changed_by_who_saw_it_last(hourly: Store) -> None:
    row = hourly.add_table("PINE", "one")
    changed = hourly.change_table("PINE", row.version, "two", "k7qx")
    assert changed == TableRow("PINE", 2, "two", "k7qx", stored.START, stored.START + stored.HOUR)
    assert stored.refusal(hourly.change_table, "PINE", row.version, "three", "") == "conflict"
    assert stored.refusal(hourly.change_table, "PINE", 3, "three", "") == "conflict"
    assert hourly.table("PINE") == changed
    assert hourly.change_table("PINE", 2, "three", "").version == 3


def test_a_code_is_given_once(hourly: Store) -> None:
    row = hourly.add_table("PINE", "one")
    assert stored.refusal(hourly.add_table, "PINE", "two") == "exists"
    assert hourly.table("PINE") == row


@pytest.mark.parametrize(
    "texts", [("", "one"), ("x" * 65, "one"), ("P\0", "one"), ("P", "o\0"), ("P", "one", "\udcff")]
)
def test_what_no_database_can_store_is_refused(hourly: Store, texts: tuple[str, ...]) -> None:
    assert stored.refusal(hourly.add_table, *texts) == "bad_text"
    hourly.add_table("P", "one")
    for state, match_id in (("o\0", ""), ("one", "k\0")):
        assert stored.refusal(hourly.change_table, "P", 1, state, match_id) == "bad_text"
    assert hourly.table("P").version == 1


def test_the_longest_texts_can_be_stored(hourly: Store) -> None:
    row = hourly.add_table("Ω" * 64, "\U0001f0a1", "\U0001f0a1" * 128)
    assert hourly.table("Ω" * 64) == row


@pytest.mark.parametrize("code", ["", "PINE", "pine", "P\0", "\ud800", "x" * 500, "%", "' OR 1=1"])
def test_a_table_that_is_not_there(hourly: Store, code: str) -> None:
    hourly.add_table("PINe", "")
    assert stored.refusal(hourly.table, code) == "unknown_table"
    assert stored.refusal(hourly.change_table, code, 1, "", "") == "unknown_table"


def test_tables_are_cleared_with_their_matches_unless_somebody_plays(hourly: Store) -> None:
    matches = [hourly.create(stored.a_setup()) for _ in range(3)]
    rows = [
        hourly.add_table(code, "", match.setup.id)
        for code, match in zip("ABC", matches, strict=True)
    ]
    rows.append(hourly.add_table("D", ""))
    changed = hourly.change_table("A", 1, "", matches[0].setup.id)
    before = hourly.now()
    matches[1].act(0, Ready(0))
    assert hourly.clear_tables(rows, before) == rows[2:]
    assert hourly.table("A") == changed
    assert stored.refusal(hourly.table, "C") == "unknown_table"
    left = {matches[0].setup.id, matches[1].setup.id}
    assert {summary.id for summary in hourly.matches()} == left
    assert hourly.clear_tables(rows, hourly.now()) == [rows[1]]


def test_numbers_of_another_version_are_not_given_and_are_replaced(store: Store) -> None:
    store.reviews.keep(stored.digest(1), stored.OLD, b"old", 10)
    assert store.reviews.find(stored.digest(1), stored.NEW) is None
    store.reviews.keep(stored.digest(1), stored.NEW, b"new", 10)
    assert store.reviews.find(stored.digest(1), stored.NEW) == b"new"
    assert store.reviews.find(stored.digest(1), stored.OLD) is None


def test_what_was_not_read_for_longest_makes_room(make_store: MakeStore) -> None:
    clock = stored.Clock()
    store = make_store(clock)
    for number in range(3):
        store.reviews.keep(stored.digest(number), stored.NEW, b"[]", 3)
        clock.time += stored.HOUR
    clock.time += stored.HOUR
    assert store.reviews.find(stored.digest(0), stored.NEW) == b"[]"
    store.reviews.keep(stored.digest(3), stored.NEW, b"[]", 3)
    assert stored.kept_reviews(store, 0, 1, 2, 3) == [0, 2, 3]


def test_listed_tables_are_found_until_their_match_is_over(hourly: Store) -> None:
    match = hourly.create(stored.a_setup(people=2))
    for code in "ab":
        hourly.add_table(code, "", listed=True)
    hourly.add_table("c", "", match.setup.id, listed=True)
    hourly.add_table("d", "")
    assert [row.code for row in hourly.listed_tables(9)] == ["c", "b", "a"]
    assert [row.code for row in hourly.listed_tables(2)] == ["c", "b"]
    for seat in (0, 1):
        match.act(seat, Stop(seat))
    assert [row.code for row in hourly.listed_tables(9)] == ["b", "a"]
    now = hourly.now()
    assert hourly.clear_tables([hourly.table("b")], now) != []
    assert [row.code for row in hourly.listed_tables(9)] == ["a"]
