"""Runs that may stop before their end: the result does not depend on the order of chunks."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pegout.runs import Run, RunError, RunOutcome, Sums, compute, scheduling
from pegout.runs.executors import IN_HAND, ChunkWorkers


def count(chunk: range) -> dict[str, list[int]]:
    return {"number": [len(chunk)], "sum": [sum(chunk)]}


RUN = Run("counted", {"seed": 1}, count, (), total=995, chunk=10)


class Looks:
    """Looks at chunks, and stops when their sum exceeds a limit."""

    def __init__(self, limit: int) -> None:
        self.seen: list[int] = []
        self._limit = limit

    def __call__(self, sums: Sums) -> bool:
        self.seen.append(sums["sum"][0])
        return sum(self.seen) > self._limit


class Backward(Executor):
    """Computes submitted tasks in the reverse order, some at a time; others wait meanwhile."""

    def __init__(self, many: int) -> None:
        self._many = many
        self._ready: list[Callable[[], None]] = []
        self._waiting: list[Callable[[], None]] = []

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._waiting.append(lambda: future.set_result(function(*arguments, **named)))
        if not self._ready and len(self._waiting) == self._many:
            self._ready, self._waiting = self._waiting, []
        if self._ready:
            self._ready.pop()()
        return future


class Breaking(Executor):
    """Computes what is submitted at once, and breaks at a submission."""

    def __init__(self, last: int) -> None:
        self._left = last

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        if self._left == 0:
            raise BrokenExecutor
        self._left -= 1
        future: Future[Any] = Future()
        future.set_result(function(*arguments, **named))
        return future


def alone(limit: int = 20_000) -> RunOutcome:
    return compute(RUN, stop=Looks(limit), workers=1)


def test_it_ends_with_the_chunk_that_is_enough() -> None:
    looks = Looks(20_000)
    found = compute(RUN, stop=looks, workers=1)
    assert found.enough
    assert found.complete
    assert found.total == 995
    assert found.sums == {"number": (210,), "sum": (sum(range(210)),)}
    assert sum(range(200)) <= 20_000 < sum(range(210))
    assert found.finished == 210


def test_the_order_in_which_chunks_come_back_does_not_matter() -> None:
    looks = Looks(20_000)
    told: list[int] = []
    found = compute(
        RUN, stop=looks, executor=Backward(2 * IN_HAND), workers=2,
        progress=lambda done, total: told.append(done),
    )  # fmt: skip
    assert found == alone()
    # The chunk that is enough came last of all that were handed in together with it.
    assert (told[-1], found.finished) == (240, 210)
    assert looks.seen == [sum(range(at, at + 10)) for at in range(0, 210, 10)]


@pytest.mark.slow
def test_processes_do_not_matter() -> None:
    assert compute(RUN, stop=Looks(20_000), workers=2) == alone()


@pytest.mark.parametrize("last", [0, 1, 4, 7])
def test_the_rule_sees_chunks_of_a_broken_pool(last: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pools: list[Executor] = []

    @contextmanager
    def processes(workers: int, each: int) -> Iterator[ChunkWorkers]:
        pools.append(Breaking(10**6 if pools else last))
        yield ChunkWorkers(pools[-1], workers, each)

    monkeypatch.setattr(scheduling, "processes", processes)
    looks = Looks(20_000)
    assert compute(RUN, stop=looks, workers=4) == alone()
    assert looks.seen == [sum(range(at, at + 10)) for at in range(0, 210, 10)]
    assert len(pools) == 2


def test_what_an_executor_has_computed_before_it_breaks_may_be_enough() -> None:
    found = compute(RUN, stop=Looks(1000), executor=Breaking(8), workers=4)
    assert found == alone(1000)
    assert found.finished == 50
    with pytest.raises(RunError, match="40 of 995 parts were finished"):
        compute(RUN, stop=Looks(1000), executor=Breaking(4), workers=4)


def endless(chunk: range) -> dict[str, list[int]]:
    if chunk.start >= 10:
        threading.Event().wait()
    return count(chunk)


def test_nobody_waits_for_what_is_in_work() -> None:
    run = Run("endless", {}, endless, (), total=995, chunk=10)
    assert compute(run, stop=lambda sums: True, workers=2).finished == 10


def test_without_enough_everything_is_computed() -> None:
    found = compute(RUN, stop=Looks(10**9), workers=1)
    assert not found.enough
    assert found.complete
    assert found.sums == {"number": (995,), "sum": (sum(range(995)),)}


def test_an_interruption_is_no_end() -> None:
    def stop(done: int, total: int) -> None:
        if done >= 50:
            raise KeyboardInterrupt

    found = compute(RUN, stop=Looks(20_000), workers=1, progress=stop)
    assert not found.enough
    assert not found.complete
    assert found.finished == 50


@pytest.mark.parametrize("before", [30, 500])
def test_it_goes_on_from_a_file(before: int, tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        if done >= before:
            raise KeyboardInterrupt

    path = tmp_path / "a.run"
    compute(RUN, stop=Looks(10**9), workers=1, resume=path, progress=stop)
    # As if the process had been killed while it wrote.
    with path.open("ab") as file:
        file.write(b'{"check":"0123456789abcdef","chunk":4,"sums":{"number":[10],"su')
    looks = Looks(20_000)
    assert compute(RUN, stop=looks, workers=1, resume=path) == alone()
    assert len(looks.seen) == 21
    assert compute(RUN, stop=Looks(20_000), workers=1, resume=path) == alone()
    assert compute(RUN, stop=Looks(10**9), workers=1, resume=path).complete


def test_a_file_of_another_run_is_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "a.run"
    compute(RUN, stop=Looks(0), workers=1, resume=path)
    other = Run("counted", {"seed": 2}, count, (), total=995, chunk=10)
    with pytest.raises(RunError, match="seed 1, not 2"):
        compute(other, stop=Looks(0), workers=1, resume=path)


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    compute(
        RUN, stop=Looks(200), workers=1, progress=lambda done, total: told.append((done, total))
    )
    assert told == [(10, 995), (20, 995), (30, 995)]
