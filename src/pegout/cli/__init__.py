"""The command line: the only place where everything is wired together, and only when it is needed.

Exit status: 0 done, 1 checked and found wrong, 2 wrong usage or a file that cannot be used,
3 a fault of Pegout's own, 130 interrupted.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command and exit with its status. No traceback ever reaches a person."""
    from pegout.cli.run import run

    sys.exit(run(sys.argv[1:] if arguments is None else arguments))
