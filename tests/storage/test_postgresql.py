"""Specific to PostgreSQL: addresses, lost connections, and a server that dies."""

import random
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import waiting

from pegout.match import Match, Seated, SecretDrawn, Setup
from pegout.rules import Ready, Rules, SaidReady
from pegout.storage import Library, patience
from pegout.storage.library import open_database
from pegout.storage.locations import locate
from pegout.storage.postgresql import CONNECTIONS, PostgresqlDatabase
from pegout.table.store import StoreError
from tests import databases
from tests.cases import raises_code
from tests.databases import PrivateServer, Server, count_waits, opened
from tests.matches import everything, go_on, play_on, step
from tests.sources import new_id

#: Longer than anything takes, in seconds.
LONG = 60.0
SETUP = Setup("K7QX", Rules(), (Seated("Ann"), Seated("Ben")), games=5)


@pytest.fixture
def name(postgresql: Server) -> Iterator[str]:
    """Yield the name of a database with an unused library."""
    with postgresql.library() as name:
        yield name


@pytest.fixture
def own(postgresql: Server) -> Iterator[str]:
    with postgresql.database() as name:
        yield name


def until(is_so: Callable[[], object]) -> None:
    end = time.monotonic() + LONG
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.005)


# --- where it is ----------------------------------------------------------------------------------


@pytest.mark.parametrize("driver", ["postgresql", "postgres", "postgresql+psycopg"])
def test_every_address_means_the_same_driver(postgresql: Server, name: str, driver: str) -> None:
    with opened(postgresql.url(name, driver)) as (library, database):
        library.create(SETUP)
        assert isinstance(database, PostgresqlDatabase)
        assert library.location == f"{name} at 127.0.0.1"


def test_a_server_is_reached_by_a_file_too(postgresql: Server, name: str) -> None:
    with Library.open(postgresql.socket_url(name)) as library:
        library.create(SETUP)
        assert library.location.startswith(f"{name} at /")


def test_the_environment_may_name_it(
    postgresql: Server, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PEGOUT_DATA", postgresql.url(name))
    with Library.open() as library:
        library.create(SETUP)
    with Library.open(postgresql.url(name)) as library:
        assert library.load("K7QX").number == 4


def test_a_wrong_address_is_told_without_its_password(postgresql: Server, name: str) -> None:
    url = postgresql.url(name)
    for wrong in (url.replace("pegout:", "nobody:"), url + "x", f"{url}?connect_timeout=1&port=1"):
        with raises_code(StoreError, "unreachable", match="does not answer") as caught:
            Library.open(wrong)
        assert postgresql.password not in "".join(traceback.format_exception(caught.value))


def test_a_database_of_somebody_else_is_left_alone(postgresql: Server) -> None:
    with postgresql.database("template0") as name:
        with opened(postgresql.url(name)) as (_, database), database.writing() as own:
            own.execute("DROP TABLE schema_version")
        with raises_code(StoreError, "not_a_library"):
            Library.open(postgresql.url(name))


def test_a_database_that_may_only_be_read(postgresql: Server, own: str) -> None:
    with Library.open(postgresql.url(own)) as library:
        library.create(SETUP)
    postgresql.execute(f"ALTER DATABASE {own} SET default_transaction_read_only = on")
    with Library.open(postgresql.url(own)) as library:
        match = library.load("K7QX")
        with raises_code(StoreError, "unwritable"):
            match.act(0, Ready(0))


def test_times_are_told_in_utc_wherever_the_server_is(postgresql: Server, own: str) -> None:
    postgresql.execute(f"ALTER DATABASE {own} SET timezone = 'Asia/Kolkata'")
    with Library.open(postgresql.url(own)) as library:
        library.create(SETUP)
        (summary,) = library.matches()
        row = library.add_table("PINE", "")
        assert summary.updated.utcoffset() == timedelta(0)
        assert library.table("PINE") == row


def test_a_database_that_is_written_in_something_else(postgresql: Server) -> None:
    setup = Setup("K7QX", SETUP.rules, (Seated("Zoë"), Seated("\u0141ukasz")))
    with (
        postgresql.database("template0 ENCODING 'LATIN1'") as name,
        Library.open(postgresql.url(name)) as library,
    ):
        library.create(setup)
        assert library.load("K7QX").setup == setup
        assert library.matches()[0].names == ("Zoë", "\u0141ukasz")
        assert library.add_table("PINE", "Zoë") == library.table("PINE")
        with raises_code(StoreError, "failed"):
            library.add_table("OAK", "\u0141ukasz")


# --- lost connections -----------------------------------------------------------------------------


def test_connections_that_were_cut_are_made_again(postgresql: Server, name: str) -> None:
    with Library.open(postgresql.url(name)) as library:
        match = library.create(SETUP)
        for seat in (0, 1):
            postgresql.disconnect(name)
            match.act(seat, Ready(seat))
        assert everything(library.load("K7QX")) == everything(match)


def test_a_connection_that_breaks_within_a_test_of_it_is_made_again(
    postgresql: Server, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The driver reports a lost connection, but the protocol's state does not say so yet."""
    with Library.open(postgresql.url(name)) as library:
        match = library.create(SETUP)
        losses = []

        def lost(generator: Iterator[object], *arguments: object, **named: object) -> object:
            try:
                next(generator)
            except StopIteration as nothing_to_wait_for:
                return nothing_to_wait_for.value
            monkeypatch.undo()
            losses.append(generator)
            raise psycopg.OperationalError("connection socket closed")

        monkeypatch.setattr(waiting, "wait", lost)
        match.act(0, Ready(0))
        assert len(losses) == 1
        assert everything(library.load("K7QX")) == everything(match)


def test_nothing_is_stored_when_the_connection_is_cut_in_the_middle(
    postgresql: Server, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(postgresql.url(name)) as (library, database):
        match = library.create(SETUP)
        before = everything(match)
        writing = database.writing

        @contextmanager
        def cut_off() -> Iterator[object]:
            with writing() as connection:
                yield connection
                postgresql.disconnect(name)

        monkeypatch.setattr(database, "writing", cut_off)
        with raises_code(StoreError, "unreachable", match="try again") as caught:
            match.act(0, Ready(0))
        told = "".join(traceback.format_exception(caught.value))
        drawn = [event.secret for _, event in match.entries if isinstance(event, SecretDrawn)]
        assert not any(secret in told for secret in drawn)
        monkeypatch.undo()
        assert everything(match) == before
        match.act(0, Ready(0))
        assert library.load("K7QX").number == match.number


def test_what_was_stored_before_the_answer_was_lost_is_told_as_a_conflict(
    postgresql: Server, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(postgresql.url(name)) as (library, database):
        match = library.create(SETUP)
        writing = database.writing

        @contextmanager
        def deaf() -> Iterator[object]:
            with writing() as connection:
                yield connection
            raise StoreError("unreachable", "no answer")

        monkeypatch.setattr(database, "writing", deaf)
        with raises_code(StoreError, "unreachable"):
            match.act(0, Ready(0))
        monkeypatch.undo()
        with raises_code(StoreError, "conflict"):
            match.act(0, Ready(0))
        again = library.load("K7QX")
        assert again.number == match.number + 1
        again.act(1, Ready(1))


def test_somebody_who_was_stopped_in_the_middle_is_not_waited_for(
    postgresql: Server, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "PATIENCE", 0.1)
    with opened(postgresql.url(name)) as (library, database):
        match = library.create(SETUP)
        other = library.load("K7QX")
        free = library.create(Setup("other", SETUP.rules, SETUP.seats))
        with database.writing() as stopped:
            stopped.execute("UPDATE matches SET game = 1 WHERE id = 'K7QX'")
            with raises_code(StoreError, "busy"):
                match.act(0, Ready(0))
            free.act(0, Ready(0))
        other.act(0, Ready(0))


def test_more_threads_than_connections_take_turns(
    postgresql: Server, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "ANSWER", LONG)
    many = CONNECTIONS + 4
    with Library.open(postgresql.url(name)) as library:

        def play(number: int) -> Match:
            setup = Setup(new_id(), Rules(target=31), SETUP.seats)
            return play_on(library.create(setup), random.Random(number))

        with ThreadPoolExecutor(many) as pool:
            assert all(match.over for match in pool.map(play, range(many)))
        assert len(library.matches("over")) == many


def test_who_closes_waits_for_what_is_under_way(
    postgresql: Server, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "CLOSING", LONG)
    database = open_database(locate(postgresql.url(name)))
    library = Library(database, lambda: datetime.now(UTC))
    match = library.create(SETUP)
    entered, closing = threading.Event(), threading.Event()
    take_turns = database._take_turns

    def told(*arguments: Any) -> int:
        closing.set()
        return take_turns(*arguments)

    def slow() -> None:
        with database.writing() as connection:
            entered.set()
            closing.wait()
            connection.execute("UPDATE matches SET game = 7")

    monkeypatch.setattr(database, "_take_turns", told)
    thread = threading.Thread(target=slow)
    thread.start()
    entered.wait()
    library.close()
    thread.join()
    with raises_code(StoreError, "closed"):
        match.act(0, Ready(0))
    with Library.open(postgresql.url(name)) as again:
        assert again.matches()[0].game == 7


# --- a server that dies ---------------------------------------------------------------------------


def play_to_the_end(match: Match, ends: threading.Event) -> None:
    """Play until the database is gone."""
    chance = random.Random(1)
    try:
        while not ends.is_set():
            go_on(match, chance)
    except StoreError as error:
        assert error.code == "unreachable"  # noqa: PT017


@pytest.mark.slow
def test_what_was_acknowledged_outlives_the_server(private_postgresql: PrivateServer) -> None:
    with (
        private_postgresql.database() as name,
        Library.open(private_postgresql.url(name)) as library,
    ):
        ends = threading.Event()
        matches = [
            library.create(Setup(new_id(), SETUP.rules, SETUP.seats, games=1000)) for _ in range(3)
        ]
        threads = [threading.Thread(target=play_to_the_end, args=(game, ends)) for game in matches]
        for thread in threads:
            thread.start()
        until(lambda: min(match.number for match in matches) >= 50)
        with private_postgresql.dead():
            ends.set()
            for thread in threads:
                thread.join()
            with raises_code(StoreError, "unreachable"):
                library.matches()
        for match in matches:
            again = library.load(match.setup.id)
            assert again.entries[: match.number] == match.entries
            if again.game_over:
                again.next_game()
            step(again, random.Random(1))


# --- a server that hangs --------------------------------------------------------------------------


def is_loaded(library: Library) -> bool:
    try:
        library.load("K7QX")
    except StoreError:
        return False
    return True


def test_nobody_waits_for_a_server_that_hangs(
    private_postgresql: PrivateServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, waits = threading.current_thread().name, count_waits(monkeypatch)
    with (
        private_postgresql.database() as name,
        Library.open(private_postgresql.url(name)) as library,
    ):
        match = library.create(SETUP)
        other = library.create(Setup("other", SETUP.rules, SETUP.seats))
        with private_postgresql.frozen(), monkeypatch.context() as hurry:
            hurry.setattr(patience, "ANSWER", 0.5)
            before = waits[here]
            with raises_code(StoreError, "unreachable"):
                match.act(0, Ready(0))
            known = waits[here]
            assert known > before
            for _ in range(20):
                with raises_code(StoreError, "unreachable"):
                    other.act(0, Ready(0))
                with raises_code(StoreError, "unreachable"):
                    library.load("other")
            assert waits[here] == known, "it is known to hang"
            with raises_code(StoreError, "unreachable"):
                library.check(0.5)
        until(lambda: is_loaded(library))
        library.check(LONG)
        # The entry may have been stored although no client was notified.
        again = library.load("K7QX")
        assert again.number in (match.number, match.number + 1)
        other.act(0, Ready(0))
        if again.number == match.number:
            match.act(0, Ready(0))
        else:
            with raises_code(StoreError, "conflict"):
                match.act(0, Ready(0))
        log = library.load("K7QX").entries
        assert sum(event == SaidReady(0, "") for _, event in log) == 1


def test_who_closes_a_library_does_not_wait_for_a_server_that_hangs(
    private_postgresql: PrivateServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = count_waits(monkeypatch)
    with private_postgresql.database() as name:
        library = Library.open(private_postgresql.url(name))
        match = library.create(SETUP)
        told: list[str] = []

        def act() -> None:
            try:
                match.act(0, Ready(0))
            except StoreError as error:
                told.append(error.code)

        # The answer itself would be waited for much longer.
        monkeypatch.setattr(patience, "ANSWER", 10 * LONG)
        monkeypatch.setattr(patience, "CLOSING", 0.1)
        with private_postgresql.frozen():
            thread = threading.Thread(target=act, name="acts")
            thread.start()
            until(lambda: waits["acts"])
            library.close()
            thread.join(LONG)
            assert told == ["unreachable"]
        with raises_code(StoreError, "closed"):
            library.check(1)


def test_a_check_says_whether_the_tables_are_those_of_this_version(
    postgresql: Server, own: str, tmp_path: Path
) -> None:
    for where in (postgresql.url(own), str(tmp_path / "games.db")):
        with opened(where) as (library, database):
            library.check(LONG)
            with database.writing() as connection:
                connection.execute("UPDATE schema_version SET version = 9999")
            with raises_code(StoreError, "newer"):
                library.check(LONG)


# --- without it -----------------------------------------------------------------------------------


def test_the_newest_version_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "PROGRAMS", tmp_path)
    for version in ("9", "15", "17"):
        (tmp_path / version / "bin").mkdir(parents=True)
        (tmp_path / version / "bin" / "initdb").touch()
    (tmp_path / "18" / "bin").mkdir(parents=True)
    assert databases.programs() == tmp_path / "17" / "bin"


def test_nobody_goes_without_it_unawares(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "PROGRAMS", tmp_path)
    monkeypatch.delenv(databases.WITHOUT, raising=False)
    with pytest.raises(pytest.fail.Exception, match="`make test` installs it"):
        databases.find_programs()
    monkeypatch.setenv(databases.WITHOUT, "1")
    with pytest.raises(pytest.skip.Exception):
        databases.find_programs()
