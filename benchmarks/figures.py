"""What is measured, and what came of it, as plain data.

A measurement is a function with :func:`measurement` before it. The function makes everything that
the timed work needs and gives a :class:`Trial`; how often that is run, in which process and beside
what, is decided in :mod:`benchmarks.alone`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any, Final, Literal, TypeAlias

from benchmarks.timing import peak

__all__ = [
    "GROUPS",
    "MEASUREMENTS",
    "Figure",
    "Measurement",
    "Round",
    "Row",
    "Suite",
    "Trial",
    "figure",
    "measurement",
]

Better: TypeAlias = Literal["more", "less"]
Suite: TypeAlias = Literal["kernel", "engine", "web"]
#: One round of the timed work: a number for each row of the measurement, in the row's unit.
Round: TypeAlias = Callable[[], tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the page, before it is measured.

    Attributes:
        what: what is measured, for a person.
        unit: ``s``, ``ms``, ``µs a hand``, ``kB``, ``%``, ``×``, ``games`` or ``a second``.
        better: whether more of it is better, or less.
        elsewhere: what others reach on such a machine, as they or we measured it at another time.
    """

    what: str
    unit: str
    better: Better = "less"
    elsewhere: str = ""


@dataclass(frozen=True, slots=True)
class Trial:
    """A measurement that is ready to be run.

    Attributes:
        ours: one round of it.
        peers: what does the same, by name. Each function makes a round that is run in alternation
            with ours, or gives None where the peer is not installed.
        memory: gives the most memory that the work has had, in MB, or None.
    """

    ours: Round
    peers: Mapping[str, Callable[[], Round | None]] = field(default_factory=dict)
    memory: Callable[[], float | None] = peak


@dataclass(frozen=True, slots=True)
class Measurement:
    """A measurement, as its function's decorator describes it.

    Attributes:
        name: how it is asked for: ``--only NAME``.
        suite: when it is run: ``kernel``, ``engine`` or ``web``.
        group: under which heading it stands.
        rows: the lines that it fills.
        prepare: the function.
        needs: packages without which it is left out.
        rounds: how many times it is run.
        warm: whether it is run once before, untimed.
        one_core: whether it is kept on one core.
    """

    name: str
    suite: Suite
    group: str
    rows: tuple[Row, ...]
    prepare: Callable[[], Trial]
    needs: tuple[str, ...]
    rounds: int
    warm: bool
    one_core: bool


@dataclass(frozen=True, slots=True)
class Figure:
    """One row, measured.

    Attributes:
        name: the name of the measurement.
        at: which of its rows.
        median: the median of the rounds.
        best: the best of the rounds.
        peers: the median of each peer.
        memory: the most memory that it took, in MB.
        day: when it was measured, as 2026-11-22.
        values: what each round gave; not kept among the results.
    """

    name: str
    at: int
    median: float
    best: float
    peers: Mapping[str, float] = field(default_factory=dict)
    memory: float | None = None
    day: str = ""
    values: tuple[float, ...] = ()

    @property
    def measurement(self) -> Measurement:
        """The measurement that it is of."""
        return MEASUREMENTS[self.name]

    @property
    def row(self) -> Row:
        """What was measured."""
        return self.measurement.rows[self.at]

    def times(self, other: float) -> float:
        """Say how many times better than another number the median is."""
        over, under = (self.median, other) if self.row.better == "more" else (other, self.median)
        return over / under if under else float("inf")

    def to_json(self) -> dict[str, Any]:
        """Give the figure as plain data, with what it is of."""
        plain = asdict(self)
        if not self.values:
            del plain["values"]
        return {
            "name": self.name,
            "at": self.at,
            "what": self.row.what,
            "unit": self.row.unit,
        } | plain


def figure(
    name: str,
    at: int,
    values: tuple[float, ...],
    peers: Mapping[str, tuple[float, ...]],
    memory: float | None,
    day: str,
) -> Figure:
    """Make a figure of what each round of ours and of the peers gave."""
    best = max if MEASUREMENTS[name].rows[at].better == "more" else min
    theirs = {peer: median(rounds) for peer, rounds in peers.items()}
    return Figure(name, at, median(values), best(values), theirs, memory, day, values)


#: The headings of the page, in its order.
COUNTING: Final = "Counting and discarding, compiled"
GAMES: Final = "Games, compiled"
PYTHON: Final = "In Python, without anything compiled"
STARTING: Final = "Starting"
SPREADING: Final = "Two processes"
WEB: Final = "Tables in the browser"
GROUPS: Final = (COUNTING, GAMES, PYTHON, STARTING, SPREADING, WEB)

#: Every measurement by its name, in the order of the page.
MEASUREMENTS: Final[dict[str, Measurement]] = {}


def measurement(
    name: str,
    suite: Suite,
    group: str,
    *rows: Row,
    needs: tuple[str, ...] = (),
    rounds: int = 5,
    warm: bool = True,
    one_core: bool = True,
) -> Callable[[Callable[[], Trial]], Callable[[], Trial]]:
    """Enter a function among the measurements; see :class:`Measurement` for the arguments."""

    def enter(prepare: Callable[[], Trial]) -> Callable[[], Trial]:
        MEASUREMENTS[name] = Measurement(
            name, suite, group, rows, prepare, needs, rounds, warm, one_core
        )
        return prepare

    return enter
