"""A sheet of characters with styles, on which the board and the cards are drawn."""

from functools import cache, lru_cache
from typing import Final

from rich.cells import cell_len, chop_cells
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

_ELLIPSIS: Final = "…"


@cache
def paint(
    ink: str | None = None,
    ground: str | None = None,
    *,
    bold: bool = False,
    dim: bool = False,
    reverse: bool = False,
    underline: bool = False,
) -> Style:
    """Return a style.

    Equal arguments give the same object, because cells are compared by identity.
    """
    return Style(
        color=ink,
        bgcolor=ground,
        bold=bold or None,
        dim=dim or None,
        reverse=reverse or None,
        underline=underline or None,
    )


def fit(text: str, width: int) -> str:
    """Cut a text to a width in cells, with an ellipsis if anything is left out.

    >>> fit("Bartholomew", 6), fit("Ann", 6)
    ('Barth…', 'Ann')
    """
    if cell_len(text) <= width:
        return text
    if width < 1:
        return ""
    shown = chop_cells(text, width - 1)[0] if width > 1 else ""
    return shown.rstrip() + _ELLIPSIS


def wrap(text: str, width: int) -> list[str]:
    """Break a sentence into lines of a width in cells, between words if possible.

    Words joined by a no-break space stay on one line.

    >>> wrap("Ann plays the seven of clubs.", 12)
    ['Ann plays', 'the seven of', 'clubs.']
    """
    width = max(1, width)
    lines: list[str] = []
    line = ""
    for word in filter(None, text.split(" ")):
        pieces = chop_cells(word, width)
        for piece in pieces:
            longer = f"{line} {piece}" if line else piece
            if cell_len(longer) <= width:
                line = longer
            else:
                lines.append(line)
                line = piece
    return [*lines, line] if line else lines


@lru_cache(maxsize=4096)
def _is_narrow(text: str) -> bool:
    """Return whether every character of a text takes one cell."""
    return all(cell_len(character) == 1 for character in text)


class Canvas:
    """A sheet of ``width`` by ``height`` cells, which clips text outside."""

    def __init__(self, width: int, height: int, style: Style | None = None) -> None:
        self.width = max(0, width)
        self.height = max(0, height)
        self.style = style or Style.null()
        self._text = [[" "] * self.width for _ in range(self.height)]
        self._styles = [[self.style] * self.width for _ in range(self.height)]

    def put(self, x: int, y: int, text: str, style: Style | None = None) -> int:
        """Write a text from a cell on, and return the column after it.

        Without a style the text keeps the style of the cells that it overwrites.
        """
        if _is_narrow(text):
            return self._put_narrow(x, y, text, style)
        for character in text:
            width = cell_len(character)
            if width == 0:
                continue
            if 0 <= y < self.height and 0 <= x <= self.width - width:
                self._text[y][x] = character
                # The second half of a wide character has no text of its own.
                for more in range(1, width):
                    self._text[y][x + more] = ""
                if style is not None:
                    for more in range(width):
                        self._styles[y][x + more] = style
            x += width
        return x

    def _put_narrow(self, x: int, y: int, text: str, style: Style | None) -> int:
        """Write a text of which every character takes one cell, which is quicker."""
        end = x + len(text)
        first, last = max(0, x), min(self.width, end)
        if 0 <= y < self.height and first < last:
            self._text[y][first:last] = text[first - x : last - x]
            if style is not None:
                self._styles[y][first:last] = [style] * (last - first)
        return end

    def centre(
        self, y: int, text: str, style: Style | None = None, *, x: int = 0, w: int = 0
    ) -> int:
        """Write a text in the middle of a row, or of ``w`` cells from ``x`` on."""
        w = w or self.width - x
        text = fit(text, w)
        return self.put(x + (w - cell_len(text)) // 2, y, text, style)

    def fill(
        self, x: int, y: int, width: int, height: int, *, style: Style, text: str = " "
    ) -> None:
        """Fill a rectangle with a character."""
        for row in range(y, y + height):
            self.put(x, row, text * width, style)

    def lines(self) -> list[str]:
        """Return the rows as plain text."""
        return ["".join(row) for row in self._text]

    def strips(self) -> list[Strip]:
        """Return the rows in the format of Textual."""
        return [self._strip(y) for y in range(self.height)]

    def _strip(self, y: int) -> Strip:
        texts, styles = self._text[y], self._styles[y]
        segments: list[Segment] = []
        start = 0
        for x in range(1, self.width + 1):
            if x == self.width or styles[x] is not styles[start]:
                segments.append(Segment("".join(texts[start:x]), styles[start]))
                start = x
        return Strip(segments, self.width)
