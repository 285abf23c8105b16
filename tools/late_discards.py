"""Measures what a policy's discards near the end of the board cost, by playing them out.

``python tools/late_discards.py --within 18 --deals 200`` takes deals in which both sides need 18 or
fewer. The policy's own discard and the three others that look best are played out with the policy
in both seats, over random hands of the opponent and starters. Where the game does not end in the
deal it counts by the table of win probabilities. One half of the worlds selects the best discard
and the other half values it, so that luck does not look like a mistake; the result is rather below
the cost than above it. The deals come from four times as many games, and are those that come near
the end first, so short games are more common among them than in play.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final, NamedTuple

import click
import numpy as np

from pegout.evaluation.crib_means import cribs_array
from pegout.kernel import DISCARD, OVER
from pegout.kernel.score_tables import Array
from pegout.rules import Rules
from pegout.search.model import knowledge
from pegout.simulation import Batch
from pegout.tables.win_probability import win_probabilities

RULES: Final = Rules()
#: The actions of discards follow those of the cards.
FIRST_DISCARD: Final = 52
DISCARD_SIZE: Final = np.arange(15)
#: The worlds in which every discard is tried, and how many are then compared with the chosen one.
FIRST_LOOK: Final = 80
RIVALS: Final = 3


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


def chosen(batch: Batch, policy: str, rows: Array) -> Array:
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
        actions[running] = chosen(batch, "expert-points", running)
        batch.step(actions)
    return list(found.values())[:number]


def placed(late: Late, number: int, repeats: int, chance: np.random.Generator) -> Batch:
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


def choice(late: Late, policy: str) -> int:
    """Return the policy's discard."""
    batch = placed(late, 1, 1, np.random.default_rng(0))
    if batch.seat[0] != late.seat:
        batch.step([FIRST_DISCARD])
    return int(chosen(batch, policy, np.array([0]))[0]) - FIRST_DISCARD


def chances(batch: Batch, seat: int) -> Array:
    """Return the chance of winning of a seat in each game, between two deals."""
    needs, rows = RULES.target - batch.scores, np.arange(len(batch))
    dealer_wins = win_probabilities()[needs[rows, batch.dealer], needs[rows, 1 - batch.dealer]]
    wins = np.where(batch.dealer == seat, dealer_wins, 1 - dealer_wins)
    over = batch.phase == OVER
    return np.asarray(np.where(over, batch.scores[:, seat] == RULES.target, wins))


def played_out(
    late: Late, discards: Array, worlds: int, policy: str, chance: np.random.Generator
) -> Array:
    """Return the chance of winning with each discard, float64[discards], in the same worlds."""
    batch = placed(late, worlds, len(discards), chance)
    number = batch.deal.copy()
    wins = np.full(len(batch), np.nan)
    while np.isnan(wins).any():
        rows = np.flatnonzero(np.isnan(wins))
        # Games past their deal need some action too, which does not matter.
        actions = batch.legal().argmax(axis=1)
        actions[rows] = chosen(batch, policy, rows)
        mine = (batch.phase == DISCARD) & (batch.seat == late.seat) & (batch.deal == number)
        actions[mine] = FIRST_DISCARD + np.repeat(discards, worlds)[mine]
        batch.step(actions)
        through = np.isnan(wins) & ((batch.deal > number) | (batch.phase == OVER))
        wins[through] = chances(batch, late.seat)[through]
    return np.asarray(wins.reshape(len(discards), worlds).mean(axis=1))


def costs(lates: list[Late], worlds: int, policy: str, seed: int) -> Iterator[tuple[bool, float]]:
    """Yield for each deal whether the dealer discards, and the discard's cost, in games."""
    chance = np.random.default_rng(seed)
    for late in lates:
        mine = choice(late, policy)
        first = played_out(late, DISCARD_SIZE, FIRST_LOOK, policy, chance)
        rivals = [discard for discard in np.argsort(-first).tolist() if discard != mine][:RIVALS]
        discards = np.array([mine, *rivals])
        halves = [played_out(late, discards, worlds, policy, chance) for _ in range(2)]
        cost = [
            valued[picked.argmax()] - valued[0] for picked, valued in (halves, reversed(halves))
        ]
        yield late.seat == late.dealer, float(np.mean(cost))


def main() -> None:
    """Read the arguments, and print what discards cost."""
    parser = argparse.ArgumentParser(description="What discards near the end of the board cost.")
    parser.add_argument("--policy", default="expert")
    parser.add_argument("--within", type=int, default=18, help="what both sides need at most")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--worlds", type=int, default=400, help="in each half")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    found: dict[bool, list[float]] = {False: [], True: []}
    lates = late_deals(asked.within, asked.deals, asked.seed)
    for at, (dealer, cost) in enumerate(costs(lates, asked.worlds, asked.policy, asked.seed), 1):
        found[dealer].append(100 * cost)
        click.echo(f"\r{at} of {len(lates)}", nl=at == len(lates), err=True)
    for dealer, name in ((False, "pone"), (True, "dealer")):
        per_cent = np.array(found[dealer])
        error = 1.96 * per_cent.std(ddof=1) / np.sqrt(len(per_cent))
        click.echo(f"{name}: {per_cent.mean():.2f} % of a game ±{error:.2f}, {len(per_cent)} deals")


if __name__ == "__main__":
    main()
