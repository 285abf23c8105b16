"""``pegout admin``: the whole of a library, and the server that serves it."""

import json
import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pegout.match import Seated, Setup
from pegout.rules import Rules
from pegout.storage import Library, schema
from pegout.storage.serving import alone
from tests.chance import chance
from tests.cli.lines import Cli
from tests.databases import Server, opened
from tests.server.table import ALONE, TWO, house
from tests.serving import Server as PegoutServer


def play(library: Library, name: str, acts: int = 10**6) -> None:
    """Store a match, played at random to its end or for some acts."""
    rng = chance(name)
    seats = (Seated("Ann"), Seated("Ben"))
    match = library.create(Setup(name, Rules("standard", target=31), seats))
    for _ in range(acts):
        if match.over:
            return
        seat = min(match.to_act)
        match.act(seat, rng.choice(match.legal(seat)))


@pytest.fixture
def played(where: str) -> str:
    """Store a match that is over, two that are not, and return the library."""
    with Library.open(where) as library:
        play(library, "over")
        play(library, "first", acts=3)
        play(library, "middle", acts=20)
    return where


# Statistics and checks


async def test_a_library_is_counted(where: str, cli: Cli) -> None:
    with Library.open(where) as library:
        async with house(library) as home:
            await home.order(TWO)
            code, tokens = await home.table(ALONE, target=31, first_deal="chosen")
            async with home.sit(code, tokens[0]) as ann:
                await ann.play(random.Random(1))
        library.reviews.keep("a" * 64, "b" * 64, b"[]", maximum=9)
    found = cli.json("admin", "stats", "--days", "3", "--database", where)
    assert (found["tables"], found["used"], found["games"]) == (2, 2, 1)
    assert found["matches"] == {"over": 1}
    assert len(found["games_by_day"]) == 3
    assert list(found["games_by_day"].values()) == [0, 0, 1]
    assert (found["reviews"], found["version"]) == (1, schema.VERSION)
    assert found["bytes"] > found["review_bytes"] > 0
    said = cli.told("admin", "stats", "--database", where)
    assert "finished games" in said
    assert "partidas terminadas" in cli.told("--lang", "es", "admin", "stats", "--database", where)


def test_a_sound_library_is_checked_whole(played: str, cli: Cli) -> None:
    found = cli.json("admin", "check", "--database", played)
    assert found == {"ok": True, "matches": 3, "tables": 0, "faults": []}
    assert "Nothing is wrong." in cli.told("admin", "check", "--database", played)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("DELETE FROM entries WHERE match_id = 'over' AND number = 40", "damaged"),
        ("UPDATE entries SET event = '{}' WHERE match_id = 'over' AND number = 40", "damaged"),
        ("UPDATE matches SET scores = '[1, 2]' WHERE id = 'over'", "summary"),
    ],
)
def test_a_fault_is_found_and_named(change: str, code: str, played: str, cli: Cli) -> None:
    with opened(played) as (_, database), database.writing() as connection:
        connection.execute(change)
    found = cli.json("admin", "check", "--database", played, status=1)
    assert not found["ok"]
    assert found["matches"] == 3
    assert [(fault["where"], fault["code"]) for fault in found["faults"]] == [("over", code)]
    assert f"over  {code}" in cli.told("admin", "check", "--database", played, status=1)


@pytest.mark.parametrize("match_id", ["over", "first"])
def test_a_deal_that_was_exchanged_is_found(match_id: str, tmp_path: Path, cli: Cli) -> None:
    where = str(tmp_path / "games.db")
    with Library.open(where) as library:
        play(library, "over")
        play(library, "first", acts=20)
        commitments = [
            entry
            for entry in library.entries(match_id)
            if type(entry.event).__name__ == "Committed"
        ]
    number = commitments[1].number
    with closing(sqlite3.connect(where)) as line, line:
        ((event,),) = line.execute(
            "SELECT event FROM entries WHERE match_id = ? AND number = ?", (match_id, number)
        )
        event = json.dumps({**json.loads(event), "commitment": "ab" * 32})
        line.execute(
            "UPDATE entries SET event = ? WHERE match_id = ? AND number = ?",
            (event, match_id, number),
        )
    found = cli.json("admin", "check", "--database", where, status=1)
    assert {fault["where"] for fault in found["faults"]} == {match_id}


def test_a_damaged_file_is_found(tmp_path: Path, cli: Cli) -> None:
    where = str(tmp_path / "games.db")
    with Library.open(where) as library:
        play(library, "over")
    with closing(sqlite3.connect(where)) as line, line:
        line.execute("PRAGMA writable_schema=ON")
        line.execute("DELETE FROM sqlite_master WHERE name = 'matches_by_update'")
    found = cli.json("admin", "check", "--database", where, status=1)
    assert [fault["code"] for fault in found["faults"]] == ["damaged"]


def test_a_table_that_cannot_be_read_is_found(where: str, cli: Cli) -> None:
    with Library.open(where) as library:
        library.add_table("k7qx23mn4p", "nonsense")
    found = cli.json("admin", "check", "--database", where, status=1)
    assert [(fault["where"], fault["code"]) for fault in found["faults"]] == [
        ("k7qx23mn4p", "damaged_table")
    ]


def test_an_interrupted_check_is_resumed(
    played: str, tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pegout.table import integrity

    whole, seen = integrity.check_match, list[str]()

    def interrupted(library: Library, match_id: str) -> list[integrity.Fault]:
        if len(seen) == 2:
            raise KeyboardInterrupt
        seen.append(match_id)
        return [integrity.Fault(match_id, "damaged", "it was seen before")]

    resume = tmp_path / "check.json"
    words = ("admin", "check", "--resume", str(resume), "--database", played)
    monkeypatch.setattr(integrity, "check_match", interrupted)
    said = cli.both(*words, status=130)
    assert str(resume) in said.err
    monkeypatch.setattr(integrity, "check_match", whole)
    found = cli.json(*words, status=1)
    assert (found["matches"], [fault["where"] for fault in found["faults"]]) == (3, seen)
    assert not resume.exists()


def test_a_file_that_is_no_check_is_refused(tmp_path: Path, cli: Cli) -> None:
    Library.open(tmp_path / "games.db").close()
    other = tmp_path / "other.json"
    other.write_text("[]")
    words = ("admin", "check", "--resume", str(other), "--database", str(tmp_path / "games.db"))
    assert "not the file of a check" in cli.refused(*words)
    assert other.read_text() == "[]"


# Backups


@pytest.fixture
def own_database(request: pytest.FixtureRequest, database: str, tmp_path: Path) -> Iterator[str]:
    """Yield the address of a library that is made with the first use, and may be changed."""
    if database == "sqlite":
        yield str(tmp_path / "games.db")
        return
    server: Server = request.getfixturevalue("postgresql")
    with server.database("template0") as name:
        yield server.url(name)


@pytest.fixture
def empty(where: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Yield an empty place for a library, of the same kind as the library of the test."""
    if "://" not in where:
        yield str(tmp_path / "restored.db")
        return
    server: Server = request.getfixturevalue("postgresql")
    with server.database("template0") as name:
        yield server.url(name)


def content(where: str) -> list[object]:
    with Library.open(where) as library:
        return [(match, library.entries(match.id)) for match in library.oldest()]


def test_a_backup_is_restored_to_an_empty_place(
    played: str, empty: str, tmp_path: Path, cli: Cli
) -> None:
    copy = tmp_path / "copy"
    made = cli.json("admin", "backup", str(copy), "--database", played)
    assert made == {"file": str(copy), "bytes": copy.stat().st_size, "removed": []}
    assert copy.stat().st_mode & 0o777 == 0o600
    back = cli.json("admin", "restore", str(copy), "--database", empty)
    assert back == {"file": str(copy), "tables": 0, "matches": 3}
    assert content(empty) == content(played)
    assert cli.json("admin", "check", "--database", empty)["ok"]
    # A second backup of that name, or a second restore, would be at the cost of the first.
    assert "not empty" in cli.refused("admin", "backup", str(copy), "--database", played, status=3)
    again = ("admin", "restore", str(copy), "--database", empty)
    assert "not empty" in cli.refused(*again, status=3)
    assert "add --yes" in cli.refused(*again, "--replace")
    with Library.open(empty) as library:
        play(library, "later", acts=2)
    assert cli.json(*again, "--replace", "--yes")["matches"] == 3
    assert content(empty) == content(played)


def test_what_is_no_whole_backup_changes_nothing(
    played: str, empty: str, tmp_path: Path, cli: Cli
) -> None:
    copy = tmp_path / "copy"
    cli.told("admin", "backup", str(copy), "--database", played)
    short, other = tmp_path / "short", tmp_path / "other"
    short.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])
    other.write_text("These are no cards.")
    before = content(played)
    for file in (short, other, tmp_path / "missing"):
        for place in (played, empty):
            words = ("admin", "restore", str(file), "--replace", "--yes", "--database", place)
            assert cli.refused(*words, status=3)
    assert content(played) == before
    assert not list(tmp_path.glob("*.part"))
    if not empty.startswith("postgresql"):
        assert not Path(empty).exists()


def test_a_backup_of_a_newer_version_is_refused(
    own_database: str, empty: str, tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy"
    with monkeypatch.context() as newer:
        newer.setattr(schema, "VERSION", schema.VERSION + 1)
        Library.open(own_database).close()
        cli.told("admin", "backup", str(copy), "--database", own_database)
    said = cli.refused("admin", "restore", str(copy), "--database", empty, status=3)
    assert "newer Pegout" in said
    # Nothing of it is left behind.
    Library.open(empty).close()


def test_a_place_in_use_is_not_replaced(played: str, tmp_path: Path, cli: Cli, where: str) -> None:
    copy = tmp_path / "copy"
    cli.told("admin", "backup", str(copy), "--database", played)
    words = ("admin", "restore", str(copy), "--replace", "--yes", "--database", played)
    with Library.open(played) as library:
        library.matches()
        said = cli.refused(*words, status=3)
        assert "end" in said
        if "://" not in where:
            with library.serving("http://127.0.0.1:1/"):
                assert "http://127.0.0.1:1/" in cli.refused(*words, status=3)
        play(library, "later", acts=2)
    assert cli.json(*words)["matches"] == 3


def test_a_damaged_library_is_replaced(tmp_path: Path, cli: Cli) -> None:
    where, copy = str(tmp_path / "games.db"), tmp_path / "copy.db"
    with Library.open(where) as library:
        play(library, "over")
    cli.told("admin", "backup", str(copy), "--database", where)
    Path(where).write_bytes(b"not a database" * 1000)
    Path(f"{where}-wal").write_bytes(b"nor its log" * 1000)
    words = ("admin", "restore", str(copy), "--replace", "--yes", "--database", where)
    assert cli.json(*words)["matches"] == 1
    assert cli.json("admin", "check", "--database", where)["ok"]


def test_a_folder_keeps_the_latest_backups(tmp_path: Path, cli: Cli) -> None:
    where, folder = str(tmp_path / "games.db"), tmp_path / "copies"
    Library.open(where).close()
    assert "--keep is for a folder" in cli.refused(
        "admin", "backup", str(folder), "--keep", "2", "--database", where
    )
    folder.mkdir()
    old = ["pegout-20260101T000000Z.db", "pegout-20260102T000000Z.db"]
    for name in [*old, "precious.db"]:
        (folder / name).touch()
    made = cli.json("admin", "backup", str(folder), "--keep", "2", "--database", where)
    assert made["removed"] == [str(folder / old[0])]
    left = sorted(path.name for path in folder.iterdir())
    assert left == [old[1], Path(made["file"]).name, "precious.db"]


@pytest.mark.parametrize("words", [["backup", "{copy}"], ["restore", "{other}"]])
def test_an_interrupted_copy_leaves_nothing(
    words: list[str], tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    where, copy, other = str(tmp_path / "games.db"), tmp_path / "copy", tmp_path / "other"
    with Library.open(where) as library:
        play(library, "over")
    cli.told("admin", "backup", str(other), "--database", where)
    place = where if words[0] == "backup" else str(tmp_path / "new.db")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pegout.storage.sqlite.STEP", 1)
    for module in ("sqlite", "sqlite_files"):
        monkeypatch.setattr(f"pegout.storage.{module}.between_steps", interrupt)
    named = [word.format(copy=copy, other=other) for word in words]
    cli.refused("admin", *named, "--database", place, status=130)
    assert not copy.exists()
    assert not (tmp_path / "new.db").exists()
    assert not list(tmp_path.glob("*.part*"))


def test_a_full_disk_leaves_no_backup(tmp_path: Path, cli: Cli) -> None:
    """A limit of the size of files stands for a full disk, in a process of its own."""
    where, copy = str(tmp_path / "games.db"), tmp_path / "copy.db"
    with Library.open(where) as library:
        for at in range(4):
            play(library, f"match-{at}")
    code = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000));"
        "from pegout.cli.run import run; raise SystemExit(run(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "admin", "backup", str(copy), "--database", where],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3, done.stderr
    assert str(copy) in done.stderr
    assert not copy.exists()
    assert not list(tmp_path.glob("*.part*"))


def test_missing_programs_of_postgresql_are_named(
    postgresql: Server, tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with postgresql.library() as name:
        words = ("admin", "backup", str(tmp_path / "copy"), "--database", postgresql.url(name))
        said = cli.refused(*words, status=3)
    assert "pg_dump" in said
    assert "postgresql-client" in said
    assert not list(tmp_path.iterdir())


# Migration


@pytest.fixture
def earlier(own_database: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return a library as its first version has made it, with a match."""
    with monkeypatch.context() as patch:
        patch.setattr(schema, "STEPS", schema.STEPS[:1])
        patch.setattr(schema, "VERSION", 1)
        patch.setattr("pegout.storage.match_rows.keep_sums", lambda *_: None)
        with Library.open(own_database) as library:
            play(library, "over")
    return own_database


def test_a_migration_is_tried_before_it_is_made(earlier: str, cli: Cli) -> None:
    where = ("--database", earlier)
    to = {"before": 1, "after": schema.VERSION}
    assert cli.json("admin", "migrate", "--dry-run", *where) == {**to, "done": False}
    assert "it was tried" in cli.told("admin", "migrate", "--dry-run", *where)
    assert cli.json("admin", "migrate", *where) == {**to, "done": True}
    assert "already" in cli.told("admin", "migrate", *where)
    with Library.open(earlier) as library:
        assert library.load("over").over


def test_a_backup_of_an_earlier_version_stays_one(
    earlier: str, empty: str, tmp_path: Path, cli: Cli
) -> None:
    copy = tmp_path / "copy"
    cli.told("admin", "backup", str(copy), "--database", earlier)
    cli.told("admin", "restore", str(copy), "--database", empty)
    for place in (earlier, empty):
        found = cli.json("admin", "migrate", "--dry-run", "--database", place)
        assert found["before"] == 1


def test_a_migration_that_fails_is_known_before(
    own_database: str, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    Library.open(own_database).close()
    wrong = (*schema.STEPS, ("CREATE TABLE more (id TEXT)", "CREATE TABLE matches (id TEXT)"))
    monkeypatch.setattr(schema, "STEPS", wrong)
    monkeypatch.setattr(schema, "VERSION", len(wrong))
    for words in (["--dry-run"], []):
        cli.refused("admin", "migrate", *words, "--database", own_database, status=3)
    monkeypatch.undo()
    with Library.open(own_database) as library:
        assert library.statistics(1).version == schema.VERSION


# Draining


def test_a_server_is_drained(tmp_path: Path, cli: Cli) -> None:
    with PegoutServer(tmp_path, tmp_path / "log") as server:
        where = str(tmp_path / "library.db")
        address = cli.json("admin", "drain", "--database", where)["address"]
        assert address == f"{server.url}/"
        assert server.process is not None
        assert server.process.wait(20) == 0
    assert "No server" in cli.refused("admin", "drain", "--database", where, status=3)


def test_a_server_is_drained_by_its_control_file(tmp_path: Path, cli: Cli) -> None:
    control = str(tmp_path / "control")
    with PegoutServer(tmp_path, tmp_path / "log", options=("--control", control)) as server:
        assert server.url in cli.told("admin", "drain", "--control", control)
    assert "No server" in cli.refused("admin", "drain", "--control", control, status=3)
    said = cli.refused("admin", "drain", "--database", "postgresql://ann@localhost/games")
    assert "--control" in said


def test_a_server_elsewhere_is_not_drained_here(tmp_path: Path, cli: Cli) -> None:
    """The number of a process of another machine or container is one of any program here."""
    control = tmp_path / "control"
    with alone(control, "http://127.0.0.1:1/"):
        note = tmp_path / "control-server"
        note.write_text(f"http://127.0.0.1:1/\nelsewhere\n{os.getpid()}\n")
        said = cli.refused("admin", "drain", "--control", str(control), status=3)
        assert "runs on elsewhere" in said
        note.write_text("")
        said = cli.refused("admin", "drain", "--control", str(control), status=3)
        assert "by no server" in said
