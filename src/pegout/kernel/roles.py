"""The two roles of a deal between two, in the order of every array that has a row for each."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["Role"]


class Role(IntEnum):
    """Who has the crib, and who has not.

    >>> 1 - Role.PONE == Role.DEALER
    True
    """

    PONE = 0
    DEALER = 1
