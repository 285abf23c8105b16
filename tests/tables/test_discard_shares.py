"""Discards with their shares, in the format of the tables."""

import pytest

from pegout.tables.discard_shares import read_shares, write_shares
from pegout.tables.files import TableError, load
from tests.cases import each


@each("name", ["discards_six", "discards_deal", "discards_three", "discards_four"])
def test_what_is_shipped_reads_and_writes_alike(name: str) -> None:
    for row in load(name).rows:
        shares = dict(read_shares(row["discards"]))
        assert write_shares(shares) == row["discards"]


@each("text", ["A2:", "A2:0.5", "A2:half A3:half", "A2 A3", "A2:1:0 A3:0", " "])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(TableError, match="expected discards"):
        read_shares(text)
