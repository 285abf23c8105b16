"""Measures how much more often one policy wins than another, against the same opponents.

``python -m tools.compare_policies expert expert-no-careless --against club novice --games 20000``
has both policies play the same mirrored deals against each opponent, so most of the luck cancels.
The interval is of 95 %, from the differences between the mirrored pairs of games.
"""

from __future__ import annotations

from typing import NamedTuple

import click
import numpy as np

from pegout.kernel.score_tables import Array
from pegout.simulation import play_games
from tools.measure import arguments, mean_and_error

#: The number of pairs of games in a batch.
AT_ONCE = 500


class Difference(NamedTuple):
    """By how much one policy wins more often than another, in per cent, with its error."""

    mean: float
    error: float
    games: int


def wins(policy: str, opponent: str, pairs: int, seed: int) -> Array:
    """Return the policy's wins in each mirrored pair of games: 0, a half or 1."""
    first = play_games([policy, opponent], pairs, seed)
    second = play_games([opponent, policy], pairs, seed)
    found: Array = (first.winners[:, 0].astype(float) + second.winners[:, 1]) / 2
    return found


def difference(first: str, second: str, opponent: str, games: int, seed: int) -> Difference:
    """Play this number of games with each policy, and compare their wins."""
    found = [
        wins(first, opponent, AT_ONCE, seed + start) - wins(second, opponent, AT_ONCE, seed + start)
        for start in range(0, games // 2, AT_ONCE)
    ]
    mean, error = mean_and_error(100 * np.concatenate(found))
    return Difference(mean, 1.96 * error, 2 * AT_ONCE * len(found))


def main() -> None:
    """Read the arguments, and print the differences."""
    asked = arguments(__doc__, "first", "second", against=("club",), games=20_000, seed=1)
    if asked.games < 1 or asked.games % (2 * AT_ONCE):
        raise SystemExit(f"expected --games in whole thousands, not {asked.games}")
    for opponent in asked.against:
        found = difference(asked.first, asked.second, opponent, asked.games, asked.seed)
        click.echo(f"{opponent}: {found.mean:+.2f} % ±{found.error:.2f}, {found.games} games")


if __name__ == "__main__":
    main()
