"""A run that may have enough before its end: its chunks are looked at in their order.

Chunks come back in any order, and what a contest decides may not depend on it. So they are read
from the run's resume file, where they stand one by one; a run that was given no such file writes
one for itself while it lasts.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from pegout.runs import Outcome, Progress, Run, Sums, compute
from pegout.runs.sums import added

__all__ = ["Followed", "follow"]


class Followed(NamedTuple):
    """What came of a run that was followed.

    Attributes:
        outcome: what came of it; where there was enough, of the chunks up to there and no others.
        enough: whether there was enough.
    """

    outcome: Outcome
    enough: bool

    @property
    def complete(self) -> bool:
        """Whether nothing is left to do."""
        return self.enough or self.outcome.complete


class _Chunks:
    """The finished chunks of a resume file, looked at in the order of their numbers."""

    def __init__(self, path: Path, run: Run, look: Callable[[Sums], bool]) -> None:
        self.sums: Sums = {}
        self.finished = 0
        self.enough = False
        self._path = path
        self._total = run.total
        self._look = look
        #: How far the file is read, and how much is finished in what is read.
        self._place = 0
        self._known = 0
        self._chunk = 0
        self._next = 0
        self._seen: set[int] = set()
        self._waiting: dict[int, Sums] = {}

    def take(self, finished: int) -> bool:
        """Take in what is new, up to the chunk with which there is enough.

        Args:
            finished: how much the run has finished, all of which is in the file. What stands behind
                it may be a torn line.
        """
        with self._path.open("rb") as file:
            if not self._chunk:
                self._chunk = json.loads(file.readline())["chunk"]
                self._place = file.tell()
            file.seek(self._place)
            while self._known < finished and not self.enough:
                data = json.loads(file.readline())
                self._place = file.tell()
                if data["chunk"] not in self._seen:
                    self._seen.add(data["chunk"])
                    self._known += self._length(data["chunk"])
                    self._waiting[data["chunk"]] = {
                        name: tuple(row) for name, row in data["sums"].items()
                    }
                    self._go_on()
        return self.enough

    def _length(self, number: int) -> int:
        return min(self._chunk, self._total - number * self._chunk)

    def _go_on(self) -> None:
        """Look at the chunks whose turn it is."""
        while not self.enough and self._next in self._waiting:
            sums = self._waiting.pop(self._next)
            self.sums = added(self.sums, sums)
            self.finished += self._length(self._next)
            self._next += 1
            self.enough = self._look(sums)


def follow(
    run: Run,
    look: Callable[[Sums], bool],
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    resume: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Followed:
    """Compute a run until there is enough.

    Args:
        run: what is to be computed.
        look: called in this thread with the sums of each chunk, in the order of the chunks, and
            says whether there is enough with it. It depends on nothing else, so neither does what
            comes of the run; a run that is gone on with shows it everything again.
        executor: as for :func:`pegout.runs.compute`.
        workers: as there.
        cluster: as there.
        resume: as there.
        progress: as there.

    Raises:
        RunError: as there.

    >>> def squares(chunk):
    ...     return {"sum": [sum(number * number for number in chunk)]}
    >>> squared = Run("squares", {}, squares, (), total=1000, chunk=10)
    >>> found = follow(squared, lambda sums: sums["sum"][0] > 100_000, workers=1)
    >>> found.outcome.finished, found.enough
    (110, True)
    """
    with ExitStack() as stack:
        path = resume or Path(stack.enter_context(TemporaryDirectory()), "run")
        chunks = _Chunks(Path(path), run, look)

        def told(finished: int, total: int) -> None:
            if progress is not None:
                progress(finished, total)
            if chunks.take(finished):
                # A run ends early by an interruption, and only so.
                raise KeyboardInterrupt

        outcome = compute(
            run, executor=executor, workers=workers, cluster=cluster, resume=path, progress=told
        )
    # Chunks that came back after an interruption are looked at when the run goes on.
    if chunks.enough:
        outcome = Outcome(chunks.sums, chunks.finished, run.total)
    return Followed(outcome, chunks.enough)
