"""Measure the speed and the memory of Pegout, and of similar programs in the same run.

``python -m benchmarks`` measures the suites ``kernel`` and ``engine``, in about four minutes. The
suite ``web``, the server under load, takes three more, and ``site``, a site without one, as many;
both run only on request.
"""

from __future__ import annotations

import argparse
import json
import sys
from importlib.metadata import version
from typing import Any

from benchmarks import results
from benchmarks.figures import MEASUREMENTS, Figure, Measurement
from benchmarks.machine import Machine, machine
from benchmarks.page import table
from benchmarks.quoted import pages
from benchmarks.suites import Outcome, load_suites, run_all

_SUITES = {
    "kernel": ("kernel",),
    "engine": ("engine",),
    "web": ("web",),
    "site": ("site",),
    "all": ("kernel", "engine", "web", "site"),
}


def main() -> int:
    """Run the requested measurements; return 1 if one failed or the figures cannot be stored."""
    load_suites()
    options = _options()
    if options.list:
        for measurement in MEASUREMENTS.values():
            print(f"{measurement.name:<16} {measurement.suite:<7} {measurement.prepare.__doc__}")
        return 0
    if options.pages:
        _write_pages()
        return 0
    here = machine()
    if here.was_busy:
        print("The machine is busy with something else; mistrust what comes.", file=sys.stderr)
        if options.write and not options.busy:
            print("Nothing is measured to be kept then; --busy does so anyway.", file=sys.stderr)
            return 1
    wanted = _wanted(options)
    outcome = run_all(wanted, options.rounds, lambda line: print(line, file=sys.stderr))
    if options.json:
        print(json.dumps(_plain(outcome, here.after()), indent=2))
    elif not options.write:
        print(f"\n{table(outcome.figures)}")
    kept = not options.write or _keep(outcome, wanted, here)
    return 0 if kept and not outcome.failed else 1


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
    parser.add_argument(
        "--write", action="store_true", help="keep the results, and write the pages that have them"
    )
    parser.add_argument("--busy", action="store_true", help="keep them on a busy machine too")
    parser.add_argument(
        "--pages", action="store_true", help="write the pages from the results that are kept"
    )
    parser.add_argument("--list", action="store_true", help="list what can be measured, and end")
    options = parser.parse_args()
    if options.rounds is not None and options.rounds < 1:
        parser.error("--rounds takes 1 or more")
    return options


def _wanted(options: argparse.Namespace) -> list[Measurement]:
    if options.only:
        return [MEASUREMENTS[name] for name in options.only]
    suites = _SUITES[options.suite] if options.suite else ("kernel", "engine")
    return [measurement for measurement in MEASUREMENTS.values() if measurement.suite in suites]


def _plain(outcome: Outcome, here: Machine) -> dict[str, Any]:
    return {
        "pegout": version("pegout"),
        "machine": here.to_json(),
        "figures": [figure.to_json() for figure in outcome.figures],
        "left_out": outcome.left_out,
    }


def _keep(outcome: Outcome, wanted: list[Measurement], here: Machine) -> bool:
    """Store the figures; a suite that was measured completely replaces all its old ones."""
    parts = results.read()
    asked = {measurement.name for measurement in wanted}
    for name in results.PARTS:
        of_part = {measured for measured in MEASUREMENTS if results.of_part(measured) == name}
        if not of_part & asked:
            continue
        figures = [figure for figure in outcome.figures if figure.name in of_part]
        out = {measured: why for measured, why in outcome.left_out.items() if measured in of_part}
        now = results.Part(version("pegout"), here, _sorted(figures), out)
        try:
            parts[name] = results.merge(parts.get(name), now, whole=of_part <= asked)
        except results.ResultsError as error:
            print(f"Nothing is kept: {error}.", file=sys.stderr)
            return False
    results.write(parts)
    _write_pages()
    return True


def _sorted(figures: list[Figure]) -> tuple[Figure, ...]:
    order = [*MEASUREMENTS]
    return tuple(sorted(figures, key=lambda figure: (order.index(figure.name), figure.at)))


def _write_pages() -> None:
    for path, text in pages(results.read()).items():
        if path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            print(f"Written: {path.name}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
