"""A Python as a browser has it: without the packages of the server, processes and threads.

As a program it runs the coroutine function of a test module there: ``python bare.py MODULE NAME``.
"""

import asyncio
import importlib
import sys
import threading
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Final

#: What the worker of a browser does not have.
MISSING: Final = (
    "_multiprocessing",
    "_posixsubprocess",
    "anyio",
    "click",
    "filelock",
    "httptools",
    "jinja2",
    "markdown_it",
    "numba",
    "numpy",
    "platformdirs",
    "psycopg",
    "rich",
    "starlette",
    "structlog",
    "textual",
    "uvicorn",
    "websockets",
)


class _Finder:
    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] in MISSING:
            return None
        return PathFinder.find_spec(name, path, target)


def _no_thread(thread: threading.Thread) -> None:
    raise RuntimeError("can't start new thread")


def main(module: str, name: str) -> None:
    sys.meta_path[:] = [_Finder if found is PathFinder else found for found in sys.meta_path]
    threading.Thread.start = _no_thread  # type: ignore[method-assign, assignment]
    asyncio.run(getattr(importlib.import_module(module), name)())


if __name__ == "__main__":
    main(*sys.argv[1:])
