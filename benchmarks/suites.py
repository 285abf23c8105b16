"""The list of modules with measurements, and how to run a list of measurements."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from benchmarks.figures import MEASUREMENTS, Figure, Measurement, figure

_ROOT: Final = Path(__file__).resolve().parent.parent
_MODULES: Final = (
    "kernel",
    "engine",
    "records",
    "reviews",
    "web",
    "several_servers",
    "site",
    "ends",
    "floods",
    "computers",
    "metrics",
    "analyses",
)


@dataclass
class Outcome:
    """The outcome of a list of measurements.

    Attributes:
        figures: the figures.
        left_out: the measurements that were left out, by name, and why.
        failed: the names of those that failed.
    """

    figures: list[Figure] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)


def load_suites() -> dict[str, Measurement]:
    """Import every module that registers measurements, and return all of them."""
    for name in _MODULES:
        import_module(f"benchmarks.{name}")
    return MEASUREMENTS


def run_all(
    wanted: Iterable[Measurement], rounds: int | None, tell: Callable[[str], None]
) -> Outcome:
    """Run measurements one after the other, each in a separate process.

    Args:
        wanted: the measurements to run.
        rounds: the number of rounds of each; None for their defaults.
        tell: called with a line for each figure.

    Returns:
        The outcome of all of them.
    """
    outcome = Outcome()
    for measurement in wanted:
        missing = [name for name in measurement.needs if find_spec(name) is None]
        if missing:
            outcome.left_out[measurement.name] = f"needs {' and '.join(missing)}"
            tell(f"{measurement.name}: left out, needs {' and '.join(missing)}")
            continue
        try:
            found = _measured(measurement, rounds or measurement.rounds)
        except subprocess.CalledProcessError as error:
            # The traceback gives the reason; a page does not show it.
            outcome.left_out[measurement.name] = "broke down"
            outcome.failed.append(measurement.name)
            tell(f"{measurement.name}: broke down\n{error.stderr}")
            continue
        outcome.figures += found
        for came in found:
            tell(f"{came.name}: {came.row.what}: {came.median:,.4g} {came.row.unit}")
    return outcome


def _measured(measurement: Measurement, rounds: int) -> list[Figure]:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.alone", measurement.name, str(rounds)],
        check=True,
        capture_output=True,
        text=True,
        cwd=_ROOT,
    )
    # Pass on its warnings.
    sys.stderr.write(done.stderr)
    found = json.loads(done.stdout.splitlines()[-1])
    today = datetime.now(UTC).date().isoformat()
    return [
        figure(
            measurement.name,
            at,
            tuple([values[at] for values in found["values"]]),
            {
                name: tuple([values[at] for values in theirs])
                for name, theirs in found["peers"].items()
                if at < len(theirs[0])
            },
            None if at else found["memory"],
            today,
        )
        for at in range(len(measurement.rows))
    ]
