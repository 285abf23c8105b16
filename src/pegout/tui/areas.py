"""The layout of the screen, for any size from 80 by 24 on."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from pegout.rules import Rules
from pegout.tui.board import Track
from pegout.tui.cards import GIANT, HUGE, LARGE, SMALL, Size

_MIN_TABLE = 11
# The rows of the table for which scores are drawn in less room.
_TIGHT_TABLE = 8
# The rows below the board from which on everything is drawn larger.
_ROOMY = 33
_MIN_PANEL = 20
# The rows for the win probability, by the minimum height of the screen.
_STRIPS = ((44, 8), (36, 6), (28, 4), (24, 3))


class Area(NamedTuple):
    """A rectangle of the screen."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True)
class Layout:
    """The areas of the screen: the board with the panel beside it, the table with the log.

    Attributes:
        track: the drawing of the board, or ``None`` if there is room only for one line per side.
        board: the wood. ``panel``: the scores. ``table``: the cards. ``log``: the log.
        padding: rows of bare wood above and below the track.
        cards: the size of the cards.
        opponents: rows for the other players.
        says: rows for messages.
        earlier: rows for the cards of earlier counts.
        buttons: rows for the buttons.
        strip: the area under the table for the win probability through the game, in a review.
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
    buttons: int
    strip: Area


@lru_cache(maxsize=64)
def lay_out(
    width: int, height: int, rules: Rules, *, panel: bool = False, strip: bool = False
) -> Layout:
    """Compute the layout of a screen of so many columns and rows.

    Args:
        panel: whether options replace the log, which need more room.
        strip: whether the win probability, rather than buttons, goes under the table.
    """
    whole, buttons = height, 0 if strip else 1
    height -= _strip_rows(height) if strip else 0
    lanes = rules.sides
    track = _largest_track(width, height, rules)
    minimum_rows = _score_rows(lanes, height - 2 - _TIGHT_TABLE)
    rows = max(track.height, minimum_rows) if track else minimum_rows
    padding = 1 if height - rows - 2 >= 20 else 0
    board_width = track.width + 1 if track else max(20, width - 30)
    rows += 2 * padding
    top = 1 + rows
    log_width = max(26, min(48, width * 36 // 100))
    if panel:
        log_width = max(34, min(52, width * 40 // 100))
    table = Area(0, top, width - log_width, max(0, height - top - 1))
    return Layout(
        width=width,
        height=whole,
        track=track,
        padding=padding,
        board=Area(0, 1, board_width, rows),
        panel=Area(board_width, 1, width - board_width, rows),
        table=table,
        log=Area(table.width, top, log_width, table.height),
        cards=_card_size(table, buttons),
        opponents=4 if table.height >= 26 else 1,
        says=2 if table.height >= (13 if buttons else 11) else 1,
        earlier=1 if table.height >= 13 else 0,
        buttons=buttons,
        strip=Area(0, top + table.height, width, whole - height),
    )


def _largest_track(width: int, height: int, rules: Rules) -> Track | None:
    """Return the largest drawing of the board that leaves enough room for the cards, if any."""
    for step, rise, room in ((2, 2, _ROOMY), (2, 1, 27), (1, 1, _MIN_TABLE)):
        track = Track(rules.target, rules.sides, step, rise)
        panel = _MIN_PANEL + (14 if step > 1 else 0)
        if track.width + 1 + panel <= width and track.height + 2 + room <= height:
            return track
    return None


def _card_size(table: Area, buttons: int) -> Size:
    """Return the size of the cards for a table with so many rows of buttons."""
    if table.height >= _ROOMY - 2 and table.width >= 100:
        return GIANT
    if table.height >= 28 and table.width >= 84:
        return HUGE
    return LARGE if table.height - buttons >= 16 and table.width >= 52 else SMALL


def _score_rows(sides: int, room: int) -> int:
    """Return the rows for the scores: large digits with or without a space between, or small."""
    return next((rows for rows in (4 * sides - 1, 3 * sides) if rows <= room), 2 * sides)


def _strip_rows(height: int) -> int:
    """Return the number of rows for the win probability on a screen of this height."""
    return next((rows for minimum, rows in _STRIPS if height >= minimum), 0)
