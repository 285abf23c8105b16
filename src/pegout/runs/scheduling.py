"""The engine: hands chunks out, adds up what comes back, and loses nothing of it."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from pegout.runs.checkpoints import ResumeFile
from pegout.runs.early_stopping import InOrder, Stop
from pegout.runs.errors import RunError
from pegout.runs.executors import IN_HAND, ChunkLost, Handed, Place, compute_chunk, cores, processes
from pegout.runs.sums import Sums, added
from pegout.runs.versions import Versions, versions

__all__ = ["Progress", "Run", "RunOutcome", "compute"]

#: Called with how much is finished, and how much there is.
Progress: TypeAlias = Callable[[int, int], None]

#: Pools of processes that may die one after the other without finishing a chunk.
_POOLS: Final = 4
#: Chunks that may be lost one after the other on their way back.
_ASTRAY: Final = 100
#: How long to wait, after an interruption, for chunks that are in work, in seconds.
_PATIENCE: Final = 5.0
#: How often to look whether the place is still there, in seconds.
_GLANCE: Final = 1.0
#: Errors after which a run goes on later.
_LOST: Final = ("cluster_lost", "full", "not_written", "no_workers", "workers_lost")


@dataclass(frozen=True, slots=True)
class Run:
    """What is to be computed: ``task(chunk, *arguments)`` for all of ``range(total)`` in chunks.

    Attributes:
        kind: what it is, in a word; stands in the resume file.
        asked: all that the result follows from besides the versions, as JSON; stands there too.
        task: a function that can be imported. It is called with a chunk, a range, and the
            arguments, and gives rows of whole numbers by name, which are added up. It has to give
            the same whenever and wherever it is called.
        arguments: its other arguments; they go to other processes.
        total: how much there is.
        chunk: how much is in one chunk. The sums do not depend on it.
        unit: what is counted in ``total``, in the plural.
        needs: what must be of the same version on everybody who computes.
    """

    kind: str
    asked: Mapping[str, object]
    task: Callable[..., Mapping[str, Any]]
    arguments: tuple[object, ...]
    total: int
    chunk: int
    unit: str = "parts"
    needs: tuple[str, ...] = ("pegout", "rules")


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """What came of a run.

    Attributes:
        sums: the sums of what is finished; where there was enough, of the chunks up to there and
            no others.
        finished: how much that is.
        total: how much was asked for.
        enough: whether there was enough, so that the run ended.
    """

    sums: Sums
    finished: int
    total: int
    enough: bool = False

    @property
    def complete(self) -> bool:
        """Whether nothing is left to do."""
        return self.enough or self.finished == self.total


class _Ledger:
    """What is finished: every chunk counted once, and on the disk before it is counted."""

    def __init__(
        self,
        run: Run,
        chunk: int,
        file: ResumeFile | None,
        progress: Progress | None,
        stop: Stop | None,
    ) -> None:
        self.run = run
        self.chunk = chunk
        #: Both together in one assignment, which an interruption cannot divide.
        self.state: tuple[Sums, int] = ({}, 0)
        self._file = file
        self._progress = progress
        self._shown = None if stop is None else InOrder(stop)
        self._done: set[int] = set()

    @property
    def finished(self) -> int:
        return self.state[1]

    @property
    def enough(self) -> bool:
        return self._shown is not None and self._shown.enough

    def outcome(self) -> RunOutcome:
        if self._shown is not None and self._shown.enough:
            return RunOutcome(self._shown.sums, self._shown.finished, self.run.total, enough=True)
        return RunOutcome(*self.state, self.run.total)

    def part(self, number: int) -> range:
        return range(number * self.chunk, min((number + 1) * self.chunk, self.run.total))

    def missing(self) -> list[int]:
        every = range(-(-self.run.total // self.chunk))
        return [number for number in every if number not in self._done]

    def read(self) -> None:
        """Count what is in the file."""
        if self._file is not None:
            for number, sums in self._file.finished():
                self._count(number, sums)
                self._show(number, sums)
                if self.enough:
                    break
        if self.finished:
            self._tell()

    def add(self, number: int, sums: Sums, *, tell: bool = True) -> None:
        """Count a chunk that was computed.

        What comes back after an interruption is told to nobody, and looked at when the run goes on.
        """
        if number in self._done:
            return
        if self._file is not None:
            self._file.append(number, sums)
        self._count(number, sums)
        if tell:
            self._tell()
            self._show(number, sums)

    def _count(self, number: int, sums: Sums) -> None:
        self._done.add(number)
        self.state = (added(self.state[0], sums), self.finished + len(self.part(number)))

    def _show(self, number: int, sums: Sums) -> None:
        if self._shown is not None:
            self._shown.take(number, sums, len(self.part(number)))

    def _tell(self) -> None:
        if self._progress is not None:
            self._progress(self.finished, self.run.total)


def compute(
    run: Run,
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    resume: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> RunOutcome:
    """Compute a run, or go on with it.

    Args:
        run: what is to be computed.
        executor: where; processes of this machine unless given. It is not shut down.
        workers: how many processes, every core unless given; 1 computes in this one. With an
            executor, how many chunks it computes at once.
        cluster: the address of a Dask scheduler, ``tcp://host:port``, instead of an executor.
        resume: a file that keeps what is finished, and from which the run goes on. Its directory
            has to be there.
        progress: called with how much is finished and how much there is, in this thread.
        stop: ends the run early. It is called in this thread with the sums of each chunk, in the
            order of the chunks, and says whether there is enough with it. It depends on nothing
            else, so neither does what comes of the run; one that goes on shows it everything again.

    Returns:
        What came of it. After an interruption from the keyboard, what came of the chunks that were
        finished.

    Raises:
        RunError: see its codes. Whatever a resume file has of the run stays in it.
        KeyboardInterrupt: if nothing was finished.
        OSError: if the resume file cannot be opened.

    >>> def squares(chunk):
    ...     return {"sum": [sum(number * number for number in chunk)]}
    >>> squared = Run("squares", {}, squares, (), total=1000, chunk=10)
    >>> found = compute(squared, workers=1, stop=lambda sums: sums["sum"][0] > 100_000)
    >>> found.finished, found.enough
    (110, True)
    """
    if workers is not None and workers < 1:
        raise RunError("bad_workers", f"let one process or more work, not {workers}")
    if executor is not None and cluster is not None:
        raise RunError("bad_place", "name an executor or a cluster, not both")
    known = versions(run.needs)
    with ExitStack() as stack:
        file = None
        if resume is not None:
            file = ResumeFile(resume, _head(run, known))
            stack.callback(file.close)
        chunk = run.chunk if file is None else file.chunk
        ledger = _Ledger(run, chunk, file, progress, stop)
        try:
            ledger.read()
            _compute(ledger, known, executor, workers, cluster)
        except KeyboardInterrupt:
            if not ledger.finished:
                raise
        except RunError as error:
            if error.code not in _LOST:
                raise
            raise RunError(error.code, f"{error}; {_kept(ledger, resume)}") from error
        return ledger.outcome()


def _head(run: Run, known: Versions) -> dict[str, object]:
    return {
        "run": run.kind,
        "asked": run.asked,
        "total": run.total,
        "chunk": run.chunk,
        "versions": known,
    }


def _kept(ledger: _Ledger, resume: str | os.PathLike[str] | None) -> str:
    """Say what is kept of a run that cannot go on."""
    of = f"{ledger.finished} of {ledger.run.total} {ledger.run.unit}"
    if resume is None:
        return f"{of} were finished, and nothing is kept without a resume file"
    return f"{of} are kept in {resume}, and the same command goes on with them"


def _compute(
    ledger: _Ledger,
    known: Versions,
    executor: Executor | None,
    workers: int | None,
    cluster: str | None,
) -> None:
    """Compute what is missing where it is wanted."""
    missing = deque(ledger.missing())
    if not missing or ledger.enough:
        return
    if cluster is not None:
        from pegout.runs.cluster import connected

        with connected(cluster) as place:
            _spread(place, ledger, {**known, **place.versions}, missing)
    elif executor is not None:
        try:
            _spread(Handed(executor, workers or cores()), ledger, known, missing)
        except (BrokenExecutor, CancelledError) as error:
            raise RunError("workers_lost", "the executor has broken down") from error
    elif min(workers or cores(), len(missing)) == 1:
        while missing and not ledger.enough:
            part = ledger.part(missing[0])
            sums = compute_chunk(ledger.run.task, known, part, ledger.run.arguments)
            ledger.add(missing.popleft(), sums)
    else:
        _in_processes(ledger, known, workers or cores(), missing)


def _in_processes(ledger: _Ledger, known: Versions, workers: int, missing: deque[int]) -> None:
    """Compute in processes of this machine, and in others where they die."""
    lost = 0
    while missing and not ledger.enough:
        before = ledger.finished
        # Where nothing comes back, one chunk at a time: a chunk that ends every process that
        # computes it takes no other with it then.
        several = (min(workers, len(missing)), IN_HAND) if lost < 2 else (1, 1)
        try:
            with processes(*several) as place:
                _spread(place, ledger, known, missing)
        except BrokenExecutor as error:
            lost = lost + 1 if ledger.finished == before else 1
            if lost == _POOLS:
                raise RunError(
                    "workers_lost",
                    "the processes that compute end before they have finished anything. The "
                    "system may have ended them for want of memory; or a script that asks for "
                    'this lacks its `if __name__ == "__main__":`',
                ) from error


def _spread(place: Place, ledger: _Ledger, known: Versions, missing: deque[int]) -> None:
    """Hand out what is missing, few chunks at a time, and count what comes back.

    After an error, what was handed out and has not come back is missing again. Once there is
    enough, nobody waits for it.
    """
    run = ledger.run
    pending: dict[Future[Sums], int] = {}
    astray = 0
    try:
        while missing or pending:
            while missing and len(pending) < place.room():
                part = ledger.part(missing[0])
                future = place.executor.submit(compute_chunk, run.task, known, part, run.arguments)
                pending[future] = missing.popleft()
            finished, _ = wait(pending, _GLANCE, FIRST_COMPLETED)
            # What has failed comes last, so that nothing of the others is lost with it, and is left
            # with those that have not come back.
            for future in sorted(finished, key=_failed):
                if isinstance(future.exception(), ChunkLost) and astray < _ASTRAY:
                    astray += 1
                    missing.append(pending.pop(future))
                    continue
                sums = future.result()
                astray = 0
                ledger.add(pending.pop(future), sums)
                if ledger.enough:
                    place.abandon()
                    return
            place.watch()
    except KeyboardInterrupt:
        _gather(pending, ledger, _PATIENCE)
        raise
    except BrokenExecutor:
        _gather(pending, ledger, 0.0)
        missing.extend(pending.values())
        raise
    finally:
        for future in pending:
            future.cancel()


def _failed(future: Future[Sums]) -> bool:
    return future.cancelled() or future.exception() is not None


def _gather(pending: dict[Future[Sums], int], ledger: _Ledger, patience: float) -> None:
    """Count what has come back, or does in a moment, when no more is handed out."""
    in_work = [future for future in pending if not future.cancel()]
    for future in wait(in_work, patience).done:
        if not _failed(future):
            ledger.add(pending.pop(future), future.result(), tell=False)
