"""The search of three and four players: the one with arrays where NumPy is installed.

Both forms sample the same worlds and find the same values, but for rounding.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from pegout.evaluation.discards import ValuedDiscard
from pegout.extras import installed
from pegout.loading import load_once
from pegout.rules import Rules, View
from pegout.search.multiplayer.outlooks import Outlooks
from pegout.search.multiplayer.rollouts import RolloutResult


class ManySearch(Protocol):
    """A module that computes outlooks; see :mod:`pegout.search.multiplayer.outlooks`."""

    def load(self, rules: Rules) -> None:
        """Preload the tables for a game of three or four."""

    def sample(self, view: View, number: int, chance: Random, *, beliefs: bool = True) -> Any:
        """Sample worlds, which the other functions take."""

    def card_outlooks(
        self, view: View, ranks: Sequence[int], worlds: Any, luck: Random, *, winning: bool
    ) -> Outlooks:
        """Evaluate playing each of some cards in every world."""

    def discard_points(
        self, view: View, discards: Sequence[ValuedDiscard], worlds: Any
    ) -> list[list[float]]:
        """Return the points of each discard in every world."""

    def discard_outlooks(
        self,
        view: View,
        discards: Sequence[ValuedDiscard],
        means: Sequence[tuple[float, float]],
        worlds: Any,
        luck: Random,
    ) -> Outlooks:
        """Evaluate each of some discards in every world."""

    def play_out_range(
        self,
        rules: Rules,
        seat: int,
        own: Sequence[Sequence[int]],
        held: Sequence[Sequence[int]],
        turn: int,
        opening: Sequence[int] | None = None,
        pile: int = ...,
        count: int = 0,
        needs: Sequence[int] | None = None,
    ) -> list[RolloutResult]:
        """Roll out hands of a seat of two against every hand that its opponent may hold."""


@load_once
def in_arrays() -> bool:
    """Return whether NumPy is installed."""
    return installed("numpy")


@load_once
def search_of_many() -> ManySearch:
    """Return the form to use."""
    if in_arrays():
        from pegout.search.multiplayer import outlooks_arrays

        return outlooks_arrays
    from pegout.search.multiplayer import outlooks

    return outlooks
