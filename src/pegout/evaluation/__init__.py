"""A view to numbers: discards, the play, and what the others may hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pegout.evaluation.arrays import cribs_array

__all__ = ["cribs_array"]


def __getattr__(name: str) -> Any:
    # Loaded when it is asked for: a person's game goes on without numpy.
    if name != "cribs_array":
        raise AttributeError(f"module 'pegout.evaluation' has no attribute {name!r}")
    from pegout.evaluation.arrays import cribs_array

    return cribs_array
