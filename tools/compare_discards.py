"""Compares the solved discards with published tables by other authors.

``python tools/compare_discards.py FOLDER`` reads the user's own copies of the published tables, and
``docs/tables/discards.csv``, which ``pegout solve discards`` wrote. It prints the differences,
draws them as ``docs/tables/compare-*.svg``, and writes the part of ``docs/discards.md`` between the
two marks. The same tables give the same bytes.

A published table is a file of comma-separated lines: first ``rank,A,2,3,4,5,6,7,8,9,10,J,Q,K``,
then a line for each rank in the same order. Each pair of ranks has the same number in both halves.
Pegout ships none of these tables, because they are other people's work; the page names their
sources.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite, sqrt
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from pegout.cards import RANK_LETTERS
from pegout.tables import rank_sets as ranks
from pegout.tables.files import RowTable, TableError, parse
from pegout.tables.heatmap import heat_map

ROOT: Final = Path(__file__).resolve().parent.parent
DOCS: Final = ROOT / "docs"
#: This program writes everything between these lines of the page.
BEGIN: Final = "<!-- cell by cell, by tools/compare_discards.py -->"
END: Final = "<!-- end of cell by cell -->"

#: A number for each discard of two ranks.
Cells: TypeAlias = Mapping[ranks.Ranks, float]

_NAMES: Final = ["10" if letter == "T" else letter for letter in RANK_LETTERS]
_ROLES: Final = {"own": "own crib", "opponent": "opponent’s crib"}
_SEATS: Final = {"own": "dealer", "opponent": "pone"}
_KINDS: Final = ("forced", "chosen")
#: The difference, in points, with the full colour in every map.
_REACH: Final = 0.5


class ComparisonError(ValueError):
    """An input that cannot be compared.

    Attributes:
        code: ``no_table``, ``bad_table`` or ``no_mark``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Published(NamedTuple):
    """A published table.

    Attributes:
        file: the name of the file in the user's folder, without ``.csv``.
        author: the author.
        role: ``own`` or ``opponent``, as in ``discards.csv``.
        drawn: whether a map shows it.
    """

    file: str
    author: str
    role: str
    drawn: bool = True


#: The tables of average points in the crib.
CRIBS: Final = (
    Published("schell_own", "Schell", "own"),
    Published("schell_opp", "Schell", "opponent"),
    Published("hessel_own", "Hessel", "own"),
    Published("hessel_opp", "Hessel", "opponent"),
    Published("colvert_own", "Colvert", "own"),
    Published("colvert_opp", "Colvert", "opponent"),
    Published("rasmussen_own", "Rasmussen", "own"),
    Published("rasmussen_opp", "Rasmussen", "opponent"),
    Published("cribbagepro2012_own", "Cribbage Pro", "own", drawn=False),
)
#: The tables of discard frequencies, in per cent of deals.
FREQUENCIES: Final = (
    Published("carteprimus_discard_pct_dealer", "Carte Primus", "own", drawn=False),
    Published("carteprimus_discard_pct_pone", "Carte Primus", "opponent", drawn=False),
)


class Comparison(NamedTuple):
    """The differences of two tables.

    Attributes:
        differences: our number less the published one, where both tables have one.
        number: how many cells were compared.
        mean: the mean of the differences.
        rms: the root mean square of the differences.
        largest: the three discards that differ most.
    """

    differences: Cells
    number: int
    mean: float
    rms: float
    largest: tuple[ranks.Ranks, ...]

    def told(self, number: int = 3) -> str:
        """Format the cells with the largest differences, up to this number."""
        largest = self.largest[:number]
        return ", ".join([f"{_pair(one)} {self.differences[one]:+z.2f}" for one in largest])


def compare(ours: Cells, theirs: Cells) -> Comparison:
    """Compare two tables wherever both have a number.

    >>> found = compare({(0, 0): 1.5, (0, 1): 2.0}, {(0, 0): 1.0, (0, 1): 2.5, (0, 2): 3.0})
    >>> found.number, found.mean, found.rms, found.told()
    (2, 0.0, 0.5, 'A-A +0.50, A-2 -0.50')

    Raises:
        ComparisonError: ``bad_table`` if the tables have no discard in common.
    """
    apart = {
        discard: ours[discard] - theirs[discard] for discard in sorted(ours) if discard in theirs
    }
    if not apart:
        raise ComparisonError("bad_table", "the two tables have no discard in common")
    number = len(apart)
    return Comparison(
        apart,
        number,
        sum(apart.values()) / number,
        sqrt(sum([one * one for one in apart.values()]) / number),
        tuple(sorted(apart, key=lambda discard: -abs(apart[discard]))[:3]),
    )


def read_published(path: Path) -> Cells:
    """Read a published table.

    Args:
        path: a file in the format described above.

    Returns:
        A number for each of the 91 discards.

    Raises:
        ComparisonError: ``no_table`` for a missing file, ``bad_table`` for another format.
    """
    try:
        lines = list(csv.reader(path.read_text("utf-8").splitlines()))
    except (OSError, UnicodeDecodeError) as error:
        raise ComparisonError("no_table", f"{path} cannot be read: {error}") from error
    head = ["rank", *_NAMES]
    first = [line[0] if len(line) == len(head) else "" for line in lines]
    if first != head or lines[0] != head:
        raise ComparisonError(
            "bad_table",
            f"{path} is not of the form expected: a first line {','.join(head)}, then a line for "
            "each rank in this order, which begins with the rank",
        )
    return _cells(path, [line[1:] for line in lines[1:]])


def _cells(path: Path, square: Sequence[Sequence[str]]) -> Cells:
    cells = {}
    for discard in ranks.sets(2):
        low, high = discard
        try:
            value, mirrored = float(square[low][high]), float(square[high][low])
        except (ValueError, IndexError):
            value = mirrored = float("nan")
        if not (isfinite(value) and value == mirrored):
            raise ComparisonError(
                "bad_table",
                f"{path}: expected one number for {_pair(discard)}, the same in both halves "
                "of the table; correct the file",
            )
        cells[discard] = value
    return cells


def read_ours(table: RowTable, role: str, column: str) -> Cells:
    """Return a column of ``discards.csv`` by discard, suits aside.

    Args:
        table: ``discards.csv``.
        role: ``own`` or ``opponent``.
        column: ``forced``, ``chosen`` or ``percent``. A discard that is never chosen has no
            ``chosen`` mean.
    """
    return {
        ranks.parse(row["discard"]): float(row[column])
        for row in table.rows
        if row["role"] == role and row["suits"] in ("any", "pair") and row[column]
    }


def _pair(discard: ranks.Ranks) -> str:
    return "-".join([_NAMES[rank] for rank in discard])


class Result(NamedTuple):
    """The comparisons with one published table.

    Attributes:
        published: the published table.
        by_kind: a comparison for each of our columns.
    """

    published: Published
    by_kind: Mapping[str, Comparison]


def results(folder: Path, table: RowTable) -> tuple[list[Result], list[Result]]:
    """Compare all tables: first the average cribs, then the discard frequencies.

    Raises:
        ComparisonError: ``no_table`` with the names of the missing files; ``bad_table``.
    """
    wanted = [one.file for one in (*CRIBS, *FREQUENCIES)]
    missing = [name for name in wanted if not (folder / f"{name}.csv").is_file()]
    if missing:
        raise ComparisonError(
            "no_table",
            f"{folder} lacks {', '.join([f'{name}.csv' for name in missing])}. Expected are "
            f"{len(wanted)} published tables, copied out by hand from where docs/discards.md says; "
            "the form is told at the head of this program",
        )
    return (
        [_result(folder, table, one, _KINDS) for one in CRIBS],
        [_result(folder, table, one, ("percent",)) for one in FREQUENCIES],
    )


def _result(folder: Path, table: RowTable, one: Published, kinds: Iterable[str]) -> Result:
    theirs = read_published(folder / f"{one.file}.csv")
    return Result(one, {kind: compare(read_ours(table, one.role, kind), theirs) for kind in kinds})


# Output -----------------------------------------------------------------------------------------


def maps(cribs: Iterable[Result]) -> dict[str, str]:
    """Draw the differences of the ``chosen`` means, by file name."""
    drawn = {}
    for published, by_kind in cribs:
        if published.drawn:
            found = by_kind["chosen"]
            whose = _ROLES[published.role]
            drawn[_map_name(published)] = heat_map(
                f"Ours less {published.author}’s: points in the {whose}",
                _both_halves(found.differences),
                RANK_LETTERS,
                note=f"chosen discards, {found.number} of 91; full colour from half a point",
                middle=0,
                reach=_REACH,
            )
    return drawn


def _map_name(published: Published) -> str:
    return f"compare-{published.author.lower()}-{published.role}.svg"


def _both_halves(cells: Cells) -> dict[tuple[str, str], float]:
    letters = {(RANK_LETTERS[low], RANK_LETTERS[high]): one for (low, high), one in cells.items()}
    return {**letters, **{(high, low): one for (low, high), one in letters.items()}}


def section(cribs: Sequence[Result], discarded: Sequence[Result]) -> str:
    """Write the generated part of the page: the tables and the maps."""
    return "\n".join(
        [
            "| | crib | forced | mean | chosen | mean | differ most (chosen) |",
            "|---|---|---:|---:|---:|---:|---|",
            *[_row(result) for result in cribs],
            "",
            "| | seat | per cent of deals | discards that differ most |",
            "|---|---|---:|---|",
            *[_row_of_frequencies(result) for result in discarded],
            "",
            "| | own crib | opponent’s crib |",
            "|---|---|---|",
            *_rows_of_maps(cribs),
        ]
    )


def _row(result: Result) -> str:
    forced, chosen = [result.by_kind[kind] for kind in _KINDS]
    numbers = [
        f"{found.rms:.3f} | {found.mean:+z.3f}" + (f" ({found.number} cells)" * (found.number < 91))
        for found in (forced, chosen)
    ]
    author, role = result.published.author, result.published.role
    return f"| {author} | {role} | {' | '.join(numbers)} | {chosen.told(2)} |"


def _row_of_frequencies(result: Result) -> str:
    found = result.by_kind["percent"]
    author, seat = result.published.author, _SEATS[result.published.role]
    return f"| {author} | {seat} | {found.rms:.3f} | {found.told()} |"


def _rows_of_maps(cribs: Iterable[Result]) -> list[str]:
    rows: dict[str, list[str]] = {}
    for published, _ in cribs:
        if published.drawn:
            what = f"Ours less {published.author}’s, {_ROLES[published.role]}"
            file = f"tables/{_map_name(published)}"
            rows.setdefault(published.author, []).append(f"[![{what}]({file})]({file})")
    return [f"| {author} | {' | '.join(pictures)} |" for author, pictures in rows.items()]


def with_section(page: str, text: str) -> str:
    """Insert the generated part between the marks of a page.

    Raises:
        ComparisonError: ``no_mark`` unless each mark occurs once, in this order.
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end) or BEGIN in after or END in before + after:
        raise ComparisonError(
            "no_mark", f"the page has to have the lines {BEGIN} and {END}, once each, in this order"
        )
    return f"{before}{BEGIN}\n\n{text}\n\n{END}{after}"


def told(cribs: Iterable[Result], discarded: Iterable[Result]) -> str:
    """Format the results as lines of text."""
    return "\n".join(
        [
            f"{published.file:<31} {kind:<8} {found.number:>2} cells  rms {found.rms:.3f}  mean "
            f"{found.mean:+z.3f}  {found.told()}"
            for published, by_kind in (*cribs, *discarded)
            for kind, found in by_kind.items()
        ]
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, print, draw, and write the generated part of the page."""
    asked = argparse.ArgumentParser(
        description="Compare the solved discards with tables that others have published.",
        epilog="Expected in FOLDER: "
        + ", ".join([f"{one.file}.csv" for one in (*CRIBS, *FREQUENCIES)]),
    )
    asked.add_argument("folder", type=Path, metavar="FOLDER", help="your copies of these tables")
    asked.add_argument("--docs", type=Path, default=DOCS, help="where the page and tables/ are")
    options = asked.parse_args(arguments)
    page, tables = options.docs / "discards.md", options.docs / "tables"
    try:
        cribs, discarded = results(
            options.folder, parse((tables / "discards.csv").read_text("ascii"))
        )
        changed = with_section(page.read_text("utf-8"), section(cribs, discarded))
    except (ComparisonError, TableError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    for name, picture in maps(cribs).items():
        (tables / name).write_text(picture, "utf-8")
    page.write_text(changed, "utf-8")
    sys.stdout.write(told(cribs, discarded) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
