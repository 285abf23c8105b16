"""How many deals tell two levels apart, in ordinary games and in duplicate.

``python -m tools.duplicate_deals expert club --games 20000`` plays games in which the levels get
the same cards in turn: in the second of two games each has the seat and the cards that the other
had in the first. Ordinary games are the first of each two. A duplicate match counts the difference
of both. The number of deals is the one with which a difference as large as the mean is found in
four of five contests at the 5 % level: ((1.96 + 0.84) sd / mean)^2 observations.
"""

from __future__ import annotations

from typing import NamedTuple

import click
import numpy as np

from pegout.kernel.score_tables import Array
from pegout.simulation import play_games
from tools.measure import arguments, mean_and_error

#: The quantiles of 95 % confidence on both sides and of 80 % power (of the normal distribution).
_CONFIDENCE, _POWER = 1.96, 0.84


class Power(NamedTuple):
    """What one way of counting measures: a mean, its error, and the deals that it needs."""

    mean: float
    error: float
    deals: float


def power(observed: Array, deals: float) -> Power:
    """Return what observations measure, each of which takes so many deals."""
    mean, error = mean_and_error(observed)
    needed = ((_CONFIDENCE + _POWER) * observed.std(ddof=1) / mean) ** 2
    return Power(mean, 1.96 * error, needed * deals)


def measure(one: str, other: str, games: int, seed: int) -> dict[str, Power]:
    """Play games by pairs, and measure the first level against the second in three ways."""
    first = play_games([one, other], games // 2, seed)
    second = play_games([other, one], games // 2, seed)
    length = float(np.concatenate([first.deals, second.deals]).mean())
    lead = (first.scores[:, 0] - first.scores[:, 1]).astype(float)
    other_lead = (second.scores[:, 1] - second.scores[:, 0]).astype(float)
    return {
        "games won": power(first.winners[:, 0] - 0.5, length),
        "points, ordinary": power(lead, length),
        "points, duplicate": power((lead + other_lead) / 2, 2 * length),
    }


def main() -> None:
    """Read the arguments, and print a line for each way of counting."""
    asked = arguments(__doc__, "one", "other", games=20_000, seed=1)
    for way, found in measure(asked.one, asked.other, asked.games, asked.seed).items():
        click.echo(f"{way:18} {found.mean:+7.3f} ±{found.error:.3f}  {found.deals:9,.0f} deals")


if __name__ == "__main__":
    main()
