"""Deals and games by the million, played by policies.

>>> from pegout.simulation import play_games
>>> games = play_games(["blind", "random"], 100, seed=1)
>>> games.scores.shape
(100, 2)
"""

from typing import TYPE_CHECKING

from pegout.loading import late_names

if TYPE_CHECKING:
    from pegout.simulation.batch import Batch
    from pegout.simulation.games import (
        SUMS,
        Deals,
        Games,
        Trace,
        play_deals,
        play_games,
        trace_deals,
    )
    from pegout.simulation.policies.policy import POLICIES, Policy
    from pegout.simulation.policies.registry import ArrayPolicy, FunctionPolicy

__all__ = [
    "POLICIES",
    "SUMS",
    "ArrayPolicy",
    "Batch",
    "Deals",
    "FunctionPolicy",
    "Games",
    "Policy",
    "Trace",
    "play_deals",
    "play_games",
    "trace_deals",
]

# A level at a table needs its policy alone.
__getattr__ = late_names(
    __name__,
    {
        "batch": "Batch",
        "games": "SUMS Deals Games Trace play_deals play_games trace_deals",
        "policies.policy": "POLICIES Policy",
        "policies.registry": "ArrayPolicy FunctionPolicy",
    },
)
