"""The tables of the loops for a single hand, computed entry by entry without NumPy.

Here a set of ranks is its own number, so the loops that look up the number of a set and its score
run unchanged; see :class:`pegout.kernel.score_tables.Tables` for the fields.

>>> four = SHOW.four_of[SHOW.two_of[4, 4], SHOW.two_of[4, 10]]
>>> four, SHOW.show_four[four, 4]
((4, 4, 4, 10), 28)
>>> own = cribs_of(Rules())[0]
>>> round(own[0, 4, 4], 1)
8.8
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Final, Generic, NamedTuple, TypeVar

from pegout.evaluation.discards import ROLES, average_crib
from pegout.rules import Rules
from pegout.tables.rank_sets import Ranks, rank_score, rank_scores

Key = TypeVar("Key")
Value = TypeVar("Value")


class Lookup(Generic[Key, Value]):
    """A function with the interface of an array, which computes an entry on each access."""

    __slots__ = ("_entry",)

    def __init__(self, entry: Callable[[Key], Value]) -> None:
        self._entry = entry

    def __getitem__(self, key: Key) -> Value:
        return self._entry(key)


class SetTables(NamedTuple):
    """Scores of sets of ranks, under the names of :class:`pegout.kernel.score_tables.Tables`."""

    two_of: Lookup[tuple[int, int], Ranks]
    three_of: Lookup[tuple[int, int, int], Ranks]
    four_of: Lookup[tuple[Ranks, Ranks], Ranks]
    show_three: Lookup[tuple[Ranks, int], int]
    show_four: Lookup[tuple[Ranks, int], int]
    left_three: Lookup[Ranks, int]
    left_four: Lookup[Ranks, int]


def _sorted(ranks: tuple[int, ...]) -> Ranks:
    return tuple(sorted(ranks))


def _joined(pairs: tuple[Ranks, Ranks]) -> Ranks:
    return tuple(sorted(pairs[0] + pairs[1]))


def _shown(asked: tuple[Ranks, int]) -> int:
    ranks, starter = asked
    # Scores with all starters would slow down the first decisions of a process.
    return rank_score(ranks, starter)


@cache
def _left(ranks: Ranks) -> int:
    """Sum the scores of a set over the starters that are not in it."""
    return sum([(4 - ranks.count(rank)) * rank_scores(ranks)[rank] for rank in range(13)])


#: Hands of three and of four cards.
SHOW: Final = SetTables(
    Lookup(_sorted), Lookup(_sorted), Lookup(_joined), Lookup(_shown), Lookup(_shown),
    Lookup(_left), Lookup(_left),
)  # fmt: skip


@cache
def cribs_of(rules: Rules) -> tuple[Lookup[tuple[int, int, int], float], ...]:
    """Return :func:`pegout.evaluation.cribs_array` as tuples by role, suit and ranks."""

    def table(role: Any) -> Lookup[tuple[int, int, int], float]:
        if rules.discard_size == 1:
            return Lookup(lambda key: average_crib(key[1:2], False, rules, role))
        return Lookup(lambda key: average_crib(key[1:], key[0] == 1, rules, role))

    return tuple([table(role) for role in ROLES[rules.players]])
