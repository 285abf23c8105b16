"""The whole deal of two players as one game, solved: discards and play together.

The discards decide which hands meet in the play, and the pegging of a hand is one of the reasons to
keep it. So the two are solved in turn, each against the current solution of the other. Fictitious
play improves the discards for hand, crib and the pegging of the kept cards in the solved play
(:mod:`pegout.solver.discard_game`). Then a few more sweeps improve the play for the hands that both
now keep (:mod:`pegout.solver.play_game`). Suits count in the discards alone. In the play, a player
ignores what its own discard says about the opponent's cards. Its belief over the opponent's hands
depends on its four kept cards alone, averaged over all discards that leave them.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from pegout.kernel import KERNEL_VERSION
from pegout.kernel.roles import Role
from pegout.kernel.score_tables import Array
from pegout.solver.checkpoint import need_numba, read_state, save_state
from pegout.solver.crib_sweep import pure
from pegout.solver.discard_game import DiscardGame, Solution, dense, prune, sparse, towards
from pegout.solver.export_discards import kept_sets
from pegout.solver.joint_ranges import Range, range_of
from pegout.solver.play_game import HandWeights, PlayStanding, solve_play
from pegout.solver.public_tree import PlayTree
from pegout.tables import rank_sets as ranks

#: Called with the round, the name of the current task, and the part of it that is done.
DealProgress = Callable[[int, str, float], None]

#: Each round has so many steps of fictitious play, and so many sweeps for each seat.
_STEPS: Final = 2
_SWEEPS: Final = 8
#: Keeps with a smaller share of a set of ranks are left out of a range.
_MIN_SHARE: Final = 0.001


class DealStanding(NamedTuple):
    """How far the strategies are from optimal, over whole deals.

    Attributes:
        round: the number of rounds so far.
        gain_dealer: the dealer's gain from a best response, points a deal.
        gain_pone: the pone's gain.
        discard_dealer: the part of the dealer's gain that better discards alone bring.
        discard_pone: the same for the pone.
        play: points of the dealer minus those of the pone in the play.
        hand_dealer: the mean of the dealer's hand.
        hand_pone: the mean of the pone's hand.
        crib: the mean of the crib.
    """

    round: int
    gain_dealer: float
    gain_pone: float
    discard_dealer: float
    discard_pone: float
    play: float
    hand_dealer: float
    hand_pone: float
    crib: float


class DealSolution(NamedTuple):
    """The whole deal, solved.

    Attributes:
        discards: the discard strategies of both, and the crib values of their discards.
        shares: float32[slots], the play strategies of both.
        pegs: float64[2, 1820], the pegging of each hand minus the opponent's, for the pone and for
            the dealer.
        deals: the weights of pairs of hands.
        standing: the exploitability over whole deals.
        play: the exploitability of the play alone, for these hands.
    """

    discards: Solution
    shares: Array
    pegs: Array
    deals: HandWeights
    standing: DealStanding
    play: PlayStanding


class DealGame:
    """Discards and play together.

    Args:
        workers: the number of threads; all cores unless given.
        progress: called with the part of the tree that is built.

    Attributes:
        discards: the discard game.
        tree: the public tree of the play.
        keeps: int16[962988, 15], the set of four ranks that each discard keeps.
        which: int64[962988], the number of the ranks of each class of hands.
        dealt: int64[18395, 6], these ranks.
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
        self.which: Array = which
        self.dealt: Array = held[self._first]

    def range(self, shares: Array) -> Range:
        """Return the range, by ranks, of a discard strategy, float32[962988, 15]."""
        indices = self.which[:, None] * 1820 + self.keeps
        weights = self.discards.sweep.weights[:, None] * shares.astype(np.float64)
        used = np.flatnonzero(weights.ravel() > 0)
        filled, where = np.unique(indices.ravel()[used], return_inverse=True)
        total = np.bincount(self.which, self.discards.sweep.weights)
        parts = np.bincount(where, weights.ravel()[used]) / total[filled // 1820]
        lists: list[list[tuple[int, float]]] = [[] for _ in total]
        for index, part in zip(filled.tolist(), parts.tolist(), strict=True):
            if part >= _MIN_SHARE:
                lists[index // 1820].append((index % 1820, part))
        numbers = {cards: at for at, cards in enumerate(ranks.sets(6))}
        keeps: list[list[tuple[int, float]]] = [[] for _ in total]
        for cards, keep_shares in zip(self.dealt.tolist(), lists, strict=True):
            whole = sum(part for _, part in keep_shares)
            keeps[numbers[tuple(cards)]] = [(keep, part / whole) for keep, part in keep_shares]
        return range_of(keeps)

    def deals(self, own: Array, opponent: Array) -> HandWeights:
        """Return the weights of pairs of hands, given both players' discard strategies."""
        return HandWeights.of(self.range(opponent), self.range(own), self.workers)

    def pegs(self, deals: HandWeights, shares: Array, *, best: bool = False) -> Array:
        """Return the pegging of each hand, or of each hand's best response.

        Returns:
            float64[2, 1820], points minus the opponent's, for the pone and for the dealer.
        """
        sweep = self.tree.best if best else self.tree.worth
        return np.stack([sweep(seat, deals.given[seat], shares) for seat in Role])

    def totals(self, discards: Solution, pegs: Array) -> tuple[Array, Array]:
        """Return the value of every discard of every hand, for the dealer and for the pone."""
        hands = self.discards.hands
        return (
            hands + discards.values_own + pegs[Role.DEALER][self.keeps],
            hands - discards.values_opponent + pegs[Role.PONE][self.keeps],
        )

    def measure(
        self, number: int, discards: Solution, deals: HandWeights, shares: Array, pegs: Array
    ) -> DealStanding:
        """Compute the gains of the best responses to a pair of strategies over whole deals."""
        own, opponent = self.totals(discards, pegs)
        answers = self.totals(discards, self.pegs(deals, shares, best=True))
        game = self.discards
        worth = game.mean(discards.own, own), game.mean(discards.opponent, opponent)
        return DealStanding(
            number,
            game.best(answers[0]) - worth[0],
            game.best(answers[1]) - worth[1],
            game.best(own) - worth[0],
            game.best(opponent) - worth[1],
            float(self.tree.worth(Role.DEALER, deals.met[Role.DEALER], shares).sum()),
            discards.standing.hand_own,
            discards.standing.hand_opponent,
            discards.standing.crib_own,
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
        tolerance: stop when neither seat gains more than this over whole deals, points a deal.
        play_tolerance: at the end, solve the play until both best responses to it together gain no
            more than this.
        rounds: stop after so many rounds at the latest.
        state: a checkpoint file. It is written after each round, and resumed from if it exists.
        progress: called with the round, the name of the current task, and the part of it that is
            done.
        report: called after each round with the gains of the best responses.

    Raises:
        SolveError: ``needs_numba``, ``bad_state`` for a file of another run, and ``not_kept``.
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
    """A run: the strategies of both seats after so many rounds."""

    def __init__(self, game: DealGame, state: Path | None, progress: DealProgress) -> None:
        self.game, self.state, self.progress = game, state, progress
        self.number = 0
        tree = game.tree
        saved: dict[str, Array] = {}
        if state is not None and state.exists():
            self.number, saved = read_state(state, self._head(), "pegout solve deal")
            self.own, self.opponent = dense(saved)
            self.regrets, self.means = saved["regrets"], saved["means"]
        else:
            self.own = self.opponent = pure(game.discards.hands.argmax(axis=1))
            self.regrets, self.means = tree.empty(), tree.empty()
        # The play strategy of a checkpoint already fits its discards.
        self._refresh(sweeps=0 if saved else _SWEEPS)

    def _head(self) -> str:
        return f"deal, kernel {KERNEL_VERSION}, {self.game.tree.slots}"

    def _refresh(self, sweeps: int = _SWEEPS) -> None:
        """Recompute what follows from the discards, and adapt the play to it with a few sweeps."""
        game = self.game
        self.progress(self.number, "discards", 0)
        self.discards = game.discards.measure(self.number, self.own, self.opponent)
        self.progress(self.number, "hands", 0)
        self.deals = game.deals(self.own, self.opponent)
        if sweeps:
            # Discount the earlier sweeps: they answered the discards of earlier rounds.
            self.means *= np.float32(0.3)
        for at in range(sweeps):
            self.progress(self.number, "play", at / sweeps)
            for seat in Role:
                game.tree.learn(
                    seat, self.deals.careless[seat], self.regrets, self.means,
                    _SWEEPS * self.number + at + 1,
                )  # fmt: skip
        self.progress(self.number, "values", 0)
        self.pegs = game.pegs(self.deals, self.means)

    def measure(self) -> DealStanding:
        return self.game.measure(self.number, self.discards, self.deals, self.means, self.pegs)

    def round(self) -> None:
        """Improve the discards, then the play."""
        game = self.game
        for step in range(_STEPS):
            if step:
                self.discards = game.discards.measure(self.number, self.own, self.opponent)
            done = _STEPS * self.number + step
            part = 1.0 if done == 0 else 2 / (done + 2)
            own, opponent = game.totals(self.discards, self.pegs)
            self.own = towards(self.own, pure(own.argmax(axis=1)), part)
            self.opponent = towards(self.opponent, pure(opponent.argmax(axis=1)), part)
        self.number += 1
        self._refresh()
        if self.state is not None:
            arrays = sparse(self.own, self.opponent)
            arrays |= {"regrets": self.regrets, "means": self.means}
            save_state(self.state, self._head(), self.number, arrays)

    def solution(self, tolerance: float) -> DealSolution:
        """Prune the rarest discards, and solve the play for the hands that are kept then."""
        game = self.game
        discards = game.discards.measure(self.number, prune(self.own), prune(self.opponent))
        deals = game.deals(discards.own, discards.opponent)
        play = solve_play(
            game.tree, deals, tolerance=tolerance, regrets=self.regrets,
            progress=lambda sweeps, _: self.progress(self.number, "play", (sweeps - 1) % 10 / 10),
        )  # fmt: skip
        pegs = game.pegs(deals, play.shares)
        standing = game.measure(self.number, discards, deals, play.shares, pegs)
        return DealSolution(discards, play.shares, pegs, deals, standing, play.standing)
