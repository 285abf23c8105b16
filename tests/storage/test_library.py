"""The library: it stores what has happened, and each match has one writer at a time."""

import json
import pickle
import random
import traceback
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from pegout.match import Match, MatchBegan, MatchError, Seated, SecretDrawn
from pegout.rules import GameEnded, Phase, Ready, Rules
from pegout.storage import Library
from pegout.storage.database import Database
from pegout.storage.log import read_event, write_event
from pegout.table.store import StoreError
from tests.cases import raises_code
from tests.databases import opened
from tests.matches import VARIANTS, everything, play_on, play_until, step
from tests.storage.stored import a_setup


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Library]:
    """Yield a library on a disk that has just become full."""
    with opened(tmp_path / "games.db") as (library, database):
        resize(database, None)
        yield library


def resize(database: Database, pages: int | None) -> None:
    """Limit a database of SQLite to this many pages, or to its present size."""
    with database.reading() as connection:
        ((present,),) = connection.rows("PRAGMA page_count")
        connection.rows(f"PRAGMA max_page_count = {pages or present}")


def execute(database: Database, query: str, *values: object) -> None:
    with database.writing() as connection:
        connection.execute(query, *values)


@pytest.mark.parametrize("variant", VARIANTS)
def test_whatever_is_logged_can_be_read_back(variant: Rules) -> None:
    match = play_on(Match(a_setup(variant, games=2)), random.Random(1))
    for _, event in match.entries:
        line = write_event(event)
        assert "\n" not in line
        assert line.isascii()
        assert read_event(line) == event


def test_a_match_is_there_after_a_restart(where: str) -> None:
    with Library.open(where) as library:
        match = library.create(a_setup())
        play_until(match, Phase.PLAY, random.Random(1))
    with Library.open(where) as library:
        again = library.load(match.setup.id)
        assert everything(again) == everything(match)
        assert play_on(again, random.Random(1)).over


# --- one writer -----------------------------------------------------------------------------------


def test_who_comes_second_in_another_program_may_load_again(library: Library, where: str) -> None:
    first = library.create(a_setup())
    with Library.open(where) as other:
        second = other.load(first.setup.id)
        first.act(0, Ready(0))
        before = everything(second)
        with raises_code(StoreError, "conflict", match="load it again"):
            second.act(1, Ready(1))
        assert everything(second) == before
        assert library.entries(first.setup.id) == list(first.entries)
        other.load(first.setup.id).act(1, Ready(1))
        with raises_code(StoreError, "conflict"):
            first.act(1, Ready(1))


def test_the_key_of_the_log_is_a_lock_by_itself(library: Library, inside: Database) -> None:
    match = library.create(a_setup())
    number = match.number + 1
    execute(inside, "INSERT INTO entries VALUES (?, ?, '{}')", match.setup.id, number)
    with raises_code(StoreError, "conflict"):
        match.act(0, Ready(0))
    assert match.number == number - 1
    assert library.matches()[0].number == number - 1, "the summary was not changed either"


def test_many_matches_are_played_at_once(library: Library) -> None:
    def play(number: int) -> Match:
        return play_on(library.create(a_setup()), random.Random(number))

    with ThreadPoolExecutor(6) as pool:
        played = list(pool.map(play, range(6)))
    assert len(library.matches("over")) == 6
    for match in played:
        assert library.entries(match.setup.id) == list(match.entries)


# --- missing matches ------------------------------------------------------------------------------


@pytest.mark.parametrize("half", ["\0", "\ud800"])
def test_no_match_can_have_what_no_database_can_store(half: str) -> None:
    setup = a_setup()
    for changes in ({"id": f"{half}so"}, {"event": f"{half}so"}, {"date": f"{half}so"}):
        with pytest.raises(ValueError, match="character"):
            replace(setup, **changes)  # type: ignore[arg-type]
    for seated in (Seated(f"An{half}n"), Seated("Ann", f"per{half}son")):
        with pytest.raises(MatchError):
            replace(setup, seats=(seated, *setup.seats[1:]))
    with pytest.raises(ValueError, match="character"):
        Match(setup).act(0, Ready(0, f"so{half}so"))


def test_nothing_is_left_of_a_deleted_match(library: Library, inside: Database) -> None:
    match, other = library.create(a_setup()), library.create(a_setup())
    library.delete(match.setup.id)
    with inside.reading() as connection:
        left = connection.rows("SELECT DISTINCT match_id FROM entries")
    assert left == [(other.setup.id,)]


def test_a_library_that_was_closed(library: Library) -> None:
    match = library.create(a_setup())
    library.close()
    library.close()
    for ask in (library.matches, lambda: match.act(0, Ready(0))):
        with raises_code(StoreError, "closed"):
            ask()


# --- failures to store ----------------------------------------------------------------------------


@pytest.mark.slow
def test_on_a_full_disk_nothing_happens_until_there_is_room(tmp_path: Path) -> None:
    with opened(tmp_path / "games.db") as (library, database):
        match = library.create(a_setup(Rules(first_deal="chosen"), people=1, games=3))
        resize(database, None)
        chance = random.Random(1)
        before = everything(match)
        with pytest.raises(StoreError, match="make room") as caught:  # noqa: PT012
            while True:
                before = everything(match)
                step(match, chance)
        assert caught.value.code == "disk_full"
        assert everything(match) == before
        assert everything(library.load(match.setup.id)) == before
        drawn = [event.secret for _, event in match.entries if isinstance(event, SecretDrawn)]
        told = "".join(traceback.format_exception(caught.value))
        assert not any(secret in told for secret in drawn), "messages end up in logs"
        resize(database, 1_000_000)
        assert play_on(match, chance).over
        assert library.matches()[0].status == "over"


def test_on_a_full_disk_no_match_begins(small: Library) -> None:
    with raises_code(StoreError, "disk_full"):
        for _ in range(100):
            small.create(a_setup())
    for summary in small.matches():
        assert small.load(summary.id).number == summary.number


# --- damage ---------------------------------------------------------------------------------------


def set_event(database: Database, match: Match, number: int, event: str) -> None:
    execute(
        database,
        "UPDATE entries SET event = ? WHERE match_id = ? AND number = ?",
        event,
        match.setup.id,
        number,
    )


@pytest.mark.parametrize(
    "event",
    [
        "",
        "{",
        "null",
        "[]",
        '{"type":"no_such_event"}',
        '{"type":"said_ready","seat":0}',
        '{"type":"undone","seat":0,"to":true}',
        '{"type":"undone","seat":0,"to":99}',
        '{"type":"undone","seat":0,"to":0}',
        '{"type":"undone","seat":0,"to":-1}',
        '{"type":"played","seat":0,"card":"5H","count":5}',
        '{"type":"game_began","game":1,"dealer":7}',
    ],
)
def test_an_entry_without_sense_is_named(library: Library, inside: Database, event: str) -> None:
    match = library.create(a_setup())
    other = library.create(a_setup())
    play_until(match, Phase.DISCARD, random.Random(1))
    set_event(inside, match, 5, event)
    with raises_code(StoreError, "damaged", match=f"entry 5 of match {match.setup.id}"):
        library.load(match.setup.id)
    assert library.load(other.setup.id).number == other.number


@pytest.mark.parametrize("number", [1, 3, 6])
def test_an_entry_that_is_missing_is_named(library: Library, inside: Database, number: int) -> None:
    match = library.create(a_setup())
    match.act(0, Ready(0))
    match.act(1, Ready(1))
    last = match.number
    execute(inside, "DELETE FROM entries WHERE number = ?", number)
    with raises_code(StoreError, "damaged", match=f"entry {number} of .* is missing"):
        library.load(match.setup.id)
    execute(inside, "DELETE FROM entries")
    for since, first in ((0, 1), (last - 1, last)):
        with pytest.raises(StoreError, match=f"entry {first} of .* is missing"):
            library.entries(match.setup.id, since)
    assert library.entries(match.setup.id, last) == []


def test_the_log_of_another_match_is_not_taken_for_it(library: Library, inside: Database) -> None:
    match, other = library.create(a_setup()), library.create(a_setup())
    for line in (write_event(other.entries[0].event), write_event(other.entries[1].event)):
        set_event(inside, match, 1, line)
        with raises_code(StoreError, "damaged", match="not the beginning"):
            library.load(match.setup.id)


def test_a_match_by_rules_to_come_is_left_alone(library: Library, inside: Database) -> None:
    match = library.create(a_setup())
    began = match.entries[0].event
    assert isinstance(began, MatchBegan)
    data = json.loads(write_event(began))
    set_event(inside, match, 1, json.dumps({**data, "rules_version": began.rules_version + 1}))
    with raises_code(StoreError, "newer", match="newer Pegout"):
        library.load(match.setup.id)


def test_a_result_for_too_many_sides_is_damage(library: Library, inside: Database) -> None:
    match = play_on(library.create(a_setup()), random.Random(1))
    number = next(number for number, event in match.entries if isinstance(event, GameEnded))
    end = {"winners": [0], "skunks": [0, 0, 0], "match_points": [1, 0, 0]}
    set_event(inside, match, number, json.dumps({"type": "game_ended", "result": end}))
    with raises_code(StoreError, "damaged", match=f"entry {number} of"):
        library.load(match.setup.id)


def test_an_error_can_be_sent_between_processes() -> None:
    error = pickle.loads(pickle.dumps(StoreError("busy", "wait")))
    assert (type(error), error.code, str(error)) == (StoreError, "busy", "wait")
    assert not isinstance(error, ValueError), "or it would be taken for an illegal action"
