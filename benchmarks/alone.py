"""One measurement in a separate process: ``python -m benchmarks.alone NAME ROUNDS``.

A separate process inherits no memory, caches or compiled code, and its memory can be measured. Each
measurement runs once untimed first. Then our code and its peers take turns, so that any other load
on the machine affects all of them alike.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from benchmarks.figures import MEASUREMENTS, Measurement, Round
from benchmarks.suites import load_suites


def run(measured: Measurement, rounds: int) -> dict[str, Any]:
    """Run a measurement.

    Args:
        measured: the measurement.
        rounds: the number of rounds.

    Returns:
        ``values``, a list of numbers for each round; ``peers``, the same by name; ``memory``.
    """
    if measured.one_core:
        _stay_on_one_core()
    trial = measured.prepare()
    if measured.warm:
        trial.ours()
    # Peers would add to the memory of the same process.
    memory = trial.memory() if trial.peers else None
    peers = _warmed({name: make() for name, make in trial.peers.items()})
    values = []
    theirs: dict[str, list[tuple[float, ...]]] = {name: [] for name in peers}
    for _ in range(rounds):
        values.append(trial.ours())
        for name, peer in peers.items():
            theirs[name].append(peer())
    return {"values": values, "peers": theirs, "memory": memory if peers else trial.memory()}


def _warmed(made: dict[str, Round | None]) -> dict[str, Round]:
    peers = {name: peer for name, peer in made.items() if peer is not None}
    for peer in peers.values():
        peer()
    return peers


def _stay_on_one_core() -> None:
    # Not every system has this function.
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def main() -> None:
    """Run the named measurement, and print its values as JSON."""
    _, name, rounds = sys.argv
    load_suites()
    print(json.dumps(run(MEASUREMENTS[name], int(rounds))))


if __name__ == "__main__":
    main()
