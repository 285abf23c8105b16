"""Pictures as SVG: cards, a board with its pegs, a table as a seat sees it, and a daily.

Each picture is a text that stands alone: it needs no style sheet, font or other file. In a notebook
it shows itself. The cards and the track are those of the table in the browser.

>>> picture = cards_svg("5H 5S 5C JD")
>>> picture.startswith("<svg "), picture.count("<title>")
(True, 4)
>>> board_svg([14, 7], rear=[8, 3]).count('class="peg"')
4
"""

from pegout.svg.board_picture import board_svg
from pegout.svg.card_picture import cards_svg
from pegout.svg.daily_picture import DailyWords, daily_svg
from pegout.svg.elements import PictureError, Svg
from pegout.svg.table_picture import table_svg

__all__ = [
    "DailyWords",
    "PictureError",
    "Svg",
    "board_svg",
    "cards_svg",
    "daily_svg",
    "table_svg",
]
