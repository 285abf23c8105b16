"""The help of commands and of groups of commands, in the language of the run."""

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import click

from pegout.cli.faults import meant
from pegout.text.language import Translator

# click reflows a paragraph unless it begins with this.
_AS_IT_IS = "\b\n"
#: The width of a block of lines, in a help of 80 columns, and of the names of fields in it.
_WIDTH: Final = 74
_NAMES: Final = 22


def about(
    t: Translator,
    *paragraphs: str,
    examples: Sequence[str],
    fields: Mapping[str, str] | None = None,
) -> str:
    r"""Return the help of a command.

    >>> from pegout.text.language import language
    >>> about(language("en"), "Count.", examples=["pegout score"])
    'Count.\n\n\x08\nExamples:\n  pegout score'
    """
    parts = [*paragraphs, _block(t("Examples:"), examples)]
    if fields:
        lines = [line for name, said in fields.items() for line in _field(name, said)]
        parts.append(_block(t("Fields of --json:"), lines))
    return "\n\n".join(parts)


def how_to_write_cards(t: Translator) -> str:
    """Return how cards are written on the command line."""
    return t(
        "A card is a rank and a suit, such as 5H, TD or 10♦, or a name, such as “five of hearts”."
    )


def _field(name: str, said: str) -> list[str]:
    """Return the name of a field, and what it is in lines below or beside it."""
    indent = " " * _NAMES
    lines = textwrap.wrap(said, _WIDTH - _NAMES)
    if len(name) > _NAMES - 3:
        return [name, *[indent + line for line in lines]]
    first, *more = lines
    return [f"{name:<{_NAMES}}{first}", *[indent + line for line in more]]


def _block(title: str, lines: Sequence[str]) -> str:
    return _AS_IT_IS + "\n".join([title, *(f"  {line}" for line in lines)])


def with_help(t: Translator, command: click.Command) -> click.Command:
    """Return a command with ``--help`` in a language."""
    command.context_class = context_class(t)
    return click.help_option(help=t("Show this text and exit."))(command)


def context_class(t: Translator) -> type[click.Context]:
    """Return a context class for click that also translates click's own words in the help."""

    class Formatter(click.HelpFormatter):
        def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
            super().write_usage(prog, args, prefix or t("Usage:") + " ")

        def write_heading(self, heading: str) -> None:
            super().write_heading(t("Options") if heading == "Options" else heading)

        def write_dl(self, rows: Iterable[tuple[str, str]], *sizes: Any, **more: Any) -> None:
            said = [(name, text.replace("[default: ", t("[default: "))) for name, text in rows]
            super().write_dl(said, *sizes, **more)

    class Context(click.Context):
        formatter_class = Formatter

    return Context


class Commands(click.Group):
    """A group that lists each command with the whole first paragraph of its help."""

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
