"""Measurements and their figures, as plain data.

A measurement is a function with the decorator :func:`measurement`. The function prepares everything
that the timed work needs and returns a :class:`Trial`; :mod:`benchmarks.alone` decides how often it
runs, in which process and next to which peers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any, Final, Literal, TypeAlias

from benchmarks.timing import peak

Better: TypeAlias = Literal["more", "less"]
Suite: TypeAlias = Literal["kernel", "engine", "web", "site"]
#: One round of the timed work: a number for each row of the measurement, in the row's unit.
Round: TypeAlias = Callable[[], tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the page, before it is measured.

    Attributes:
        what: the description of the measurement, for a reader.
        unit: ``s``, ``ms``, ``µs a hand``, ``kB``, ``MB``, ``%``, ``×``, ``games`` or ``a second``.
        better: whether higher or lower figures are better.
        elsewhere: what other programs reach on such a machine, as measured at another time.
    """

    what: str
    unit: str
    better: Better = "less"
    elsewhere: str = ""


@dataclass(frozen=True, slots=True)
class Trial:
    """A measurement that is ready to run.

    Attributes:
        ours: one round of it.
        peers: other programs for the same work, by name. Each function makes a round that runs in
            alternation with ours, or returns None where the peer is not installed.
        memory: returns the peak memory of the work, in MB, or None.
    """

    ours: Round
    peers: Mapping[str, Callable[[], Round | None]] = field(default_factory=dict)
    memory: Callable[[], float | None] = peak


@dataclass(frozen=True, slots=True)
class Measurement:
    """A measurement, as its function's decorator describes it.

    Attributes:
        name: the name for ``--only NAME``.
        suite: the suite: ``kernel``, ``engine``, ``web`` or ``site``.
        group: its heading on the page.
        rows: the lines that it fills.
        prepare: the function.
        needs: packages without which it is left out.
        rounds: the number of rounds.
        warm: whether to run it once before, untimed.
        one_core: whether to keep it on one core.
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
    """A measured row.

    Attributes:
        name: the name of the measurement.
        at: the number of its row.
        median: the median of the rounds.
        best: the best of the rounds.
        peers: the median of each peer.
        memory: the peak memory, in MB.
        day: the day of the measurement, as 2026-11-22.
        values: the value of each round; not stored among the results.
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
        """The measurement of this figure."""
        return MEASUREMENTS[self.name]

    @property
    def row(self) -> Row:
        """The row of this figure."""
        return self.measurement.rows[self.at]

    def times(self, other: float) -> float:
        """Return by what factor the median is better than another number."""
        over, under = (self.median, other) if self.row.better == "more" else (other, self.median)
        return over / under if under else float("inf")

    def to_json(self) -> dict[str, Any]:
        """Return the figure as plain data, with its description and unit."""
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
    """Make a figure from the values of each round, ours and those of the peers."""
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
SITE: Final = "Without a server"
GROUPS: Final = (COUNTING, GAMES, PYTHON, STARTING, SPREADING, WEB, SITE)

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
    """Register a function as a measurement; see :class:`Measurement` for the arguments."""

    def enter(prepare: Callable[[], Trial]) -> Callable[[], Trial]:
        MEASUREMENTS[name] = Measurement(
            name, suite, group, rows, prepare, needs, rounds, warm, one_core
        )
        return prepare

    return enter
