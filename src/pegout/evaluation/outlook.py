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

from pegout.evaluation import ranks
from pegout.evaluation.beliefs import keep_means, keep_rate
from pegout.evaluation.chances import MOST, chance
from pegout.evaluation.discards import Role
from pegout.evaluation.positions import shipped_deals
from pegout.evaluation.throwing import habit
from pegout.kernel.thinking import Knowledge, unsolved
from pegout.rules import rules

__all__ = ["knowledge"]

_ROLES: Final[tuple[Role, Role]] = ("own", "opponent")


@cache
def knowledge() -> Knowledge:
    """Give what is known, the same in every game of two.

    Whence each part comes stands in the heads of the tables ``keeps``, ``throws_six``,
    ``positions`` and ``deals``.
    """
    deals = shipped_deals()
    play = np.zeros((32, 32))
    for dealer, pone, rate in deals.play:
        # Nobody pegs more than 31; whoever did is taken to peg that.
        play[min(dealer, 31), min(pone, 31)] += rate
    hands = np.zeros((2, 30))
    for role, parts in enumerate((deals.hand_dealer, deals.hand_pone)):
        for points, rate in parts:
            hands[role, points] = rate
    crib = np.zeros(30)
    for points, rate in deals.crib:
        crib[points] = rate
    return Knowledge(
        keeps=np.array([[keep_rate(role)[keep] for keep in ranks.sets(4)] for role in _ROLES]),
        throws=np.array([_throws(role) for role in _ROLES]),
        means=np.array(keep_means()),
        chances=_chances(),
        play=play,
        hands=hands,
        crib=crib,
        pegs=np.zeros((2, 1820)),
        solved=unsolved(),
    )


def _chances() -> NDArray[np.float64]:
    """Give the dealer's chance of winning at the start of a deal, by the needs of both."""
    found = np.zeros((MOST + 1, MOST + 1))
    for dealer in range(1, MOST + 1):
        for pone in range(1, MOST + 1):
            found[dealer, pone] = chance(dealer, pone)
    return found


def _throws(role: Role) -> list[float]:
    """Give how often a role throws each pair of ranks, over all hands of six."""
    found = habit(rules(), role)
    rates = [0.0] * len(found.throws)
    for counts, throws in found.hands:
        hands = prod([comb(4, number) for _, number in counts])
        for place, share in throws:
            rates[place] += hands * share
    total = sum(rates)
    return [rate / total for rate in rates]
