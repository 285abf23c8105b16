"""Builders of workspaces in arrays, for compiled loops; see :mod:`pegout.search.building`."""

from typing import Any, Final

import numpy as np

from pegout.kernel.jit import COMPILED
from pegout.kernel.score_tables import Array, constant, constants
from pegout.rules import Rules
from pegout.search import workspace
from pegout.search.building import LISTS, Form, build, flat
from pegout.search.hand_arrays import hand_arrays
from pegout.search.knowledge import Knowledge


def _table(numbers: Any) -> Array:
    # The same type as of scratch space; NumPy tells two types of 64 bits apart.
    return np.array(numbers, np.int64 if numbers.format == "q" else None)


def _large(numbers: Any) -> Array:
    return constant(np.asarray(flat(numbers)))


#: The form of compiled loops, in which the win probabilities at all needs of both roles are cached.
#: Large tables are read-only, so that all workspaces have the same types.
_ARRAYS: Final = Form(
    2 * workspace.NEEDS * workspace.NEEDS,
    lambda: constants(hand_arrays()),
    lambda number: np.zeros(number, np.int64),
    np.zeros,
    _table,
    _large,
)


def search_of(rules: Rules, knowledge: Knowledge, cribs: Any = None) -> workspace.Search:
    """Return the workspace and the solved play for compiled loops; see :func:`workspace_of`."""
    return workspace.Search(workspace_of(rules, knowledge, cribs), constants(knowledge.solved))


def workspace_of(rules: Rules, knowledge: Knowledge, cribs: Any = None) -> workspace.Workspace:
    """Build a workspace for loops that are compiled, or interpreted where nothing can be compiled.

    The arguments are those of :func:`pegout.search.building.build`.
    """
    return build(_ARRAYS if COMPILED else LISTS, rules, knowledge, cribs)
