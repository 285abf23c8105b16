"""The random numbers of ``numpy.random.default_rng``, without NumPy.

NumPy's generator is PCG64 by M. E. O'Neill (https://www.pcg-random.org), with 128 bits of state and
the output function XSL-RR, seeded by the hashes of ``numpy.random.SeedSequence``.

>>> from numpy.random import default_rng
>>> Pcg64(7).random(2) == default_rng(7).random(2).tolist()
True
"""

from collections.abc import Callable
from typing import Final

_64: Final = (1 << 64) - 1
_128: Final = (1 << 128) - 1
_MULTIPLIER: Final = 0x2360ED051FC65DA44385DF649FCCF645
_UNIT: Final = 2.0**-53


class Pcg64:
    """A generator of numbers from 0 to 1.

    Args:
        seed: below ``2 ** 64``.
    """

    def __init__(self, seed: int) -> None:
        high, low, first, second = _hashed(seed)
        self._step = ((first << 64 | second) << 1 | 1) & _128
        self._state = ((self._step + (high << 64 | low)) * _MULTIPLIER + self._step) & _128

    def random(self, number: int) -> list[float]:
        """Return so many numbers."""
        state, step, numbers = self._state, self._step, []
        for _ in range(number):
            state = (state * _MULTIPLIER + step) & _128
            word, turn = (state >> 64 ^ state) & _64, state >> 122
            numbers.append((((word >> turn | word << 64 - turn) & _64) >> 11) * _UNIT)
        self._state = state
        return numbers


def _hashed(seed: int) -> list[int]:
    """Return four numbers of 64 bits from a seed, as ``SeedSequence`` does."""
    hashes = _hashes(0x43B0D7E5, 0x931E8875)
    pool = [hashes(word) for word in (seed & 0xFFFFFFFF, seed >> 32, 0, 0)]
    for source in range(4):
        for target in range(4):
            if source != target:
                mixed = 0xCA01F9DD * pool[target] - 0x4973F715 * hashes(pool[source])
                pool[target] = _folded(mixed & 0xFFFFFFFF)
    hashes = _hashes(0x8B51F9DD, 0x58F38DED)
    words = [hashes(pool[at % 4]) for at in range(8)]
    return [words[at] | words[at + 1] << 32 for at in range(0, 8, 2)]


def _hashes(constant: int, multiplier: int) -> Callable[[int], int]:
    """Return a function that hashes words of 32 bits, differently each time."""

    def hashed(word: int) -> int:
        nonlocal constant
        word ^= constant
        constant = constant * multiplier & 0xFFFFFFFF
        return _folded(word * constant & 0xFFFFFFFF)

    return hashed


def _folded(word: int) -> int:
    return word ^ word >> 16
