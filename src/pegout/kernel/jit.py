"""Functions with one source that run either interpreted by Python or compiled by numba.

A function marked with :func:`jit` is an ordinary function that Python interprets. :func:`compiled`
returns its compiled twin, in which every marked function that it calls is compiled too. So a player
at a table waits neither for a compiler nor for numba to be imported, and a run of a million games
uses the same source.

>>> @jit
... def double(number):
...     return 2 * number
>>> double(21), COMPILED
(42, True)

Numba caches compiled code on disk and recompiles a function when its own file changes. The compiled
code also contains the functions that it calls and the constants that it uses, but numba does not
notice a change in their files. So every cached function has a stamp: a digest of its file and of
all files that this file imports. A change in one of them recompiles the function, and a change
anywhere else does not.
"""

import ast
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib.util import find_spec, resolve_name
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final, TypeVar, cast

from pegout.delays import report_delay
from pegout.loading import load_once

Function = TypeVar("Function", bound=Callable[..., Any])

#: Whether functions can be compiled.
COMPILED: Final = find_spec("numba") is not None and os.environ.get("NUMBA_DISABLE_JIT", "0") in (
    "",
    "0",
)

#: Numba's reference counting is off because it makes short functions five times slower. Without it
#: no array is ever freed, so a compiled function may not create one.
_OPTIONS: Final[dict[str, Any]] = {"nogil": True, "error_model": "numpy", "_nrt": False}
#: Functions that only compiled functions call need no wrapper for Python or C.
_WITHIN: Final[dict[str, Any]] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
#: How far LLVM optimizes; numba asks for 3. At level 1 `pegout simulate expert expert` compiles in
#: four fifths of the time. Lookahead plays 8 % more games a second, two experts as many as before
#: (6 % fewer where they value points alone), and a batch makes 4 % fewer steps (`make bench`).
_OPTIMIZATION: Final = 1
#: The marked functions, and whether each is inlined into its callers.
_INLINED: Final[dict[Callable[..., Any], bool]] = {}


def jit(function: Function) -> Function:
    """Mark a function as one that can be compiled; it may not create arrays."""
    _INLINED[function] = False
    return function


def inlined(function: Function) -> Function:
    """Mark a small function to be inlined into every function that calls it."""
    _INLINED[function] = True
    return function


def compiled(function: Function) -> Function:
    """Return the compiled twin of a marked function; the function itself without numba.

    The twin is compiled on its first call and cached on disk.

    Raises:
        ValueError: if the function is not marked.
    """
    if function not in _INLINED:
        raise ValueError(f"{function.__qualname__} is not marked with @jit, so it has no twin")
    if not COMPILED:
        return function
    return cast("Function", _entry(function))


@load_once
def _entry(function: Any) -> Any:
    """Return the twin that Python calls; it has its own name and its own cache file."""
    names, inline = _twins(function.__module__), _INLINED[function]
    entry = _rooted(function, names)
    entry.__qualname__ = f"{function.__qualname__}_entry"
    return _dispatcher(entry, _stamp(function.__module__), inline, entry=True)


@load_once
def _twins(module: str) -> dict[str, Any]:
    """Return the namespace of a module with compiled twins in place of the marked functions.

    Only compiled functions call these twins. Without the wrappers that Python would need, they
    compile in a fraction of the time.
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
    """Return a copy of a function that looks up globals in another namespace."""
    copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    copy.__doc__, copy.__kwdefaults__ = function.__doc__, function.__kwdefaults__
    return copy


def _dispatcher(
    function: FunctionType, stamp: bytes | None, inline: bool, *, entry: bool = False
) -> Any:
    """Return a numba dispatcher for a function; only code that can be stamped is cached on disk."""
    from numba import njit

    _report_compiling()
    options = _OPTIONS | ({} if entry else _WITHIN) | ({"forceinline": True} if inline else {})
    if stamp is not None:
        cached = njit(cache=True, **options)(function)
        if _stamped(cached, stamp):
            return _widened(cached)
    return _widened(njit(**options)(function))


@load_once
def _report_compiling() -> None:
    """Report each function that numba compiles instead of loading it, except its own."""
    from numba.core import event

    class Compiling(event.Listener):
        def on_start(self, event: Any) -> None:
            function = event.data["dispatcher"].py_func
            if not function.__module__.startswith("numba."):
                report_delay(f"{function.__module__}.{function.__name__}")

        def on_end(self, event: Any) -> None:
            """Report nothing: what is compiled next reports itself."""

    # Numba has no type annotations for this.
    register: Any = event.register
    register("numba:compile", Compiling())


def _widened(dispatcher: Any) -> Any:
    """Make a dispatcher compile literal numbers as values of their type.

    Otherwise numba compiles the function once for each literal.
    """
    from numba.core import sigutils, types

    # Numba has no type annotations for these.
    parts: Any = sigutils.normalize_signature
    wide: Any = types.unliteral
    narrow = dispatcher.compile

    def compile_wide(signature: Any) -> Any:
        arguments, _ = parts(signature)
        with _less_optimized():
            return narrow(tuple([wide(argument) for argument in arguments]))

    dispatcher.compile = compile_wide
    return dispatcher


@contextmanager
def _less_optimized() -> Iterator[None]:
    """Let numba optimize what this thread compiles up to our level, which is lower than its own.

    The lock keeps other users of numba in this process from compiling with it.
    """
    from numba.core import compiler_lock, config

    settings: Any = config
    with compiler_lock.global_compiler_lock:
        usual = settings.OPT
        settings.OPT = min(usual, type(usual)(_OPTIMIZATION))
        try:
            yield
        finally:
            settings.OPT = usual


def _stamp(module: str) -> bytes | None:
    """Return a digest of the files of a module and of its imports from the same top package.

    Return None where the sources cannot be read.
    """
    digest = sha256()
    for file in sorted(files_of(module)):
        if not file.is_file():
            return None
        source = file.read_bytes()
        digest.update(f"{file.name} {len(source)} ".encode() + source)
    return digest.digest()


@load_once
def files_of(module: str) -> frozenset[Path]:
    """Return the files of a module and of all modules of its package that it stands on."""
    file = Path(str(sys.modules[module].__file__))
    files = {file}
    if file.is_file():
        for imported in _imports(sys.modules[module], file):
            files |= files_of(imported)
    return frozenset(files)


def _imports(module: ModuleType, file: Path) -> Iterator[str]:
    """Yield the modules of the same top package that a module imports at its top level."""
    top = f"{module.__name__.partition('.')[0]}."
    for statement in ast.parse(file.read_bytes()).body:
        if isinstance(statement, ast.Import):
            yield from (alias.name for alias in statement.names if alias.name.startswith(top))
        elif isinstance(statement, ast.ImportFrom):
            dots = "." * statement.level + (statement.module or "")
            home = resolve_name(dots, module.__package__)
            for alias in statement.names:
                imported = f"{home}.{alias.name}"
                imported = imported if imported in sys.modules else home
                if imported.startswith(top):
                    yield imported


def _stamped(dispatcher: Any, stamp: bytes) -> bool:
    """Replace numba's stamp, which covers one file only; return whether that was possible.

    The stamp is a private attribute of numba, the same from 0.61 to 0.68. With a version that
    stores it elsewhere, nothing is cached, rather than something out of date.
    """
    index: Any = getattr(getattr(dispatcher, "_cache", None), "_cache_file", None)
    if not hasattr(index, "_source_stamp") or not hasattr(index, "_version"):
        return False
    index._source_stamp = stamp
    # A cache of another version is not unpickled: it may name classes that no longer exist.
    index._version = f"{index._version} {stamp.hex()}"
    return True
