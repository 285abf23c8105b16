from collections.abc import Iterator
from typing import Any

import numpy as np

from pegout.kernel import rng as compiled
from tests.cases import each

#: A range so large that each word is used directly, without its lowest bit.
WORDS = 2**31


def plain(function: Any) -> Any:
    """Return the Python function behind a compiled one."""
    return getattr(function, "py_func", function)


def numbers(seed: int, index: int, *ranges: int) -> list[int]:
    chance, found = compiled.seed_stream(seed, index), []
    for number in ranges:
        chance, drawn = compiled.draw(chance, number)
        found.append(drawn)
    return found


def words(seed: int, index: int, number: int) -> list[int]:
    return numbers(seed, index, *[WORDS] * number)


def oracle(chance: int) -> Iterator[int]:
    """Yield the words of the generator, computed with Python's integers, which never overflow."""
    word, carry = chance & 0xFFFFFFFF, chance >> 32
    while True:
        total = 1791398085 * word + carry
        word, mixed = total & 0xFFFFFFFF, (total & 0xFFFFFFFF) ^ carry
        carry = total >> 32
        yield mixed


def test_a_seed_and_an_index_give_a_stream_that_stays_what_it_is() -> None:
    assert words(1, 0, 3) == words(1, 0, 3)
    assert words(2026, 7, 4) == [
        word >> 1 for word in (3476210089, 641627590, 3934215317, 1092300488)
    ]


@each(("seed", "index"), [(0, 0), (1, 5), (2**62 - 1, 2**48 + 3), (123456789012, 2**50 + 7)])
def test_the_compiled_generator_and_its_source_are_equal(seed: int, index: int) -> None:
    chance = compiled.seed_stream(seed, index)
    assert chance == plain(compiled.seed_stream)(seed, index)
    other, stream = chance, oracle(chance)
    for number in (2, 3, 15, 46, 52, 1000, 2**31 - 1):
        for _ in range(50):
            chance, drawn = compiled.draw(chance, number)
            other, same = plain(compiled.draw)(other, number)
            # Words whose product falls into the incomplete last interval are rejected.
            product = next(word for word in stream if word * number % 2**32 >= 2**32 % number)
            assert drawn == same == product * number >> 32
            assert 0 <= drawn < number
    assert chance == other


@each("number", [2, 3, 5, 15, 46, 52])
def test_every_number_is_drawn_equally_often(number: int) -> None:
    found = np.bincount(numbers(11, number, *[number] * 60_000), minlength=number)
    mean = 60_000 / number
    degrees = number - 1
    assert ((found - mean) ** 2 / mean).sum() < degrees + 6 * (2 * degrees) ** 0.5 + 10


def test_a_word_that_would_favour_some_numbers_is_drawn_again() -> None:
    # Twice this number is three quarters of 2**32: one word in four is rejected.
    number = 3 << 29
    chance = other = compiled.seed_stream(5, 5)
    drawn = []
    for _ in range(4000):
        chance, value = compiled.draw(chance, number)
        drawn.append(value)
    used = 0
    while other != chance:
        other, _ = compiled.draw(other, WORDS)
        used += 1
    assert 5000 < used < 5700
    assert abs(np.mean(drawn) / number - 0.5) < 0.03


def test_streams_that_lie_side_by_side_have_nothing_in_common() -> None:
    starts = np.array([words(seed, index, 4) for seed in range(20) for index in range(100)])
    assert len(np.unique(starts[:, 0])) > 1995
    bits = (starts[:, :, None] >> np.arange(31)) & 1
    # 2,000 streams: each bit is set in half of them, and agrees with its neighbour's in half.
    assert (abs(bits.mean(axis=0) - 0.5) < 0.07).all()
    assert (abs((bits[1:] == bits[:-1]).mean(axis=0) - 0.5) < 0.07).all()


def test_whose_chance_it_is_makes_another_stream() -> None:
    streams = {tuple(words(9, 4 | who << 48, 3)) for who in range(5)}
    assert len(streams) == 5
