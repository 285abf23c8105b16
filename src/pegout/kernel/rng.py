"""Random numbers: a stream for each seed and index.

The state of a stream is one int: a word of 32 bits and, above it, the carry. Where a product could
reach 2**63, only its low 32 bits are used, so that compiled integers and Python's agree.
"""

from pegout.kernel.jit import inlined, jit


@jit
def seed_stream(seed: int, index: int) -> int:
    """Return the initial state of the stream ``index`` of a seed.

    Each part of the seed and the index goes through the finaliser of MurmurHash3 (A. Appleby), so
    that neighbouring streams are uncorrelated.
    """
    high, low = 0x2545F491, 0x4F6CDD1D
    for part in (seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF, index & 0xFFFFFFFF, index >> 32):
        low = mix(low ^ part)
        high = mix(high + low & 0xFFFFFFFF)
    # A carry of 0 or of its maximum could leave the generator in a fixed point.
    return (high % 1791398000 + 1) << 32 | low


@jit
def mix(word: int) -> int:
    """Mix the bits of a 32-bit word."""
    word ^= word >> 16
    word = word * 0x85EBCA6B & 0xFFFFFFFF
    word ^= word >> 13
    word = word * 0xC2B2AE35 & 0xFFFFFFFF
    return word ^ word >> 16


@inlined
def draw(chance: int, number: int) -> tuple[int, int]:
    """Draw a number from 0 to ``number - 1``, all equally likely; ``number`` is at most 2**31.

    The generator is multiply-with-carry (G. Marsaglia, 1994), and combines each word with the
    carry. The multiplier ``a`` makes ``a * 2**32 - 1`` and ``a * 2**31 - 1`` prime, so the period
    is near ``2**62``. The number is reduced to its interval as in D. Lemire, Fast Random Integer
    Generation in an Interval, 2019.

    Returns:
        The next state, and the number.
    """
    while True:
        carry = chance >> 32
        chance = 1791398085 * (chance & 0xFFFFFFFF) + carry
        product = ((chance & 0xFFFFFFFF) ^ carry) * number
        low = product & 0xFFFFFFFF
        if low >= number or low >= 0x100000000 % number:
            return chance, product >> 32
