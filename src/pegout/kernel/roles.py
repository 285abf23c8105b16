"""The two roles of a deal between two players, in the row order of every array by role."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["Role"]


class Role(IntEnum):
    """The roles of a two-player deal: the dealer has the crib, the pone has not.

    >>> 1 - Role.PONE == Role.DEALER
    True
    """

    PONE = 0
    DEALER = 1
