"""Analyses on a server: how long computer players take meanwhile, by where they are computed."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from statistics import median, quantiles
from time import perf_counter
from typing import Final

from benchmarks.computers import ELSEWHERE, LIMIT, Person
from benchmarks.figures import WEB, Row, Trial, measurement
from benchmarks.server import Server, serving
from pegout.cards import CARDS

#: The levels whose answers are timed, both at the same time.
_LEVELS: Final = ("club", "expert")
#: How many times each server is measured, in alternation, and the answers of each level then.
_TURNS: Final = 4
_ANSWERS: Final = 100
#: How many analyses of one address may be under way at once.
_AT_ONCE: Final = 4
#: The answers of each level before anything is timed, by which all data is loaded.
_GAMES_BEFORE: Final = 20
#: The time to settle before a measurement, in seconds.
_SETTLE: Final = 1.0


@dataclass
class _Side:
    """A server, a table of each level, and what has been measured at it.

    Attributes:
        server: the server.
        waits: the answers of each level, in milliseconds.
        analyses: the number of analyses.
        seconds: the time in which they were computed.
    """

    server: Server
    waits: dict[str, list[float]] = field(default_factory=lambda: {level: [] for level in _LEVELS})
    analyses: int = 0
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self._seats = {level: self.server.against(level) for level in _LEVELS}
        self._chance = random.Random(1)

    async def preload(self) -> None:
        """Load what players and analyses need."""
        await asyncio.to_thread(self.server.get, self._question())
        await asyncio.gather(*[self._play(level, _GAMES_BEFORE) for level in _LEVELS])

    async def measure(self) -> None:
        """Time the answers of each level while analyses are asked for without a pause."""
        over = asyncio.Event()
        began = perf_counter()
        asking = [asyncio.create_task(self._ask(over)) for _ in range(_AT_ONCE)]
        await asyncio.sleep(_SETTLE)
        played = await asyncio.gather(*[self._play(level, _ANSWERS) for level in _LEVELS])
        over.set()
        await asyncio.gather(*asking)
        self.seconds += perf_counter() - began
        for level, waits in zip(_LEVELS, played, strict=True):
            self.waits[level] += waits

    async def _play(self, level: str, answers: int) -> list[float]:
        person = Person(self.server, self._seats[level], ELSEWHERE)
        with suppress(TimeoutError):
            async with asyncio.timeout(LIMIT):
                await person.play(answers)
        return [1e3 * wait for wait in person.waits]

    async def _ask(self, over: asyncio.Event) -> None:
        while not over.is_set():
            await asyncio.to_thread(self.server.get, self._question())
            self.analyses += 1

    def _question(self) -> str:
        """Return the path of the analysis of a hand and a score that have not been asked for."""
        cards = ",".join(map(str, self._chance.sample(CARDS, 6)))
        own, other, dealer = (self._chance.randrange(maximum) for maximum in (121, 121, 2))
        return f"/api/discards?cards={cards}&scores={own}-{other}&dealer={dealer}"

    def figures(self) -> list[float]:
        """Return the median and the 99th percentile of each level, and the analyses a second."""
        found = [(median(waits), quantiles(waits, n=100)[98]) for waits in self.waits.values()]
        return [*chain.from_iterable(found), self.analyses / self.seconds]


@measurement(
    "analyses",
    "web",
    WEB,
    Row("a club player’s answer while the server analyses hands in its threads, median", "ms"),
    Row("the same, 99th percentile", "ms"),
    Row("the answer of an expert meanwhile, median", "ms"),
    Row("the same, 99th percentile", "ms"),
    Row("hands analysed meanwhile", "a second", "more"),
    Row("a club player’s answer while a worker process analyses hands, median", "ms"),
    Row("the same, 99th percentile", "ms"),
    Row("the answer of an expert meanwhile, median", "ms"),
    Row("the same, 99th percentile", "ms"),
    Row("hands analysed meanwhile", "a second", "more"),
    rounds=1,
    warm=False,
    one_core=False,
)
def analyses() -> Trial:
    """Play while hands are analysed without a pause, by a server without a worker or with one."""

    def work() -> tuple[float, ...]:
        with serving("analyses", workers=0) as plain, serving("analyses", workers=1) as other:
            sides = (_Side(plain), _Side(other))

            async def run() -> None:
                for side in sides:
                    await side.preload()
                for _ in range(_TURNS):
                    for side in sides:
                        await side.measure()

            asyncio.run(run())
            return tuple(chain.from_iterable(side.figures() for side in sides))

    return Trial(work, memory=lambda: None)
