"""The result of a daily as a picture to share: a board of a hundred holes with a peg in the score.

It has nothing of the questions but how each was answered, in a form of its own: a whole peg, half a
peg, or an empty hole.
"""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final, Literal, NamedTuple, TypeAlias

from pegout.svg.elements import COLOURS, Svg, element, picture

AnswerMark: TypeAlias = Literal["right", "close", "wrong"]

#: The size, in pixels, which sites show beside a link without cutting anything off.
WIDTH: Final = 1200
HEIGHT: Final = 630
#: The colours of the theme maple, for a light picture; the client has them in ``style/tokens.css``.
LIGHT: Final[Mapping[str, str]] = {
    "felt": "#ebe1cf",
    "felt-deep": "#ddd0b8",
    "ink": "#2a2018",
    "ink-quiet": "#5c4f40",
    "accent": "#1f6b4e",
    "wood": "#e2c592",
    "wood-light": "#f6e4c0",
    "wood-dark": "#b68c52",
    "wood-edge": "#8f6a38",
    "track": "#e9d1a3",
    "brass": "#6d4d0b",
    "board-ink": "#4a3312",
    "hole": "#4b3013",
    "hole-rim": "#b68c52",
    "side-0": "#bd2a20",
    "side-0-light": "#e8695c",
    "side-0-dark": "#7e150e",
    "shadow-ink": "#4a331247",
}
_EDGE: Final = 64
_MIDDLE: Final = 648
#: The plank with the holes, of which a group has five.
_PLANK: Final = (_EDGE, 424, WIDTH - 2 * _EDGE, 146)
_HOLES: Final = 100
_GROUP: Final = 5
_STEP: Final = 8.8
_GAP: Final = 4.4
_FONT: Final = "system-ui, sans-serif"


class DailyWords(NamedTuple):
    """What a picture of a daily says.

    Attributes:
        title: the name of the program and of the daily.
        day: the date.
        score: the score, from 0 to 100.
        of: what it is out of.
        marks: how each question was answered.
        deal: what the deal lost; may be empty.
        streak: the days in a row; may be empty.
        label: all of this in words, for those who do not see the picture.
    """

    title: str
    day: str
    score: int
    of: str
    marks: Sequence[AnswerMark]
    deal: str
    streak: str
    label: str


def daily_svg(words: DailyWords, *, light: bool = False) -> Svg:
    """Draw the result of a daily.

    Args:
        words: what it says.
        light: whether it is drawn on paper instead of felt.

    >>> words = DailyWords("Pegout", "2026-11-28", 87, "of 100", ["right", "close"], "", "", "87")
    >>> daily_svg(words).count('class="mark"')
    2
    """
    colours = LIGHT if light else COLOURS
    return picture(
        words.label,
        WIDTH,
        HEIGHT,
        element("rect", width=WIDTH, height=HEIGHT, fill=colours["felt"]),
        _head(words, colours),
        _score(words, colours),
        *[_mark(mark, at, colours) for at, mark in enumerate(words.marks)],
        _sides(words, colours),
        _plank(colours),
        _track(words.score, colours),
    )


def _head(words: DailyWords, colours: Mapping[str, str]) -> str:
    return _line(words.title, _EDGE, 88, 38, colours["ink"], font_weight="bold") + _line(
        words.day, WIDTH - _EDGE, 88, 34, colours["ink-quiet"], text_anchor="end"
    )


def _score(words: DailyWords, colours: Mapping[str, str]) -> str:
    of = element("tspan", escape(words.of), dx=16, font_size=44, fill=colours["ink-quiet"])
    number = element("tspan", str(words.score), font_weight="bold")
    look = {"font_family": _FONT, "font_size": 190, "fill": colours["ink"]}
    return element("text", number, of, x=_EDGE - 8, y=328, **look)


def _sides(words: DailyWords, colours: Mapping[str, str]) -> str:
    return _line(words.deal, _MIDDLE, 302, 32, colours["ink"]) + _line(
        words.streak, _MIDDLE, 348, 32, colours["ink-quiet"]
    )


def _mark(mark: AnswerMark, at: int, colours: Mapping[str, str]) -> str:
    """Draw an answer: a whole peg, half a peg, or an empty hole."""
    radius, x, y = 36.0, _MIDDLE + 36 + at * 102, 212
    hole = element(
        "circle", r=radius, fill=colours["felt-deep"], stroke=colours["hole-rim"], stroke_width=3
    )
    head = radius - 7
    accent = colours["accent"]
    if mark == "right":
        hole += element("circle", r=head, fill=accent)
    elif mark == "close":
        half = f"M0 {-head:g}A{head:g} {head:g} 0 0 0 0 {head:g}Z"
        hole += element("path", d=half, fill=accent)
    return element("g", hole, class_="mark", transform=f"translate({x} {y})")


def _plank(colours: Mapping[str, str]) -> str:
    x, y, width, height = _PLANK
    box: dict[str, object] = {"x": x, "width": width, "rx": 26}
    return (
        element("rect", y=y + 6, height=height, fill=colours["shadow-ink"], **box)
        + element("rect", y=y, height=height, fill=colours["wood-dark"], **box)
        + element("rect", y=y, height=height - 6, fill=colours["wood-light"], **box)
        + element("rect", y=y + 2, height=height - 8, fill=colours["wood"], **box)
        + element(
            "rect",
            x=x + 9,
            y=y + 10,
            width=width - 18,
            height=height - 25,
            rx=18,
            fill="none",
            stroke=colours["brass"],
            opacity=0.65,
        )
    )


def _track(score: int, colours: Mapping[str, str]) -> str:
    """Draw the holes in groups of five, a number at every quarter, and the peg."""
    y = _PLANK[1] + 56
    start = _hole(0)
    ground = {"x1": start, "x2": _hole(_HOLES), "y1": y, "y2": y, "stroke_linecap": "round"}
    parts = [element("line", stroke=colours["track"], stroke_width=34, **ground)]
    look = {"fill": colours["hole"], "stroke": colours["hole-rim"]}
    parts += [element("circle", cx=_hole(at), cy=y, r=3.1, **look) for at in range(_HOLES + 1)]
    for quarter in range(0, _HOLES + 1, _HOLES // 4):
        at = _hole(quarter)
        parts.append(
            _line(str(quarter), at, y + 54, 24, colours["board-ink"], text_anchor="middle")
        )
    return "".join(parts) + _peg(_hole(score), y, colours)


def _hole(number: int) -> float:
    """Return where a hole is, with a gap after every five."""
    room = _HOLES * _STEP + (_HOLES // _GROUP) * _GAP
    groups = max(0, number - 1) // _GROUP + (number > 0)
    return (WIDTH - room) / 2 + number * _STEP + groups * _GAP


def _peg(x: float, y: float, colours: Mapping[str, str]) -> str:
    """Draw a turned peg, seen from above."""
    heads = [("side-0-dark", 17.0, 0.0), ("side-0", 14.6, -2.0), ("side-0-light", 8.6, -2.6)]
    heads.append(("side-0", 5.8, -1.8))
    shadow = element("circle", cx=x + 2, cy=y + 5, r=17.0, fill=colours["shadow-ink"])
    return shadow + "".join(
        [element("circle", cx=x, cy=y + up, r=r, fill=colours[name]) for name, r, up in heads]
    )


def _line(text: str, x: float, y: float, size: float, colour: str, **look: object) -> str:
    """Write a line that begins at a point."""
    font = {"font_family": _FONT, "font_size": float(size), "fill": colour}
    return element("text", escape(text), x=float(x), y=float(y), **(font | look))
