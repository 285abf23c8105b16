"""Multisets of ranks: their scores, and the number of hands of the pack that have them.

Suits matter only for flushes and nobs, so most properties of cards can be computed once for a set
of ranks. A set is a sorted tuple of ranks, 0 for the ace to 12 for the king, and may contain a rank
up to four times.

>>> points(parse("5 5 5 J 5"))
28
>>> ways(parse("5 5 5 J"))
16
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby
from math import comb
from typing import Final, TypeAlias

from pegout.cards import RANK_LETTERS, Card, Rank, sets_of_ranks
from pegout.scoring.unchecked import show_points

#: A set of ranks, sorted.
Ranks: TypeAlias = tuple[int, ...]

JACK: Final = int(Rank.JACK)
#: The value that a card of each rank adds to a count.
VALUES: Final = tuple([min(rank + 1, 10) for rank in range(13)])
#: The number of ways to choose cards of a rank, by the number left of it and the number chosen.
BINOMIALS: Final = tuple([tuple([comb(left, held) for held in range(5)]) for left in range(5)])

#: The sets of so many ranks, in order: :func:`pegout.cards.sets_of_ranks`.
sets: Final = sets_of_ranks


def of(cards: Iterable[Card]) -> Ranks:
    """Return the ranks of cards.

    >>> from pegout.cards import parse_cards
    >>> format(of(parse_cards("KS 5D 5H")))
    '55K'
    """
    return tuple(sorted([card >> 2 for card in cards]))


def parse(text: str) -> Ranks:
    """Read ranks by their letters, with or without spaces.

    >>> parse("5J")
    (4, 10)
    """
    return tuple(sorted([RANK_LETTERS.index(letter) for letter in text if letter != " "]))


def format(ranks: Iterable[int]) -> str:
    """Write ranks by their letters; the inverse of :func:`parse`."""
    return "".join([RANK_LETTERS[rank] for rank in ranks])


def ways(ranks: Sequence[int], taken: Sequence[int] = ()) -> int:
    """Count the hands of these ranks in a pack from which cards of the ranks ``taken`` are gone.

    >>> ways(parse("5 5")), ways(parse("5 5"), taken=parse("5 K"))
    (6, 3)
    """
    number = 1
    for rank, group in groupby(ranks):
        number *= comb(4 - taken.count(rank), len(list(group)))
    return number


class _Points(dict[Ranks, int]):
    def __missing__(self, ranks: Ranks) -> int:
        cards = [Card.of(rank, ranks[:index].count(rank)) for index, rank in enumerate(ranks)]
        score = show_points(cards[1:], cards[0], crib=True, crib_flush="none", nobs_points=0)
        self[ranks] = score
        return score


_POINTS: Final = _Points()


def points(ranks: Iterable[int]) -> int:
    """Count fifteens, pairs and runs of ranks in any order, including the starter.

    >>> points(parse("4 4 5 6 6"))
    24
    """
    return _POINTS[tuple(sorted(ranks))]


def rank_score(kept: Ranks, starter: int) -> int:
    """Count fifteens, pairs and runs of ranks with a starter of one rank; 0 for a fifth card.

    >>> rank_score(parse("555J"), 4)
    28
    """
    return points((*kept, starter)) if kept.count(starter) < 4 else 0


@cache
def rank_scores(kept: Ranks) -> tuple[int, ...]:
    """Count fifteens, pairs and runs of ranks with a starter of each rank; 0 for a fifth card.

    >>> rank_scores(parse("555J"))[4]
    28
    """
    return tuple([rank_score(kept, starter) for starter in range(13)])
