"""Load what is needed when it is needed: a resource once, a name of a package on first use."""

from collections.abc import Callable, Mapping
from functools import cache, wraps
from importlib import import_module
from threading import RLock
from typing import Any, ParamSpec, TypeVar, cast

_P = ParamSpec("_P")
_T = TypeVar("_T")


def load_once(load: Callable[_P, _T]) -> Callable[_P, _T]:
    """Cache the result of a function; threads that call it meanwhile wait for the result.

    With :func:`functools.cache`, every thread that calls before the first result repeats the work,
    and each takes the memory for tables of a hundred megabytes. Cached results are never released,
    so there must be few different arguments. Nothing is cached if the function raises.

    Args:
        load: the function; its arguments must be hashable.

    >>> calls = []
    >>> @load_once
    ... def table(name):
    ...     calls.append(name)
    ...     return [name]
    >>> table("cribs") is table("cribs"), calls
    (True, ['cribs'])
    """
    lock, loaded = RLock(), dict[Any, _T]()

    @cache
    @wraps(load)
    def ask(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        asked = args, tuple(kwargs.items())
        with lock:
            if asked not in loaded:
                loaded[asked] = load(*args, **kwargs)
            return loaded[asked]

    # The type of a cache accepts any arguments.
    return cast("Callable[_P, _T]", ask)


def late_names(package: str, modules: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a package that imports some of its names on first use.

    The names in each of its modules are separated by spaces.

    >>> load = late_names("pegout.scoring", {"unchecked": "show_points"})
    >>> load("show_points").__module__
    'pegout.scoring.unchecked'
    """
    homes = {name: module for module, names in modules.items() for name in names.split()}

    def load(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{homes[name]}"), name)

    return load
