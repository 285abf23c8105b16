"""The chance of winning at the stages of a deal, for two players.

A deal is taken apart into what is pegged in the play, the pone's hand, the dealer's hand and the
crib, in the order in which they count. How often each of them has how many points was counted in
games of the computer players; the table ``deals`` is that count, and here the four are taken not to
depend on each other. What comes after the deal is exact, see :mod:`pegout.evaluation.chances`.

>>> 0.6 < outlook().at_pone(20, 20) < outlook().at_crib(3, 3) < 0.9
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TypeAlias

from pegout.evaluation import tables
from pegout.evaluation.chances import chance

__all__ = ["Deals", "Outlook", "chance", "outlook"]

Distribution: TypeAlias = tuple[tuple[int, float], ...]


@dataclass(frozen=True)
class Deals:
    """How often each part of a deal has how many points.

    Attributes:
        play: points of the dealer and of the pone in the play, heels included, with their rate.
        hand_pone: points of the pone's hand.
        hand_dealer: points of the dealer's hand.
        crib: points of the crib.
    """

    play: tuple[tuple[int, int, float], ...]
    hand_pone: Distribution
    hand_dealer: Distribution
    crib: Distribution


@cache
def shipped_deals() -> Deals:
    """Give the distributions that are shipped with the package."""
    counts: dict[str, dict[tuple[int, int], int]] = {}
    for row in tables.load("deals").rows:
        points = (int(row["points"]), int(row["pone"]))
        counts.setdefault(row["part"], {})[points] = int(row["number"])
    return distributions(counts)


def distributions(counts: Mapping[str, Mapping[tuple[int, int], int]]) -> Deals:
    """Turn numbers into rates.

    Args:
        counts: for each part, how often it had which points; the second number of the points is
            the pone's in the play, and 0 elsewhere.
    """
    rates = {
        part: {points: number / sum(found.values()) for points, number in found.items()}
        for part, found in counts.items()
    }

    def single(part: str) -> Distribution:
        return tuple([(points, rate) for (points, _), rate in sorted(rates[part].items())])

    return Deals(
        tuple([(dealer, pone, rate) for (dealer, pone), rate in sorted(rates["play"].items())]),
        single("hand_pone"),
        single("hand_dealer"),
        single("crib"),
    )


class Outlook:
    """The chance of the dealer at every stage of a deal.

    Every method takes what the dealer and what the pone need at that stage.

    Args:
        deals: how often each part of a deal has how many points.
        start: the chance at the start of a deal, for needs from 1.
    """

    def __init__(self, deals: Deals, start: Callable[[int, int], float]) -> None:
        self.deals = deals
        self.start = start
        # Positions come back from card to card and from game to game.
        self.at_crib = lru_cache(100_000)(self.at_crib)  # type: ignore[method-assign]
        self.at_dealer = lru_cache(100_000)(self.at_dealer)  # type: ignore[method-assign]
        self.at_pone = lru_cache(100_000)(self.at_pone)  # type: ignore[method-assign]
        self.with_hand = lru_cache(100_000)(self.with_hand)  # type: ignore[method-assign]

    def at_crib(self, dealer: int, pone: int) -> float:
        """Give the chance before the crib is counted."""
        if dealer <= 0:
            return 1.0
        return sum(
            [
                rate * (1.0 if points >= dealer else 1 - self.start(pone, dealer - points))
                for points, rate in self.deals.crib
            ]
        )

    def at_dealer(self, dealer: int, pone: int) -> float:
        """Give the chance before the dealer's hand is counted."""
        return sum(
            [rate * self.at_crib(dealer - points, pone) for points, rate in self.deals.hand_dealer]
        )

    def at_pone(self, dealer: int, pone: int) -> float:
        """Give the chance before the pone's hand is counted."""
        return sum(
            [
                rate * self.at_dealer(dealer, pone - points)
                for points, rate in self.deals.hand_pone
                if points < pone
            ]
        )

    def with_hand(self, dealer: int, pone: int) -> float:
        """Give the chance before the pone's hand, the dealer's own being counted in already.

        The dealer may need nothing any more, and wins if the pone does not go out first.
        """
        return sum(
            [
                rate * self.at_crib(dealer, pone - points)
                for points, rate in self.deals.hand_pone
                if points < pone
            ]
        )

    def over_play(self, dealer: int, pone: int, then: Callable[[int, int], float]) -> float:
        """Give the mean over the points in the play of the chance that comes after it.

        If both would peg out it is taken to be a toss who does so first.
        """
        total = 0.0
        for more, less, rate in self.deals.play:
            if more >= dealer:
                total += rate * (0.5 if less >= pone else 1.0)
            elif less < pone:
                total += rate * then(dealer - more, pone - less)
        return total


@cache
def outlook() -> Outlook:
    """Give the chances that are shipped with the package."""
    return Outlook(shipped_deals(), chance)
