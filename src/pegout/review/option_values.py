"""The value of each option of a decision to a seat, from everything that it can know.

Hints, the tutor, the analyser and the review of a game all call :func:`options_of`, so they agree.

In games of two, the value of a discard is the mean of the hand over every starter, the crib against
the opponents' discards (:mod:`pegout.evaluation.advice`), and the pegging of the hand in the solved
play. The value of a card is the pegging from then on, against the opponent's whole range, with the
best later cards. Where a side is near the end, the win probability decides, with hands and crib in
their order of counting. Before that points decide, and the win probability moves in proportion to
them. Under rules for which the play is not solved, it is played out by a simple rule
(:mod:`pegout.review.estimated_options`).

In games of three and four, all options are tried in the same sampled worlds
(:mod:`pegout.review.sampled_options`). Claims in counting by hand, and calls of muggins, are in
:mod:`pegout.review.count_options`.

>>> from pegout.match import Match, Seated, Setup
>>> from pegout.rules import Rules
>>> match = Match(Setup("example", Rules(), (Seated("Ann"), Seated("Ben"))))
>>> options_of(match.view(0)) is None
True
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final

from pegout.cards import Card, sets_of_ranks
from pegout.evaluation.advice import analyse_discard
from pegout.evaluation.discards import role_of
from pegout.evaluation.opponent_discards import standard_error
from pegout.players.expert import borrow_searcher, facts_of
from pegout.review.errors import ReviewError
from pegout.review.options import (
    PLAYED,
    Option,
    OptionKind,
    Options,
    dealer_of,
    estimates_of,
    needs_of,
)
from pegout.rules import Component, Phase, Rules, SeatView
from pegout.rules.errors import quoted
from pegout.scoring import play_points
from pegout.search.decision_losses import Ties
from pegout.search.next_deal import chance_before_deal
from pegout.search.workspace import HANDS_AT_ONCE, NEAR, SLACK
from pegout.tables import rank_sets
from pegout.tables.win_probability import within

#: The number of opponent's hands that count in the value of a card: all possible hands.
HANDS: Final = HANDS_AT_ONCE
#: The standard error of a difference of two win probabilities, from the search's model of the
#: opponent. An opponent who is never careless changes the difference of two leads by 0.002, and of
#: later cards by 0.013 (root mean square), as ``tools/value_errors.py`` measures over 50 deals.
_CHANCE_ERROR: Final = 0.003
#: The gain of the best responses to the solved play in a deal, in points: the error of the pegging
#: of discards.
_PLAY_ERROR: Final = 0.002
#: The same for the pegging of two cards, in points: 0.03 for two leads; for later cards 0.3, but in
#: half of all cases at most 0.05. Measured in the same way.
_CARD_ERROR: Final = 0.03
#: The standard error of a difference of two discards' pegging where it is played out, and where it
#: is solved except for a switch of the play. ``tools/value_errors.py`` measures the first under the
#: standard rules, over the five best discards of 100 hands: 0.50 points of 0.59 stay unexplained.
#: The effect of the switches is 0.08 (``go_stacks_on_31``) and 0.17 points (``runs_in_play``); the
#: error is assumed to be no larger than that.
_DISCARD_ERROR: Final = 0.5
_SWITCH_ERROR: Final = 0.2
#: The same for two cards that are played out, or searched against an opponent who looks one card
#: ahead: 0.73 and 0.66 points in the same deals, against the best response to the solved play.
_UNSOLVED_CARD_ERROR: Final = 0.73


def options_of(view: SeatView) -> Options | None:
    """Evaluate every option of the seat that has to decide.

    Returns:
        The options; None where there is no choice. For a card that is played with a claim, the
        options are the cards alone: :func:`pegout.review.count_options.count_options` has the
        claims.

    Raises:
        ReviewError: ``bad_view`` for anything but the view of a seat.
    """
    if not isinstance(view, SeatView):
        raise ReviewError(
            "bad_view",
            f"expected the view of a seat, such as match.view(0), not {quoted(view, 60)}",
        )
    if view.claim is not None:
        if view.seat not in view.claim.awaiting:
            return None
        from pegout.review.count_options import muggins_options

        return muggins_options(view)
    if view.phase is Phase.SHOW and view.turn == view.seat and view.rules.counting == "manual":
        from pegout.review.count_options import count_options

        return count_options(view)
    if view.phase is Phase.DISCARD and view.hand == view.dealt:
        return _discards(view)
    if view.phase is not Phase.PLAY or view.turn != view.seat:
        return None
    playable = {card >> 2: card for card in sorted(view.playable())}
    return _cards(view, playable) if len(playable) > 1 else None


def ties_of_two() -> Ties:
    """Return the differences below which options are ties, for two under the standard rules.

    >>> ties_of_two().chance
    0.006
    """
    rules = Rules()
    discard = sqrt(2) * standard_error(rules) + _peg_error(rules)
    return Ties(2 * discard, 2 * _CARD_ERROR, 2 * _CHANCE_ERROR, PLAYED, SLACK)


def _searched(rules: Rules) -> bool:
    """Return whether the search of two supports these rules."""
    return rules.hand_size == 6 and not rules.lowball


def _solved(rules: Rules) -> bool:
    """Return whether the play of two is solved under these rules."""
    return not rules.refusal(Component.SOLVED_PLAY)


def _discards(view: SeatView) -> Options:
    rules, seat = view.rules, view.seat
    if rules.players > 2:
        from pegout.review.sampled_options import sample_discards

        return sample_discards(view)
    assert view.dealer is not None, "cards have been dealt"
    advice = analyse_discard(view.dealt, rules, role_of(rules, seat, view.dealer))
    discards = sorted(advice.discards, key=lambda discard: sorted(discard.cards))
    pegs, wins = _pegs(view, [discard.kept for discard in discards])
    aim = -1 if rules.lowball else 1
    sign = aim if seat == view.dealer else -aim
    options = [
        Option(discard.cards, aim * discard.hand, sign * discard.crib, points, chance)
        for discard, points, chance in zip(discards, pegs, wins, strict=True)
    ]
    error = sqrt(2) * advice.standard_error + _peg_error(rules)
    return _ranked("discard", options, error, view, by_chance=_searched(rules))


def _pegs(
    view: SeatView, kept: Sequence[Sequence[Card]]
) -> tuple[Sequence[float], Sequence[float]]:
    """Return the pegging after discards in a game of two, and the win probability with each."""
    rules = view.rules
    if not _searched(rules):
        from pegout.review.estimated_options import play_out_discards

        return play_out_discards(view, kept).points, [0.0] * len(kept)
    with borrow_searcher(rules) as search:
        values = search.discard_values(facts_of(view))
    if _solved(rules):
        return values.pegs, values.wins
    from pegout.review.estimated_options import changed_pegs
    from pegout.search.knowledge import points_parts

    fours = sets_of_ranks(4)
    table, first = points_parts().pegs, len(fours) * (view.seat == view.dealer)
    known = [table[first + fours.index(rank_sets.of(cards))] for cards in kept]
    pegs = changed_pegs(view, kept, known)
    # The search assumes the solved play. A hand that pegs more than the mean moves its probability.
    mean, slope = sum(pegs) / len(pegs), _slope(view)
    wins = [
        min(max(chance + slope * (points - mean), 0.0), 1.0)
        for chance, points in zip(values.wins, pegs, strict=True)
    ]
    return pegs, wins


def _peg_error(rules: Rules) -> float:
    """Return the standard error of a difference of the pegging after two discards."""
    if _solved(rules):
        return _PLAY_ERROR
    return _SWITCH_ERROR if _searched(rules) else _DISCARD_ERROR


def _cards(view: SeatView, playable: dict[int, Card]) -> Options:
    rules = view.rules
    if rules.players > 2:
        from pegout.review.sampled_options import sample_cards

        return sample_cards(view, list(playable.values()))
    shares: Sequence[float] = ()
    if _searched(rules):
        with borrow_searcher(rules) as search:
            values = search.card_values(facts_of(view), HANDS)
        ranks, points, wins, shares = values
    else:
        from pegout.review.estimated_options import play_out_cards

        ranks = tuple(playable)
        points, wins = play_out_cards(view, ranks)
    rows = zip(ranks, points, wins, shares or [-1.0] * len(ranks), strict=True)
    options = [
        Option((card,), 0.0, 0.0, gained, chance, share, _at_once(view, card))
        for rank, gained, chance, share in rows
        for card in [playable[rank]]
    ]
    error = _CARD_ERROR if _solved(rules) else _UNSOLVED_CARD_ERROR
    return _ranked("play", options, error, view)


def _at_once(view: SeatView, card: Card) -> int:
    pile = [played.card for played in view.pile]
    return play_points([*pile, card], runs=view.rules.runs_in_play)


def _ranked(
    kind: OptionKind,
    options: Sequence[Option],
    points_error: float,
    view: SeatView,
    *,
    by_chance: bool = True,
) -> Options:
    """Sort the best first, by what decides at the score; by points without probabilities."""
    dealer, needs = dealer_of(view), needs_of(view)
    estimated = estimates_of(view.rules, play=not _solved(view.rules))
    if by_chance and min(needs) <= NEAR:
        # Among equal win probabilities, more points come first.
        order = sorted(options, key=_by_chance)
        error = _CHANCE_ERROR
        if not _solved(view.rules):
            error += _slope(view) * points_error
        return Options(kind, tuple(order), True, points_error, error, dealer, needs, estimated)
    order = sorted(options, key=lambda option: -round(option.points, 9))
    best, slope = order[0], _slope(view)
    level = best.chance if by_chance else _at(view, 0, 0)
    moved = [
        option._replace(chance=level - slope * (best.points - option.points)) for option in order
    ]
    error = slope * points_error
    return Options(kind, tuple(moved), False, points_error, error, dealer, needs, estimated)


def _by_chance(option: Option) -> tuple[float, float]:
    return -round(option.chance, 6), -round(option.points, 9)


def _slope(view: SeatView) -> float:
    """Return the change of the win probability by a net point, far from the end."""
    better, worse = _at(view, 1, 0), _at(view, 0, 1)
    if view.rules.lowball:
        better, worse = worse, better
    return max(0.0, better - worse) / 2


def _at(view: SeatView, own: int, opponent: int) -> float:
    """Return the win probability at a score with some points more."""
    assert view.dealer is not None, "cards have been dealt"
    needs = list(within([view.needs(0), view.needs(1)], 2))
    needs[view.seat] -= own
    needs[1 - view.seat] -= opponent
    return chance_before_deal(view.rules, needs, view.dealer, view.seat)
