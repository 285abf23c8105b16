"""When the score matters more than points: winning chances for a throw and for the play.

Near the end of the board a point is worth much or nothing: the pone counts first, a hand that
takes its owner out need not be any better, and nothing that comes after counts. So there the
outcomes are weighed by the chance of winning from where they leave both sides. Two players with
hands of four; the others go by points, and by who pegs out in the play.

>>> outcome = Counted(needs=(5, 20), dealer=0, seat=0, hand=6)
>>> outcome.chance((0, 2), 17), outcome.chance((0, 2), 18)
(1.0, 0.0)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from pegout.evaluation.discards import Throw
from pegout.evaluation.positions import Outlook, outlook
from pegout.rules import View
from pegout.scoring import show_points

__all__ = ["Counted", "counted", "matters", "throw_chances"]

#: The score is looked at when a side needs no more than this: what two good deals can bring.
NEAR: Final = 45


def matters(view: View) -> bool:
    """Say whether the score is near enough to the end to be looked at."""
    rules = view.rules
    return (
        rules.players == 2
        and not rules.five_card
        and min(view.needs(side) for side in (0, 1)) <= NEAR
    )


@dataclass(frozen=True, slots=True)
class Counted:
    """The end of the play, from where only counting is left.

    Attributes:
        needs: what each side needs where we look ahead from.
        dealer: the seat of the dealer.
        seat: whose chance is asked for.
        hand: the points of that seat's hand.
        lowball: whether the first to the target loses.
    """

    needs: tuple[int, ...]
    dealer: int
    seat: int
    hand: int
    lowball: bool = False

    def chance(self, gains: tuple[int, ...], other_hand: int) -> float:
        """Give the chance of winning.

        Args:
            gains: what each side pegs in the rest of the play.
            other_hand: the points of the other seat's hand.
        """
        first = self._first(gains, other_hand)
        return 1 - first if self.lowball else first

    def _first(self, gains: tuple[int, ...], other_hand: int) -> float:
        """Give the chance of being the first to the target."""
        own = self.needs[self.seat] - gains[self.seat]
        other = self.needs[1 - self.seat] - gains[1 - self.seat]
        if own <= 0 or other <= 0:
            return float(own <= 0)
        if self.seat == self.dealer:
            if other <= other_hand:
                return 0.0
            return outlook().at_crib(own - self.hand, other - other_hand)
        if own <= self.hand:
            return 1.0
        return 1 - outlook().at_crib(other - other_hand, own - self.hand)


def counted(view: View) -> Counted:
    """Give what the end of the play is judged by, for the seat in view."""
    assert view.seat is not None, "a seat looks at its own deal"
    assert view.dealer is not None, "somebody has dealt"
    assert view.starter is not None, "the starter is cut before the play"
    kept = [card for card in view.dealt if card not in view.discards]
    hand = show_points(kept, view.starter, nobs_points=view.rules.nobs_points)
    needs = (view.needs(0), view.needs(1))
    return Counted(needs, view.dealer, view.seat, hand, view.rules.lowball)


@cache
def _mean_crib(look: Outlook) -> float:
    return sum(points * rate for points, rate in look.deals.crib)


def throw_chances(view: View, throws: Sequence[Throw]) -> list[float]:
    """Give the chance of winning with each way to lay cards away.

    The own hand is taken exactly, with every starter. The play, the other hand and the crib are
    taken as they are on average, the crib being as much better or worse as the throw is worth.
    """
    seat = view.seat
    assert seat is not None, "a seat looks at its own deal"
    assert view.dealer is not None, "somebody has dealt"
    look = outlook()
    own, other = view.needs(seat), view.needs(1 - seat)
    found = []
    for throw in throws:
        scores = tuple(
            (points, number / len(throw.scores)) for points, number in Counter(throw.scores).items()
        )
        shift = abs(throw.crib) - _mean_crib(look)
        if seat == view.dealer:
            first = _dealing(look, own, other, scores, shift)
        else:
            first = _not_dealing(look, own, other, scores, shift)
        found.append(1 - first if view.rules.lowball else first)
    return found


Scores: TypeAlias = tuple[tuple[int, float], ...]
_Stage: TypeAlias = Callable[[int, int], float]


def _slope(stage: _Stage, dealer: int, pone: int, shift: float) -> float:
    """Give what a crib that is so much better than the average adds to the dealer's chance."""
    step = 1 if shift > 0 else -1
    nearer = stage(max(0, dealer - step), pone)
    return (nearer - stage(dealer, pone)) * abs(shift)


def _dealing(look: Outlook, own: int, other: int, scores: Scores, shift: float) -> float:
    """Give the chance of a dealer with this hand to be the first to the target."""

    @cache
    def then(own: int, other: int) -> float:
        total = 0.0
        for points, rate in scores:
            left = own - points
            with_hand = look.with_hand(left, other)
            # A better crib is as good as fewer points to go before it.
            if left > 0:
                with_hand += _slope(look.with_hand, left, other, shift)
            total += rate * with_hand
        return total

    return look.over_play(own, other, then)


def _not_dealing(look: Outlook, own: int, other: int, scores: Scores, shift: float) -> float:
    """Give the chance of a pone with this hand to be the first to the target."""

    @cache
    def then(other: int, own: int) -> float:
        total = 0.0
        for points, rate in scores:
            if points < own:
                left = own - points
                chance = look.at_dealer(other, left)
                total += rate * (chance + _slope(look.at_dealer, other, left, shift))
        return total

    return 1 - look.over_play(other, own, then)
