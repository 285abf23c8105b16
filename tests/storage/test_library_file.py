"""A library as a file: what is saved opens elsewhere, and what is added is all there or nothing."""

import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from pegout.rules import Ready
from pegout.storage import Library
from pegout.storage.schema import VERSION
from pegout.table.store import StoreError
from tests.cases import raises_code
from tests.matches import everything, play_on
from tests.storage import stored


def content(library: Library) -> list[str]:
    """Return everything that is stored, as SQL."""
    with library._database.exclusive() as line:  # type: ignore[attr-defined]
        return sorted(line.iterdump())


def played(library: Library, games: int) -> list[str]:
    """Play some matches, and return their ids."""
    matches = [library.create(stored.a_setup()) for _ in range(games)]
    for match in matches:
        play_on(match, random.Random(match.setup.id))
        library.add_table(match.setup.id, "{}", match.setup.id)
    return [match.setup.id for match in matches]


def test_a_saved_library_opens_from_a_file(tmp_path: Path) -> None:
    with Library.open(tmp_path / "own.db") as library:
        played(library, 2)
        (tmp_path / "saved.db").write_bytes(library.export())
        with Library.open(tmp_path / "saved.db") as again:
            assert content(again) == content(library)


def test_what_a_file_has_more_is_added(tmp_path: Path) -> None:
    with Library.open(tmp_path / "own.db") as own, Library.open(tmp_path / "other.db") as other:
        played(own, 1)
        shared = own.export()
        assert other.add(shared) == 1
        new = played(other, 2)
        own.reviews.keep(stored.digest(1), stored.NEW, b"own", 9)
        other.reviews.keep(stored.digest(2), stored.NEW, b"other", 9)
        for library, code in ((own, "both"), (other, "both"), (other, "new")):
            library.tournaments.add(code, "first")
        other.tournaments.change("both", 1, "later")
        before = content(own)
        assert own.count_new(other.export()) == 2
        assert content(own) == before
        assert own.add(other.export()) == 2
        assert own.count_new(other.export()) == 0
        for match_id in new:
            assert everything(own.load(match_id)) == everything(other.load(match_id))
            assert own.table(match_id) == other.table(match_id)
            assert own.games([match_id]) == other.games([match_id])
        assert stored.kept_reviews(own, 1, 2) == [1, 2]
        assert [own.tournaments.find(code).state for code in ("both", "new")] == ["later", "first"]
        assert own.record(new[0]) == other.record(new[0])


def test_of_a_match_in_both_the_longer_log_stays() -> None:
    with Library.open("sqlite://") as own, Library.open("sqlite://") as other:
        match = own.create(stored.a_setup(people=2))
        own.add_table("PINE", "one", match.setup.id)
        other.add(own.export())
        other.load(match.setup.id).act(0, Ready(0))
        other.change_table("PINE", 1, "two", match.setup.id)
        earlier = own.export()
        assert own.add(other.export()) == 1
        assert own.summary(match.setup.id).number == other.summary(match.setup.id).number
        assert own.table("PINE").state == "two"
        # A program that has the match in memory loads it again before it acts.
        assert stored.refusal(match.act, 1, Ready(1)) == "conflict"
        before = content(own)
        assert own.add(earlier) == 0
        assert content(own) == before


def test_an_older_file_is_brought_up_to_date(tmp_path: Path) -> None:
    with Library.open(tmp_path / "own.db") as own, Library.open(tmp_path / "other.db") as other:
        (match_id,) = played(other, 1)
        path = tmp_path / "older.db"
        path.write_bytes(other.export())
        with sqlite3.connect(path) as line:
            for table in (
                *("games", "visits", "leases", "servers"),
                *("tournaments", "listed_tables"),
            ):
                line.execute(f"DROP TABLE {table}")
            line.execute("ALTER TABLE schema_version DROP COLUMN taken")
            line.execute("UPDATE schema_version SET version = 1")
        line.close()
        assert own.add(path.read_bytes()) == 1
        assert own.record(match_id) == other.record(match_id)


def _newer(path: Path) -> None:
    with sqlite3.connect(path) as line:
        line.execute("UPDATE schema_version SET version = ?", [VERSION + 1])
    line.close()


def _foreign(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as line:
        line.execute("CREATE TABLE recipes (name)")
    line.close()


def _changed(path: Path) -> None:
    with sqlite3.connect(path) as line:
        line.execute("CREATE TRIGGER t AFTER INSERT ON matches BEGIN DELETE FROM tables; END")
    line.close()


def _damaged(path: Path) -> None:
    whole = bytearray(path.read_bytes())
    for at in range(len(whole) // 2, len(whole), 512):
        whole[at : at + 64] = bytes(64)
    path.write_bytes(whole)


def _short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-5_000])


def _text(path: Path) -> None:
    path.write_text("Dear Ann, " * 1000)


@pytest.mark.parametrize(
    ("spoil", "codes"),
    [
        (_newer, {"newer"}),
        (_foreign, {"not_a_library"}),
        (_changed, {"not_a_library"}),
        (_text, {"not_a_library"}),
        (_damaged, {"damaged", "not_a_library", "failed"}),
        (_short, {"damaged"}),
    ],
)
def test_a_file_that_cannot_be_added_leaves_the_library_as_it_is(
    tmp_path: Path, spoil: object, codes: set[str]
) -> None:
    with Library.open(tmp_path / "own.db") as own, Library.open(tmp_path / "other.db") as other:
        played(own, 1)
        played(other, 3)
        path = tmp_path / "spoilt.db"
        path.write_bytes(other.export())
        spoil(path)  # type: ignore[operator]
        before = content(own)
        for ask in (own.count_new, own.add):
            with pytest.raises(StoreError) as caught:
                ask(path.read_bytes())
            assert caught.value.code in codes
        assert content(own) == before
        played(own, 1)


def test_a_row_that_does_not_fit_leaves_the_library_as_it_is() -> None:
    with Library.open("sqlite://") as own, Library.open("sqlite://") as other:
        played(own, 1)
        played(other, 2)
        with other._database.exclusive() as line:  # type: ignore[attr-defined]
            line.execute("PRAGMA foreign_keys=OFF")
            line.execute("INSERT INTO entries VALUES ('nowhere', 1, '{}')")
        before = content(own)
        with raises_code(StoreError, "damaged"):
            own.add(other.export())
        assert content(own) == before


def test_a_library_of_one_program_needs_no_shared_memory(tmp_path: Path) -> None:
    """Not even where the last program was killed, and left its write-ahead log."""
    with Library.open(f"sqlite:///file:{tmp_path}/library.db?vfs=unix-excl") as library:
        (match_id,) = played(library, 1)
        assert {path.name for path in tmp_path.iterdir()} == {"library.db", "library.db-wal"}
        left = tmp_path / "left"
        left.mkdir()
        for path in tmp_path.glob("library.db*"):
            shutil.copy(path, left)
        expected = everything(library.load(match_id))
    with Library.open(f"sqlite:///file:{left}/library.db?vfs=unix-excl") as again:
        assert everything(again.load(match_id)) == expected
        assert {path.name for path in left.iterdir()} == {"library.db", "library.db-wal"}
