"""The value of options in games of three and four, in sampled worlds that are played out.

A world assigns hands to all other players, consistent with the discards and the cards played. All
options are tried in the same worlds, see :mod:`pegout.search.multiplayer.outlooks`. So the standard
error of a difference is that of the differences in the worlds. Worlds are added until it is at most
:data:`ENOUGH`, up to :data:`MANY_WORLDS`; and then until it is at most :data:`LIMIT`, up to
:data:`MAX_WORLDS`. By then it always is, because two win probabilities never differ by more than a
game.

The value of the hand is its mean over every starter, and that of the crib its mean against the
others' discards (:mod:`pegout.evaluation.advice`). For the win probability, these means correct the
worlds.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import Final

import numpy as np

from pegout.cards import Card, format_cards
from pegout.evaluation.advice import analyse_discard
from pegout.evaluation.discards import discards_in_view, role_of
from pegout.kernel.score_tables import Array
from pegout.review.options import Option, OptionKind, Options, dealer_of, estimates_of, needs_of
from pegout.rules import SeatView
from pegout.search.multiplayer.determinization import sample
from pegout.search.multiplayer.outlooks import Outlooks, card_outlooks, discard_outlooks

#: A sufficiently small standard error of a difference in win probability: twice this is the loss of
#: an inaccuracy.
ENOUGH: Final = 0.003
#: The limit of that standard error: half a per cent of a game.
LIMIT: Final = 0.005
#: The largest numbers of worlds, to reach ``ENOUGH`` and to reach ``LIMIT``.
MANY_WORLDS: Final = 16_000
MAX_WORLDS: Final = 40_000
#: The number of worlds sampled at a time.
_WORLDS: Final = 1_600


def sample_discards(view: SeatView) -> Options:
    """Evaluate every discard of a seat in a game of three or four."""
    rules, seat = view.rules, view.seat
    assert view.dealer is not None, "cards have been dealt"
    role = role_of(rules, seat, view.dealer)
    advice = {
        discard.cards: discard for discard in analyse_discard(view.dealt, rules, role).discards
    }
    discards = discards_in_view(view)
    means = np.array([(advice[each.cards].hand, advice[each.cards].crib) for each in discards])
    luck = _luck(view)
    worlds, tried = _tried(
        lambda: discard_outlooks(view, discards, means, sample(view, _WORLDS, luck), luck)
    )
    aim = -1 if rules.lowball else 1
    share = -aim / (rules.sides - 1) if role == "opponent" else aim
    options = [
        Option(discard.cards, aim * float(hand), share * float(crib), 0.0, 0.0)
        for discard, (hand, crib) in zip(discards, means, strict=True)
    ]
    ranked = _ranked(options, tried)
    return _options("discard", ranked, view, worlds)


def sample_cards(view: SeatView, playable: Sequence[Card]) -> Options:
    """Evaluate every card that a seat in a game of three or four may play."""
    luck = _luck(view)
    ranks = [card >> 2 for card in playable]
    worlds, tried = _tried(
        lambda: card_outlooks(view, ranks, sample(view, _WORLDS, luck), luck, winning=True)
    )
    ranked = _ranked([Option((card,), 0.0, 0.0, 0.0, 0.0) for card in playable], tried)
    return _options("play", ranked, view, worlds)


def _options(kind: OptionKind, ranked: tuple[Option, ...], view: SeatView, worlds: int) -> Options:
    points = max([option.points_error or 0.0 for option in ranked])
    chance = max([option.chance_error or 0.0 for option in ranked])
    estimated = estimates_of(view.rules, play=True)
    return Options(
        kind, ranked, True, points, chance, dealer_of(view), needs_of(view), estimated, worlds
    )


def _luck(view: SeatView) -> Random:
    """Return the random generator of the worlds, which depends only on the view of the seat."""
    played = [(seat, str(card)) for seat, card in view.played]
    goes = [(go.seat, go.count, go.after) for go in view.goes]
    known = (
        view.rules.preset, view.rules.changes(), view.seat, view.dealer, view.scores,
        format_cards(sorted(view.dealt)), format_cards(sorted(view.discards)),
        str(view.starter), played, goes,
    )  # fmt: skip
    return Random(repr(known))


def _tried(draw: Callable[[], Outlooks]) -> tuple[int, Outlooks]:
    """Add worlds until the errors are small enough; return their number and the outlooks."""
    every: list[Outlooks] = []
    while True:
        every.append(draw())
        wins = np.concatenate([_wins(batch) for batch in every], axis=1)
        worlds = wins.shape[1]
        error = _from_best(wins).max()
        enough = error <= (LIMIT if worlds >= MANY_WORLDS else ENOUGH)
        if enough or worlds >= MAX_WORLDS:
            return worlds, Outlooks(np.concatenate([batch.points for batch in every], axis=1), wins)


def _wins(outlooks: Outlooks) -> Array:
    assert outlooks.wins is not None, "win probabilities were requested"
    return outlooks.wins


def _from_best(values: Array, best: int = -1) -> Array:
    """Return the standard error of each option's difference from the best: float64[options].

    The worlds are a systematic sample, so the true error is smaller still.
    """
    if best < 0:
        best = int(values.mean(axis=1).argmax())
    errors: Array = (values - values[best]).std(axis=1, ddof=1) / sqrt(values.shape[1])
    return errors


def _ranked(options: Sequence[Option], tried: Outlooks) -> tuple[Option, ...]:
    """Sort the best first, each with its pegging, its win probability and both errors."""
    wins = _wins(tried)
    means, play = wins.mean(axis=1), tried.points.mean(axis=1)
    valued = [
        option._replace(play=pegs, chance=min(max(chance, 0.0), 1.0))
        for option, pegs, chance in zip(options, play.tolist(), means.tolist(), strict=True)
    ]
    order = sorted(
        range(len(valued)), key=lambda at: (-round(valued[at].chance, 6), -valued[at].points)
    )
    chance_errors, points_errors = (
        _from_best(values, order[0]).tolist() for values in (wins, tried.points)
    )
    return tuple(
        [
            valued[at]._replace(points_error=points_errors[at], chance_error=chance_errors[at])
            for at in order
        ]
    )
