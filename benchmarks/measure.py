"""The measurements, each a function that gives one figure a round."""

from __future__ import annotations

import os
import pty
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from pegout.cards import CARDS, Card
from pegout.fairness import seeded_secrets
from pegout.match import Match, Seated, Setup
from pegout.rules import rules
from pegout.scoring import show, show_points

Hand = tuple[tuple[Card, ...], Card]


@dataclass(frozen=True)
class Figure:
    """One figure: its unit, the rounds' median, best and worst, the aim, and a peer's ratio."""

    what: str
    unit: str
    median: float
    best: float
    worst: float
    aim: float
    against: str = ""

    def to_json(self) -> dict[str, Any]:
        """Give the figure as plain data."""
        return asdict(self)


def figures(rounds: int) -> Iterator[Figure]:
    """Measure everything, one figure after the other."""
    hands = _hands(20_000)
    peer = _peer(hands[:2_000])
    itemised = [_rate(lambda: [show(*hand) for hand in hands], len(hands)) for _ in range(rounds)]
    peers = [_rate(peer, 2_000) for _ in range(rounds)] if peer else []
    ratio = f"cribbage-scorer × {median(itemised) / median(peers):.1f}" if peers else ""
    yield figure("shows counted, itemised", "a second", itemised, 70_000, ratio)
    totals = [
        _rate(lambda: [show_points(*hand) for hand in hands], len(hands)) for _ in range(rounds)
    ]
    yield figure("shows counted, total only", "a second", totals, 500_000)
    games = [_rate(lambda: _random_games(40), 40) for _ in range(rounds)]
    yield figure("random two-player games through the referee", "a second", games, 300)
    help_time = [_seconds(_help) for _ in range(rounds)]
    yield figure("pegout --help", "s", help_time, 0.25)
    first = [_first_screen() for _ in range(rounds)]
    yield figure("the first screen of the table", "s", first, 1.5)


def figure(what: str, unit: str, values: list[float], aim: float, against: str = "") -> Figure:
    """Sum up what the rounds measured; less is better of a time and a size, else more."""
    low, high = min(values), max(values)
    best, worst = (low, high) if unit in ("s", "kB", "%") else (high, low)
    return Figure(what, unit, median(values), best, worst, aim, against)


def _seconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def _rate(work: Callable[[], object], times: int) -> float:
    return times / _seconds(work)


def _hands(number: int) -> list[Hand]:
    chance = random.Random(20)
    dealt = [chance.sample(CARDS, 5) for _ in range(number)]
    return [(tuple(cards[:4]), cards[4]) for cards in dealt]


def _peer(hands: list[Hand]) -> Callable[[], object] | None:
    """Give the same counting by cribbage-scorer, if it is installed."""
    try:
        from cribbage_scorer import cribbage_scorer as scorer
    except ImportError:
        return None

    def card(one: Card) -> tuple[int, str]:
        return one.rank + 1, one.suit.letter

    theirs = [([card(one) for one in hand], card(starter)) for hand, starter in hands]
    return lambda: [scorer.show_calc_score(starter, hand) for hand, starter in theirs]


def _random_games(number: int) -> None:
    """Play whole games with random legal actions, fair deals and every check included."""
    for seed in range(number):
        chance = random.Random(seed)
        setup = Setup(f"bench-{seed}", rules(), (Seated("Ann"), Seated("Ben")))
        match = Match(setup, secrets=seeded_secrets(seed))
        while not match.over:
            seat = min(match.to_act)
            match.act(seat, chance.choice(match.legal(seat)))


_PEGOUT = (sys.executable, "-m", "pegout")


def _help() -> None:
    subprocess.run([*_PEGOUT, "--help"], check=True, stdout=subprocess.DEVNULL)


def _first_screen() -> float:
    """Start the table in a terminal of its own and wait for the words of its first screen."""
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
            os.execve(sys.executable, [*_PEGOUT], environment)
        seen = b""
        while b"Play" not in seen:
            seen += os.read(terminal, 65536)
        elapsed = perf_counter() - start
        os.kill(process, 9)
        os.waitpid(process, 0)
        os.close(terminal)
    return elapsed
