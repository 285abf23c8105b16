"""The play of two players, solved.

Both hands are drawn from what players keep who throw as a table says, with the cards of both hands
and both throws removed from one pack (:mod:`pegout.solver.joint_ranges`). Full sweeps of CFR+ over
the public tree (:mod:`pegout.solver.public_tree`), the seats in turn, find ways of playing from
which neither gains by deviating; the mean of all sweeps, later ones counting for more, is the
solution. What the best response to it gains is computed exactly.

One time in :data:`CARELESS` a player is taken to keep any four cards, so that every hand there is
has an answer, and is answered. What the starter and the own throw tell of the other's cards is left
out.

Source of the method: O. Tammelin, Solving Large Imperfect Information Games Using CFR+, 2014.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from pegout.kernel import KERNEL_VERSION
from pegout.kernel.score_tables import Array
from pegout.moved import renamed
from pegout.solver.checkpoint import keep_state, need_numba, read_state
from pegout.solver.joint_ranges import Range, against, joint, random_hands
from pegout.solver.public_tree import DEALER, PONE, PlayTree

__all__ = ["CARELESS", "HandWeights", "PlayProgress", "PlaySolution", "PlayStanding", "solve_play"]

#: Called with the number of the sweep, and how much of the work before the first is done.
PlayProgress = Callable[[int, float], None]

#: One hand in so many is kept without any thought.
CARELESS: Final = 2000
#: After so many sweeps the best responses are computed and the state is kept.
_SWEEPS_IN_ROUND: Final = 10


class PlayStanding(NamedTuple):
    """How good a way of playing is.

    Attributes:
        sweeps: after how many sweeps.
        value: points of the dealer less those of the pone, in the play of a deal.
        gain_dealer: what the dealer would gain by the best response, points a deal.
        gain_pone: what the pone would gain.
    """

    sweeps: int
    value: float
    gain_dealer: float
    gain_pone: float

    @property
    def gain(self) -> float:
        """Both gains together: nothing for a solution."""
        return self.gain_dealer + self.gain_pone


class PlaySolution(NamedTuple):
    """The play, solved.

    Attributes:
        shares: float32[slots], how both seats play, see
            :class:`pegout.solver.public_tree.PlayTree`.
        standing: how good it is.
    """

    shares: Array
    standing: PlayStanding


class HandWeights(NamedTuple):
    """How hands meet, by the own hand and the other's; first for the pone, then for the dealer.

    Attributes:
        met: two float32[1820, 1820] that sum to 1, as both players throw.
        careless: the same when one hand in :data:`CARELESS` is any.
        given: the last as rows that sum to 1: what the other keeps, by the own hand.
    """

    met: tuple[Array, Array]
    careless: tuple[Array, Array]
    given: tuple[Array, Array]

    @classmethod
    def of(
        cls,
        pone: Range,
        dealer: Range,
        workers: int | None = None,
        progress: Callable[[float], None] | None = None,
    ) -> HandWeights:
        """Compute them from two ranges; takes twenty seconds of two cores."""
        both = joint(pone, dealer, workers, progress)
        random = random_hands()[:, None]
        careless = random * against(dealer, workers) + (random * against(pone, workers)).T
        mixed = (1 - 1 / CARELESS) * both + careless / (2 * CARELESS)
        return cls(_turned(both), _turned(mixed), (_rows(mixed), _rows(mixed.T)))


def _turned(weights: Array) -> tuple[Array, Array]:
    return np.ascontiguousarray(weights, np.float32), np.ascontiguousarray(weights.T, np.float32)


def _rows(weights: Array) -> Array:
    return np.ascontiguousarray(weights / weights.sum(axis=1, keepdims=True), np.float32)


def measure(tree: PlayTree, deals: HandWeights, shares: Array, sweeps: int = 0) -> PlayStanding:
    """Say what a way of playing is worth, and what the best responses to it gain."""
    value = float(tree.worth(DEALER, deals.met[DEALER], shares).sum())
    best = [float(tree.best(seat, deals.met[seat], shares).sum()) for seat in (PONE, DEALER)]
    return PlayStanding(sweeps, value, best[DEALER] - value, best[PONE] + value)


def solve_play(
    tree: PlayTree,
    deals: HandWeights,
    *,
    tolerance: float = 0.002,
    most: int = 500,
    state: Path | None = None,
    name: str = "",
    regrets: Array | None = None,
    progress: PlayProgress | None = None,
    report: Callable[[PlayStanding], None] | None = None,
) -> PlaySolution:
    """Solve the play.

    Args:
        tree: the public tree.
        deals: how hands meet.
        tolerance: stop when both best responses together gain no more than this, points a deal.
        most: stop after so many sweeps at the latest, for each seat.
        state: a file that is written every ten sweeps, and gone on with where it exists.
        name: what the hands are drawn from, so that a file of another run is not gone on with.
        regrets: float32[slots], where to begin instead of knowing nothing; it is changed.
        progress: called before each sweep with its number.
        report: called with how it stands every ten sweeps.

    Raises:
        SolveError: ``needs_numba``, ``bad_state`` for a file of something else, and ``not_kept``
            if the file cannot be written; the one before is left as it was.
    """
    need_numba("solving the play")
    head = f"play, kernel {KERNEL_VERSION}, {tree.slots}, {name}"
    number, kept = 0, {"means": tree.empty()}
    kept["regrets"] = tree.empty() if regrets is None else regrets
    if state is not None and state.exists():
        number, kept = read_state(state, head, "pegout solve play")
    regrets, means = kept["regrets"], kept["means"]
    while True:
        if number or most < 1:
            standing = measure(tree, deals, means, number)
            if report is not None:
                report(standing)
            if standing.gain <= tolerance or number >= most:
                return PlaySolution(means, standing)
        for _ in range(min(_SWEEPS_IN_ROUND, most - number)):
            number += 1
            if progress is not None:
                progress(number, 1.0)
            for seat in (PONE, DEALER):
                tree.learn(seat, deals.careless[seat], regrets, means, number)
        if state is not None:
            keep_state(state, head, number, {"regrets": regrets, "means": means})


if not TYPE_CHECKING:
    # What it was called in an earlier version.
    __getattr__ = renamed(__name__, {"Deals": HandWeights})
