"""What it costs a server to be measured: the processor time of a move with metrics and without."""

from __future__ import annotations

import asyncio
import urllib.request
from contextlib import ExitStack
from time import perf_counter
from typing import Final

from benchmarks.crowd import Crowd
from benchmarks.figures import WEB, Row, Trial, measurement
from benchmarks.server import Server, serving

#: The games at each server, and how long their players think, in seconds.
GAMES: Final = 20
PACE: Final = 0.1
#: How often the servers take turns, and the time of a turn, in seconds. The players of the other
#: server wait meanwhile, so that both have the same machine.
TURNS: Final = 6
TURN: Final = 4.0
#: How long players take to sit down, in seconds.
SETTLE: Final = 1.0
#: How often the metrics are read.
READS: Final = 20


@measurement(
    "metrics",
    "web",
    WEB,
    Row("processor time of a move between two persons, with `--metrics`", "ms"),
    Row("the same without", "ms"),
    Row("to read the metrics", "ms"),
    rounds=1,
    warm=False,
    one_core=False,
)
def metrics() -> Trial:
    """Play at two servers in alternation, of which one is measured."""

    def work() -> tuple[float, ...]:
        with ExitStack() as ends:
            measured = ends.enter_context(serving(options=("--metrics", "127.0.0.1:0")))
            other = ends.enter_context(serving())
            costs = asyncio.run(_alternate([measured, other]))
            return *costs, _read(measured)

    return Trial(work, memory=lambda: None)


async def _alternate(servers: list[Server]) -> list[float]:
    """Return the processor time of a move at each server, in milliseconds."""
    busy, moves = [0.0] * len(servers), [0] * len(servers)
    for _ in range(TURNS):
        for index, server in enumerate(servers):
            crowd = Crowd(think=PACE)
            for _ in range(GAMES):
                crowd.seat(await asyncio.to_thread(server.game))
            await asyncio.sleep(SETTLE)
            crowd.reset()
            before = server.busy
            await asyncio.sleep(TURN)
            busy[index] += server.busy - before
            moves[index] += crowd.moves
            problems = crowd.problems
            await crowd.leave()
            if problems:
                raise RuntimeError(f"the games did not go on: {problems}")
    return [1000 * of / many for of, many in zip(busy, moves, strict=True)]


def _read(server: Server) -> float:
    """Return the median time to read the metrics of a server that has played, in milliseconds."""
    times = []
    for _ in range(READS):
        began = perf_counter()
        with urllib.request.urlopen(server.metrics, timeout=10) as answer:
            answer.read()
        times.append(perf_counter() - began)
    return 1000 * sorted(times)[READS // 2]
