"""What the tests of the stores have in common."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from pegout.match import Setup
from pegout.rules import Rules
from pegout.table.store import Store, StoreError
from tests.matches import QUICK, seats
from tests.sources import new_id

START = datetime(2026, 3, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)
#: Two versions of the numbers of reviews.
OLD, NEW = "0" * 64, "1" * 64


class Clock:
    """A clock that stops unless a test advances it."""

    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> datetime:
        return self.time


def a_setup(variant: Rules = QUICK, people: int = 1, **more: Any) -> Setup:
    if variant.first_deal == "chosen":
        more.setdefault("dealer", 0)
    return Setup(new_id(), variant, seats(variant.players, people), **more)


def refusal(ask: Callable[..., object], *arguments: object) -> str:
    """Return the code with which a request is refused."""
    with pytest.raises(StoreError) as caught:
        ask(*arguments)
    return caught.value.code


def digest(number: int) -> str:
    return f"{number:064x}"


def every_hour() -> Callable[[], datetime]:
    """Return a clock that advances by an hour at every reading."""
    times = iter(START + HOUR * at for at in range(10_000))
    return lambda: next(times)


def kept_reviews(store: Store, *numbers: int) -> list[int]:
    """Return those of some reviews that are stored."""
    return [number for number in numbers if store.reviews.find(digest(number), NEW) is not None]
