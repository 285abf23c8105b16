"""The base of every fast computation: counting and dealing in arrays, and one deal in loops.

The loops run as plain Python unless a caller requests the compiled version; see
:mod:`pegout.kernel.jit`. They read no global that could change, because numba freezes globals.
Tables are arguments; see :mod:`pegout.kernel.score_tables`. Cards are small ints,
``rank * 4 + suit``, in arrays of int8; 52 is no card. Integers are signed, because numba adds a
signed and an unsigned integer to a float. Values read from an array go through ``int``, so that
interpreted code works with Python's own integers.

>>> import numpy as np
>>> from pegout.kernel import count_shows
>>> count_shows(np.array([[18, 19, 16, 41]]), np.array([17]))
array([29], dtype=int8)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from pegout.kernel.actions import actions_of, discards_of
from pegout.kernel.errors import KernelError
from pegout.kernel.jit import COMPILED
from pegout.kernel.layout import DISCARD, OVER, PLAY
from pegout.versions import KERNEL_VERSION

if TYPE_CHECKING:
    from pegout.kernel.counting import count_piles, count_rows, count_shows
    from pegout.kernel.dealing import Dealt, deal

__all__ = [
    "COMPILED",
    "DISCARD",
    "KERNEL_VERSION",
    "OVER",
    "PLAY",
    "Dealt",
    "KernelError",
    "actions_of",
    "count_piles",
    "count_rows",
    "count_shows",
    "deal",
    "discards_of",
]

#: Names that need NumPy are loaded on first use: a computer player at a table runs without NumPy.
_HOMES: Final = {
    "Dealt": "dealing",
    "count_piles": "counting",
    "count_rows": "counting",
    "count_shows": "counting",
    "deal": "dealing",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
