"""The loops of :mod:`pegout.kernel.compiled`, run by Python though numba is installed.

At a table nobody should wait for a compiler, nor for numba to be imported. This module is a package
whose files are those of ``compiled``: what is imported from it is loaded from the same source under
another name, and there nothing is compiled.

>>> loops("pile").limit_of(24)  # the card below which all fit: sevens do, at 24
28
>>> loops("jit").COMPILED
False
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from pegout.kernel import compiled
from pegout.kernel.compiled.jit import COMPILED

__all__ = ["loops"]

# Whatever has a path is a package, and its modules are looked for there.
__path__ = compiled.__path__


def loops(name: str) -> ModuleType:
    """Give a module of :mod:`pegout.kernel.compiled` as plain Python.

    Where nothing is compiled anyway, it is that module itself.

    Args:
        name: the name of the module within the package.
    """
    return import_module(f"{__name__ if COMPILED else compiled.__name__}.{name}")
