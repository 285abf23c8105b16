"""Functions that are one source and run in two ways: by Python, or compiled by numba.

A function that is marked with :func:`jit` is an ordinary function: called, it is run by Python.
:func:`compiled` gives its compiled twin, in which whatever it calls is compiled too. So a player at
a table waits neither for a compiler nor for numba to be imported, and a run of a million games
takes the same source.

>>> @jit
... def double(number):
...     return 2 * number
>>> double(21), COMPILED
(42, True)

Numba keeps what it compiled on the disk, and compiles a function again when the file changes in
which it stands. What is compiled of it contains the functions that it calls and the constants that
it uses, and numba does not notice a change in the file of one of those. So every function is
stamped with all files that its own imports: a change in one of them compiles it again, and a change
anywhere else does not.
"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib.util import find_spec, resolve_name
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final, TypeVar, cast

from pegout.loading import load_once

__all__ = ["COMPILED", "compiled", "inlined", "jit"]

Function = TypeVar("Function", bound=Callable[..., Any])

#: Whether anything can be compiled.
COMPILED: Final = find_spec("numba") is not None and os.environ.get("NUMBA_DISABLE_JIT", "0") in (
    "",
    "0",
)

#: Without numba's counting of references, which slows a short function down to a fifth, nobody
#: frees an array; so a function can make none.
_OPTIONS: Final[dict[str, Any]] = {"nogil": True, "error_model": "numpy", "_nrt": False}
#: Of what compiled functions call, numba need not make what Python would call it by.
_WITHIN: Final[dict[str, Any]] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
#: The functions that are marked, and whether they become a part of those that call them.
_INLINED: Final[dict[Callable[..., Any], bool]] = {}


def jit(function: Function) -> Function:
    """Mark a function as one that can be compiled; it can make no arrays."""
    _INLINED[function] = False
    return function


def inlined(function: Function) -> Function:
    """Mark a small function, to be compiled as a part of every function that calls it."""
    _INLINED[function] = True
    return function


def compiled(function: Function) -> Function:
    """Give the compiled twin of a function that is marked; itself where nothing is compiled.

    It is compiled when it is first called, and kept on the disk.

    Raises:
        ValueError: for a function that is not marked.
    """
    if function not in _INLINED:
        raise ValueError(f"{function.__qualname__} is not marked with @jit, so it has no twin")
    if not COMPILED:
        return function
    return cast("Function", _entry(function))


@load_once
def _entry(function: Any) -> Any:
    """Give the twin that Python calls; it has a name of its own, and its own place on the disk."""
    names, inline = _twins(function.__module__), _INLINED[function]
    entry = _rooted(function, names)
    entry.__qualname__ = f"{function.__qualname__}_entry"
    return _dispatcher(entry, _stamp(function.__module__), inline, entry=True)


@load_once
def _twins(module: str) -> dict[str, Any]:
    """Give the names of a module with the compiled twins in the place of marked functions.

    They are called by compiled functions only: without what Python needs to call them, they are
    compiled in a fraction of the time.
    """
    names = dict(vars(sys.modules[module]))
    marked = {
        name: value
        for name, value in names.items()
        if isinstance(value, FunctionType) and value in _INLINED
    }
    stamp = _stamp(module)
    for name, function in marked.items():
        if function.__module__ == module:
            names[name] = _dispatcher(_rooted(function, names), stamp, _INLINED[function])
        else:
            names[name] = _twins(function.__module__)[function.__name__]
    return names


def _rooted(function: FunctionType, names: dict[str, Any]) -> FunctionType:
    """Give a copy of a function that finds what it calls in other names."""
    copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    copy.__doc__, copy.__kwdefaults__ = function.__doc__, function.__kwdefaults__
    return copy


def _dispatcher(
    function: FunctionType, stamp: bytes | None, inline: bool, *, entry: bool = False
) -> Any:
    """Have numba compile a function when it is called; kept is only what can be stamped."""
    from numba import njit

    options = _OPTIONS | ({} if entry else _WITHIN) | ({"forceinline": True} if inline else {})
    if stamp is not None:
        kept = njit(cache=True, **options)(function)
        if _stamped(kept, stamp):
            return _widened(kept)
    return _widened(njit(**options)(function))


def _widened(dispatcher: Any) -> Any:
    """Have a number that is written out in a call compiled as any other of its type.

    Else numba compiles a function once more for each such number.
    """
    from numba.core import sigutils, types

    # Numba says nothing of their types.
    parts: Any = sigutils.normalize_signature
    wide: Any = types.unliteral
    narrow = dispatcher.compile

    def compile_wide(signature: Any) -> Any:
        arguments, _ = parts(signature)
        return narrow(tuple([wide(argument) for argument in arguments]))

    dispatcher.compile = compile_wide
    return dispatcher


def _stamp(module: str) -> bytes | None:
    """Give a digest of the files of a module and of all that it imports from its own package.

    None where there are no sources to be read.
    """
    digest = sha256()
    for file in sorted(_files(module)):
        if not file.is_file():
            return None
        source = file.read_bytes()
        digest.update(f"{file.name} {len(source)} ".encode() + source)
    return digest.digest()


@load_once
def _files(module: str) -> frozenset[Path]:
    file = Path(str(sys.modules[module].__file__))
    found = {file}
    if file.is_file():
        for imported in _imports(sys.modules[module], file):
            found |= _files(imported)
    return frozenset(found)


def _imports(module: ModuleType, file: Path) -> Iterator[str]:
    """Give the modules of the same top package that a module imports as it is loaded."""
    top = f"{module.__name__.partition('.')[0]}."
    for statement in ast.parse(file.read_bytes()).body:
        if isinstance(statement, ast.ImportFrom):
            dots = "." * statement.level + (statement.module or "")
            home = resolve_name(dots, module.__package__)
            for alias in statement.names:
                one = f"{home}.{alias.name}"
                one = one if one in sys.modules else home
                if one.startswith(top):
                    yield one


def _stamped(dispatcher: Any, stamp: bytes) -> bool:
    """Put a stamp in the place of numba's own, of one file; tell whether there is such a place.

    It has no public name. It stands where numba 0.61 to 0.68 have it; a version that has it
    elsewhere keeps nothing, rather than something out of date.
    """
    index: Any = getattr(getattr(dispatcher, "_cache", None), "_cache_file", None)
    if not hasattr(index, "_source_stamp") or not hasattr(index, "_version"):
        return False
    index._source_stamp = stamp
    # Of another version nothing is unpickled: it may name classes that are there no more.
    index._version = f"{index._version} {stamp.hex()}"
    return True
