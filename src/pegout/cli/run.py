"""One run of the command line, from its arguments to its exit status."""

import os
import sys
import tempfile
import traceback
from collections.abc import Sequence

import click

from pegout.cli.app import application, language_of
from pegout.cli.completion import answer_shell
from pegout.cli.exit_status import DONE, FAULT, INTERRUPTED, status_of
from pegout.cli.faults import tell
from pegout.text.language import Translator


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit status."""
    t = language_of(arguments)
    commands = application(t)
    try:
        status = answer_shell(commands)
        if status is None:
            status = _invoke(commands, list(arguments))
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # The reader has closed the pipe.
        _drop_output()
        return DONE
    except (KeyboardInterrupt, EOFError, click.Abort):
        click.echo(err=True)
        status = INTERRUPTED
    except Exception as error:
        status = status_of(error)
        if status == FAULT:
            _report(error, t)
        else:
            tell(error, _command(commands, arguments), arguments, t)
    _flush()
    return status


def _invoke(commands: click.Group, arguments: list[str]) -> int:
    """Run a command; click's own ``main`` would end with 1 where a pipe is closed."""
    try:
        with commands.make_context("pegout", arguments) as context:
            status = commands.invoke(context)
    except click.exceptions.Exit as left:
        return left.exit_code
    return status if isinstance(status, int) else DONE


def _command(commands: click.Group, arguments: Sequence[str]) -> str:
    """Return the full name of the command that arguments name."""
    names, command = ["pegout"], commands
    context = click.Context(commands)
    for word in arguments:
        found = command.get_command(context, word)
        if found is not None:
            names.append(word)
            if not isinstance(found, click.Group):
                break
            command = found
    return " ".join(names)


def _flush() -> None:
    """Write the rest of the output, or drop it if writing failed."""
    try:
        sys.stdout.flush()
    except OSError:
        _drop_output()


def _drop_output() -> None:
    """Discard the remaining output, so that Python does not fail again when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report(error: Exception, t: Translator) -> None:
    """Save the traceback for a developer, and tell the user where it is."""
    with tempfile.NamedTemporaryFile(
        "w", prefix="pegout-", suffix=".txt", delete=False, encoding="utf-8"
    ) as file:
        file.writelines(traceback.format_exception(error))
    click.echo(
        t("pegout: an unexpected error: {error}", error=error)
        + "\n"
        + t("The details are saved in {file}; your games are kept.", file=file.name),
        err=True,
    )
