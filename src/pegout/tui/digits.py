"""Large digits, three cells by three, for the count and the scores."""

from typing import Final

from rich.style import Style

from pegout.tui.canvas import Canvas

_FIGURES: Final = {
    "0": ("█▀█", "█ █", "▀▀▀"),
    "1": (" ▀█", "  █", "  ▀"),
    "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", " ▀█", "▀▀▀"),
    "4": ("█ █", "▀▀█", "  ▀"),
    "5": ("█▀▀", "▀▀█", "▀▀▀"),
    "6": ("█▀▀", "█▀█", "▀▀▀"),
    "7": ("▀▀█", "  █", "  ▀"),
    "8": ("█▀█", "█▀█", "▀▀▀"),
    "9": ("█▀█", "▀▀█", "▀▀▀"),
}


def big_number(number: int) -> list[str]:
    r"""Return a number as three lines of large digits.

    >>> print("\n".join(big_number(31)))
    ▀▀█  ▀█
     ▀█   █
    ▀▀▀   ▀
    """
    return [" ".join(_FIGURES[digit][row] for digit in str(number)) for row in range(3)]


def draw_number(
    canvas: Canvas, x: int, y: int, number: int, style: Style, *, width: int = 0
) -> None:
    """Draw a number in large digits, right-aligned in ``width`` cells if that is given."""
    for row, line in enumerate(big_number(number)):
        canvas.put(x + max(0, width - len(line)), y + row, line, style)
