"""Arrays in, arrays out: counting, dealing and playing by the million.

What is compiled is loaded when it is asked for, so that a player who thinks at a table does not
wait for numba.

>>> import numpy as np
>>> from pegout.kernel import count_shows, play_games
>>> count_shows(np.array([[18, 19, 16, 41]]), np.array([17]))
array([29], dtype=int8)
>>> games = play_games(["blind", "random"], 100, seed=1)
>>> games.scores.shape
(100, 2)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from pegout.kernel.checks import KernelError
from pegout.kernel.compiled.jit import COMPILED, KERNEL_VERSION
from pegout.kernel.compiled.state import DISCARD, OVER, PLAY
from pegout.kernel.ground import actions_of, throws_of
from pegout.kernel.policies import POLICIES, ArrayPolicy, Policy

if TYPE_CHECKING:
    from pegout.kernel.batch import Batch
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

_HOMES: Final = {
    "batch": ("Batch",),
    "counting": ("count_piles", "count_rows", "count_shows"),
    "games": (
        "SUMS",
        "Deals",
        "Dealt",
        "Games",
        "Trace",
        "deal",
        "play_deals",
        "play_games",
        "trace_deals",
    ),
}
_HOME_OF: Final = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)


def __dir__() -> list[str]:
    return __all__
