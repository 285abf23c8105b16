"""Measuring time and memory."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from time import perf_counter


def seconds(work: Callable[[], object]) -> float:
    """Return how many seconds the work takes."""
    start = perf_counter()
    work()
    return perf_counter() - start


def rate(work: Callable[[], object], number: int) -> float:
    """Return the rate, a second, of work that does something ``number`` times."""
    return number / seconds(work)


def peak(process: int | str = "self") -> float | None:
    """Return the peak memory of a process, in MB, or None where it is unknown.

    ``getrusage`` would include the memory of the parent at the start of the process.
    """
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return None
    lines = [line.split() for line in status.splitlines() if line.startswith("VmHWM:")]
    return int(lines[0][1]) * 1024 / 1e6 if lines else None


def until_done(
    code: str, environment: Mapping[str, str] | None = None
) -> tuple[float, float | None]:
    """Run a piece of Python in a fresh interpreter.

    Args:
        code: the code to run.
        environment: its environment; ours by default.

    Returns:
        The time from the start of the interpreter to the end of the code, in seconds, and the peak
        memory, in MB.

    Raises:
        RuntimeError: if it fails.
    """
    start = perf_counter()
    with subprocess.Popen(
        [sys.executable, "-c", f"{code}\nprint('done', flush=True)\ninput()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
    ) as process:
        assert process.stdout is not None, "it was asked for"
        said = process.stdout.readline()
        elapsed = perf_counter() - start
        memory = peak(process.pid)
        process.communicate(b"\n")
    if said != b"done\n" or process.returncode:
        raise RuntimeError(f"this did not come to its end: {code}")
    return elapsed, memory
