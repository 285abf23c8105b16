r"""Cards as text: seven cells by five, more on a large screen, five by three on a small one.

The border shows the state of a card, so that it is visible without colour:

>>> from pegout.cards import Card, Rank
>>> print("\n".join(card_lines(Card("TH"), LARGE)))
╭─────╮
│10   │
│♥   ♥│
│   10│
╰─────╯
>>> print("\n".join(card_lines(Card("5S"), SMALL, Look.CHOSEN)))
┏━━━┓
┃5♠ ┃
┗━━━┛
"""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Final, NamedTuple

from rich.style import Style

from pegout.cards import Card, Rank
from pegout.text.names import SYMBOLS, index
from pegout.tui.canvas import Canvas, paint
from pegout.tui.themes import Palette


class Size(NamedTuple):
    """The size of a card, and of its visible part when another card overlaps it."""

    width: int
    height: int
    step: int


GIANT: Final = Size(13, 9, 5)
HUGE: Final = Size(9, 7, 4)
LARGE: Final = Size(7, 5, 3)
SMALL: Final = Size(5, 3, 4)


class Look(Enum):
    """The state of a card, with its border: corners clockwise, across, down."""

    PLAYABLE = "╭╮╯╰─│"
    MUTED = "╭╮╯╰╌╎"
    CHOSEN = "┏┓┛┗━┃"
    LIT = "╔╗╝╚═║"
    SPENT = "┌┐┘└ ╎"


def _face(card: Card | None, size: Size) -> list[str]:
    """Return the text inside the border; ``None`` is a back: four holes and a peg."""
    inner = size.width - 2
    if card is None or not card.known:
        if size.height == 3:
            return ["∘∘●"]
        shade = ["░" * inner] * ((size.height - 3) // 2)
        return [*shade, "∘∘∘∘●".center(inner, "∘"), *shade]
    name, suit = index(card.rank), SYMBOLS[card.suit]
    if size.height == 3:
        return [f"{name}{suit}".ljust(inner)]
    if size.height == 9:
        return _with_pips(card, name, suit, inner)
    if size.height == 7:
        return [
            name.ljust(inner),
            suit.ljust(inner),
            suit.center(inner),
            suit.rjust(inner),
            name.rjust(inner),
        ]
    return [name.ljust(inner), suit + " " * (inner - 2) + suit, name.rjust(inner)]


#: The columns of pips on the largest cards, from the left, and their rows by the number of pips:
#: those in both outer columns, and those in the middle one.
_COLUMNS: Final = (3, 5, 7)
_PIPS: Final[Mapping[int, tuple[Sequence[int], Sequence[int]]]] = {
    1: ((), (3,)),
    2: ((), (1, 5)),
    3: ((), (1, 3, 5)),
    4: ((1, 5), ()),
    5: ((1, 5), (3,)),
    6: ((1, 3, 5), ()),
    7: ((1, 3, 5), (2,)),
    8: ((1, 3, 5), (2, 4)),
    9: ((0, 2, 4, 6), (3,)),
    10: ((0, 2, 4, 6), (1, 5)),
}


def _with_pips(card: Card, name: str, suit: str, inner: int) -> list[str]:
    """Return a large face: its pips, or for a jack, queen or king its letter between two suits."""
    rows = [[" "] * inner for _ in range(7)]
    left, middle, right = _COLUMNS
    if card.rank >= Rank.JACK:
        for row, sign in ((2, suit), (3, name), (4, suit)):
            rows[row][middle] = sign
    else:
        outer, central = _PIPS[card.rank + 1]
        for row in outer:
            rows[row][left] = rows[row][right] = suit
        for row in central:
            rows[row][middle] = suit
    for at, letter in enumerate(name):
        rows[0][at], rows[6][inner - len(name) + at] = letter, letter
    rows[1][0] = rows[5][inner - 1] = suit
    return ["".join(row) for row in rows]


def card_lines(
    card: Card | None, size: Size = LARGE, look: Look = Look.PLAYABLE
) -> tuple[str, ...]:
    """Return a card as lines of text; ``None`` is a card face down."""
    top_left, top_right, bottom_right, bottom_left, across, down = look.value
    inner = size.width - 2
    return (
        top_left + across * inner + top_right,
        *(down + line + down for line in _face(card, size)),
        bottom_left + across * inner + bottom_right,
    )


def draw_card(
    canvas: Canvas,
    x: int,
    y: int,
    card: Card | None,
    palette: Palette,
    *,
    size: Size = LARGE,
    look: Look = Look.PLAYABLE,
) -> None:
    """Draw a card with its top left corner at a cell."""
    border, face = _styles(card, palette, look)
    lines = card_lines(card, size, look)
    for row, line in enumerate(lines):
        if row in (0, size.height - 1):
            canvas.put(x, y + row, line, border)
        else:
            canvas.put(x, y + row, line[0], border)
            canvas.put(x + 1, y + row, line[1:-1], face)
            canvas.put(x + size.width - 1, y + row, line[-1], border)


def _styles(card: Card | None, palette: Palette, look: Look) -> tuple[Style, Style]:
    quiet = look in (Look.MUTED, Look.SPENT)
    strong = look in (Look.CHOSEN, Look.LIT)
    if card is None or not card.known:
        ground = palette.back
        face = paint(palette.motif, ground)
        border = paint(palette.brass if strong else palette.motif, ground, bold=strong)
    elif quiet:
        ground = palette.shade
        face = paint(palette.faint, ground)
        border = paint(palette.faint, ground)
    else:
        ground = palette.paper
        face = paint(palette.suits[card.suit], ground, bold=True)
        border = paint(palette.hearts if strong else palette.edge, ground, bold=strong)
    return border, face


def draw_slot(canvas: Canvas, x: int, y: int, palette: Palette, size: Size = LARGE) -> None:
    """Draw an empty slot for a card."""
    style = paint(palette.quiet, palette.felt)
    inner = size.width - 2
    canvas.put(x, y, "┌" + "╌" * inner + "┐", style)
    for row in range(1, size.height - 1):
        canvas.put(x, y + row, "╎" + " " * inner + "╎", style)
    canvas.put(x, y + size.height - 1, "└" + "╌" * inner + "┘", style)
