"""The options of a decision, with the value of each and its loss against the best.

:func:`pegout.review.option_values.options_of` computes them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from pegout.cards import Card
from pegout.evaluation.opponent_discards import assumed_error
from pegout.review.errors import ReviewError
from pegout.rules import Component, RulesLike, SeatView, as_rules
from pegout.search.workspace import SLACK
from pegout.tables.win_probability import LARGEST_NEED

#: The kind of a decision.
OptionKind: TypeAlias = Literal["discard", "play", "count", "muggins"]
#: The dealer, from the view of the seat that decides.
Dealer: TypeAlias = Literal["own", "partner", "opponent"]
#: The parts of a value that are estimated rather than solved: the pegging in the ``play``, the
#: opponents' discards to the ``crib``, or the ``chance`` of winning, under other rules or, within
#: the play, by the ``score``.
EstimatedPart: TypeAlias = Literal["play", "crib", "chance", "score"]

#: A card is one of the solved play's cards if it is played at least this often: nine in ten of
#: those that it plays at all (``tools/value_errors.py``). A rarer one may come from rounding.
PLAYED: Final = 0.05
#: A card of the solved play is also called a tie if it is worth at most this much less, in points:
#: nine in ten of them (``tools/value_errors.py``). The others come from positions that the solved
#: play seldom reaches, or where this opponent holds other hands than that of the solution.
EVEN: Final = 0.25


class Option(NamedTuple):
    """One option, and its value.

    Points are net points of the deal: those of the own side minus those of the other side, or with
    three players minus the mean of the other two. In lowball, where no player wants points, the
    signs are reversed.
    """

    # The cards discarded, or the card played; among cards of one rank the highest. Empty for a
    # claim.
    cards: tuple[Card, ...]
    hand: float  # the mean of the hand, in points; 0 for a card
    crib: float  # the mean of the crib, less than 0 where it is an opponent's; 0 for a card
    play: float  # the pegging from here on, minus that of the opponents
    chance: float  # the win probability
    share: float = -1.0  # the probability of the card in the solved play; -1 where it has no entry
    # The points that the card scores when played, which are part of ``play``; 0 for a discard, and
    # without the point for a go or the last card.
    at_once: int = 0
    # The standard error of the difference in points from the best option; None where it is the same
    # for all, see ``Options``.
    points_error: float | None = None
    chance_error: float | None = None  # the standard error of the difference in win probability
    # The points claimed in counting or by muggins, 0 to accept a count; None where cards are
    # chosen.
    claim: int | None = None

    @property
    def points(self) -> float:
        """Hand, crib and play together: net points of the deal from here on."""
        return self.hand + self.crib + self.play


class Loss(NamedTuple):
    """The loss of an option against the best."""

    points: float  # net points of the deal
    chance: float  # win probability
    tied: bool  # whether the difference is within the error

    @property
    def nothing(self) -> bool:
        """Whether nothing is lost: by a tie, or by a card that the solved play plays at times."""
        return self.tied or (self.points <= 0 and self.chance <= 0)


@dataclass(frozen=True)
class Options:
    """The options of a decision."""

    kind: OptionKind  # the kind of decision
    options: tuple[Option, ...]  # every option, the best first
    by_chance: bool  # whether the win probability decides; otherwise points do
    points_error: float  # the standard error of a difference in points; of several the largest
    chance_error: float  # the same for a difference in win probability
    dealer: Dealer  # the dealer, from the view of the seat
    needs: tuple[int, ...]  # the need of each side, the own side first
    # The parts that are estimated, in the order of ``EstimatedPart``.
    estimated: tuple[EstimatedPart, ...] = ()
    # The number of worlds in which the options were tried; 0 where none were sampled.
    worlds: int = 0

    @property
    def best(self) -> Option:
        """The best option; others may be tied with it."""
        return self.options[0]

    def of(self, cards: Sequence[Card]) -> Option:
        """Return the option of some cards; a card of any suit has the option of its rank."""
        for option in self.options:
            if option.claim is None and set(option.cards) == set(cards):
                return option
            if self.kind == "play" and option.cards[0] >> 2 == cards[0] >> 2:
                return option
        names = " ".join(map(str, cards))
        raise ReviewError(
            "unknown_option",
            f"expected one of the {len(self.options)} options, not {names or 'none'}",
        )

    def of_claim(self, points: int) -> Option:
        """Return the option of a claim; 0 accepts a count."""
        for option in self.options:
            if option.claim == points:
                return option
        raise ReviewError(
            "unknown_option", f"expected a claim that is among the options, not {points}"
        )

    def loss(self, option: Option) -> Loss:
        """Return the loss of an option against the best.

        It is 0 where the two are tied, and for a card that the solved play plays at times, which is
        no error even where it is worth less against this opponent.
        """
        best = self.best
        points, chance = best.points - option.points, best.chance - option.chance
        points_error, chance_error = option.points_error, option.chance_error
        if self.kind == "play" and option.share >= PLAYED:
            if not self.by_chance:
                return Loss(0.0, 0.0, points <= EVEN)
            tied = chance <= SLACK
        elif self.by_chance:
            tied = chance <= 2 * (self.chance_error if chance_error is None else chance_error)
        else:
            tied = points <= 2 * (self.points_error if points_error is None else points_error)
        return Loss(0.0, 0.0, True) if tied else Loss(points, max(0.0, chance), False)

    def chance_after(self, option: Option) -> float:
        """Return the win probability with an option: that of the best, less what it loses.

        All of a tie have the win probability of the best.
        """
        return self.best.chance - self.loss(option).chance


def dealer_of(view: SeatView) -> Dealer:
    """Return the dealer, from the view of a seat."""
    if view.seat == view.dealer:
        return "own"
    assert view.dealer is not None, "cards have been dealt"
    return "partner" if view.rules.side(view.dealer) == view.side else "opponent"


def needs_of(view: SeatView) -> tuple[int, ...]:
    """Return the need of each side, that of the seat first."""
    sides = view.rules.sides
    return tuple([view.needs((view.seat + step) % sides) for step in range(sides)])


def estimates_of(rules: RulesLike, *, play: bool) -> tuple[EstimatedPart, ...]:
    """Return the parts of a value that are estimated under some rules.

    >>> from pegout.rules import Rules
    >>> estimates_of(Rules(), play=False), estimates_of(Rules("clasico"), play=True)
    ((), ('play', 'crib', 'chance'))
    """
    rules = as_rules(rules)
    parts: list[EstimatedPart] = []
    if play:
        parts.append("play")
    if assumed_error(rules):
        parts.append("crib")
    if rules.refusal(Component.TABLES) or rules.target > LARGEST_NEED:
        parts.append("chance")
    return tuple(parts)
