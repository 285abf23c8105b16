"""Sets of ranks as arrays, in the order of :mod:`pegout.tables.rank_sets`; needs NumPy.

>>> counts(4).shape, numbers(np.array(ranks.sets(4))[:3]).tolist()
((1820, 13), [0, 1, 2])
"""

from typing import Final

import numpy as np

from pegout.kernel.score_tables import Array
from pegout.loading import load_once
from pegout.tables import rank_sets as ranks

#: int64[5, 5], the number of ways to choose cards of a rank, by the number of cards left of it and
#: the number chosen.
BINOMIALS: Final = np.array(ranks.BINOMIALS, np.int64)
#: The place values of six ranks in a number, the lowest rank first.
_PLACES: Final = 13 ** np.arange(5, -1, -1)


@load_once
def counts(size: int) -> Array:
    """Return int64[n, 13], the number of cards of each rank in every set of a size.

    >>> counts(4)[ranks.sets(4).index(ranks.parse("555J"))].tolist()
    [0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 1, 0, 0]
    """
    every = np.array(ranks.sets(size), np.int8)
    copies: Array = (every[:, :, None] == np.arange(13, dtype=np.int8)).sum(axis=1)
    return copies


def encode_sets(cards: Array) -> Array:
    """Return an integer for each set of ranks, in the order of the sets.

    Args:
        cards: int[..., 0 to 6], the ranks of sets of one size, the lowest first.

    >>> encode_sets(np.array([[0, 12], [1, 1]])).tolist()
    [12, 14]
    """
    codes: Array = cards.astype(np.int64) @ _PLACES[len(_PLACES) - cards.shape[-1] :]
    return codes


def numbers(cards: Array) -> Array:
    """Return the numbers of sets of ranks in :func:`pegout.tables.rank_sets.sets`.

    Args:
        cards: int[..., 1 to 4], the ranks of sets of one size, the lowest first, none of them more
            than four times.

    >>> numbers(np.array([[4, 4, 4, 10]])).tolist() == [ranks.sets(4).index((4, 4, 4, 10))]
    True
    """
    return _numbers(cards.shape[-1]).take(encode_sets(cards))


@load_once
def _numbers(size: int) -> Array:
    """Return int64[13**size], the number of each set by its code."""
    every = np.array(ranks.sets(size))
    by_code = np.zeros(13**size, np.int64)
    by_code[encode_sets(every)] = np.arange(len(every))
    return by_code
