"""The objective of a side in a game of two: win probability, final margin, or match points.

Luck and errors are expressed in one of these. The loss of an option is known in points of the deal
and in win probability; :meth:`GameObjective.loss` converts it to another value.

>>> chance, margin = game_objective("chance"), game_objective("margin")
>>> round(chance.at_start((121, 121), dealer=0, seat=0), 2), chance.decided(12), margin.decided(12)
(0.56, 1.0, 12.0)
>>> round(margin.at_start((121, 121), dealer=0, seat=1), 1)
-2.9
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from pegout.loading import load_once
from pegout.review.errors import ReviewError
from pegout.search.known_deal import GameValue
from pegout.tables.win_probability import LARGEST_NEED, dealer_wins, numbers_by_needs

if TYPE_CHECKING:
    from pegout.review.options import Loss

#: The kinds of value: the win probability; the final margin in holes, below 0 where the game is
#: lost; or match points minus the opponent's.
Objective: TypeAlias = Literal["chance", "margin", "match"]
OBJECTIVES: Final[tuple[Objective, ...]] = get_args(Objective)

#: The skunk lines of the tables: how many holes short of the end a loser is skunked, and double
#: skunked.
TABLE_LINES: Final = (31, 61)
#: The number of needs in a row, from 0 on.
_WIDTH: Final = LARGEST_NEED + 1
#: Below this win probability the average margin of the wins is not reliable.
_RARE: Final = 1e-4


@dataclass(frozen=True)
class GameObjective:
    """The value of a game of two, in one kind."""

    name: Objective  # the kind of value
    # The value to the dealer at the start of a deal, 122 rows by the dealer's need, of 122 numbers
    # by the pone's
    start: list[float]
    gap: list[float]  # by the same: the average value of a won game minus that of a lost one
    won: tuple[float, ...]  # the value to the winner, by the loser's need, from 0 on
    both: float  # the sum of both sides' values

    @cached_property
    def value(self) -> GameValue:
        """The same for the search at a table."""
        return GameValue(self.start, list(self.won), self.both)

    def at_start(self, needs: Sequence[int], dealer: int, seat: int) -> float:
        """Return the value of a game to a seat at the start of a deal."""
        dealers = self.start[_WIDTH * needs[dealer] + needs[1 - dealer]]
        return dealers if seat == dealer else self.both - dealers

    def decided(self, short: int) -> float:
        """Return the value of a won game, by the loser's need."""
        return self.won[min(short, LARGEST_NEED)]

    def point(self, needs: Sequence[int], dealer: int, seat: int) -> float:
        """Return the value of a net point: the mean of one more, and one less for the opponent.

        >>> round(game_objective("margin").point((60, 60), 0, 0), 2)
        1.0
        """
        # No need is 0 at the start of a deal.
        own, opponent = (min(max(needs[side], 2), LARGEST_NEED) for side in (seat, 1 - seat))
        pairs = ((own - 1, opponent), (own, opponent - 1))
        nearer, worse = (
            self.at_start(pair if seat == 0 else pair[::-1], dealer, seat) for pair in pairs
        )
        return (nearer - worse) / 2

    def loss(self, loss: Loss, needs: Sequence[int], dealer: int, seat: int) -> float:
        """Return the loss of a decision, from its loss in points and in win probability.

        A game that is lost instead of won costs the gap between the two. Apart from its effect on
        the win probability, a point also changes the margin of a win or loss. Far from the end,
        where a point changes the win probability by its usual amount, the loss comes to the points
        alone. In win probability, the loss is always that of the win probability. Points gained
        while win probability is lost count nothing: near the end they are often beyond the last
        hole.

        >>> from pegout.review.options import Loss
        >>> lost = Loss(2.0, 0.05, tied=False)
        >>> round(game_objective("margin").loss(lost, (80, 80), 1, 0), 1)
        2.0
        """
        if loss.tied:
            return 0.0
        at = [min(needs[side], LARGEST_NEED) for side in (dealer, 1 - dealer)]
        gap = self.gap[_WIDTH * at[0] + at[1]]
        moved = self.point(needs, dealer, seat)
        moved -= gap * game_objective("chance").point(needs, dealer, seat)
        return gap * loss.chance + moved * max(0.0, loss.points)


@load_once
def game_objective(
    name: Objective = "chance", match_points: tuple[int, int, int] = (1, 2, 3)
) -> GameObjective:
    """Return the value of a game.

    Args:
        name: one of :data:`OBJECTIVES`.
        match_points: for a game, a skunk and a double skunk, where ``name`` is ``match``; see
            :class:`pegout.rules.Rules`. Where skunks do not count, these are three equal numbers.

    Raises:
        ReviewError: ``bad_objective`` for another name.

    >>> game_objective("match", (2, 3, 3)).won[30:32]
    (2.0, 3.0)
    """
    wins, short = dealer_wins(), range(_WIDTH)
    if name == "chance":
        return GameObjective(name, wins, [1.0] * len(wins), (1.0,) * _WIDTH, 1.0)
    if name == "margin":
        # The expected winning margins of the dealer and of the pone; a lost game counts as 0.
        margins = numbers_by_needs("margins_two")
        winning = [margins[: len(wins)].tolist(), margins[len(wins) : 2 * len(wins)].tolist()]
        won = [float(holes) for holes in short]
    elif name == "match":
        won = [float(match_points[bisect_right(TABLE_LINES, holes)]) for holes in short]
        winning = [_match_points(match_points, at * len(wins), len(wins)) for at in (0, 3)]
    else:
        raise ReviewError(
            "bad_objective", f"an objective is one of {', '.join(OBJECTIVES)}, not {name!r:.40}"
        )
    losses = [1 - chance if chance > 0 else 0.0 for chance in wins]
    # A side that hardly ever wins is assumed to win by the smallest margin.
    of_dealer, of_pone = (
        [part / rate if rate > _RARE else won[1] for part, rate in zip(parts, rates, strict=True)]
        for parts, rates in zip(winning, (wins, losses), strict=True)
    )
    gap = [dealers + pones for dealers, pones in zip(of_dealer, of_pone, strict=True)]
    start = [dealers - pones for dealers, pones in zip(*winning, strict=True)]
    return GameObjective(name, start, gap, tuple(won), 0.0)


def _match_points(points: tuple[int, int, int], first: int, size: int) -> list[float]:
    """Return the expected match points of the side whose outcomes begin at a number."""
    outcomes = numbers_by_needs("chances_two")
    parts = [outcomes[at : at + size] for at in range(first, first + 3 * size, size)]
    plain, skunk, double = points
    return [
        plain * won + skunk * skunked + double * twice
        for won, skunked, twice in zip(*parts, strict=True)
    ]
