"""The versions on which the results of a run depend, besides its request."""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import TypeAlias

from pegout.versions import KERNEL_VERSION, RULES_VERSION

Versions: TypeAlias = Mapping[str, str | int]


def versions(names: Iterable[str]) -> Versions:
    """Return the versions installed here, of the rules, the kernel or packages.

    >>> versions(["rules", "no such package"])
    {'rules': 2, 'no such package': 'none'}
    """
    return {name: _version(name) for name in names}


@cache
def _version(name: str) -> str | int:
    if name == "rules":
        return RULES_VERSION
    if name == "kernel":
        return KERNEL_VERSION
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"


def difference(here: Versions, there: Versions) -> str:
    """Describe how two sets of versions differ; return an empty text if they agree.

    >>> difference({"rules": 1, "pegout": "0.1.0"}, {"rules": 2, "pegout": "0.1.0"})
    'rules 2, not 1'
    """
    names = [name for name in {**here, **there} if here.get(name) != there.get(name)]
    return ", ".join(
        [f"{name} {there.get(name, 'none')}, not {here.get(name, 'none')}" for name in names]
    )
