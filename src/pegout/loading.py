"""Loading things once, however many threads ask for them at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from threading import RLock
from typing import Any, ParamSpec, TypeVar, cast

__all__ = ["load_once"]

_P = ParamSpec("_P")
_T = TypeVar("_T")


def load_once(load: Callable[_P, _T]) -> Callable[_P, _T]:
    """Keep what a function returns, and have threads that ask meanwhile wait for it.

    :func:`functools.cache` lets every thread that asks before the first has its answer do the work
    again, and with tables of a hundred megabytes memory is taken as often. What is kept is kept for
    ever, so the arguments must be few. Nothing is kept where the function raises.

    Args:
        load: the function; its arguments can be hashed.

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

    # A cache is typed as if it took any arguments.
    return cast("Callable[_P, _T]", ask)
