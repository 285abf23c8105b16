"""Hands up to a renaming of the suits, compared with a plain computation."""

import pytest

pytest.importorskip("numpy")

from math import comb

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pegout.solver.suit_isomorphism import SetClasses, classes, marked_classes
from tests.solver.discards import RENAMINGS, key_of, orbits, renamed, weight_of

NUMBERS = [1, 13, 169, 1755, 16_432, 134_459, 962_988]

sets_of_cards = st.sets(st.integers(0, 51), max_size=6).map(sorted)
hands = st.sets(st.integers(0, 51), min_size=6, max_size=6).map(sorted)
suits = st.integers(0, 3)


def place_of(cards: list[int], level: SetClasses, first: int = 0) -> int:
    """Return the number of a set's class, which must exist."""
    key = key_of(cards, first)
    place = int(np.searchsorted(level.keys, key))
    assert level.keys[place] == key
    return place


@pytest.mark.parametrize("size", range(7))
def test_there_are_as_many_classes_as_renamings_leave(size: int) -> None:
    level = classes().levels[size]
    assert len(level.keys) == orbits(size, 4) == NUMBERS[size]
    assert (np.diff(level.keys) > 0).all()
    assert level.weights.sum(dtype=np.int64) == comb(52, size)


@pytest.mark.parametrize("size", range(7))
def test_there_are_as_many_marked_classes_as_renamings_of_three_suits_leave(size: int) -> None:
    level = marked_classes().levels[size]
    assert len(level.keys) == orbits(size, 3)
    assert (np.diff(level.keys) > 0).all()
    assert level.weights.sum(dtype=np.int64) == comb(52, size)


@given(sets_of_cards)
def test_a_class_stands_for_every_renaming_of_its_cards(cards: list[int]) -> None:
    level = classes().levels[len(cards)]
    at = place_of(cards, level)
    every = {tuple(renamed(cards, suits)) for suits in RENAMINGS}
    assert tuple(level.cards[at].tolist()) in every
    assert level.weights[at] == len(every) == weight_of(cards)


@given(sets_of_cards)
def test_the_way_down_takes_one_card_away(cards: list[int]) -> None:
    for levels, first in ((classes().levels, 0), (marked_classes().levels, 1)):
        level = levels[len(cards)]
        at = place_of(cards, level, first)
        stands = level.cards[at].tolist()
        assert level.down.shape == (len(level.keys), len(cards))
        for place in range(len(cards)):
            without = stands[:place] + stands[place + 1 :]
            assert level.down[at, place] == place_of(without, levels[len(cards) - 1], first)


@given(sets_of_cards.filter(lambda cards: len(cards) < 6))
def test_the_way_up_adds_one_card(cards: list[int]) -> None:
    levels = classes().levels
    level = levels[len(cards)]
    at = place_of(cards, level)
    stands = level.cards[at].tolist()
    for card, above in enumerate(level.up[at].tolist()):
        if card in stands:
            assert above == -1
        else:
            assert above == place_of([*stands, card], levels[len(cards) + 1])


def test_there_is_no_way_up_from_six() -> None:
    assert classes().levels[6].up.shape == (0, 52)


@given(hands, suits)
def test_a_marked_hand_is_the_hand_with_its_suit_in_front(cards: list[int], suit: int) -> None:
    marked = marked_classes()
    level = classes().levels[6]
    at = place_of(cards, level)
    stands = level.cards[at].tolist()
    in_front = [suit, *[other for other in range(4) if other != suit]]
    turned = renamed(stands, [in_front.index(one) for one in range(4)])
    found = marked.marked[at, suit]
    assert found == place_of(turned, marked.levels[6], 1)
    # Of suits with the same ranks one stands for all of them.
    named = marked.suit[found]
    assert marked.hand[found] == at
    assert [card >> 2 for card in stands if card & 3 == named] == [
        card >> 2 for card in stands if card & 3 == suit
    ]
    three_others = [renaming for renaming in RENAMINGS if renaming[0] == 0]
    assert marked.levels[6].weights[found] == len(
        {tuple(renamed(turned, renaming)) for renaming in three_others}
    )


def test_every_marked_hand_is_of_one_hand_and_suit() -> None:
    marked = marked_classes()
    numbers = np.arange(len(marked.hand))
    assert np.array_equal(marked.marked[marked.hand, marked.suit], numbers)
    # Every hand has four suits to mark, and every marking belongs to a hand.
    times = np.bincount(marked.marked.ravel(), minlength=len(numbers))
    assert times.min() == 1
    assert times.max() <= 4
    weights = classes().levels[6].weights[marked.hand].astype(np.int64)
    assert np.array_equal(weights * times, 4 * marked.levels[6].weights.astype(np.int64))
