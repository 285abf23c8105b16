"""Groups of commands under one name."""

from __future__ import annotations

from typing import Any

import click

from pegout.cli.faults import meant
from pegout.cli.help import context_class, with_help
from pegout.text.language import Translator


class Commands(click.Group):
    """A group that lists each command with the whole first paragraph of its help.

    Args:
        name: the name of the group.
        t: the translator.
        options: further options of click.
    """

    def __init__(self, name: str, *, t: Translator, **options: Any) -> None:
        super().__init__(name, **options)
        self.t = t
        self.context_class = context_class(t)

    def add(self, command: click.Command) -> None:
        """Add a command, with ``--help`` in the language of the group."""
        self.add_command(with_help(self.t, command))

    def lines(self) -> list[tuple[str, str]]:
        """Return the name and the description of each command."""
        return [
            (name, (command.help or "").partition("\n\n")[0])
            for name, command in self.commands.items()
        ]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return a command; if there is none of this name, suggest a similar one."""
        known = self.list_commands(ctx)
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            if args[0] in known or args[0].startswith("-"):
                raise
            said = self.t("There is no command “{name}”.", name=args[0])
            raise click.UsageError(said + meant(self.t, args[0], known), ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands."""
        with formatter.section(self.t("Commands")):
            formatter.write_dl(self.lines())
