"""The table of the solved discards as heat maps: what cribs are worth, and what is thrown.

Throws of two suits stand below the diagonal, throws of one suit above it, pairs on it.
"""

from __future__ import annotations

from typing import Final

from pegout.analysis.heatmap import heat_map
from pegout.cards import RANK_LETTERS
from pegout.tables.files import RowTable, parse

__all__ = ["discard_pictures"]

_WHOSE: Final = {"own": "the dealer’s own crib", "opponent": "the opponent’s crib"}
_NOTE: Final = "one suit above the diagonal, two below it, pairs on it"


def discard_pictures(text: str) -> dict[str, str]:
    """Draw the heat maps of a table ``discards.csv``.

    Args:
        text: the table, as :func:`pegout.solver.export_discards.discard_tables` writes it.

    Returns:
        SVG by the name of its file: for both roles ``forced``, ``chosen`` and ``thrown``.

    Raises:
        TableError: if it is not what was written.
    """
    table = parse(text)
    pictures = {}
    for role, whose in _WHOSE.items():
        for kind in ("forced", "chosen"):
            pictures[f"discards-{role}-{kind}.svg"] = heat_map(
                f"Mean points in {whose}, {kind} throws",
                _square(table, role, kind),
                RANK_LETTERS,
                note=f"{_NOTE}; rows and columns are ranks",
            )
        who = "dealer" if role == "own" else "pone"
        pictures[f"discards-{role}-thrown.svg"] = heat_map(
            f"How often the {who} throws what, per cent of deals",
            _square(table, role, "percent"),
            RANK_LETTERS,
            note=_NOTE,
            middle=0.5,
        )
    return pictures


def _square(table: RowTable, role: str, column: str) -> dict[tuple[str, str], float]:
    """Give the cells of a picture: one suit above the diagonal, two below it."""
    cells = {}
    for row in table.rows:
        if row["role"] != role or row["suits"] == "any" or not row[column]:
            continue
        low, high = tuple(row["throw"])
        place = (low, high) if row["suits"] == "one" else (high, low)
        cells[place] = float(row[column])
    return cells
