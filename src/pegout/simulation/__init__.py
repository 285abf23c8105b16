"""Deals and games by the million, played by policies.

>>> from pegout.simulation import play_games
>>> games = play_games(["blind", "random"], 100, seed=1)
>>> games.scores.shape
(100, 2)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

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
    from pegout.simulation.policies.registry import ArrayPolicy

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

_HOMES: Final = {
    "POLICIES": "policies.policy",
    "ArrayPolicy": "policies.registry",
    "Batch": "batch",
    "Policy": "policies.policy",
    **dict.fromkeys(
        ("SUMS", "Deals", "Games", "Trace", "play_deals", "play_games", "trace_deals"), "games"
    ),
}


def __getattr__(name: str) -> Any:
    # Imported lazily: a level at a table needs its policy alone.
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
