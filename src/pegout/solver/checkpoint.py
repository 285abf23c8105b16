"""Errors and checkpoint files that all solvers share."""

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import numpy as np

from pegout.errors import PegoutError
from pegout.extras import install_command
from pegout.kernel import COMPILED
from pegout.kernel.score_tables import Array

#: The part of a head that names the version that began the file.
_KERNEL: Final = re.compile(r"kernel \d+")


class SolveError(PegoutError):
    """A solution that cannot be computed, saved or resumed.

    Attributes:
        code: ``needs_numba``, ``bad_rules``, ``bad_state`` or ``not_kept``.
    """


def need_numba(what: str) -> None:
    """Raise the error ``needs_numba`` where numba is not installed."""
    if not COMPILED:
        raise SolveError(
            "needs_numba",
            f"{what} takes numba, without which it would take days; install it in the folder of "
            f"the source with: {install_command('fast')}",
        )


def save_state(path: Path, head: str, number: int, arrays: Mapping[str, Array]) -> None:
    """Write a checkpoint, first to a file beside it, so that a complete one always exists.

    Raises:
        SolveError: ``not_kept`` if the file cannot be written. The previous checkpoint remains.
    """
    beside = path.with_name(path.name + ".new")
    # A path that did not exist before cannot hold the previous round.
    before = path.exists()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            saved: dict[str, Any] = {"head": np.array(head), "round": np.array(number), **arrays}
            np.savez(file, **saved)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        # Where the folder could not be made, there is no file to delete either.
        with suppress(OSError):
            beside.unlink()
        what = (
            "the file still holds an earlier round, and the same command resumes there"
            if before
            else "nothing has been kept so far; name a file that can be written"
        )
        raise SolveError(
            "not_kept", f"round {number} could not be kept in {path} ({error.strerror}); {what}"
        ) from error


def read_state(path: Path, head: str, command: str) -> tuple[int, dict[str, Array]]:
    """Read the round and the arrays from the checkpoint of a run.

    Raises:
        SolveError: ``bad_state`` for a file of another run or another version.
    """
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as saved:
            saved_head = str(saved["head"])
            if saved_head == head:
                arrays = {
                    name: saved[name] for name in saved.files if name not in ("head", "round")
                }
                return int(saved["round"]), arrays
    except Exception as error:  # A file of another format can fail in any way.
        raise no_state(path, command) from error
    if _KERNEL.sub("", saved_head) == _KERNEL.sub("", head):
        was, now = (" ".join(_KERNEL.findall(text)) for text in (saved_head, head))
        raise SolveError(
            "bad_state",
            f"{path} was written by {was}, and this is {now}. Resume it with the version that "
            "began it, or start again with another file",
        )
    raise SolveError(
        "bad_state",
        f"{path} belongs to another solution ({saved_head}, not {head}); name another file, or "
        "delete it",
    )


def no_state(path: Path, command: str) -> SolveError:
    """Return the error for a file that is not a checkpoint of a command."""
    return SolveError("bad_state", f"{path} is no file of a run of {command}; name another")
