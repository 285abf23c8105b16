"""One run of the command line, from its arguments to its exit status."""

import os
import sys
import tempfile
import traceback
from collections.abc import Sequence

import click

from pegout.cli.app import application, language_of
from pegout.cli.completion import answer_shell
from pegout.cli.exit_status import DONE, INTERRUPTED, status_of
from pegout.cli.faults import tell
from pegout.text.language import Translator


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit status."""
    t = language_of(arguments)
    try:
        commands = application(t)
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
        _tell(error, t)
        status = status_of(error)
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


def _tell(error: Exception, t: Translator) -> None:
    """Print an error on standard error, or the name of a file with the details of a fault."""
    if isinstance(error, click.ClickException):
        tell(error, t)
    elif isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        click.echo(f"pegout: {where}{error.strerror or error}", err=True)
    elif hasattr(error, "code"):
        click.echo(f"pegout: {error}", err=True)
    else:
        _report(error, t)


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
