"""What a card of the play is worth by one look ahead: points now, less the expected reply."""

from __future__ import annotations

from pegout.kernel.jit import inlined
from pegout.kernel.layout import ANSWER, GO


@inlined
def heuristic_value(points: int, held: int, replies: float, cards: int, alone: float) -> float:
    """Give the points of a card now, less ``ANSWER`` for each point of the expected reply.

    Args:
        points: what the card scores.
        held: how many cards the opponent holds who may reply.
        replies: what a reply scores, summed over the cards that it may be.
        cards: how many cards it may be.
        alone: ``GO`` times the chance that none of the cards held fits.
    """
    return float(points) + (alone - ANSWER * held * replies / cards)


@inlined
def no_reply(held: int, fitting: int, cards: int) -> float:
    """Give ``GO`` times the chance that none of the cards held fits.

    Args:
        held: how many cards the opponent holds.
        fitting: how many of the cards that it may hold fit.
        cards: how many cards it may hold.
    """
    alone = GO
    for place in range(held):
        alone *= max(0, cards - fitting - place) / (cards - place)
    return alone
