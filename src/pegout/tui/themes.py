"""The colours of the terminal table: three themes, and one without colours.

Only palettes name colours. The style sheet uses them as variables of the Textual theme (``$felt``,
``$brass`` and so on), and drawing code takes them from the palette.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Final

from textual.theme import Theme

#: The shape of each side's pegs, which identifies the side without colour.
SHAPES: Final = ("●", "■", "▲")


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
        red, blue, amber: the three sides, on felt and on wood.
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

    @property
    def pile(self) -> str:
        """The colour of small card backs directly on the felt."""
        return self.motif if self.dark else self.back

    @property
    def sides(self) -> tuple[str, str, str]:
        """The colour of each side."""
        return self.red, self.blue, self.amber

    @property
    def suits(self) -> tuple[str, str, str, str]:
        """The colour of each suit, in the order of the suits."""
        return self.clubs, self.diamonds, self.hearts, self.spades


PALETTES: Final[Mapping[str, Palette]] = MappingProxyType(
    {
        palette.name: palette
        for palette in (
            Palette(
                name="walnut",
                dark=True,
                felt="#1c3a31",
                deep="#152c26",
                ink="#f4ecd8",
                quiet="#a9bfae",
                wood="#4b2e1a",
                hole="#c29a62",
                brass="#e3bd62",
                on_brass="#20160a",
                paper="#fbf6e8",
                edge="#cbbfa5",
                shade="#b9bba6",
                faint="#57604f",
                back="#6d2f2a",
                motif="#dcb871",
                spades="#1d1d1b",
                hearts="#b5231c",
                diamonds="#1d4f9f",
                clubs="#1a6a3b",
                red="#ff8577",
                blue="#7fbcff",
                amber="#ffc65c",
            ),
            Palette(
                name="maple",
                dark=False,
                felt="#efe7d6",
                deep="#e3d8c2",
                ink="#2a2017",
                quiet="#665643",
                wood="#dcbd8d",
                hole="#7d5c33",
                brass="#7d4f0c",
                on_brass="#fff8e8",
                paper="#fffdf6",
                edge="#c2b391",
                shade="#d8ccb4",
                faint="#6b5d49",
                back="#7b3a33",
                motif="#f0d7a4",
                spades="#1d1d1b",
                hearts="#b5231c",
                diamonds="#1d4f9f",
                clubs="#1a6a3b",
                red="#a81d17",
                blue="#164a94",
                amber="#7a4400",
            ),
            Palette(
                name="slate",
                dark=True,
                felt="#14171b",
                deep="#0c0e11",
                ink="#ffffff",
                quiet="#b9c2ce",
                wood="#252b33",
                hole="#8592a2",
                brass="#ffd866",
                on_brass="#101010",
                paper="#ffffff",
                edge="#b4bcc7",
                shade="#9aa3ae",
                faint="#2b3138",
                back="#33445c",
                motif="#c4d4ea",
                spades="#000000",
                hearts="#b00f0f",
                diamonds="#0b4db0",
                clubs="#006b2d",
                red="#ff8a80",
                blue="#82bcff",
                amber="#ffb057",
            ),
            # For NO_COLOR: black, white and two greys, which every terminal can tell apart. Shapes,
            # letters and borders replace the meaning of colours.
            Palette(
                name="plain",
                dark=True,
                felt="#000000",
                deep="#000000",
                ink="#ffffff",
                quiet="#c0c0c0",
                wood="#000000",
                hole="#808080",
                brass="#ffffff",
                on_brass="#000000",
                paper="#000000",
                edge="#ffffff",
                shade="#000000",
                faint="#a0a0a0",
                back="#000000",
                motif="#c0c0c0",
                spades="#ffffff",
                hearts="#ffffff",
                diamonds="#ffffff",
                clubs="#ffffff",
                red="#ffffff",
                blue="#ffffff",
                amber="#ffffff",
            ),
        )
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
