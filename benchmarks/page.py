"""The page ``docs/benchmarks.md`` of the documentation, generated from the results alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import groupby
from math import floor, log10
from typing import Final

from benchmarks.figures import GROUPS, SITE, WEB, Figure
from benchmarks.results import Part

_INTRO: Final = """\
---
description: "How fast Pegout counts, plays and searches, beside other programs and beside C."
---

# Benchmarks

This page measures the speed of Pegout, other programs and C written by hand for the same work.
`make bench` adds the extra `bench` to `.venv`, measures everything again in a few minutes, and
writes this page and every other page that quotes one of its figures. `make bench ARGS="--only
hands"` measures one thing by its name, and `ARGS="--json"` prints every round as JSON; both write
nothing. The figures are stored in `benchmarks/results.json`.

Each measurement runs in a separate process, on one core unless it says otherwise. It warms up
first. Then its rounds alternate with those of its peers: other programs where they are installed,
and C where there is a compiler (`benchmarks/native.c`). The rows below a figure are its peers in
the same run, with the speed of Pegout as a multiple of each. *MB* is the peak memory of the
process.

Timings vary: a difference of a tenth means nothing, and a ratio between two programs that
alternated means more than either figure.
"""
_WEB_INTRO: Final = """\
The server and all of its clients run on one machine; by `make bench ARGS="web --write"`.
"""
_SITE_INTRO: Final = """\
The files of a site come from the same machine, compressed with brotli, to Chromium; by `make bench
ARGS="site --write"`.
"""


def number(value: float) -> str:
    """Format a number with three significant digits.

    >>> [number(value) for value in (251_873.2, 70.06, 5, 0.29666, 0.0)]
    ['252,000', '70.1', '5.00', '0.297', '0']
    """
    if value == 0:
        return "0"
    digits = 2 - floor(log10(abs(value)))
    rounded = round(value, digits)
    # Rounding up may have added a digit.
    digits = 2 - floor(log10(abs(rounded)))
    return f"{rounded:,.{max(0, digits)}f}"


def page(parts: Mapping[str, Part]) -> str:
    """Write the page."""
    text = [_INTRO]
    if "bench" in parts:
        text += _part(parts["bench"], [group for group in GROUPS if group not in (WEB, SITE)])
    if "web" in parts:
        text += _part(parts["web"], [WEB], _WEB_INTRO)
    if "site" in parts:
        text += _part(parts["site"], [SITE], _SITE_INTRO)
    return "\n".join(text)


def _part(part: Part, groups: Sequence[str], intro: str = "") -> list[str]:
    """Write one part, its groups under their headings, after an introduction."""
    text = [] if intro else [_measured(part)]
    for group in groups:
        figures = [figure for figure in part.figures if figure.measurement.group == group]
        if figures:
            text.append(f"## {group}\n")
            if intro:
                text += [intro, _measured(part)]
            text.append(table(figures))
            text += _elsewhere(figures)
    if part.left_out:
        said = [f"`{name}` ({why})" for name, why in part.left_out.items()]
        text.append(f"Not measured: {', '.join(said)}.\n")
    return text


def _measured(part: Part) -> str:
    """Write when and on which machine the part was measured."""
    here = part.machine
    by_day = sorted({figure.day for figure in part.figures})
    main_day = max(by_day, key=lambda day: sum(figure.day == day for figure in part.figures))
    cores = "1 core" if here.cores == 1 else f"{here.cores} cores"
    packages = [f"{name} {found}" for name, found in here.packages.items()]
    said = [
        f"Measured on {_day(main_day)}: Pegout {part.version}",
        *[here.python, *packages, here.processor, cores, f"{here.memory:.0f} GB", here.system],
        *([f"clock governed by “{here.governor}”"] if here.governor else []),
    ]
    text = ", ".join(said) + "."
    for day in by_day:
        if day != main_day:
            names = {figure.name: None for figure in part.figures if figure.day == day}
            text += f" On {_day(day)}: {', '.join([f'`{name}`' for name in names])}."
    return text + "\n"


def _day(day: str) -> str:
    """Format a day.

    >>> _day("2026-11-02")
    '2 November 2026'
    """
    found = date.fromisoformat(day)
    return f"{found.day} {found:%B %Y}"


def table(figures: Iterable[Figure]) -> str:
    """Write figures as a table: a row for each, and below it one for each of its peers."""
    lines = [("name", "what", "median", "best", "MB"), ("---", "---", "--:", "--:", "--:")]
    for name, rows in groupby(figures, key=lambda figure: figure.name):
        for first, figure in enumerate(rows):
            memory = "" if figure.memory is None else f"{figure.memory:,.0f}"
            lines.append(
                (
                    "" if first else f"`{name}`",
                    f"{figure.row.what} ({_in(figure.row.unit)})",
                    number(figure.median),
                    number(figure.best),
                    memory,
                )
            )
            for peer, theirs in figure.peers.items():
                times = number(figure.times(theirs))
                lines.append(("", f"*{peer}*: ours is ×{times}", number(theirs), "", ""))
    return "".join([f"| {' | '.join(line)} |\n" for line in lines])


def _in(unit: str) -> str:
    """Return the words for a unit.

    >>> _in("a second"), _in("ms"), _in("µs a hand"), _in("×")
    ('a second', 'in ms', 'in µs a hand', 'times')
    """
    plain = {"a second": "a second", "games": "number", "×": "times", "%": "in per cent"}
    return plain.get(unit, f"in {unit}")


def _elsewhere(figures: Iterable[Figure]) -> list[str]:
    """Write what other programs reach, where that is known."""
    said = [
        f"- `{figure.name}`: {figure.row.elsewhere}." for figure in figures if figure.row.elsewhere
    ]
    return (
        [
            "Other programs, measured separately on one core of such a machine:\n",
            "\n".join(said) + "\n",
        ]
        if said
        else []
    )
