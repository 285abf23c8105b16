"""Runs: the same result for every executor, and no loss after any kind of end."""

import errno
import json
import os
import pickle
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from pegout.delays import reported_to
from pegout.rules import RULES_VERSION
from pegout.runs import Run, RunError, RunOutcome, compute, read_head, scheduling
from pegout.runs import checkpoints as resuming
from pegout.runs.executors import ChunkLost, processes
from tests.cases import present, raises_code
from tests.chance import chance
from tests.runs import tasks

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "squares.run"


def is_whole(outcome: RunOutcome) -> bool:
    return (
        outcome.complete
        and outcome.sums["sum"] == (tasks.SQUARES,)
        and outcome.sums["count"] == (200,)
        and outcome.finished == outcome.total == 200
    )


def stop_at(number: int) -> Callable[[int, int], None]:
    def progress(finished: int, _: int) -> None:
        if finished >= number:
            raise KeyboardInterrupt

    return progress


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def count(path: Path) -> int:
    return len(lines(path)) if path.exists() else 0


# The same, with every executor


@pytest.mark.parametrize("chunk", [1, 7, 10, 200, 1000])
def test_chunks_of_any_size_make_the_same_sums(chunk: int) -> None:
    assert is_whole(compute(tasks.squares_run(chunk=chunk), workers=1))


def test_threads_and_processes_make_the_same_sums() -> None:
    alone = compute(tasks.squares_run(), workers=1)
    with ThreadPoolExecutor(4) as pool:
        assert compute(tasks.squares_run(), executor=pool, workers=4) == alone
    assert compute(tasks.squares_run(), workers=2) == alone
    with ProcessPoolExecutor(2, get_context("spawn")) as processes:
        assert compute(tasks.squares_run(), executor=processes) == alone
        assert processes.submit(len, "an executor that was handed in goes on").result() > 0


class Counting(ThreadPoolExecutor):
    """An executor that counts its pending tasks."""

    def __init__(self) -> None:
        super().__init__(2)
        self.lock = threading.Lock()
        self.in_hand = self.peak = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with self.lock:
            self.in_hand += 1
            self.peak = max(self.peak, self.in_hand)
        future = super().submit(fn, *args, **kwargs)
        future.add_done_callback(self.done)
        return future

    def done(self, _: Future[Any]) -> None:
        with self.lock:
            self.in_hand -= 1


def test_few_chunks_are_in_hand_at_once() -> None:
    with Counting() as pool:
        assert is_whole(compute(tasks.squares_run(chunk=1), executor=pool, workers=2))
        assert 2 <= pool.peak <= 6


class Losing(ThreadPoolExecutor):
    """An executor that loses results on their way back."""

    def __init__(self, lost: int) -> None:
        super().__init__(2)
        self.left = lost

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.left -= 1
        return super().submit(lose if self.left >= 0 else fn, *args, **kwargs)


def lose(*_: Any) -> None:
    raise ChunkLost


def test_a_chunk_that_does_not_come_back_is_handed_out_again() -> None:
    with Losing(30) as pool:
        assert is_whole(compute(tasks.squares_run(), executor=pool))
    with Losing(1000) as pool, pytest.raises(ChunkLost):
        compute(tasks.squares_run(), executor=pool)


def test_what_came_back_with_a_failure_is_kept(path: Path) -> None:
    class Together(Executor):
        """An executor that completes all tasks at once, a failed one first."""

        def __init__(self) -> None:
            self.futures: list[Future[Any]] = []

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            self.futures.append(future)
            if len(self.futures) == 1:
                future.set_exception(LookupError("the task's own error"))
            else:
                future.set_result(fn(*args, **kwargs))
            return future

    with pytest.raises(LookupError):
        compute(tasks.squares_run(), executor=Together(), workers=2, resume=path)
    assert len(lines(path)) == 6


def test_progress_is_told_in_order() -> None:
    steps: list[tuple[int, int]] = []
    compute(tasks.squares_run(chunk=64), workers=1, progress=lambda *step: steps.append(step))
    assert steps == [(64, 200), (128, 200), (192, 200), (200, 200)]


def test_an_error_of_the_task_is_told_and_what_was_finished_is_kept(path: Path) -> None:
    run = Run("wrong", {}, tasks.wrong, (100,), 200, 10)
    for workers in (1, 2):
        with pytest.raises(LookupError, match="own error"):
            compute(run, workers=workers, resume=path)
    assert len(lines(path)) >= 11


def test_sums_are_of_whole_numbers() -> None:
    with pytest.raises(TypeError, match=r"'half' has 5\.0"):
        compute(Run("halves", {}, tasks.halves, (), 200, 10), workers=1)


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"workers": 0}, "bad_workers"),
        ({"cluster": "tcp://127.0.0.1:1", "executor": ThreadPoolExecutor(1)}, "bad_place"),
    ],
)
def test_what_cannot_be_is_said(asked: dict[str, Any], code: str) -> None:
    with raises_code(RunError, code):
        compute(tasks.squares_run(), **asked)


# Interruptions


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_an_interruption_keeps_what_was_finished(workers: int, path: Path) -> None:
    outcome = compute(tasks.squares_run(), workers=workers, resume=path, progress=stop_at(50))
    assert not outcome.complete
    assert outcome.finished >= 50
    assert outcome.sums["count"] == (outcome.finished,)
    assert len(lines(path)) == 1 + outcome.finished // 10
    assert is_whole(compute(tasks.squares_run(), workers=1, resume=path))


def test_an_interruption_of_threads_counts_what_they_still_finish() -> None:
    both_at_work = threading.Barrier(3)

    def task(part: range) -> dict[str, list[int]]:
        if part.start in (20, 30):
            both_at_work.wait(60)
        return {"count": [len(part)]}

    def progress(finished: int, _: int) -> None:
        if finished == 20:
            both_at_work.wait(60)
            raise KeyboardInterrupt

    run = Run("counts", {}, task, (), total=200, chunk=10)
    with ThreadPoolExecutor(2) as pool:
        outcome = compute(run, executor=pool, workers=2, progress=progress)
    assert outcome.sums["count"] == (outcome.finished,)
    # Whether a thread begins another chunk before it is cancelled is up to the threads.
    assert 40 <= outcome.finished < 200


class Silent(Executor):
    """An executor whose futures never complete; somebody presses Ctrl-C instead."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if not self.pressed:
            self.pressed = True
            number = present(threading.main_thread().ident)
            threading.Thread(target=signal.pthread_kill, args=(number, signal.SIGINT)).start()
        return Future()

    pressed = False


def test_an_interruption_before_anything_is_finished_is_handed_on() -> None:
    with pytest.raises(KeyboardInterrupt):
        compute(tasks.squares_run(), executor=Silent())


@pytest.mark.parametrize("workers", [1, 3])
def test_what_delays_a_process_is_reported_here(workers: int) -> None:
    causes: list[str] = []
    with reported_to(causes.append):
        outcome = compute(Run("delays", {}, tasks.delay, (), 200, 50), workers=workers)
    assert is_whole(outcome)
    assert sorted(causes) == [f"counting from {start}" for start in (0, 100, 150, 50)]


def test_no_process_waits_until_its_delays_are_read() -> None:
    with processes(1) as place:
        assert place.executor.submit(tasks.delayed_often, 20_000).result(60) == 20_000
        causes: list[str] = []
        with reported_to(causes.append):
            place.watch()
    assert causes[:2] == ["counting from 0", "counting from 1"]
    assert len(causes) < 20_000


def test_the_keyboard_ends_a_run_and_its_processes(path: Path) -> None:
    process = start(path, pause=0.02)
    wait_for(lambda: count(path) > 3)
    # As a terminal does: the whole group gets the signal.
    os.killpg(process.pid, signal.SIGINT)
    told, error = process.communicate(timeout=120)
    assert json.loads(told)["finished"] == 10 * (len(lines(path)) - 1)
    assert error == b""
    assert is_over(process.pid)


# Resuming


def test_a_run_goes_on_where_it_was(path: Path, tmp_path: Path) -> None:
    run = Run("marked", {}, tasks.mark, (str(tmp_path),), 200, 10)
    compute(run, workers=1, resume=path, progress=stop_at(120))
    first: list[int] = []
    outcome = compute(
        run, workers=1, resume=path, progress=lambda finished, _: first.append(finished)
    )
    assert is_whole(outcome)
    assert first[0] == 120
    assert len(list(tmp_path.glob("*-0"))) == 20
    assert not list(tmp_path.glob("*-1"))


def test_a_run_that_is_finished_is_only_read(path: Path) -> None:
    compute(tasks.squares_run(), workers=1, resume=path)
    before = path.read_bytes()
    assert is_whole(compute(tasks.squares_run(), workers=1, resume=path))
    assert path.read_bytes() == before


def test_the_file_says_how_large_its_chunks_are(path: Path) -> None:
    compute(tasks.squares_run(chunk=10), workers=1, resume=path, progress=stop_at(50))
    outcome = compute(tasks.squares_run(chunk=33), workers=1, resume=path)
    assert is_whole(outcome)
    assert outcome.sums["of 10"] == (0, 20)


def test_the_head_can_be_read(path: Path) -> None:
    assert read_head(path) is None
    compute(tasks.squares_run(seed=5), workers=1, resume=path)
    head = present(read_head(path))
    assert (head["run"], head["asked"], head["total"]) == ("squares", {"seed": 5}, 200)


PROGRAM = """
import json, os, signal, sys
from pegout.runs import compute
from tests.runs.tasks import squares_run

path, pause, kept, steps = sys.argv[1], *map(float, sys.argv[2:])

def step(frame, event, argument):
    global steps
    steps -= 1
    if steps == 0:
        os.kill(os.getpid(), signal.SIGKILL)

def progress(finished, total):
    if finished > kept and steps:
        sys.setprofile(step)

if __name__ == "__main__":
    outcome = compute(squares_run(pause), workers=2, resume=path, progress=progress)
    sys.setprofile(None)
    print(json.dumps({"sums": outcome.sums, "finished": outcome.finished}))
"""


def start(path: Path, pause: float = 0.0, steps: int = 0) -> subprocess.Popen[bytes]:
    """Start a run in a separate process group."""
    kept = 10 * max(0, count(path) - 1)
    program = path.with_suffix(".py")
    program.write_text(PROGRAM)
    return subprocess.Popen(
        [sys.executable, str(program), *map(str, (path, pause, kept, steps))],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def wait_for(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end, "it has not come true"
        time.sleep(0.005)


def is_over(group: int) -> bool:
    """Return True once all processes of a group have ended; fail after a while."""

    def ended() -> bool:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        return False

    wait_for(ended)
    return True


@pytest.mark.parametrize("often", [2, pytest.param(8, marks=pytest.mark.slow)])
def test_a_run_that_is_killed_at_any_moment_loses_nothing(often: int, path: Path) -> None:
    luck, kills = chance("killed", often), 0
    while True:
        # A chunk takes about 130 steps or more, so the first two kills come before the end.
        process = start(path, steps=luck.randrange(1, 1000) if kills < often else 0)
        told, _ = process.communicate()
        assert is_over(process.pid), "the processes of a run end with it"
        if process.returncode == 0:
            break
        assert process.returncode == -signal.SIGKILL
        kills += 1
    assert kills >= 2
    assert json.loads(told)["sums"]["sum"] == [tasks.SQUARES]
    kept = [json.loads(line)["chunk"] for line in lines(path)[1:]]
    assert sorted(kept) == list(range(20))
    assert is_whole(compute(tasks.squares_run(), workers=1, resume=path))


@pytest.fixture(scope="module")
def whole_file(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("run") / "squares.run"
    compute(tasks.squares_run(chunk=100), workers=1, resume=path)
    return path.read_bytes()


def test_a_file_torn_anywhere_in_its_last_line_goes_on(whole_file: bytes, path: Path) -> None:
    run = tasks.squares_run(chunk=100)
    ends = [at for at, byte in enumerate(whole_file, 1) if byte == ord("\n")]
    for start_, end in zip([0, *ends], ends, strict=False):
        for at in {start_, start_ + 1, (start_ + end) // 2, end - 2, end - 1}:
            path.write_bytes(whole_file[:at])
            assert is_whole(compute(run, workers=1, resume=path))
            assert path.read_bytes() == whole_file


def test_a_last_line_that_was_changed_is_computed_again(whole_file: bytes, path: Path) -> None:
    path.write_bytes(whole_file[:-30] + b"\0" * 29 + b"\n")
    assert is_whole(compute(tasks.squares_run(chunk=100), workers=1, resume=path))
    assert path.read_bytes() == whole_file


def test_a_line_that_is_not_what_was_written_is_named(path: Path) -> None:
    compute(tasks.squares_run(), workers=1, resume=path)
    changed = lines(path)
    changed[4] = changed[4].replace(b'"count":[10]', b'"count":[11]')
    path.write_bytes(b"".join(changed))
    with raises_code(RunError, "bad_file", match="line 5 of"):
        compute(tasks.squares_run(), workers=1, resume=path)
    path.write_bytes(b"".join(changed[:4] + changed[5:]))
    assert is_whole(compute(tasks.squares_run(), workers=1, resume=path))


def test_a_chunk_that_stands_twice_counts_once(path: Path) -> None:
    compute(tasks.squares_run(), workers=1, resume=path)
    path.write_bytes(b"".join([*lines(path), lines(path)[3], lines(path)[7]]))
    assert is_whole(compute(tasks.squares_run(), workers=1, resume=path))


def test_a_chunk_that_is_told_in_two_ways_is_an_error(path: Path) -> None:
    compute(tasks.squares_run(), workers=1, resume=path)
    head = present(read_head(path))
    other, _ = resuming.compose({"chunk": 3, "sums": {"sum": [1]}}, head["check"])
    path.write_bytes(path.read_bytes() + other)
    with raises_code(RunError, "bad_file", match="part 3"):
        compute(tasks.squares_run(), workers=1, resume=path)


def test_lines_of_another_run_are_not_counted(path: Path) -> None:
    other = path.with_suffix(".other")
    compute(tasks.squares_run(seed=2), workers=1, resume=other)
    compute(tasks.squares_run(), workers=1, resume=path, progress=stop_at(50))
    path.write_bytes(b"".join(lines(path) + lines(other)[10:]))
    with pytest.raises(RunError, match="line 7 of"):
        compute(tasks.squares_run(), workers=1, resume=path)


@pytest.mark.parametrize(
    ("run", "word"),
    [
        (tasks.squares_run(seed=2), "seed 1, not 2"),
        (replace(tasks.squares_run(), total=201), "total 200, not 201"),
        (replace(tasks.squares_run(), kind="cubes"), "kind squares, not cubes"),
        (replace(tasks.squares_run(), asked={"seed": 1, "of": "more"}), "of None, not more"),
        (replace(tasks.squares_run(), asked={}), "seed 1, not None"),
    ],
)
def test_a_file_of_another_run_is_left_alone(run: Run, word: str, path: Path) -> None:
    compute(tasks.squares_run(), workers=1, resume=path)
    before = path.read_bytes()
    with raises_code(RunError, "other_run", match=word):
        compute(run, workers=1, resume=path)
    assert path.read_bytes() == before


def test_a_file_of_another_version_is_left_alone(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compute(tasks.squares_run(), workers=1, resume=path)
    before = path.read_bytes()
    monkeypatch.setattr(scheduling, "versions", lambda names: dict.fromkeys(names, "99"))
    with raises_code(
        RunError, "other_versions", match=rf"was written by .*rules {RULES_VERSION}, not 99"
    ):
        compute(tasks.squares_run(), workers=1, resume=path)
    assert path.read_bytes() == before


def test_a_file_of_an_older_version_that_asked_otherwise_says_what_to_do(path: Path) -> None:
    head = {
        "pegout": 1,
        "run": "squares",
        "asked": {"seed": 1, "how": "in an older form"},
        "total": 200,
        "chunk": 10,
        "versions": {"pegout": "0.0.1", "rules": 1},
    }
    line, seal = resuming.compose(head, "")
    written = line + resuming.compose({"chunk": 0, "sums": {"sum": [285]}}, seal)[0]
    path.write_bytes(written)
    with raises_code(
        RunError, "other_versions", match=r"written by pegout 0\.0\.1, not .*Resume it with"
    ):
        compute(tasks.squares_run(), workers=1, resume=path)
    assert path.read_bytes() == written


def test_a_worker_of_another_version_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduling, "versions", lambda names: dict.fromkeys(names, "99"))
    for workers in (1, 2):
        with raises_code(RunError, "other_versions", match=f"rules {RULES_VERSION}, not 99"):
            compute(tasks.squares_run(), workers=workers)


@pytest.mark.parametrize("text", ["my diary", "my diary\n", '{"pegout":1}\n', "\0" * 100, "{}"])
def test_a_file_that_is_something_else_is_left_alone(text: str, path: Path) -> None:
    path.write_text(text)
    with raises_code(RunError, "bad_file"):
        compute(tasks.squares_run(), workers=1, resume=path)
    assert path.read_text() == text


@pytest.mark.parametrize("number", [0, 2])
def test_a_file_of_another_format_says_what_to_do(number: int, path: Path) -> None:
    written, _ = resuming.compose({"pegout": number, "kind": "squares"}, "")
    path.write_bytes(written)
    for read in (read_head, lambda path: compute(tasks.squares_run(), workers=1, resume=path)):
        with raises_code(RunError, "other_versions", match=rf"format {number}, .* Resume it with"):
            read(path)
    assert path.read_bytes() == written


def test_what_is_no_plain_file_is_not_written_to(path: Path, tmp_path: Path) -> None:
    os.mkfifo(path)
    for what in (path, tmp_path):
        with pytest.raises((RunError, IsADirectoryError)):
            compute(tasks.squares_run(), workers=1, resume=what)
        with raises_code(RunError, "bad_file"):
            read_head(what)


def test_two_runs_do_not_write_to_one_file(path: Path) -> None:
    busy: list[RunError] = []

    def second(finished: int, _: int) -> None:
        if finished == 100:
            with pytest.raises(RunError) as error:
                compute(tasks.squares_run(), workers=1, resume=path)
            busy.append(error.value)

    assert is_whole(compute(tasks.squares_run(), workers=1, resume=path, progress=second))
    assert [error.code for error in busy] == ["busy"]


# A full disk


def test_a_full_disk_says_what_is_kept_and_the_run_goes_on_later(path: Path) -> None:
    compute(tasks.squares_run(), workers=1, resume=path)
    every = lines(path)
    path.unlink()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    room = sum(map(len, every[:8])) + 40
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
        with pytest.raises(RunError, match="70 of 200 parts are saved in") as error:
            compute(tasks.squares_run(), workers=1, resume=path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert error.value.code == "full"
    assert path.read_bytes() == b"".join(every[:8])
    assert is_whole(compute(tasks.squares_run(), workers=1, resume=path))


@pytest.mark.parametrize(
    ("number", "code"), [(errno.ENOSPC, "full"), (errno.EDQUOT, "full"), (errno.EIO, "not_written")]
)
@pytest.mark.parametrize("call", ["write", "fsync"])
def test_what_could_not_be_written_is_not_counted(
    call: str, number: int, code: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compute(tasks.squares_run(), workers=1, resume=path, progress=stop_at(50))
    before = path.read_bytes()
    real: Callable[..., Any] = getattr(os, call)

    def fail(place: int, *data: memoryview) -> int:
        if data and len(data[0]) > 20:
            return int(real(place, data[0][:20]))
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, call, fail)
    with raises_code(RunError, code, match="50 of 200 parts are saved"):
        compute(tasks.squares_run(), workers=1, resume=path)
    assert path.read_bytes() == before
    monkeypatch.undo()
    assert is_whole(compute(tasks.squares_run(), workers=1, resume=path))


# Processes that die


def test_a_dead_process_is_replaced_and_nothing_counts_twice(path: Path, tmp_path: Path) -> None:
    run = Run("fatal", {}, tasks.fatal, (str(tmp_path), 100, 2), 200, 10)
    assert is_whole(compute(run, workers=2, resume=path))
    assert len(lines(path)) == 21


@pytest.mark.slow
def test_processes_that_go_on_dying_end_the_run(path: Path, tmp_path: Path) -> None:
    run = Run("fatal", {}, tasks.fatal, (str(tmp_path), 100, 1000), 200, 10)
    with raises_code(RunError, "workers_lost", match="190 of 200 parts are saved in"):
        compute(run, workers=2, resume=path)
    # All chunks are finished except the one that kills its process.
    assert len(lines(path)) == 20


def test_an_executor_that_breaks_down_is_not_replaced(tmp_path: Path) -> None:
    run = Run("fatal", {}, tasks.fatal, (str(tmp_path), 0, 1000), 200, 10)
    with (
        ProcessPoolExecutor(1, get_context("spawn")) as pool,
        raises_code(RunError, "workers_lost", match="nothing is saved without a resume file"),
    ):
        compute(run, executor=pool, workers=1)


def test_an_error_can_go_to_another_process() -> None:
    error = pickle.loads(pickle.dumps(RunError("full", "no room")))
    assert (error.code, str(error)) == ("full", "no room")
