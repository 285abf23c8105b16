"""Sets of ranks as arrays, against the sets one by one."""

from math import comb

import numpy as np

from pegout.tables import rank_sets as ranks
from pegout.tables.rank_set_arrays import BINOMIALS, counts, encode_sets, numbers
from tests.cases import each


@each("size", range(7))
def test_every_set_has_its_cards_counted(size: int) -> None:
    found = counts(size)
    assert found.dtype == np.int64
    assert found.tolist() == [
        [cards.count(rank) for rank in range(13)] for cards in ranks.sets(size)
    ]


@each("size", range(1, 5))
def test_every_set_has_its_number(size: int) -> None:
    every = np.array(ranks.sets(size), np.int8)
    assert numbers(every).tolist() == list(range(len(every)))
    assert numbers(every[::-1].reshape(-1, 1, size))[:, 0].tolist() == list(range(len(every)))[::-1]


@each("size", range(1, 7))
def test_codes_are_in_the_order_of_the_sets(size: int) -> None:
    assert (np.diff(encode_sets(np.array(ranks.sets(size), np.int8))) > 0).all()


def test_the_ways_to_choose_cards_of_a_rank() -> None:
    assert BINOMIALS.tolist() == [[comb(left, held) for held in range(5)] for left in range(5)]
