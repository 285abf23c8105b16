"""What options are worth among three and four, in worlds that are drawn and played out.

A world is what everybody may hold, by what was kept and played. All options stand in the same
worlds, see :mod:`pegout.search.multiplayer.outlooks`, so that the standard error of a difference is
that of the differences in the worlds. Worlds are added until it is :data:`ENOUGH`, up to
:data:`MANY_WORLDS`; and then until it is :data:`LIMIT`, up to :data:`MOST_WORLDS`, where it always
is, because two chances never differ by more than a game.

The hand is its mean over every starter and the crib that against what the others discard
(:mod:`pegout.evaluation.advice`); for the chance the worlds are put right by these means.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pegout.analysis.options import Kind, Option, Options, dealer_of, estimates_of, needs_of
from pegout.cards import Card, format_cards
from pegout.evaluation.advice import analyse_discard
from pegout.evaluation.discards import role_of, throws_of
from pegout.rules import SeatView
from pegout.search.multiplayer.determinization import sample
from pegout.search.multiplayer.outlooks import Outlooks, card_outlooks, discard_outlooks

__all__ = [
    "ENOUGH",
    "LIMIT",
    "MANY_WORLDS",
    "MOST_WORLDS",
    "sampled_cards",
    "sampled_discards",
]

Array: TypeAlias = NDArray[Any]

#: The standard error of a difference of chances that is small enough: two of them are what an
#: inaccuracy loses.
ENOUGH: Final = 0.003
#: It is never larger: half a per cent of a game.
LIMIT: Final = 0.005
#: In so many worlds options are tried for the sake of the first, and of the second.
MANY_WORLDS: Final = 16_000
MOST_WORLDS: Final = 40_000
#: So many worlds are drawn at once.
_WORLDS: Final = 1_600


def sampled_discards(view: SeatView) -> Options:
    """Value every discard of a seat among three or four.

    Args:
        view: the view of a seat that is to discard.
    """
    rules, seat = view.rules, view.seat
    assert view.dealer is not None, "cards have been dealt"
    role = role_of(rules, seat, view.dealer)
    advice = {throw.cards: throw for throw in analyse_discard(view.dealt, rules, role).throws}
    throws = throws_of(view)
    means = np.array([(advice[one.cards].hand, advice[one.cards].crib) for one in throws])
    luck = _luck(view)
    worlds, tried = _tried(
        lambda: discard_outlooks(view, throws, means, sample(view, _WORLDS, luck), luck)
    )
    aim = -1 if rules.lowball else 1
    share = -aim / (rules.sides - 1) if role == "opponent" else aim
    options = [
        Option(throw.cards, aim * float(hand), share * float(crib), 0.0, 0.0)
        for throw, (hand, crib) in zip(throws, means, strict=True)
    ]
    found = _ranked(options, tried)
    return _options("discard", found, view, worlds)


def sampled_cards(view: SeatView, playable: Sequence[Card]) -> Options:
    """Value every card that a seat among three or four may play.

    Args:
        view: the view of a seat that is to play a card.
        playable: a card of each rank that fits.
    """
    luck = _luck(view)
    ranks = [card >> 2 for card in playable]
    worlds, tried = _tried(
        lambda: card_outlooks(view, ranks, sample(view, _WORLDS, luck), luck, winning=True)
    )
    found = _ranked([Option((card,), 0.0, 0.0, 0.0, 0.0) for card in playable], tried)
    return _options("play", found, view, worlds)


def _options(kind: Kind, found: tuple[Option, ...], view: SeatView, worlds: int) -> Options:
    points = max([option.points_error or 0.0 for option in found])
    chance = max([option.chance_error or 0.0 for option in found])
    estimated = estimates_of(view.rules, play=True)
    return Options(
        kind, found, True, points, chance, dealer_of(view), needs_of(view), estimated, worlds
    )


def _luck(view: SeatView) -> Random:
    """Give the luck that draws worlds: the same wherever a seat knows the same."""
    known = (
        view.rules, view.seat, view.dealer, view.scores, format_cards(sorted(view.dealt)),
        format_cards(sorted(view.discards)), view.starter, view.laid, view.goes,
    )  # fmt: skip
    return Random(repr(known))


def _tried(draw: Callable[[], Outlooks]) -> tuple[int, Outlooks]:
    """Add worlds until differences are known well enough; give how many, and what came of them."""
    every: list[Outlooks] = []
    while True:
        every.append(draw())
        chances = np.concatenate([_chances(one) for one in every], axis=1)
        worlds = chances.shape[1]
        error = _from_best(chances).max()
        enough = error <= (LIMIT if worlds >= MANY_WORLDS else ENOUGH)
        if enough or worlds >= MOST_WORLDS:
            return worlds, Outlooks(np.concatenate([one.points for one in every], axis=1), chances)


def _chances(outlooks: Outlooks) -> Array:
    assert outlooks.chances is not None, "chances were wanted"
    return outlooks.chances


def _from_best(values: Array, best: int = -1) -> Array:
    """Give the standard error of each option's difference from the best: float64[options].

    The worlds are drawn at even distances, which makes it smaller yet than it says.
    """
    if best < 0:
        best = int(values.mean(axis=1).argmax())
    found: Array = (values - values[best]).std(axis=1, ddof=1) / sqrt(values.shape[1])
    return found


def _ranked(options: Sequence[Option], tried: Outlooks) -> tuple[Option, ...]:
    """Put the best first, each with its play, its chance and the errors of both."""
    chances = _chances(tried)
    means, play = chances.mean(axis=1), tried.points.mean(axis=1)
    valued = [
        option._replace(play=pegs, chance=min(max(chance, 0.0), 1.0))
        for option, pegs, chance in zip(options, play.tolist(), means.tolist(), strict=True)
    ]
    order = sorted(
        range(len(valued)), key=lambda at: (-round(valued[at].chance, 6), -valued[at].points)
    )
    chance_errors, points_errors = (
        _from_best(values, order[0]).tolist() for values in (chances, tried.points)
    )
    return tuple(
        [
            valued[at]._replace(points_error=points_errors[at], chance_error=chance_errors[at])
            for at in order
        ]
    )
