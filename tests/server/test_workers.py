"""Worker processes: what runs in them, in which order, and how they end."""

import asyncio
import os
import pickle
import signal
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from multiprocessing import active_children
from typing import Any

import pytest

from pegout.fairness import seeded_secrets
from pegout.server.fair_queue import Urgency
from pegout.server.processes import ProcessWorker
from pegout.server.table_executors import WorkerDied
from pegout.server.workers import Workers
from tests.server.live_tables import pass_time, until
from tests.server.table import ALONE, PATIENCE, QUICK, house
from tests.server.test_hints import begin

HAND = "/api/discards?cards=5H,5S,6D,7C,JD,KS"


class Jobs:
    """Takes the place of the processes: each job runs as in another process, when released."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun: list[str] = []
        self.free = asyncio.Semaphore(0)
        monkeypatch.setattr(ProcessWorker, "run", lambda _, job: self._run(job))

    async def _run(self, job: partial[Any]) -> Any:
        self.begun.append(job.func.__name__)
        await self.free.acquire()
        return pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(job))()))


def name_of(kind: str) -> str:
    return kind


async def test_a_review_lets_hints_and_analyses_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs, workers = Jobs(monkeypatch), Workers(1, 300, partial(ProcessWorker, 0))

    async def ask(kind: str, address: str, urgency: Urgency) -> str:
        return await workers.compute(partial(name_of, kind), address, urgency)

    async def review() -> list[str]:
        return [await ask(f"decision {at}", "192.0.2.1", Urgency.REVIEW) for at in range(2)]

    done: list[str] = []

    async def noted(kind: str, address: str, urgency: Urgency) -> None:
        done.append(await ask(kind, address, urgency))

    reviewing = asyncio.create_task(review())
    await until(lambda: len(jobs.begun) == 1)
    others = [
        asyncio.create_task(noted("analysis", "192.0.2.2", Urgency.ANALYSIS)),
        asyncio.create_task(noted("hint", "192.0.2.1", Urgency.HINT)),
    ]
    await asyncio.sleep(0)
    for _ in range(3):
        jobs.free.release()
    await asyncio.gather(*others)
    assert done == ["hint", "analysis"]
    assert not reviewing.done()
    jobs.free.release()
    assert await reviewing == ["decision 0", "decision 1"]
    await workers.close()


@pytest.mark.parametrize(("cores", "found"), [(1, []), (2, ["analyse_discards", "answer_hint"])])
async def test_hints_and_analyses_leave_the_server_where_cores_allow(
    cores: int, found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pegout.server.thread_pools.cores", lambda: cores)
    jobs = Jobs(monkeypatch)
    for _ in found:
        jobs.free.release()
    async with house(config=replace(QUICK, workers=1), secrets=seeded_secrets(7)) as home:
        assert len((await home.get(HAND)).json["discards"]) == 15
        code, tokens = await home.table(ALONE)
        async with home.sit(code, tokens[0]) as ann:
            await begin(ann)
            assert (await ann.ask("hint"))["advice"]["kind"] == "discard"
    assert jobs.begun == found


async def test_a_job_is_cancelled_when_the_server_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Callable[[], object]] = []
    died = asyncio.Event()

    async def run(self: ProcessWorker, job: Callable[[], object]) -> None:
        begun.append(job)
        await died.wait()
        raise WorkerDied

    async def end(self: ProcessWorker) -> None:
        died.set()

    monkeypatch.setattr(ProcessWorker, "run", run)
    monkeypatch.setattr(ProcessWorker, "end", end)
    workers = Workers(1, 300, partial(ProcessWorker, 0))
    jobs = [
        asyncio.create_task(workers.compute(partial(name_of, kind), "192.0.2.1", Urgency.HINT))
        for kind in ("runs", "waits")
    ]
    await until(lambda: begun)
    await workers.close()
    await asyncio.wait(jobs, timeout=PATIENCE)
    assert [job.cancelled() for job in jobs] == [True, True]
    assert len(begun) == 1


async def test_a_process_ends_without_work_or_by_itself_and_another_one_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pegout.server.processes._prepare", int)
    others, workers = active_children(), Workers(1, 300, partial(ProcessWorker, 0))

    def process() -> int | None:
        """Return the number of the worker process, if there is one."""
        found = [child.pid for child in active_children() if child not in others]
        return found[0] if found else None

    async def compute(job: Callable[[], Any]) -> Any:
        return await workers.compute(job, "192.0.2.1", Urgency.ANALYSIS)

    first = await compute(os.getpid)
    assert first == process() != os.getpid()
    assert await compute(os.getpid) == first
    await pass_time(300)
    await until(lambda: process() is None)
    second = await compute(os.getpid)
    with pytest.raises(WorkerDied):
        await compute(partial(os.kill, second, signal.SIGTERM))
    third = await compute(os.getpid)
    assert len({first, second, third}) == 3
    hangs = asyncio.create_task(compute(signal.pause))
    await asyncio.sleep(0)
    await workers.close()
    await asyncio.wait([hangs], timeout=PATIENCE)
    assert hangs.cancelled()
    assert process() is None
