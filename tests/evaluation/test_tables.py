import pytest

from pegout.evaluation import tables


@pytest.mark.parametrize("name", ["cribs", "cribs_six", "deals", "keeps", "positions"])
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
