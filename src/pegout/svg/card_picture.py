"""Cards, face up and face down, on a sheet of 100 × 140."""

from collections.abc import Sequence
from math import inf
from numbers import Real
from typing import Final

from pegout.cards import Card, CardsLike, format_cards, parse_cards
from pegout.svg.elements import COLOURS, PictureError, Svg, element, picture
from pegout.svg.marks import RANKS, SUITS

WIDTH: Final = 100
HEIGHT: Final = 140
_GAP: Final = 8
_TWO_COLOURS: Final = {"S": "black", "H": "red", "D": "red", "C": "black"}
_FOUR_COLOURS: Final = {"S": "black", "H": "red", "D": "blue", "C": "green"}


def cards_svg(cards: CardsLike, *, four_colours: bool = False, width: float = 72) -> Svg:
    """Draw cards beside each other; an unknown card is face down.

    Args:
        cards: the cards.
        four_colours: whether diamonds are blue and clubs green.
        width: the width of a card, in pixels.

    >>> "JD" in cards_svg("5H ?? JD")
    True

    Raises:
        CardError: for a text that is not of cards.
        PictureError: ``bad_size`` for a width that is no number above 0, ``bad_switch``.
    """
    known = parse_cards(format_cards(cards))
    if not isinstance(four_colours, bool):
        raise PictureError("bad_switch", f"four_colours is True or False, not {four_colours!r:.40}")
    width = _size(width)
    step = width * (WIDTH + _GAP) / WIDTH
    return picture(
        " ".join(map(str, known)),
        max(width, len(known) * step - width * _GAP / WIDTH),
        width * HEIGHT / WIDTH,
        row(known, 0, 0, width, four_colours=four_colours),
    )


def _size(width: object) -> float:
    if not (isinstance(width, Real) and 0 < float(width) < inf):
        raise PictureError("bad_size", f"expected a width in pixels above 0, not {width!r:.40}")
    return float(width)


def row(
    cards: Sequence[Card],
    x: float,
    y: float,
    width: float,
    *,
    step: float | None = None,
    four_colours: bool = False,
) -> str:
    """Draw cards of a width in a row, whose first corner is at a point."""
    colours = _FOUR_COLOURS if four_colours else _TWO_COLOURS
    step = width * (WIDTH + _GAP) / WIDTH if step is None else step
    return "".join(
        [
            element(
                "g",
                element("title", str(card)),
                _sheet(),
                _face(card, COLOURS[f"suit-{colours[str(card)[1]]}"]) if card.known else _back(),
                transform=f"translate({x + at * step:g} {y:g}) scale({width / WIDTH:g})",
            )
            for at, card in enumerate(cards)
        ]
    )


def _sheet() -> str:
    box = {"x": 0.5, "y": 0.5, "width": 99, "height": 139, "rx": 7}
    return element("rect", fill=COLOURS["card"], stroke=COLOURS["card-line"], **box)


def _face(card: Card, colour: str) -> str:
    rank, suit = tuple(str(card))
    index = _index(rank, suit, colour)
    turned = element("g", index, transform="rotate(180 50 70)")
    return _suit(suit, 50, 70, 44, colour) + index + turned


def _index(rank: str, suit: str, colour: str) -> str:
    width, line = RANKS[rank]
    scale = 0.32
    letter = element(
        "path",
        d=line,
        fill="none",
        stroke=colour,
        stroke_width=14,
        stroke_linejoin="round",
        transform=f"translate({17 - width * scale / 2:g} 9) scale({scale})",
    )
    return letter + _suit(suit, 17, 57, 22, colour)


def _suit(suit: str, x: float, y: float, size: float, colour: str) -> str:
    move = f"translate({x:g} {y:g}) scale({size / 100:g}) translate(-50 -50)"
    return element("path", d=SUITS[suit], fill=colour, transform=move)


def _back() -> str:
    motif, back = COLOURS["card-back-motif"], COLOURS["card-back"]
    holes = [70 + at * 14 for at in (-2, -1, 0, 1, 2)]
    hole = {"cx": 50, "r": 3.7, "fill": COLOURS["card-back-hole"], "stroke": motif}
    plate = {"x": 35, "y": 27, "width": 30, "height": 86, "rx": 15}
    return (
        element("rect", x=5.5, y=5.5, width=89, height=129, rx=4, fill=back)
        + element("rect", x=8.5, y=8.5, width=83, height=123, rx=2.5, fill="none", stroke=motif)
        + element("rect", fill=back, stroke=motif, stroke_width=1.3, **plate)
        + "".join([element("circle", cy=y, **hole) for y in holes])
        + element("circle", cx=50, cy=holes[1], r=8.4, fill=motif)
    )
