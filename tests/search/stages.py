"""The oracle for the win probability at the stages of an average deal, one part after another.

It divides a deal into the play, the pone's hand, the dealer's hand and the crib, in the order in
which they count, and takes the four as independent.
"""

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from pegout.tables.score_distributions import Parts, shipped_parts
from pegout.tables.win_probability import chance

Then: TypeAlias = Callable[[int, int], float]


class Stages:
    """The dealer's chance; every method takes what the dealer and what the pone need there."""

    def __init__(self, parts: Parts) -> None:
        rates = parts.rates()
        dealer, pone = rates.hands.tolist()
        self.dealer: list[tuple[int, float]] = list(enumerate(dealer))
        self.pone: list[tuple[int, float]] = list(enumerate(pone))
        self.crib: list[tuple[int, float]] = list(enumerate(rates.crib.tolist()))
        self.play: list[tuple[int, int, float]] = [
            (more, less, rate)
            for more, row in enumerate(rates.play.tolist())
            for less, rate in enumerate(row)
        ]

    def at_crib(self, dealer: int, pone: int) -> float:
        """Return the chance before the crib is counted."""
        if dealer <= 0:
            return 1.0
        return sum(
            rate * (1.0 if points >= dealer else 1 - chance(pone, dealer - points))
            for points, rate in self.crib
        )

    def at_dealer(self, dealer: int, pone: int) -> float:
        """Return the chance before the dealer's hand is counted."""
        return sum(rate * self.at_crib(dealer - points, pone) for points, rate in self.dealer)

    def with_hand(self, dealer: int, pone: int) -> float:
        """Return the chance before the pone's hand, with the dealer's own hand already counted."""
        return sum(
            rate * self.at_crib(dealer, pone - points)
            for points, rate in self.pone
            if points < pone
        )

    def over_play(self, dealer: int, pone: int, then: Then) -> float:
        """Return the chance before the play; where both would peg out in it, either is first."""
        total, after = 0.0, cache(then)
        for more, less, rate in self.play:
            if more >= dealer:
                total += rate * (0.5 if less >= pone else 1.0)
            elif less < pone:
                total += rate * after(dealer - more, pone - less)
        return total


@cache
def stages() -> Stages:
    """Return the stages of the shipped points."""
    return Stages(shipped_parts())
