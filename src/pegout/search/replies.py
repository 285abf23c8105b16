"""The expected reply to a card, and the heuristic value of the card."""

from typing import Any

from pegout.kernel.heuristic import heuristic_value
from pegout.kernel.jit import jit
from pegout.kernel.layout import GO, NO_PILE
from pegout.kernel.pegging import pile_score
from pegout.search.play import ranks_below
from pegout.search.workspace import ANSWERED


@jit
def answer_worth(pile: int, count: int, heuristic: Any) -> float:
    """Return four times the expected points of a random card of a kept hand on a pile."""
    slot = ((pile & 0xFFFFFF) * 0x9E3779 ^ pile >> 20) >> 7 & ANSWERED - 1
    if heuristic.piles[slot] == pile:
        known: float = heuristic.answers[slot]
        return known
    total = 0.0
    for rank in range(ranks_below(count)):
        points = pile_score((pile << 4 | rank) & NO_PILE, count + min(rank + 1, 10), heuristic.ends)
        if points:
            left, rest = 4, pile
            while rest & 15 < 15:
                if rest & 15 == rank:
                    left -= 1
                rest >>= 4
            total += heuristic.means[rank] * left * points
    total *= 0.25
    heuristic.piles[slot] = pile
    heuristic.answers[slot] = total
    return total


@jit
def card_value(rank: int, count: int, pile: int, held: int, heuristic: Any) -> float:
    """Return the points of a card, less the expected reply from ``held`` cards.

    Args:
        held: the number of cards that may reply; 0 if the opponent has said go.
    """
    after = count + (rank + 1 if rank < 9 else 10)
    longer = (pile << 4 | rank) & NO_PILE
    points, answers, alone = pile_score(longer, after, heuristic.ends), 0.0, 0.0
    if held:
        answers = answer_worth(longer, after, heuristic)
        if after > 21:
            alone = GO
            for _ in range(held):
                alone *= 1 - heuristic.fits[31 - after]
    return heuristic_value(points, held, answers, 4, alone)
