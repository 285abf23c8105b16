"""Compares the solved discards with published tables by other authors.

``python -m tools.compare_discards FOLDER`` reads the user's own copies of the published tables, and
``docs/tables/discards.csv``, which ``pegout solve discards`` wrote. It prints the differences,
draws them as ``docs/tables/compare-*.svg``, and writes the part of ``docs/discards.md`` between the
two marks. The same tables give the same bytes.

A published table is a file of comma-separated lines: first ``rank,A,2,3,4,5,6,7,8,9,10,J,Q,K``,
then a line for each rank in the same order. Each pair of ranks has the same number in both halves.
Pegout ships none of these tables, because they are other people's work; the page names their
sources.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import click

from pegout.cards import RANK_LETTERS
from pegout.tables import rank_sets as ranks
from pegout.tables.files import RowTable, parse
from pegout.tables.heatmap import heat_map
from tools.measure import arguments, root_mean_square
from tools.pages import replace_marked

DOCS: Final = Path(__file__).resolve().parent.parent / "docs"
#: This program writes everything between these lines of the page.
BEGIN: Final = "<!-- cell by cell, by tools/compare_discards.py -->"
END: Final = "<!-- end of cell by cell -->"

#: A number for each discard of two ranks.
Cells: TypeAlias = Mapping[ranks.Ranks, float]

_NAMES: Final = ["10" if letter == "T" else letter for letter in RANK_LETTERS]
_CRIBS: Final = {"own": "own crib", "opponent": "opponent’s crib"}
_SEATS: Final = {"own": "dealer", "opponent": "pone"}
#: The difference, in points, with the full colour in every map.
_REACH: Final = 0.5


class Published(NamedTuple):
    """A published table, by the name of its file in the user's folder.

    Attributes:
        file: that name, without ``.csv``.
        author: the author.
        role: ``own`` or ``opponent``, as in ``discards.csv``.
        kinds: our columns to compare it with.
        drawn: whether a map shows the differences.
    """

    file: str
    author: str
    role: str
    kinds: tuple[str, ...] = ("forced", "chosen")
    drawn: bool = True


#: The tables of average points in the crib, and those of discards in per cent of deals.
TABLES: Final = (
    Published("schell_own", "Schell", "own"),
    Published("schell_opp", "Schell", "opponent"),
    Published("hessel_own", "Hessel", "own"),
    Published("hessel_opp", "Hessel", "opponent"),
    Published("colvert_own", "Colvert", "own"),
    Published("colvert_opp", "Colvert", "opponent"),
    Published("rasmussen_own", "Rasmussen", "own"),
    Published("rasmussen_opp", "Rasmussen", "opponent"),
    Published("cribbagepro2012_own", "Cribbage Pro", "own", drawn=False),
    Published("carteprimus_discard_pct_dealer", "Carte Primus", "own", ("percent",), drawn=False),
    Published("carteprimus_discard_pct_pone", "Carte Primus", "opponent", ("percent",), False),
)


class Comparison(NamedTuple):
    """The differences of two tables: our number less the published one, where both have one."""

    differences: Cells

    @property
    def mean(self) -> float:
        """The mean difference."""
        return sum(self.differences.values()) / len(self.differences)

    @property
    def rms(self) -> float:
        """The root mean square of the differences."""
        return root_mean_square([*self.differences.values()])

    def largest(self, number: int = 3) -> str:
        """Return the cells that differ most, up to this number."""
        cells = sorted(self.differences, key=lambda cell: -abs(self.differences[cell]))[:number]
        return ", ".join([f"{_pair(cell)} {self.differences[cell]:+z.2f}" for cell in cells])


#: The comparisons with each published table, by our columns.
Results: TypeAlias = Mapping[Published, Mapping[str, Comparison]]


def compare(ours: Cells, theirs: Cells) -> Comparison:
    """Compare two tables wherever both have a number.

    >>> found = compare({(0, 0): 1.5, (0, 1): 2.0}, {(0, 0): 1.0, (0, 1): 2.5, (0, 2): 3.0})
    >>> found.mean, found.rms, found.largest()
    (0.0, 0.5, 'A-A +0.50, A-2 -0.50')
    """
    return Comparison({cell: ours[cell] - theirs[cell] for cell in sorted(ours) if cell in theirs})


def read_published(path: Path) -> Cells:
    """Read a published table, in the format described above.

    Raises:
        SystemExit: for another format.
    """
    head = ["rank", *_NAMES]
    lines = list(csv.reader(path.read_text("utf-8").splitlines()))
    if [line[0] if len(line) == 14 else "" for line in lines] != head or lines[0] != head:
        raise SystemExit(
            f"{path} is not of the form expected: a first line {','.join(head)}, then a line for "
            "each rank in this order, which begins with the rank"
        )
    cells: dict[ranks.Ranks, float] = {}
    for low, high in ranks.sets(2):
        try:
            value, mirrored = float(lines[low + 1][high + 1]), float(lines[high + 1][low + 1])
        except ValueError:
            value = mirrored = float("nan")
        if not (isfinite(value) and value == mirrored):
            raise SystemExit(
                f"{path}: expected one number for {_pair((low, high))}, the same in both halves "
                "of the table; correct the file"
            )
        cells[low, high] = value
    return cells


def read_ours(table: RowTable, role: str, column: str) -> Cells:
    """Return a column of ``discards.csv`` by discard, suits aside.

    A discard that is never chosen has no ``chosen`` mean.
    """
    return {
        ranks.parse(row["discard"]): float(row[column])
        for row in table.rows
        if row["role"] == role and row["suits"] in ("any", "pair") and row[column]
    }


def _pair(discard: ranks.Ranks) -> str:
    return "-".join([_NAMES[rank] for rank in discard])


def compare_all(folder: Path, table: RowTable) -> Results:
    """Compare all tables.

    Raises:
        SystemExit: with the names of missing files, or for another format.
    """
    files = {published: folder / f"{published.file}.csv" for published in TABLES}
    missing = [path.name for path in files.values() if not path.is_file()]
    if missing:
        raise SystemExit(
            f"{folder} lacks {', '.join(missing)}. Expected are {len(TABLES)} published tables, "
            "copied out by hand from where docs/discards.md says; the form is told at the head of "
            "this program"
        )
    theirs = {published: read_published(path) for published, path in files.items()}
    return {
        published: {
            kind: compare(read_ours(table, published.role, kind), cells) for kind in published.kinds
        }
        for published, cells in theirs.items()
    }


# Output -----------------------------------------------------------------------------------------


def maps(results: Results) -> dict[str, str]:
    """Draw the differences of the ``chosen`` means, by file name."""
    drawn = {}
    for published, by_kind in results.items():
        if published.drawn:
            differences = by_kind["chosen"].differences
            drawn[_map_name(published)] = heat_map(
                f"Ours less {published.author}’s: points in the {_CRIBS[published.role]}",
                _both_halves(differences),
                RANK_LETTERS,
                note=f"chosen discards, {len(differences)} of 91; full colour from half a point",
                middle=0,
                reach=_REACH,
            )
    return drawn


def _map_name(published: Published) -> str:
    return f"compare-{published.author.lower()}-{published.role}.svg"


def _both_halves(cells: Cells) -> dict[tuple[str, str], float]:
    letters = {
        (RANK_LETTERS[low], RANK_LETTERS[high]): value for (low, high), value in cells.items()
    }
    return {**letters, **{(high, low): value for (low, high), value in letters.items()}}


def section(results: Results) -> str:
    """Write the generated part of the page: the tables and the maps."""
    cribs = [_row(*result) for result in results.items() if "chosen" in result[1]]
    return "\n".join(
        [
            "| | crib | forced | mean | chosen | mean | differ most (chosen) |",
            "|---|---|---:|---:|---:|---:|---|",
            *cribs,
            "",
            "| | seat | per cent of deals | discards that differ most |",
            "|---|---|---:|---|",
            *[
                f"| {published.author} | {_SEATS[published.role]} | {by_kind['percent'].rms:.3f} | "
                f"{by_kind['percent'].largest()} |"
                for published, by_kind in results.items()
                if "percent" in by_kind
            ],
            "",
            "| | own crib | opponent’s crib |",
            "|---|---|---|",
            *_rows_of_maps(results),
        ]
    )


def _row(published: Published, by_kind: Mapping[str, Comparison]) -> str:
    cells = [published.author, published.role]
    for found in by_kind.values():
        number = len(found.differences)
        cells += [f"{found.rms:.3f}", f"{found.mean:+z.3f}" + f" ({number} cells)" * (number < 91)]
    return f"| {' | '.join(cells)} | {by_kind['chosen'].largest(2)} |"


def _rows_of_maps(results: Results) -> list[str]:
    rows: dict[str, list[str]] = {}
    for published in results:
        if published.drawn:
            what = f"Ours less {published.author}’s, {_CRIBS[published.role]}"
            file = f"tables/{_map_name(published)}"
            rows.setdefault(published.author, []).append(f"[![{what}]({file})]({file})")
    return [f"| {author} | {' | '.join(pictures)} |" for author, pictures in rows.items()]


def main(docs: Path = DOCS) -> None:
    """Compare, print, draw, and write the generated part of the page."""
    folder = Path(arguments(__doc__, "folder").folder)
    page, tables = docs / "discards.md", docs / "tables"
    results = compare_all(folder, parse((tables / "discards.csv").read_text("ascii")))
    page.write_text(replace_marked(page.read_text("utf-8"), BEGIN, END, section(results)), "utf-8")
    for name, picture in maps(results).items():
        (tables / name).write_text(picture, "utf-8")
    for published, by_kind in results.items():
        for kind, found in by_kind.items():
            click.echo(
                f"{published.file:<31} {kind:<8} {len(found.differences):>2} cells  rms "
                f"{found.rms:.3f}  mean {found.mean:+z.3f}  {found.largest()}"
            )


if __name__ == "__main__":
    main()
