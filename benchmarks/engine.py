"""Measurements that need no compiled code: the show, the referee, the command line, the levels."""

from __future__ import annotations

import os
import pty
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Final

from benchmarks.figures import PYTHON, SPREADING, STARTING, Row, Trial, measurement
from benchmarks.peers import Hand, cribbage_scorer, open_spiel
from benchmarks.timing import peak, rate, seconds, until_done
from pegout.cards import CARDS, Card

_PEGOUT: Final = (sys.executable, "-m", "pegout")


# In Python --------------------------------------------------------------------------------------


def _hands(number: int) -> list[Hand]:
    chance = random.Random(20)
    dealt = [chance.sample(CARDS, 5) for _ in range(number)]
    return [(tuple(cards[:4]), cards[4]) for cards in dealt]


def _sixes(number: int) -> list[tuple[Card, ...]]:
    chance = random.Random(21)
    return [tuple(chance.sample(CARDS, 6)) for _ in range(number)]


@measurement(
    "shows",
    "engine",
    PYTHON,
    Row(
        "shows counted, itemised",
        "a second",
        "more",
        "cribbage-scorer 62,000 to 68,500, cribbagesim 34,000",
    ),
    rounds=7,
)
def shows() -> Trial:
    """Count 20,000 random hands with their starters, every item, by ``scoring.unchecked``."""
    from pegout.scoring.unchecked import score_show

    hands = _hands(20_000)
    return Trial(
        lambda: (rate(lambda: [score_show(*hand) for hand in hands], len(hands)),),
        {"cribbage-scorer": lambda: cribbage_scorer(hands[:4_000])},
    )


@measurement(
    "totals",
    "engine",
    PYTHON,
    Row("shows counted, the total alone", "a second", "more"),
    rounds=7,
)
def totals() -> Trial:
    """Count 20,000 random hands with their starters, the points alone, by ``scoring.unchecked``."""
    from pegout.scoring.unchecked import show_points

    hands = _hands(20_000)
    return Trial(
        lambda: (rate(lambda: [show_points(*hand) for hand in hands], len(hands)),),
        {"cribbage-scorer": lambda: cribbage_scorer(hands[:4_000])},
    )


@measurement(
    "valued-discards",
    "engine",
    PYTHON,
    Row(
        "all 15 discards of one hand, every starter, the crib by table",
        "ms",
        elsewhere="C++ 7, a process for each hand",
    ),
)
def discards() -> Trial:
    """Call ``evaluation.discards.valued_discards`` for each of 200 random hands."""
    from pegout.evaluation.discards import valued_discards
    from pegout.rules import Rules

    hands, game = _sixes(200), Rules()
    return Trial(
        lambda: (
            1e3 * seconds(lambda: [valued_discards(hand, game, "own") for hand in hands]) / 200,
        )
    )


@measurement(
    "advice",
    "engine",
    PYTHON,
    Row(
        "the same by `analyse_discard`, with distributions and every discard of the opponent",
        "ms",
    ),
)
def advice() -> Trial:
    """Call ``analyse_discard`` for each of 20 random hands."""
    from pegout.evaluation.advice import analyse_discard

    hands = _sixes(20)
    return Trial(lambda: (1e3 * seconds(lambda: [analyse_discard(hand) for hand in hands]) / 20,))


@measurement(
    "referee",
    "engine",
    PYTHON,
    Row(
        "random games of two through the referee, fair deals and all checks included",
        "a second",
        "more",
        "cribbagesim 153, magmacrunch-cribbage 255",
    ),
)
def referee() -> Trial:
    """Play 40 whole games with random legal actions through ``Match``."""
    from pegout.fairness import seeded_secrets
    from pegout.match import Match, Seated, Setup
    from pegout.rules import Rules

    def work() -> None:
        for seed in range(40):
            chance = random.Random(seed)
            setup = Setup(f"bench-{seed}", Rules(), (Seated("Ann"), Seated("Ben")))
            match = Match(setup, secrets=seeded_secrets(seed))
            while not match.over:
                seat = min(match.to_act)
                match.act(seat, chance.choice(match.legal(seat)))

    return Trial(lambda: (rate(work, 40),), {"OpenSpiel from Python": lambda: open_spiel(200)})


@measurement(
    "aec",
    "engine",
    PYTHON,
    Row("steps of `pegout.env.aec`, a table of PettingZoo", "a second", better="more"),
    needs=("numpy", "pettingzoo"),
)
def aec_steps() -> Trial:
    """Play 10 whole games through the environment; each seat takes its first legal action."""
    from pegout.env import aec

    table = aec.env()

    def work() -> tuple[float, ...]:
        steps = 0
        start = perf_counter()
        for seed in range(10):
            table.reset(seed=seed)
            for _ in table.agent_iter():
                _, _, terminated, truncated, info = table.last()
                ended = terminated or truncated
                table.step(None if ended else int(info["action_mask"].argmax()))
                steps += 1
        return (steps / (perf_counter() - start),)

    return Trial(work)


_EXPERT_GAMES: Final = {2: 40, 3: 8, 4: 8}


@measurement(
    "decisions",
    "engine",
    PYTHON,
    Row("a decision of `expert` between two", "ms"),
    Row("the same, the longest of 40 games", "ms"),
    Row("a decision of `expert` among three", "ms"),
    Row("the same, the longest of 8 games", "ms"),
    Row("a decision of `expert` among four", "ms"),
    Row("the same, the longest of 8 games", "ms"),
    rounds=1,
    warm=False,
)
def decisions() -> Trial:
    """Let experts play whole games; their data is loaded before, as a table does."""
    from statistics import median

    from pegout.players import level_of

    def work() -> tuple[float, ...]:
        found: list[float] = []
        for players, games in _EXPERT_GAMES.items():
            level_of("expert").preload(players)
            taken = [wait for seed in range(games) for wait in _decided(players, seed)]
            found += [1e3 * median(taken), 1e3 * max(taken)]
        return tuple(found)

    return Trial(work)


def _decided(players: int, seed: int) -> list[float]:
    """Return how long each discard and each card of a game took, where the seat had a choice."""
    from pegout.fairness import seeded_secrets
    from pegout.match import Match, Seated, Setup
    from pegout.players import create
    from pegout.rules import Phase, Rules

    game = Rules(players=players)
    seats = range(players)
    setup = Setup(f"bench-{seed}", game, tuple([Seated(str(seat), "expert") for seat in seats]))
    match, taken = Match(setup, secrets=seeded_secrets(seed)), []
    experts = [create("expert", seat) for seat in seats]
    while not match.over:
        seat = min(match.to_act)
        view = match.view(seat)
        start = perf_counter()
        action = experts[seat].choose(view)
        if view.phase in (Phase.DISCARD, Phase.PLAY) and len(match.legal(seat)) > 1:
            taken.append(perf_counter() - start)
        match.act(seat, action)
    return taken


# Starting ---------------------------------------------------------------------------------------


def _imported(*codes: str) -> Trial:
    """Run pieces of Python, each in a fresh interpreter; the memory is that of the first."""
    peaks: list[float] = []

    def work() -> tuple[float, ...]:
        found = [until_done(code) for code in codes]
        peaks.append(found[0][1] or 0)
        return tuple([taken for taken, _ in found])

    return Trial(work, memory=lambda: max(peaks, default=0) or None)


@measurement(
    "import",
    "engine",
    STARTING,
    Row("`import pegout`, with Python’s own start", "s"),
    Row("Python’s own start alone", "s"),
    rounds=9,
)
def import_pegout() -> Trial:
    """Start Python and import the package."""
    return _imported("import pegout", "pass")


@measurement(
    "import-kernel",
    "engine",
    STARTING,
    Row("`import pegout.kernel`, with Python’s own start", "s"),
    needs=("numpy",),
    rounds=9,
)
def import_kernel() -> Trial:
    """Start Python and import the kernel, which compiles only on first use."""
    return _imported("import pegout.kernel")


@measurement("help", "engine", STARTING, Row("`pegout --help`", "s"), rounds=9)
def command_line() -> Trial:
    """Start the command line, print its help and exit."""

    def work() -> None:
        subprocess.run([*_PEGOUT, "--help"], check=True, stdout=subprocess.DEVNULL)

    return Trial(lambda: (seconds(work),), memory=lambda: None)


@measurement(
    "first-screen",
    "engine",
    STARTING,
    Row("the first screen of the table in a terminal", "s"),
    one_core=False,
)
def first_screen() -> Trial:
    """Start the terminal table in a separate terminal and wait for the text of its first screen."""
    peaks: list[float] = []

    def work() -> tuple[float, ...]:
        taken, memory = _first_screen()
        peaks.append(memory or 0)
        return (taken,)

    return Trial(work, memory=lambda: max(peaks, default=0) or None)


def _first_screen() -> tuple[float, float | None]:
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "TERM": "xterm-256color",
            "LANG": "en_GB.UTF-8",
            "LANGUAGE": "en",
            "COLUMNS": "100",
            "LINES": "30",
            "PEGOUT_DATA": str(Path(folder) / "games.sqlite"),
            "PEGOUT_CONFIG": str(Path(folder) / "settings.toml"),
        }
        start = perf_counter()
        process, terminal = pty.fork()
        if not process:
            os.execve(sys.executable, [*_PEGOUT, "terminal"], environment)
        seen = b""
        while b"Play" not in seen:
            seen += os.read(terminal, 65536)
        elapsed = perf_counter() - start
        memory = peak(process)
        os.kill(process, 9)
        os.waitpid(process, 0)
        os.close(terminal)
    return elapsed, memory


# Two processes ----------------------------------------------------------------------------------


@measurement(
    "arena",
    "engine",
    SPREADING,
    Row("games of `pegout arena club novice`, one process", "a second", better="more"),
    Row("the same, two processes", "a second", better="more"),
    Row("two processes against one", "×", better="more"),
    rounds=2,
    warm=False,
    one_core=False,
)
def arena() -> Trial:
    """Play the same 32 games of two levels in this process, and in two that are already running."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from pegout.contests.arena import play_matchup

    number = 32
    pool = ProcessPoolExecutor(2, get_context("spawn"))
    play_matchup(["random", "random"], number, seed=1, workers=2, executor=pool)

    def work() -> tuple[float, ...]:
        levels = ["club", "novice"]
        one = rate(lambda: play_matchup(levels, number, seed=1, workers=1), number)
        two = rate(lambda: play_matchup(levels, number, seed=1, workers=2, executor=pool), number)
        return one, two, two / one

    return Trial(work, memory=lambda: None)
