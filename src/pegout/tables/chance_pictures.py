"""Heat maps of the dealer's win probability over the board.

>>> from pegout.tables.win_probability import win_probabilities
>>> sorted(chance_pictures(win_probabilities(), 2))
['chances-2-end.svg', 'chances-2.svg']
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pegout.tables.heatmap import heat_map
from pegout.tables.win_probability import STAKES


def chance_pictures(wins: Any, players: int, target: int = 121) -> dict[str, str]:
    """Draw the whole board in steps of five holes, and the last holes one by one, by file name."""
    return {
        f"chances-{players}.svg": chance_picture(wins, range(0, target, 5), players, target),
        f"chances-{players}-end.svg": chance_picture(
            wins, range(target - 21, target), players, target
        ),
    }


def chance_picture(
    values: Any,
    scores: Sequence[int],
    players: int = 2,
    target: int = 121,
    stake: str = "win",
) -> str:
    """Draw the value of a game to the dealer's side at some scores, by both needs."""
    who, opponent = ("dealer", "pone") if players == 2 else ("side that deals", "other side")
    win = stake == "win"
    times, maximum = (100, 50) if win else (1, max(STAKES[stake]))
    cells = {
        (str(own), str(theirs)): times * float(values[target - own, target - theirs])
        for own in scores
        for theirs in scores
    }
    what = "chance to win, per cent," if win else f"match points at {stake}, less the opponent’s,"
    return heat_map(
        f"The {who}’s {what} at the start of a deal",
        cells,
        [str(score) for score in scores],
        note=f"rows: the score of the {who}; columns: that of the {opponent}; game to {target}",
        middle=50 if win else 0,
        digits=0 if win else 1,
        reach=maximum,
    )
