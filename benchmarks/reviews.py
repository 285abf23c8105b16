"""Reviews of games: how long they take, and how much those on a server slow down its tables."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import cycle
from statistics import mean, median, quantiles
from time import perf_counter
from typing import Final
from zlib import compress

from benchmarks.crowd import Crowd
from benchmarks.figures import PYTHON, WEB, Row, Trial, measurement
from benchmarks.server import Server, serving
from benchmarks.timing import peak, seconds
from pegout.notation import Record

#: How many games of two, of three and of four are reviewed.
_GAMES: Final = {2: 8, 3: 2, 4: 2}
#: How many games are in progress while others are reviewed.
_TABLES: Final = 250
#: How many times to measure without reviews and with them, in alternation.
_TURNS: Final = 4
#: The time to settle before a measurement, and the time of the measurement, in seconds.
_SETTLE: Final = 3.0
_MEASURE: Final = 10.0
#: The average time that a player thinks, in seconds.
_PACE: Final = 2.0
#: The interval between two queries for the state of a review, in seconds.
_OFTEN: Final = 0.5


def played_record(players: int, seed: int) -> Record:
    """Return the record of a game of computer players."""
    from pegout.fairness import seeded_secrets
    from pegout.match import Match, Seated, Setup
    from pegout.players import advance
    from pegout.rules import Rules

    rules = Rules(players=players)
    levels = cycle(("club", "casual", "novice"))
    seats = tuple([Seated(f"Player {seat}", next(levels)) for seat in range(players)])
    match = Match(Setup(f"review-{seed}", rules, seats), secrets=seeded_secrets(seed))
    for _ in advance(match):
        pass
    return match.record()


@measurement(
    "reviews",
    "engine",
    PYTHON,
    Row("a game of two reviewed, every decision and the luck", "s"),
    Row("the longest of 8 games of two", "s"),
    Row("a game of three reviewed", "s"),
    Row("a game of four reviewed", "s"),
    Row("a game of two as it is stored, compressed", "kB"),
    needs=("numpy",),
    rounds=1,
    warm=False,
)
def reviews() -> Trial:
    """Review whole games of club, casual and novice; the data for games of two is loaded before."""
    from pegout.players import level_of
    from pegout.review.game_numbers import GameNumbers, encode, gather
    from pegout.review.game_review import review

    def numbers(record: Record) -> GameNumbers:
        (game,) = record.games
        return gather(record.rules, game, review(record.rules, game))

    level_of("expert").preload(2)
    records = {
        players: [played_record(players, seed) for seed in range(games)]
        for players, games in _GAMES.items()
    }

    def work() -> tuple[float, ...]:
        taken = {
            players: [seconds(partial(numbers, record)) for record in played]
            for players, played in records.items()
        }
        stored = mean(
            [len(compress(encode(numbers(record)), 6)) / 1000 for record in records[2][:2]]
        )
        return (median(taken[2]), max(taken[2]), median(taken[3]), median(taken[4]), stored)

    return Trial(work)


@measurement(
    "load-reviewed",
    "web",
    WEB,
    Row(f"{_TABLES} games at once, a move to the opponent’s screen, 99th percentile", "s"),
    Row("the same, while the server reviews one game after another", "s"),
    Row("reviews finished in that time", "a second", "more"),
    rounds=1,
    warm=False,
    one_core=False,
)
def load_reviewed() -> Trial:
    """Play many games at once over sockets, in turns with reviews and without them."""
    from pegout.notation import write

    peaks: list[float] = []

    def work() -> tuple[float, ...]:
        texts = (write(played_record(2, seed)) for seed in range(10_000))
        with serving("records") as server:
            found = asyncio.run(_beside(server, texts))
            peaks.append(peak(server.process.pid) or 0)
        return found

    return Trial(work, memory=lambda: max(peaks, default=0) or None)


async def _beside(server: Server, texts: Iterator[str]) -> tuple[float, float, float]:
    """Return the 99th percentiles without and with reviews, and the reviews per second."""
    crowd = Crowd(think=_PACE)
    for _ in range(_TABLES):
        crowd.seat(await asyncio.to_thread(server.game))
    without: list[float] = []
    reviewing: list[float] = []
    made = 0
    for _ in range(_TURNS):
        without += await _waits(crowd)
        done: list[float] = []
        asking = asyncio.create_task(_keep_reviewing(server, texts, done))
        reviewing += await _waits(crowd)
        asking.cancel()
        with suppress(asyncio.CancelledError):
            await asking
        made += len(done)
    problems = crowd.problems
    await crowd.leave()
    if problems:
        raise RuntimeError(f"the players had problem: {problems}")
    rate = made / (_TURNS * (_SETTLE + _MEASURE))
    return quantiles(without, n=100)[98], quantiles(reviewing, n=100)[98], rate


async def _waits(crowd: Crowd) -> list[float]:
    """Measure for a while the times until the other seat receives an action."""
    await asyncio.sleep(_SETTLE)
    crowd.reset()
    await asyncio.sleep(_MEASURE)
    return crowd.waits


async def _keep_reviewing(server: Server, texts: Iterator[str], done: list[float]) -> None:
    """Request one review after the other, and record how long each took."""
    while True:
        began = perf_counter()
        asked = await asyncio.to_thread(server.post, "/api/review", {"text": next(texts)})
        while asked["state"] in ("waiting", "running"):
            await asyncio.sleep(_OFTEN)
            asked = await asyncio.to_thread(server.get, f"/api/review/{asked['review']}")
        if asked["state"] != "done":
            raise RuntimeError(f"a review failed: {asked['message']}")
        done.append(perf_counter() - began)
