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
        aim: what it has to reach, or None where it is there for information.
        better: whether more of it is better, or less.
        elsewhere: what others reach, measured on another day, with the name of whoever does.
    """

    what: str
    unit: str
    aim: float | None = None
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
    """One line of the page, measured.

    Attributes:
        name: the name of the measurement.
        suite: its suite.
        group: its heading.
        row: what was measured.
        values: what each round gave.
        peers: what each round of each peer gave.
        memory: the most memory that it took, in MB.
    """

    name: str
    suite: Suite
    group: str
    row: Row
    values: tuple[float, ...]
    peers: Mapping[str, tuple[float, ...]]
    memory: float | None

    @property
    def median(self) -> float:
        """The median of the rounds."""
        return median(self.values)

    @property
    def best(self) -> float:
        """The best of the rounds."""
        return max(self.values) if self.row.better == "more" else min(self.values)

    @property
    def worst(self) -> float:
        """The worst of the rounds."""
        return min(self.values) if self.row.better == "more" else max(self.values)

    @property
    def ratio(self) -> float | None:
        """How many times better than the aim the median is; below 1 it is missed."""
        return None if self.row.aim is None else self.times(self.row.aim)

    def times(self, other: float) -> float:
        """Say how many times better than another number the median is."""
        over, under = (self.median, other) if self.row.better == "more" else (other, self.median)
        return over / under if under else float("inf")

    def to_json(self) -> dict[str, Any]:
        """Give the figure as plain data, with what follows from it."""
        summed = {"median": self.median, "best": self.best, "worst": self.worst}
        plain = {
            **asdict(self.row),
            **summed,
            "ratio": self.ratio,
            "values": list(self.values),
            "peers": {
                name: {
                    "median": median(values),
                    "ratio": self.times(median(values)),
                    "values": list(values),
                }
                for name, values in self.peers.items()
            },
            "memory": self.memory,
        }
        return {"name": self.name, "suite": self.suite, "group": self.group, **plain}


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
