"""The board: one continuous track, defined by a function from (hole, lane) to a point.

The track is a paperclip: straights of holes in groups of five, joined by bends of five holes. A
board of 121 has three straights and two bends; a board of 61 has two straights and one bend. Points
are (column, row) on a sheet of characters, with the origin at the top left.

>>> track = Track(121, 2)
>>> track.straights, track.holes_in(0), track.holes_in(2)
(3, 35, 40)
>>> track.point(1, 0), track.point(5, 0), track.point(6, 0)
(Point(x=6, y=0), Point(x=10, y=0), Point(x=12, y=0))
>>> track.point(121, 0) == track.point(121, 1)
True
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from pegout.rules import View
from pegout.tui.canvas import Canvas, paint
from pegout.tui.themes import SHAPES, Palette

_BEND: Final = 5
_GROUP: Final = 5
# The holes of a right bend from top to bottom, by the lane's distance from the middle of the bend:
# columns past the straight, rows from the middle.
_BENDS: Final[Mapping[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, -1), (1, -1), (2, 0), (1, 1), (0, 1)),
    2: ((1, -2), (3, -1), (4, 0), (3, 1), (1, 2)),
    3: ((1, -3), (4, -2), (6, 0), (4, 2), (1, 3)),
    4: ((1, -4), (6, -3), (8, 0), (6, 3), (1, 4)),
}


class Point(NamedTuple):
    """A cell of the sheet."""

    x: int
    y: int


class Pegs(NamedTuple):
    """The scores of a side now and before its last points, which are the same before the first."""

    front: int
    rear: int


def pegs_of(view: View) -> tuple[Pegs, ...]:
    """Return the pegs of each side.

    >>> from pegout.match import Match, Seated, Setup
    >>> from pegout.rules import Rules
    >>> rules = Rules(start_scores=(100, 90))
    >>> pegs_of(Match(Setup("x", rules, (Seated("Ann"), Seated("Ben")))).view(0))
    (Pegs(front=100, rear=100), Pegs(front=90, rear=90))
    """
    start = view.rules.scores_at_start
    return tuple(map(Pegs, view.scores, map(max, view.rear, start)))


class Track:
    """The positions of all holes.

    Args:
        target: the game hole, 31 to 241.
        lanes: the number of lanes, one per side, 1 to 4.
        step: the columns per hole, 1 or 2.
        rise: the rows per lane, 1 or 2.
    """

    def __init__(self, target: int, lanes: int, step: int = 1, rise: int = 1) -> None:
        self.target = target
        self.lanes = lanes
        self.step = step
        self.rise = rise
        self.straights = max(1, -(-(target - 1) // 40))
        along = target - 1 - _BEND * self.straights
        #: The holes of every straight except the last, which has up to five more.
        self.length = -(-max(1, along) // (self.straights * _GROUP)) * _GROUP

    @cached_property
    def left(self) -> int:
        """The column of the first hole; the start, a bend or the game hole are to its left."""
        room = (_BENDS[self.lanes][2][0] + 1) * self.step + 1
        if self.straights % 2:
            return max(room, 6)
        last = self.holes_in(self.straights - 1)
        return max(room, 6, self._columns(last + 1) - self._columns(self.length) + self.step)

    @property
    def height(self) -> int:
        """The rows of the board."""
        return (self.straights * (self.lanes + 1) - 2) * self.rise + 1

    @cached_property
    def width(self) -> int:
        """The columns of the board."""
        lanes = range(self.lanes)
        points = [self.point(hole, lane).x for hole in range(1, self.target + 1) for lane in lanes]
        return max(points) + 2

    def holes_in(self, straight: int) -> int:
        """Return the number of holes in a straight; the last has the remaining holes."""
        if straight < self.straights - 1:
            return self.length
        return self.target - 1 - (self.length + _BEND) * (self.straights - 1)

    def _columns(self, holes: int) -> int:
        """Return the columns that holes of a straight take, with the gaps between groups."""
        return holes * self.step + holes // _GROUP * self.step

    def straight_of(self, hole: int) -> int:
        """Return the straight of a hole, or the straight before its bend."""
        return min((hole - 1) // (self.length + _BEND), self.straights - 1)

    def _across(self, index: int) -> int:
        """Return the column of the hole with this index in a straight that runs to the right."""
        return self.left + self._columns(index)

    def _row(self, straight: int, lane: int) -> int:
        inside = lane if straight % 2 == 0 else self.lanes - 1 - lane
        return straight * (self.lanes + 1) + inside

    def _end(self) -> int:
        """Return the column of the last hole before a bend on the right."""
        return self._across(self.length - 1)

    def _along(self, straight: int, index: int) -> int:
        """Return the column of a hole in a straight; every second straight runs to the left."""
        if straight % 2 == 0:
            return self._across(index)
        return self.left + self._end() - self._across(index)

    def point(self, hole: int, lane: int) -> Point:
        """Return the position of a hole; 0 and -1 are the start holes of the two pegs."""
        x, y = self._narrow(hole, lane)
        return Point(x, y * self.rise)

    def _narrow(self, hole: int, lane: int) -> Point:
        """Return the position of a hole with one row per lane."""
        if hole <= 0:
            return Point(self.left - 2 + hole, self._row(0, lane))
        straight, index = divmod(hole - 1, self.length + _BEND)
        if hole == self.target:
            return self._game_hole(hole)
        if straight == self.straights - 1 or index < self.length:
            straight = min(straight, self.straights - 1)
            index = hole - 1 - straight * (self.length + _BEND)
            return Point(self._along(straight, index), self._row(straight, lane))
        return self._bend(straight, lane, index - self.length)

    def _bend(self, straight: int, lane: int, at: int) -> Point:
        middle = straight * (self.lanes + 1) + self.lanes
        dx, dy = _BENDS[middle - self._row(straight, lane)][at]
        if straight % 2 == 0:
            return Point(self._end() + (1 + dx) * self.step + 1, middle + dy)
        return Point(self.left - (1 + dx) * self.step - 1, middle + dy)

    def _game_hole(self, hole: int) -> Point:
        """Return the position of the game hole that all lanes share, past the last holes."""
        straight = self.straights - 1
        index = hole - 1 - straight * (self.length + _BEND)
        right = straight % 2 == 0
        x = self._along(straight, index - 1) + (2 if right else -2) * self.step
        return Point(x, straight * (self.lanes + 1) + (self.lanes - 1) // 2)

    def after(self, hole: int) -> tuple[Point, Point] | None:
        """Return the top and bottom cell of a line across the lanes after a hole, if one fits.

        Lines fit in the gap after a group of five, on a straight or at its start.
        """
        straight, index = divmod(hole - 1, self.length + _BEND)
        straight = min(straight, self.straights - 1)
        if hole < 1 or hole >= self.target - 1 or index % _GROUP != _GROUP - 1:
            return None
        before = self.point(hole, 0)
        if index >= self.length and straight < self.straights - 1:
            straight += 1
            before = self.point(hole + 1, 0)
            before = before._replace(
                x=before.x - (2 * self.step if straight % 2 == 0 else -2 * self.step)
            )
        x = before.x + (self.step if straight % 2 == 0 else -self.step)
        top = straight * (self.lanes + 1) * self.rise
        return Point(x, top), Point(x, top + (self.lanes - 1) * self.rise)


def _lines(target: int, skunk_lines: Sequence[int]) -> dict[int, str]:
    """Return the skunk lines of a board: the hole before each line, and its letter."""
    holes = [target - line for line in skunk_lines]
    return {hole: letter for hole, letter in zip(holes, "SDT", strict=False) if hole > 0}


def draw_board(
    canvas: Canvas,
    at: Point,
    track: Track,
    pegs: Sequence[Pegs],
    palette: Palette,
    *,
    skunk_lines: Sequence[int] = (),
) -> None:
    """Draw the board with its pegs, with its top left corner at a cell."""
    drawing = _Drawing(canvas, at, track, palette)
    for lane in range(track.lanes):
        drawing.lane(lane)
        drawing.trail(lane, pegs[lane])
    drawing.put(track.point(track.target, 0), "◎", palette.brass, bold=True)
    drawing.streets()
    drawing.skunk_lines(skunk_lines)
    for lane, peg in enumerate(pegs):
        drawing.pegs(lane, peg)


class _Drawing:
    """A drawing of a board, part by part."""

    def __init__(self, canvas: Canvas, at: Point, track: Track, palette: Palette) -> None:
        self.canvas, self.at, self.track, self.palette = canvas, at, track, palette

    def put(self, point: Point, text: str, colour: str, *, bold: bool = False) -> None:
        style = paint(colour, self.palette.wood, bold=bold)
        self.canvas.put(self.at.x + point.x, self.at.y + point.y, text, style)

    def lane(self, lane: int) -> None:
        """Draw the holes of a lane, the start holes behind a line, and the head of its pegs."""
        track, palette = self.track, self.palette
        start = track.point(-1, lane)
        self.put(Point(start.x - 2, start.y), SHAPES[lane], palette.sides[lane])
        for hole in range(-1, track.target):
            self.put(track.point(hole, lane), "·", palette.hole)
        self.put(Point(track.left - 1, start.y), "│", palette.brass)

    def trail(self, lane: int, pegs: Pegs) -> None:
        """Colour the holes between the two pegs, so that the last score can be counted."""
        for hole in range(max(1, pegs.rear + 1), min(pegs.front, self.track.target)):
            self.put(self.track.point(hole, lane), "•", self.palette.sides[lane])

    def pegs(self, lane: int, pegs: Pegs) -> None:
        """Draw the two pegs of a side; the rear one is in a start hole before the first points."""
        behind = pegs.rear if pegs.rear < pegs.front else min(0, pegs.front - 1)
        for hole in (behind, pegs.front):
            point = self.track.point(min(hole, self.track.target), lane)
            self.put(point, SHAPES[lane], self.palette.sides[lane], bold=True)

    def streets(self) -> None:
        """Write the numbers of the streets into the gaps between straights."""
        track = self.track
        for street in (*range(30, track.target - 5, 30), track.target):
            point = track.point(street, 0)
            straight = track.straight_of(street)
            row = track.rise * (straight * (track.lanes + 1) + (-1 if straight else track.lanes))
            # The number ends over its hole, on the side from which the lane comes.
            number = str(street)
            column = point.x - len(number) + 1 if straight % 2 == 0 else point.x
            column = max(0, min(column, track.width - len(number)))
            self.put(Point(column, row), number, self.palette.brass)

    def skunk_lines(self, skunk_lines: Sequence[int]) -> None:
        """Draw the skunk lines, with their letters."""
        for hole, letter in _lines(self.track.target, skunk_lines).items():
            line = self.track.after(hole)
            if line is None:
                continue
            top, bottom = line
            for row in range(top.y, bottom.y + 1):
                self.put(Point(top.x, row), "┃", self.palette.brass)
            label = top.y - 1 if top.y else bottom.y + 1
            self.put(Point(top.x, label), letter, self.palette.brass)


def draw_strip(
    canvas: Canvas,
    at: Point,
    target: int,
    pegs: Sequence[Pegs],
    palette: Palette,
    *,
    width: int,
    rise: int = 1,
) -> None:
    """Draw each lane as one line from the start to the game hole, if the board does not fit."""
    x, top = at
    for lane, (front, rear) in enumerate(pegs):
        y, colour = top + lane * rise, palette.sides[lane]
        ends = [max(0, min(hole, target)) * (width - 5) // target for hole in (rear, front)]
        canvas.put(x, y, SHAPES[lane] + " ", paint(colour, palette.wood))
        canvas.put(x + 2, y, "·" * (width - 4), paint(palette.hole, palette.wood))
        canvas.put(x + width - 2, y, "◎", paint(palette.brass, palette.wood))
        for end in range(ends[0] + 1, ends[1]):
            canvas.put(x + 2 + end, y, "•", paint(colour, palette.wood))
        for end in ends:
            canvas.put(x + 2 + end, y, SHAPES[lane], paint(colour, palette.wood, bold=True))
