"""Measure the speed of Pegout, and of a peer in the same run where there is one.

``python -m benchmarks [engine|web] [--json] [--rounds N]``. Timings on a shared machine are noisy:
compare what stands in one table, and trust ratios rather than seconds.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from importlib.metadata import version

from benchmarks.measure import Figure, figures
from benchmarks.web import web_figures

_WHAT = {"engine": figures, "web": web_figures}


def _table(rows: list[Figure]) -> str:
    lines = [
        "| what | unit | median | best | worst | aim | against |",
        "|---|---|--:|--:|--:|--:|---|",
    ]
    lines += [
        f"| {row.what} | {row.unit} | {row.median:,.3g} | {row.best:,.3g} | {row.worst:,.3g} "
        f"| {row.aim:,g} | {row.against} |"
        for row in rows
    ]
    return "\n".join(lines)


def main() -> None:
    """Run every measurement and print the table."""
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument(
        "what", nargs="?", choices=[*_WHAT], default="engine", help="what to measure"
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--rounds", type=int, default=5, help="measure each figure so many times")
    options = parser.parse_args()
    rows = []
    for figure in _WHAT[options.what](options.rounds):
        print(f"{figure.what}: {figure.median:,.3g} {figure.unit}", file=sys.stderr)
        rows.append(figure)
    machine = f"{platform.python_implementation()} {platform.python_version()}"
    if options.json:
        print(
            json.dumps(
                {
                    "pegout": version("pegout"),
                    "python": machine,
                    "figures": [row.to_json() for row in rows],
                },
                indent=2,
            )
        )
    else:
        print(f"\nPegout {version('pegout')}, {machine}, {platform.machine()}, one core\n")
        print(_table(rows))


if __name__ == "__main__":
    main()
