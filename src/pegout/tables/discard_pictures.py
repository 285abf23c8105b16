"""Heat maps of the solved discards: the mean cribs, and how often each discard is made.

Discards of two suits are below the diagonal, discards of one suit above it, pairs on it.
"""

from __future__ import annotations

from typing import Final

from pegout.cards import RANK_LETTERS
from pegout.tables.files import RowTable, parse
from pegout.tables.heatmap import heat_map

_WHOSE: Final = {"own": "the dealer’s own crib", "opponent": "the opponent’s crib"}
_NOTE: Final = "one suit above the diagonal, two below it, pairs on it"


def discard_pictures(text: str) -> dict[str, str]:
    """Draw the heat maps of a table ``discards.csv``: for both roles three, by file name."""
    table = parse(text)
    pictures = {}
    for role, whose in _WHOSE.items():
        for kind in ("forced", "chosen"):
            pictures[f"discards-{role}-{kind}.svg"] = heat_map(
                f"Mean points in {whose}, {kind} discards",
                _square(table, role, kind),
                RANK_LETTERS,
                note=f"{_NOTE}; rows and columns are ranks",
            )
        who = "dealer" if role == "own" else "pone"
        pictures[f"discards-{role}-discarded.svg"] = heat_map(
            f"How often the {who} makes each discard, per cent of deals",
            _square(table, role, "percent"),
            RANK_LETTERS,
            note=_NOTE,
            middle=0.5,
        )
    return pictures


def _square(table: RowTable, role: str, column: str) -> dict[tuple[str, str], float]:
    """Return the cells of a picture: one suit above the diagonal, two below it."""
    cells = {}
    for row in table.rows:
        if row["role"] != role or row["suits"] == "any" or not row[column]:
            continue
        low, high = tuple(row["discard"])
        index = (low, high) if row["suits"] == "one" else (high, low)
        cells[index] = float(row[column])
    return cells
