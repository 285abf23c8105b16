"""*Cribbage squares*, a solitaire: sixteen cards in a square of four by four, then a starter.

Each card is put into a free cell before the next one is turned, and stays there. The starter is
turned last. The four rows and the four columns are hands, which score with the starter as in the
show: a flush of four counts, and so does nobs. A jack as the starter scores two for his heels,
once. A total of 61 wins.

A deal follows from a text, which is a date or a number: the secret of :mod:`pegout.fairness` from
the seed ``pegout squares`` and the label ``VERSION/TEXT`` gives the pack, and its first seventeen
cards are the cards of the game in their order. A game is the deal and the cells so far.

>>> game = Squares(deal_squares("2026-11-28"))
>>> str(game.next_card), game.starter
('JH', None)
>>> game = game.place(5)
>>> str(game.grid[5]), str(game.next_card), game.why_not(5)
('JH', 'TC', 'taken')
>>> for cell in (*range(5), *range(6, 16)):
...     game = game.place(cell)
>>> str(game.starter), game.next_card, game.total
('7D', None, 13)
>>> best_squares(game.deal).total
55
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Final, Literal, NamedTuple

import msgspec

from pegout.cards import Card, Rank
from pegout.fairness import derive, seeded_secrets
from pegout.school.errors import SchoolError
from pegout.school.progress import MAX_DAILY, PlayerProgress, better_result
from pegout.school.squares_best import best_grid
from pegout.scoring import Item, score_show
from pegout.scoring.unchecked import KEYS, RANK_POINTS, show_points
from pegout.wire.learning import SquaresResult

#: Raised when the same text would give another deal.
VERSION: Final = 1
#: The total that wins.
TARGET: Final = 61
SIDE: Final = 4
CELLS: Final = SIDE * SIDE
#: The cells of each line: the rows from above, then the columns from the left.
LINES: Final = (
    *[tuple(range(SIDE * row, SIDE * row + SIDE)) for row in range(SIDE)],
    *[tuple(range(column, CELLS, SIDE)) for column in range(SIDE)],
)
_HEELS: Final = 2
_REMEMBERED: Final = 32


class SquaresDeal(NamedTuple):
    """The cards of a game: sixteen in the order in which they are turned, and the starter."""

    cards: tuple[Card, ...]
    starter: Card


@dataclass(frozen=True)
class Squares:
    """A game: its deal, and the cell of each card that was placed.

    Cells are counted from 0, row by row.
    """

    deal: SquaresDeal
    cells: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        """Whether all cards are placed."""
        return len(self.cells) == CELLS

    @property
    def next_card(self) -> Card | None:
        """The card that is to be placed; ``None`` at the end."""
        return None if self.over else self.deal.cards[len(self.cells)]

    @property
    def starter(self) -> Card | None:
        """The starter, which is turned after the last card."""
        return self.deal.starter if self.over else None

    @property
    def grid(self) -> tuple[Card | None, ...]:
        """The card in each cell; ``None`` in a free one."""
        placed = dict(zip(self.cells, self.deal.cards, strict=False))
        return tuple([placed.get(cell) for cell in range(CELLS)])

    def why_not(self, cell: int) -> Literal["over", "no_cell", "taken"] | None:
        """Say why the next card cannot be put into a cell; ``None`` if it can."""
        if self.over:
            return "over"
        if not 0 <= cell < CELLS:
            return "no_cell"
        return "taken" if cell in self.cells else None

    def place(self, cell: int) -> "Squares":
        """Put the next card into a cell.

        Raises:
            SchoolError: ``bad_cell``.
        """
        problem = self.why_not(cell)
        if problem is not None:
            raise SchoolError(
                "bad_cell", f"expected a free cell from 0 to 15, not {cell}: {problem}"
            )
        return replace(self, cells=(*self.cells, cell))

    def hand(self, line: int) -> tuple[Card, ...]:
        """Return the cards of a line so far."""
        grid = self.grid
        return tuple([card for cell in LINES[line] if (card := grid[cell]) is not None])

    def items(self, line: int) -> tuple[Item, ...]:
        """Count a line with the starter, item by item; nothing before the starter is turned."""
        return score_show(self.hand(line), self.deal.starter) if self.over else ()

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each line.

        Before the starter is turned these are the points of its cards alone, to which the starter
        can only add.
        """
        hands = [self.hand(line) for line in range(len(LINES))]
        if self.over:
            return tuple([show_points(hand, self.deal.starter) for hand in hands])
        return tuple([_points_so_far(hand) for hand in hands])

    @property
    def heels(self) -> int:
        """The points for his heels."""
        return _HEELS if self.over and self.deal.starter.rank is Rank.JACK else 0

    @property
    def total(self) -> int:
        """The points of all lines, and for his heels."""
        return sum(self.points) + self.heels


def _points_so_far(hand: tuple[Card, ...]) -> int:
    """Return the points of up to four cards without a starter."""
    flush = len(hand) == SIDE and len({card.suit for card in hand}) == 1
    return RANK_POINTS[sum([KEYS[card] for card in hand])] + (SIDE if flush else 0)


def deal_squares(text: str) -> SquaresDeal:
    """Return the deal of a date, such as ``2026-11-28``, or of a number.

    Raises:
        SchoolError: ``bad_deal`` for another text.
    """
    if not (is_date(text) or re.fullmatch("[0-9]{1,16}", text)):
        raise SchoolError("bad_deal", f"expected a date or a number, not {text!r:.40}")
    label = f"{VERSION}/{text}"
    pack = derive(seeded_secrets("pegout squares")(label), label, [])
    return SquaresDeal(pack[:CELLS], pack[CELLS])


def is_date(text: str) -> bool:
    """Return whether the text of a deal is a date, whose best result is kept."""
    return re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", text) is not None


def play_squares(text: str, cells: Iterable[int]) -> Squares:
    """Play a deal with some cells.

    Raises:
        SchoolError: ``bad_deal`` or ``bad_cell``.
    """
    game = Squares(deal_squares(text))
    for cell in cells:
        game = game.place(cell)
    return game


@lru_cache(_REMEMBERED)
def best_squares(deal: SquaresDeal) -> Squares:
    """Return the game with the best possible total: where each card would best have been put."""
    grid = best_grid(deal.cards, deal.starter).cards
    return Squares(deal, tuple([grid.index(card) for card in deal.cards]))


def keep_squares(progress: PlayerProgress, day: date, total: int) -> PlayerProgress:
    """Return the progress with a total of the deal of a day; the best of each day stays."""
    result = SquaresResult(VERSION, total)
    best = better_result(progress.squares.get(day, result), result)
    days = {**progress.squares, day: best}
    return msgspec.structs.replace(progress, squares=dict(sorted(days.items())[-MAX_DAILY:]))
