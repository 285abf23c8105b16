"""What each option of a decision is worth to a seat that knows what it could know.

Hints, the tutor, the analyser and the review of a game all ask :func:`options_of`, so they agree.

Between two, a discard is worth the mean of the hand over every starter, the crib against what
opponents discard (:mod:`pegout.evaluation.advice`), and what the hand pegs in the solved play; a
card what is pegged from then on, against all that the opponent may hold, with the best later cards.
Where a side is near the end the chance of winning decides, with hands and crib in their order;
before that points do, and the chance is by how much the points move it. Under rules for which the
play is not solved it is played out by a quick rule (:mod:`pegout.analysis.estimated_options`).

Among three and four the options are tried in the same worlds
(:mod:`pegout.analysis.sampled_options`). What is claimed in counting by hand, and whether muggins
is called, is in :mod:`pegout.analysis.count_options`.

>>> from pegout.match import Match, Seated, Setup
>>> from pegout.rules import Rules
>>> match = Match(Setup("example", Rules(), (Seated("Ann"), Seated("Ben"))))
>>> options_of(match.view(0)) is None
True
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

from pegout.analysis.options import (
    PLAYED,
    Dealer,
    Estimate,
    Kind,
    Loss,
    Option,
    Options,
    dealer_of,
    estimates_of,
    needs_of,
)
from pegout.cards import Card
from pegout.evaluation.advice import analyse_discard
from pegout.evaluation.discards import role_of
from pegout.evaluation.opponent_discards import standard_error
from pegout.players.expert import facts_of, lent_searcher
from pegout.rules import Phase, Rules, SeatView
from pegout.scoring import play_points
from pegout.search.decision_losses import Ties
from pegout.search.next_deal import chance_before_deal
from pegout.search.workspace import NEAR, SLACK
from pegout.tables import rank_sets
from pegout.tables.win_probability import within

__all__ = [
    "HANDS",
    "Dealer",
    "Estimate",
    "Kind",
    "Loss",
    "Option",
    "Options",
    "options_of",
    "ties_of_two",
]

#: At so many hands of the opponent is looked where a card is valued; of more they are drawn evenly.
HANDS: Final = 455
#: Chances of winning are not known better than this: looking at so many hands and not at all moves
#: them by 0.0023, root mean square, as ``tools/value_errors.py`` measures over 50 deals, and what
#: the search assumes of an opponent by 0.002 (the page on strength).
_CHANCE_ERROR: Final = 0.003
#: What the best responses to the solved play gain in a deal, in points: of what discards peg.
_PLAY_ERROR: Final = 0.002
#: The standard error of a difference of what two cards peg, of the hands that are left out;
#: measured likewise.
_HANDS_ERROR: Final = 0.03
#: The standard error of a difference of what two discards peg where it is played out, and where it
#: is solved but for a switch of the play. ``tools/value_errors.py`` measures the first under the
#: standard rules, over the five best discards of 100 hands: 0.50 points of 0.59 stay unexplained.
#: What the switches change is 0.08 (``go_stacks_on_31``) and 0.17 points (``runs_in_play``), and no
#: more than that is taken to be wrong.
_DISCARD_ERROR: Final = 0.5
_SWITCH_ERROR: Final = 0.2
#: The same of two cards that are played out, or searched against an opponent who looks one card
#: ahead: 0.73 and 0.66 points in the same deals, against the best response to the solved play.
_CARD_ERROR: Final = 0.73


def options_of(view: SeatView) -> Options | None:
    """Value every option of the seat that has to decide.

    Args:
        view: what the seat knows.

    Returns:
        The options; None where there is nothing to choose. Of a card that is played with a claim,
        the card alone: :func:`pegout.analysis.count_options.count_options` has the claims.
    """
    if view.claim is not None:
        if view.seat not in view.claim.awaiting:
            return None
        from pegout.analysis.count_options import muggins_options

        return muggins_options(view)
    if view.phase is Phase.SHOW and view.turn == view.seat and view.rules.counting == "manual":
        from pegout.analysis.count_options import count_options

        return count_options(view)
    if view.phase is Phase.DISCARD and view.hand == view.dealt:
        return _discards(view)
    if view.phase is not Phase.PLAY or view.turn != view.seat:
        return None
    playable = {card >> 2: card for card in sorted(view.playable())}
    return _cards(view, playable) if len(playable) > 1 else None


def ties_of_two() -> Ties:
    """Give by how little options differ that are ties, between two under the standard rules.

    >>> ties_of_two().chance
    0.006
    """
    rules = Rules()
    discard = sqrt(2) * standard_error(rules) + _peg_error(rules)
    return Ties(2 * discard, 2 * _HANDS_ERROR, 2 * _CHANCE_ERROR, PLAYED, SLACK)


def _searched(rules: Rules) -> bool:
    """Tell whether the search between two values cards and chances under these rules."""
    return rules.hand_size == 6 and not rules.lowball


def _solved(rules: Rules) -> bool:
    """Tell whether the play between two is solved under these rules."""
    return _searched(rules) and rules.runs_in_play and not rules.go_stacks_on_31


def _discards(view: SeatView) -> Options:
    rules, seat = view.rules, view.seat
    if rules.players > 2:
        from pegout.analysis.sampled_options import sampled_discards

        return sampled_discards(view)
    assert view.dealer is not None, "cards have been dealt"
    advice = analyse_discard(view.dealt, rules, role_of(rules, seat, view.dealer))
    throws = sorted(advice.throws, key=lambda throw: sorted(throw.cards))
    pegs, chances = _pegs(view, [throw.kept for throw in throws])
    aim = -1 if rules.lowball else 1
    sign = aim if seat == view.dealer else -aim
    options = [
        Option(throw.cards, aim * throw.hand, sign * throw.crib, points, chance)
        for throw, points, chance in zip(throws, pegs, chances, strict=True)
    ]
    error = sqrt(2) * advice.standard_error + _peg_error(rules)
    return _ranked("discard", options, error, view, by_chance=_searched(rules))


def _pegs(
    view: SeatView, kept: Sequence[Sequence[Card]]
) -> tuple[Sequence[float], Sequence[float]]:
    """Give what is pegged behind discards between two, and the chance of winning with each.

    The chances are 0 where none are known.

    Args:
        view: the view of a seat that is to discard.
        kept: the cards kept with each discard of the sorted hand, in their order.
    """
    rules = view.rules
    if not _searched(rules):
        from pegout.analysis.estimated_options import played_out_discards

        return played_out_discards(view, kept).points, [0.0] * len(kept)
    with lent_searcher(rules) as search:
        values = search.discard_values(facts_of(view))
    if _solved(rules):
        return values.pegs, values.chances
    from pegout.analysis.estimated_options import changed_pegs
    from pegout.search.model import knowledge

    table = knowledge().pegs[int(view.seat == view.dealer)]
    fours = rank_sets.sets(4)
    known = [float(table[fours.index(rank_sets.of(cards))]) for cards in kept]
    pegs = changed_pegs(view, kept, known)
    # The search knows of no play: what a hand pegs more than others moves its chance.
    mean, slope = sum(pegs) / len(pegs), _slope(view)
    chances = [
        min(max(chance + slope * (points - mean), 0.0), 1.0)
        for chance, points in zip(values.chances, pegs, strict=True)
    ]
    return pegs, chances


def _peg_error(rules: Rules) -> float:
    """Give the standard error of a difference of what is pegged behind two discards."""
    if _solved(rules):
        return _PLAY_ERROR
    return _SWITCH_ERROR if _searched(rules) else _DISCARD_ERROR


def _cards(view: SeatView, playable: dict[int, Card]) -> Options:
    rules = view.rules
    if rules.players > 2:
        from pegout.analysis.sampled_options import sampled_cards

        return sampled_cards(view, list(playable.values()))
    shares: Sequence[float] = ()
    if _searched(rules):
        with lent_searcher(rules) as search:
            found = search.card_values(facts_of(view), HANDS)
        ranks, points, chances, shares = found
    else:
        from pegout.analysis.estimated_options import played_out_cards

        ranks = tuple(playable)
        points, chances = played_out_cards(view, ranks)
    rows = zip(ranks, points, chances, shares or [-1.0] * len(ranks), strict=True)
    options = [
        Option((card,), 0.0, 0.0, gained, chance, share, _at_once(view, card))
        for rank, gained, chance, share in rows
        for card in [playable[rank]]
    ]
    error = _HANDS_ERROR if _solved(rules) else _CARD_ERROR
    return _ranked("play", options, error, view)


def _at_once(view: SeatView, card: Card) -> int:
    """Give what a card scores where it is played now."""
    pile = [laid.card for laid in view.pile]
    return play_points([*pile, card], runs=view.rules.runs_in_play)


def _ranked(
    kind: Kind,
    options: Sequence[Option],
    points_error: float,
    view: SeatView,
    *,
    by_chance: bool = True,
) -> Options:
    """Put the best first, by what decides at the score; by points where chances are not known."""
    dealer, needs = dealer_of(view), needs_of(view)
    estimated = estimates_of(view.rules, play=not _solved(view.rules))
    if by_chance and min(needs) <= NEAR:
        # Of equal chances the one with more points.
        order = sorted(options, key=lambda one: (-round(one.chance, 6), -one.points))
        error = _CHANCE_ERROR
        if not _solved(view.rules):
            error += _slope(view) * points_error
        return Options(kind, tuple(order), True, points_error, error, dealer, needs, estimated)
    order = sorted(options, key=lambda one: -one.points)
    best, slope = order[0], _slope(view)
    level = best.chance if by_chance else _level(view)
    moved = [one._replace(chance=level - slope * (best.points - one.points)) for one in order]
    error = slope * points_error
    return Options(kind, tuple(moved), False, points_error, error, dealer, needs, estimated)


def _level(view: SeatView) -> float:
    """Give the chance of winning at the score."""
    return _at(view, 0, 0)


def _slope(view: SeatView) -> float:
    """Give by how much a net point moves the chance of winning far from the end."""
    better, worse = _at(view, 1, 0), _at(view, 0, 1)
    if view.rules.lowball:
        better, worse = worse, better
    return max(0.0, better - worse) / 2


def _at(view: SeatView, own: int, other: int) -> float:
    """Give the chance of winning at a score with some points more."""
    assert view.dealer is not None, "cards have been dealt"
    needs = list(within([view.needs(0), view.needs(1)], 2))
    needs[view.seat] -= own
    needs[1 - view.seat] -= other
    return chance_before_deal(view.rules, needs, view.dealer, view.seat)
