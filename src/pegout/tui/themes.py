"""The colours of the terminal table: three themes, and one without colours.

Only palettes name colours. The style sheet uses them as variables of the Textual theme (``$felt``,
``$brass`` and so on), and drawing code takes them from the palette.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Final

from textual.theme import Theme

#: The shape of each side's pegs, which identifies the side without colour.
SHAPES: Final = ("●", "■", "▲", "◆")


@dataclass(frozen=True)
class Palette:
    """The colours of a theme.

    Attributes:
        felt: the table. ``deep``: its panels. ``ink`` and ``quiet``: text on both.
        wood: the board; ``hole`` an empty hole, ``brass`` lines, numbers and the accent.
        paper: the face of a card; ``edge`` its border, ``shade`` the face of a muted card and
            ``faint`` the text on that.
        back: the back of a card, and ``motif`` the drawing on it.
        spades, hearts, diamonds, clubs: the four suits on paper.
        red, blue, amber, green: the four sides, on felt and on wood.
    """

    name: str
    dark: bool
    felt: str
    deep: str
    ink: str
    quiet: str
    wood: str
    hole: str
    brass: str
    on_brass: str
    paper: str
    edge: str
    shade: str
    faint: str
    back: str
    motif: str
    spades: str
    hearts: str
    diamonds: str
    clubs: str
    red: str
    blue: str
    amber: str
    green: str

    @property
    def pile(self) -> str:
        """The colour of small card backs directly on the felt."""
        return self.motif if self.dark else self.back

    @property
    def sides(self) -> tuple[str, str, str, str]:
        """The colour of each side."""
        return self.red, self.blue, self.amber, self.green

    @property
    def suits(self) -> tuple[str, str, str, str]:
        """The colour of each suit, in the order of the suits."""
        return self.clubs, self.diamonds, self.hearts, self.spades


_THEMES: Final = ("walnut", "maple", "slate", "plain")
_LIGHT: Final = ("maple",)
#: Each colour in each theme. The last one is for NO_COLOR: black, white and greys, which every
#: terminal can tell apart. Shapes, letters and borders replace the meaning of colours.
_COLOURS: Final = {
    "felt": ("#1c3a31", "#efe7d6", "#14171b", "#000000"),
    "deep": ("#152c26", "#e3d8c2", "#0c0e11", "#000000"),
    "ink": ("#f4ecd8", "#2a2017", "#ffffff", "#ffffff"),
    "quiet": ("#a9bfae", "#665643", "#b9c2ce", "#c0c0c0"),
    "wood": ("#4b2e1a", "#dcbd8d", "#252b33", "#000000"),
    "hole": ("#c29a62", "#7d5c33", "#8592a2", "#808080"),
    "brass": ("#e3bd62", "#7d4f0c", "#ffd866", "#ffffff"),
    "on_brass": ("#20160a", "#fff8e8", "#101010", "#000000"),
    "paper": ("#fbf6e8", "#fffdf6", "#ffffff", "#000000"),
    "edge": ("#cbbfa5", "#c2b391", "#b4bcc7", "#ffffff"),
    "shade": ("#b9bba6", "#d8ccb4", "#9aa3ae", "#000000"),
    "faint": ("#57604f", "#6b5d49", "#2b3138", "#a0a0a0"),
    "back": ("#6d2f2a", "#7b3a33", "#33445c", "#000000"),
    "motif": ("#dcb871", "#f0d7a4", "#c4d4ea", "#c0c0c0"),
    "spades": ("#1d1d1b", "#1d1d1b", "#000000", "#ffffff"),
    "hearts": ("#b5231c", "#b5231c", "#b00f0f", "#ffffff"),
    "diamonds": ("#1d4f9f", "#1d4f9f", "#0b4db0", "#ffffff"),
    "clubs": ("#1a6a3b", "#1a6a3b", "#006b2d", "#ffffff"),
    "red": ("#ff8577", "#a81d17", "#ff8a80", "#ffffff"),
    "blue": ("#7fbcff", "#164a94", "#82bcff", "#ffffff"),
    "amber": ("#ffc65c", "#7a4400", "#ffb057", "#ffffff"),
    "green": ("#8fe39a", "#14572a", "#7fe08a", "#ffffff"),
}

PALETTES: Final[Mapping[str, Palette]] = MappingProxyType(
    {
        name: Palette(name, name not in _LIGHT, **{key: row[at] for key, row in _COLOURS.items()})
        for at, name in enumerate(_THEMES)
    }
)


def theme(palette: Palette) -> Theme:
    """Return a palette as a Textual theme."""
    variables = {
        field.name.replace("_", "-"): getattr(palette, field.name)
        for field in fields(palette)
        if field.name not in ("name", "dark")
    }
    return Theme(
        name=f"pegout-{palette.name}",
        primary=palette.brass,
        secondary=palette.quiet,
        accent=palette.brass,
        warning=palette.brass,
        error=palette.red,
        success=palette.brass,
        foreground=palette.ink,
        background=palette.felt,
        surface=palette.deep,
        panel=palette.deep,
        dark=palette.dark,
        variables={
            **variables,
            "block-cursor-foreground": palette.on_brass,
            "block-cursor-background": palette.brass,
            "block-cursor-text-style": "bold",
            "input-cursor-background": palette.ink,
            "input-cursor-foreground": palette.felt,
            "input-selection-background": palette.brass + " 40%",
            "border": palette.brass,
            "border-blurred": palette.quiet,
            "scrollbar": palette.quiet,
            "scrollbar-background": palette.deep,
            "scrollbar-hover": palette.brass,
            "scrollbar-active": palette.brass,
            "footer-key-foreground": palette.brass,
        },
    )
