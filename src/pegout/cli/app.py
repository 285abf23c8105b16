"""The commands by name, each imported only when it is used."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Final

import click

from pegout.cli.faults import OneOf
from pegout.cli.help import Commands, about, with_help
from pegout.text.language import LANGUAGES, Translator, language, mark

#: The module and factory of each command, and its description in one line.
_COMMANDS: Final[Mapping[str, tuple[str, str, str]]] = {
    "serve": ("pegout.cli.serve", "serve", mark("Serve tables to browsers.")),
    "site": (
        "pegout.cli.site_command",
        "site",
        mark("Build the table as a folder of static files."),
    ),
    "terminal": ("pegout.cli.table", "terminal", mark("Open the table in this terminal.")),
    "play": (
        "pegout.cli.table",
        "play",
        mark("Play a game in the terminal, with options from the command line."),
    ),
    "score": ("pegout.cli.score", "score", mark("Count a hand and show the working.")),
    "discard": ("pegout.cli.discard", "discard", mark("Value every discard.")),
    "ask": ("pegout.cli.decision", "ask", mark("Say what to discard or to play in a position.")),
    "drill": (
        "pegout.cli.drill",
        "drill",
        mark("Practise counting, discards and the play."),
    ),
    "daily": ("pegout.cli.daily_command", "daily", mark("Answer the questions of today.")),
    "squares": (
        "pegout.cli.squares_command",
        "squares",
        mark("Play cribbage squares, a solitaire with its best possible result."),
    ),
    "chances": ("pegout.cli.chances", "chances", mark("Show the chance of winning at any score.")),
    "replay": ("pegout.cli.records", "replay", mark("Print a recorded game card by card.")),
    "verify": ("pegout.cli.records", "verify", mark("Check a record and prove its deals fair.")),
    "stats": ("pegout.cli.stats", "stats", mark("Say how you are doing.")),
    "records": (
        "pegout.cli.record_export",
        "records",
        mark("Write tables of recorded games."),
    ),
    "review": (
        "pegout.cli.review",
        "review",
        mark("Show what each decision of a game was worth."),
    ),
    "arena": ("pegout.cli.arena", "arena", mark("Let levels play against each other.")),
    "simulate": ("pegout.cli.simulate", "simulate", mark("Play simple policies by the million.")),
    "exploit": (
        "pegout.cli.exploit",
        "exploit",
        mark("Compute the best response to a policy."),
    ),
    "solve": ("pegout.cli.solve", "solve", mark("Compute the shipped tables.")),
    "rules": ("pegout.cli.rulebook", "rules", mark("Read the rule book.")),
    "completion": (
        "pegout.cli.completion",
        "completion",
        mark("Complete commands and their words with Tab."),
    ),
    "health": ("pegout.cli.health", "health", mark("Ask a server whether it can serve.")),
    "admin": (
        "pegout.cli.admin",
        "admin",
        mark("Manage what a server stores, also while it runs."),
    ),
}


class _Commands(Commands):
    """All commands, each imported from its module on first use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in the order that helps a newcomer."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command, in the language of the run."""
        if cmd_name not in _COMMANDS:
            return None
        module, name, _ = _COMMANDS[cmd_name]
        factory: Callable[[Translator], click.Command] = getattr(import_module(module), name)
        return with_help(self.t, factory(self.t))

    def lines(self) -> list[tuple[str, str]]:
        """Return the name and the description of each command, without importing any."""
        return [(name, self.t(line)) for name, (_, _, line) in _COMMANDS.items()]


def language_of(arguments: Sequence[str]) -> Translator:
    """Return the language that the arguments name, or else that of the environment.

    The commands and their help are made in this language, so it is needed before them.

    >>> language_of(["--lang", "es", "rules"]).code, language_of(["--lang=en"]).code
    ('es', 'en')
    """
    for index, argument in enumerate(arguments):
        if argument == "--lang":
            return language("".join(arguments[index + 1 : index + 2]))
        if argument.startswith("--lang="):
            return language(argument.removeprefix("--lang="))
    return language()


def application(t: Translator) -> click.Group:
    """Return the command line in a language."""

    @click.group(
        "pegout",
        cls=_Commands,
        t=t,
        invoke_without_command=True,
        help=about(
            t,
            t(
                "Cribbage against the computer or with friends, saved as you play. Without a "
                "command, the table opens in your browser."
            ),
            examples=[
                "pegout",
                "pegout terminal",
                "pegout play --players 3 --level club",
                'pegout score "5H 5S 5C JD" 5D',
            ],
        ),
    )
    @click.option(
        "--lang",
        type=OneOf(t, sorted(LANGUAGES)),
        help=t("The language; that of the environment by default."),
    )
    @click.option("--plain", is_flag=True, help=t("Line by line, for screen readers and pipes."))
    @click.version_option(
        package_name="pegout", prog_name="pegout", help=t("Show the version and exit.")
    )
    @click.help_option(help=t("Show this text and exit."))
    @click.pass_context
    def pegout(ctx: click.Context, lang: str | None, plain: bool) -> None:
        if ctx.invoked_subcommand is None:
            if plain:
                from pegout.cli.table import open_table

                open_table(plain=True)
            else:
                from pegout.cli.serve import open_browser_table

                open_browser_table(t)

    return pegout
