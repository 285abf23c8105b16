"""The files of `deploy/`, and what they have in common."""

import os
import shutil
import sys
from pathlib import Path
from typing import Final

import click
import pytest

from pegout.cli.app import application
from pegout.text.language import language

DEPLOY: Final = Path(__file__).resolve().parents[2] / "deploy"


def program(name: str, package: str) -> str:
    """Return the path of a program; skip the test where it is neither installed nor fetched."""
    # `make test-long` has unpacked packages of Debian beside this Python.
    fetched = Path(sys.prefix) / "debian" / "usr"
    folders = [os.environ.get("PATH", ""), "/usr/sbin", str(fetched / "sbin"), str(fetched / "bin")]
    found = shutil.which(name, path=os.pathsep.join(folders))
    if found is None:
        pytest.skip(f"{name} is not installed (on Debian: apt-get install {package})")
    return found


def parsed(words: list[str]) -> dict[str, object]:
    """Return what a command line gives to ``pegout serve``, or whatever its command is.

    Raises:
        click.ClickException: for words that the command does not accept.
    """
    group = application(language("en"))
    name, *rest = words
    command = group.get_command(click.Context(group), name)
    assert command is not None, name
    return command.make_context(name, rest).params
