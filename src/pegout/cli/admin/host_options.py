"""What the commands of a host share: the database, and a question before something is gone."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from pegout.cli import completion
from pegout.cli.faults import OneOf
from pegout.text.language import Translator

_F = TypeVar("_F", bound=Callable[..., Any])


def database_option(t: Translator) -> Callable[[_F], _F]:
    """Add ``--database``."""
    return click.option(
        "--database",
        metavar="URL|FILE",
        shell_complete=completion.files(),
        help=t("Where matches are stored; your own library by default."),
    )


def agreed(t: Translator, question: str) -> bool:
    """Ask a question that is answered by yes or no; without a terminal, --yes has to say so."""
    if not sys.stdin.isatty():
        raise click.UsageError(t("Without a terminal nobody can be asked: add --yes."))
    words = [t("yes"), t("no")]
    return bool(click.prompt(question, type=OneOf(t, words), default=t("no"), err=True) == t("yes"))
