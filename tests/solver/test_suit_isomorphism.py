"""Hands up to a renaming of the suits, compared with a plain computation."""

from collections.abc import Iterator
from math import comb
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegout.solver import suit_isomorphism
from pegout.solver.suit_isomorphism import Classes, Marked, SetClasses, classes, mark_classes
from tests.solver.discards import RENAMINGS, key_of, orbits, rename, weight_of

NUMBERS = [1, 13, 169, 1755, 16_432, 134_459, 962_988]

suits = st.integers(0, 3)
#: The classes of sets, and those with a marked suit.
Made: TypeAlias = tuple[Classes, Marked]


@pytest.fixture(
    scope="module", params=[3, pytest.param(6, marks=pytest.mark.long)], ids=["small", "hands"]
)
def made(request: pytest.FixtureRequest) -> Iterator[Made]:
    """Return all classes of sets; of hands of six there are so many that they take minutes."""
    if request.param == 6:
        yield classes(), mark_classes()
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(suit_isomorphism, "_SIZE", request.param)
        few = classes.__wrapped__()
        patch.setattr(suit_isomorphism, "classes", lambda: few)
        yield few, mark_classes.__wrapped__()


def some_cards(data: st.DataObject, minimum: int, maximum: int) -> list[int]:
    return sorted(data.draw(st.sets(st.integers(0, 51), min_size=minimum, max_size=maximum)))


def place_of(cards: list[int], level: SetClasses, first: int = 0) -> int:
    """Return the number of a set's class, which must exist."""
    key = key_of(cards, first)
    index = int(np.searchsorted(level.keys, key))
    assert level.keys[index] == key
    return index


def test_there_are_as_many_classes_as_renamings_leave(made: Made) -> None:
    for size, level in enumerate(made[0].levels):
        assert len(level.keys) == orbits(size, 4) == NUMBERS[size]
        assert (np.diff(level.keys) > 0).all()
        assert level.weights.sum(dtype=np.int64) == comb(52, size)


def test_there_are_as_many_marked_classes_as_renamings_of_three_suits_leave(made: Made) -> None:
    for size, level in enumerate(made[1].levels):
        assert len(level.keys) == orbits(size, 3)
        assert (np.diff(level.keys) > 0).all()
        assert level.weights.sum(dtype=np.int64) == comb(52, size)


@given(data=st.data())
def test_a_class_stands_for_every_renaming_of_its_cards(made: Made, data: st.DataObject) -> None:
    levels = made[0].levels
    cards = some_cards(data, 0, len(levels) - 1)
    level = levels[len(cards)]
    at = place_of(cards, level)
    every = {tuple(rename(cards, suits)) for suits in RENAMINGS}
    assert tuple(level.cards[at].tolist()) in every
    assert level.weights[at] == len(every) == weight_of(cards)


@given(data=st.data())
def test_the_way_down_takes_one_card_away(made: Made, data: st.DataObject) -> None:
    cards = some_cards(data, 0, len(made[0].levels) - 1)
    for levels, first in ((made[0].levels, 0), (made[1].levels, 1)):
        level = levels[len(cards)]
        at = place_of(cards, level, first)
        stands = level.cards[at].tolist()
        assert level.down.shape == (len(level.keys), len(cards))
        for index in range(len(cards)):
            without = stands[:index] + stands[index + 1 :]
            assert level.down[at, index] == place_of(without, levels[len(cards) - 1], first)


@given(data=st.data())
def test_the_way_up_adds_one_card(made: Made, data: st.DataObject) -> None:
    levels = made[0].levels
    cards = some_cards(data, 0, len(levels) - 2)
    level = levels[len(cards)]
    at = place_of(cards, level)
    stands = level.cards[at].tolist()
    for card, above in enumerate(level.up[at].tolist()):
        if card in stands:
            assert above == -1
        else:
            assert above == place_of([*stands, card], levels[len(cards) + 1])


def test_there_is_no_way_up_from_the_largest(made: Made) -> None:
    assert made[0].levels[-1].up.shape == (0, 52)


@given(data=st.data(), suit=suits)
def test_a_marked_hand_has_its_suit_in_front(made: Made, data: st.DataObject, suit: int) -> None:
    size = len(made[0].levels) - 1
    marked, cards = made[1], some_cards(data, size, size)
    level = made[0].levels[size]
    at = place_of(cards, level)
    stands = level.cards[at].tolist()
    in_front = [suit, *[other for other in range(4) if other != suit]]
    turned = rename(stands, [in_front.index(number) for number in range(4)])
    found = marked.marked[at, suit]
    assert found == place_of(turned, marked.levels[-1], 1)
    # Of suits with the same ranks one stands for all of them.
    named = marked.suit[found]
    assert marked.hand[found] == at
    assert [card >> 2 for card in stands if card & 3 == named] == [
        card >> 2 for card in stands if card & 3 == suit
    ]
    three_others = [renaming for renaming in RENAMINGS if renaming[0] == 0]
    assert marked.levels[-1].weights[found] == len(
        {tuple(rename(turned, renaming)) for renaming in three_others}
    )


def test_every_marked_hand_is_of_one_hand_and_suit(made: Made) -> None:
    marked = made[1]
    numbers = np.arange(len(marked.hand))
    assert np.array_equal(marked.marked[marked.hand, marked.suit], numbers)
    # Every hand has four suits to mark, and every marking belongs to a hand.
    times = np.bincount(marked.marked.ravel(), minlength=len(numbers))
    assert times.min() == 1
    assert times.max() <= 4
    weights = made[0].levels[-1].weights[marked.hand].astype(np.int64)
    assert np.array_equal(weights * times, 4 * marked.levels[-1].weights.astype(np.int64))
