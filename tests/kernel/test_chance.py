from typing import Any

import numpy as np
import pytest

from pegout.kernel import jitted


def plain(function: Any) -> Any:
    """Give the Python source of a compiled function."""
    return getattr(function, "py_func", function)


def started(seed: int, index: int) -> Any:
    state = np.zeros(2, np.int64)
    jitted.seed_state(state, seed, index)
    return state


def words(seed: int, index: int, number: int) -> list[int]:
    state = started(seed, index)
    return [int(jitted.next_word(state)) for _ in range(number)]


def test_a_seed_and_an_index_give_a_stream_that_stays_what_it_is() -> None:
    assert words(1, 0, 3) == words(1, 0, 3)
    assert words(2026, 7, 4) == [3476210089, 641627590, 3934215317, 1092300488]


@pytest.mark.parametrize(
    ("seed", "index"), [(0, 0), (1, 5), (2**62 - 1, 2**48 + 3), (123456789012, 2**50 + 7)]
)
def test_the_compiled_generator_and_its_source_are_equal(seed: int, index: int) -> None:
    assert jitted.seeded(seed, index) == plain(jitted.seeded)(seed, index)
    state, other = started(seed, index), started(seed, index)
    for number in (2, 3, 15, 46, 52, 1000, 2**31 - 1):
        for _ in range(50):
            assert jitted.below(state, number) == plain(jitted.below)(other, number)
    assert np.array_equal(state, other)


def test_a_number_of_one_int_is_the_number_of_the_state_of_two() -> None:
    state = started(3, 4)
    one = int(state[1]) << 32 | int(state[0])
    for number in (2, 15, 52, 3, 2**31 - 5, 46) * 50:
        one, drawn = jitted.drawn(one, number)
        assert drawn == jitted.below(state, number)
        assert 0 <= drawn < number


@pytest.mark.parametrize("number", [2, 3, 5, 15, 46, 52])
def test_every_number_is_drawn_equally_often(number: int) -> None:
    state = started(11, number)
    found = np.bincount([jitted.below(state, number) for _ in range(60_000)], minlength=number)
    mean = 60_000 / number
    degrees = number - 1
    assert ((found - mean) ** 2 / mean).sum() < degrees + 6 * (2 * degrees) ** 0.5 + 10


def test_a_word_that_would_favour_some_numbers_is_drawn_again() -> None:
    # Twice this number is three quarters of 2**32: one word in four is not used.
    number = 3 << 29
    state, other = started(5, 5), started(5, 5)
    drawn = [int(jitted.below(state, number)) for _ in range(4000)]
    used = 0
    while not np.array_equal(state, other):
        jitted.next_word(other)
        used += 1
    assert 5000 < used < 5700
    assert abs(np.mean(drawn) / number - 0.5) < 0.03


def test_streams_that_lie_side_by_side_have_nothing_in_common() -> None:
    starts = np.array([words(seed, index, 4) for seed in range(20) for index in range(100)])
    assert len(np.unique(starts[:, 0])) > 1995
    bits = (starts[:, :, None] >> np.arange(32)) & 1
    # 2,000 streams: each bit is set in half of them, and agrees with its neighbour's in half.
    assert (abs(bits.mean(axis=0) - 0.5) < 0.07).all()
    assert (abs((bits[1:] == bits[:-1]).mean(axis=0) - 0.5) < 0.07).all()


def test_whose_chance_it_is_makes_another_stream() -> None:
    streams = {tuple(words(9, 4 | who << 48, 3)) for who in range(5)}
    assert len(streams) == 5
