"""Zero-sum rewards for any number of sides."""

from __future__ import annotations

from collections.abc import Sequence

from pegout.rules import Rules


def zero_sum(gained: Sequence[float]) -> list[float]:
    """Return the gain of each side less the mean gain of the other sides.

    With two sides this is the difference. With three, the mean of the others, rather than the best
    of them, makes the sum zero.

    >>> zero_sum([2, 0]), zero_sum([4, 2, 0])
    ([2.0, -2.0], [3.0, 0.0, -3.0])
    """
    others = len(gained) - 1
    total = sum(gained)
    return [points - (total - points) / others for points in gained]


def shares_of(winners: Sequence[int], rules: Rules) -> list[float]:
    """Return the share of each side in a game: 1 divided among the winners, -1 among the losers.

    >>> shares_of([1], Rules()), shares_of([0], Rules(players=3))
    ([-1.0, 1.0], [1.0, -0.5, -0.5])
    """
    losers = rules.sides - len(winners)
    return [1 / len(winners) if side in winners else -1 / losers for side in range(rules.sides)]
