"""``pegout records``: the decisions or the results of recorded games as a table."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from io import TextIOWrapper
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Literal, get_type_hints

import click

from pegout.cli.exit_status import CHECK_FAILED
from pegout.cli.faults import OneOf
from pegout.cli.help import about
from pegout.cli.runs import progress_bar
from pegout.extras import install_command
from pegout.text.language import Translator

if TYPE_CHECKING:
    from pegout.notation import Record, RecordError

#: The number of rows that are written at once.
_ROWS: Final = 10_000


def records(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "records",
        help=about(
            t,
            t(
                "Write a table of the games in records, FILES, as text or as JSON: a row for each "
                "decision, or with --results for each player of each game."
            ),
            t(
                "A file may have any size, because only one record is in memory at a time. "
                "docs/record-format.md describes the columns."
            ),
            examples=[
                "pegout records friday.peg --results",
                "pegout records friday.peg --out decisions.csv",
                "pegout records friday.peg --format parquet --out decisions.parquet",
            ],
        ),
    )
    @click.argument(
        "files",
        nargs=-1,
        required=True,
        metavar="FILES...",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
    )
    @click.option(
        "--decisions/--results",
        default=True,
        help=t("A row for each decision, or for each player of each game."),
    )
    @click.option(
        "--format",
        "form",
        type=OneOf(t, ["csv", "parquet"]),
        default="csv",
        show_default=True,
        help=t("The format; parquet needs the extra “parquet”."),
    )
    @click.option(
        "--out",
        metavar="FILE",
        type=click.Path(dir_okay=False, path_type=Path),
        help=t("Write to this file, which is there only when it is complete."),
    )
    @click.option(
        "--unchecked",
        is_flag=True,
        help=t("Take records in JSON as they are: several times as fast."),
    )
    @click.option("--skip", is_flag=True, help=t("Report broken records, and go on."))
    @click.pass_context
    def command(
        ctx: click.Context,
        *,
        files: tuple[Path, ...],
        decisions: bool,
        form: Literal["csv", "parquet"],
        out: Path | None,
        unchecked: bool,
        skip: bool,
    ) -> None:
        from pegout.notation import RecordError
        from pegout.review.record_rows import DecisionRow, ResultRow, decision_rows, result_rows
        from pegout.text.record_faults import fault_in_words

        if form == "parquet" and out is None:
            raise click.UsageError(t("A Parquet file is not for a screen: name it with --out."))
        if form == "parquet":
            _require_pyarrow(t)
        broken: list[str] = []

        def report(path: Path, error: RecordError) -> None:
            broken.extend(f"{path}: {fault_in_words(fault, t)}" for fault in error.faults)
            if not skip:
                raise error

        write = _write_csv if form == "csv" else _write_parquet
        columns, rows_of = (DecisionRow, decision_rows) if decisions else (ResultRow, result_rows)
        try:
            with (
                progress_bar(t, t("Reading")) as progress,
                _complete(out) as file,
            ):
                streamed = _records(files, report, progress, checked=not unchecked)
                rows: Iterator[tuple[Any, ...]] = (
                    row
                    for number, record in enumerate(streamed, start=1)
                    for row in rows_of(number, record)
                )
                write(columns, rows, file)
        except RecordError:
            pass  # Its faults are in `broken`.
        for line in broken:
            click.echo(line, err=True)
        if broken:
            ctx.exit(CHECK_FAILED)

    return command


def _require_pyarrow(t: Translator) -> None:
    try:
        import pyarrow  # noqa: F401
    except ImportError as error:
        command = install_command("parquet")
        raise click.ClickException(
            t("This needs pyarrow. In the folder of the source: {command}", command=command)
        ) from error


def _records(
    files: tuple[Path, ...],
    report: Callable[[Path, RecordError], None],
    progress: Callable[[int, int], None],
    *,
    checked: bool,
) -> Iterator[Record]:
    from pegout.notation import iter_records

    total = max(1, sum(path.stat().st_size for path in files))
    before = 0
    for path in files:
        with path.open("rb") as file:
            for record in iter_records(file, checked=checked, on_error=partial(report, path)):
                yield record
                progress(min(total, before + file.tell()), total)
            before += file.tell()
        progress(min(total, before), total)


@contextmanager
def _complete(out: Path | None) -> Iterator[BinaryIO]:
    """Open a file that takes its name when it is complete; by default the standard output."""
    if out is None:
        yield sys.stdout.buffer
        return
    unfinished = out.with_name(out.name + ".part")
    try:
        try:
            opened = unfinished.open("wb")
        except OSError as error:
            error.filename = str(out)
            raise
        with opened as file:
            yield file
        unfinished.replace(out)
    finally:
        unfinished.unlink(missing_ok=True)


def _write_csv(columns: type[Any], rows: Iterable[tuple[Any, ...]], file: BinaryIO) -> None:
    text = TextIOWrapper(file, encoding="utf-8", newline="")
    try:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(columns._fields)
        writer.writerows(rows)
    finally:
        text.detach()


def _write_parquet(columns: type[Any], rows: Iterable[tuple[Any, ...]], file: BinaryIO) -> None:
    import pyarrow as pa
    from pyarrow.parquet import ParquetWriter

    kinds = {
        int: pa.int32(),
        int | None: pa.int32(),
        str: pa.string(),
        bool | None: pa.bool_(),
    }
    schema = pa.schema([(name, kinds[kind]) for name, kind in get_type_hints(columns).items()])
    rows = iter(rows)
    with ParquetWriter(file, schema) as writer:
        while some := list(islice(rows, _ROWS)):
            values = zip(columns._fields, zip(*some, strict=True), strict=True)
            arrays = [pa.array(column, schema.field(name).type) for name, column in values]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))
