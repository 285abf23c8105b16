"""``pegout completion``: what a shell asks when somebody presses Tab, and its answers.

Each list of words is made when it is asked for: a command that runs imports none of it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click
from click.shell_completion import CompletionItem, get_completion_class, shell_complete

from pegout.cli.faults import OneOf
from pegout.cli.help import about
from pegout.cli.stored import every_table, open_library
from pegout.text.language import Translator, language

if TYPE_CHECKING:
    from pegout.storage import Library

#: The variable by which a shell's script asks what fits the words so far.
_VARIABLE: Final = "_PEGOUT_COMPLETE"
_SHELLS: Final = ("bash", "zsh", "fish")

#: Returns what an option or an argument may be, for click.
Complete: TypeAlias = Callable[[click.Context, click.Parameter, str], list[CompletionItem[str]]]
_Words: TypeAlias = Mapping[str, str]


def answer_shell(commands: click.Group) -> int | None:
    """Answer the script of a shell, and return the exit status; ``None`` if nothing is asked."""
    instruction = os.environ.get(_VARIABLE)
    if not instruction:
        return None
    return shell_complete(commands, {}, "pegout", _VARIABLE, instruction)


def completion(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "completion",
        help=about(
            t,
            t(
                "Print the script by which SHELL completes commands, options, levels, presets, "
                "files and the ids of stored games: bash, zsh or fish."
            ),
            t(
                "With bash, put the line {line} into ~/.bashrc; with zsh, the same with zsh into "
                "~/.zshrc, below compinit. With fish, run the third example once. Tab then "
                "completes in every new terminal.",
                line='eval "$(pegout completion bash)"',
            ),
            examples=[
                "pegout completion bash",
                "pegout completion zsh",
                "pegout completion fish > ~/.config/fish/completions/pegout.fish",
            ],
        ),
    )
    @click.argument("shell", type=OneOf(t, _SHELLS), metavar="SHELL")
    @click.pass_context
    def command(ctx: click.Context, shell: str) -> None:
        script = get_completion_class(shell)
        assert script is not None, "click knows these shells"
        commands = ctx.find_root().command
        click.echo(script(commands, {}, "pegout", _VARIABLE).source())

    return command


def _from(words: Callable[[click.Context], _Words | Iterable[str]]) -> Complete:
    """Return a completion of words, which may have descriptions."""

    def complete(
        ctx: click.Context, _: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        known = words(ctx)
        told = known if isinstance(known, Mapping) else dict.fromkeys(known, "")
        return [
            CompletionItem(word, help=help or None)
            for word, help in told.items()
            if word.startswith(incomplete)
        ]

    return complete


def levels(t: Translator, *, offered: bool = False) -> Complete:
    """Complete the levels, or only those that people may play against, with their sentences."""

    def words(_: click.Context) -> _Words:
        from pegout.players import LEVELS
        from pegout.text import level_help

        return {
            level.name: level_help(level.name, t)
            for level in LEVELS.values()
            if level.offered or not offered
        }

    return _from(words)


def policies() -> Complete:
    """Complete the policies of the kernel."""

    def words(_: click.Context) -> Iterable[str]:
        from pegout.simulation.policies.policy import POLICIES

        return POLICIES

    return _from(words)


def strategies() -> Complete:
    """Complete the strategies for the play."""

    def words(_: click.Context) -> Iterable[str]:
        try:
            from pegout.solver.exploitability import strategies
        except ImportError:
            return ()
        return sorted(strategies())

    return _from(words)


def switches() -> Complete:
    """Complete the switches of the rules, each with its usual values."""

    def words(_: click.Context) -> Iterable[str]:
        from pegout.rules import SWITCHES
        from pegout.table.offers import offered_values

        return [
            f"{name}={_value(value)}"
            for name in SWITCHES
            if name != "players"
            for value in offered_values(name)
        ]

    return _from(words)


def _value(value: Any) -> str:
    """Write the value of a switch as ``--set`` reads it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def limits(t: Translator) -> Complete:
    """Complete the limits of a server."""

    def words(_: click.Context) -> _Words:
        from pegout.server.config import LIMITS

        listing = t("List the limits.")
        return {"help": listing} | {
            f"{name}=": t.text(limit.meaning) for name, limit in LIMITS.items()
        }

    return _from(words)


def files() -> Complete:
    """Complete files, for an option that may also be something else."""
    return lambda _, __, incomplete: [CompletionItem(incomplete, type="file")]


def _stored(list_ids: Callable[[Library], _Words]) -> Complete:
    """Complete ids of an existing library; without one, or with a broken one, nothing.

    The library is the one of ``--database``, if the command has that option.
    """

    def words(ctx: click.Context) -> _Words:
        from pegout.table.store import StoreError

        try:
            with open_library(language(), ctx.params.get("database")) as library:
                return list_ids(library)
        except (click.ClickException, StoreError):
            return {}

    return _from(words)


def games() -> Complete:
    """Complete the ids of stored games that are not over, with the names of their players."""

    def list_ids(library: Library) -> _Words:
        playing = library.matches(status="playing")
        ids = {match.id: ", ".join(match.names) for match in playing}
        return {"last": ids[playing[0].id], **ids} if playing else {}

    return _stored(list_ids)


def tables() -> Complete:
    """Complete the codes of stored tables."""
    return _stored(lambda library: {row.code: "" for row in every_table(library)})
