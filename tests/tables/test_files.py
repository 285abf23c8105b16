from base64 import b64encode
from functools import partial
from hashlib import sha256
from pathlib import Path
from zlib import compress

import pytest

from pegout.tables import files as tables
from pegout.tables import late_hands, play_strategy
from tests.cases import each


@each("name", ["cribs", "cribs_six", "deals", "keeps"])
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


@each(
    ("shape", "numbers"),
    [((6,), [0, 1, -1, 2**27, -(2**27), 5]), ((2, 1, 2), [3, 3, 3, 3]), ((0,), [])],
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


def seal(body: str) -> str:
    """Return a table with a wrong body under the right checksum."""
    return f"# Squares.\n# sha256: {sha256(body.encode()).hexdigest()}\n{body}"


@each("body", ["number,square\n2\n", "number,square\n2,4,8\n", ""])
def test_rows_that_do_not_fit_their_columns_are_not_taken(body: str) -> None:
    with pytest.raises(tables.TableError, match="expected lines of as many cells as the first"):
        tables.parse(seal(body))


def packed_as(plain: bytes) -> str:
    return b64encode(compress(plain)).decode("ascii")


@each(
    "body",
    [
        "shape 1 digits 0\n!!!!\n",
        "shape 1 digits 0\nAAA\n",
        "shape 1 digits 0\nAAAA\n",
        f"shape 1 digits 0\n{packed_as(bytes(3))}\n",
        f"shape 1 digits 0\n{packed_as(bytes(5))}\n",
        f"shape x digits 0\n{packed_as(bytes(4))}\n",
        f"shape 1 digits x\n{packed_as(bytes(4))}\n",
        f"shape -1 digits 0\n{packed_as(bytes(4))}\n",
        # The sum of these differences has more than 32 bits.
        f"shape 2 digits 0\n{packed_as(bytes([255] * 8))}\n",
    ],
)
def test_numbers_that_cannot_be_unpacked_are_not_taken(body: str) -> None:
    with pytest.raises(tables.TableError, match="expected packed numbers of the shape"):
        tables.parse_numbers(seal(body))


@each("body", ["", "\n", "shape\n", "digits 3\n", "shape 3\n"])
def test_a_table_without_a_shape_is_not_one_of_numbers(body: str) -> None:
    with pytest.raises(tables.TableError, match="read it with parse"):
        tables.parse_numbers(seal(body))


def test_bytes_that_cannot_be_decompressed_are_not_taken() -> None:
    whole = tables.compose_bytes(["Three."], b"abc")
    assert tables.parse_bytes(whole) == (("Three.",), b"abc")
    with pytest.raises(tables.TableError, match="expected compressed bytes"):
        tables.parse_bytes(seal("no zlib").encode())
    with pytest.raises(tables.TableError, match="differs from it"):
        tables.parse_bytes(whole + b"!")


@each("body", [b"", bytes(15), bytes(17), b"\1" + bytes(15)])
def test_a_play_that_is_cut_short_is_not_taken(body: bytes) -> None:
    with pytest.raises(tables.TableError, match="as many numbers as it says"):
        play_strategy.parse(tables.compose_bytes(["The play."], body))


def test_the_ends_of_lines_do_not_matter() -> None:
    text = tables.compose(["Squares."], ("number", "square"), [(2, 4)])
    assert tables.parse(text.replace("\n", "\r\n")) == tables.parse(text)


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


@each("damage", [b"", b"# Squares.\n", b"\xff\xfe\x00", b"number\n1\n"])
def test_a_damaged_table_is_told_by_its_name(elsewhere: Path, damage: bytes) -> None:
    for file, load in (
        ("odd.csv", partial(tables.load, "odd")),
        ("odd.txt", partial(tables.load_numbers, "odd")),
        ("play.bin", partial(tables.read_checked, "play.bin", play_strategy.parse)),
        (
            "late_hands.bin",
            partial(tables.read_checked, "late_hands.bin", late_hands.read_late_hands),
        ),
    ):
        (elsewhere / file).write_bytes(damage)
        with pytest.raises(tables.TableError, match=f"{file}: the table has no checksum"):
            load()


@each("lines", [["input: none"], ["command: one"], ["command: one"] * 2])
def test_a_head_that_does_not_say_how_it_was_made_is_told(lines: list[str]) -> None:
    data = tables.compose(["Squares.", *lines], ("number", "square"), [(2, 4)]).encode()
    with pytest.raises(tables.TableError, match="lacks its command or its inputs"):
        tables.head_of(data)


def test_what_makes_a_table_is_said_with_the_checksums_of_its_inputs(elsewhere: Path) -> None:
    text = tables.compose(
        ["Squares.", *tables.provenance_lines("pegout solve squares")],
        ("number", "square"),
        [(2, 4)],
    )
    (elsewhere / "squares.csv").write_text(text, "ascii")
    lines = tables.provenance_lines("pegout solve roots", ["squares.csv"], "the squares")
    assert lines[0] == "command: pegout solve roots"
    assert lines[1].startswith("made by: pegout ")
    checksum = tables.head_of(text.encode()).checksum
    assert lines[2:] == ["provenance: the squares", f"input: squares.csv {checksum}"]
