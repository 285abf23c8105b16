"""The tables that are shipped with the package: how they are written, checked and read.

A table is a text file: a head of lines that begin with ``#`` and say what the numbers are, which
command made them and by which rules; then comma-separated lines, the first of which names the
columns. The head ends with a checksum of all that follows, so that a table which was changed by
hand is not taken for one that was computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final, NamedTuple

__all__ = ["Table", "TableError", "compose", "load", "parse"]

_CHECKSUM: Final = "# sha256: "


class TableError(ValueError):
    """A table that is not what was written.

    Attributes:
        code: ``bad_table``.
    """

    code = "bad_table"


class Table(NamedTuple):
    """A table: the lines of its head, and its rows as a mapping from column to text."""

    head: tuple[str, ...]
    rows: tuple[Mapping[str, str], ...]


def compose(
    head: Iterable[str], columns: Sequence[str], rows: Iterable[Sequence[str | float | int]]
) -> str:
    """Write a table.

    >>> print(compose(["Squares."], ["number", "square"], [[2, 4], [3, 9]]))
    # Squares.
    # sha256: dae55fb9f84f77429a7dcd3b04b3b7e8aca6529cd7d85ff1bbcc1ff1340ec288
    number,square
    2,4
    3,9
    <BLANKLINE>
    """
    lines = [",".join(columns), *[",".join([_cell(value) for value in row]) for row in rows]]
    body = "\n".join(lines) + "\n"
    return "".join([f"# {line}\n" for line in head]) + f"{_CHECKSUM}{_digest(body)}\n{body}"


def _cell(value: str | float | int) -> str:
    return f"{value:.5f}" if isinstance(value, float) else str(value)


def _digest(body: str) -> str:
    return sha256(body.encode("ascii")).hexdigest()


def parse(text: str) -> Table:
    """Read a table and hold it against its checksum.

    >>> parse(compose(["Squares."], ["number", "square"], [[2, 4]])).rows
    ({'number': '2', 'square': '4'},)

    Raises:
        TableError: if the table is not what was written.
    """
    lines = text.splitlines()
    length = sum(1 for line in lines if line.startswith("#"))
    body = "\n".join(lines[length:]) + "\n"
    if not length or lines[length - 1] != _CHECKSUM + _digest(body):
        raise TableError("the table has no checksum or differs from it; make it again")
    columns = lines[length].split(",")
    rows = [
        dict(zip(columns, line.split(","), strict=True)) for line in lines[length + 1 :] if line
    ]
    return Table(tuple([line[2:] for line in lines[: length - 1]]), tuple(rows))


@cache
def load(name: str) -> Table:
    """Give a table that is shipped with the package.

    >>> load("cribs").head[1]
    'command: python -m pegout.evaluation.crib_tables'

    Raises:
        TableError: if it is not what was written.
    """
    return parse(files(__package__).joinpath("tables", f"{name}.csv").read_text("ascii"))
