"""Measures how far estimated cribs for three and four players are from those of real deals.

Advice weighs the discards of several opponents as if each came from a separate pack, times the
probability that no two hold the same card (:mod:`pegout.evaluation.opponent_discards`). This tool
deals hands from one pack to every seat instead, and discards from them by the same tables.
``pegout.evaluation.opponent_discards`` adds the mean difference over many hands; the spread that
remains between hands is its error.

``python -m tools.crib_means --hands 300 --deals 40000`` takes some minutes.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

import click
import numpy as np
from numpy.typing import NDArray

from pegout.evaluation import opponent_discards
from pegout.evaluation.discards import CribOwner
from pegout.kernel.score_tables import tables
from pegout.rules import Rules
from tools.measure import arguments, mean_and_error

_KEYS: Final = 13 ** np.arange(5)
_ROLES: Final[dict[int, tuple[CribOwner, ...]]] = {
    3: ("own", "opponent"),
    4: ("own", "opponent", "partner"),
}
Ranks = NDArray[np.int64]


def discards_of(rules: Rules, role: CribOwner) -> tuple[Ranks, NDArray[np.float64]]:
    """Return up to five ranks and their summed shares for each set of five ranks, by its key."""
    found = np.zeros((13**5, 5), np.int64)
    shares = np.ones((13**5, 5))
    strategy = opponent_discards.discard_strategy(rules, role)
    for counts, discards in strategy.hands:
        held = sorted([rank for rank, number in counts for _ in range(number)])
        key = int(np.array(held) @ _KEYS)
        total = 0.0
        for index, (discard, share) in enumerate(discards):
            total += share
            found[key, index:] = strategy.discards[discard][0]
            shares[key, index] = total
        shares[key, len(discards) - 1 :] = 1.0
    return found, shares


def crib_points(cards: Ranks, starters: Ranks) -> NDArray[np.int8]:
    """Count fifteens, pairs and runs of four ranks with a starter, one crib per row."""
    made = tables()
    pairs = made.two_of[cards[:, 0], cards[:, 1]], made.two_of[cards[:, 2], cards[:, 3]]
    points: NDArray[np.int8] = made.show_four[made.four_of[pairs], starters]
    return points


def measure(
    rules: Rules, role: CribOwner, hands: int, deals: int, chance: np.random.Generator
) -> NDArray[np.float64]:
    """Return float64[hands, 5]: each discard's crib less the estimate without the correction."""
    others = [
        discards_of(rules, other) for other in opponent_discards.other_roles(rules.players, role)
    ]
    differences = np.zeros((hands, 5))
    for at in range(hands):
        pack = chance.permutation(52)
        own, left = np.sort(pack[:5]) >> 2, pack[5:] >> 2
        told = opponent_discards.other_cards(tuple(own.tolist()), rules, role)
        order = np.argsort(chance.random((deals, 47)), axis=1)[:, : 5 * len(others) + 2]
        dealt = left[order]
        crib = np.empty((deals, 4), np.int64)
        for seat, (ranks, shares) in enumerate(others):
            keys = np.sort(dealt[:, 5 * seat : 5 * seat + 5], axis=1) @ _KEYS
            which = (chance.random((deals, 1)) >= shares[keys]).sum(axis=1)
            crib[:, seat + 1] = ranks[keys, which]
        if rules.from_pack:
            crib[:, 3] = dealt[:, -2]
        for index, rank in enumerate(own):
            crib[:, 0] = rank
            expected = mean_points(int(rank), told)
            differences[at, index] = crib_points(crib, dealt[:, -1]).mean() - expected
    return differences


def mean_points(own: int, told: opponent_discards.Beside) -> float:
    """Return the average of fifteens, pairs and runs in the crib, as advice estimates it."""
    sets = np.array([(own, *others) for others in told], np.int64)
    weights = np.array([*told.values()])
    mean = 0.0
    for starter in range(13):
        used = (sets == starter).sum(axis=1)
        points = crib_points(sets, np.full(len(sets), starter))
        mean += float((weights[:, starter] * points)[used < 4].sum())
    return mean


def main() -> None:
    """Print the mean difference for each role, with its standard error, and the spread left."""
    asked = arguments(__doc__, hands=300, deals=40_000, seed=1, lowball=False)
    for players, roles in _ROLES.items():
        rules = Rules(players=players, lowball=asked.lowball)
        for role in roles:
            chance = np.random.default_rng([asked.seed, players, roles.index(role)])
            found = measure(rules, role, asked.hands, asked.deals, chance)
            mean, error = mean_and_error(found.mean(axis=1))
            # The points of a crib have a standard deviation of about three.
            noise = 9 / asked.deals
            left = sqrt(max(0.0, float(np.square(found - found.mean()).mean()) - noise))
            click.echo(
                f"{players} players, {role}: {mean:+.5f} ±{error:.5f}, from hand to hand {left:.4f}"
            )


if __name__ == "__main__":
    main()
