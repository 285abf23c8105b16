"""Win probability of a dealer who needs one point, from an enumeration of every deal.

Where the dealer needs one point, the game ends within the deal: at heels, or else in the play, in
which the dealer always pegs. So against a pone who needs ``n``, the dealer wins with probability

    P(heels) + P(no heels, and in the play the pone has fewer than n when the dealer first pegs).

The enumeration goes by ranks. It covers every pair of hands of six with the number of its ways in
the pack, every starter that they leave, and every line of the play. Nothing is sampled. The
strategies are an assumption: both players discard by ranks alone, as the shipped table
:data:`pegout.solver.exploitability.HANDS_FROM` says, and play the cards for points by a given
strategy. Neither considers the score.

>>> table = shipped_last_hole()
>>> table.chance(1) < table.chance(2) < table.chance(10) <= 1
True
"""

from collections.abc import Callable
from itertools import pairwise
from typing import Final, NamedTuple

from pegout.loading import load_once
from pegout.tables.files import compose, load
from pegout.tables.rank_sets import JACK
from pegout.tables.win_probability import ChancesError

#: The number of decimal places in the shipped table.
_DIGITS: Final = 8
_COLUMNS: Final = ("pone_needs", "dealer_wins")


class LastHole(NamedTuple):
    """How a deal ends for a dealer who needs one point."""

    heels: float  # the probability of heels
    # The probabilities that there are no heels and the pone has 0, 1, 2, ... points when the dealer
    # pegs its first in the play; with ``heels`` they sum to 1.
    pone: tuple[float, ...]

    def chance(self, pone_needs: int) -> float:
        """Return the probability that the dealer wins, at the start of the deal.

        Raises:
            ChancesError: ``bad_needs``.

        >>> round(LastHole(0.25, (0.5, 0.125, 0.125)).chance(2), 6)
        0.875
        """
        if pone_needs < 1:
            raise ChancesError("bad_needs", f"the pone needs 1 or more, not {pone_needs!r:.20}")
        return min(1.0, self.heels + sum(self.pone[:pone_needs]))


def solve_last_hole(
    strategy: str = "solution",
    *,
    workers: int | None = None,
    progress: Callable[[str, float], None] | None = None,
) -> LastHole:
    """Enumerate the deal, where both play by a strategy; this takes a minute or two, and 3 GB."""
    from pegout.solver import joint_ranges as ranges
    from pegout.solver import public_tree as play_tree
    from pegout.solver.checkpoint import need_numba
    from pegout.solver.exploitability import HANDS_FROM, check_strategies, shares_of

    check_strategies([strategy])
    need_numba("enumerating the last hole")
    report = progress or (lambda *_: None)
    pone, dealer = [
        ranges.normalise(ranges.shipped_range(role, HANDS_FROM)) for role in ("opponent", "own")
    ]
    weights = ranges.joint(pone, dealer, workers, lambda part: report("hands", part), without=JACK)
    tree = play_tree.PlayTree(workers=workers, progress=lambda part: report("tree", part))
    report("play", 0)
    shares = shares_of(tree, strategy)
    by_points = tree.first_points(weights, shares, lambda part: report("play", part)).tolist()
    while by_points and not by_points[-1]:
        by_points.pop()
    return LastHole(1 - float(weights.sum()), tuple(by_points))


# The table --------------------------------------------------------------------------------------


def last_hole_table(result: LastHole, about: list[str]) -> str:
    """Compose the table that ships.

    >>> print(last_hole_table(LastHole(0.25, (0.5, 0.25)), ["command: none"]))
    # The chance of winning of a dealer that needs one point, by what the pone needs.
    # command: none
    # every deal counted with its ways; a pone that needs more has the chance of the last row
    # sha256: 22842d849fe5f1b5d2d363a724cf260f2573918788638a206662636aac7da336
    pone_needs,dealer_wins
    1,0.75000000
    2,1.00000000
    <BLANKLINE>
    """
    head = [
        "The chance of winning of a dealer that needs one point, by what the pone needs.",
        *about,
        "every deal counted with its ways; a pone that needs more has the chance of the last row",
    ]
    rows = [
        (str(needs), f"{result.chance(needs):.{_DIGITS}f}")
        for needs in range(1, len(result.pone) + 1)
    ]
    return compose(head, _COLUMNS, rows)


def read_last_hole(rows: list[tuple[int, float]]) -> LastHole:
    """Read the rows of a table."""
    # The table has one number for heels and a pone with no points; four of 52 starters are jacks.
    heels = 4 / 52
    wins = [heels, *[chance for _, chance in rows]]
    return LastHole(heels, tuple([after - before for before, after in pairwise(wins)]))


@load_once
def shipped_last_hole() -> LastHole:
    """Return the shipped table, to eight digits; it needs nothing but Python."""
    rows = load("last_hole").rows
    return read_last_hole([(int(row[_COLUMNS[0]]), float(row[_COLUMNS[1]])) for row in rows])
