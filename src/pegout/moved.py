"""Deprecated names of modules and classes, which warn for one version."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import MappingProxyType, ModuleType
from typing import Any, Final
from warnings import warn

__all__ = ["MOVED", "install", "old_attribute", "renamed", "warn_of"]

#: The present name of each module.
MOVED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "pegout.analysis.simulation": "pegout.contests.policy_contests",
        "pegout.analysis.tallies": "pegout.contests.statistics",
        "pegout.evaluation.chance_solving": "pegout.solver.backward_induction",
        "pegout.evaluation.chances": "pegout.tables.win_probability",
        "pegout.evaluation.deal_game": "pegout.solver.deal_game",
        "pegout.evaluation.deal_sums": "pegout.solver.deal_paths",
        "pegout.evaluation.discard_game": "pegout.solver.discard_game",
        "pegout.evaluation.exploit": "pegout.solver.exploitability",
        "pegout.evaluation.play_game": "pegout.solver.play_game",
        "pegout.kernel.batch": "pegout.simulation.batch",
        "pegout.kernel.cribs": "pegout.solver.crib_sweep",
        "pegout.kernel.games": "pegout.simulation.games",
        "pegout.kernel.play_tree": "pegout.solver.public_tree",
        "pegout.kernel.policies": "pegout.simulation.policies.registry",
    }
)


def warn_of(old: str, new: str, stacklevel: int) -> None:
    """Warn that a name has changed."""
    message = f"{old} is now {new}; the old name goes with 0.3"
    warn(message, DeprecationWarning, stacklevel=stacklevel + 1)


def renamed(module: str, names: Mapping[str, Any]) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a module that has renamed classes, functions or type aliases.

    Args:
        module: the name of the module.
        names: what each old name stands for; for a type alias its present name in the module.

    >>> find = renamed("pegout.example", {"Old": int})
    >>> import warnings
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     find("Old"), str(caught[0].message)
    (<class 'int'>, 'pegout.example.Old is now pegout.example.int; the old name goes with 0.3')
    """

    def find(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        new = names[name]
        alias = isinstance(new, str)
        warn_of(f"{module}.{name}", f"{module}.{new if alias else new.__name__}", 2)
        return getattr(sys.modules[module], new) if alias else new

    return find


def old_attribute(old: str, new: str) -> Any:
    """Return a property that reads an attribute by its old name.

    Put it into the body of the class, hidden from type checkers.

    >>> class Deal:
    ...     cards = 52
    ...     pack = old_attribute("pack", "cards")
    >>> import warnings
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     Deal().pack, str(caught[0].message)
    (52, 'Deal.pack is now Deal.cards; the old name goes with 0.3')
    """

    def read(self: object) -> Any:
        name = type(self).__name__
        warn_of(f"{name}.{old}", f"{name}.{new}", 2)
        return getattr(self, new)

    return property(read, doc=f"The old name of ``{new}``.")


class _Finder(MetaPathFinder, Loader):
    """Import hook for old names; each imports as a module with the public names of the new one."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(name, self) if name in MOVED else None

    def create_module(self, spec: ModuleSpec) -> None:
        # The default module; it is filled below.
        return None

    def exec_module(self, module: ModuleType) -> None:
        name = module.__name__
        warn_of(name, MOVED[name], 2)
        real = import_module(MOVED[name])
        public = {one: getattr(real, one) for one in real.__all__}
        vars(module).update(public, __all__=real.__all__, __doc__=real.__doc__)
        if hasattr(real, "__getattr__"):
            vars(module)["__getattr__"] = real.__getattr__


def install() -> None:
    """Install the import hook for the old names of modules."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.append(_Finder())
