"""Deals and games by the million, played by policies.

>>> games = play_games(["blind", "random"], 100, seed=1)
>>> games.scores.shape
(100, 2)
"""

from __future__ import annotations

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
from pegout.simulation.policies.registry import POLICIES, ArrayPolicy, Policy

__all__ = [
    "POLICIES",
    "SUMS",
    "ArrayPolicy",
    "Batch",
    "Deals",
    "Games",
    "Policy",
    "Trace",
    "play_deals",
    "play_games",
    "trace_deals",
]
