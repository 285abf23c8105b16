"""The play of two players, solved.

Both hands come from the ranges of players who discard by a table, with the cards of both hands and
both discards removed from one pack (:mod:`pegout.solver.joint_ranges`). Full sweeps of CFR+ over
the public tree (:mod:`pegout.solver.public_tree`), one seat after the other, converge to strategies
from which neither seat gains by deviating. The average strategy of all sweeps, with later ones
weighing more, is the solution. Its exploitability is computed exactly.

One time in :data:`CARELESS`, a player is assumed to keep any four cards. So the solution has a
strategy for every hand, and against every hand. It ignores what the starter and a player's own
discard reveal about the opponent's cards.

Source of the method: O. Tammelin, Solving Large Imperfect Information Games Using CFR+, 2014.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple, Self

import numpy as np

from pegout.kernel import KERNEL_VERSION
from pegout.kernel.roles import Role
from pegout.kernel.score_tables import Array
from pegout.solver.checkpoint import need_numba, read_state, save_state
from pegout.solver.joint_ranges import Range, against, joint, random_hands
from pegout.solver.public_tree import PlayTree

#: Called with the number of the sweep, and the part of the preparation that is done.
PlayProgress = Callable[[int, float], None]

#: One hand in so many is kept at random.
CARELESS: Final = 2000
#: The number of sweeps between checkpoints; the best responses are computed at each.
_SWEEPS_IN_ROUND: Final = 10


class PlayStanding(NamedTuple):
    """How far a play strategy is from optimal.

    Attributes:
        sweeps: the number of sweeps so far.
        value: points of the dealer minus those of the pone, in the play of a deal.
        gain_dealer: the dealer's gain from a best response, points a deal.
        gain_pone: the pone's gain.
    """

    sweeps: int
    value: float
    gain_dealer: float
    gain_pone: float

    @property
    def gain(self) -> float:
        """The sum of both gains, which is 0 for an exact solution."""
        return self.gain_dealer + self.gain_pone


class PlaySolution(NamedTuple):
    """The play, solved.

    Attributes:
        shares: float32[slots], the strategies of both seats, see
            :class:`pegout.solver.public_tree.PlayTree`.
        standing: the value and the gains of the best responses.
    """

    shares: Array
    standing: PlayStanding


class HandWeights(NamedTuple):
    """Weights of pairs of hands, by own hand and opponent's, first for the pone, then the dealer.

    Attributes:
        met: two float32[1820, 1820] that sum to 1, under both discard strategies.
        careless: the same, when one hand in :data:`CARELESS` is random.
        given: ``careless`` as rows that sum to 1: the belief over the opponent's hands, by the own
            hand.
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
    ) -> Self:
        """Compute the weights from two ranges; this takes twenty seconds on two cores."""
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
    """Compute the value of a strategy, and the gains of the best responses to it."""
    value = float(tree.worth(Role.DEALER, deals.met[Role.DEALER], shares).sum())
    best = [float(tree.best(seat, deals.met[seat], shares).sum()) for seat in Role]
    return PlayStanding(sweeps, value, best[Role.DEALER] - value, best[Role.PONE] + value)


def solve_play(
    tree: PlayTree,
    deals: HandWeights,
    *,
    tolerance: float = 0.002,
    maximum: int = 500,
    state: Path | None = None,
    name: str = "",
    regrets: Array | None = None,
    progress: PlayProgress | None = None,
    report: Callable[[PlayStanding], None] | None = None,
) -> PlaySolution:
    """Solve the play.

    Args:
        tree: the public tree.
        deals: the weights of pairs of hands.
        tolerance: stop when both best responses together gain no more than this, points a deal.
        maximum: stop after so many sweeps for each seat at the latest.
        state: a checkpoint file. It is written every ten sweeps, and resumed from if it exists.
        name: the source of the hands, so that no run resumes from the file of another.
        regrets: float32[slots], regrets to start from instead of zeros; the array changes.
        progress: called before each sweep with its number.
        report: called every ten sweeps with the gains of the best responses.

    Raises:
        SolveError: ``needs_numba``, ``bad_state`` for a file of another run, and ``not_kept`` if
            the file cannot be written. The previous checkpoint remains.
    """
    need_numba("solving the play")
    head = f"play, kernel {KERNEL_VERSION}, {tree.slots}, {name}"
    number, saved = 0, {"means": tree.empty()}
    saved["regrets"] = tree.empty() if regrets is None else regrets
    if state is not None and state.exists():
        number, saved = read_state(state, head, "pegout solve play")
    regrets, means = saved["regrets"], saved["means"]
    while True:
        if number or maximum < 1:
            standing = measure(tree, deals, means, number)
            if report is not None:
                report(standing)
            if standing.gain <= tolerance or number >= maximum:
                return PlaySolution(means, standing)
        for _ in range(min(_SWEEPS_IN_ROUND, maximum - number)):
            number += 1
            if progress is not None:
                progress(number, 1.0)
            for seat in Role:
                tree.learn(seat, deals.careless[seat], regrets, means, number)
        if state is not None:
            save_state(state, head, number, {"regrets": regrets, "means": means})
