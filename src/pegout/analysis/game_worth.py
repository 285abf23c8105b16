"""What a game of two is worth to a side: its chance of winning, its final margin, or match points.

Luck and errors are told in any of them. What an option loses is known in points of the deal and in
chance of winning; :meth:`GameWorth.loss` says what that is in another worth.

>>> chance, margin = game_worth("chance"), game_worth("margin")
>>> round(chance.at_start((121, 121), dealer=0, seat=0), 2), chance.decided(12), margin.decided(12)
(0.56, 1.0, 12.0)
>>> round(margin.at_start((121, 121), dealer=0, seat=1), 1)
-2.9
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, get_args

from pegout.loading import load_once
from pegout.search.known_deal import GameValue
from pegout.tables.win_probability import MOST

if TYPE_CHECKING:
    from pegout.analysis.option_values import Loss

__all__ = ["WORTHS", "GameWorth", "Worth", "game_worth"]

#: What a game may be worth: the chance of winning it; the final margin in holes, below 0 where it
#: is lost; or match points less the opponent's.
Worth: TypeAlias = Literal["chance", "margin", "match"]
WORTHS: Final[tuple[Worth, ...]] = get_args(Worth)

#: More than so many holes short of the end the loser is skunked, and double skunked.
_SKUNKS: Final = (30, 60)
#: Below this a chance of winning says nothing of by how much is won.
_RARE: Final = 1e-4


@dataclass(frozen=True)
class GameWorth:
    """What a game of two is worth.

    Attributes:
        name: which worth it is.
        start: float64[122, 122], to the dealer at the start of a deal, by what the dealer and the
            pone need.
        gap: float64[122, 122], by how much more a game that is won is worth than one that is lost,
            on average, by the same.
        won: to the winner, by what the loser still needs, from 0 on.
        both: to both sides together.
    """

    name: Worth
    start: Any
    gap: Any
    won: tuple[float, ...]
    both: float

    @cached_property
    def value(self) -> GameValue:
        """The same for the search at a table, in lists."""
        return GameValue(self.start.ravel().tolist(), list(self.won), self.both)

    def at_start(self, needs: Sequence[int], dealer: int, seat: int) -> float:
        """Give what a game is worth to a seat at the start of a deal.

        Args:
            needs: what each seat needs, from 1 to 121.
            dealer: the seat that deals.
            seat: whose worth is wanted.
        """
        dealers = float(self.start[needs[dealer], needs[1 - dealer]])
        return dealers if seat == dealer else self.both - dealers

    def decided(self, short: int) -> float:
        """Give what a game is worth that is won, by what the loser still needs."""
        return self.won[min(short, MOST)]

    def point(self, needs: Sequence[int], dealer: int, seat: int) -> float:
        """Give what a net point is worth: the mean of one more and of one less for the opponent.

        >>> round(game_worth("margin").point((60, 60), 0, 0), 2)
        1.0
        """
        # Nobody needs nothing at the start of a deal.
        own, other = (min(max(needs[one], 2), MOST) for one in (seat, 1 - seat))
        pairs = ((own - 1, other), (own, other - 1))
        nearer, worse = (
            self.at_start(pair if seat == 0 else pair[::-1], dealer, seat) for pair in pairs
        )
        return (nearer - worse) / 2

    def loss(self, loss: Loss, needs: Sequence[int], dealer: int, seat: int) -> float:
        """Give what a decision lost, of which points and chance of winning are known.

        A game that is lost and would have been won costs the gap between them; and a point moves
        by how much either is won, beside what it does to the chance. Where the chance is what
        points move it by, far from the end, it comes to points alone, and in chances of winning
        always to the chance. Points that are gained where the chance is lost count nothing: near
        the end they are often behind the last hole.

        Args:
            loss: what was lost.
            needs: what each seat needed at the decision.
            dealer: the seat that dealt.
            seat: who decided.

        >>> from pegout.analysis.option_values import Loss
        >>> lost = Loss(2.0, 0.05, tied=False)
        >>> round(game_worth("margin").loss(lost, (80, 80), 1, 0), 1)
        2.0
        """
        if loss.tied:
            return 0.0
        at = [min(needs[one], MOST) for one in (dealer, 1 - dealer)]
        gap = float(self.gap[at[0], at[1]])
        moved = self.point(needs, dealer, seat)
        moved -= gap * game_worth("chance").point(needs, dealer, seat)
        return gap * loss.chance + moved * max(0.0, loss.points)


@load_once
def game_worth(name: Worth = "chance", match_points: tuple[int, int, int] = (1, 2, 3)) -> GameWorth:
    """Give what a game is worth.

    Args:
        name: one of :data:`WORTHS`.
        match_points: of a game, a skunk and a double skunk, where match points are wanted; see
            :class:`pegout.rules.Rules`. Where skunks do not count these are three times the same.

    Raises:
        ValueError: for another name.

    >>> game_worth("match", (2, 3, 3)).won[30:32]
    (2.0, 3.0)
    """
    import numpy as np

    from pegout.tables.final_margin import margins_won
    from pegout.tables.win_probability import chances_array, outcomes_array

    chances = chances_array()
    losses = np.where(chances > 0, 1 - chances, 0)
    short = np.arange(MOST + 1)
    if name == "chance":
        return GameWorth(name, chances, np.ones_like(chances), (1.0,) * (MOST + 1), 1.0)
    if name == "margin":
        winning = margins_won()
        won = short.astype(float)
    elif name == "match":
        won = np.take(np.array(match_points, float), np.searchsorted(_SKUNKS, short))
        ways = outcomes_array().reshape(2, 3, *chances.shape)
        winning = np.tensordot(np.array(match_points), ways, (0, 1))
    else:
        raise ValueError(f"a game is worth one of {', '.join(WORTHS)}, not {name!r:.40}")
    with np.errstate(divide="ignore", invalid="ignore"):
        # Who hardly ever wins does so by the least there is.
        means = [
            np.where(rate > _RARE, part / rate, won[1])
            for part, rate in zip(winning, (chances, losses), strict=True)
        ]
    return GameWorth(name, winning[0] - winning[1], means[0] + means[1], tuple(won.tolist()), 0.0)
