"""One run of the command line, from its words to its exit status."""

from __future__ import annotations

import os
import sys
import tempfile
import traceback
from collections.abc import Sequence
from typing import Final

import click

from pegout.cli.app import application, language_of

__all__ = ["FAILED", "FOUND_WRONG", "WRONG_USAGE", "run"]

FOUND_WRONG: Final = 1
WRONG_USAGE: Final = 2
FAILED: Final = 3
_INTERRUPTED: Final = 130


def run(arguments: Sequence[str]) -> int:
    """Run a command and give its exit status."""
    try:
        commands = application(language_of(arguments))
        status = commands.main(list(arguments), "pegout", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return WRONG_USAGE
    except (KeyboardInterrupt, click.Abort):
        click.echo(err=True)
        return _INTERRUPTED
    except BrokenPipeError:
        # Whoever read us has read enough; leave nothing for Python to flush at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        click.echo(f"pegout: {error.filename or ''}: {error.strerror or error}", err=True)
        return WRONG_USAGE
    except Exception as error:
        if hasattr(error, "code"):
            click.echo(f"pegout: {error}", err=True)
            return WRONG_USAGE
        _report(error)
        return FAILED
    return status if isinstance(status, int) else 0


def _report(error: Exception) -> None:
    """Put what went wrong where a developer finds it, and tell the person where that is."""
    with tempfile.NamedTemporaryFile(
        "w", prefix="pegout-", suffix=".txt", delete=False, encoding="utf-8"
    ) as file:
        file.writelines(traceback.format_exception(error))
    click.echo(
        f"pegout: something went wrong that should not have: {error}\n"
        f"What happened is written down in {file.name}; your games are kept.",
        err=True,
    )
