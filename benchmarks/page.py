"""The page of the documentation: ``docs/benchmarks.md``.

It has two halves, which are measured on different days: what ``make bench`` measures, and the
server under load, which is measured on demand. Writing one half leaves the other as it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from math import floor, log10
from statistics import median
from typing import Final

from benchmarks.figures import GROUPS, MEASUREMENTS, WEB, Figure
from benchmarks.machine import Machine

__all__ = ["Results", "number", "page", "table"]


@dataclass(frozen=True, slots=True)
class Results:
    """What was measured in one go.

    Attributes:
        day: when.
        version: of Pegout.
        machine: where.
        figures: what came of it.
        left_out: what was not measured, by name, and why.
    """

    day: date
    version: str
    machine: Machine
    figures: tuple[Figure, ...]
    left_out: dict[str, str]


_TITLE: Final = "# Benchmarks\n"
_INTRO: Final = """\
How fast Pegout is, beside what it aims at and what else there is. `make bench` measures all of it
again, in a few minutes, and writes this page; `make bench ARGS="--only hands"` measures one thing,
by the name in the last column, and `ARGS="--json"` gives every round as JSON.

Each thing is measured in a process of its own, on one core unless it says otherwise: warmed up
first, then in rounds, in alternation with its *peer* if that is installed. Behind a peer’s figure
stands how many times better ours is. The *ratio* is that of the median to the *aim*; below 1 the
aim is **missed**. *Memory* is the most that the process has had, in MB. *Elsewhere* is what other
programs, or C written by hand for one purpose, did on one core of such a machine on another day.

Timings of one machine on one day are noisy: a tenth more or less means nothing, and a ratio between
two that took turns means more than either figure.
"""
#: The columns, with how they are aligned and whether they stand there even if they are empty.
_COLUMNS: Final = (
    ("what", "---", True),
    ("unit", "---", True),
    ("median", "--:", True),
    ("best", "--:", True),
    ("aim", "--:", False),
    ("ratio", "--:", False),
    ("peer in the same run", "---", False),
    ("memory", "--:", False),
    ("elsewhere", "---", False),
    ("name", "---", True),
)
_WEB_INTRO: Final = """\
A server and everybody who plays at it, on one machine. Measured on demand, in three minutes:
`make bench ARGS="web --write docs/benchmarks.md"`.
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


def page(results: Results, before: str = "") -> str:
    """Write the page.

    Args:
        results: what was measured; of one half of the page, or of both.
        before: the page as it stands; the half that was not measured is kept from it.

    Returns:
        The page.
    """
    web_head = f"## {WEB}\n"
    main, _, web = before.partition(web_head)
    if any(figure.group != WEB for figure in results.figures) or not main:
        main = _main(results)
    if any(figure.group == WEB for figure in results.figures):
        parts = [_WEB_INTRO, _measured(results), _tables(results.figures, [WEB])]
        web = "\n" + "\n".join([*parts, _missing(results, web=True)])
    return main.rstrip() + "\n" + (f"\n{web_head}{web.rstrip()}\n" if web else "")


def _main(results: Results) -> str:
    groups = [group for group in GROUPS if group != WEB]
    figures = [figure for figure in results.figures if figure.group != WEB]
    if not figures:
        return f"{_TITLE}\n{_INTRO}"
    tables = _tables(figures, groups, headings=True)
    return "\n".join([_TITLE, _INTRO, _measured(results), tables, _missing(results, web=False)])


def _missing(results: Results, *, web: bool) -> str:
    """Say what of one half could not be measured."""
    said = [
        f"`{name}` ({why})"
        for name, why in results.left_out.items()
        if (MEASUREMENTS[name].group == WEB) == web
    ]
    return f"Not measured: {', '.join(said)}.\n" if said else ""


def _measured(results: Results) -> str:
    """Say when and where it was measured, and whether that was a good moment."""
    here = results.machine
    cores = "1 core" if here.cores == 1 else f"{here.cores} cores"
    packages = [f"{name} {found}" for name, found in here.packages.items()]
    said = [
        f"Measured on {results.day.day} {results.day:%B %Y}: Pegout {results.version}",
        *[here.python, *packages, here.processor, cores, f"{here.memory:.0f} GB", here.system],
        *([f"clock governed by “{here.governor}”"] if here.governor else []),
        f"load {here.load:.2f} before",
    ]
    text = f"{', '.join(said)}.\n"
    if here.was_busy:
        text += (
            f"\n> **The machine was busy with something else** (load {here.load:.2f}, "
            f"{here.busy:.0%} of its cores): mistrust these figures, and measure again.\n"
        )
    return text


def _tables(figures: Iterable[Figure], groups: list[str], *, headings: bool = False) -> str:
    parts = []
    for group in groups:
        of_group = [figure for figure in figures if figure.group == group]
        if of_group:
            parts.append((f"## {group}\n\n" if headings else "") + table(of_group))
    return "\n".join(parts)


def table(figures: Iterable[Figure]) -> str:
    """Write figures as a table, a line for each, without the columns that would be empty."""
    lines = [_cells(figure) for figure in figures]
    kept = [
        place
        for place, (_, _, always) in enumerate(_COLUMNS)
        if always or any(line[place] for line in lines)
    ]
    names, marks, _ = zip(*_COLUMNS, strict=True)
    rows = [names, marks, *lines]
    return "".join([f"| {' | '.join([row[at] for at in kept])} |\n" for row in rows])


def _cells(figure: Figure) -> tuple[str, ...]:
    row = figure.row
    peers = [
        f"{name} {number(median(values))} (×{number(figure.times(median(values)))})"
        for name, values in figure.peers.items()
    ]
    return (
        row.what,
        row.unit,
        number(figure.median),
        number(figure.best),
        "" if row.aim is None else f"{row.aim:,}",
        _ratio(figure),
        "; ".join(peers),
        "" if figure.memory is None else f"{figure.memory:,.0f}",
        row.elsewhere,
        f"`{figure.name}`",
    )


def _ratio(figure: Figure) -> str:
    if figure.ratio is None:
        return ""
    return number(figure.ratio) if figure.ratio >= 1 else f"**{number(figure.ratio)}, missed**"
