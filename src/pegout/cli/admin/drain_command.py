"""``pegout admin drain``: end a running server as its operator would."""

from __future__ import annotations

import json
from pathlib import Path

import click

from pegout.cli.admin.host_options import database_option
from pegout.cli.help import about
from pegout.cli.options import json_option
from pegout.cli.stored import existing
from pegout.text.language import Translator


def drain(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "drain",
        help=about(
            t,
            t(
                "Have a server finish and store what is under way, tell its players, hand its "
                "tables over, and end; wait until it has ended."
            ),
            t(
                "The server of a file is found by the file. With PostgreSQL name the file that "
                "“pegout serve --control” was given. Run it on the server’s machine, as its user."
            ),
            examples=[
                "pegout admin drain --database games.db",
                "pegout admin drain --control /run/pegout/a",
            ],
            fields={"address": t("the address of the server that has ended")},
        ),
    )
    @click.option(
        "--control",
        metavar="FILE",
        type=click.Path(dir_okay=False, path_type=Path),
        help=t("The file that the server was given with --control."),
    )
    @database_option(t)
    @json_option(t)
    def command(control: Path | None, database: str | None, as_json: bool) -> None:
        from pegout.storage.locations import SqliteLocation
        from pegout.storage.serving import drain as end

        if control is None:
            location = existing(t, database)
            control = location.path if isinstance(location, SqliteLocation) else None
        if control is None:
            raise click.UsageError(
                t("A server of PostgreSQL is found by its --control FILE: name that file.")
            )
        address = end(control)
        if as_json:
            click.echo(json.dumps({"address": address}))
        else:
            click.echo(t("The server at {url} has ended.", url=address))

    return command
