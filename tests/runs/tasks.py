"""Tasks that other processes can import."""

import os
import signal
import time
from pathlib import Path

from pegout.delays import report_delay
from pegout.runs import Run

SQUARES = sum(number * number for number in range(200))


def squares(chunk: range, pause: float = 0.0) -> dict[str, list[int]]:
    # The chunks take different times, so that they finish in another order.
    time.sleep(pause * (1 + chunk.start % 3))
    return {
        "sum": [sum(number * number for number in chunk)],
        "count": [len(chunk)],
        f"of {len(chunk)}": [0, 1],
    }


def mark(chunk: range, folder: str) -> dict[str, list[int]]:
    """Create a file for each time that a chunk is computed."""
    number = len(list(Path(folder).glob(f"{chunk.start}-*")))
    Path(folder, f"{chunk.start}-{number}").touch()
    return squares(chunk)


def fatal(chunk: range, folder: str, where: int, times: int) -> dict[str, list[int]]:
    """Kill the process at one chunk, this many times."""
    if where in chunk:
        for time_ in range(times):
            flag = Path(folder, f"died {time_}")
            if not flag.exists():
                flag.touch()
                os.kill(os.getpid(), signal.SIGKILL)
    return squares(chunk)


def delay(chunk: range) -> dict[str, list[int]]:
    report_delay(f"counting from {chunk.start}")
    return squares(chunk)


def delayed_often(number: int) -> int:
    for at in range(number):
        report_delay(f"counting from {at}")
    return number


def wrong(chunk: range, where: int) -> dict[str, list[int]]:
    if where in chunk:
        raise LookupError("the task's own error")
    return squares(chunk)


def halves(chunk: range) -> dict[str, list[float]]:
    return {"half": [len(chunk) / 2]}


def squares_run(pause: float = 0.0, *, chunk: int = 10, seed: int = 1) -> Run:
    return Run("squares", {"seed": seed}, squares, (pause,), 200, chunk)
