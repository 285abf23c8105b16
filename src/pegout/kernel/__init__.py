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

from typing import TYPE_CHECKING

from pegout.kernel.actions import actions_of, discards_of
from pegout.kernel.errors import KernelError
from pegout.kernel.jit import COMPILED
from pegout.kernel.layout import DISCARD, OVER, PLAY
from pegout.loading import late_names
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

# These need NumPy, and a computer player at a table runs without it.
__getattr__ = late_names(
    __name__, {"counting": "count_piles count_rows count_shows", "dealing": "Dealt deal"}
)
