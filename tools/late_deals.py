"""Deals near the end of the board, and worlds in which they are played on."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from pegout.evaluation.crib_means import cribs_array
from pegout.kernel import DISCARD, OVER
from pegout.kernel.score_tables import Array
from pegout.rules import Rules
from pegout.search.model import knowledge
from pegout.simulation import Batch

RULES: Final = Rules()
#: The actions of discards follow those of the cards.
FIRST_DISCARD: Final = 52


class Late(NamedTuple):
    """A deal near the end, before the discards.

    Attributes:
        seat: the seat that discards.
        dealer: the dealer.
        scores: int[2].
        six: int[6], the cards of the seat, sorted.
    """

    seat: int
    dealer: int
    scores: Array
    six: Array


def choose_cards(batch: Batch, policy: str, rows: Array) -> Array:
    """Let the policy choose in the given rows."""
    return batch.choose(policy, rows, cribs=cribs_array(RULES), knowledge=knowledge())


def late_deals(within: int, number: int, seed: int) -> list[Late]:
    """Play games until each reaches a deal near the end; in every other one the dealer discards."""
    batch = Batch(4 * number, seed)
    found: dict[int, Late] = {}
    while len(found) < number and (batch.phase != OVER).any():
        near = (RULES.target - batch.scores <= within).all(axis=1) & (batch.phase == DISCARD)
        for at in np.flatnonzero(near).tolist():
            dealer = int(batch.dealer[at])
            seat = dealer if at // 2 % 2 else 1 - dealer
            late = Late(seat, dealer, batch.scores[at].copy(), batch.dealt[at, seat].copy())
            found.setdefault(at, late)
        actions = np.zeros(len(batch), np.int64)
        running = np.flatnonzero(batch.phase != OVER)
        actions[running] = choose_cards(batch, "expert-points", running)
        batch.step(actions)
    return list(found.values())[:number]


def place_deals(late: Late, number: int, repeats: int, chance: np.random.Generator) -> Batch:
    """Deal the six cards in this many worlds, repeated for each discard to try."""
    unseen = np.setdiff1d(np.arange(52), late.six)
    worlds = chance.permuted(np.tile(unseen, (number, 1)), axis=1)[:, :7]
    hands = np.empty((number, 2, 6), np.int64)
    hands[:, late.seat], hands[:, 1 - late.seat] = late.six, worlds[:, :6]
    batch = Batch(number * repeats, int(chance.integers(1 << 60)))
    batch.place(
        np.tile(hands, (repeats, 1, 1)),
        np.tile(worlds[:, 6], repeats),
        dealers=np.full(len(batch), late.dealer),
        scores=np.tile(late.scores, (len(batch), 1)),
    )
    return batch
