"""The value of claims where players count by hand, and of calling muggins.

All cards that are counted are visible, so points are exact. Where muggins is played, a claim that
is too low loses the difference, and opponents are assumed to notice what was missed. Without
muggins the table corrects the count, or missed points are lost; that depends on the rules, as the
cost of a claim that is too high does. In lowball no opponent takes points that were missed.

In the show, the win probability accounts for the hands still to be counted, which have been played
and are known, and averages over the possible cribs. In the play it is the win probability at the
start of a deal with the new score.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from math import prod
from random import Random
from typing import Final

from pegout.cards import Card, format_cards, sets_of_ranks
from pegout.evaluation.discards import role_of
from pegout.players.common import items_in_view
from pegout.review.options import (
    EstimatedPart,
    Option,
    OptionKind,
    Options,
    dealer_of,
    estimates_of,
    needs_of,
)
from pegout.rules import Phase, Rules, SeatView
from pegout.scoring.unchecked import show_points
from pegout.search.next_deal import chance_before_deal
from pegout.tables import rank_sets

#: The largest count of a hand or crib.
MAX_CLAIM: Final = 30
#: The number of possible cribs to consider where they are sampled.
_CRIBS: Final = 1_000
#: The least weight of any crib, for cards that the discard tables never discard.
_RARE: Final = 1e-6


def count_options(view: SeatView, card: Card | None = None, maximum: int = MAX_CLAIM) -> Options:
    """Evaluate every claim of a seat that counts the last hand shown, or a card that it is to play.

    Returns:
        The claims, the one that loses least first; among equals the true one.
    """
    truth = sum([item.points for item in items_in_view(view, card)])
    future = _Future(view, counted=card is None)
    options = []
    for points in range(max(maximum, MAX_CLAIM) + 1):
        gains = [0] * view.rules.sides
        gains[view.side] += truth if view.rules.pegs_missed else min(points, truth)
        gains[_next_side(view)] += _given(view.rules, truth, points)
        options.append(future.option(points, gains))
    return future.options("count", options, truth)


def muggins_options(view: SeatView) -> Options:
    """Evaluate a seat's responses to a count: to accept it, or to claim what was missed.

    Points that this seat leaves are taken by the opponents that respond later.
    """
    claim = view.claim
    assert claim is not None, "a claim awaits an answer"
    truth = sum([item.points for item in items_in_view(view)])
    missed = max(0, truth - claim.claimed - claim.taken)
    others = sorted(claim.awaiting - {view.seat})
    future = _Future(view, counted=True)
    options = []
    for points in range(MAX_CLAIM + 1):
        gains = [0] * view.rules.sides
        taken = min(points, missed)
        gains[view.side] += taken
        if others and not view.rules.lowball:
            gains[view.rules.side(others[0])] += missed - taken
        options.append(future.option(points, gains))
    return future.options("muggins", options, 0 if view.rules.lowball else missed)


def _given(rules: Rules, truth: int, points: int) -> int:
    """Return the points that a claim gives to an opponent."""
    excess = points - truth
    if excess > 0:
        return excess if rules.overcount == "to_opponent" else 0
    return -excess if rules.muggins and not rules.lowball else 0


def _next_side(view: SeatView) -> int:
    """Return the side of the seat on the left, which is always an opponent."""
    return view.rules.side((view.seat + 1) % view.rules.players)


class _Future:
    """What is still to be counted in the deal, and the value of the scores after it."""

    def __init__(self, view: SeatView, *, counted: bool) -> None:
        self.view, self.rules = view, view.rules
        self.in_show = counted and view.phase is Phase.SHOW
        self.hands = list(_hands_left(view)) if self.in_show else []
        # In the show the crib is counted last.
        left = self.in_show and not view.shown[-1].crib
        self.cribs = _cribs(view) if left else {0: 1.0}

    def option(self, points: int, gains: list[int]) -> Option:
        """Evaluate a claim by the gain of each side."""
        side, sides = self.view.side, self.rules.sides
        net = gains[side] - (sum(gains) - gains[side]) / (sides - 1)
        if self.rules.lowball:
            net = -net
        reason = self._reason()
        hand, crib, play = (net if reason == part else 0.0 for part in ("hand", "crib", "play"))
        return Option((), hand, crib, play, self._chance(gains), claim=points)

    def options(self, kind: OptionKind, options: list[Option], truth: int) -> Options:
        """Sort the best option first; among equals the true claim, then the lowest."""
        order = sorted(
            options,
            key=lambda option: (
                -option.points,
                -round(option.chance, 9),
                option.claim != truth,
                option.claim,
            ),
        )
        estimated: tuple[EstimatedPart, ...] = estimates_of(self.rules, play=False)
        if not self.in_show:
            estimated = (*estimated, "score")
        if len(self.cribs) == 1:
            estimated = tuple([part for part in estimated if part != "crib"])
        dealer, needs = dealer_of(self.view), needs_of(self.view)
        return Options(kind, tuple(order), False, 0.0, 0.0, dealer, needs, estimated)

    def _reason(self) -> str:
        if self.view.phase is Phase.PLAY:
            return "play"
        return "crib" if self.view.shown[-1].crib else "hand"

    def _chance(self, gains: list[int]) -> float:
        view, rules = self.view, self.rules
        assert view.dealer is not None, "there is a dealer"
        needs = [view.needs(side) for side in range(rules.sides)]
        # The claim is pegged first, then the points that were missed.
        order = sorted(range(rules.sides), key=lambda side: (side - view.side) % rules.sides)
        for side in order:
            needs[side] -= gains[side]
            if needs[side] <= 0:
                return chance_before_deal(rules, needs, view.dealer, view.side)
        if not self.in_show:
            return chance_before_deal(rules, needs, view.dealer, view.side)
        for side, points in self.hands:
            needs[side] -= points
            if needs[side] <= 0:
                return chance_before_deal(rules, needs, view.dealer, view.side)
        dealers, following = rules.side(view.dealer), (view.dealer + 1) % rules.players
        total = 0.0
        for points, share in self.cribs.items():
            after = list(needs)
            after[dealers] -= points
            total += share * chance_before_deal(rules, after, following, view.side)
        return total


def _hands_left(view: SeatView) -> Iterator[tuple[int, int]]:
    """Yield the side and the points of each hand that is still to be counted, in order."""
    rules, starter = view.rules, view.starter
    assert starter is not None, "hands are shown once the starter is cut"
    assert view.dealer is not None, "there is a dealer"
    for index in range(len(view.shown), rules.players):
        seat = (view.dealer + 1 + index) % rules.players
        cards = _cards_played(view, seat)
        if seat == view.seat:
            cards = [card for card in view.dealt if card not in view.discards]
        # In the five-card game the play may end before all cards are played; the rest is ignored.
        yield rules.side(seat), show_points(cards, starter, nobs_points=rules.nobs_points)


def _cribs(view: SeatView) -> Mapping[int, float]:
    rules, starter = view.rules, view.starter
    assert starter is not None, "hands are shown once the starter is cut"
    unseen, number = view.unseen(), 4 - len(view.discards)
    every: list[tuple[Card, ...]]
    if number == 2:
        every = list(combinations(unseen, 2))
    else:
        played = [(seat, str(card)) for seat, card in view.played]
        luck = Random(repr((format_cards(view.dealt), played, str(starter))))
        every = [tuple(luck.sample(unseen, number)) for _ in range(_CRIBS)]
    weigh = _discards_of_two(view) if rules.players == 2 else _discards_of_many(view)
    weights: dict[int, float] = {}
    for cards in every:
        crib = (*view.discards, *cards)
        points = show_points(
            crib, starter, crib=True, crib_flush=rules.crib_flush, nobs_points=rules.nobs_points
        )
        weights[points] = weights.get(points, 0.0) + weigh(cards) + _RARE
    total = sum(weights.values())
    return {points: weight / total for points, weight in weights.items()}


def _cards_played(view: SeatView, seat: int) -> list[Card]:
    """Return the cards that another seat has played, which are those that it kept."""
    return [played.card for played in view.played if played.seat == seat]


def _discards_of_two(view: SeatView) -> Callable[[Sequence[Card]], float]:
    """Return a function that weighs the opponent's two discards, given the cards that it kept."""
    rules, kept = view.rules, _cards_played(view, 1 - view.seat)
    if rules.hand_size != 6 or rules.lowball or len(kept) < 4:
        return lambda cards: 1.0
    from pegout.search.knowledge import points_parts

    table = points_parts().discards
    row = sets_of_ranks(4).index(rank_sets.of(kept))
    if view.seat != view.dealer:
        row += len(sets_of_ranks(4))
    entries = slice(int(table.starts[row]), int(table.starts[row + 1]))
    lows, highs, shares = (part[entries].tolist() for part in table[1:])
    likely = {(low, high): share for low, high, share in zip(lows, highs, shares, strict=True)}

    def weigh(cards: Sequence[Card]) -> float:
        low, high = sorted([4 * (card >> 2) for card in cards])
        return float(likely.get((low, high), 0.0))

    return weigh


def _discards_of_many(view: SeatView) -> Callable[[Sequence[Card]], float]:
    """Return a function that weighs one discard by each other player, in their order."""
    from pegout.search.multiplayer.determinization import keep_rates

    rules, dealer = view.rules, view.dealer
    assert dealer is not None, "there is a dealer"
    rates = []
    for seat in range(rules.players):
        if seat != view.seat:
            row = sets_of_ranks(4).index(rank_sets.of(_cards_played(view, seat)))
            known = keep_rates(rules.players, role_of(rules, seat, dealer))
            rates.append(known[13 * row : 13 * row + 13])

    def weigh(cards: Sequence[Card]) -> float:
        # With three players the last card is from the pack.
        return float(prod([rate[card >> 2] for rate, card in zip(rates, cards, strict=False)]))

    return weigh
