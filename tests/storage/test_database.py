"""Where the library is, its files on the disk, and the creation of its tables."""

import sqlite3
import stat
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import psycopg
import pytest

from pegout.match import Seated, Setup
from pegout.rules import Ready, Rules
from pegout.storage import Library, default_path, patience, schema
from pegout.storage.database import SqlConnection
from pegout.storage.errors import from_system
from pegout.storage.locations import PostgresqlLocation, locate
from pegout.storage.postgresql import from_postgresql
from pegout.storage.sqlite import from_sqlite
from pegout.table.game_sums import SeatErrors
from pegout.table.store import StoreError
from tests.cases import raises_code
from tests.databases import opened
from tests.kernel.alone import said_alone
from tests.matches import QUICK, play_on
from tests.sources import new_id

#: Longer than anything takes, in seconds.
LONG = 60.0
SETUP = Setup("K7QX", Rules(), (Seated("Ann"), Seated("Ben")))


def refusal(where: object) -> tuple[str, str]:
    with pytest.raises(StoreError) as caught:
        Library.open(where)  # type: ignore[arg-type]
    return caught.value.code, str(caught.value)


def read_everything(file: Path) -> None:
    with Library.open(file) as library:
        for summary in library.matches():
            library.load(summary.id)


# --- where it is ----------------------------------------------------------------------------------


def test_the_library_is_where_it_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PEGOUT_DATA", raising=False)
    monkeypatch.setattr(
        "platformdirs.user_data_dir", lambda *_, **__: str(tmp_path / "own" / "data")
    )
    file = tmp_path / "a folder 100%" / "games.db"
    file.parent.mkdir()
    with Library.open(file) as library:
        assert library.location == str(file)
    with Library.open(str(tmp_path)) as library:
        assert library.location == str(tmp_path / "library.db")
    with Library.open() as library:
        assert (
            library.location == str(default_path()) == str(tmp_path / "own" / "data" / "library.db")
        )
    monkeypatch.setenv("PEGOUT_DATA", str(tmp_path / "named" / "so"))
    with Library.open() as library:
        assert library.location == str(tmp_path / "named" / "so" / "library.db")
    monkeypatch.setenv("PEGOUT_DATA", f"sqlite:///{tmp_path}/url.db")
    with Library.open() as library:
        assert library.location == f"{tmp_path}/url.db"
        library.create(SETUP)
    assert (tmp_path / "url.db").exists()


def test_a_path_is_taken_from_where_the_program_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with Library.open("games.db") as library:
        library.create(SETUP)
        monkeypatch.chdir("/")
        assert library.location == str(tmp_path / "games.db")


@pytest.mark.parametrize(
    "url",
    [
        "://",
        "nobase://host/games",
        "mysql://host/games",
        "postgresql+nodriver://host/games",
        "postgresql+asyncpg://host/games",
        "postgresql://host:port/games",
        "postgresql://host/games?plugin=none",
        "postgresql://host/games?connect_timeout=soon",
        "sqlite://games.db",
        "sqlite:///games.db?timeout=5",
    ],
)
def test_what_is_no_address_is_refused(url: str) -> None:
    code, message = refusal(url)
    assert code == "bad_place"
    assert "give a file, or a URL" in message


@pytest.mark.parametrize(
    ("url", "options", "shown"),
    [
        ("postgresql://host", {"host": "host"}, "the database at host"),
        (
            "postgresql://ann@[::1]/a%20b",
            {"user": "ann", "host": "::1", "dbname": "a%20b"},
            "a%20b at ::1",
        ),
        (
            "postgres://ann:p%40s/s@host:5433/games?sslmode=require&application_name=a+b",
            {
                "user": "ann",
                "password": "p@s/s",
                "host": "host",
                "port": "5433",
                "dbname": "games",
                "sslmode": "require",
                "application_name": "a b",
            },
            "games at host",
        ),
        ("postgresql://ann@/?host=/run/db", {"user": "ann", "host": "/run/db"}, "ann at /run/db"),
        ("postgresql+psycopg:///games", {"dbname": "games"}, "games at this machine"),
    ],
)
def test_the_parts_of_an_address(url: str, options: dict[str, str], shown: str) -> None:
    location = locate(url)
    assert isinstance(location, PostgresqlLocation)
    assert location.options == options
    assert str(location) == shown
    assert "p@s/s" not in repr(location)


@pytest.mark.parametrize("driver", ["postgresql", "postgresql+psycopg"])
def test_a_database_whose_driver_is_missing(driver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "pegout.storage.postgresql", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    code, message = refusal(f"{driver}://ann:hunter2@host/games")
    assert code == "bad_place"
    assert 'pip install ".[postgresql]"' in message
    assert "hunter2" not in message


# --- its files ------------------------------------------------------------------------------------


def test_every_commit_waits_for_the_disk(tmp_path: Path) -> None:
    with opened(tmp_path) as (_, database), database.reading() as connection:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "auto_vacuum")
        found = {name: connection.rows(f"PRAGMA {name}") for name in names}
    assert found == {
        "journal_mode": [("wal",)],
        "synchronous": [(2,)],
        "foreign_keys": [(1,)],
        "busy_timeout": [(5000,)],
        "auto_vacuum": [(2,)],
    }


@pytest.mark.skipif(sys.platform == "win32", reason="rights are other things there")
def test_only_its_owner_can_read_the_secrets_in_it(tmp_path: Path) -> None:
    with Library.open(tmp_path) as library:
        library.create(SETUP)
        files = sorted(tmp_path.iterdir())
        assert [file.name for file in files][:2] == ["library.db", "library.db-lock"]
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


@pytest.mark.parametrize("where", ["file/games.db", "folder.db/library.db"])
def test_a_file_that_cannot_be_made(tmp_path: Path, where: str) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder.db" / "library.db" / "library.db").mkdir(parents=True)
    code, message = refusal(tmp_path / where)
    assert code == "unwritable"
    assert "check that it is there" in message


def test_a_library_that_may_only_be_read(tmp_path: Path) -> None:
    with Library.open(tmp_path / "games.db") as library:
        library.create(SETUP)
    with Library.open(f"sqlite:///file:{tmp_path}/games.db?mode=ro&uri=true") as library:
        match = library.load("K7QX")
        with pytest.raises(StoreError) as caught:
            match.act(0, Ready(0))
    assert caught.value.code == "unwritable"
    assert match.number == 4


def test_a_file_that_is_something_else(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Ann, " * 1000)
    assert refusal(tmp_path / "letter")[0] == "not_a_library"
    assert (tmp_path / "letter").read_text() == "Dear Ann, " * 1000
    with sqlite3.connect(tmp_path / "other.db") as connection:
        connection.execute("CREATE TABLE recipes (name)")
    connection.close()
    assert refusal(tmp_path / "other.db")[0] == "not_a_library"


def test_a_file_that_was_damaged(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with Library.open(file) as library:
        for _ in range(30):
            library.create(Setup(new_id(), SETUP.rules, SETUP.seats))
    content = file.read_bytes()
    codes = []
    for start in range(0, len(content), 4096):
        file.write_bytes(content[:start] + b"\x5a" * 4096 + content[start + 4096 :])
        try:
            read_everything(file)
        except StoreError as error:
            codes.append(error.code)
    assert codes[0] == "not_a_library", "the first page says what kind of file it is"
    assert set(codes[1:]) == {"damaged"}


def test_a_file_that_was_cut_short(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with Library.open(file) as library:
        for _ in range(30):
            library.create(Setup(new_id(), SETUP.rules, SETUP.seats))
    file.write_bytes(file.read_bytes()[:-8192])
    with raises_code(StoreError, "damaged"):
        read_everything(file)


def test_another_program_writes_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "PATIENCE", 0.05)
    with Library.open(tmp_path) as library, opened(tmp_path) as (_, other):
        match = library.create(SETUP)
        with other.writing(), raises_code(StoreError, "busy"):
            match.act(0, Ready(0))
        with other.writing():
            assert refusal(tmp_path)[0] == "busy"
        stranger = sqlite3.connect(library.location, isolation_level=None)
        stranger.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError) as caught:
            match.act(0, Ready(0))
        stranger.close()
        assert caught.value.code == "busy"
        assert match.act(0, Ready(0))[-1].number == match.number == 5


def test_readers_do_not_wait_for_a_writer(where: str) -> None:
    with opened(where) as (library, database), Library.open(where) as other:
        library.create(SETUP)
        with database.writing() as connection:
            connection.execute("DELETE FROM matches")
            assert len(other.matches()) == 1
        assert other.matches() == []


def sqlite_error(result: int | None) -> StoreError:
    error = sqlite3.OperationalError("out of luck")
    if result is not None:
        error.sqlite_errorcode = result
    return from_sqlite(error, "games.db")


def postgresql_error(state: str | None) -> StoreError:
    error = psycopg.OperationalError("out of luck\nDETAIL: a secret")
    error.sqlstate = state
    return from_postgresql(error, "games.db")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (sqlite_error(sqlite3.SQLITE_FULL), "disk_full"),
        (sqlite_error(sqlite3.SQLITE_IOERR_FSYNC), "disk_error"),
        (sqlite_error(sqlite3.SQLITE_READONLY_DBMOVED), "unwritable"),
        (sqlite_error(sqlite3.SQLITE_CORRUPT_INDEX), "damaged"),
        (sqlite_error(sqlite3.SQLITE_BUSY_SNAPSHOT), "busy"),
        (sqlite_error(sqlite3.SQLITE_MISUSE), "failed"),
        (postgresql_error("53100"), "disk_full"),
        (postgresql_error("58030"), "disk_error"),
        (postgresql_error("40001"), "busy"),
        (postgresql_error("40P01"), "busy"),
        (postgresql_error("25006"), "unwritable"),
        (postgresql_error("57P01"), "unreachable"),
        (postgresql_error("53300"), "unreachable"),
        (postgresql_error(None), "unreachable"),
        (postgresql_error("22001"), "failed"),
        (sqlite_error(None), "failed"),
    ],
)
def test_each_failure_has_a_code_and_says_what_to_do(error: StoreError, code: str) -> None:
    assert error.code == code
    assert "games.db" in str(error)
    assert ";" in str(error)
    assert ("out of luck" in str(error)) == (code in {"failed", "unreachable"})


def test_a_full_disk_is_told_from_a_folder_without_rights() -> None:
    assert from_system(OSError(28, "No space left on device"), "games.db").code == "disk_full"
    assert from_system(PermissionError(13, "Permission denied"), "games.db").code == "unwritable"


def test_a_library_in_memory_needs_sqlite_alone_and_starts_no_thread() -> None:
    """A worker of a browser has neither threads nor the packages of a server."""
    program = (
        "import sys, threading\n"
        "for name in ('filelock', 'platformdirs', 'psycopg', 'starlette', 'numpy'):\n"
        "    sys.modules[name] = None\n"
        "def forbidden(thread):\n"
        "    raise RuntimeError('there are no threads')\n"
        "threading.Thread.start = forbidden\n"
        "from pegout.match import Seated, Setup\n"
        "from pegout.rules import Ready, Rules\n"
        "from pegout.storage import Library\n"
        "with Library.open('sqlite://') as library:\n"
        "    seats = Seated('Ann'), Seated('Ben')\n"
        "    match = library.create(Setup('K7QX', Rules(), seats))\n"
        "    match.act(0, Ready(0))\n"
        "    assert library.load('K7QX').number == match.number\n"
        "    library.check(1.0)\n"
        "    assert not library.shrink()\n"
    )
    said_alone(program)


# --- its tables -----------------------------------------------------------------------------------


def test_who_reads_sees_one_moment(where: str) -> None:
    with Library.open(where) as library, opened(where) as (other, database):
        match = library.create(SETUP)
        with database.reading() as connection:
            assert connection.rows("SELECT number FROM matches") == [(match.number,)]
            match.act(0, Ready(0))
            assert connection.rows("SELECT number FROM matches") == [(match.number - 1,)]
        assert other.load("K7QX").number == match.number


def test_a_library_from_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    with opened(tmp_path) as (_, database), database.writing() as connection:
        connection.execute("UPDATE schema_version SET version = 9999")
    code, message = refusal(tmp_path)
    assert code == "newer"
    assert message.startswith("this game library was written by a newer Pegout")


def test_a_first_start_cut_short_is_repaired(blank: str, monkeypatch: pytest.MonkeyPatch) -> None:
    migrate = schema.migrate

    def cut_short(connection: SqlConnection, version: int) -> None:
        migrate(connection, version)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(schema, "migrate", cut_short)
        with pytest.raises(KeyboardInterrupt):
            Library.open(blank)
    with Library.open(blank) as library:
        library.create(SETUP)


def test_a_later_step_changes_what_is_there(blank: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Library.open(blank) as library:
        library.create(SETUP)
    step = ("ALTER TABLE matches ADD COLUMN room TEXT", "UPDATE matches SET room = 'blue'")
    with monkeypatch.context() as patch:
        patch.setattr(schema, "STEPS", (*schema.STEPS, step))
        patch.setattr(schema, "VERSION", schema.VERSION + 1)
        for room in ("blue", "red"):
            with opened(blank) as (library, database), database.writing() as connection:
                assert connection.rows("SELECT id, room FROM matches") == [("K7QX", room)]
                connection.execute("UPDATE matches SET room = 'red'")
        with Library.open(blank) as library:
            assert library.load("K7QX").setup == SETUP
    assert refusal(blank)[0] == "newer"


def test_an_additive_step_has_older_programs_go_on(
    blank: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = ("CREATE TABLE rooms (name TEXT)",)
    with opened(blank) as (older, database):
        with monkeypatch.context() as patch:
            patch.setattr(schema, "STEPS", (*schema.STEPS, step))
            patch.setattr(schema, "VERSION", schema.VERSION + 1)
            patch.setattr(schema, "ADDITIVE", schema.ADDITIVE | {schema.VERSION})
            with Library.open(blank) as newer:
                newer.create(SETUP)
                newer.check(LONG)
        # An older program neither stops nor refuses to start, and takes nothing back.
        older.check(LONG)
        older.load("K7QX").act(0, Ready(0))
        with Library.open(blank) as again:
            again.load("K7QX").act(1, Ready(1))
        with database.reading() as connection:
            assert connection.rows("SELECT count(*) FROM rooms") == [(0,)]
            (steps,) = connection.rows("SELECT version, taken FROM schema_version")
    # The second step is the last one that every program has to know.
    assert steps == (2, schema.VERSION + 1)


def test_a_server_of_the_first_release_goes_on_beside_this_one(blank: str) -> None:
    """It compares the version with the number of its own steps, of which it has two."""
    with opened(blank) as (_, database), database.reading() as connection:
        assert connection.rows("SELECT version FROM schema_version") == [(2,)]


def test_a_library_without_sums_is_opened_and_they_are_made(
    blank: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(schema, "STEPS", schema.STEPS[:1])
        patch.setattr(schema, "VERSION", 1)
        patch.setattr("pegout.storage.match_rows.keep_sums", lambda *_: None)
        with Library.open(blank) as library:
            match = play_on(library.create(replace(SETUP, rules=QUICK, dealer=0)), Random(1))
            library.create(replace(SETUP, id="other"))
    with Library.open(blank) as library:
        assert library.load("K7QX").results == match.results
        assert library.games() == []
        assert library.rebuild_sums() == 1
        (game,) = library.games()
        assert (game.match_id, game.number, game.sums.winners) == (
            "K7QX",
            1,
            match.results[0].winners,
        )
        assert game.ended == library.summary("K7QX").updated
        library.keep_errors("K7QX", 1, (SeatErrors(scaled=3), SeatErrors()))
        with_errors = library.games()
        assert library.rebuild_sums() == 1
        assert library.games() == with_errors


def test_a_library_of_earlier_versions_is_refused_and_left_alone(blank: str) -> None:
    with opened(blank) as (_, database), database.writing() as connection:
        connection.execute("ALTER TABLE schema_version RENAME TO alembic_version")
    for _ in range(2):
        code, message = refusal(blank)
        assert code == "older"
        assert "export its records with that version" in message
