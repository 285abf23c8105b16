"""The whole deal of two players, solved: discards and play together.

The discards decide what both hold in the play, and what a hand makes in the play is one of the
reasons to keep it. So each is solved against the other in turn: the discards, by fictitious play,
for hand, crib and what the kept cards make in the solved play (:mod:`pegout.evaluation.
discard_game`); then the play, by a few more sweeps, for what both keep now (:mod:`pegout.
evaluation.play_game`). Suits count in the discards alone. What the own throw tells of the other's
cards is left out of the play: by its four cards a player knows what the other keeps in the mean
over all throws that it keeps them from.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from pegout.kernel import KERNEL_VERSION
from pegout.kernel.score_tables import Array
from pegout.solver.checkpoint import keep_state, need_numba, read_state
from pegout.solver.crib_sweep import pure
from pegout.solver.discard_game import DiscardGame, Solution, dense, pruned, sparse, towards
from pegout.solver.export_discards import kept_sets
from pegout.solver.joint_ranges import Range, range_of
from pegout.solver.play_game import HandWeights, PlayStanding, solve_play
from pegout.solver.public_tree import DEALER, PONE, PlayTree
from pegout.tables import rank_sets as ranks

__all__ = ["DealGame", "DealSolution", "DealStanding", "solve_deal"]

#: Called with the round, what is being done, and how much of it.
DealProgress = Callable[[int, str, float], None]

#: In each round so many steps of fictitious play, and so many sweeps for each seat.
_STEPS: Final = 2
_SWEEPS: Final = 8
#: Shares of a set of ranks below this are no part of a range.
_LEAST_SHARE: Final = 0.001


class DealStanding(NamedTuple):
    """How good ways of throwing and playing are, over whole deals.

    Attributes:
        round: after how many rounds.
        gain_dealer: what the dealer would gain by the best response, points a deal.
        gain_pone: what the pone would gain.
        throw_dealer: how much of it by other throws alone.
        throw_pone: the same for the pone.
        play: points of the dealer less those of the pone in the play.
        hand_dealer: the mean of the dealer's hand.
        hand_pone: the mean of the pone's hand.
        crib: the mean of the crib.
    """

    round: int
    gain_dealer: float
    gain_pone: float
    throw_dealer: float
    throw_pone: float
    play: float
    hand_dealer: float
    hand_pone: float
    crib: float


class DealSolution(NamedTuple):
    """The whole deal, solved.

    Attributes:
        throws: how both throw, and what the throws make in the crib.
        shares: float32[slots], how both play.
        pegs: float64[2, 1820], what each hand makes in the play, points less the other's, for the
            pone and for the dealer.
        deals: how hands meet.
        standing: how good it is.
        play: how good the play alone is, for these hands.
    """

    throws: Solution
    shares: Array
    pegs: Array
    deals: HandWeights
    standing: DealStanding
    play: PlayStanding


class DealGame:
    """Discards and play together.

    Args:
        workers: how many threads work at it; all cores unless given.
        progress: called with the part of the tree that is built.

    Attributes:
        discards: the game of discards.
        tree: the public tree of the play.
        keeps: int16[962988, 15], the set of four ranks that each throw keeps.
    """

    def __init__(
        self, workers: int | None = None, progress: Callable[[float], None] | None = None
    ) -> None:
        self.workers = workers
        self.discards = DiscardGame(workers=workers)
        self.tree = PlayTree(workers=workers, progress=progress)
        self.keeps = kept_sets(self.discards.sweep.hands >> 2)
        held = self.discards.sweep.hands.astype(np.int64) >> 2
        _, self._first, which = np.unique(
            held @ 13 ** np.arange(5, -1, -1), return_index=True, return_inverse=True
        )
        self._which: Array = which
        self._dealt: Array = held[self._first]

    def range(self, shares: Array) -> Range:
        """Give what is kept by a way of throwing, float32[962988, 15], by ranks."""
        places = self._which[:, None] * 1820 + self.keeps
        weights = self.discards.sweep.weights[:, None] * shares.astype(np.float64)
        used = np.flatnonzero(weights.ravel() > 0)
        kept, where = np.unique(places.ravel()[used], return_inverse=True)
        total = np.bincount(self._which, self.discards.sweep.weights)
        parts = np.bincount(where, weights.ravel()[used]) / total[kept // 1820]
        lists: list[list[tuple[int, float]]] = [[] for _ in total]
        for place, part in zip(kept.tolist(), parts.tolist(), strict=True):
            if part >= _LEAST_SHARE:
                lists[place // 1820].append((place % 1820, part))
        numbers = {cards: at for at, cards in enumerate(ranks.sets(6))}
        found: list[list[tuple[int, float]]] = [[] for _ in total]
        for cards, one in zip(self._dealt.tolist(), lists, strict=True):
            whole = sum(part for _, part in one)
            found[numbers[tuple(cards)]] = [(keep, part / whole) for keep, part in one]
        return range_of(found)

    def deals(self, own: Array, opponent: Array) -> HandWeights:
        """Say how hands meet when the dealer and the pone throw so."""
        return HandWeights.of(self.range(opponent), self.range(own), self.workers)

    def pegs(self, deals: HandWeights, shares: Array, *, best: bool = False) -> Array:
        """Give what each hand makes in the play, or what its best response would make.

        Returns:
            float64[2, 1820], points less the other's, for the pone and for the dealer.
        """
        sweep = self.tree.best if best else self.tree.worth
        return np.stack([sweep(seat, deals.given[seat], shares) for seat in (PONE, DEALER)])

    def totals(self, throws: Solution, pegs: Array) -> tuple[Array, Array]:
        """Give what every throw of every hand is worth, for the dealer and for the pone."""
        hands = self.discards.hands
        return (
            hands + throws.values_own + pegs[DEALER][self.keeps],
            hands - throws.values_opponent + pegs[PONE][self.keeps],
        )

    def measure(
        self, number: int, throws: Solution, deals: HandWeights, shares: Array, pegs: Array
    ) -> DealStanding:
        """Say what the best responses to ways of throwing and playing gain over whole deals."""
        own, opponent = self.totals(throws, pegs)
        answers = self.totals(throws, self.pegs(deals, shares, best=True))
        discards = self.discards
        worth = discards.mean(throws.own, own), discards.mean(throws.opponent, opponent)
        return DealStanding(
            number,
            discards.best(answers[0]) - worth[0],
            discards.best(answers[1]) - worth[1],
            discards.best(own) - worth[0],
            discards.best(opponent) - worth[1],
            float(self.tree.worth(DEALER, deals.met[DEALER], shares).sum()),
            throws.standing.hand_own,
            throws.standing.hand_opponent,
            throws.standing.crib_own,
        )


def solve_deal(
    game: DealGame,
    *,
    tolerance: float = 0.01,
    play_tolerance: float = 0.002,
    rounds: int = 40,
    state: Path | None = None,
    progress: DealProgress | None = None,
    report: Callable[[DealStanding], None] | None = None,
) -> DealSolution:
    """Solve the whole deal.

    Args:
        game: the game.
        tolerance: stop when neither gains more than this over whole deals, points a deal.
        play_tolerance: in the end, the play is solved until both best responses to it together
            gain no more than this.
        rounds: stop after so many rounds at the latest.
        state: a file that is written after each round, and gone on with where it exists.
        progress: called with the round, what is being done, and how much of it.
        report: called after each round with how it stands.

    Raises:
        SolveError: ``needs_numba``, ``bad_state`` for a file of something else, and ``not_kept``.
    """
    need_numba("solving the whole deal")
    run = _Run(game, state, progress or (lambda *_: None))
    while True:
        standing = run.measure()
        if report is not None:
            report(standing)
        gain = max(standing.gain_dealer, standing.gain_pone)
        if gain <= tolerance or run.number >= rounds:
            return run.solution(play_tolerance)
        run.round()


class _Run:
    """A run: how both throw and play after so many rounds."""

    def __init__(self, game: DealGame, state: Path | None, progress: DealProgress) -> None:
        self.game, self.state, self.progress = game, state, progress
        self.number = 0
        tree = game.tree
        kept: dict[str, Array] = {}
        if state is not None and state.exists():
            self.number, kept = read_state(state, self._head(), "pegout solve deal")
            self.own, self.opponent = dense(kept)
            self.regrets, self.means = kept["regrets"], kept["means"]
        else:
            self.own = self.opponent = pure(game.discards.hands.argmax(axis=1))
            self.regrets, self.means = tree.empty(), tree.empty()
        # What was kept has been played for already.
        self._refresh(sweeps=0 if kept else _SWEEPS)

    def _head(self) -> str:
        return f"deal, kernel {KERNEL_VERSION}, {self.game.tree.slots}"

    def _refresh(self, sweeps: int = _SWEEPS) -> None:
        """Find what follows from how both throw, and play a little for it."""
        game = self.game
        self.progress(self.number, "throws", 0)
        self.throws = game.discards.measure(self.number, self.own, self.opponent)
        self.progress(self.number, "hands", 0)
        self.deals = game.deals(self.own, self.opponent)
        if sweeps:
            # How others threw some rounds ago is soon forgotten.
            self.means *= np.float32(0.3)
        for at in range(sweeps):
            self.progress(self.number, "play", at / sweeps)
            for seat in (PONE, DEALER):
                game.tree.learn(
                    seat, self.deals.careless[seat], self.regrets, self.means,
                    _SWEEPS * self.number + at + 1,
                )  # fmt: skip
        self.progress(self.number, "values", 0)
        self.pegs = game.pegs(self.deals, self.means)

    def measure(self) -> DealStanding:
        return self.game.measure(self.number, self.throws, self.deals, self.means, self.pegs)

    def round(self) -> None:
        """Throw better, then play better."""
        game = self.game
        for step in range(_STEPS):
            if step:
                self.throws = game.discards.measure(self.number, self.own, self.opponent)
            done = _STEPS * self.number + step
            part = 1.0 if done == 0 else 2 / (done + 2)
            own, opponent = game.totals(self.throws, self.pegs)
            self.own = towards(self.own, pure(own.argmax(axis=1)), part)
            self.opponent = towards(self.opponent, pure(opponent.argmax(axis=1)), part)
        self.number += 1
        self._refresh()
        if self.state is not None:
            arrays = sparse(self.own, self.opponent)
            arrays |= {"regrets": self.regrets, "means": self.means}
            keep_state(self.state, self._head(), self.number, arrays)

    def solution(self, tolerance: float) -> DealSolution:
        """Leave out throws that are hardly ever made, and solve the play for what is kept then."""
        game = self.game
        throws = game.discards.measure(self.number, pruned(self.own), pruned(self.opponent))
        deals = game.deals(throws.own, throws.opponent)
        play = solve_play(
            game.tree, deals, tolerance=tolerance, regrets=self.regrets,
            progress=lambda sweeps, _: self.progress(self.number, "play", (sweeps - 1) % 10 / 10),
        )  # fmt: skip
        pegs = game.pegs(deals, play.shares)
        standing = game.measure(self.number, throws, deals, play.shares, pegs)
        return DealSolution(throws, play.shares, pegs, deals, standing, play.standing)
