"""The losses of the levels by errors in two-player games: the shipped table.

The head of the table gives its provenance; :mod:`pegout.review.error_rates` defines the measures.

>>> level_losses()[0].level, level_losses()[-1].level
('gentle', 'expert')
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pegout.loading import load_once
from pegout.tables.files import load

_NEAR = "near the end"


class LevelLoss(NamedTuple):
    """The losses of a level by errors, per player and game to 121."""

    level: str
    # The number of decisions per game that are judged by points: those far from the end.
    decisions: float
    points: float  # the points that these decisions lose
    # The standard deviation of the points lost in a game from the average loss of as many
    # decisions.
    spread: float
    chance: float  # the win probability that all decisions lose
    chance_spread: float  # the standard deviation of that loss between games


@load_once
def level_losses() -> tuple[LevelLoss, ...]:
    """Return the losses of each level, the largest loss per decision first."""
    return losses_of(load("error_rates").rows)


def seed_of_losses() -> int:
    """Return the seed of the games that the shipped losses were measured in."""
    command = next(line for line in load("error_rates").head if line.startswith("command: "))
    found = re.search(r"--seed (\d+)", command)
    assert found is not None, "the table is made from a seed"
    return int(found[1])


def losses_of(rows: Sequence[Mapping[str, str]]) -> tuple[LevelLoss, ...]:
    """Read the levels from the rows of a table of error rates."""
    far: dict[str, float] = {}
    for row in rows:
        if row["kind"] != "all" and not row["kind"].endswith(_NEAR):
            far[row["level"]] = far.get(row["level"], 0.0) + float(row["decisions"])
    columns = ("points", "points_spread", "chance", "chance_spread")
    losses = [
        LevelLoss(row["level"], far[row["level"]], *[float(row[name]) for name in columns])
        for row in rows
        if row["kind"] == "all"
    ]
    return tuple(sorted(losses, key=lambda loss: -loss.points / loss.decisions))
