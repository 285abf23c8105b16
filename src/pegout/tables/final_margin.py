"""The expected final margin of a two-player game, by the needs at the start of a deal.

The table is solved from the same deals and by the same backward induction as the win probabilities
of :mod:`pegout.tables.win_probability`.

>>> round(margin(121, 121), 1), margin(1, 121) > 60
(2.9, True)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegout.tables.win_probability import by_needs, within

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def margin(dealer: int, pone: int) -> float:
    """Return the expected final margin of the dealer in holes; negative if the pone is ahead.

    Raises:
        ChancesError: ``bad_needs``.

    >>> margin(40, 60) > 15, margin(60, 40) < -15
    (True, True)
    """
    return float(margins_array()[within((dealer, pone), 2)])


def margins_array() -> NDArray[np.float64]:
    """Return the expected final margins of the dealer.

    Returns:
        float64[122, 122], by the needs of the dealer and the pone; 0 where a need is 0.

    >>> margins_array().shape, margins_array()[7, 9].item() == margin(7, 9)
    ((122, 122), True)
    """
    won, lost = margins_won()
    margins: NDArray[np.float64] = won - lost
    return margins


def margins_won() -> NDArray[np.float64]:
    """Return the expected winning margins of the dealer and of the pone.

    A lost game counts as a margin of 0. The array is read-only.

    Returns:
        float64[2, 122, 122], of the dealer and of the pone, by their needs.
    """
    margins: NDArray[np.float64] = by_needs("margins_two")[:2]
    return margins
