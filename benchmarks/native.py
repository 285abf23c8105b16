"""Hand-written C for the same work, compiled at the time of the measurement.

It runs in turns with our code. Without a C compiler it has no figures.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.figures import Round
from benchmarks.timing import rate, seconds
from pegout.kernel.score_tables import tables

_SOURCE: Final = Path(__file__).with_name("native.c")
_FLAGS: Final = ("-O3", "-march=native", "-std=c11", "-shared", "-fPIC")
_TABLES: Final = ("two_of", "four_of", "show_four", "rows", "left_four", "discarded", "kept")


class _Tables(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in _TABLES]


class Native:
    """The compiled functions.

    Args:
        library: the library as ctypes loaded it.
    """

    def __init__(self, library: ctypes.CDLL) -> None:
        made = tables()
        # The arrays must live as long as C reads them.
        self._arrays = [np.ascontiguousarray(getattr(made, name)) for name in _TABLES]
        self._tables = _Tables(*[array.ctypes.data for array in self._arrays])
        self._library = library
        library.count_one_by_one.restype = ctypes.c_int64
        library.play_random.restype = ctypes.c_int64

    def _call(self, name: str, *arguments: Any) -> int:
        plain = [
            ctypes.c_void_p(argument.ctypes.data) if isinstance(argument, np.ndarray) else argument
            for argument in arguments
        ]
        return int(getattr(self._library, name)(ctypes.byref(self._tables), *plain) or 0)

    def one_by_one(self) -> int:
        """Count every hand with every starter, and return the sum of all points."""
        return self._call("count_one_by_one")

    def rows(self, hands: NDArray[np.int8], points: NDArray[np.int8]) -> None:
        """Count hands of four with each card of the pack into int8[n, 52]."""
        self._call("count_rows", hands, ctypes.c_int64(len(hands)), points)

    def discards(
        self, hands: NDArray[np.int8], cribs: NDArray[np.float64], values: NDArray[np.float64]
    ) -> None:
        """Value every discard of hands of six to one's own crib into float64[n, 15]."""
        self._call("value_discards", hands, ctypes.c_int64(len(hands)), cribs, 1, values)

    def games(self, number: int, seed: int, scores: NDArray[np.int16]) -> int:
        """Play random games into int16[n, 2], and return the number of deals."""
        return self._call("play_random", ctypes.c_int64(number), ctypes.c_uint64(seed), scores)


@cache
def native() -> Native | None:
    """Compile the functions; return None without a compiler or if it fails."""
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")
    if not compiler:
        return None
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "native.so"
        done = subprocess.run(
            [compiler, *_FLAGS, "-o", str(library), str(_SOURCE)], check=False, capture_output=True
        )
        # The loaded library stays in memory after the file is deleted.
        return Native(ctypes.CDLL(str(library))) if done.returncode == 0 else None


def _round(work: Callable[[Native], tuple[float, ...]]) -> Round | None:
    made = native()
    return None if made is None else lambda: work(made)


def one_by_one() -> Round | None:
    """Make a round that counts every hand with every starter, in ms."""
    return _round(lambda made: (1e3 * seconds(made.one_by_one),))


def rows(hands: NDArray[np.int8]) -> Round | None:
    """Make a round that counts hands with a row of all starters at once, in ms."""
    points = np.zeros((len(hands), 52), np.int8)
    return _round(lambda made: (1e3 * seconds(lambda: made.rows(hands, points)),))


def discards(hands: NDArray[np.int8]) -> Round | None:
    """Make a round that values all discards of hands of six, in µs a hand."""
    from pegout.evaluation import cribs_array
    from pegout.rules import Rules

    cribs, values = np.ascontiguousarray(cribs_array(Rules())[0]), np.zeros((len(hands), 15))
    number = len(hands)
    return _round(
        lambda made: (1e6 * seconds(lambda: made.discards(hands, cribs, values)) / number,)
    )


def random_games(number: int) -> Round | None:
    """Make a round of random games of two, games a second."""
    scores = np.zeros((number, 2), np.int16)
    return _round(lambda made: (rate(lambda: made.games(number, 1, scores), number),))
