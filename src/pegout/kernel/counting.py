"""Count millions of shows and piles of the play, with arrays in and arrays out.

>>> import numpy as np
>>> from pegout.cards import parse_cards
>>> hands = np.array([parse_cards("5H 5S 5C JD"), parse_cards("2C 4C 6C 8C")])
>>> count_shows(hands, parse_cards("5D TH"))
array([29,  4], dtype=int8)
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from pegout.kernel import counting_loops
from pegout.kernel import pegging as pile
from pegout.kernel.errors import KernelError
from pegout.kernel.jit import compiled
from pegout.kernel.score_tables import Array, ends_of, tables
from pegout.kernel.validation import cards_array, check_switch, flushes_of
from pegout.rules import Rules, RulesLike, as_rules

_STANDARD = Rules()


def count_shows(
    hands: Array | Sequence[Sequence[int]],
    starters: Array | Sequence[int],
    *,
    crib: bool = False,
    rules: RulesLike = _STANDARD,
) -> Array:
    """Count each hand with its starter.

    Args:
        hands: n rows of four cards (three in five-card cribbage), ``rank * 4 + suit``.
        starters: n cards.
        crib: whether these are cribs, where a flush follows ``rules.crib_flush``.
        rules: the source of ``crib_flush`` and ``nobs_points``.

    Returns:
        int8[n], points.

    Raises:
        KernelError: ``bad_dtype``, ``bad_shape``, ``bad_card``, ``duplicate_card`` or
            ``bad_switch``.
    """
    rules = as_rules(rules)
    cards = cards_array("hands", hands, widths=(3, 4))
    cut = cards_array("starters", starters, length=len(cards))
    cards_array("hands with starters", np.column_stack((cards, cut)), distinct=True)
    points = np.empty(len(cards), np.int8)
    compiled(counting_loops.count_shows)(cards, cut, flushes_of(rules, crib=crib), tables(), points)
    return points


def count_rows(
    hands: Array | Sequence[Sequence[int]], *, crib: bool = False, rules: RulesLike = _STANDARD
) -> Array:
    """Count each hand of four with every card of the pack as its starter.

    Args:
        hands: n rows of four cards.
        crib: whether these are cribs.
        rules: the source of ``crib_flush`` and ``nobs_points``.

    Returns:
        int8[n, 52], points by the number of the starter; -1 where the starter is in the hand.

    >>> from pegout.cards import parse_cards
    >>> row = count_rows([parse_cards("5H 5S 5C JD")])[0]
    >>> int(row[17]), int(row[16]), int(row.max(initial=0, where=row < 29))
    (29, -1, 22)

    Raises:
        KernelError: ``bad_dtype``, ``bad_shape``, ``bad_card``, ``duplicate_card`` or
            ``bad_switch``.
    """
    rules = as_rules(rules)
    cards = cards_array("hands", hands, widths=(4,), distinct=True)
    points = np.empty((len(cards), 52), np.int8)
    compiled(counting_loops.count_rows)(cards, flushes_of(rules, crib=crib), tables(), points)
    return points


def count_piles(
    piles: Array | Sequence[Sequence[int]], lengths: Any = None, *, runs: bool = True
) -> Array:
    """Count every card of many piles in the play; each pile is one count that begins at 0.

    Args:
        piles: n rows of ranks (0 to 12) in the order of play, padded with 13.
        lengths: n lengths; derived from the padding unless given.
        runs: whether runs count.

    Returns:
        int8[n, width], the points of each card without go and last card; 0 after the last card.

    >>> count_piles([[2, 4, 5, 6, 3], [4, 4, 4, 13, 13]])
    array([[0, 0, 0, 3, 5],
           [0, 2, 8, 0, 0]], dtype=int8)

    Raises:
        KernelError: ``bad_dtype``, ``bad_shape``, ``bad_card``, ``duplicate_card``, ``over_31`` or
            ``bad_switch``.
    """
    check_switch("runs", runs)
    ranks = cards_array("piles", piles, widths=range(1, 17), maximum=13)
    fill = ranks == 13
    sizes = (
        (~fill).sum(axis=1)
        if lengths is None
        else cards_array("lengths", lengths, length=len(ranks), maximum=ranks.shape[1])
    )
    if (fill != (np.arange(ranks.shape[1]) >= sizes[:, None])).any():
        raise KernelError("bad_shape", "expected the filling, 13, only behind a pile's last card")
    counts = np.where(fill, 0, np.minimum(ranks + 1, 10)).sum(axis=1)
    if (counts > 31).any():
        at = int(np.argmax(counts > 31))
        raise KernelError(
            "over_31", f"the count stops at 31, and pile {at} comes to {int(counts[at])}"
        )
    for rank in range(13):
        many = (ranks == rank).sum(axis=1) > 4
        if many.any():
            raise KernelError(
                "duplicate_card",
                f"the pack has four cards of a rank, and pile {int(np.argmax(many))} has more: "
                f"{ranks[int(np.argmax(many))].tolist()}",
            )
    points = np.zeros(ranks.shape, np.int8)
    compiled(pile.count_piles)(ranks, sizes, ends_of(runs), points)
    return points
