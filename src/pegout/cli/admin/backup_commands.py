"""``pegout admin backup``, ``restore`` and ``migrate``: the whole of a library at once."""

from __future__ import annotations

import json
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import click

from pegout.cli.admin.host_options import agreed, database_option
from pegout.cli.help import about
from pegout.cli.options import json_option
from pegout.cli.stored import existing
from pegout.text.language import Translator

_MB: Final = 1_000_000


def backup(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "backup",
        help=about(
            t,
            t(
                "Write everything that is stored to a file, TARGET, which is checked before it has "
                "that name. In a folder it is named after the time."
            ),
            t(
                "The server may run meanwhile. A library in PostgreSQL takes the programs pg_dump "
                "and pg_restore."
            ),
            examples=[
                "pegout admin backup before-0.4.db",
                "pegout admin backup copies/ --keep 14",
            ],
            fields={
                "file": t("the backup"),
                "bytes": t("its size"),
                "removed": t("the older backups that were removed"),
            },
        ),
    )
    @click.argument("target", metavar="TARGET", type=click.Path(path_type=Path))
    @click.option(
        "--keep",
        metavar="N",
        type=click.IntRange(1),
        help=t("In a folder, keep the latest backups only, as many as this."),
    )
    @database_option(t)
    @json_option(t)
    def command(target: Path, keep: int | None, database: str | None, as_json: bool) -> None:
        from pegout.storage.backups import back_up, name_backup, remove_old

        folder = target if target.is_dir() else None
        if keep is not None and folder is None:
            raise click.UsageError(t("--keep is for a folder: name one that is there."))
        location = existing(t, database)
        file = target / name_backup(location, datetime.now(UTC)) if folder else target
        back_up(location, file)
        removed = [] if keep is None or folder is None else remove_old(folder, keep)
        size = file.stat().st_size
        if as_json:
            told = {"file": str(file), "bytes": size, "removed": [str(path) for path in removed]}
            click.echo(json.dumps(told))
            return
        megabytes = t.decimal(size / _MB, ".1f")
        click.echo(t("{file} is written and checked: {size} MB.", file=file, size=megabytes))
        for path in removed:
            click.echo(t("{file} is removed.", file=path))

    return command


def restore(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "restore",
        help=about(
            t,
            t(
                "Put what a backup, FILE, has in the place of the library: all of it, or nothing. "
                "The place has to be empty, unless --replace is given."
            ),
            t("End every server of the place first; a library in PostgreSQL also takes psql."),
            examples=[
                "pegout admin restore before-0.4.db --database games.db",
                "pegout admin restore copies/pegout-20261128T180500Z.db --replace",
            ],
            fields={
                "file": t("the backup"),
                "tables": t("the number of tables that are there now"),
                "matches": t("the number of matches that are there now"),
            },
        ),
    )
    @click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
    @click.option(
        "--replace", is_flag=True, help=t("Replace what is there, which is then gone for good.")
    )
    @click.option("--yes", is_flag=True, help=t("Replace it without a question."))
    @database_option(t)
    @json_option(t)
    def command(file: Path, replace: bool, yes: bool, database: str | None, as_json: bool) -> None:
        from pegout.storage.backups import restore as put_back
        from pegout.storage.locations import locate

        location = locate(database)
        question = t("Replace everything in {location}?", location=location)
        if replace and not yes and not agreed(t, question):
            click.echo(t("Nothing is replaced."), err=True)
            return
        found = put_back(file, location, replace=replace)
        if as_json:
            click.echo(json.dumps({"file": str(file), **found._asdict()}))
            return
        click.echo(t("{file} is restored to {location}.", file=file, location=location))
        click.echo(t.plural("{n} table.", "{n} tables.", found.tables))
        click.echo(t.plural("{n} match.", "{n} matches.", found.matches))

    return command


def migrate(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "migrate",
        help=about(
            t,
            t(
                "Bring the tables of the database to the version of this program, as a server does "
                "when it starts. Make a backup first: an earlier version may not open them then."
            ),
            examples=["pegout admin migrate --dry-run", "pegout admin migrate --json"],
            fields={
                "before": t("the version of the tables before"),
                "after": t("the version of the tables after"),
                "done": t("whether it was done, and not only tried"),
            },
        ),
    )
    @click.option(
        "--dry-run",
        is_flag=True,
        help=t("Only try it: in PostgreSQL it is rolled back, a file is copied for it."),
    )
    @database_option(t)
    @json_option(t)
    def command(dry_run: bool, database: str | None, as_json: bool) -> None:
        from pegout.storage.backups import rehearse
        from pegout.storage.library import connected
        from pegout.storage.schema import take_steps

        location = existing(t, database)
        if dry_run:
            before, after = rehearse(location)
        else:
            with closing(connected(location)) as opened:
                before, after = take_steps(opened)
        done = not dry_run and before != after
        if as_json:
            click.echo(json.dumps({"before": before, "after": after, "done": done}))
        elif before == after:
            click.echo(t("The tables have version {version} already.", version=after))
        elif dry_run:
            click.echo(
                t(
                    "The tables would go from version {before} to {after}; it was tried, and "
                    "works.",
                    before=before,
                    after=after,
                )
            )
        else:
            click.echo(
                t(
                    "The tables have gone from version {before} to {after}.",
                    before=before,
                    after=after,
                )
            )

    return command
