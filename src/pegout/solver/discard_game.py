"""The discard game of two players, solved over every deal.

Both players discard two of six cards at the same time. The dealer wants a good hand and a good
crib; the pone wants a good hand and a poor crib. In lowball each wants the opposite. Neither
discard changes the opponent's hand. So the game is zero-sum with a value, and it has optimal
strategies, from which neither player gains by deviating. Fictitious play (G. W. Brown, 1951)
computes them: in each round, each player finds the best discard of every hand against the
opponent's average strategy so far, and mixes it into its own, with later rounds counting more.
Every round measures the gain of a full best response over all 20,358,520 hands of each seat.
Nothing is sampled, and nothing is left out except the play and the score.

It takes three minutes on two cores and, with the tables, 2.6 GB. It needs numba.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from pegout.kernel import KERNEL_VERSION
from pegout.kernel.score_tables import Array
from pegout.rules import Component, Rules, switches_used_by
from pegout.solver.checkpoint import SolveError, need_numba, no_state, read_state, save_state
from pegout.solver.crib_sweep import CribSweep, hand_means, pure

#: Called with the round and the part of it that is done, from 0 to 1.
RoundProgress = Callable[[int, float], None]

_STANDARD: Final = Rules()
_COMMAND: Final = "pegout solve discards"
#: The solution leaves out smaller shares. Their cost is part of the measured gains.
_MIN_SHARE: Final = 0.01


class DiscardStanding(NamedTuple):
    """How far a pair of discard strategies is from optimal.

    Attributes:
        round: the number of rounds so far.
        gain_own: the dealer's gain from a best response, points a deal.
        gain_opponent: the pone's gain.
        hand_own: the mean of the dealer's hand.
        hand_opponent: the mean of the pone's hand.
        crib_own: the mean of the crib, summed over the dealer's hands.
        crib_opponent: the mean of the crib, summed over the pone's.
        mixed: the share of all hands, of both seats, that mix more than one discard.
    """

    round: int
    gain_own: float
    gain_opponent: float
    hand_own: float
    hand_opponent: float
    crib_own: float
    crib_opponent: float
    mixed: float


class Solution(NamedTuple):
    """The game, solved.

    Attributes:
        own: float32[962988, 15], the probability of each of the dealer's discards for each class of
            hands.
        opponent: the same for the pone.
        values_own: float32[962988, 15], the crib value of each of the dealer's discards.
        values_opponent: the same for the pone, as points of the dealer.
        standing: the gains of the best responses, and the means.
    """

    own: Array
    opponent: Array
    values_own: Array
    values_opponent: Array
    standing: DiscardStanding


class DiscardGame:
    """The game: the values of hands and cribs, and the totals of discard strategies.

    Args:
        rules: rules for two players who are dealt six cards.
        workers: the number of threads; all cores unless given.

    Attributes:
        sweep: computes crib values of discards.
        hands: float64[962988, 15], the mean of the hand that each discard leaves.
        parts: float64[962988], the probability that a hand of each class is dealt.
        sign: 1 where both want points, and -1 in lowball, where neither does.

    Raises:
        SolveError: ``needs_numba`` without numba, and ``bad_rules``.
    """

    def __init__(self, rules: Rules = _STANDARD, workers: int | None = None) -> None:
        _check(rules)
        self.rules = rules
        self.sweep = CribSweep(rules, workers)
        self.hands = hand_means(rules)
        self.sign = -1 if rules.lowball else 1
        weights = self.sweep.weights
        self.parts: Array = weights / weights.sum(dtype=np.int64)

    def mean(self, shares: Array, values: Array) -> float:
        """Return the mean of a value over all deals, under the probabilities of each discard."""
        return float((self.parts * (shares * values).sum(axis=1, dtype=np.float64)).sum())

    def best(self, totals: Array) -> float:
        """Return the mean over all deals of the best discard's value."""
        return float((self.parts * totals.max(axis=1)).sum())

    def measure(
        self, number: int, own: Array, opponent: Array, progress: RoundProgress | None = None
    ) -> Solution:
        """Compute the value of every discard of both seats, and the gains of the best responses."""
        values_own = self.sweep.values(opponent, _part(progress, number, 0))
        values_opponent = self.sweep.values(own, _part(progress, number, 91))
        mixed = [
            float((self.parts * ((shares > 0).sum(axis=1) > 1)).sum()) for shares in (own, opponent)
        ]
        totals_own = self.sign * (self.hands + values_own)
        totals_opponent = self.sign * (self.hands - values_opponent)
        standing = DiscardStanding(
            number,
            self.best(totals_own) - self.mean(own, totals_own),
            self.best(totals_opponent) - self.mean(opponent, totals_opponent),
            self.mean(own, self.hands),
            self.mean(opponent, self.hands),
            self.mean(own, values_own),
            self.mean(opponent, values_opponent),
            sum(mixed) / 2,
        )
        return Solution(own, opponent, values_own, values_opponent, standing)


def _check(rules: Rules) -> None:
    refusal = rules.refusal(Component.DISCARD_SOLVER)
    if refusal:
        raise SolveError("bad_rules", refusal)
    need_numba("solving the discard game")


def _part(progress: RoundProgress | None, number: int, before: int) -> Callable[[int], None] | None:
    return None if progress is None else lambda done: progress(number, (before + done) / 182)


def solve_discards(
    rules: Rules = _STANDARD,
    *,
    tolerance: float = 0.0002,
    rounds: int = 60,
    state: Path | None = None,
    workers: int | None = None,
    progress: RoundProgress | None = None,
    report: Callable[[DiscardStanding], None] | None = None,
) -> Solution:
    """Solve the discard game.

    Args:
        rules: rules for two players who are dealt six cards.
        tolerance: stop when neither seat gains more than this by deviating, points a deal.
        rounds: stop after so many rounds at the latest.
        state: a checkpoint file. It is written after each round, and resumed from if it exists.
        workers: the number of threads; all cores unless given.
        progress: called with the round and the part of it that is done.
        report: called after each round with the gains of the best responses.

    Returns:
        The solution, without discards that were chosen less than one time in a hundred, and the
        gain of a full best response against this pruned solution.

    Raises:
        SolveError: ``needs_numba``, ``bad_rules``, ``bad_state`` for a file of another run, and
            ``not_kept`` if the file cannot be written. The previous checkpoint remains.
    """
    # Reject a wrong file before the slow computation of the classes.
    _check(rules)
    saved = read_round(state, rules) if state is not None and state.exists() else None
    game = DiscardGame(rules, workers)
    if saved is None:
        # The first strategy ignores the crib.
        number, own = 0, pure((game.sign * game.hands).argmax(axis=1))
        opponent = own
    else:
        number, own, opponent = saved
    while True:
        solution = game.measure(number, own, opponent, progress)
        if report is not None:
            report(solution.standing)
        gains = (solution.standing.gain_own, solution.standing.gain_opponent)
        if max(gains) <= tolerance or number >= rounds:
            break
        step = 1.0 if number == 0 else 2 / (number + 2)
        best_own = (game.sign * (game.hands + solution.values_own)).argmax(axis=1)
        best_opponent = (game.sign * (game.hands - solution.values_opponent)).argmax(axis=1)
        own = towards(own, pure(best_own), step)
        opponent = towards(opponent, pure(best_opponent), step)
        number += 1
        if state is not None:
            keep_round(state, rules, number, own, opponent)
    return game.measure(number, prune(own), prune(opponent), progress)


def towards(shares: Array, best: Array, step: float) -> Array:
    """Mix a best response into a strategy, and keep every discard that it already mixes."""
    moved: Array = (shares + (best - shares) * np.float32(step)).astype(np.float32)
    moved /= moved.sum(axis=1, keepdims=True)
    return moved


def prune(shares: Array) -> Array:
    """Remove discards that are chosen less than one time in a hundred, and renormalise."""
    remaining = np.where(shares < _MIN_SHARE, np.float32(0), shares)
    remaining /= remaining.sum(axis=1, keepdims=True)
    return remaining


# The file of a run ------------------------------------------------------------------------------


def state_head(rules: Rules) -> str:
    """Return the head of a checkpoint, which only a run of the same game may resume."""
    used = switches_used_by(Component.DISCARD_SOLVER)
    switches = ", ".join([f"{name}={getattr(rules, name)}" for name in used])
    return f"discards, kernel {KERNEL_VERSION}, {switches}"


def keep_round(path: Path, rules: Rules, number: int, own: Array, opponent: Array) -> None:
    """Write a checkpoint of the dealer's and the pone's strategies after so many rounds.

    Raises:
        SolveError: ``not_kept``.
    """
    save_state(path, state_head(rules), number, sparse(own, opponent))


def read_round(path: Path, rules: Rules) -> tuple[int, Array, Array]:
    """Read a checkpoint that :func:`keep_round` wrote.

    Raises:
        SolveError: ``bad_state`` for a file of another run.
    """
    number, arrays = read_state(path, state_head(rules), _COMMAND)
    try:
        return number, *dense(arrays)
    except (LookupError, TypeError, ValueError) as error:
        raise no_state(path, _COMMAND) from error


def sparse(own: Array, opponent: Array) -> dict[str, Array]:
    """Return both strategies as indices and shares, because most shares are 0."""
    arrays: dict[str, Array] = {}
    for role, shares in (("own", own), ("opponent", opponent)):
        indices = np.flatnonzero(shares)
        arrays[f"{role}_places"] = indices.astype(np.int32)
        arrays[f"{role}_shares"] = shares.ravel()[indices]
    return arrays


def dense(kept: Mapping[str, Array]) -> tuple[Array, Array]:
    """Return float32[962988, 15] for the dealer and for the pone; the inverse of :func:`sparse`."""
    strategies = []
    for role in ("own", "opponent"):
        shares = np.zeros(962_988 * 15, np.float32)
        shares[kept[f"{role}_places"]] = kept[f"{role}_shares"]
        strategies.append(shares.reshape(-1, 15))
    return strategies[0], strategies[1]
