r"""The win probability through a game, as a line of braille dots with marked decisions.

Deals are bands with their numbers below. Signs repeat what colours show: a larger dot marks a
larger loss, and a triangle is below the selected decision.

>>> from pegout.tui.canvas import Canvas
>>> from pegout.tui.themes import PALETTES
>>> line = ChanceLine(((0, 0.5), (4, 0.9), (8, 0.1), (12, 1.0)), ((0, 1), (6, 2)), (Mark(4, 3),), 4)
>>> canvas = Canvas(20, 4)
>>> nearest = draw_chance_line(canvas, line, Area(0, 0, 20, 4), PALETTES["plain"])
>>> print("\n".join(row.rstrip() for row in canvas.lines()))
100   ⢀⣀⠤●⣀       ⡠⠊
 50 ⠔⠊⠁╌╌│╌⠑⢄╌╌╌⡠⠊╌╌
  0      │   ⠉⠢⠊
    1    ▲  2
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from rich.style import Style

from pegout.tui.areas import Area
from pegout.tui.canvas import Canvas, paint
from pegout.tui.themes import Palette

#: The columns of the scale, with the space after it.
_SCALE: Final = 4
#: The bits of the dots in a braille character, by column and row.
_DOTS: Final = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
_BLANK: Final = 0x2800
#: The signs of decisions, by the size of their loss.
_SIGNS: Final = ("·", "∘", "•", "●")


class Mark(NamedTuple):
    """A decision.

    Attributes:
        at: the step of the game before which it was made.
        size: the size of its loss: 0 for none, 1 for an inaccuracy, 2 for a mistake, 3 for a large
            mistake.
    """

    at: int
    size: int


@dataclass(frozen=True)
class ChanceLine:
    """The data of the line.

    Attributes:
        points: the win probabilities, as pairs of a step and the probability before it, by step.
        deals: the starts of deals, as pairs of a step and the number of the deal.
        marks: the decisions.
        at: the step of the selected decision; -1 for none.
        last: the last step of the game; unless given, that of the points.
        side: the side whose win probability it is, for the colour.
        opened: a second line to draw faintly: the win probabilities with all cards open.
    """

    points: tuple[tuple[int, float], ...]
    deals: tuple[tuple[int, int], ...]
    marks: tuple[Mark, ...]
    at: int = -1
    last: int = 0
    side: int = 0
    opened: tuple[tuple[int, float], ...] = ()

    def column(self, at: float, width: int) -> int:
        """Return the position of a step on a line of this width."""
        return min(width - 1, round(at * (width - 1) / self.end))

    @property
    def end(self) -> int:
        """The last step of the line."""
        return max(self.last, 1, *[step for step, _ in self.points])

    def chance(self, at: float) -> float | None:
        """Return the win probability at a step, interpolated; None outside the points."""
        return _interpolate(self.points, at)


def _interpolate(points: Sequence[tuple[int, float]], at: float) -> float | None:
    for (left, before), (right, after) in pairwise(points):
        if left <= at <= right and left < right:
            return before + (after - before) * (at - left) / (right - left)
    return None


def draw_chance_line(
    canvas: Canvas, line: ChanceLine, area: Area, palette: Palette
) -> dict[int, int]:
    """Draw the line in an area of at least two rows, with deals and decisions in the last row.

    Returns:
        The index of the nearest mark by column of the line; empty without marks.
    """
    drawing = _Drawing(canvas, line, area, palette)
    drawing.draw()
    return drawing.nearest()


class _Drawing:
    """A drawing of a line."""

    def __init__(self, canvas: Canvas, line: ChanceLine, area: Area, palette: Palette) -> None:
        self.canvas, self.line, self.area, self.palette = canvas, line, area, palette
        self.left, self.width = area.x + _SCALE, max(1, area.width - _SCALE)
        self.rows = area.height - 1
        self.starts = [(line.column(at, self.width), deal) for at, deal in line.deals]
        #: The columns of the last row with a figure.
        self.taken: set[int] = set()

    def ground(self, column: int) -> str:
        """Return the colour of the band of a deal."""
        begun = sum(start <= column for start, _ in self.starts)
        return self.palette.felt if begun % 2 else self.palette.deep

    def ink(self, column: int, colour: str, *, bold: bool = False) -> Style:
        return paint(colour, self.ground(column), bold=bold)

    def put(self, column: int, row: int, sign: str, colour: str, *, bold: bool = False) -> None:
        style = self.ink(column, colour, bold=bold)
        self.canvas.put(self.left + column, self.area.y + row, sign, style)

    def draw(self) -> None:
        self._draw_scale()
        self._draw_bands()
        self._draw_line(self.line.opened, self.palette.quiet, bold=False)
        self._draw_line(self.line.points, self.palette.sides[self.line.side], bold=True)
        self._draw_marks()

    def _draw_scale(self) -> None:
        palette, area = self.palette, self.area
        style = paint(palette.quiet, palette.deep)
        self.canvas.fill(area.x, area.y, area.width, area.height, style=style)
        middle = (self.rows - 1) // 2
        for row, figure in ((0, "100"), (middle, " 50"), (self.rows - 1, "  0")):
            if figure != " 50" or self.rows % 2:
                self.canvas.put(area.x, area.y + row, figure, style)

    def _draw_bands(self) -> None:
        palette, middle = self.palette, (self.rows - 1) // 2
        here = self.line.column(self.line.at, self.width) if self.line.at >= 0 else -1
        for column in range(self.width):
            for row in range(self.rows):
                half = "╌" if row == middle and self.rows % 2 else " "
                sign, colour = ("│", palette.brass) if column == here else (half, palette.faint)
                self.put(column, row, sign, colour)
            self.put(column, self.rows, " ", palette.quiet)
        for column, deal in self.starts:
            for at, figure in enumerate(str(deal)):
                if column + at < self.width:
                    self.put(column + at, self.rows, figure, palette.quiet)
                    self.taken.add(column + at)

    def _draw_line(self, points: Sequence[tuple[int, float]], colour: str, *, bold: bool) -> None:
        for (column, row), sign in self._cells(points).items():
            self.put(column, row, chr(_BLANK + sign), colour, bold=bold)

    def _cells(self, points: Sequence[tuple[int, float]]) -> dict[tuple[int, int], int]:
        """Return the braille signs of a line, with dots that join neighbouring columns."""
        cells: dict[tuple[int, int], int] = {}
        dots, high, end = 2 * self.width, 4 * self.rows - 1, self.line.end
        before: int | None = None
        for dot in range(dots):
            chance = _interpolate(points, dot * end / (dots - 1))
            if chance is None:
                before = None
                continue
            y = round((1 - chance) * high)
            reach = [y] if before is None or abs(before - y) < 2 else self._between(before, y)
            for dot_row in reach:
                at = (dot // 2, dot_row // 4)
                cells[at] = cells.get(at, 0) | _DOTS[dot % 2][dot_row % 4]
            before = y
        return cells

    @staticmethod
    def _between(before: int, after: int) -> list[int]:
        """Return the rows of dots that join two columns."""
        step = 1 if after > before else -1
        return list(range(before + step, after + step, step))

    def _draw_marks(self) -> None:
        line, palette = self.line, self.palette
        for mark in sorted(line.marks, key=lambda mark: mark.size):
            column = line.column(mark.at, self.width)
            if column not in self.taken:
                self.put(column, self.rows, _SIGNS[0], palette.quiet)
            chance = line.chance(mark.at)
            if mark.size and chance is not None:
                row = round((1 - chance) * (4 * self.rows - 1)) // 4
                colour = palette.red if mark.size > 1 else palette.brass
                self.put(column, row, _SIGNS[mark.size], colour, bold=True)
        if line.at >= 0:
            self.put(line.column(line.at, self.width), self.rows, "▲", palette.brass, bold=True)

    def nearest(self) -> dict[int, int]:
        """Return the index of the mark nearest to each column."""
        columns = [self.line.column(mark.at, self.width) for mark in self.line.marks]
        if not columns:
            return {}
        marks = range(len(columns))
        return {
            self.left + column: min(marks, key=lambda at: abs(columns[at] - column))
            for column in range(self.width)
        }
