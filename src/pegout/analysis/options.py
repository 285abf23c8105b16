"""The options of a decision, with what each is worth and what it loses beside the best.

:func:`pegout.analysis.option_values.options_of` gives them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from pegout.cards import Card
from pegout.evaluation.opponent_discards import assumed_error
from pegout.rules import Rules, SeatView
from pegout.search.workspace import SLACK
from pegout.tables.win_probability import MOST

__all__ = [
    "PLAYED",
    "Dealer",
    "Estimate",
    "Kind",
    "Loss",
    "Option",
    "Options",
    "dealer_of",
    "estimates_of",
    "needs_of",
]

#: What is decided.
Kind: TypeAlias = Literal["discard", "play", "count", "muggins"]
#: Whose crib it is, as the seat that decides sees it.
Dealer: TypeAlias = Literal["own", "partner", "opponent"]
#: What is estimated and not solved: what is pegged in the ``play``, what opponents discard to the
#: ``crib``, or the ``chance`` of winning, by other rules or, within the play, by the ``score``.
Estimate: TypeAlias = Literal["play", "crib", "chance", "score"]

#: A card that the solved play plays as often as this is one of its cards: nine in ten of those
#: that it plays at all (``tools/value_errors.py``). A rarer one may be there by rounding.
PLAYED: Final = 0.05
#: The switches under which the chances of winning were solved.
_CHANCES: Final = {
    "nobs_points": 1, "heels_points": 2, "crib_flush": "five", "runs_in_play": True,
    "go_stacks_on_31": False, "stinkhole": False, "lowball": False, "five_card": False,
}  # fmt: skip


class Option(NamedTuple):
    """One option, and what it is worth.

    Points are net points of the deal: those of the own side, less those of the other side, or with
    three players less the mean of the other two. In lowball, where points are what nobody wants,
    they count the other way round.

    Attributes:
        cards: the cards discarded, or the one that is played; of cards of one rank the highest.
            Nothing for a claim.
        hand: the mean of the hand, in points; 0 for a card.
        crib: the mean of the crib, less than 0 where it is an opponent's; 0 for a card.
        play: what is pegged in the play from here on, less what the opponents peg.
        chance: the chance of winning the game.
        share: how often the solved play plays the card; -1 where it says nothing.
        at_once: what the card scores where it is played, which is part of ``play``; 0 for a
            discard, and without the point for a go or the last card.
        points_error: the standard error of the difference in points from the best option; None
            where it is that of all, see :class:`Options`.
        chance_error: the same of the chance.
        claim: the points that are claimed in counting or by muggins, 0 to let a count stand; None
            where it is cards that are chosen.
    """

    cards: tuple[Card, ...]
    hand: float
    crib: float
    play: float
    chance: float
    share: float = -1.0
    at_once: int = 0
    points_error: float | None = None
    chance_error: float | None = None
    claim: int | None = None

    @property
    def points(self) -> float:
        """Hand, crib and play together: net points of the deal from here on."""
        return self.hand + self.crib + self.play


class Loss(NamedTuple):
    """What an option loses beside the best.

    Attributes:
        points: net points of the deal.
        chance: of the chance of winning.
        tied: whether the two cannot be told apart.
    """

    points: float
    chance: float
    tied: bool


@dataclass(frozen=True)
class Options:
    """The options of a decision.

    Attributes:
        kind: what is decided.
        options: every option, the best first.
        by_chance: whether the chance of winning decides; points do otherwise.
        points_error: the standard error of a difference in points, of several the largest.
        chance_error: the same of a difference of chances.
        dealer: whose crib it is.
        needs: how many points each side needs to win, the own side first.
        estimated: what is estimated and not solved, in the order of :data:`Estimate`.
        worlds: in how many worlds the options were tried; 0 where none were drawn.
    """

    kind: Kind
    options: tuple[Option, ...]
    by_chance: bool
    points_error: float
    chance_error: float
    dealer: Dealer
    needs: tuple[int, ...]
    estimated: tuple[Estimate, ...] = ()
    worlds: int = 0

    @property
    def best(self) -> Option:
        """The best option; others may be tied with it."""
        return self.options[0]

    def of(self, cards: Sequence[Card]) -> Option:
        """Give the option of some cards; for a card of any suit that of its rank.

        Raises:
            ValueError: if that is no option here.
        """
        for option in self.options:
            if option.claim is None and set(option.cards) == set(cards):
                return option
            if self.kind == "play" and option.cards[0] >> 2 == cards[0] >> 2:
                return option
        names = " ".join(map(str, cards))
        raise ValueError(f"expected one of the {len(self.options)} options, not {names or 'none'}")

    def of_claim(self, points: int) -> Option:
        """Give the option of a claim; 0 lets a count stand.

        Raises:
            ValueError: if that is no option here.
        """
        for option in self.options:
            if option.claim == points:
                return option
        raise ValueError(f"expected a claim that is among the options, not {points}")

    def loss(self, option: Option) -> Loss:
        """Give what an option loses beside the best, 0 where the two cannot be told apart."""
        best = self.best
        points, chance = best.points - option.points, best.chance - option.chance
        points_error, chance_error = option.points_error, option.chance_error
        if self.kind == "play" and option.share >= PLAYED:
            tied = not self.by_chance or chance <= SLACK
        elif self.by_chance:
            tied = chance <= 2 * (self.chance_error if chance_error is None else chance_error)
        else:
            tied = points <= 2 * (self.points_error if points_error is None else points_error)
        return Loss(0.0, 0.0, True) if tied else Loss(points, max(0.0, chance), False)


def dealer_of(view: SeatView) -> Dealer:
    """Say whose crib it is, as a seat sees it."""
    if view.seat == view.dealer:
        return "own"
    assert view.dealer is not None, "cards have been dealt"
    return "partner" if view.rules.side(view.dealer) == view.side else "opponent"


def needs_of(view: SeatView) -> tuple[int, ...]:
    """Give how many points each side needs to win, that of the seat first."""
    sides = view.rules.sides
    return tuple([view.needs((view.seat + step) % sides) for step in range(sides)])


def estimates_of(rules: Rules, *, play: bool) -> tuple[Estimate, ...]:
    """Say what is estimated under some rules.

    Args:
        rules: the rules.
        play: whether the play is.

    >>> estimates_of(Rules(), play=False), estimates_of(Rules("clasico"), play=True)
    ((), ('play', 'crib', 'chance'))
    """
    found: list[Estimate] = []
    if play:
        found.append("play")
    if assumed_error(rules):
        found.append("crib")
    solved = all(getattr(rules, name) == value for name, value in _CHANCES.items())
    if not solved or rules.target > MOST:
        found.append("chance")
    return tuple(found)
