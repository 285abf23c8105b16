"""What each option of a decision is worth to a seat that knows what it could know.

Hints, the tutor, the analyser and the review of a game all ask :func:`options_of`, so they agree.

Between two, a discard is worth the mean of the hand over every starter, the crib against what
opponents discard (:mod:`pegout.evaluation.advice`), and what the hand pegs in the solved play; a
card what is pegged from then on, against all that the opponent may hold, with the best later cards.
Where a side is near the end the chance of winning decides, with hands and crib in their order;
before that points do, and the chance is by how much the points move it.

>>> from pegout.match import Match, Seated, Setup
>>> from pegout.rules import Rules
>>> match = Match(Setup("example", Rules(), (Seated("Ann"), Seated("Ben"))))
>>> options_of(match.view(0)) is None
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final, Literal, NamedTuple, TypeAlias

from pegout.cards import Card
from pegout.evaluation.advice import analyse_discard
from pegout.evaluation.discards import role_of
from pegout.kernel.actions import throws_of
from pegout.players.expert import facts_of, lent_searcher
from pegout.rules import Phase, Rules, SeatView
from pegout.scoring import play_points
from pegout.search.workspace import NEAR
from pegout.tables.win_probability import chance_of_seat, within

__all__ = ["Dealer", "Kind", "Loss", "Option", "Options", "can_value", "options_of"]

#: What is decided.
Kind: TypeAlias = Literal["discard", "play"]
#: Whose crib it is, as the seat that decides sees it.
Dealer: TypeAlias = Literal["own", "partner", "opponent"]

#: At so many hands of the opponent is looked where a card is valued; of more they are drawn evenly.
_HANDS: Final = 455
#: Chances of winning are not known better than this: what the search assumes of an opponent moves
#: them by as much (the page on strength has the figures).
_CHANCE_ERROR: Final = 0.002
#: What the best responses to the solved play gain in a deal, in points.
_PLAY_ERROR: Final = 0.002
#: A card that the solved play plays as often as this is one of its cards.
_PLAYED: Final = 0.05
#: Between chances that differ by less, near the end, the solved play decides.
_SLACK: Final = 0.01


class Option(NamedTuple):
    """One option, and what it is worth.

    Attributes:
        cards: the cards discarded, or the one that is played; of cards of one rank the highest.
        hand: the mean of the hand, in points; 0 for a card.
        crib: the mean of the crib, less than 0 where it is an opponent's; 0 for a card.
        play: what is pegged in the play from here on, less what the opponent pegs.
        chance: the chance of winning the game.
        share: how often the solved play plays the card; -1 where it says nothing.
        at_once: what the card scores where it is played, which is part of ``play``; 0 for a
            discard, and without the point for a go or the last card.
    """

    cards: tuple[Card, ...]
    hand: float
    crib: float
    play: float
    chance: float
    share: float = -1.0
    at_once: int = 0

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
        points_error: the standard error of a difference in points.
        chance_error: the same of a difference of chances.
        dealer: whose crib it is.
        needs: how many points each side needs to win, the own side first.
    """

    kind: Kind
    options: tuple[Option, ...]
    by_chance: bool
    points_error: float
    chance_error: float
    dealer: Dealer
    needs: tuple[int, ...]

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
            if set(option.cards) == set(cards):
                return option
            if self.kind == "play" and option.cards[0] >> 2 == cards[0] >> 2:
                return option
        names = " ".join(map(str, cards))
        raise ValueError(f"expected one of the {len(self.options)} options, not {names or 'none'}")

    def loss(self, option: Option) -> Loss:
        """Give what an option loses beside the best, 0 where the two cannot be told apart."""
        best = self.best
        points, chance = best.points - option.points, best.chance - option.chance
        if self.kind == "play" and option.share >= _PLAYED:
            tied = not self.by_chance or chance <= _SLACK
        elif self.by_chance:
            tied = chance <= 2 * self.chance_error
        else:
            tied = points <= 2 * self.points_error
        return Loss(0.0, 0.0, True) if tied else Loss(points, max(0.0, chance), False)


def can_value(rules: Rules) -> bool:
    """Tell whether options are valued under these rules: two players with six cards, for points.

    >>> from pegout.rules import Rules
    >>> can_value(Rules()), can_value(Rules(lowball=True))
    (True, False)
    """
    return rules.players == 2 and rules.hand_size == 6 and not rules.lowball


def options_of(view: SeatView) -> Options | None:
    """Value every option of the seat that is on turn.

    Args:
        view: what the seat knows.

    Returns:
        The options; None where there is no choice between cards, or where options are not valued.
    """
    if not can_value(view.rules):
        return None
    if view.phase is Phase.DISCARD and view.hand == view.dealt:
        return _discards(view)
    if view.phase is not Phase.PLAY or view.turn != view.seat or view.claim is not None:
        return None
    playable = {card >> 2: card for card in sorted(view.playable())}
    return _cards(view, playable) if len(playable) > 1 else None


def _discards(view: SeatView) -> Options:
    rules, seat = view.rules, view.seat
    assert view.dealer is not None, "cards have been dealt"
    advice = analyse_discard(view.dealt, rules, role_of(rules, seat, view.dealer))
    with lent_searcher(rules) as search:
        values = search.discard_values(facts_of(view))
    sign = 1 if seat == view.dealer else -1
    options = []
    throws = {frozenset(throw.cards): throw for throw in advice.throws}
    dealt = sorted(view.dealt)
    for number, places in enumerate(throws_of(rules)):
        throw = throws[frozenset([dealt[place] for place in places])]
        pegs, chance = values.pegs[number], values.chances[number]
        options.append(Option(throw.cards, throw.hand, sign * throw.crib, pegs, chance))
    points_error = sqrt(2) * advice.standard_error + _PLAY_ERROR
    return _ranked("discard", options, points_error, view)


def _cards(view: SeatView, playable: dict[int, Card]) -> Options:
    with lent_searcher(view.rules) as search:
        found = search.card_values(facts_of(view), _HANDS)
    shares = found.shares or (-1.0,) * len(found.ranks)
    rows = zip(found.ranks, found.points, found.chances, shares, strict=True)
    options = [
        Option((card,), 0.0, 0.0, points, chance, share, _at_once(view, card))
        for rank, points, chance, share in rows
        for card in [playable[rank]]
    ]
    return _ranked("play", options, _PLAY_ERROR, view)


def _at_once(view: SeatView, card: Card) -> int:
    """Give what a card scores where it is played now."""
    pile = [laid.card for laid in view.pile]
    return play_points([*pile, card], runs=view.rules.runs_in_play)


def _ranked(kind: Kind, options: Sequence[Option], points_error: float, view: SeatView) -> Options:
    """Put the best first, by what decides at the score."""
    needs = tuple([view.needs(seat) for seat in (view.seat, 1 - view.seat)])
    dealer: Dealer = "own" if view.seat == view.dealer else "opponent"
    if min(needs) <= NEAR:
        # Of equal chances the one with more points.
        order = sorted(options, key=lambda one: (-round(one.chance, 6), -one.points))
        return Options(kind, tuple(order), True, points_error, _CHANCE_ERROR, dealer, needs)
    order = sorted(options, key=lambda one: -one.points)
    best, slope = order[0], _slope(view)
    moved = [one._replace(chance=best.chance - slope * (best.points - one.points)) for one in order]
    error = slope * points_error
    return Options(kind, tuple(moved), False, points_error, error, dealer, needs)


def _slope(view: SeatView) -> float:
    """Give by how much a net point moves the chance of winning far from the end."""
    assert view.dealer is not None, "cards have been dealt"
    own, other = within([view.needs(view.seat), view.needs(1 - view.seat)], 2)
    needs = [(own - 1, other), (own, other - 1)]
    dealer = 0 if view.seat == view.dealer else 1
    nearer, worse = (chance_of_seat(pair, dealer, 0) for pair in needs)
    return (nearer - worse) / 2
