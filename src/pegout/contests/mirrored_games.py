"""Groups of games that share their packs: the seating, and the sums over the games.

In a group every contestant plays every side of the same cards once. Both engines, the referee and
the kernel, return games as :class:`GamesPlayed`, and this module computes the same figures from
either.

>>> [seating(turn, 3) for turn in range(3)]
[[0, 1, 2], [2, 0, 1], [1, 2, 0]]
"""

from typing import Any, Final, NamedTuple, Protocol

import numpy as np

from pegout.contests.luck_share import BATCHES, LUCK, UNITS
from pegout.contests.statistics import MEASURES, NOBODY, REPORT, SHARES
from pegout.kernel.score_tables import Array
from pegout.rules import Rules

#: The margins of a close game, in holes.
_CLOSE: Final = (1, 2)


class GamesPlayed(NamedTuple):
    """The results of games, one of each of n groups."""

    scores: Array  # [n, sides], holes at the end
    winners: Array  # bool[n, sides]; more than one in a row share the win
    first: Array  # [n], the side that dealt first
    deals: Array  # [n], the number of deals, the last one included
    # int64[n, sides, len(MEASURES), 2], how often each of ``MEASURES`` was counted, and its points.
    # "play" covers deals whose play was finished, "points" deals that were finished; "heels" is
    # counted in each of the dealer's deals.
    counted: Array
    # bool[n, sides], the sides that forfeited; None where no side can. A forfeited game is lost,
    # and contributes nothing else.
    forfeits: Array | None = None
    # For some forfeits the number of the game, 12 digits, and what happened.
    reports: tuple[str, ...] = ()
    # float64[n], the luck of side 0; None where luck is not measured. See ``GameLuck``.
    luck: Array | None = None
    # float64[n, batches], what it would be less by the means of each batch
    deviations: Array | None = None


class GameRunner(Protocol):
    """An engine with its contestants. It is sent to other processes."""

    def games(self, chunk: range, who: list[int]) -> GamesPlayed:
        """Play one game of each group."""


def seating(turn: int, sides: int) -> list[int]:
    """Return the contestant on each side, in one of the games of a group."""
    return [(side - turn) % sides for side in range(sides)]


class Groups:
    """Measurements in groups, added up by group."""

    def __init__(self, groups: int) -> None:
        self._groups = groups
        self._sums: dict[str, tuple[Array, Array]] = {}

    def add(self, who: int, what: str, total: Any, number: Any = 1) -> None:
        """Add a measurement of one game or deal of each group."""
        if f"{who} {what}" not in self._sums:
            zeros = np.zeros((2, self._groups), np.int64)
            self._sums[f"{who} {what}"] = (zeros[0], zeros[1])
        numbers, totals = self._sums[f"{who} {what}"]
        numbers += number
        totals += total

    def rows(self) -> dict[str, Array]:
        """Add the groups up in the form of :class:`pegout.contests.statistics.Figures`."""
        return {
            key: np.array(
                [
                    number.sum(),
                    total.sum(),
                    total @ total,
                    total @ number,
                    number @ number,
                    np.count_nonzero(number),
                ]
            )
            for key, (number, total) in self._sums.items()
        }


def play_groups(chunk: range, engine: GameRunner, rules: Rules) -> dict[str, Array]:
    """Play some groups of games and add them up: the task of a run."""
    groups = Groups(len(chunk))
    sides = rules.sides
    won = np.zeros((sides, len(chunk)), np.int64)
    luck: Array = np.zeros(len(chunk))
    deviations: Array = np.zeros((len(chunk), 0))
    reports: list[str] = []
    for turn in range(sides):
        who = seating(turn, sides)
        games = engine.games(chunk, who)
        shares = SHARES // games.winners.sum(axis=1)
        forfeits = np.zeros_like(games.winners) if games.forfeits is None else games.forfeits
        played = ~forfeits.any(axis=1)
        reports += games.reports
        # The distance of the lowest score from the target, whichever side has won.
        short = rules.target - games.scores.min(axis=1)
        skunks = np.searchsorted(rules.lines_judged, short, side="right")
        leads = np.array([lead_of(games.scores, side, rules) for side in range(sides)])
        for side, contestant in enumerate(who):
            winner = games.winners[:, side]
            won[contestant] += winner * shares
            for skunk in (1, 2, 3):
                groups.add(contestant, f"skunk {skunk}", winner & played & (skunks == skunk))
            groups.add(contestant, "margin", leads[side] * played, played)
            if forfeits.any():
                groups.add(contestant, "forfeit", forfeits[:, side])
            for at, what in enumerate(MEASURES):
                numbers, totals = games.counted[:, side, at].T
                groups.add(contestant, what, totals, numbers)
        first = games.winners[np.arange(len(chunk)), games.first]
        groups.add(NOBODY, "first dealer", first & played, played)
        groups.add(NOBODY, "deals", games.deals * played, played)
        for holes in _CLOSE:
            groups.add(NOBODY, f"by {holes}", played & (leads.max(axis=0) == holes), played)
        if games.luck is not None:
            assert games.deviations is not None, "luck comes with its uncertainty"
            # The luck of contestant 0.
            sign = 1 if who[0] == 0 else -1
            luck += sign * games.luck
            deviations = sign * games.deviations + (deviations if turn else 0)
    rows = groups.rows()
    # A row maps a name to integers, so the text of a report is the name.
    rows |= {f"{REPORT}{report}": np.ones(1, np.int64) for report in reports}
    if deviations.shape[1]:
        rows |= _luck_rows(chunk, won[0], luck, deviations)
    for contestant, sixths in enumerate(won):
        rows[f"{contestant} won"] = np.bincount(sixths)
    return rows


def _luck_rows(chunk: range, sixths: Array, luck: Array, deviations: Array) -> dict[str, Array]:
    """Add up the wins and the luck of contestant 0; see :mod:`pegout.contests.luck_share`."""
    halves = np.arange(chunk.start, chunk.stop) % 2
    wins = np.rint(sixths * (UNITS / SHARES)).astype(np.int64)
    units = np.rint(luck * UNITS).astype(np.int64)
    rows = {}
    for half in (0, 1):
        mine = halves == half
        won, came = wins[mine], units[mine]
        rows[f"{LUCK} {half}"] = np.array(
            [len(won), won.sum(), came.sum(), won @ won, won @ came, came @ came]
        )
        by_batch = deviations[mine].sum(axis=0) * UNITS
        rows[f"{BATCHES} {half}"] = np.rint(by_batch).astype(np.int64)
    return rows


def lead_of(points: Array, side: int, rules: Rules) -> Array:
    """Return int64[n], the lead of a side over the best of the others."""
    whole = points.astype(np.int64)
    others = np.delete(whole, side, axis=1)
    if rules.lowball:
        behind: Array = others.min(axis=1) - whole[:, side]
        return behind
    before: Array = whole[:, side] - others.max(axis=1)
    return before
