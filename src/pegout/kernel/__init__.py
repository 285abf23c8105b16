"""Arrays in, arrays out: counting, dealing and playing by the million.

>>> import numpy as np
>>> count_shows(np.array([[18, 19, 16, 41]]), np.array([17]))
array([29], dtype=int8)
>>> games = play_games(["blind", "random"], 100, seed=1)
>>> games.scores.shape
(100, 2)
"""

from __future__ import annotations

from pegout.kernel.batch import DISCARD, OVER, PLAY, Batch
from pegout.kernel.checks import KernelError
from pegout.kernel.counting import count_piles, count_rows, count_shows
from pegout.kernel.games import (
    SUMS,
    Deals,
    Dealt,
    Games,
    Trace,
    deal,
    play_deals,
    play_games,
    trace_deals,
)
from pegout.kernel.ground import actions_of, throws_of
from pegout.kernel.jitted import COMPILED, KERNEL_VERSION
from pegout.kernel.policies import POLICIES, ArrayPolicy, Policy

__all__ = [
    "COMPILED",
    "DISCARD",
    "KERNEL_VERSION",
    "OVER",
    "PLAY",
    "POLICIES",
    "SUMS",
    "ArrayPolicy",
    "Batch",
    "Deals",
    "Dealt",
    "Games",
    "KernelError",
    "Policy",
    "Trace",
    "actions_of",
    "count_piles",
    "count_rows",
    "count_shows",
    "deal",
    "play_deals",
    "play_games",
    "throws_of",
    "trace_deals",
]
