"""The scheduler: submits chunks, adds up their results, and saves each one."""

import os
from collections import deque
from collections.abc import Callable, Mapping
from concurrent import futures
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypedDict

from pegout.numbers import whole_number
from pegout.runs.checkpoints import ResumeFile
from pegout.runs.errors import RunError
from pegout.runs.executors import IN_HAND, ChunkLost, ChunkWorkers, compute_chunk, cores, processes
from pegout.runs.sums import Sums, add_sums
from pegout.runs.versions import Versions, versions

#: A progress callback, called with the finished amount and the total.
Progress: TypeAlias = Callable[[int, int], None]
#: A stopping rule, called with the sums of each chunk in order; it returns whether to stop.
StopRule: TypeAlias = Callable[[Sums], bool]

#: The number of process pools that may die in succession without finishing a chunk.
_POOLS: Final = 4
#: The number of results that may be lost in succession.
_ASTRAY: Final = 100
#: The time to wait for running chunks after an interruption, in seconds.
_PATIENCE: Final = 5.0
#: The interval between checks that the executor is still available, in seconds.
_GLANCE: Final = 1.0
#: Codes of errors after which a run can resume later.
_LOST: Final = ("cluster_lost", "full", "not_written", "no_workers", "workers_lost")


@dataclass(frozen=True, slots=True)
class Run:
    """A computation: ``task(chunk, *arguments)`` for all of ``range(total)`` in chunks.

    Attributes:
        kind: the kind of computation, in a word; recorded in the resume file.
        asked: the request: all inputs of the result besides the versions, as JSON; recorded too.
        task: an importable function. It is called with a chunk, which is a range, and the
            arguments. It returns rows of integers by name, which are added up, and must be
            deterministic.
        arguments: its other arguments, which are sent to other processes.
        total: the total amount of work.
        chunk: the amount in one chunk. The sums do not depend on it.
        unit: the unit of ``total``, in the plural.
        needs: the names whose versions must agree on all machines.
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
    """The outcome of a run.

    Attributes:
        sums: the sums of the finished chunks; after early stopping, of the chunks up to the stop
            and no others.
        finished: the amount that these are of.
        total: the amount requested.
        enough: whether the stopping rule ended the run.
    """

    sums: Sums
    finished: int
    total: int
    enough: bool = False

    @property
    def complete(self) -> bool:
        """Whether no work is left."""
        return self.enough or self.finished == self.total


class InOrder:
    """Chunks in the order of their numbers, up to the one at which a rule stops the run.

    Chunks finish in any order, and the decision to stop must not depend on that order. ``sums`` and
    ``finished`` are of the chunks that the rule has seen.

    >>> seen = InOrder(lambda sums: sums["games"][0] == 0)
    >>> seen.take(1, {"games": (0,)}, 5)
    >>> seen.enough
    False
    >>> seen.take(0, {"games": (3,)}, 5)
    >>> seen.enough, seen.sums, seen.finished
    (True, {'games': (3,)}, 10)
    """

    def __init__(self, stop: StopRule) -> None:
        self.sums: Sums = {}
        self.finished = 0
        self.enough = False
        self._stop = stop
        self._next = 0
        #: Chunks that finished ahead of earlier ones: their sums, and their sizes.
        self._waiting: dict[int, tuple[Sums, int]] = {}

    def take(self, number: int, sums: Sums, size: int) -> None:
        """Add a finished chunk by its number from 0; call once per chunk."""
        self._waiting[number] = (sums, size)
        while not self.enough and self._next in self._waiting:
            sums, size = self._waiting.pop(self._next)
            self.sums = add_sums(self.sums, sums)
            self.finished += size
            self._next += 1
            self.enough = self._stop(sums)


class _Ledger:
    """The finished chunks: each is counted once, and is on disk before it is counted."""

    def __init__(
        self,
        run: Run,
        chunk: int,
        file: ResumeFile | None,
        progress: Progress | None,
        stop: StopRule | None,
    ) -> None:
        self.run = run
        self.chunk = chunk
        #: The sums and the finished amount: one assignment updates both, so no interrupt can split
        #: them.
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
        """Count the chunks in the file."""
        if self._file is not None:
            for number, sums in self._file.finished():
                self._count(number, sums)
                self._show(number, sums)
                if self.enough:
                    break
        if self.finished:
            self._tell()

    def add(self, number: int, sums: Sums, *, tell: bool = True) -> None:
        """Count a computed chunk.

        With ``tell`` false, after an interruption by which the run ends, the chunk is neither
        reported nor shown to the stopping rule until the run resumes.
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
        self.state = (add_sums(self.state[0], sums), self.finished + len(self.part(number)))

    def _show(self, number: int, sums: Sums) -> None:
        if self._shown is not None:
            self._shown.take(number, sums, len(self.part(number)))

    def _tell(self) -> None:
        if self._progress is not None:
            self._progress(self.finished, self.run.total)


class RunOptions(TypedDict, total=False):
    """The keyword arguments of :func:`compute` that a function which computes a run passes on.

    They say where a run is computed and saved, and never change its result.
    """

    executor: futures.Executor | None
    workers: int | None
    cluster: str | None
    resume: str | os.PathLike[str] | None
    progress: Progress | None


def in_units(options: RunOptions, size: int) -> RunOptions:
    """Return options whose progress counts ``size`` for each number of the run.

    >>> options = in_units({"progress": print}, 2)
    >>> options["progress"](3, 10)
    6 20
    """
    progress = options.get("progress")
    if progress is None:
        return options
    return {**options, "progress": lambda done, total: progress(done * size, total * size)}


def compute(
    run: Run,
    *,
    executor: futures.Executor | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    resume: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    stop: StopRule | None = None,
) -> RunOutcome:
    """Compute a run, or resume it.

    Args:
        run: the computation.
        executor: where to compute; processes of this machine unless given. It is not shut down.
        workers: the number of processes, one per core unless given; 1 computes in this process.
            With an executor, the number of chunks that it computes at once.
        cluster: the address of a Dask scheduler, ``tcp://host:port``, instead of an executor.
        resume: a checkpoint file that stores finished chunks and from which the run resumes. Its
            directory must exist.
        progress: a callback for the finished amount and the total, called in this thread.
        stop: a stopping rule. It is called in this thread with the sums of each chunk, in the order
            of the chunks, and returns whether to stop. It must depend on nothing else, so that the
            result of the run does not either. A resumed run shows it all chunks again.

    Returns:
        The outcome. After an interrupt from the keyboard, the outcome of the finished chunks.

    Raises:
        RunError: see its codes. The finished chunks stay in the resume file.
        KeyboardInterrupt: if no chunk was finished.
        OSError: if the resume file cannot be opened.

    >>> def squares(chunk):
    ...     return {"sum": [sum(number * number for number in chunk)]}
    >>> squared = Run("squares", {}, squares, (), total=1000, chunk=10)
    >>> result = compute(squared, workers=1, stop=lambda sums: sums["sum"][0] > 100_000)
    >>> result.finished, result.enough
    (110, True)
    """
    processes_wanted = whole_number(workers)
    if workers is not None and (processes_wanted is None or processes_wanted < 1):
        raise RunError("bad_workers", f"let one process or more work, not {workers!r:.40}")
    if executor is not None and cluster is not None:
        raise RunError("bad_place", "name an executor or a cluster, not both")
    check_options({"executor": executor, "resume": resume, "progress": progress})
    known = versions(run.needs)
    with ExitStack() as stack:
        file = None
        if resume is not None:
            head = {"run": run.kind, "asked": run.asked, "total": run.total, "chunk": run.chunk}
            file = ResumeFile(resume, {**head, "versions": known})
            stack.callback(file.close)
        chunk = run.chunk if file is None else file.chunk
        ledger = _Ledger(run, chunk, file, progress, stop)
        try:
            ledger.read()
            _compute(ledger, known, executor, processes_wanted, cluster)
        except KeyboardInterrupt:
            if not ledger.finished:
                raise
        except RunError as error:
            if error.code not in _LOST:
                raise
            raise RunError(error.code, f"{error}; {_saved(ledger, resume)}") from error
        return ledger.outcome()


def check_options(options: RunOptions) -> None:
    """Raise ``bad_place`` for an executor, a resume file or a callback that is none."""
    executor, resume, progress = (options.get(name) for name in ("executor", "resume", "progress"))
    wanted = (
        (executor, "an executor of concurrent.futures", hasattr(executor, "submit")),
        (resume, "the path of a file to resume from", isinstance(resume, str | os.PathLike)),
        (progress, "a function of the finished amount and the total", callable(progress)),
    )
    for given, words, fits in wanted:
        if given is not None and not fits:
            raise RunError("bad_place", f"expected {words}, not {given!r:.40}")


def _saved(ledger: _Ledger, resume: str | os.PathLike[str] | None) -> str:
    """Describe what a failed run has saved."""
    of = f"{ledger.finished} of {ledger.run.total} {ledger.run.unit}"
    if resume is None:
        return f"{of} were finished, and nothing is saved without a resume file"
    return f"{of} are saved in {resume}, and the same command resumes there"


def _compute(
    ledger: _Ledger,
    known: Versions,
    executor: futures.Executor | None,
    workers: int | None,
    cluster: str | None,
) -> None:
    """Compute the missing chunks with the requested workers."""
    missing = deque(ledger.missing())
    if not missing or ledger.enough:
        return
    if cluster is not None:
        from pegout.runs.cluster import connected

        with connected(cluster) as chunk_workers:
            _spread(chunk_workers, ledger, {**known, **chunk_workers.versions}, missing)
    elif executor is not None:
        try:
            _spread(ChunkWorkers(executor, workers or cores()), ledger, known, missing)
        except (futures.BrokenExecutor, futures.CancelledError) as error:
            raise RunError("workers_lost", "the executor has broken down") from error
    elif min(workers or cores(), len(missing)) == 1:
        while missing and not ledger.enough:
            part = ledger.part(missing[0])
            sums = compute_chunk(ledger.run.task, known, part, ledger.run.arguments)
            ledger.add(missing.popleft(), sums)
    else:
        _in_processes(ledger, known, workers or cores(), missing)


def _in_processes(ledger: _Ledger, known: Versions, workers: int, missing: deque[int]) -> None:
    """Compute in processes of this machine, and start others if they die."""
    lost = 0
    while missing and not ledger.enough:
        before = ledger.finished
        # After repeated failures compute one chunk at a time, so that a chunk that kills its
        # process takes no other chunk with it.
        several = (min(workers, len(missing)), IN_HAND) if lost < 2 else (1, 1)
        try:
            with processes(*several) as chunk_workers:
                _spread(chunk_workers, ledger, known, missing)
        except futures.BrokenExecutor as error:
            lost = lost + 1 if ledger.finished == before else 1
            if lost == _POOLS:
                raise RunError(
                    "workers_lost",
                    "the processes that compute end before they have finished anything. The "
                    "system may have ended them for want of memory; or a script that asks for "
                    'this lacks its `if __name__ == "__main__":`',
                ) from error


def _spread(
    chunk_workers: ChunkWorkers, ledger: _Ledger, known: Versions, missing: deque[int]
) -> None:
    """Submit the missing chunks, few at a time, and count their results.

    After an error, chunks without results are missing again. After early stopping, the run does not
    wait for them.
    """
    run = ledger.run
    pending: dict[futures.Future[Sums], int] = {}
    astray = 0
    try:
        while missing or pending:
            while missing and len(pending) < chunk_workers.room():
                part = ledger.part(missing[0])
                future = chunk_workers.executor.submit(
                    compute_chunk, run.task, known, part, run.arguments
                )
                pending[future] = missing.popleft()
            finished, _ = futures.wait(pending, _GLANCE, futures.FIRST_COMPLETED)
            # Failed futures come last, so that no other result is lost with them. They stay
            # pending.
            for future in sorted(finished, key=_failed):
                if isinstance(future.exception(), ChunkLost) and astray < _ASTRAY:
                    astray += 1
                    missing.append(pending.pop(future))
                    continue
                sums = future.result()
                astray = 0
                ledger.add(pending.pop(future), sums)
                if ledger.enough:
                    chunk_workers.abandon()
                    return
            chunk_workers.watch()
    except KeyboardInterrupt:
        _gather(pending, ledger, _PATIENCE, tell=False)
        raise
    except futures.BrokenExecutor:
        # The run may go on elsewhere, so its stopping rule needs every chunk that is counted.
        _gather(pending, ledger, 0.0, tell=True)
        if ledger.enough:
            chunk_workers.abandon()
            return
        missing.extend(pending.values())
        raise
    finally:
        for future in pending:
            future.cancel()


def _failed(future: futures.Future[Sums]) -> bool:
    return future.cancelled() or future.exception() is not None


def _gather(
    pending: dict[futures.Future[Sums], int], ledger: _Ledger, patience: float, *, tell: bool
) -> None:
    """Take results out of the pending ones and count them, within the patience, in seconds."""
    in_work = [future for future in pending if not future.cancel()]
    for future in futures.wait(in_work, patience).done:
        if not _failed(future):
            ledger.add(pending.pop(future), future.result(), tell=tell)
