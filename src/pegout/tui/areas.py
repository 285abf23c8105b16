"""Where everything goes on a screen of any size from 80 by 24 on."""

from __future__ import annotations

from dataclasses import dataclass

from pegout.rules import Rules
from pegout.tui.board import Track
from pegout.tui.cards import HUGE, LARGE, SMALL, Size

__all__ = ["Area", "Layout", "lay_out"]

_LEAST_TABLE = 11
_LEAST_PANEL = 20


@dataclass(frozen=True)
class Area:
    """A rectangle of the screen."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True)
class Layout:
    """The areas of the screen: the board with the panel beside it, the table with the log.

    Attributes:
        track: the board's drawing, or ``None`` where there is only room for a line a side.
        board: the wood. ``panel``: the scores. ``table``: the cards. ``log``: the log.
        padding: rows of bare wood above and below the track.
        cards: the size of the cards.
        opponents: rows for the others at the table.
        says: rows for what is said.
        earlier: rows for the cards of the counts before.
    """

    width: int
    height: int
    track: Track | None
    padding: int
    board: Area
    panel: Area
    table: Area
    log: Area
    cards: Size
    opponents: int
    says: int
    earlier: int


def lay_out(width: int, height: int, rules: Rules) -> Layout:
    """Lay a screen out."""
    lanes = rules.sides
    track: Track | None = None
    for step, room in ((2, 27), (1, _LEAST_TABLE)):
        wanted = Track(rules.target, lanes, step)
        if (
            wanted.width + 1 + _LEAST_PANEL + (14 if step > 1 else 0) <= width
            and wanted.height + 2 + room <= height
        ):
            track = wanted
            break
    least_rows = 3 * lanes + lanes - 1
    rows = max(track.height, least_rows) if track else least_rows
    padding = 1 if height - rows - 2 >= 20 else 0
    board_width = track.width + 1 if track else max(20, width - 30)
    rows += 2 * padding
    top = 1 + rows
    log_width = max(26, min(48, width * 36 // 100))
    table = Area(0, top, width - log_width, max(0, height - top - 1))
    if table.height >= 28 and table.width >= 84:
        cards = HUGE
    else:
        cards = LARGE if table.height >= 17 and table.width >= 52 else SMALL
    return Layout(
        width=width,
        height=height,
        track=track,
        padding=padding,
        board=Area(0, 1, board_width, rows),
        panel=Area(board_width, 1, width - board_width, rows),
        table=table,
        log=Area(table.width, top, log_width, table.height),
        cards=cards,
        opponents=4 if table.height >= 26 else 1,
        says=2 if table.height >= 13 else 1,
        earlier=1 if table.height >= 13 else 0,
    )
