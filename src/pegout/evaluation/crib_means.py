"""Expected cribs for every discard, as plain numbers and as arrays.

>>> from pegout.rules import Rules
>>> cribs_array(Rules()).shape, cribs_array(Rules(players=4)).shape
((2, 2, 13, 13), (3, 13))
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from pegout.evaluation.discards import ROLES, average_crib
from pegout.rules import Rules, RulesLike, as_rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_RANKS: Final = range(13)


@lru_cache(64)
def mean_cribs(rules: Rules) -> array[float]:
    """Return :func:`cribs_array` without NumPy, in C order.

    >>> from pegout.rules import Rules
    >>> len(mean_cribs(Rules())) == 2 * 2 * 13 * 13
    True
    """
    pairs = [(rank, two) for rank in _RANKS for two in _RANKS]
    discards = pairs if rules.discard_size == 2 else [(rank,) for rank in _RANKS]
    return array(
        "d",
        [
            average_crib(ranks, suited, rules, role)
            for role in ROLES[rules.players]
            for suited in (False, True)[: rules.discard_size]
            for ranks in discards
        ],
    )


def cribs_array(rules: RulesLike) -> NDArray[np.float64]:
    """Return the expected crib for every discard, as in :mod:`pegout.evaluation.discards`.

    Nobs for jacks in the discard is left out, because it depends on the suits of the cards dealt.
    So does a flush; here it is averaged over the other cards dealt.

    Returns:
        With two players float64[2, 2, 13, 13], by role (own, opponent's), for a discard of two
        suits and of one suit, and by the two ranks. Two cards of one rank are never of one suit;
        there the second table repeats the first. With three players float64[2, 13] and with four
        float64[3, 13], by role (partner's the third) and rank. The array is read-only.

    >>> from pegout.rules import Rules
    >>> own, opponent = cribs_array(Rules())[:, 0, 4, 4]
    >>> round(float(own), 1), round(float(opponent), 1)
    (8.8, 9.3)

    Raises:
        UnknownRules: for anything but rules or the name of a preset.
    """
    return _cribs_array(as_rules(rules))


@lru_cache(64)
def _cribs_array(rules: Rules) -> NDArray[np.float64]:
    import numpy as np

    shape = (2, 2, 13, 13) if rules.discard_size == 2 else (-1, 13)
    cribs = np.array(mean_cribs(rules)).reshape(shape)
    cribs.flags.writeable = False
    return cribs
