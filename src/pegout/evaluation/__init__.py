"""The evaluation of discards: expected hand and crib, distributions, and opponents' discards."""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pegout.evaluation.crib_means import cribs_array
    from pegout.evaluation.many_discards import discard_values

__all__ = ["cribs_array", "discard_values"]

_HOMES: Final = {"cribs_array": "crib_means", "discard_values": "many_discards"}


def __getattr__(name: str) -> Any:
    # Loaded on first use: a person's game needs no NumPy.
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
