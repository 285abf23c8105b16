"""The value of options in games of three and four, in sampled worlds that are played out.

A world assigns hands to all other players, consistent with the discards and the cards played. All
options are tried in the same worlds, see :mod:`pegout.search.multiplayer.outlooks`. So the standard
error of a difference is that of the differences in the worlds. Worlds are added until it is at most
:data:`ENOUGH`, up to :data:`MANY_WORLDS`; and then until it is at most :data:`LIMIT`, up to
:data:`MAX_WORLDS`. By then it always is, because two win probabilities never differ by more than a
game. Without NumPy a fortieth of the worlds has to do, and the error may be larger.

The value of the hand is its mean over every starter, and that of the crib its mean against the
others' discards (:mod:`pegout.evaluation.advice`). For the win probability, these means correct the
worlds.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from operator import mul
from random import Random
from typing import Final

from pegout.cards import Card, format_cards
from pegout.evaluation.advice import analyse_discard
from pegout.evaluation.discards import discards_in_view, role_of
from pegout.review.options import Option, OptionKind, Options, dealer_of, estimates_of, needs_of
from pegout.rules import SeatView
from pegout.search.multiplayer.forms import in_arrays, search_of_many
from pegout.search.multiplayer.outlooks import Outlooks

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
#: By how much fewer they all are without NumPy: the first for a hint within a third of a second in
#: a browser, and the others so that none takes longer than a second or two.
_FEWER: Final = 4
_FEWER_AT_MOST: Final = 40


def sample_discards(view: SeatView) -> Options:
    """Evaluate every discard of a seat in a game of three or four."""
    rules, seat = view.rules, view.seat
    assert view.dealer is not None, "cards have been dealt"
    role = role_of(rules, seat, view.dealer)
    advice = {
        discard.cards: discard for discard in analyse_discard(view.dealt, rules, role).discards
    }
    discards = discards_in_view(view)
    means = [(advice[each.cards].hand, advice[each.cards].crib) for each in discards]
    luck, search = _luck(view), search_of_many()
    tried = _tried(
        lambda: search.discard_outlooks(
            view, discards, means, search.sample(view, _batch(), luck), luck
        )
    )
    aim = -1 if rules.lowball else 1
    share = -aim / (rules.sides - 1) if role == "opponent" else aim
    options = [
        Option(discard.cards, aim * hand, share * crib, 0.0, 0.0)
        for discard, (hand, crib) in zip(discards, means, strict=True)
    ]
    return _options("discard", _ranked(options, tried), view, tried.worlds)


def sample_cards(view: SeatView, playable: Sequence[Card]) -> Options:
    """Evaluate every card that a seat in a game of three or four may play."""
    luck, search = _luck(view), search_of_many()
    ranks = [card >> 2 for card in playable]
    tried = _tried(
        lambda: search.card_outlooks(
            view, ranks, search.sample(view, _batch(), luck), luck, winning=True
        )
    )
    options = [Option((card,), 0.0, 0.0, 0.0, 0.0) for card in playable]
    return _options("play", _ranked(options, tried), view, tried.worlds)


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


class _Sums:
    """The sums of the values of options over worlds, and of the products of each two."""

    def __init__(self) -> None:
        self._sums: list[float] = []
        self._products: list[list[float]] = []
        self._worlds = 0

    def add(self, rows: Sequence[Sequence[float]]) -> None:
        """Add the values of every option in more worlds."""
        self._worlds += len(rows[0])
        products = [[sum(map(mul, row, other)) for other in rows] for row in rows]
        if self._sums:
            self._sums = [one + sum(row) for one, row in zip(self._sums, rows, strict=True)]
            self._products = [
                [one + more for one, more in zip(line, other, strict=True)]
                for line, other in zip(self._products, products, strict=True)
            ]
        else:
            self._sums, self._products = [sum(row) for row in rows], products

    @property
    def means(self) -> list[float]:
        """The mean value of each option."""
        return [total / self._worlds for total in self._sums]

    def errors(self, best: int) -> list[float]:
        """Return the standard error of each option's difference from one of them.

        The worlds are a systematic sample, so the true error is smaller still.
        """
        number, products = self._worlds, self._products
        errors = []
        for option, total in enumerate(self._sums):
            squares = products[option][option] - 2 * products[option][best] + products[best][best]
            difference = total - self._sums[best]
            variance = (squares - difference * difference / number) / (number - 1)
            errors.append(sqrt(max(variance, 0.0) / number) if option != best else 0.0)
        return errors


class _Tried:
    """Options that were tried in worlds."""

    def __init__(self) -> None:
        self.points, self.wins, self.worlds = _Sums(), _Sums(), 0

    def add(self, outlooks: Outlooks) -> None:
        assert outlooks.wins is not None, "win probabilities were requested"
        self.points.add(outlooks.points)
        self.wins.add(outlooks.wins)
        self.worlds += len(outlooks.wins[0])


def _batch() -> int:
    return _WORLDS if in_arrays() else _WORLDS // _FEWER


def _tried(draw: Callable[[], Outlooks]) -> _Tried:
    """Add worlds until the errors are small enough."""
    tried, fewer = _Tried(), 1 if in_arrays() else _FEWER_AT_MOST
    while True:
        tried.add(draw())
        means = tried.wins.means
        error = max(tried.wins.errors(means.index(max(means))))
        enough = error <= (LIMIT if tried.worlds >= MANY_WORLDS // fewer else ENOUGH)
        if enough or tried.worlds >= MAX_WORLDS // fewer:
            return tried


def _ranked(options: Sequence[Option], tried: _Tried) -> tuple[Option, ...]:
    """Sort the best first, each with its pegging, its win probability and both errors."""
    valued = [
        option._replace(play=pegs, chance=min(max(chance, 0.0), 1.0))
        for option, pegs, chance in zip(options, tried.points.means, tried.wins.means, strict=True)
    ]
    order = sorted(
        range(len(valued)), key=lambda at: (-round(valued[at].chance, 6), -valued[at].points)
    )
    chance_errors, points_errors = (sums.errors(order[0]) for sums in (tried.wins, tried.points))
    return tuple(
        [
            valued[at]._replace(points_error=points_errors[at], chance_error=chance_errors[at])
            for at in order
        ]
    )
