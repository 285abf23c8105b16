"""The best possible result of *cribbage squares*: how the cards would have scored most.

Four rows divide the cards into four hands, and so do four columns; a row and a column have exactly
one card in common. The 1,820 hands have their points with the starter. One of both divisions is
worth at least half of the total. So the search goes through the divisions that are worth more than
half of the best total so far, the best first, and finds the best columns for each as its rows. It
leaves out only what cannot be better, so the result is exact; it takes a fraction of a second.

Within the search a card is a bit, and a hand the sum of its cards.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Final, NamedTuple, TypeAlias

from pegout.cards import Card
from pegout.scoring.unchecked import show_points

_SIDE: Final = 4

#: Hands that have every card once.
_Division: TypeAlias = tuple[int, ...]


class BestGrid(NamedTuple):
    """The best possible result.

    Attributes:
        points: the points of all rows and columns.
        cards: the cards, row by row.
    """

    points: int
    cards: tuple[Card, ...]


def best_grid(cards: Sequence[Card], starter: Card) -> BestGrid:
    """Find how sixteen cards score most with a starter.

    >>> from pegout.cards import parse_cards
    >>> cards = parse_cards("AH AS AD AC 2H 2S 2D 2C 3H 3S 3D 3C KH KS KD KC")
    >>> best_grid(cards, Card("4H")).points
    105
    """
    points = [0] * (1 << len(cards))
    for hand in combinations(range(len(cards)), _SIDE):
        chosen = [cards[at] for at in hand]
        points[sum([1 << at for at in hand])] = show_points(chosen, starter)
    total, order = best_crossing(points, _SIDE)
    return BestGrid(total, tuple([cards[at] for at in order]))


def best_crossing(points: Sequence[int], side: int) -> tuple[int, tuple[int, ...]]:
    """Find the square whose rows and columns are worth most.

    Args:
        points: the points of each hand of ``side`` cards, by the sum of their bits.
        side: the number of rows, and of columns.

    Returns:
        The points of all rows and columns, and the cards by their numbers, row by row.

    >>> best_crossing([0, 0, 0, 9, 0, 1, 1, 0, 0, 1, 1, 0, 9, 0, 0, 0], 2)
    (20, (0, 1, 3, 2))
    """
    return _Search(points, side).best()


class _Search:
    """A search for the best square."""

    def __init__(self, points: Sequence[int], side: int) -> None:
        self._points, self._side = points, side
        self._all = (1 << side * side) - 1
        self._maximum = {0: 0}

    def best(self) -> tuple[int, tuple[int, ...]]:
        worth = self._maximum_points(self._all)
        rows = next(self._divisions(self._all, worth))
        points, columns = self._columns(rows, -1)
        total, best = worth + points, (rows, columns)
        candidates = [
            (self._worth(rows), rows) for rows in self._divisions(self._all, total // 2 + 1)
        ]
        for worth, rows in sorted(candidates, reverse=True):
            if 2 * worth <= total:
                break
            points, columns = self._columns(rows, total - worth)
            if columns:
                total, best = worth + points, (rows, columns)
        return total, tuple([(row & column).bit_length() - 1 for row, column in product(*best)])

    def _worth(self, hands: _Division) -> int:
        return sum([self._points[hand] for hand in hands])

    def _hands(self, cards: int) -> Iterator[int]:
        """Yield the hands with the first of some cards."""
        first, *others = _bits(cards)
        for chosen in combinations(others, self._side - 1):
            yield first + sum(chosen)

    def _maximum_points(self, cards: int) -> int:
        """Return the points of the best division of some cards."""
        maximum = self._maximum.get(cards)
        if maximum is None:
            points = self._points
            maximum = max(
                [points[hand] + self._maximum_points(cards ^ hand) for hand in self._hands(cards)]
            )
            self._maximum[cards] = maximum
        return maximum

    def _divisions(self, cards: int, minimum: int) -> Iterator[_Division]:
        """Yield the divisions of some cards that have at least so many points."""
        if not cards:
            yield ()
            return
        for hand in self._hands(cards):
            needed = minimum - self._points[hand]
            if self._maximum_points(cards ^ hand) >= needed:
                for others in self._divisions(cards ^ hand, needed):
                    yield (hand, *others)

    def _columns(self, rows: _Division, beaten: int) -> tuple[int, _Division]:
        """Return the best columns across rows; none where they have no more than ``beaten``."""
        points = self._points
        firsts, *others = [_bits(row) for row in rows]
        below = [sum(cards) for cards in product(*others)]
        # For each card of the first row its columns, the best first.
        choices = [
            sorted([(points[first + cards], first + cards) for cards in below], reverse=True)
            for first in firsts
        ]
        # How much the columns from each one on can have.
        hope = [sum([options[0][0] for options in choices[at:]]) for at in range(self._side + 1)]
        best: _Division = ()

        def add(columns: _Division, used: int, worth: int) -> None:
            nonlocal beaten, best
            at = len(columns)
            if at == self._side:
                beaten, best = worth, columns
                return
            for more, column in choices[at]:
                if worth + more + hope[at + 1] <= beaten:
                    return
                if not used & column:
                    add((*columns, column), used | column, worth + more)

        add((), 0, 0)
        return beaten, best


def _bits(cards: int) -> list[int]:
    """Return the bits of a sum, each as a number."""
    return [1 << at for at in range(cards.bit_length()) if cards >> at & 1]
