"""The values of every discard from many hands, arrays in and arrays out; needs NumPy.

The loops are compiled where numba is installed. Without it NumPy alone computes the same numbers in
about five times the time.

>>> from pegout.cards import parse_cards
>>> values = discard_values([parse_cards("5H 5S 5C JD 2S 9C")], "own")
>>> values.shape, int(values[0].argmax())  # the 2S and the 9C, in places 4 and 5
((1, 15), 14)
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from pegout.cards import CardsLike
from pegout.evaluation.crib_means import cribs_array
from pegout.evaluation.discard_loops import value_hand_discards
from pegout.evaluation.discards import ROLES, CribOwner
from pegout.kernel.actions import discards_of
from pegout.kernel.errors import KernelError
from pegout.kernel.jit import COMPILED, compiled
from pegout.kernel.rule_numbers import keeps_of
from pegout.kernel.score_tables import Array, tables
from pegout.kernel.validation import cards_array, flushes_of
from pegout.rules import Rules, RulesLike, as_rules
from pegout.tables.rank_sets import JACK

_STANDARD: Final = Rules()
#: The number of hands that NumPy processes at a time; so many fit in the processor's cache.
_AT_ONCE: Final = 1 << 13


def discard_values(
    hands: Array | Sequence[CardsLike], role: CribOwner | None, *, rules: RulesLike = _STANDARD
) -> Array:
    """Evaluate every discard from many hands: the expected hand and the expected crib.

    The hand is counted with every remaining starter. The crib comes from a table by the ranks
    discarded and whether they are of one suit (:func:`pegout.evaluation.cribs_array`). Nobs for
    jacks in the discard follows from the suits of the cards dealt. The score and the play are left
    out. :func:`pegout.analyse_discard` gives more detail for one hand.

    Args:
        hands: n rows of the cards dealt, in any order: six, or five with three and four players
            and in the five-card game. A row is cards, their numbers or a text.
        role: whose crib it is: ``own`` for the dealer, ``opponent`` for an opponent of the dealer,
            ``partner`` for the dealer's partner; None values the hand alone.
        rules: the rules.

    Returns:
        float64[n, discards], in points: hand plus crib, or hand less crib for an opponent's. The
        discards are in the order of :func:`pegout.kernel.discards_of`, which gives their positions
        in the row: 15 pairs of six cards, 10 pairs of five, or 5 single cards with three and four
        players. The largest value is the best, or in lowball the smallest.

    Raises:
        KernelError: ``bad_dtype``, ``bad_shape``, ``bad_card``, ``duplicate_card`` or ``bad_role``.
        CardError: ``bad_card`` for a text that is no card.
        UnknownRules: for anything but rules or the name of a preset.

    >>> from pegout.kernel import deal, discards_of
    >>> hands = deal(1000, seed=1).hands[:, 0]
    >>> best = discard_values(hands, "own").argmax(axis=1)
    >>> discards_of(Rules())[best[0]]
    (2, 4)
    >>> float(discard_values(["5H 5S 5C JD 2S 9C"], "own", rules="half").max().round(2))
    20.23
    """
    rules = as_rules(rules)
    cards = cards_array("hands", hands, widths=(rules.hand_size,), distinct=True)
    cribs, sign = _cribs(role, rules)
    discards = np.array(discards_of(rules), np.int8)
    keeps = np.array(keeps_of(rules), np.int8)
    values = np.empty((len(cards), len(discards)))
    flushes = flushes_of(rules, crib=False)
    if COMPILED:
        compiled(value_hand_discards)(
            cards, sign, cribs, flushes, tables(), discards, keeps, values
        )
    else:
        for start in range(0, len(cards), _AT_ONCE):
            part = slice(start, start + _AT_ONCE)
            values[part] = _valued(cards[part], sign, cribs, flushes, discards, keeps)
    return values


def _cribs(role: CribOwner | None, rules: Rules) -> tuple[Array, int]:
    """Return float64[2, 13, 13], the expected cribs for a role, and their sign."""
    full = np.zeros((2, 13, 13))
    if role is None:
        return full, 0
    means = cribs_array(rules)
    roles = ROLES[rules.players]
    if not isinstance(role, str) or role not in roles:
        raise KernelError(
            "bad_role",
            f"with {rules.players} players the role is {' or '.join(roles)}, or None for the "
            f"hand alone; not {role!r:.40}",
        )
    if rules.discard_size == 2:
        full[:] = means[roles.index(role)]
    else:
        ranks = np.arange(13)
        full[:, ranks, ranks] = means[roles.index(role)]
    return full, -1 if role == "opponent" else 1


def _valued(
    cards: Array, sign: int, cribs: Array, flushes: Array, discards: Array, keeps: Array
) -> Array:
    """Compute :func:`pegout.evaluation.discard_loops.value_hand_discards` with NumPy."""
    made = tables()
    starters = 52 - cards.shape[1]
    ranks, suits = (cards >> 2).T, (cards & 3).T
    # For each card the number of possible starters of its suit, and for each jack its sum of nobs.
    left = 13 - (suits[:, None] == suits[None, :]).sum(axis=1)
    nobs_sums = np.where(ranks == JACK, int(flushes[2]) * left, 0)
    more = keeps.shape[1] - 4
    four, five = [max(0, int(points) + more) for points in flushes[:2]]
    values = np.empty((len(cards), len(discards)))
    for at, (discard, keep) in enumerate(zip(discards, keeps, strict=True)):
        if more == 0:
            kept = made.four_of[
                made.two_of[ranks[keep[0]], ranks[keep[1]]],
                made.two_of[ranks[keep[2]], ranks[keep[3]]],
            ]
            sums, show = made.left_four[kept], made.show_four
        else:
            kept = made.three_of[ranks[keep[0]], ranks[keep[1]], ranks[keep[2]]]
            sums, show = made.left_three[kept], made.show_three
        totals = sums.astype(np.int64)
        for index in discard:
            totals -= show[kept, ranks[index]]
        flush = (suits[keep[1:]] == suits[keep[0]]).all(axis=0)
        of_suit = left[keep[0]]
        totals += flush * (four * (starters - of_suit) + five * of_suit)
        totals += nobs_sums[keep].sum(axis=0)
        values[:, at] = totals / starters
        if sign:
            first, second = discard[0], discard[-1]
            same = (suits[first] == suits[second]).astype(np.int64)
            nobs = nobs_sums[discard].sum(axis=0) / starters
            values[:, at] += sign * (cribs[same, ranks[first], ranks[second]] + nobs)
    return values
