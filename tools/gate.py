"""The gate: what a change must pass, as jobs that run side by side.

``quick`` checks the types and runs the quick tests, ``slow`` runs the rest and measures how much of
the core is covered, and ``long`` runs what takes hours. Compiled code has a job of its own with one
process, so that nothing is compiled twice; the other tests interpret the same functions. The tests
are collected once beforehand: otherwise each process would translate all of them at the same time.

    python -m tools.gate quick tests/rules

Words after the name go to pytest; with paths among them, only their tests are run. With ``-x``
everything ends at the first failure.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
GATES: Final = ("quick", "slow", "long")
#: The tests of which the quick ones cover all of the core, which the settings of coverage name.
CORE: Final = (
    *("tests/notation", "tests/rules", "tests/wire", "tests/test_cards.py"),
    *("tests/test_examples.py", "tests/test_fairness.py", "tests/test_match.py"),
    *("tests/test_match_copies.py", "tests/test_match_ending.py", "tests/test_match_help.py"),
    *("tests/test_match_log.py", "tests/test_match_packs.py", "tests/test_practice.py"),
    *("tests/test_practice_positions.py", "tests/school/test_guide.py"),
    *("tests/test_scoring.py", "tests/test_scoring_checks.py", "tests/test_slips.py"),
)
#: What pytest exits with when no test was selected.
_NOTHING_TO_RUN: Final = 5
#: A test that hangs is ended; none takes so long, however busy the machine is.
_PYTEST: Final = (sys.executable, "-m", "pytest", "--timeout", "1800")
_SPREAD: Final = ("--dist", "worksteal")
_INTERPRETED: Final = {"NUMBA_DISABLE_JIT": "1"}
_FEW_EXAMPLES: Final = {"PEGOUT_HYPOTHESIS": "quick"}


@dataclass(frozen=True)
class Job:
    """A command of the gate.

    Args:
        name: its name in the summary.
        command: its words.
        environment: the variables that differ.
        first: whether the jobs after it wait until it has passed.
    """

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    first: bool = False


def jobs(gate: str, words: Sequence[str] = ()) -> list[Job]:
    """Return the jobs of a gate; the output of the last is shown as it comes.

    Args:
        gate: one of ``GATES``.
        words: what pytest is given besides.
    """
    if gate == "long":
        return [_long(words)]
    which = "slow" if gate == "slow" else "not slow"
    compiled = ("-m", f"compiled and {which} and not long")
    others = ["-n", "4", *_SPREAD, "-m", f"not compiled and {which} and not long"]
    collect = ("--collect-only", "-qq", "--no-summary", "-m", f"{which} and not long")
    found = [Job("collect", (*_PYTEST, *collect, *words), first=True)]
    if gate == "quick":
        found.insert(0, Job("types", (sys.executable, "-m", "mypy")))
    elif not any(word.startswith("tests") for word in words):
        core = ("--cov", "-m", "not slow and not long", *CORE)
        found.append(Job("core", (*_PYTEST, *core, *words), _INTERPRETED | _FEW_EXAMPLES))
    found.append(Job("compiled", (*_PYTEST, *compiled, *words)))
    environment = _INTERPRETED | (_FEW_EXAMPLES if gate == "quick" else {})
    # The others are many; they leave the one process that compiles its core.
    patient = ("nice", "-n", "5") if gate == "slow" else ()
    return [*found, Job("tests", (*patient, *_PYTEST, *others, *words), environment)]


def _long(words: Sequence[str]) -> Job:
    seed = os.environ.get("PEGOUT_SEED") or str(secrets.randbelow(10**6))
    spread = ("-n", "auto", "--maxprocesses", "4", *_SPREAD, "-m", "long")
    environment = {"PEGOUT_HYPOTHESIS": "long", "PEGOUT_SEED": seed, "PYTHONHASHSEED": seed}
    return Job("long", (sys.executable, "-m", "pytest", *spread, *words), environment)


class _Running:
    """A job under way.

    Args:
        job: what to run.
        output: the file for what it prints; without one it is shown as it comes.
        failed: the file to which pytest adds a command for each test that fails.
    """

    def __init__(self, job: Job, output: Path | None, failed: Path) -> None:
        self.job = job
        self.output = output
        self.took: float | None = None
        self.stopped = False
        self._began = time.monotonic()
        environment = {"PYTHONHASHSEED": "0", **os.environ, **job.environment}
        environment["PEGOUT_FAILED"] = str(failed)
        with output.open("wb") if output else nullcontext() as file:
            self.process = subprocess.Popen(
                job.command, cwd=ROOT, env=environment, stdout=file, stderr=subprocess.STDOUT
            )

    @property
    def passed(self) -> bool:
        return self.process.returncode in (0, _NOTHING_TO_RUN)

    @property
    def verdict(self) -> str:
        if self.stopped:
            return "stopped"
        return "passed" if self.passed else "FAILED"

    def look(self) -> bool:
        """Return whether the job is over."""
        if self.took is None and self.process.poll() is not None:
            self.took = time.monotonic() - self._began
        return self.took is not None

    def stop(self) -> None:
        if self.process.poll() is None:
            self.stopped = True
            self.process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(60)


def run(todo: Sequence[Job], *, to_the_end: bool = True) -> bool:
    """Run jobs side by side, print what they print, and return whether all have passed.

    Args:
        todo: the jobs.
        to_the_end: whether the others go on when one has failed.
    """
    with tempfile.TemporaryDirectory() as folder:
        running: list[_Running] = []
        failed = Path(folder) / "failed.txt"
        failed.touch()
        try:
            for job in todo:
                output = None if job is todo[-1] else Path(folder) / job.name
                running.append(_Running(job, output, failed))
                if job.first and not _await(running[-1:]):
                    break
            else:
                _await(running, to_the_end=to_the_end)
        finally:
            for process in running:
                process.stop()
                process.look()
        _report(running, failed.read_text("utf-8"))
    return all(process.passed for process in running)


def _await(running: Sequence[_Running], *, to_the_end: bool = True) -> bool:
    """Wait until jobs are over, or one has failed; return whether they have passed."""
    while [process for process in running if not process.look()]:
        time.sleep(0.1)
        if not to_the_end and any(
            process.took is not None and not process.passed for process in running
        ):
            return False
    return all(process.passed for process in running)


def _report(running: Sequence[_Running], failed: str) -> None:
    """Print what the jobs printed, then how they ended, then what repeats each failure."""
    write = sys.stdout.write
    for process in running:
        if process.output and (text := process.output.read_text("utf-8", "replace").strip()):
            write(f"\n== {process.job.name} ==\n{text}\n")
    write("\n")
    for process in running:
        write(f"{process.job.name:9} {process.took:5.0f} s  {process.verdict}\n")
    if failed:
        write(f"\nto repeat:\n{failed}")


def main(words: Sequence[str]) -> int:
    """Run a gate; return the exit status."""
    gate, *rest = words or ("",)
    if gate not in GATES:
        sys.stderr.write(f"expected one of {', '.join(GATES)}, not {gate!r}\n")
        return 2
    return 0 if run(jobs(gate, rest), to_the_end="-x" not in rest) else 1


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        raise SystemExit(main(sys.argv[1:]))
    raise SystemExit(130)
