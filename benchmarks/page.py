"""The page of the documentation, ``docs/benchmarks.md``, made of the results and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import groupby
from math import floor, log10
from typing import Final

from benchmarks.figures import GROUPS, WEB, Figure
from benchmarks.results import Part

__all__ = ["number", "page", "table"]

_INTRO: Final = """\
---
description: "How fast Pegout counts, plays and searches, beside other programs and beside C."
---

# Benchmarks

How fast Pegout is, beside other programs and beside C written by hand for the same work.
`make bench` measures everything again, in a few minutes, and writes this page and every other page
that has one of its figures. `make bench ARGS="--only hands"` measures one thing, by its name, and
`ARGS="--json"` gives every round as JSON. The figures stand in `benchmarks/results.json`.

Each thing is measured in a process of its own, on one core unless it says otherwise: warmed up
first, then in rounds, in turns with its peers where they are installed, and with C where there is a
compiler (`benchmarks/native.c`). Below a figure stand those of its peers in the same run, with how
many times as fast ours is. *MB* is the most memory that the process has had.

Timings of one machine on one day are noisy: a tenth more or less means nothing, and a ratio between
two that took turns means more than either figure.
"""
_WEB_INTRO: Final = """\
A server and everybody who plays at it, on one machine; by `make bench ARGS="web --write"`.
"""


def number(value: float) -> str:
    """Write a number with three digits that count.

    >>> [number(value) for value in (251_873.2, 70.06, 5, 0.29666, 0.0)]
    ['252,000', '70.1', '5.00', '0.297', '0']
    """
    if value == 0:
        return "0"
    digits = 2 - floor(log10(abs(value)))
    rounded = round(value, digits)
    # Rounding up may have made it longer.
    digits = 2 - floor(log10(abs(rounded)))
    return f"{rounded:,.{max(0, digits)}f}"


def page(parts: Mapping[str, Part]) -> str:
    """Write the page."""
    text = [_INTRO]
    if "bench" in parts:
        text += _part(parts["bench"], [group for group in GROUPS if group != WEB])
    if "web" in parts:
        text += _part(parts["web"], [WEB], _WEB_INTRO)
    return "\n".join(text)


def _part(part: Part, groups: Sequence[str], intro: str = "") -> list[str]:
    """Write one part, its groups under their headings; what is said of all of them stands first."""
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
    """Say when and where it was measured."""
    here = part.machine
    by_day = sorted({figure.day for figure in part.figures})
    most = max(by_day, key=lambda day: sum(figure.day == day for figure in part.figures))
    cores = "1 core" if here.cores == 1 else f"{here.cores} cores"
    packages = [f"{name} {found}" for name, found in here.packages.items()]
    said = [
        f"Measured on {_day(most)}: Pegout {part.version}",
        *[here.python, *packages, here.processor, cores, f"{here.memory:.0f} GB", here.system],
        *([f"clock governed by “{here.governor}”"] if here.governor else []),
    ]
    text = ", ".join(said) + "."
    for day in by_day:
        if day != most:
            names = {figure.name: None for figure in part.figures if figure.day == day}
            text += f" On {_day(day)}: {', '.join([f'`{name}`' for name in names])}."
    return text + "\n"


def _day(day: str) -> str:
    """Write a day.

    >>> _day("2026-11-02")
    '2 November 2026'
    """
    found = date.fromisoformat(day)
    return f"{found.day} {found:%B %Y}"


def table(figures: Iterable[Figure]) -> str:
    """Write figures as a table: a line for each, and below it one for each of its peers."""
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
    """Say what a number is of.

    >>> _in("a second"), _in("ms"), _in("µs a hand"), _in("×")
    ('a second', 'in ms', 'in µs a hand', 'times')
    """
    plain = {"a second": "a second", "games": "number", "×": "times", "%": "in per cent"}
    return plain.get(unit, f"in {unit}")


def _elsewhere(figures: Iterable[Figure]) -> list[str]:
    """Tell what others reach, where that is known."""
    said = [
        f"- `{figure.name}`: {figure.row.elsewhere}." for figure in figures if figure.row.elsewhere
    ]
    return ["Elsewhere, on one core of such a machine:\n", "\n".join(said) + "\n"] if said else []
