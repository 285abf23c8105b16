"""The whole deal as one game: its sums, and how a run resumes, with stand-ins for its parts.

One hand for each set of six ranks stands for all 962,988 classes, and a few numbers for the play.
"""

from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pegout.kernel import COMPILED
from pegout.kernel.actions import DISCARDS_OF_SIX
from pegout.kernel.roles import Role
from pegout.kernel.score_tables import Array
from pegout.solver import deal_game, play_game
from pegout.solver.checkpoint import SolveError
from pegout.solver.crib_sweep import pure
from pegout.solver.deal_game import DealGame, DealStanding, solve_deal
from pegout.solver.discard_game import DiscardStanding, Solution
from pegout.solver.play_game import HandWeights
from pegout.solver.public_tree import HANDS
from pegout.tables import rank_sets as ranks
from tests.solver.discards import WITHOUT_NUMBA

needs_numba = pytest.mark.skipif(not COMPILED, reason=WITHOUT_NUMBA)

SIX = ranks.sets(6)
FOUR = {cards: at for at, cards in enumerate(ranks.sets(4))}
NUMBER = len(SIX)


class FewDiscards:
    """A hand for each set of ranks, and discards with random values in the crib."""

    def __init__(self, workers: int | None = None) -> None:
        del workers
        chance = np.random.default_rng(1)
        self.order = chance.permutation(NUMBER)
        self.sweep = self
        cards = [
            [rank * 4 + SIX[at][:index].count(rank) for index, rank in enumerate(SIX[at])]
            for at in self.order
        ]
        self.hands: Array = np.array(cards, np.int8)
        self.weights = np.array([ranks.ways(SIX[at]) for at in self.order], np.int64)
        self.parts = self.weights / self.weights.sum()
        self.cribs = chance.uniform(3, 7, (2, NUMBER, 15))

    def mean(self, shares: Array, values: Array) -> float:
        return float((self.parts * (shares * values).sum(axis=1)).sum())

    def best(self, totals: Array) -> float:
        return float((self.parts * totals.max(axis=1)).sum())

    def measure(self, number: int, own: Array, opponent: Array) -> Solution:
        standing = DiscardStanding(number, 0, 0, 8.0, 8.1, 4.7, 4.7, 0)
        # The value of a discard depends a little on the opponent's strategy.
        values = self.cribs[0] + opponent, self.cribs[1] - own
        return Solution(own, opponent, values[0], values[1], standing)


class FewCards:
    """A play of three numbers, which sweeps change."""

    slots = 3

    def __init__(self, workers: int | None = None, progress: Any = None) -> None:
        del workers, progress
        self.sweeps = 0
        self.makes = np.random.default_rng(2).uniform(-3, 3, (2, HANDS))

    def empty(self) -> Array:
        return np.zeros(3, np.float32)

    def learn(self, own: Role, weights: Array, regrets: Array, means: Array, weight: float) -> None:
        del weights
        self.sweeps += 1
        regrets[own] += np.float32(weight)
        means += np.float32(weight) * np.array([1, 2, 3 + regrets[0]], np.float32)

    def worth(self, own: Role, weights: Array, shares: Array) -> Array:
        part = float(shares[0] / shares.sum()) if shares.any() else 1.0
        found: Array = self.makes[own] * part * float(weights[0, 0])
        return found

    def best(self, own: Role, weights: Array, shares: Array) -> Array:
        return self.worth(own, weights, shares) + 0.25


ONES = np.ones((1, 1), np.float32)


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> DealGame:
    class HandMeans(FewDiscards):
        """The same with ``hands`` as the values of the kept cards; the sweep has the cards."""

        def __init__(self, workers: int | None = None) -> None:
            super().__init__(workers)
            self.sweep = FewDiscards()
            self.hands = np.random.default_rng(3).uniform(0, 12, (NUMBER, 15))

    monkeypatch.setattr(deal_game, "DiscardGame", HandMeans)
    monkeypatch.setattr(deal_game, "PlayTree", FewCards)

    def deals(_: Any, own: Array, opponent: Array) -> HandWeights:
        del own, opponent
        return HandWeights((ONES, ONES), (ONES, ONES), (ONES, ONES))

    monkeypatch.setattr(DealGame, "deals", deals)

    def dense(kept: Any) -> tuple[Array, Array]:
        found = []
        for role in ("own", "opponent"):
            shares = np.zeros(NUMBER * 15, np.float32)
            shares[kept[f"{role}_places"]] = kept[f"{role}_shares"]
            found.append(shares.reshape(-1, 15))
        return found[0], found[1]

    monkeypatch.setattr(deal_game, "dense", dense)
    for module in (deal_game, play_game):
        monkeypatch.setattr(module, "need_numba", lambda _: None)
    return DealGame(workers=1)


# The kept hands


def test_each_discard_keeps_the_other_four(game: DealGame) -> None:
    cards = (game.discards.sweep.hands >> 2).tolist()
    for at in range(0, NUMBER, 97):
        for discard, places in enumerate(DISCARDS_OF_SIX):
            kept = tuple([rank for index, rank in enumerate(cards[at]) if index not in places])
            assert game.keeps[at, discard] == FOUR[kept]


def test_a_range_is_what_a_strategy_of_discards_keeps(game: DealGame) -> None:
    chance = np.random.default_rng(5)
    shares = pure(chance.integers(0, 15, NUMBER)) * 0.75 + pure(chance.integers(0, 15, NUMBER)) / 4
    found = game.range(shares.astype(np.float32))
    places = {
        tuple(cards): at for at, cards in enumerate((game.discards.sweep.hands >> 2).tolist())
    }
    assert len(found.starts) == NUMBER + 1
    for at, cards in enumerate(SIX):
        part = slice(found.starts[at], found.starts[at + 1])
        wanted: dict[int, float] = {}
        for discard in np.flatnonzero(shares[places[cards]]).tolist():
            keep = int(game.keeps[places[cards], discard])
            wanted[keep] = wanted.get(keep, 0) + float(shares[places[cards], discard])
        assert dict(zip(found.keeps[part], found.parts[part], strict=True)) == pytest.approx(wanted)


def test_what_is_hardly_ever_kept_is_no_part_of_a_range(game: DealGame) -> None:
    # The first discard keeps the high cards, and the last keeps the low ones.
    shares = pure(np.zeros(NUMBER, np.int64)) * 0.9995 + pure(np.full(NUMBER, 14)) * 0.0005
    found = game.range(shares.astype(np.float32))
    assert np.diff(found.starts).tolist() == [1] * NUMBER
    assert found.parts.tolist() == [1.0] * NUMBER
    assert [ranks.sets(4)[keep] for keep in found.keeps.tolist()] == [cards[2:] for cards in SIX]


def test_hands_of_one_set_of_ranks_count_by_their_ways(game: DealGame) -> None:
    # Two classes of one set of ranks, one with three times as many hands.
    game.which = np.array([0, 0])
    game.dealt = np.array([SIX[0]])
    game.keeps = np.array([[FOUR[(0, 0, 0, 1)]] * 15, [FOUR[(0, 0, 1, 1)]] * 15], np.int16)
    game.discards.sweep.weights = np.array([3, 1])
    found = game.range(pure(np.array([0, 0])))
    assert found.parts.tolist() == [0.75, 0.25]


# Values


def test_a_discard_is_worth_hand_crib_and_play(game: DealGame) -> None:
    few: Any = game.discards
    discards = few.measure(0, pure(np.zeros(NUMBER, np.int64)), pure(np.ones(NUMBER, np.int64)))
    pegs = np.random.default_rng(6).uniform(-2, 2, (2, HANDS))
    own, opponent = game.totals(discards, pegs)
    for at, discard in zip(range(0, NUMBER, 501), range(1000), strict=False):
        index = discard % 15
        keep = game.keeps[at, index]
        hand = few.hands[at, index]
        assert own[at, index] == pytest.approx(
            hand + discards.values_own[at, index] + pegs[Role.DEALER, keep]
        )
        assert opponent[at, index] == pytest.approx(
            hand - discards.values_opponent[at, index] + pegs[Role.PONE, keep]
        )


def test_a_standing_tells_what_discards_and_play_gain(game: DealGame) -> None:
    few: Any = game.discards
    best = few.hands.argmax(axis=1)
    discards = few.measure(4, pure(best), pure(best))
    shares = np.array([1, 1, 2], np.float32)
    deals = game.deals(discards.own, discards.opponent)
    pegs = game.pegs(deals, shares)
    assert pegs == pytest.approx(game.tree.makes / 4)  # type: ignore[attr-defined]
    assert game.pegs(deals, shares, best=True) == pytest.approx(pegs + 0.25)
    found = game.measure(4, discards, deals, shares, pegs)
    own, opponent = game.totals(discards, pegs)
    assert found.discard_dealer == pytest.approx(few.best(own) - few.mean(discards.own, own))
    assert found.discard_pone == pytest.approx(
        few.best(opponent) - few.mean(discards.opponent, opponent)
    )
    # Here the best response in the play gains a quarter of a point with every hand.
    assert found.gain_dealer == pytest.approx(found.discard_dealer + 0.25)
    assert found.gain_pone == pytest.approx(found.discard_pone + 0.25)
    assert (found.round, found.hand_dealer, found.hand_pone, found.crib) == (4, 8.0, 8.1, 4.7)
    assert found.play == pytest.approx(pegs[Role.DEALER].sum())


# A run


def run(game: DealGame, **given: Any) -> tuple[Any, list[DealStanding]]:
    told: list[DealStanding] = []
    # One weight stands for the play of 1,820 hands, so the tolerance is large.
    solution = solve_deal(game, report=told.append, **{"play_tolerance": 1e6, **given})
    return solution, told


def test_it_stops_after_so_many_rounds_and_as_soon_as_nobody_gains(game: DealGame) -> None:
    _, told = run(game, tolerance=0, rounds=3)
    assert [standing.round for standing in told] == [0, 1, 2, 3]
    _, told = run(game, tolerance=20, rounds=3)
    assert [standing.round for standing in told] == [0]
    _, told = run(game, tolerance=0, rounds=0)
    assert [standing.round for standing in told] == [0]


def test_rounds_discard_better(game: DealGame) -> None:
    solution, told = run(game, tolerance=0, rounds=6)
    assert told[-1].discard_dealer < told[0].discard_dealer / 5
    assert told[-1].discard_pone < told[0].discard_pone / 5
    assert solution.standing.round == 6
    assert solution.discards.own.sum(axis=1) == pytest.approx(np.ones(NUMBER), abs=1e-5)
    assert not ((solution.discards.own > 0) & (solution.discards.own < 0.0099)).any()
    assert np.array_equal(solution.pegs, game.pegs(solution.deals, solution.shares))


def test_it_says_what_is_being_done(game: DealGame) -> None:
    seen: list[tuple[int, str]] = []
    parts: list[float] = []

    def progress(number: int, what: str, part: float) -> None:
        seen.append((number, what))
        parts.append(part)

    run(game, tolerance=0, rounds=1, progress=progress)
    steps = ["discards", "hands", *["play"] * 8, "values"]
    # In the end the play is solved for the final ranges.
    wanted = [(number, step) for number in (0, 1) for step in steps] + 10 * [(1, "play")]
    assert seen == wanted
    assert all(0 <= part <= 1 for part in parts)


def test_an_interrupted_run_goes_on_as_if_nothing_had_been(game: DealGame, tmp_path: Path) -> None:
    whole, told = run(game, tolerance=0, rounds=4)
    state = tmp_path / "deep" / "a.npz"

    def stop(number: int, what: str, _: float) -> None:
        if (number, what) == (3, "values"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(game, tolerance=0, rounds=4, state=state, progress=stop)
    assert list(state.parent.iterdir()) == [state]
    parted, later = run(game, tolerance=0, rounds=4, state=state)
    assert [standing.round for standing in later] == [2, 3, 4]
    assert later == told[2:]
    assert np.array_equal(parted.discards.own, whole.discards.own)
    assert np.array_equal(parted.shares, whole.shares)
    assert parted.standing == whole.standing


def test_a_file_of_something_else_is_left_alone(game: DealGame, tmp_path: Path) -> None:
    state = tmp_path / "notes.txt"
    state.write_text("my notes")
    with pytest.raises(SolveError, match="no file of a run of pegout solve deal") as caught:
        run(game, state=state)
    assert caught.value.code == "bad_state"
    assert state.read_text() == "my notes"


# The true game


@needs_numba
@pytest.mark.long
def test_a_round_of_the_true_game() -> None:
    game = DealGame()
    assert game.keeps.shape == (962_988, 15)
    every = list(combinations(range(6), 4))
    hand = (game.discards.sweep.hands[12_345] >> 2).tolist()
    assert {int(keep) for keep in game.keeps[12_345]} == {
        FOUR[tuple(hand[index] for index in places)] for places in every
    }
    solution, told = run(game, tolerance=0, rounds=1, play_tolerance=0.05)
    assert told[0].gain_dealer > 5 * told[1].gain_dealer > 0
    assert told[0].gain_pone > 4 * told[1].gain_pone > 0
    assert told[1].discard_dealer < told[1].gain_dealer
    assert told[1].play == pytest.approx(1.3, abs=0.1)
    assert told[1].crib == pytest.approx(4.7, abs=0.1)
    assert solution.play.gain <= 0.05
