"""What an example is drawn from."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

SearchStrategy = Callable[[Random], Any]


def integers(minimum: int, maximum: int) -> SearchStrategy:
    return lambda random: random.randint(minimum, maximum)


def sampled_from(values: Sequence[Any]) -> SearchStrategy:
    return lambda random: random.choice(values)
