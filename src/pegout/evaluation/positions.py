"""The chance of winning from a position of the board, for two players.

A deal is taken apart into what is pegged in the play, the pone's hand, the dealer's hand and the
crib, in the order in which they count. How often each of them has how many points was counted in
games of the computer players; the table ``deals`` is that count. From it :func:`solve` computes
the chance of the dealer at every pair of needs exactly, from the end of the board backwards, as if
the four parts did not depend on each other or on the score.

>>> round(chance(121, 121), 2), round(chance(20, 20), 2)
(0.56, 0.79)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, TypeAlias

from pegout.evaluation import tables

__all__ = ["MOST", "Deals", "Outlook", "chance", "outlook", "solve"]

#: The most points that the table says anything about; who needs more is taken to need these.
MOST: Final = 121

Chances: TypeAlias = Sequence[Sequence[float]]
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


def solve(
    deals: Deals, most: int = MOST, report: Callable[[int], None] = lambda _: None
) -> Chances:
    """Compute the chance of the dealer at the start of a deal, for needs from 1 to ``most``.

    The dealer pegs at least one point in every deal, so each position follows from positions with
    less to go.

    Args:
        deals: how often each part of a deal has how many points.
        most: the largest need.
        report: called with the sum of the needs that are done.

    Returns:
        Rows by the dealer's need, columns by the pone's; the first of either is not used.
    """
    chances = [[0.0] * (most + 1) for _ in range(most + 1)]
    outlook = Outlook(deals, lambda dealer, pone: chances[dealer][pone])
    for together in range(2, 2 * most + 1):
        for dealer in range(max(1, together - most), min(most, together - 1) + 1):
            pone = together - dealer
            chances[dealer][pone] = outlook.over_play(dealer, pone, outlook.at_pone)
        report(together)
    return chances


@cache
def _shipped() -> Chances:
    rows = tables.load("positions").rows
    return ((), *[(0.0, *[float(row[str(pone)]) for pone in range(1, MOST + 1)]) for row in rows])


def chance(dealer: int, pone: int) -> float:
    """Give the dealer's chance of winning at the start of a deal.

    Args:
        dealer: what the dealer needs, 1 or more.
        pone: what the pone needs, 1 or more.
    """
    return _shipped()[min(dealer, MOST)][min(pone, MOST)]


@cache
def outlook() -> Outlook:
    """Give the chances that are shipped with the package."""
    return Outlook(shipped_deals(), chance)
