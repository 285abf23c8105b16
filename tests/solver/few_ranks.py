"""A pack of a few ranks, whose hands are few enough for loops that are not compiled.

The sums over the opponent's hands are then those over the hands of these ranks; the starter is any
card of the whole pack.
"""

from collections.abc import Callable, Collection, Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from pegout.cards import CARDS
from pegout.kernel.actions import DISCARDS_OF_SIX
from pegout.kernel.score_tables import Array
from pegout.rules import Rules
from pegout.scoring import show_points
from pegout.solver import crib_sweep, suit_isomorphism
from pegout.solver.crib_sweep import CribSweep
from pegout.solver.suit_isomorphism import SetClasses, classes, mark_classes
from tests.solver.discards import RENAMINGS, key_of

JACK = 10
#: The number of the opponent's hands from the whole pack, times that of the starters.
DEALS = 374_672_760


def use_few_ranks(ranks: Collection[int], patch: pytest.MonkeyPatch) -> None:
    """Let the classes be those of sets of these ranks."""
    whole: Callable[[Array], tuple[Array, Array]] = suit_isomorphism._above
    others = sum([1 << rank for rank in range(13) if rank not in ranks])

    def above(keys: Array) -> tuple[Array, Array]:
        larger, up = whole(keys)
        kept = np.ones(len(larger), np.bool_)
        for shift in (0, 13, 26, 39):
            kept &= larger >> shift & others == 0
        numbers = np.where(kept, np.cumsum(kept) - 1, -1).astype(np.int32)
        return larger[kept], np.where(up < 0, up, numbers[up])

    patch.setattr(suit_isomorphism, "_above", above)
    made = classes.__wrapped__()
    patch.setattr(suit_isomorphism, "classes", lambda: made)
    marked = mark_classes.__wrapped__()
    patch.setattr(crib_sweep, "classes", lambda: made)
    patch.setattr(crib_sweep, "mark_classes", lambda: marked)
    value = CribSweep._pair

    def value_some(self: CribSweep, pair: int, *others: Any) -> None:
        if len(self._with_pair[pair]):
            value(self, pair, *others)

    # Most pairs of ranks are in no hand.
    patch.setattr(CribSweep, "_pair", value_some)


def discards_of(
    hand: list[int], level: SetClasses, shares: Array
) -> Iterator[tuple[int, int, float]]:
    """Yield the two cards of each discard of a dealt hand, with its share.

    Each renaming of the suits that maps the hand to that of its class is equally likely.
    """
    at = int(np.searchsorted(level.keys, key_of(hand)))
    stands = level.cards[at].tolist()
    to_class = [
        renamed
        for suits in RENAMINGS
        if sorted(renamed := [card & ~3 | suits[card & 3] for card in hand]) == stands
    ]
    for renamed in to_class:
        dealt_as = dict(zip(renamed, hand, strict=True))
        for discard, (low, high) in enumerate(DISCARDS_OF_SIX):
            share = float(shares[at, discard]) / len(to_class)
            if share:
                yield dealt_as[stands[low]], dealt_as[stands[high]], share


def worth(
    hand: list[int], ranks: Collection[int], level: SetClasses, shares: Array, rules: Rules
) -> list[float]:
    """Return what each discard of a hand is worth: every hand of the opponent, and every starter.

    Only hands of these ranks count, and the sum is divided by the number of all deals. A jack that
    the hand discards itself scores nobs whatever the opponent holds.
    """
    pack = [card for card in range(52) if card >> 2 in ranks and card not in hand]
    found = [0.0] * len(DISCARDS_OF_SIX)
    for dealt in combinations(pack, 6):
        starters = [card for card in range(52) if card not in hand and card not in dealt]
        for card, other, share in discards_of(list(dealt), level, shares):
            for number, places in enumerate(DISCARDS_OF_SIX):
                own = [hand[index] for index in places]
                for starter in starters:
                    found[number] += share * points([*own, card, other], starter, rules)
    return [
        total / DEALS + rules.nobs_points * own_nobs(hand, places)
        for total, places in zip(found, DISCARDS_OF_SIX, strict=True)
    ]


def points(crib: list[int], starter: int, rules: Rules) -> int:
    """Return the points of a crib, in which the last two cards may score nobs."""
    cards = [CARDS[card] for card in crib]
    nobs = [card for card in crib[2:] if card >> 2 == JACK and card & 3 == starter & 3]
    return rules.nobs_points * len(nobs) * (starter >> 2 != JACK) + show_points(
        cards, CARDS[starter], crib=True, crib_flush=rules.crib_flush, nobs_points=0
    )


def own_nobs(hand: list[int], places: tuple[int, int]) -> float:
    """Return how often a jack of a discard is of the suit of the starter."""
    suits = [hand[index] & 3 for index in places if hand[index] >> 2 == JACK]
    return sum([13 - sum([card & 3 == suit for card in hand]) for suit in suits]) / 46
