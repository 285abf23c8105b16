"""One run of the command line, from its arguments to its exit status."""

import os
import sys
import tempfile
import traceback
from collections.abc import Sequence
from typing import Final

import click

from pegout.cli.app import application, language_of
from pegout.cli.faults import tell
from pegout.text.language import Translator

CHECK_FAILED: Final = 1
WRONG_USAGE: Final = 2
FAILED: Final = 3
INTERRUPTED: Final = 130


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit status."""
    t = language_of(arguments)
    try:
        commands = application(t)
        status = commands.main(list(arguments), "pegout", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        tell(error, t)
        return WRONG_USAGE
    except (KeyboardInterrupt, click.Abort):
        click.echo(err=True)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has closed the pipe.
        _drop_output()
        return 0
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        click.echo(f"pegout: {where}{error.strerror or error}", err=True)
        _flush()
        return WRONG_USAGE
    except Exception as error:
        if hasattr(error, "code"):
            click.echo(f"pegout: {error}", err=True)
            return WRONG_USAGE
        _report(error, t)
        return FAILED
    return status if isinstance(status, int) else 0


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
