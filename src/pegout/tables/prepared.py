"""What follows from the shipped tables, computed beforehand where Python is slow.

A site has it in the file ``prepared.bin`` beside the tables, which :mod:`pegout.site.folder` writes
together with them. Everywhere else there is no such file, and everything is computed when it is
needed first.
"""

import pickle
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Final, TypeVar

from pegout.loading import load_once
from pegout.tables.files import folder

_T = TypeVar("_T")

#: The file.
NAME: Final = "prepared.bin"
_LOADERS: Final[dict[str, Callable[[], Any]]] = {}


def prepared(load: Callable[[], _T]) -> Callable[[], _T]:
    """Cache the result of a function as ``load_once`` does, and read it from the file if it can be.

    >>> @prepared
    ... def squares():
    ...     return [at * at for at in range(3)]
    >>> squares() is squares(), _LOADERS.pop("pegout.tables.prepared.squares") is squares
    (True, True)
    """
    name = f"{load.__module__}.{load.__qualname__}"

    @load_once
    @wraps(load)
    def ask() -> _T:
        known: Mapping[str, _T] = _known()
        return known[name] if name in known else load()

    _LOADERS[name] = ask
    return ask


@load_once
def _known() -> Mapping[str, Any]:
    path = folder() / NAME
    return pickle.loads(path.read_bytes()) if path.exists() else {}


def prepare() -> bytes:
    """Return the contents of the file, for all marked functions of the modules imported so far."""
    return pickle.dumps({name: ask() for name, ask in sorted(_LOADERS.items())}, 4)
