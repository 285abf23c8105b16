"""The last results, in ``benchmarks/results.json``: the source of every figure on a page.

The file has three parts, which are measured at different times: the measurements of ``make bench``,
the server under load, and a site without one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

from benchmarks.figures import MEASUREMENTS, SITE, WEB, Figure
from benchmarks.machine import Machine

#: The file.
FILE: Final = Path(__file__).with_name("results.json")
#: The parts of the file, in its order.
PARTS: Final = ("bench", "web", "site")


class ResultsError(ValueError):
    """Figures that cannot be combined with the stored ones."""


@dataclass(frozen=True, slots=True)
class Part:
    """The results of one machine.

    Attributes:
        version: the version of Pegout.
        machine: the machine.
        figures: the figures.
        left_out: the measurements that were left out, by name, and why.
    """

    version: str
    machine: Machine
    figures: tuple[Figure, ...]
    left_out: Mapping[str, str]

    def to_json(self) -> dict[str, Any]:
        """Return the part as plain data, without the values of each round."""
        return {
            "pegout": self.version,
            "machine": self.machine.to_json(),
            "figures": [replace(figure, values=()).to_json() for figure in self.figures],
            "left_out": dict(self.left_out),
        }


def of_part(name: str) -> str:
    """Return the name of the part that a measurement belongs to."""
    return {WEB: "web", SITE: "site"}.get(MEASUREMENTS[name].group, "bench")


def read(path: Path = FILE) -> dict[str, Part]:
    """Read the file; skip figures of measurements that no longer exist."""
    if not path.exists():
        return {}
    return {name: _part(value) for name, value in json.loads(path.read_text("utf-8")).items()}


def _part(value: Mapping[str, Any]) -> Part:
    names = {member.name for member in fields(Figure)}
    figures = [
        Figure(**{name: given for name, given in figure.items() if name in names})
        for figure in value["figures"]
        if figure["name"] in MEASUREMENTS and figure["at"] < len(MEASUREMENTS[figure["name"]].rows)
    ]
    machine = Machine(**value["machine"])
    return Part(value["pegout"], machine, tuple(figures), value["left_out"])


def merge(before: Part | None, now: Part, *, whole: bool) -> Part:
    """Replace earlier figures by new ones.

    Args:
        before: the stored part.
        now: the new results.
        whole: whether the new results are complete; then no earlier figure remains.

    Raises:
        ResultsError: if the figures come from different machines.
    """
    if whole or before is None:
        return now
    if before.machine.description != now.machine.description:
        raise ResultsError(
            f"the other figures come from another machine ({before.machine.description}); measure "
            "all of them here"
        )
    names = {figure.name for figure in now.figures}
    kept = [figure for figure in before.figures if figure.name not in names]
    out = {name: why for name, why in before.left_out.items() if name not in names}
    order = [*MEASUREMENTS]
    figures = sorted(
        [*kept, *now.figures], key=lambda figure: (order.index(figure.name), figure.at)
    )
    return Part(now.version, before.machine, tuple(figures), {**out, **now.left_out})


def write(parts: Mapping[str, Part], path: Path = FILE) -> None:
    """Write the file."""
    plain = {name: parts[name].to_json() for name in PARTS if name in parts}
    path.write_text(json.dumps(plain, indent=1, ensure_ascii=False) + "\n", "utf-8")
