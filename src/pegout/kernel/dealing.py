"""Deal millions of hands with NumPy alone; nothing is compiled.

The random numbers are those of :mod:`pegout.kernel.rng`, drawn for many streams at once, and the
packs are shuffled as :func:`pegout.kernel.deal_steps.start_deal` shuffles one. So deal number i is
the first deal of game number i, for any players.

>>> cards = deal(1000, seed=1)
>>> cards.hands.shape, cards.starters.shape
((1000, 2, 6), (1000,))
"""

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pegout.kernel.rule_numbers import check_rules
from pegout.kernel.score_tables import Array
from pegout.kernel.validation import check_count, check_seed
from pegout.rules import Rules, RulesLike

Words: TypeAlias = NDArray[np.uint64]

_STANDARD: Final = Rules()
#: The number of packs shuffled at a time; so many fit in the processor's cache.
_AT_ONCE: Final = 1 << 14
_LOW: Final = np.uint64(0xFFFFFFFF)
_HALF: Final = np.uint64(32)


class Dealt(NamedTuple):
    """Dealt cards.

    Attributes:
        hands: int8[n, players, 6 or 5], sorted; seat 0 deals.
        from_pack: int8[n, 1 with three players, else 0], the card dealt to the crib.
        starters: int8[n].
    """

    hands: Array
    from_pack: Array
    starters: Array


def deal(deals: int, seed: int, *, rules: RulesLike = _STANDARD, first: int = 0) -> Dealt:
    """Deal the cards only; a million deals take less than a second.

    Args:
        deals: the number of deals.
        seed: the seed.
        rules: the rules.
        first: the number of the first deal; deal number i is the first one of game number i.

    Returns:
        The cards.

    Raises:
        KernelError: ``bad_number``, ``bad_seed`` or ``bad_rules``.

    >>> cards = deal(10, seed=1)
    >>> cards.hands.shape, cards.starters.shape
    ((10, 2, 6), (10,))
    """
    number, first = check_count("deals", deals, first=first)
    rules = check_rules(rules)
    start = check_seed(seed)
    held = rules.players * rules.hand_size
    cards = np.empty((number, held + rules.from_pack + 1), np.int8)
    for at in range(0, number, _AT_ONCE):
        end = min(at + _AT_ONCE, number)
        games = np.arange(first + at, first + end, dtype=np.uint64)
        cards[at:end] = _tops(seeded_streams(start, games), cards.shape[1])
    hands = np.sort(cards[:, :held].reshape(number, rules.players, rules.hand_size), axis=2)
    return Dealt(hands, cards[:, held:-1].copy(), cards[:, -1].copy())


def _tops(chance: Words, used: int) -> Array:
    """Shuffle a pack for each state of a stream, and return int8[n, used], the cards on top."""
    number = len(chance)
    packs = np.repeat(np.arange(52, dtype=np.int8)[:, None], number, axis=1)
    flat, columns = packs.reshape(-1), np.arange(number)
    for index in range(used):
        chance, offsets = draw_numbers(chance, 52 - index)
        chosen = (offsets.astype(np.int64) + index) * number + columns
        cards = flat[chosen]
        flat[chosen] = packs[index]
        packs[index] = cards
    return packs[:used].T


def seeded_streams(seed: int, indices: Words) -> Words:
    """Return the initial states of the streams of a seed with these indices."""
    high = np.full(len(indices), 0x2545F491, np.uint64)
    low = np.full(len(indices), 0x4F6CDD1D, np.uint64)
    words = (np.uint64(seed & 0xFFFFFFFF), np.uint64(seed >> 32), indices & _LOW, indices >> _HALF)
    for part in words:
        low = _mixed(low ^ part)
        high = _mixed(high + low & _LOW)
    return (high % np.uint64(1791398000) + np.uint64(1)) << _HALF | low


def _mixed(words: Words) -> Words:
    words = words ^ words >> np.uint64(16)
    words = words * np.uint64(0x85EBCA6B) & _LOW
    words = words ^ words >> np.uint64(13)
    words = words * np.uint64(0xC2B2AE35) & _LOW
    return words ^ words >> np.uint64(16)


def draw_numbers(chance: Words, number: int) -> tuple[Words, Words]:
    """Draw a number below ``number`` from each stream; return the next states and the numbers."""
    carry = chance >> _HALF
    chance = np.uint64(1791398085) * (chance & _LOW) + carry
    products = ((chance & _LOW) ^ carry) * np.uint64(number)
    # Redraw these few, which would make some numbers likelier than others.
    again = np.flatnonzero((products & _LOW) < np.uint64(0x100000000 % number))
    numbers = products >> _HALF
    if len(again):
        chance[again], numbers[again] = draw_numbers(chance[again], number)
    return chance, numbers
