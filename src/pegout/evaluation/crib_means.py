"""What the compiled policies know of the crib, as arrays; needs numpy.

>>> from pegout.rules import Rules
>>> cribs_array(Rules()).shape, cribs_array(Rules(players=4)).shape
((2, 2, 13, 13), (3, 13))
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pegout.cards import Card
from pegout.evaluation.discards import Role, crib_mean
from pegout.rules import Rules

__all__ = ["cribs_array"]

_ROLES: Final[dict[int, tuple[Role, ...]]] = {
    2: ("own", "opponent"),
    3: ("own", "opponent"),
    4: ("own", "opponent", "partner"),
}
_JACK: Final = 10


@lru_cache(64)
def cribs_array(rules: Rules) -> NDArray[np.float64]:
    """Give the mean of the crib for every throw, as :mod:`pegout.evaluation.discards` has it.

    Without nobs of the throw's own jacks, which depends on the suits of the cards dealt. A flush
    does too, and is here its mean over whatever else was dealt.

    Args:
        rules: the rules.

    Returns:
        Of two players float64[2, 2, 13, 13], by role (own, opponent's), for a throw of two suits
        and of one, and by the two ranks. Two cards of one rank are never of one suit; there the
        second table repeats the first. Of three float64[2, 13] and of four float64[3, 13], by role
        (partner's the third) and rank. It cannot be written to.

    >>> from pegout.rules import Rules
    >>> own, opponent = cribs_array(Rules())[:, 0, 4, 4]
    >>> round(float(own), 1), round(float(opponent), 1)
    (8.8, 9.3)
    """
    roles = _ROLES[rules.players]
    if rules.players == 2:
        cribs = np.array([[_pairs(rules, role, suited) for suited in (0, 1)] for role in roles])
    else:
        cribs = np.array(
            [[_mean((Card.of(rank, 0),), rules, role) for rank in range(13)] for role in roles]
        )
    cribs.flags.writeable = False
    return cribs


def _pairs(rules: Rules, role: Role, suited: int) -> list[list[float]]:
    """Give the means for two cards of every two ranks, of one suit or of two."""
    return [
        [
            _mean((Card.of(one, 0), Card.of(two, 0 if suited and one != two else 1)), rules, role)
            for two in range(13)
        ]
        for one in range(13)
    ]


def _mean(thrown: tuple[Card, ...], rules: Rules, role: Role) -> float:
    # The others are strangers: the mean over all cards that may be dealt besides is the same as
    # if no other card had been dealt.
    mean = crib_mean(thrown, thrown, rules, role)
    suits = [card & 3 for card in thrown]
    own = sum([13 - suits.count(card & 3) for card in thrown if card >> 2 == _JACK])
    return mean - rules.nobs_points * own / (52 - len(thrown))
