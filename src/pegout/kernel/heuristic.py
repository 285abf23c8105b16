"""The heuristic value of playing a card: its points less a share of the expected reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from pegout.kernel.jit import inlined
from pegout.kernel.layout import ANSWER, GO

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
