"""Heat maps of the tables: win probabilities over the board, and the solved discards.

Discards of two suits are below the diagonal, discards of one suit above it, pairs on it.

>>> from pegout.tables.win_probability import win_probabilities
>>> sorted(chance_pictures(win_probabilities(), 2))
['chances-2-end.svg', 'chances-2.svg']
"""

from collections.abc import Sequence
from typing import Any, Final

from pegout.cards import RANK_LETTERS
from pegout.tables.files import RowTable, parse
from pegout.tables.heatmap import heat_map
from pegout.tables.win_probability import STAKES

_WHOSE: Final = {"own": "the dealer’s own crib", "opponent": "the opponent’s crib"}
_NOTE: Final = "one suit above the diagonal, two below it, pairs on it"


def chance_pictures(wins: Any, players: int, target: int = 121) -> dict[str, str]:
    """Draw the whole board in steps of five holes, and the last holes one by one, by file name."""
    return {
        f"chances-{players}.svg": chance_picture(wins, range(0, target, 5), players, target),
        f"chances-{players}-end.svg": chance_picture(
            wins, range(target - 21, target), players, target
        ),
    }


def chance_picture(
    values: Any,
    scores: Sequence[int],
    players: int = 2,
    target: int = 121,
    stake: str = "win",
) -> str:
    """Draw the value of a game to the dealer's side at some scores, by both needs."""
    who, opponent = ("dealer", "pone") if players == 2 else ("side that deals", "other side")
    win = stake == "win"
    times, maximum = (100, 50) if win else (1, max(STAKES[stake]))
    cells = {
        (str(own), str(theirs)): times * float(values[target - own, target - theirs])
        for own in scores
        for theirs in scores
    }
    what = "chance to win, per cent," if win else f"match points at {stake}, less the opponent’s,"
    return heat_map(
        f"The {who}’s {what} at the start of a deal",
        cells,
        [str(score) for score in scores],
        note=f"rows: the score of the {who}; columns: that of the {opponent}; game to {target}",
        middle=50 if win else 0,
        digits=0 if win else 1,
        reach=maximum,
    )


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
