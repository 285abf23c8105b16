"""Measurements of compiled code: counting, discards, games, and the discard game. Needs numba."""

from __future__ import annotations

import os
import tempfile
from itertools import combinations
from time import perf_counter
from typing import TYPE_CHECKING, Final

from benchmarks import native
from benchmarks.figures import COUNTING, GAMES, SPREADING, STARTING, Row, Trial, measurement
from benchmarks.peers import open_spiel, open_spiel_bots
from benchmarks.timing import rate, seconds, until_done

if TYPE_CHECKING:
    from pegout.rules import Rules
    from pegout.search.knowledge import Knowledge
    from pegout.simulation import Policy

_NEEDS: Final = ("numpy", "numba")


# Counting and discards --------------------------------------------------------------------------


@measurement(
    "hands",
    "kernel",
    COUNTING,
    Row(
        "all 12,994,800 hands with starter, suits exact",
        "ms",
        elsewhere="cribbage-zero (C++) 3,100 ms",
    ),
    Row("the same, unchecked, into an array made before", "ms"),
    needs=_NEEDS,
    rounds=15,
)
def hands() -> Trial:
    """Count all 270,725 hands of four, each with the whole pack, in one call."""
    import numpy as np

    from pegout.kernel import count_rows, counting_loops
    from pegout.kernel.jit import compiled
    from pegout.kernel.score_tables import tables
    from pegout.kernel.validation import flushes_of
    from pegout.rules import Rules

    fours = np.array(list(combinations(range(52), 4)), np.int8)
    points = np.empty((len(fours), 52), np.int8)
    flushes, made = flushes_of(Rules(), crib=False), tables()
    counted = compiled(counting_loops.count_rows)

    def both() -> tuple[float, ...]:
        whole = seconds(lambda: count_rows(fours))
        loop = seconds(lambda: counted(fours, flushes, made, points))
        return 1e3 * whole, 1e3 * loop

    return Trial(
        both,
        {
            "C, one by one": native.one_by_one,
            "C, a row at once, into an array made before": lambda: native.rows(fours),
        },
    )


@measurement(
    "discards",
    "kernel",
    COUNTING,
    Row(
        "all 15 discards, the crib by table: `discard_values`, a million hands",
        "µs a hand",
    ),
    needs=_NEEDS,
    rounds=9,
)
def discards() -> Trial:
    """Value every discard of a million random hands of six."""
    from pegout.evaluation import discard_values
    from pegout.kernel import deal

    number = 1_000_000
    hands = deal(number, seed=1).hands[:, 0].copy()
    return Trial(
        lambda: (1e6 * seconds(lambda: discard_values(hands, "own")) / number,),
        {"C, unchecked, into an array made before": lambda: native.discards(hands)},
    )


@measurement(
    "sweep",
    "kernel",
    COUNTING,
    Row(
        "all 15 discards, every starter, every discard of the opponent as often as it is made",
        "µs a hand",
    ),
    Row("the same: all 962,988 deals up to suits", "s"),
    needs=_NEEDS,
    rounds=2,
)
def sweep() -> Trial:
    """Value every discard of every hand, hand and crib, against an opponent's strategy."""
    from pegout.solver.crib_sweep import CribSweep, hand_means, pure

    game = CribSweep(workers=1)
    shares = pure(hand_means().argmax(axis=1))

    def work() -> tuple[float, ...]:
        taken = seconds(lambda: hand_means() + game.values(shares))
        return 1e6 * taken / len(shares), taken

    return Trial(work)


@measurement(
    "solve",
    "kernel",
    COUNTING,
    Row("`pegout solve discards`, all cores: a round", "s"),
    Row("the same: preparation for the first", "s"),
    needs=_NEEDS,
    rounds=1,
    warm=False,
    one_core=False,
)
def solve() -> Trial:
    """Solve the discard game for two rounds; a round values every hand of both seats."""
    from pegout.solver.discard_game import DiscardStanding, solve_discards

    def work() -> tuple[float, ...]:
        moments = [perf_counter()]

        def note(_: DiscardStanding) -> None:
            moments.append(perf_counter())

        solve_discards(tolerance=0, rounds=2, report=note)
        begun, first, *_, last = moments
        each = (last - first) / (len(moments) - 2)
        return each, first - begun - each

    return Trial(work)


# Games ------------------------------------------------------------------------------------------


def _played(
    policies: list[str | Policy], rules: Rules, number: int, known: Knowledge | None = None
) -> float:
    """Return how many whole games are played in a second."""
    from pegout.evaluation.crib_means import cribs_array
    from pegout.simulation import play_games

    cribs = cribs_array(rules)
    return rate(
        lambda: play_games(policies, number, seed=1, rules=rules, cribs=cribs, knowledge=known),
        number,
    )


@measurement(
    "random-games",
    "kernel",
    GAMES,
    Row(
        "games of two, random play",
        "a second",
        "more",
        "cribbage-zero (C++) 92,000; OpenSpiel 12,600 in C++, 3,300 from Python",
    ),
    needs=_NEEDS,
    rounds=7,
)
def random_games() -> Trial:
    """Play 100,000 whole games of two players with random legal actions."""
    from pegout.rules import Rules

    return Trial(
        lambda: (_played(["random", "random"], Rules(), 100_000),),
        {
            "C": lambda: native.random_games(100_000),
            "OpenSpiel in C++": lambda: open_spiel_bots(1_000),
            "OpenSpiel from Python": lambda: open_spiel(200),
        },
    )


@measurement(
    "lookahead-games",
    "kernel",
    GAMES,
    Row(
        "games of two, crib table and one card of lookahead on both sides",
        "a second",
        "more",
        "cribbage-zero’s hard bot (C++) 1,485",
    ),
    Row("the same without the lookahead", "a second", better="more"),
    needs=_NEEDS,
)
def lookahead_games() -> Trial:
    """Play 20,000 whole games of two lookahead players."""
    from pegout.rules import Rules

    return Trial(
        lambda: (
            _played(["lookahead", "lookahead"], Rules(), 20_000),
            _played(["greedy", "greedy"], Rules(), 20_000),
        )
    )


@measurement(
    "expert-games",
    "kernel",
    GAMES,
    Row("games of two experts", "a second", better="more"),
    Row("the same, for points at any score", "a second", better="more"),
    needs=_NEEDS,
    rounds=3,
)
def expert_games() -> Trial:
    """Play 1,000 whole games of two experts, and 20,000 of two experts that value points alone."""
    from pegout.rules import Rules
    from pegout.search.model import knowledge

    known = knowledge()
    return Trial(
        lambda: (
            _played(["expert", "expert"], Rules(), 1_000, known),
            _played(["expert-points", "expert-points"], Rules(), 20_000, known),
        )
    )


@measurement(
    "more-players",
    "kernel",
    GAMES,
    Row("games of three, random play", "a second", better="more"),
    Row("games of three, crib table and lookahead", "a second", better="more"),
    Row("games of four, random play", "a second", better="more"),
    Row("games of four, crib table and lookahead", "a second", better="more"),
    needs=_NEEDS,
    rounds=3,
)
def more_players() -> Trial:
    """Play whole games of three players, and of four in two teams."""
    from pegout.rules import Rules

    def work() -> tuple[float, ...]:
        found = []
        for players in (3, 4):
            game = Rules(players=players)
            for policy, number in (("random", 20_000), ("lookahead", 10_000)):
                found.append(_played([policy] * game.sides, game, number))
        return tuple(found)

    return Trial(work)


@measurement(
    "batch",
    "kernel",
    GAMES,
    Row("steps of `pegout.env.BatchedEnv`, 4,096 games at once", "a second", better="more"),
    Row("the same of `pegout.simulation.Batch`, without observations", "a second", better="more"),
    needs=_NEEDS,
    rounds=3,
)
def batch() -> Trial:
    """Observe every game of a batch and take its first legal action, 100 times."""
    from pegout.env.batched import BatchedEnv
    from pegout.simulation import Batch

    games, steps = 4096, 100

    def seen() -> None:
        tables = BatchedEnv(games, seed=1)
        for _ in range(steps):
            _, masks, _ = tables.observe()
            tables.step(masks.argmax(axis=1))

    def unseen() -> None:
        rows = Batch(games, seed=1)
        for _ in range(steps):
            rows.step(rows.legal().argmax(axis=1))

    return Trial(lambda: (rate(seen, games * steps), rate(unseen, games * steps)))


@measurement(
    "vector-env",
    "kernel",
    GAMES,
    Row(
        "steps of `pegout.env.vector`, Gymnasium, 4,096 games against `greedy`",
        "a second",
        better="more",
    ),
    needs=(*_NEEDS, "gymnasium"),
    rounds=3,
)
def vector_env() -> Trial:
    """Take the first legal action of seat 0 in every game, 100 times; the other seats respond."""
    from pegout.env.vector import CribbageVectorEnv

    games, steps = 4096, 100
    tables = CribbageVectorEnv(games, others="greedy")

    def work() -> None:
        _, infos = tables.reset(seed=1)
        for _ in range(steps):
            *_, infos = tables.step(infos["action_mask"].argmax(axis=1))

    return Trial(lambda: (rate(work, games * steps),))


# Starting, and two processes --------------------------------------------------------------------

_FIRST_COUNT: Final = "from pegout.kernel import count_rows; count_rows([(1, 2, 3, 4)])"
_FIRST_GAME: Final = (
    "from pegout.simulation import play_games; play_games(['random'] * 2, 1, seed=1)"
)


@measurement(
    "first-result",
    "kernel",
    STARTING,
    Row("the first hand counted, nothing compiled before", "s"),
    Row("the same, compiled before", "s"),
    Row("the first game played, nothing compiled before", "s"),
    Row("the same, compiled before", "s"),
    needs=_NEEDS,
    rounds=1,
    warm=False,
    one_core=False,
)
def first_result() -> Trial:
    """Start Python and compute one result, with an empty cache of compiled code and then again."""
    peaks: list[float] = []

    def work() -> tuple[float, ...]:
        found = []
        for code in (_FIRST_COUNT, _FIRST_GAME):
            with tempfile.TemporaryDirectory() as folder:
                environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
                for _ in ("cold", "warm"):
                    taken, memory = until_done(code, environment)
                    found.append(taken)
                    peaks.append(memory or 0)
        return tuple(found)

    return Trial(work, memory=lambda: max(peaks, default=0) or None)


@measurement(
    "simulate",
    "kernel",
    SPREADING,
    Row("games of `pegout simulate lookahead lookahead`, one process", "a second", better="more"),
    Row("the same, two processes", "a second", better="more"),
    Row("two processes against one", "×", better="more"),
    needs=_NEEDS,
    rounds=3,
    one_core=False,
)
def simulations() -> Trial:
    """Play the same 131,072 games, 8 chunks, in this process and in two already running."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from pegout.contests.policy_contests import simulate

    number = 131_072
    pool = ProcessPoolExecutor(2, get_context("spawn"))

    def work() -> tuple[float, ...]:
        pair = ["lookahead", "lookahead"]
        one = rate(lambda: simulate(pair, number, seed=1, workers=1), number)
        two = rate(lambda: simulate(pair, number, seed=1, workers=2, executor=pool), number)
        return one, two, two / one

    return Trial(work, memory=lambda: None)
