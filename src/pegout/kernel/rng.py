"""Chance: a stream of numbers for each seed and index.

The state of a stream is one int: a word of 32 bits and, above it, the carry. Of a product that
could reach 2**63 only the low 32 bits are used, so that compiled and Python's integers agree.
"""

from __future__ import annotations

from pegout.kernel.jit import inlined, jit


@jit
def seeded(seed: int, index: int) -> int:
    """Give the state at the beginning of the stream ``index`` of a seed.

    Each part of the seed and the index goes through the finaliser of MurmurHash3 (A. Appleby), so
    that streams that lie side by side have nothing in common.
    """
    high, low = 0x2545F491, 0x4F6CDD1D
    for part in (seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF, index & 0xFFFFFFFF, index >> 32):
        low = mixed(low ^ part)
        high = mixed(high + low & 0xFFFFFFFF)
    # The carry is neither 0 nor as large as it can be, where the generator might stand still.
    return (high % 1791398000 + 1) << 32 | low


@jit
def mixed(word: int) -> int:
    """Mix the bits of a word of 32."""
    word ^= word >> 16
    word = word * 0x85EBCA6B & 0xFFFFFFFF
    word ^= word >> 13
    word = word * 0xC2B2AE35 & 0xFFFFFFFF
    return word ^ word >> 16


@inlined
def drawn(chance: int, number: int) -> tuple[int, int]:
    """Draw a number from 0 to ``number - 1``, each exactly as likely; up to 2**31.

    A multiply-with-carry generator (G. Marsaglia, 1994) whose words are combined with the carry.
    The multiplier ``a`` makes ``a * 2**32 - 1`` and ``a * 2**31 - 1`` prime, so the period is near
    ``2**62``. The range is cut out as by D. Lemire, Fast Random Integer Generation in an Interval,
    2019.

    Returns:
        The state after it, and the number.
    """
    while True:
        carry = chance >> 32
        chance = 1791398085 * (chance & 0xFFFFFFFF) + carry
        product = ((chance & 0xFFFFFFFF) ^ carry) * number
        low = product & 0xFFFFFFFF
        if low >= number or low >= 0x100000000 % number:
            return chance, product >> 32
