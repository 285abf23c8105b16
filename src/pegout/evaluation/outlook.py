"""What the strong player knows of two, as arrays: made from the tables that are shipped.

>>> known = knowledge()
>>> known.keeps.shape, round(float(known.throws[0].sum()), 9)
((2, 1820), 1.0)
"""

from __future__ import annotations

from functools import cache
from math import comb, prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pegout.evaluation import ranks, solved_play, tables
from pegout.evaluation.chances import MOST, chance
from pegout.evaluation.deals import shipped_parts
from pegout.evaluation.goals import GOALS, OUTCOMES, shipped_goals
from pegout.evaluation.keeps import keep_means, keep_rate
from pegout.kernel.thinking import Knowledge

__all__ = ["before_goals", "knowledge"]

_ROLES: Final = ("own", "opponent")


@cache
def knowledge() -> Knowledge:
    """Give what is known, the same in every game of two.

    Whence each part comes stands in the heads of the tables ``keeps``, ``throws_deal``,
    ``chances_two``, ``deals``, ``play.bin`` and ``goals.bin``. What both throw and keep is of the
    deal solved as one game, not of the discards by themselves.
    """
    return before_goals()._replace(goals=shipped_goals())


def before_goals() -> Knowledge:
    """Give what is known but for the goals, which are made of it."""
    play, hands, crib = shipped_parts().rates()
    return Knowledge(
        keeps=np.array([[keep_rate(role)[keep] for keep in ranks.sets(4)] for role in _ROLES]),
        throws=_throws(),
        means=np.array(keep_means()),
        chances=_chances(),
        play=play,
        hands=hands,
        crib=crib,
        pegs=_pegs(),
        solved=solved_play.load().play,
        goals=np.zeros((2, 1820, len(GOALS), OUTCOMES), np.uint8),
    )


def _pegs() -> NDArray[np.float64]:
    """Give float64[2, 1820], what each kept hand makes in the solved play, the dealer first."""
    found = [
        [float(row["pegs"]) for row in tables.load("keeps").rows if row["role"] == role]
        for role in _ROLES
    ]
    return np.array(found)


def _chances() -> NDArray[np.float64]:
    """Give the dealer's chance of winning at the start of a deal, by the needs of both."""
    found = np.zeros((MOST + 1, MOST + 1))
    for dealer in range(1, MOST + 1):
        for pone in range(1, MOST + 1):
            found[dealer, pone] = chance(dealer, pone)
    return found


def _throws() -> NDArray[np.float64]:
    """Give float64[2, 91], how often a role throws each pair of ranks, over all hands of six."""
    names = {ranks.format(pair): place for place, pair in enumerate(ranks.sets(2))}
    rates = np.zeros((2, len(names)))
    # Of the same solution as what is kept: of discards and play as one game.
    for row in tables.load("throws_deal").rows:
        hand, found = row["dealt"], rates[_ROLES.index(row["role"])]
        hands = prod([comb(4, hand.count(letter)) for letter in set(hand)])
        for word in row["throws"].split():
            pair, _, share = word.partition(":")
            found[names[pair]] += hands * float(share or 1)
    shares: NDArray[np.float64] = rates / rates.sum(axis=1, keepdims=True)
    return shares
