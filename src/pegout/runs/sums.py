"""The result of a chunk: rows of integers by name, which are added up.

The sum of integers does not depend on the order, so a run gives identical results however its
chunks were distributed.
"""

from collections.abc import Iterable, Mapping
from itertools import zip_longest
from typing import Any, TypeAlias

#: Rows of integers by name. A missing name is a row of zeros.
Sums: TypeAlias = Mapping[str, tuple[int, ...]]


def add_sums(first: Sums, second: Sums) -> Sums:
    """Return the sums added row by row; the arguments do not change.

    >>> add_sums({"games": (2,), "wins": (1, 1)}, {"games": (3,), "skunks": (1,)})
    {'games': (5,), 'wins': (1, 1), 'skunks': (1,)}
    """
    sums = dict(first)
    for name, row in second.items():
        sums[name] = tuple([a + b for a, b in zip_longest(sums.get(name, ()), row, fillvalue=0)])
    return sums


def whole(sums: Mapping[str, Iterable[Any]]) -> Sums:
    """Return the sums with Python's own integers instead of NumPy's.

    >>> import numpy as np
    >>> whole({"games": np.array([2, 3])})
    {'games': (2, 3)}

    Raises:
        TypeError: for a number that is not an integer.
    """
    return {name: tuple([_whole(name, number) for number in row]) for name, row in sums.items()}


def _whole(name: str, number: Any) -> int:
    if not hasattr(number, "__index__"):
        raise TypeError(f"a task sums up whole numbers, and {name!r} has {number!r}")
    return int(number)
