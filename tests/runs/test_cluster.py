"""Runs on a real Dask cluster of local processes, and its possible failures."""

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pegout.analysis.arena import Matchup, play_matchup
from pegout.analysis.policy_contests import simulate
from pegout.rules import Rules
from pegout.runs import Run, RunError, cluster, compute
from tests.runs.tasks import SQUARES, fatal, squares_run, wrong

pytest.importorskip("distributed")

ROOT = Path(__file__).resolve().parents[2]
HALF = Rules("half")

DASK = "from dask.__main__ import main; main()"
#: A worker of another version.
OTHER = "import pegout.versions; pegout.versions.RULES_VERSION = 99; " + DASK
#: A worker without the package.
BARE = "import sys; sys.modules['pegout'] = None; " + DASK


class Dask:
    """A scheduler and its workers, each a separate process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.log = (folder / "log").open("wb")
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self.start(
            DASK, "scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", self.file
        )
        until(lambda: self.file.exists() and self.file.stat().st_size > 0, self.told)
        until(lambda: bool(self._identity()), self.told)
        self.address: str = self._identity()["address"]

    def _identity(self) -> dict[str, str]:
        try:
            found: dict[str, str] = json.loads(self.file.read_text())
        except ValueError:
            return {}
        return found

    def start(self, program: str, *arguments: str | Path) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-c", program, *map(str, arguments), "--no-dashboard"],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            cwd=self.folder,
            stdout=self.log,
            stderr=self.log,
        )

    def told(self) -> str:
        return (self.folder / "log").read_text(errors="replace")

    def add_worker(self, program: str = DASK) -> None:
        where = ("--local-directory", self.folder, "--host", "127.0.0.1")
        self.workers.append(
            self.start(program, "worker", self.address, "--no-nanny", "--nthreads", "1", *where)
        )

    def close(self) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()
        self.log.close()


def until(true: Callable[[], bool], told: Callable[[], str] = str, patience: float = 60.0) -> None:
    end = time.monotonic() + patience
    while not true():
        assert time.monotonic() < end, told()
        time.sleep(0.02)


@contextmanager
def dask(folder: Path, workers: int = 2, program: str = DASK) -> Iterator[Dask]:
    found = Dask(folder)
    try:
        for _ in range(workers):
            found.add_worker(program)
        yield found
    finally:
        found.close()


@pytest.fixture(scope="module")
def healthy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    with dask(tmp_path_factory.mktemp("dask")) as found:
        yield found


def contest(
    at: str | None,
    resume: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Matchup:
    return play_matchup(
        ["greedy", "novice"], 160, 1, HALF, cluster=at, workers=None if at else 1, resume=resume,
        progress=progress,
    )  # fmt: skip


@pytest.fixture(scope="module")
def alone() -> str:
    return contest(None).to_json()


def code_of(function: Callable[[], object], match: str = "") -> str:
    with pytest.raises(RunError, match=match) as error:
        function()
    return error.value.code


# A cluster without failures


def test_a_cluster_plays_what_one_process_plays(healthy: Dask) -> None:
    assert simulate(["greedy", "random"], 40_000, 1, HALF, cluster=healthy.address) == simulate(
        ["greedy", "random"], 40_000, 1, HALF, workers=1
    )


def test_an_error_of_the_task_comes_back(healthy: Dask) -> None:
    with pytest.raises(LookupError, match="own error"):
        compute(Run("wrong", {}, wrong, (100,), 200, 10), cluster=healthy.address)


def test_an_interruption_keeps_what_the_cluster_has_finished(healthy: Dask, tmp_path: Path) -> None:
    def stop(finished: int, _: int) -> None:
        if finished >= 50:
            raise KeyboardInterrupt

    file = tmp_path / "squares.run"
    outcome = compute(squares_run(0.02), cluster=healthy.address, resume=file, progress=stop)
    assert 50 <= outcome.finished < 200
    assert outcome.sums["count"] == (outcome.finished,)
    again = compute(squares_run(), cluster=healthy.address, resume=file)
    assert again.complete
    assert again.sums["sum"] == (SQUARES,)


@pytest.mark.long
def test_a_chunk_that_ends_every_worker_ends_the_run(tmp_path: Path) -> None:
    with dask(tmp_path, workers=5) as cluster_:
        run = Run("fatal", {}, fatal, (str(tmp_path), 0, 1000), 20, 10)
        error = code_of(lambda: compute(run, cluster=cluster_.address), "die at the same chunk")
    assert error == "workers_lost"


# A cluster that loses workers


def test_a_worker_that_is_killed_changes_nothing(alone: str, tmp_path: Path) -> None:
    with dask(tmp_path) as cluster_:
        killed: list[int] = []

        def kill(finished: int, _: int) -> None:
            if finished >= 40 and not killed:
                killed.append(cluster_.workers[0].pid)
                cluster_.workers[0].kill()

        file = tmp_path / "contest.run"
        assert contest(cluster_.address, file, kill).to_json() == alone
        assert killed
        assert len(file.read_bytes().splitlines()) == 21


def test_a_cluster_that_goes_away_says_what_is_kept(alone: str, tmp_path: Path) -> None:
    file = tmp_path / "contest.run"
    with dask(tmp_path) as cluster_:

        def kill(finished: int, _: int) -> None:
            if finished >= 40:
                cluster_.scheduler.kill()

        error = code_of(
            lambda: contest(cluster_.address, file, kill),
            r"is gone; [0-9]+ of 80 groups of games are saved in .*contest\.run",
        )
    assert error == "cluster_lost"
    kept = len(file.read_bytes().splitlines()) - 1
    assert 5 <= kept < 20
    assert contest(None, file).to_json() == alone


def test_workers_that_go_away_are_waited_for_and_not_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_ALONE", 1.0)
    monkeypatch.setattr(cluster, "_LOOK", 0.2)
    with dask(tmp_path, workers=1) as cluster_:

        def kill(finished: int, _: int) -> None:
            cluster_.workers[0].kill()

        run = squares_run(0.05)
        assert (
            code_of(lambda: compute(run, cluster=cluster_.address, progress=kill), "has no workers")
            == "no_workers"
        )


# A cluster that does not fit


def test_a_worker_of_another_version_is_not_believed(tmp_path: Path) -> None:
    with dask(tmp_path, workers=1, program=OTHER) as cluster_:
        error = code_of(lambda: compute(squares_run(), cluster=cluster_.address), "rules 99, not 1")
    assert error == "other_versions"


@pytest.mark.long
def test_workers_without_the_package_are_said_to_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_ALONE", 1.0)
    monkeypatch.setattr(cluster, "_LOOK", 0.2)
    with dask(tmp_path, workers=1, program=BARE) as cluster_:
        error = code_of(
            lambda: compute(squares_run(), cluster=cluster_.address), "same pegout installed"
        )
    assert error == "no_workers"


@pytest.mark.parametrize(
    "address",
    ["", "here", "127.0.0.1:8786", "tcp://127.0.0.1", "http://127.0.0.1:80", "tcp://a b:1"],
)
def test_an_address_is_checked(address: str) -> None:
    assert code_of(lambda: compute(squares_run(), cluster=address), "such as tcp://") == (
        "bad_address"
    )


@pytest.mark.parametrize("listens", [False, True])
def test_where_no_scheduler_answers_the_wait_is_bounded(
    listens: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_PATIENCE", 1.0)
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        if listens:
            # It accepts connections, and never answers.
            place.listen()
        address = f"tcp://127.0.0.1:{place.getsockname()[1]}"
        assert code_of(lambda: compute(squares_run(), cluster=address), address) == "no_cluster"


def test_the_address_of_a_worker_is_not_that_of_a_cluster(healthy: Dask) -> None:
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        port = place.getsockname()[1]
    worker = healthy.start(
        DASK, "worker", healthy.address, "--no-nanny", "--worker-port", str(port),
        "--host", "127.0.0.1", "--local-directory", healthy.folder,
    )  # fmt: skip
    try:
        until(lambda: answers(port), healthy.told)
        address = f"tcp://127.0.0.1:{port}"
        error = code_of(
            lambda: compute(squares_run(), cluster=address), "it is the address of a worker"
        )
    finally:
        worker.kill()
        worker.wait()
    assert error == "no_cluster"


def answers(port: int) -> bool:
    with socket.socket() as place:
        return place.connect_ex(("127.0.0.1", port)) == 0


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    error = code_of(
        lambda: compute(squares_run(), cluster="tcp://127.0.0.1:8786"), r"\.\[cluster\]"
    )
    assert error == "missing_extra"


def test_a_cluster_leaves_no_thread_behind(healthy: Dask) -> None:
    def here() -> set[str]:
        return {thread.name for thread in threading.enumerate()}

    before = here()
    compute(squares_run(), cluster=healthy.address)
    assert not {name for name in here() - before if "Dask-Callback" not in name}
