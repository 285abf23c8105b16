"""What is known of a switch of the rules besides its name: its values, and who can do with them.

:class:`pegout.rules.Rules` has a switch in each of its fields.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field
from enum import Flag, auto
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar

Value = TypeVar("Value")


class Component(Flag):
    """A part of Pegout that computes by the rules, besides :mod:`pegout.rules` itself.

    Attributes:
        KERNEL: plays whole games, in :mod:`pegout.kernel` and :mod:`pegout.simulation`.
        SEARCH: decides for a strong player, in :mod:`pegout.search`.
        DISCARD_SOLVER: solves the discards of two players.
        SOLVED_PLAY: the solved play of two players, as a table and as a part of the search.
        SOLVER: solves win probabilities, and adjusts results for luck.
        TABLES: the tables of win probabilities.
    """

    KERNEL = auto()
    SEARCH = auto()
    DISCARD_SOLVER = auto()
    SOLVED_PLAY = auto()
    SOLVER = auto()
    TABLES = auto()

    def __str__(self) -> str:
        return "the " + str(self.name).replace("_", " ").lower()


NOBODY: Final = Component(0)
EVERYBODY: Final = ~NOBODY
#: Those that play out a deal.
PLAYING: Final = Component.KERNEL | Component.SEARCH | Component.SOLVER
#: Those that score a hand, or a crib.
SCORING: Final = PLAYING | Component.DISCARD_SOLVER
#: Solutions for points, in one part of a deal.
SOLVED: Final = Component.DISCARD_SOLVER | Component.SOLVED_PLAY


class Switch(NamedTuple):
    """A switch of the rules.

    A component supports a value if it is the default, or if the component uses the switch, or if
    the switch is irrelevant to it. It refuses other values, or its caller does without it.

    Attributes:
        default: the value in the preset ``standard``.
        values: every value; empty for a switch that takes several numbers.
        paragraph: the paragraph of the rule book that explains the switch.
        used_by: the components that take the switch into account.
        irrelevant_to: the components whose results do not depend on the switch.
        since: the version of the rules that brought the switch.
        newer: the version that brought a value, for values newer than the switch.
    """

    default: Any
    values: Sequence[object]
    paragraph: str
    used_by: Component = NOBODY
    irrelevant_to: Component = NOBODY
    since: int = 1
    newer: Mapping[Any, int] = MappingProxyType({})

    def version(self, value: object) -> int:
        """Return the first version of the rules that knows a value."""
        return 1 if value == self.default else self.newer.get(value, self.since)


def switch(
    default: Value,
    values: Sequence[object],
    paragraph: str,
    used_by: Component = NOBODY,
    irrelevant_to: Component = NOBODY,
    *,
    since: int = 1,
    newer: Mapping[Any, int] = MappingProxyType({}),
) -> Value:
    """Define a field of :class:`pegout.rules.Rules`; see :class:`Switch`."""
    known = Switch(default, values, paragraph, used_by, irrelevant_to, since, newer)
    return field(default=default, metadata={"switch": known})
