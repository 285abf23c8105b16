"""The command line, which connects all packages and imports each only when a command needs it."""

import sys
from collections.abc import Sequence
from typing import NoReturn


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command and exit with its status, without ever showing a traceback."""
    from pegout.cli.run import run

    sys.exit(run(sys.argv[1:] if arguments is None else arguments))
