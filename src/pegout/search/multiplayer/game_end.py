"""From the play to the end of the game with three and four players: the show and the winner.

In each world the hands are counted in their order, the crib last, and the first side to reach the
target wins. If none does, :func:`winning` gives the win probabilities at the next deal.
:mod:`pegout.search.multiplayer.game_end_arrays` computes many worlds at once.

>>> probabilities = winning(Rules(players=3), (10, 60, 60), 0)
>>> probabilities[0] > 0.9, round(sum(probabilities), 9)
(True, 1.0)
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from math import exp, sqrt
from random import Random
from typing import Final, NamedTuple

from pegout.cards import Card
from pegout.evaluation.discards import role_of
from pegout.rules import Rules, View
from pegout.search.hands import every_hand
from pegout.search.multiplayer.determinization import Worlds, keep_rates, set_numbers
from pegout.search.multiplayer.pcg64 import Pcg64
from pegout.tables.rank_sets import JACK
from pegout.tables.win_probability import LARGEST_NEED, dealer_wins, of_three, within


class WinEstimate(NamedTuple):
    """A formula for win probabilities that no table has; see :func:`winning`."""

    point: float  # the value of a point
    more: float  # the points added to a need under the root
    places: tuple[float, ...]  # the values of being the dealer, the next seat and so on


#: Maximum likelihood estimates from games of the policy ``lookahead``: for three from the
#: first side out and the needs before every deal of 30,000 games, for four each for themselves
#: from the winner of 1,200 games from each of 300 given scores, and in lowball of 800 from
#: each of 200. While the leader needs more than 25 holes these are within 5 % of a game of the
#: share of games won (root mean square), within 7 % above 10 holes, and within 15 % below that.
_THREE_LOWBALL: Final = WinEstimate(-0.922, 8.30, (0.0, -2.20, -3.25))
_FOUR: Final = WinEstimate(1.022, 12.2, (0.0, 2.38, 3.44, 3.73))
_FOUR_LOWBALL: Final = WinEstimate(-1.075, 3.03, (0.0, -3.51, -2.72, -4.10))


def load(players: int) -> None:
    """Preload the tables for the show and the win probabilities of so many players."""
    every_hand()
    winning(Rules(players=players), (1,) * Rules(players=players).sides, 0)


def estimate_of(rules: Rules) -> WinEstimate | None:
    """Return the formula for rules whose win probabilities no table has."""
    if rules.sides == 4:
        return _FOUR_LOWBALL if rules.lowball else _FOUR
    return _THREE_LOWBALL if rules.sides == 3 and rules.lowball else None


def winning(rules: Rules, needs: Sequence[int], dealer: int) -> tuple[float, ...]:
    """Return each side's win probability before a deal.

    The probabilities come from the solved tables of :mod:`pegout.tables.win_probability`.
    Three-player lowball and four players each for themselves, which these do not cover, have an
    estimate: it is proportional to the exponential of the quotient of a side's need and the root of
    the smallest need.
    """
    first, sides = rules.side(dealer), rules.sides
    order = [needs[(first + index) % sides] for index in range(sides)]
    estimate = estimate_of(rules)
    if estimate is not None:
        around = _estimated(order, estimate)
    elif sides == 2:
        own, other = within(order, 4)
        dealing = dealer_wins(4)[own * (LARGEST_NEED + 1) + other]
        around = (1 - dealing, dealing) if rules.lowball else (dealing, 1 - dealing)
    else:
        around = of_three(*within(order, 3))
    return tuple([around[(side - first) % sides] for side in range(sides)])


def _estimated(needs: Sequence[int], estimate: WinEstimate) -> tuple[float, ...]:
    """Return the win probabilities of the dealer, the next seat and so on."""
    point, more, places = estimate
    minimum = min(needs)
    root = sqrt(minimum + more)
    weights = [
        exp(-(place + point * (need - minimum)) / root)
        for place, need in zip(places, needs, strict=True)
    ]
    total = sum(weights)
    return tuple([weight / total for weight in weights])


class SampledShows:
    """The points of hands and crib in each world, except for the own hand and the own discard.

    Fifteens, pairs and runs are exact. Nobs and flushes of the other seats are drawn with their
    probabilities given the cards played. A crib has no flush here.
    """

    def __init__(self, view: View, worlds: Worlds, starters: Sequence[int], luck: Random) -> None:
        rules, dealer = view.rules, view.dealer
        assert dealer is not None, "there is a dealer"
        number, draws = len(worlds.hands), Pcg64(luck.getrandbits(64))
        self._seat, self._starters, self._nobs = view.seat, starters, rules.nobs_points
        self._shows = every_hand().shows
        #: The points of each seat, and 0 for the crib; and the ranks that others discard.
        self._points = [[0] * (rules.players + 1) for _ in range(number)]
        self._cribs: list[list[int]] = [[] for _ in range(number)]
        left = [*worlds.left]
        for seat in range(rules.players):
            if seat == view.seat:
                continue
            suited = _suited(view, seat, [hands[seat] for hands in worlds.hands], draws)
            rates = keep_rates(rules.players, role_of(rules, seat, dealer))
            chances = draws.random(number)
            for at, (points, kept, chance) in enumerate(
                zip(self._points, [each[seat] for each in worlds.kept], chances, strict=True)
            ):
                points[seat] = self._shows[13 * kept + starters[at]] + suited[at]
                rank = _drawn(left[at], rates[13 * kept : 13 * kept + 13], chance)
                self._cribs[at].append(rank)
                left[at] -= 1 << 4 * rank
        if rules.from_pack:
            for crib, cards, chance in zip(self._cribs, left, draws.random(number), strict=True):
                crib.append(_drawn(cards, _ALIKE, chance))
        self._chances = draws.random(number)

    def counted(self, own: Sequence[int], discarded: int) -> list[list[int]]:
        """Return the points by seat in each world, and the crib last.

        Args:
            own: the points of the own hand in each world.
            discarded: the rank of the own discard.
        """
        numbers, rows = set_numbers(), []
        for at, (points, crib) in enumerate(zip(self._points, self._cribs, strict=True)):
            row = points.copy()
            if self._seat is not None:
                row[self._seat] = own[at]
            four = tuple(sorted((discarded, *crib)))
            jacks = four.count(JACK)
            row[-1] = self._shows[13 * numbers[four] + self._starters[at]]
            if jacks and self._chances[at] < jacks / 4:
                row[-1] += self._nobs
            rows.append(row)
        return rows


def _suited(view: View, seat: int, hands: Sequence[Sequence[int]], draws: Pcg64) -> list[int]:
    """Draw the points for nobs and a flush in the hand of another seat."""
    played = [step.card for step in view.played if step.seat == seat]
    held = [hand.count(JACK) for hand in hands]
    nobs, likely, flush = 0, [jacks / 4 for jacks in held], 4
    suits = {card & 3 for card in played}
    if view.starter is not None:
        suit = view.starter & 3
        right = Card.of(JACK, suit)
        nobs = int(right in played)
        unseen = max(sum([card >> 2 == JACK for card in view.unseen()]), 1)
        hidden = right not in view.seen()
        likely = [jacks / unseen if hidden else 0.0 for jacks in held]
        flush += suits == {suit}
    points = [
        view.rules.nobs_points * (nobs + (draw < chance))
        for draw, chance in zip(draws.random(len(hands)), likely, strict=True)
    ]
    if len(suits) < 2:
        # The first card sets the suit, and each other card matches it with probability 1/4.
        suited = 0.25 ** (view.rules.kept - max(1, len(played)))
        points = [
            more + flush * (draw < suited)
            for more, draw in zip(points, draws.random(len(hands)), strict=True)
        ]
    return points


_ALIKE: Final = (1.0,) * 13


def _drawn(left: int, rates: Sequence[float], chance: float) -> int:
    """Draw a rank by its number of cards and a weight for each of them."""
    reached = [*accumulate([(left >> 4 * rank & 15) * rate for rank, rate in enumerate(rates)])]
    return min(bisect_right(reached, chance * reached[-1]), 12)


class Wins:
    """The win probabilities of a side after the play of a deal, in one world after the other."""

    def __init__(self, rules: Rules, needs: Sequence[int], dealer: int) -> None:
        self._rules, self._needs, self._dealer = rules, needs, dealer
        players = rules.players
        order = [(dealer + step) % players for step in range(1, players + 1)]
        #: In the order of counting, the places of the points in a row, and their sides.
        self._order = [(seat, rules.side(seat)) for seat in order] + [(players, rules.side(dealer))]
        self._known: dict[tuple[int, ...], tuple[float, ...]] = {}

    def of(self, gains: Sequence[int], first: int, shown: Sequence[int]) -> tuple[float, ...]:
        """Return each side's win probability.

        Args:
            gains: the points that each side has pegged.
            first: the side that met its need in the play, or -1.
            shown: the points of hands and crib; see :meth:`SampledShows.counted`.

        >>> wins = Wins(Rules(players=3), (50, 12, 12), 0)
        >>> wins.of((0, 0, 0), -1, (0, 12, 12, 0))
        (0.0, 1.0, 0.0)
        """
        left = [need - points for need, points in zip(self._needs, gains, strict=True)]
        if first < 0:
            for at, side in self._order:
                left[side] -= shown[at]
                if left[side] <= 0:
                    first = side
                    break
        if first >= 0:
            return _won(self._rules, left, first)
        key = tuple(left)
        known = self._known.get(key)
        if known is None:
            dealer = (self._dealer + 1) % self._rules.players
            known = self._known[key] = winning(self._rules, key, dealer)
        return known


def _won(rules: Rules, left: Sequence[int], first: int) -> tuple[float, ...]:
    """Return 1 for the winner, or the shares of several."""
    sides = range(rules.sides)
    if not rules.lowball:
        return tuple([float(side == first) for side in sides])
    short = [-1 if side == first else left[side] for side in sides]
    winners = [each == max(short) for each in short]
    return tuple([winner / sum(winners) for winner in winners])
