"""Measure the speed and the memory of Pegout, and of a peer in the same run where there is one.

``python -m benchmarks`` measures the suites ``kernel`` and ``engine``, in about four minutes;
``web``, the server under load, takes three more and has to be asked for.
"""

from __future__ import annotations

import argparse
import json
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from benchmarks.figures import GROUPS, MEASUREMENTS, Measurement
from benchmarks.machine import machine
from benchmarks.page import Results, page, table
from benchmarks.suites import load_suites, run_all

_SUITES = {
    "kernel": ("kernel",),
    "engine": ("engine",),
    "web": ("web",),
    "all": ("kernel", "engine", "web"),
}


def main() -> int:
    """Measure what is asked for; 1 if something broke down."""
    load_suites()
    options = _options()
    if options.list:
        for one in MEASUREMENTS.values():
            print(f"{one.name:<16} {one.suite:<7} {one.prepare.__doc__}")
        return 0
    here = machine()
    if here.was_busy:
        print("The machine is busy with something else; mistrust what comes.", file=sys.stderr)
    outcome = run_all(_wanted(options), options.rounds, lambda line: print(line, file=sys.stderr))
    results = Results(
        datetime.now(UTC).date(),
        version("pegout"),
        here.after(),
        tuple(sorted(outcome.figures, key=lambda figure: GROUPS.index(figure.group))),
        outcome.left_out,
    )
    if options.json:
        print(json.dumps(_plain(results), indent=2))
    elif options.write is None:
        print(f"\n{table(results.figures)}")
    if options.write is not None:
        path: Path = options.write
        before = path.read_text("utf-8") if path.exists() else ""
        path.write_text(page(results, before), "utf-8")
    return 1 if outcome.failed else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument(
        "suite", nargs="?", choices=[*_SUITES], help="what to measure: kernel and engine, or this"
    )
    parser.add_argument(
        "--only", action="append", choices=[*MEASUREMENTS], metavar="NAME", help="measure just this"
    )
    parser.add_argument("--rounds", type=int, help="measure each so many times")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write the page here")
    parser.add_argument("--list", action="store_true", help="list what can be measured, and end")
    options = parser.parse_args()
    if options.rounds is not None and options.rounds < 1:
        parser.error("--rounds takes 1 or more")
    if options.write is not None and (options.only or options.suite in ("engine", "kernel")):
        parser.error("--write takes a whole half of the page: no name, web or all")
    return options


def _wanted(options: argparse.Namespace) -> list[Measurement]:
    if options.only:
        return [MEASUREMENTS[name] for name in options.only]
    suites = _SUITES[options.suite] if options.suite else ("kernel", "engine")
    return [one for one in MEASUREMENTS.values() if one.suite in suites]


def _plain(results: Results) -> dict[str, object]:
    return {
        "day": results.day.isoformat(),
        "pegout": results.version,
        "machine": results.machine.to_json(),
        "figures": [figure.to_json() for figure in results.figures],
        "left_out": results.left_out,
    }


if __name__ == "__main__":
    sys.exit(main())
