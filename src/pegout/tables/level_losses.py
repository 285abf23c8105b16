"""How much the levels lose by errors in games of two: the table that is shipped.

Where it comes from stands in its head; :mod:`pegout.analysis.error_rates` says what is measured.

>>> [one.level for one in level_losses()]
['gentle', 'novice', 'casual', 'club', 'expert']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pegout.loading import load_once
from pegout.tables.files import load

__all__ = ["LevelLoss", "level_losses", "losses_of"]

_NEAR = "near the end"


class LevelLoss(NamedTuple):
    """What a level loses by errors, for one player and one game to 121.

    Attributes:
        level: the level.
        decisions: how many decisions of a game points decide: those far from the end.
        points: the points that these lose.
        spread: by how much the points lost in a game differ from what as many decisions lose on
            average; a standard deviation.
        chance: what all decisions lose of the chance of winning.
        chance_spread: the standard deviation of that between games.
    """

    level: str
    decisions: float
    points: float
    spread: float
    chance: float
    chance_spread: float


@load_once
def level_losses() -> tuple[LevelLoss, ...]:
    """Give what each level loses, the one that loses most first.

    >>> level_losses()[0].points > 10 > level_losses()[-1].points
    True
    """
    return losses_of(load("error_rates").rows)


def losses_of(rows: Sequence[Mapping[str, str]]) -> tuple[LevelLoss, ...]:
    """Read the levels from the rows of a table of error rates.

    Args:
        rows: the rows, as :func:`pegout.tables.files.load` gives them.
    """
    far: dict[str, float] = {}
    for row in rows:
        if row["kind"] != "all" and not row["kind"].endswith(_NEAR):
            far[row["level"]] = far.get(row["level"], 0.0) + float(row["decisions"])
    columns = ("points", "points_spread", "chance", "chance_spread")
    found = [
        LevelLoss(row["level"], far[row["level"]], *[float(row[name]) for name in columns])
        for row in rows
        if row["kind"] == "all"
    ]
    return tuple(sorted(found, key=lambda one: -one.points / one.decisions))
