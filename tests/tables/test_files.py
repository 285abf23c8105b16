from functools import partial
from pathlib import Path

import pytest

from pegout.tables import files as tables
from pegout.tables import pegging_goals, play_strategy


@pytest.mark.parametrize("name", ["cribs", "cribs_six", "deals", "keeps"])
def test_a_shipped_table_is_whole_and_says_where_it_comes_from(name: str) -> None:
    table = tables.load(name)
    head = "\n".join(table.head)
    assert "command: pegout solve " in head
    assert "made by: pegout " in head
    assert "provenance: " in head
    assert table.rows


def test_a_table_that_was_changed_is_not_taken() -> None:
    text = tables.compose(["Squares."], ("number", "square"), [(2, 4), (3, 9)])
    assert [row["square"] for row in tables.parse(text).rows] == ["4", "9"]
    with pytest.raises(tables.TableError):
        tables.parse(text.replace("3,9", "3,8"))
    with pytest.raises(tables.TableError):
        tables.parse("number,square\n2,4\n")


@pytest.mark.parametrize(
    ("shape", "numbers"),
    [
        ((6,), [0, 1, -1, 2**27, -(2**27), 5]),
        ((2, 1, 2), [3, 3, 3, 3]),
        ((0,), []),
    ],
)
def test_numbers_come_back(shape: tuple[int, ...], numbers: list[int]) -> None:
    text = tables.compose_numbers(["Numbers.", "Of a kind."], shape, 3, numbers)
    found = tables.parse_numbers(text)
    assert found.head == ("Numbers.", "Of a kind.")
    assert (found.shape, found.digits) == (shape, 3)
    assert list(found.values) == numbers


def test_numbers_that_were_changed_are_not_taken() -> None:
    text = tables.compose_numbers(["Numbers."], (3,), 0, [1, 2, 3])
    with pytest.raises(tables.TableError):
        tables.parse_numbers(text.replace("shape 3", "shape 2"))
    with pytest.raises(tables.TableError, match="read it with parse"):
        tables.parse_numbers(tables.compose(["Squares."], ("number", "square"), [(2, 4)]))


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(tables.FOLDER_VARIABLE, str(tmp_path))
    return tmp_path


def test_tables_are_read_from_the_folder_that_is_named(elsewhere: Path) -> None:
    text = tables.compose(["Squares."], ("number", "square"), [(2, 4)])
    (elsewhere / "squares.csv").write_text(text, "ascii")
    assert tables.folder() == elsewhere
    assert tables.load("squares").rows == ({"number": "2", "square": "4"},)


def test_a_table_that_is_not_there_is_told_with_what_makes_it(elsewhere: Path) -> None:
    with pytest.raises(tables.TableError, match=r"cubes\.csv cannot be read from .*solve tables"):
        tables.load("cubes")


@pytest.mark.parametrize("damage", [b"", b"# Squares.\n", b"\xff\xfe\x00", b"number\n1\n"])
def test_a_damaged_table_is_told_by_its_name(elsewhere: Path, damage: bytes) -> None:
    for file, load in (
        ("odd.csv", partial(tables.load, "odd")),
        ("odd.txt", partial(tables.load_numbers, "odd")),
        ("play.bin", partial(tables.checked, "play.bin", play_strategy.parse)),
        ("goals.bin", partial(tables.checked, "goals.bin", pegging_goals.read_goals)),
    ):
        (elsewhere / file).write_bytes(damage)
        with pytest.raises(tables.TableError, match=f"{file}: the table has no checksum"):
            load()


@pytest.mark.parametrize("lines", [["input: none"], ["command: one"], ["command: one"] * 2])
def test_a_head_that_does_not_say_how_it_was_made_is_told(lines: list[str]) -> None:
    data = tables.compose(["Squares.", *lines], ("number", "square"), [(2, 4)]).encode()
    with pytest.raises(tables.TableError, match="lacks its command, its inputs or its checksum"):
        tables.head_of(data)


def test_what_makes_a_table_is_said_with_the_checksums_of_its_inputs(elsewhere: Path) -> None:
    text = tables.compose(
        ["Squares.", *tables.whence("pegout solve squares")], ("number", "square"), [(2, 4)]
    )
    (elsewhere / "squares.csv").write_text(text, "ascii")
    lines = tables.whence("pegout solve roots", ["squares.csv"], "the squares")
    assert lines[0] == "command: pegout solve roots"
    assert lines[1].startswith("made by: pegout ")
    checksum = tables.head_of(text.encode()).checksum
    assert lines[2:] == ["provenance: the squares", f"input: squares.csv {checksum}"]
