"""Decisions from games: the information of a seat, and the choice of a policy."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from pegout.cards import Card
from pegout.evaluation import cribs_array
from pegout.kernel import deal
from pegout.kernel.roles import Role
from pegout.rules import Rules
from pegout.scoring import show_points
from pegout.search.model import knowledge
from pegout.simulation import Batch
from pegout.simulation.batch import OVER, PLAY
from tests.search.observing import Observation

STANDARD = Rules()


def value_of(rank: int) -> int:
    return min(rank + 1, 10)


def fits(rank: int, pile: Sequence[int]) -> bool:
    return sum(map(value_of, pile)) + value_of(rank) <= 31


class Spot(NamedTuple):
    position: Observation
    pile: tuple[int, ...]
    silent: bool
    last: int
    chosen: int
    discards: bool


def spots(batch: Batch, actions: Sequence[int]) -> Iterator[Spot]:
    """Yield the information of each seat on turn, with the action of a policy."""
    target = batch.rules.target
    for row, action in enumerate(actions):
        seat = int(batch.seat[row])
        if seat < 0:
            continue
        needs = (target - int(batch.scores[row, seat]), target - int(batch.scores[row, 1 - seat]))
        deals = seat == batch.dealer[row]
        dealt = batch.dealt[row, seat].tolist()
        if batch.phase[row] != PLAY:
            yield Spot(
                Observation(Role(bool(deals)), needs, dealt), (), False, -1, int(action) - 52, True
            )
            continue
        discarded = batch.discarded[row, seat].tolist()
        steps = int(batch.steps[row])
        played = list(zip(batch.played[row].tolist(), batch.by[row].tolist(), strict=True))[:steps]
        starter = int(batch.starter[row])
        kept = [Card(card) for card in dealt if card not in discarded]
        held = np.flatnonzero(batch.held[row, seat]).tolist()
        pile = tuple([card >> 2 for card, _ in played[int(batch.pile[row]) :]])
        last = -1 if not pile else int(played[-1][1] != seat)
        fitting = {card >> 2 for card in held if fits(card >> 2, pile)}
        if len(fitting) < 2:
            continue
        # On turn again after one's own card: the opponent said go, or has no card.
        silent = bool(pile) and last == 0
        position = Observation(
            Role(bool(deals)), needs, dealt, discarded, held, starter,
            [(card, by != seat) for card, by in played], show_points(kept, Card(starter)),
        )  # fmt: skip
        yield Spot(position, pile, silent, last, int(action), False)


def decisions_of(policy: str, games: int, seed: int, from_score: int = 0) -> Iterator[Spot]:
    """Yield every decision of some games of a policy against itself."""
    batch = Batch(games, seed)
    cribs, known = cribs_array(STANDARD), knowledge()
    if from_score:
        batch.place(
            batch.dealt, deal(games, seed).starters,
            dealers=batch.dealer, scores=np.full((games, 2), from_score),
        )  # fmt: skip
    while (batch.phase != OVER).any():
        rows = np.flatnonzero(batch.phase != OVER)
        actions = np.zeros(games, np.int64)
        actions[rows] = batch.choose(policy, rows, cribs=cribs, knowledge=known)
        yield from spots(batch, actions.tolist())
        batch.step(actions)
