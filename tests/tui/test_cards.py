"""Cards look like cards, and their states differ without colour too."""

from collections.abc import Iterator
from itertools import product

from rich.cells import cell_len

from pegout.cards import CARDS, UNKNOWN, Rank
from pegout.text import short
from pegout.text.names import SYMBOLS
from pegout.tui.canvas import Canvas, fit, wrap
from pegout.tui.cards import GIANT, HUGE, LARGE, SMALL, Look, card_lines, draw_card, draw_slot
from pegout.tui.digits import big_number, draw_number
from pegout.tui.themes import PALETTES, Palette, theme
from tests.tables.test_heatmap import contrast

SIZES = (SMALL, LARGE, HUGE, GIANT)


def test_every_card_fills_its_rectangle() -> None:
    for size, look, card in product(SIZES, Look, (*CARDS, UNKNOWN, None)):
        lines = card_lines(card, size, look)
        assert len(lines) == size.height, (size, look, card)
        assert {cell_len(line) for line in lines} == {size.width}, (size, look, card)


def test_index_and_suit_are_on_every_card() -> None:
    for size in SIZES:
        drawings = {card: "".join(card_lines(card, size)) for card in CARDS}
        assert len(set(drawings.values())) == 52
        for card, text in drawings.items():
            assert all(sign in text for sign in short(card)), (size, card)


def test_the_part_that_shows_under_another_card_tells_which_it_is() -> None:
    for size in SIZES:
        step = size.step + (size.height > 3)
        corners = {"".join(line[1:step] for line in card_lines(card, size)[1:-1]) for card in CARDS}
        assert len(corners) == 52


def test_the_largest_cards_have_as_many_pips_as_they_are_worth() -> None:
    for card in CARDS:
        suits = "".join(card_lines(card, GIANT)).count(SYMBOLS[card.suit])
        # Two stand below and above the indices, and two beside the letter of a court card.
        assert suits - 2 == (2 if card.rank >= Rank.JACK else card.rank + 1), card


def test_states_are_told_by_the_border() -> None:
    assert len({card_lines(CARDS[0], SMALL, look) for look in Look}) == len(Look)


def test_cards_are_drawn_in_every_palette() -> None:
    for palette in PALETTES.values():
        canvas = Canvas(20, 8)
        draw_card(canvas, 0, 0, CARDS[5], palette)
        draw_card(canvas, 4, 0, None, palette)
        draw_card(canvas, 18, 0, CARDS[6], palette)  # half of it is beyond the edge
        draw_slot(canvas, 8, 2, palette)
        assert all(cell_len(line) == 20 for line in canvas.lines()), palette.name
        assert theme(palette).variables["felt"] == palette.felt, palette.name


def test_text_is_cut_and_wrapped_by_cells() -> None:
    assert fit("日本語のなまえ", 6) == "日本…"
    assert fit("Ann", 0) == ""
    assert [cell_len(line) <= 7 for line in wrap("日本語のなまえ and more", 7)]
    assert wrap("", 10) == []


def test_wide_characters_keep_the_columns() -> None:
    canvas = Canvas(10, 1)
    canvas.put(0, 0, "日本x")
    canvas.put(9, 0, "語")  # does not fit and is left out
    assert canvas.lines()[0] == "日本x     "
    assert canvas.strips()[0].cell_length == 10


def test_large_figures() -> None:
    for number in (0, 7, 31, 121):
        lines = big_number(number)
        assert len(lines) == 3
        assert len({len(line) for line in lines}) == 1
    canvas = Canvas(11, 3)
    draw_number(canvas, 0, 0, 5, canvas.style, width=11)
    assert canvas.lines()[0].endswith("█▀▀")


def _contrasts(palette: Palette) -> Iterator[tuple[str, str, float]]:
    """Return pairs of colours, with the contrast that they need at least."""
    for ground, ink in product(
        (palette.felt, palette.deep), (palette.ink, palette.quiet, palette.brass, *palette.sides)
    ):
        yield ink, ground, 4.5
    yield palette.on_brass, palette.brass, 4.5
    yield palette.brass, palette.wood, 3
    yield from ((suit, palette.paper, 4.5) for suit in palette.suits)
    yield palette.faint, palette.shade, 3
    yield palette.motif, palette.back, 3
    yield from ((peg, palette.wood, 3) for peg in (*palette.sides, palette.hole))


def test_everything_can_be_read() -> None:
    """The contrast is 4.5 to 1 for text on its background, 3 to 1 for holes and pegs on wood."""
    too_low = [
        (name, colour, other)
        for name in ("walnut", "maple", "slate")
        for colour, other, minimum in _contrasts(PALETTES[name])
        if contrast(colour, other) < minimum
    ]
    assert too_low == []
