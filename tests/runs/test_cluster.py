"""Runs on a Dask cluster, and its possible failures.

One real cluster of local processes serves all quick tests. Its failures are tested quickly with a
client that has none, and slowly with clusters that end.
"""

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from pegout.contests.arena import play_matchup
from pegout.contests.policy_contests import simulate
from pegout.contests.statistics import Matchup
from pegout.rules import RULES_VERSION, Rules
from pegout.runs import Run, RunError, cluster, compute
from tests.cases import each
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


def until(true: Callable[[], bool], told: Callable[[], str] = str) -> None:
    end = time.monotonic() + 120
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


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no answer come too late on a busy machine."""
    monkeypatch.setattr(cluster, "_PATIENCE", 120.0)


@pytest.fixture(scope="module")
def healthy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    with dask(tmp_path_factory.mktemp("dask"), workers=1) as found:
        yield found


def contest(
    at: str | None, resume: Path | None = None, progress: Callable[[int, int], None] | None = None
) -> Matchup:
    return play_matchup(
        ["blind", "random"], 160, 1, HALF, cluster=at, workers=None if at else 1, resume=resume,
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


@pytest.mark.slow
def test_a_cluster_plays_what_one_process_plays(healthy: Dask) -> None:
    assert simulate(["greedy", "random"], 200, 1, HALF, cluster=healthy.address) == simulate(
        ["greedy", "random"], 200, 1, HALF, workers=1
    )


@pytest.mark.slow
def test_an_error_of_the_task_comes_back(healthy: Dask) -> None:
    with pytest.raises(LookupError, match="own error"):
        compute(Run("wrong", {}, wrong, (100,), 200, 10), cluster=healthy.address)


@pytest.mark.slow
def test_an_interruption_keeps_what_the_cluster_has_finished(healthy: Dask, tmp_path: Path) -> None:
    def stop(finished: int, _: int) -> None:
        if finished >= 50:
            raise KeyboardInterrupt

    file = tmp_path / "squares.run"
    # Only a few chunks are in hand at once, so most of them have not begun.
    outcome = compute(squares_run(), cluster=healthy.address, resume=file, progress=stop)
    assert 50 <= outcome.finished < 200
    assert outcome.sums["count"] == (outcome.finished,)
    again = compute(squares_run(), cluster=healthy.address, resume=file)
    assert again.complete
    assert again.sums["sum"] == (SQUARES,)


@pytest.mark.slow
def test_a_worker_that_dies_changes_nothing(healthy: Dask, tmp_path: Path) -> None:
    healthy.add_worker()
    file = tmp_path / "fatal.run"
    run = Run("fatal", {}, fatal, (str(tmp_path), 100, 1), 200, 10)
    outcome = compute(run, cluster=healthy.address, resume=file)
    assert outcome.complete
    assert (outcome.sums["sum"], outcome.sums["count"]) == ((SQUARES,), (200,))
    assert (tmp_path / "died 0").exists()
    assert len(file.read_bytes().splitlines()) == 21


@pytest.mark.long
def test_a_chunk_that_ends_every_worker_ends_the_run(tmp_path: Path) -> None:
    with dask(tmp_path, workers=5) as cluster_:
        run = Run("fatal", {}, fatal, (str(tmp_path), 0, 1000), 20, 10)
        error = code_of(lambda: compute(run, cluster=cluster_.address), "die at the same chunk")
    assert error == "workers_lost"


# A client that loses its cluster


class Client:
    """A client of a cluster that has these threads, on a machine whose clock is moved."""

    def __init__(self, threads: int) -> None:
        self.threads, self.status, self.now = threads, "running", 1000.0
        self.scheduler = self
        self.looks = 0

    def ncores(self) -> None:
        """Asked for by its name alone."""

    def sync(self, _: object, *, workers: None, callback_timeout: float) -> dict[str, int]:
        self.looks += 1
        if self.threads < 0:
            raise OSError("no answer")
        return {"a worker": self.threads} if self.threads else {}

    def cluster(self) -> cluster.Cluster:
        return cluster.Cluster(self, "tcp://far:1", lambda: self.now)


def test_workers_are_waited_for_and_not_for_ever() -> None:
    client = Client(4)
    place = client.cluster()
    assert (place.room(), client.looks) == (12, 1)
    client.threads = 0
    # It looks every two seconds, and waits a minute for a worker since it saw the last one.
    for seconds, looks in ((2.0, 1), (0.1, 2), (1.9, 2), (55.0, 3)):
        client.now += seconds
        place.watch()
        assert (client.looks, place.room()) == (looks, 12 if looks == 1 else 3)
    client.threads = 2
    client.now += 2.1
    place.watch()
    assert place.room() == 6
    client.threads = 0
    client.now += 59.0
    place.watch()
    client.now += 2.1
    assert code_of(place.watch, "tcp://far:1 has no workers") == "no_workers"


def test_a_cluster_that_is_gone_is_noticed() -> None:
    client = Client(1)
    place = client.cluster()
    client.status = "closed"
    assert code_of(place.watch, "tcp://far:1 is gone") == "cluster_lost"
    assert code_of(Client(-1).cluster, "tcp://far:1 is gone") == "cluster_lost"


# A cluster that loses workers


@pytest.mark.long
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_workers_that_go_away_end_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with dask(tmp_path, workers=1) as cluster_:

        def kill(finished: int, _: int) -> None:
            cluster_.workers[0].kill()
            monkeypatch.setattr(cluster, "_ALONE", 0.0)
            monkeypatch.setattr(cluster, "_LOOK", 0.0)

        run = squares_run()
        assert (
            code_of(lambda: compute(run, cluster=cluster_.address, progress=kill), "has no workers")
            == "no_workers"
        )


# A cluster that does not fit


@pytest.mark.slow
def test_a_worker_of_another_version_is_not_believed(tmp_path: Path) -> None:
    with dask(tmp_path, workers=1, program=OTHER) as cluster_:
        error = code_of(
            lambda: compute(squares_run(), cluster=cluster_.address),
            f"rules 99, not {RULES_VERSION}",
        )
    assert error == "other_versions"


@pytest.mark.long
def test_workers_without_the_package_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_ALONE", 1.0)
    monkeypatch.setattr(cluster, "_LOOK", 0.2)
    with dask(tmp_path, workers=1, program=BARE) as cluster_:
        error = code_of(
            lambda: compute(squares_run(), cluster=cluster_.address), "same pegout installed"
        )
    assert error == "no_workers"


@each(
    "address",
    ["", "here", "127.0.0.1:8786", "tcp://127.0.0.1", "http://127.0.0.1:80", "tcp://a b:1"],
)
def test_an_address_is_checked(address: str) -> None:
    assert code_of(lambda: compute(squares_run(), cluster=address), "such as tcp://") == (
        "bad_address"
    )


@pytest.mark.parametrize("listens", [False, True])
def test_waits_for_a_scheduler_are_bounded(listens: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_PATIENCE", 0.05)
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        if listens:
            # It accepts connections, and never answers.
            place.listen()
        address = f"tcp://127.0.0.1:{place.getsockname()[1]}"
        assert code_of(lambda: compute(squares_run(), cluster=address), address) == "no_cluster"


@pytest.mark.slow
def test_the_address_of_a_worker_is_not_that_of_a_cluster(healthy: Dask) -> None:
    address = worker_of(healthy)
    error = code_of(
        lambda: compute(squares_run(), cluster=address), "it is the address of a worker"
    )
    assert error == "no_cluster"


def worker_of(found: Dask) -> str:
    """Return the address of a worker, once there is one."""
    distributed: Any = import_module("distributed")
    with distributed.Client(found.address, timeout=120, set_as_default=False) as client:
        client.wait_for_workers(1, timeout=120)
        return str(next(iter(client.scheduler_info()["workers"])))


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    error = code_of(
        lambda: compute(squares_run(), cluster="tcp://127.0.0.1:8786"), r"\.\[cluster\]"
    )
    assert error == "missing_extra"


@pytest.mark.slow
def test_a_cluster_leaves_no_thread_behind(healthy: Dask) -> None:
    def here() -> set[str]:
        return {thread.name for thread in threading.enumerate()}

    before = here()
    compute(squares_run(), cluster=healthy.address)
    assert not {name for name in here() - before if "Dask-Callback" not in name}
