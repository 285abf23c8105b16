"""Processes that all workers of a test run share, such as a database server.

The first worker that needs one starts a keeper, a process of its own which starts the rest, and the
others learn from a file how to reach it. The keeper ends when the run does, however that ends: it
watches the process that started the workers, because a worker may finish before the others.
"""

import importlib
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any, Final

import pytest
from filelock import FileLock

#: The time limit for a keeper to be ready, in seconds.
PATIENCE: Final = 900.0
_ROOT: Final = Path(__file__).parents[1]


def share(
    name: str,
    factory: pytest.TempPathFactory,
    keep: Callable[..., AbstractContextManager[Any]],
    *arguments: Any,
) -> Any:
    """Return what ``keep`` yields; only the first worker of a run starts it.

    Args:
        name: what is shared; each name has one keeper.
        factory: the temporary folders of this worker.
        keep: a context manager at the top level of a module. It starts the processes, yields what
            others need to reach them, and ends them. It runs in a process of its own.
        arguments: its arguments; they must fit into JSON, as must what it yields.
    """
    folder = factory.getbasetemp()
    controller = os.getpid()
    if folder.name.startswith("popen-"):
        # This is a worker of pytest-xdist.
        folder, controller = folder.parent, os.getppid()
    told = folder / f"{name}.json"
    with FileLock(folder / f"{name}.lock"):
        if not told.exists():
            words = (keep.__module__, keep.__qualname__, json.dumps(arguments))
            _start(told, controller, words)
    return json.loads(told.read_text())


def _start(told: Path, controller: int, words: tuple[str, ...]) -> None:
    log = told.with_suffix(".log")
    with log.open("wb") as output:
        keeper = subprocess.Popen(
            [sys.executable, "-m", __name__, str(told), str(controller), *words],
            cwd=_ROOT,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            # Ctrl-C is for the tests; the keeper goes after them.
            start_new_session=True,
        )
    end = time.monotonic() + PATIENCE
    while not told.exists():
        ended = keeper.poll() is not None or time.monotonic() > end
        assert not ended, f"{words} did not start:\n{log.read_text(errors='replace')}"
        time.sleep(0.02)
    # It is not waited for, and nobody shall be warned of that.
    keeper.returncode = 0


def _keep(told: Path, controller: int, module: str, name: str, arguments: list[Any]) -> None:
    keep = getattr(importlib.import_module(module), name)
    with keep(*arguments) as value:
        whole = told.with_suffix(".new")
        whole.write_text(json.dumps(value))
        whole.replace(told)
        _wait_for_the_end(controller)


def _wait_for_the_end(process: int) -> None:
    """Wait until a process has ended that is no child of this one."""
    with suppress(ProcessLookupError):
        if sys.platform == "linux":
            select.select([os.pidfd_open(process)], [], [])
        else:
            while True:
                os.kill(process, 0)
                time.sleep(0.2)


if __name__ == "__main__":
    _, told, controller, module, name, arguments = sys.argv
    _keep(Path(told), int(controller), module, name, json.loads(arguments))
