"""Compiling the loops, and knowing when what was compiled is out of date.

Numba keeps what it compiled on the disk, and compiles a function again when the file changes in
which it stands. What is compiled of it contains the functions that it calls, and numba does not
notice a change in the file of one of those. So every function here is stamped with all the files
of the package: a change in any of them has everything compiled again.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TypeVar, cast

__all__ = ["COMPILED", "KERNEL_VERSION", "inlined", "jit"]

Function = TypeVar("Function", bound=Callable[..., Any])

#: Goes up when the same seed no longer gives the same numbers.
KERNEL_VERSION: Final = 1
#: Whether the loops are compiled; what is loaded through :mod:`pegout.kernel.plain` never is.
COMPILED: Final = (
    "plain" not in __name__.split(".")
    and find_spec("numba") is not None
    and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
)

_OPTIONS: Final[dict[str, Any]] = {"nogil": True, "error_model": "numpy", "_nrt": False}


def jit(function: Function) -> Function:
    """Compile a function when it is first called, and keep what was compiled on the disk.

    It can make no arrays: without numba's counting of references, which slows a short function down
    to a fifth, there is nobody to free them.
    """
    return _compiled(function) if COMPILED else function


def inlined(function: Function) -> Function:
    """Compile a small function as a part of every function that calls it."""
    return _compiled(function, forceinline=True) if COMPILED else function


def _compiled(function: Function, **options: Any) -> Function:
    """Have numba compile a function when it is called; kept is only what can be stamped."""
    from numba import njit

    stamp = _sources()
    if stamp is not None:
        kept = njit(cache=True, **_OPTIONS, **options)(function)
        if _stamped(kept, stamp):
            return cast("Function", kept)
    return cast("Function", njit(**_OPTIONS, **options)(function))


@cache
def _sources() -> bytes | None:
    """Give a digest of every file of this package; or None where there are none to be read."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    digest = sha256()
    for file in files:
        source = file.read_bytes()
        digest.update(f"{file.name} {len(source)} ".encode() + source)
    return digest.digest() if files else None


def _stamped(dispatcher: Any, stamp: bytes) -> bool:
    """Put a stamp in the place of numba's own, of one file; tell whether there is such a place.

    It has no public name. It stands where numba 0.61 to 0.68 have it; a version that has it
    elsewhere keeps nothing, rather than something out of date.
    """
    index: Any = getattr(getattr(dispatcher, "_cache", None), "_cache_file", None)
    if not hasattr(index, "_source_stamp"):
        return False
    index._source_stamp = stamp
    return True
