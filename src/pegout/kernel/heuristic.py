"""The heuristic value of playing a card: its points less a share of the expected reply.

The formula stands here once. What differs is the reply: it comes from the unseen cards
(:func:`sum_replies`), from the average hand that an opponent keeps (:mod:`pegout.search.replies`),
or, in rollouts on millions of rows, from a table for a random card of the pack
(:mod:`pegout.search.multiplayer.rollouts`).
"""

from typing import TYPE_CHECKING, Any, TypeVar

from pegout.kernel.jit import inlined
from pegout.kernel.layout import ANSWER, GO, NO_PILE
from pegout.kernel.pegging import limit_of, pile_score

if TYPE_CHECKING:
    from pegout.kernel.score_tables import Array

#: A number, or an array of numbers.
Number = TypeVar("Number", float, "Array")


@inlined
def heuristic_value(
    points: Number, held: Number, replies: Number, cards: int, alone: Number
) -> Number:
    """Return the points of a card less ``ANSWER`` for each point of the expected reply.

    All arguments but ``cards`` may be arrays, with an entry for each card.

    Args:
        held: the number of cards in the hand of the opponent who may reply.
        replies: the points of a reply, summed over the possible cards.
        alone: ``GO`` times the probability that the opponent cannot reply; see :func:`no_reply`.
    """
    return points + (alone - ANSWER * held * replies / cards)


@inlined
def no_reply(held: int, fitting: int, cards: int) -> float:
    """Return ``GO`` times the probability that no card of the opponent fits under 31."""
    alone = GO
    for index in range(held):
        alone *= max(0, cards - fitting - index) / (cards - index)
    return alone


@inlined
def sum_replies(
    pile: int, count: int, unseen: int, need: int, loss: int, ends: Any
) -> tuple[int, int]:
    """Return the points of the unseen cards as replies to a pile, and the number that fit.

    Args:
        need: a reply of so many points, or more, counts for ``loss`` points more.
    """
    points = fits = 0
    for rank in range(limit_of(count) >> 2):
        number = unseen >> 4 * rank & 15
        fits += number
        if number:
            score = pile_score(pile << 4 & NO_PILE | rank, count + min(rank + 1, 10), ends)
            points += number * (score + loss if score >= need else score)
    return points, fits
