"""The kernel and the rules engine agree, deal by deal, ten million times.

``PEGOUT_LONG_DEALS`` is the number of deals for each number of players.
"""

import gc
import os
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context

import pytest

from pegout.rules import Rules
from pegout.simulation import trace_deals
from tests.simulation.replays import replay, some_cribs

DEALS = int(os.environ.get("PEGOUT_LONG_DEALS", "10000000"))
CHUNK = 5000
SEED = 1961

#: Every tenth chunk has other rules.
OTHER: dict[int, list[Rules]] = {
    2: [Rules("clasico"), Rules("leaflet"), Rules(five_card=True), Rules(nobs_points=2)],
    3: [Rules(players=3, go_stacks_on_31=True, crib_flush="none")],
    4: [Rules(players=4, runs_in_play=False, heels_points=1)],
}
WAYS = ("random", "random", "lookahead", "blind-greedy")


def replay_chunk(players: int, chunk: int, first: int, number: int) -> int:
    """Replay deals from ``first`` on, and return their number."""
    # A deal leaves no reference cycles behind, and collecting garbage takes a tenth of the time.
    gc.disable()
    others = OTHER[players]
    variant = others[chunk // 10 % len(others)] if chunk % 10 == 9 else Rules(players=players)
    policies = [WAYS[(chunk + side) % len(WAYS)] for side in range(variant.sides)]
    trace = trace_deals(
        policies, number, SEED, rules=variant, first=first, cribs=some_cribs(variant)
    )
    for at in range(number):
        try:
            replay(trace, at, variant, whole=variant.five_card or at % 20 == 0)
        except Exception as error:
            raise AssertionError(
                f"seed {SEED}, deal {first + at}, {policies}, {variant}: {error!r}"
            ) from error
    return number


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_kernel_and_the_rules_engine_agree(players: int) -> None:
    tasks = (
        (players, first // CHUNK, first, min(CHUNK, DEALS - first))
        for first in range(0, DEALS, CHUNK)
    )
    workers = os.cpu_count() or 1
    done = 0
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        open_: set[Future[int]] = {
            pool.submit(replay_chunk, *task) for task in islice(tasks, 2 * workers)
        }
        while open_:
            finished, open_ = wait(open_, return_when=FIRST_COMPLETED)
            done += sum(part.result() for part in finished)
            open_ |= {pool.submit(replay_chunk, *task) for task in islice(tasks, len(finished))}
    assert done == DEALS
