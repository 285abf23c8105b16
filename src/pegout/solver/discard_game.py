"""The discard game of two players, solved over every deal.

Both lay away two of six cards at once. The dealer wants its hand and the crib, the pone its hand
without the crib (in lowball each wants as little of it), and neither throw touches the other's
hand: so it is a game with a value, and ways of throwing from which neither gains by deviating. They
are found by fictitious play (G. W. Brown, 1951): in each round both find the best throw of every
hand against how the other has thrown so far, and mix it into their own way, later rounds counting
for more. What a full best response would gain, over all 20,358,520 hands of each seat, is measured
in every round; nothing is sampled and nothing is left out but the play and the score.

Takes three minutes and, with the tables, 2.6 GB on two cores, and needs numba.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from pegout.kernel import KERNEL_VERSION
from pegout.kernel.score_tables import Array
from pegout.moved import renamed
from pegout.rules import Rules
from pegout.solver.checkpoint import SolveError, keep_state, need_numba, no_state, read_state
from pegout.solver.crib_sweep import CribSweep, hand_means, pure

__all__ = [
    "DiscardGame",
    "DiscardStanding",
    "Solution",
    "SolveError",
    "dense",
    "keep_round",
    "pruned",
    "read_round",
    "solve_discards",
    "sparse",
    "towards",
]

#: Called with the round and with how much of it is done, from 0 to 1.
Progress = Callable[[int, float], None]

_STANDARD: Final = Rules()
_COMMAND: Final = "pegout solve discards"
#: Shares below this are left out of the solution; what that costs is measured with the rest.
_LEAST_SHARE: Final = 0.01


class DiscardStanding(NamedTuple):
    """How good a pair of ways to throw is.

    Attributes:
        round: after how many rounds.
        gain_own: what the dealer would gain by the best response, points a deal.
        gain_opponent: what the pone would gain.
        hand_own: the mean of the dealer's hand.
        hand_opponent: the mean of the pone's hand.
        crib_own: the mean of the crib, summed over the dealer's hands.
        crib_opponent: the mean of the crib, summed over the pone's.
        mixed: the part of all hands, of both seats, from which more than one throw is thrown.
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
        own: float32[962988, 15], how often the dealer chooses each throw of each class of hands.
        opponent: the same of the pone.
        values_own: float32[962988, 15], what each throw makes in the crib for the dealer.
        values_opponent: the same for the pone, as points of the dealer.
        standing: what it is worth.
    """

    own: Array
    opponent: Array
    values_own: Array
    values_opponent: Array
    standing: DiscardStanding


class DiscardGame:
    """The game: what hands and cribs are worth, and what ways of throwing add up to.

    Args:
        rules: rules for two players who are dealt six cards.
        workers: how many threads work at it; all cores unless given.

    Attributes:
        sweep: values throws in the crib.
        hands: float64[962988, 15], the mean of what each throw keeps.
        parts: float64[962988], the part of all deals in which a hand of each class is dealt.
        sign: 1 where both want points, and -1 in lowball, where neither does.

    Raises:
        SolveError: ``needs_numba`` where that is not installed, and ``bad_rules``.
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
        """Give the mean of a value over all deals, when each throw is chosen so often."""
        return float((self.parts * (shares * values).sum(axis=1, dtype=np.float64)).sum())

    def best(self, totals: Array) -> float:
        """Give the mean over all deals of the best throw's value."""
        return float((self.parts * totals.max(axis=1)).sum())

    def measure(
        self, number: int, own: Array, opponent: Array, progress: Progress | None = None
    ) -> Solution:
        """Value every throw of both seats, and say what the best responses would gain."""
        values_own = self.sweep.values(opponent, _part(progress, number, 0))
        values_opponent = self.sweep.values(own, _part(progress, number, 91))
        mixed = [float((self.parts * ((one > 0).sum(axis=1) > 1)).sum()) for one in (own, opponent)]
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
    need_numba("solving the discard game")
    if rules.players != 2 or rules.five_card:
        raise SolveError(
            "bad_rules",
            "the discard game is that of two players who are dealt six cards, as in Rules()",
        )


def _part(progress: Progress | None, number: int, before: int) -> Callable[[int], None] | None:
    return None if progress is None else lambda done: progress(number, (before + done) / 182)


def solve_discards(
    rules: Rules = _STANDARD,
    *,
    tolerance: float = 0.0002,
    rounds: int = 60,
    state: Path | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    report: Callable[[DiscardStanding], None] | None = None,
) -> Solution:
    """Solve the discard game.

    Args:
        rules: rules for two players who are dealt six cards.
        tolerance: stop when neither gains more than this by deviating, points a deal.
        rounds: stop after so many rounds at the latest.
        state: a file that is written after each round, and gone on with where it exists.
        workers: how many threads work at it; all cores unless given.
        progress: called with the round and how much of it is done.
        report: called after each round with how it stands.

    Returns:
        The solution, without throws that were chosen less than one time in a hundred, and what a
        full best response gains against just that.

    Raises:
        SolveError: ``needs_numba``, ``bad_rules``, ``bad_state`` for a file of something else, and
            ``not_kept`` if the file cannot be written; the one before is left as it was.
    """
    # A file of something else is told at once, before the classes are made.
    _check(rules)
    kept = read_round(state, rules) if state is not None and state.exists() else None
    game = DiscardGame(rules, workers)
    if kept is None:
        # Where the crib is not thought of at all.
        number, own = 0, pure((game.sign * game.hands).argmax(axis=1))
        opponent = own
    else:
        number, own, opponent = kept
    while True:
        found = game.measure(number, own, opponent, progress)
        if report is not None:
            report(found.standing)
        gains = (found.standing.gain_own, found.standing.gain_opponent)
        if max(gains) <= tolerance or number >= rounds:
            break
        step = 1.0 if number == 0 else 2 / (number + 2)
        best_own = (game.sign * (game.hands + found.values_own)).argmax(axis=1)
        best_opponent = (game.sign * (game.hands - found.values_opponent)).argmax(axis=1)
        own = towards(own, pure(best_own), step)
        opponent = towards(opponent, pure(best_opponent), step)
        number += 1
        if state is not None:
            keep_round(state, rules, number, own, opponent)
    return game.measure(number, pruned(own), pruned(opponent), progress)


def towards(shares: Array, best: Array, step: float) -> Array:
    """Move a part of the way, and throw nothing away that is left."""
    moved: Array = (shares + (best - shares) * np.float32(step)).astype(np.float32)
    moved /= moved.sum(axis=1, keepdims=True)
    return moved


def pruned(shares: Array) -> Array:
    """Leave out what is chosen less than one time in a hundred."""
    kept = np.where(shares < _LEAST_SHARE, np.float32(0), shares)
    kept /= kept.sum(axis=1, keepdims=True)
    return kept


# The file of a run ------------------------------------------------------------------------------


def _head(rules: Rules) -> str:
    lowball = ", lowball" if rules.lowball else ""
    return f"discards, kernel {KERNEL_VERSION}, {rules.crib_flush}, {rules.nobs_points}{lowball}"


def keep_round(path: Path, rules: Rules, number: int, own: Array, opponent: Array) -> None:
    """Keep how the dealer and the pone throw after so many rounds.

    Raises:
        SolveError: ``not_kept``.
    """
    keep_state(path, _head(rules), number, sparse(own, opponent))


def read_round(path: Path, rules: Rules) -> tuple[int, Array, Array]:
    """Read what :func:`keep_round` wrote.

    Raises:
        SolveError: ``bad_state`` for a file of something else.
    """
    number, kept = read_state(path, _head(rules), _COMMAND)
    try:
        return number, *dense(kept)
    except (LookupError, TypeError, ValueError) as error:
        raise no_state(path, _COMMAND) from error


def sparse(own: Array, opponent: Array) -> dict[str, Array]:
    """Give what a file needs of how both throw; most shares are nothing."""
    kept: dict[str, Array] = {}
    for role, shares in (("own", own), ("opponent", opponent)):
        places = np.flatnonzero(shares)
        kept[f"{role}_places"] = places.astype(np.int32)
        kept[f"{role}_shares"] = shares.ravel()[places]
    return kept


def dense(kept: Mapping[str, Array]) -> tuple[Array, Array]:
    """Give float32[962988, 15] twice, of the dealer and the pone, from what :func:`sparse` gave."""
    found = []
    for role in ("own", "opponent"):
        shares = np.zeros(962_988 * 15, np.float32)
        shares[kept[f"{role}_places"]] = kept[f"{role}_shares"]
        found.append(shares.reshape(-1, 15))
    return found[0], found[1]


if not TYPE_CHECKING:
    # What it was called in an earlier version.
    __getattr__ = renamed(__name__, {"Standing": DiscardStanding})
