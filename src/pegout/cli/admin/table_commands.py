"""``pegout admin tables``: the tables of a server."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

import click

from pegout.cli import completion
from pegout.cli.admin.host_options import agreed, database_option
from pegout.cli.help import Commands, about
from pegout.cli.options import json_option
from pegout.cli.stored import every_table, open_library
from pegout.text.language import Translator, mark

if TYPE_CHECKING:
    from pegout.table.store import Summary, TableRow

#: The number of pages that a file returns to the system at a time while others use it.
_PAGES: Final = 256


def tables(t: Translator) -> click.Group:
    """Return the group of commands in a language."""
    group = Commands(
        "tables",
        t=t,
        help=about(
            t,
            t("List, show, export, close and remove the tables of a server, also while it runs."),
            examples=[
                "pegout admin tables list --database games.db",
                "pegout admin tables show k7qx23mn4p --json",
                "pegout admin tables export k7qx23mn4p > friday.peg",
                "pegout admin tables close k7qx23mn4p",
                "pegout admin tables remove k7qx23mn4p",
            ],
        ),
    )
    for make in (_list, _show, _export, _close, _remove):
        group.add(make(t))
    return group


def _list(t: Translator) -> click.Command:
    @click.command(
        "list",
        help=about(
            t, t("List the tables, the oldest first."), examples=["pegout admin tables list --json"]
        ),
    )
    @database_option(t)
    @json_option(t)
    def command(database: str | None, as_json: bool) -> None:
        with open_library(t, database) as library:
            matches = {match.id: match for match in library.matches()}
            tables = [_fields(row, matches.get(row.match_id)) for row in every_table(library)]
        if as_json:
            click.echo(json.dumps(tables, ensure_ascii=False))
            return
        for table in tables:
            names = ", ".join(name or "…" for name in table["names"])
            status = _status(t, table)
            click.echo(f"{table['code']}  {table['touched'][:16]}  {status:<10}  {names}")
        click.echo(t.plural("{n} table.", "{n} tables.", len(tables)))

    return command


def _show(t: Translator) -> click.Command:
    @click.command(
        "show",
        help=about(
            t,
            t("Show a table, CODE, and its matches."),
            examples=["pegout admin tables show k7qx23mn4p"],
        ),
    )
    @click.argument("code", metavar="CODE", shell_complete=completion.tables())
    @database_option(t)
    @json_option(t)
    def command(code: str, database: str | None, as_json: bool) -> None:
        with open_library(t, database) as library:
            row = library.table(code)
            known = {match.id: match for match in library.matches()}
            table = _fields(row, known.get(row.match_id))
            table["matches"] = [_match(known[name]) for name in _ids(row) if name in known]
        if as_json:
            click.echo(json.dumps(table, ensure_ascii=False))
            return
        click.echo(t("Table {code}: {status}.", code=code, status=_status(t, table)))
        click.echo(", ".join(name or "…" for name in table["names"]))
        click.echo(t("Set up {at}.", at=table["created"]))
        click.echo(t("Last used {at}.", at=table["touched"]))
        for match in table["matches"]:
            scores = " – ".join(map(str, match["scores"]))
            click.echo(t("Match {id}: game {game}, {scores}.", **{**match, "scores": scores}))

    return command


def _export(t: Translator) -> click.Command:
    @click.command(
        "export",
        help=about(
            t,
            t(
                "Write the records of all matches of a table, CODE. A game that is not over is "
                "written as a spectator sees it."
            ),
            examples=["pegout admin tables export k7qx23mn4p > friday.peg"],
        ),
    )
    @click.argument("code", metavar="CODE", shell_complete=completion.tables())
    @database_option(t)
    @json_option(t)
    def command(code: str, database: str | None, as_json: bool) -> None:
        from pegout.notation import to_json, write

        with open_library(t, database) as library:
            records = [library.load(match).record() for match in _ids(library.table(code))]
        if not records:
            raise click.UsageError(t("No match has begun at table {code}.", code=code))
        if as_json:
            click.echo(json.dumps([to_json(record) for record in records], ensure_ascii=False))
        else:
            click.echo("\n".join(map(write, records)), nl=False)

    return command


def _close(t: Translator) -> click.Command:
    @click.command(
        "close",
        help=about(
            t,
            t("Close tables, each CODE: nobody can play or watch there any more."),
            t(
                "Who is at such a table is told within seconds. Its matches stay as they are, so "
                "that players can save their records, until the table expires or is removed."
            ),
            examples=[
                "pegout admin tables close k7qx23mn4p",
                "pegout admin tables close k7qx23mn4p --yes --json",
            ],
        ),
    )
    @click.argument(
        "codes", metavar="CODE...", nargs=-1, required=True, shell_complete=completion.tables()
    )
    @click.option("--yes", is_flag=True, help=t("Close them without a question."))
    @database_option(t)
    @json_option(t)
    def command(codes: tuple[str, ...], yes: bool, database: str | None, as_json: bool) -> None:
        from pegout.table.removal import close_table

        names = dict.fromkeys(codes)
        with open_library(t, database) as library:
            # If one table is not found, none is closed.
            for code in names:
                library.table(code)
            if not yes and not agreed(t, t("Close {codes}?", codes=", ".join(names))):
                click.echo(t("Nothing is closed."), err=True)
                return
            for code in names:
                close_table(library, code)
                if not as_json:
                    click.echo(t("Table {code} is closed.", code=code))
        if as_json:
            click.echo(json.dumps({"closed": [*names]}))

    return command


def _remove(t: Translator) -> click.Command:
    @click.command(
        "remove",
        help=about(
            t,
            t("Remove tables, each CODE, with all their matches, for good."),
            t("The file becomes smaller."),
            examples=[
                "pegout admin tables remove k7qx23mn4p m3np4qrs5t",
                "pegout admin tables remove k7qx23mn4p --dry-run",
                "pegout admin tables remove k7qx23mn4p --yes --json",
            ],
        ),
    )
    @click.argument(
        "codes", metavar="CODE...", nargs=-1, required=True, shell_complete=completion.tables()
    )
    @click.option("--yes", is_flag=True, help=t("Remove them without a question."))
    @click.option("--dry-run", is_flag=True, help=t("Only say what would be removed."))
    @database_option(t)
    @json_option(t)
    def command(
        codes: tuple[str, ...], yes: bool, dry_run: bool, database: str | None, as_json: bool
    ) -> None:
        from pegout.table.removal import remove_tables

        with open_library(t, database) as library:
            # If one table is not found, none is removed.
            rows = [library.table(code) for code in dict.fromkeys(codes)]
            if dry_run:
                _tell_dry(t, rows, as_json)
                return
            if not yes and not agreed(t, t("Remove {codes} for good?", codes=", ".join(codes))):
                click.echo(t("Nothing is removed."), err=True)
                return
            gone = remove_tables(library, rows, datetime.now(UTC) + timedelta(days=1))
            while library.shrink(_PAGES):
                pass
        left = [row.code for row in rows if row not in gone]
        if as_json:
            click.echo(json.dumps({"removed": [row.code for row in gone], "left": left}))
        else:
            for row in gone:
                click.echo(t("Table {code} is removed.", code=row.code))
        if left:
            raise click.ClickException(
                t("{codes} changed meanwhile and stays; try again.", codes=", ".join(left))
            )

    return command


def _tell_dry(t: Translator, rows: Sequence[TableRow], as_json: bool) -> None:
    """Say which tables would be removed."""
    if as_json:
        click.echo(json.dumps({"removed": [], "left": [row.code for row in rows]}))
        return
    for row in rows:
        n = len(_ids(row))
        click.echo(
            t.plural(
                "Table {code} with {n} match would be removed.",
                "Table {code} with {n} matches would be removed.",
                n,
                code=row.code,
            )
        )


_STATUS: Final = {
    "open": mark("open"),
    "playing": mark("playing"),
    "over": mark("over"),
    "closed": mark("closed"),
    "damaged_table": mark("damaged"),
}


def _status(t: Translator, table: dict[str, Any]) -> str:
    word = _STATUS[table["status"]]
    return t(word)


def _ids(row: TableRow) -> tuple[str, ...]:
    from pegout.table.state import TableState

    return TableState.read(row).matches


def _fields(row: TableRow, match: Summary | None) -> dict[str, Any]:
    """Return a table as plain data."""
    from pegout.table.state import TableRefused, TableState

    names: list[str] = []
    status = "playing"
    try:
        state = TableState.read(row)
        names = [seat_state.name for seat_state in state.seats]
        status = "playing" if state.full else "open"
    except TableRefused as error:
        status = error.code
    else:
        if state.closed:
            status = "closed"
        elif match is not None and match.status == "over":
            status = "over"
    touched = max(row.updated, match.updated) if match is not None else row.updated
    return {
        "code": row.code,
        "status": status,
        "names": names,
        "created": row.created.isoformat(timespec="seconds"),
        "touched": touched.isoformat(timespec="seconds"),
        "match": row.match_id,
    }


def _match(match: Summary) -> dict[str, Any]:
    return {
        "id": match.id,
        "status": match.status,
        "game": match.game,
        "scores": list(match.scores),
        "points": list(match.points),
        "updated": match.updated.isoformat(timespec="seconds"),
    }
