import pytest

from pegout.tables import files as tables


@pytest.mark.parametrize("name", ["cribs", "cribs_six", "deals", "keeps"])
def test_a_shipped_table_is_whole_and_says_where_it_comes_from(name: str) -> None:
    table = tables.load(name)
    head = "\n".join(table.head)
    assert "command: python -m pegout." in head or "command: pegout solve " in head
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
