"""Arrays in, arrays out: counting, dealing and playing by the million.

>>> import numpy as np
>>> count_shows(np.array([[18, 19, 16, 41]]), np.array([17]))
array([29], dtype=int8)
"""

from __future__ import annotations

from pegout.kernel.checks import KernelError
from pegout.kernel.counting import count_piles, count_rows, count_shows
from pegout.kernel.jitted import COMPILED, KERNEL_VERSION

__all__ = [
    "COMPILED",
    "KERNEL_VERSION",
    "KernelError",
    "count_piles",
    "count_rows",
    "count_shows",
]
