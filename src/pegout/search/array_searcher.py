"""The two-player search at a table where NumPy is installed: many hands at once in arrays."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from pegout.rules import Rules
from pegout.search import card_choice
from pegout.search.best_response_arrays import ArraySearch
from pegout.search.knowledge import Knowledge
from pegout.search.range_arrays import ArrayRanges
from pegout.search.searcher import Searcher
from pegout.search.workspace import Facts, Utility, Workspace
from pegout.tables.play_strategy import SolvedPlay

#: From so many hands on, arrays are faster.
_MANY: Final = 101
#: From so many cards on, arrays compute a range faster.
_CARDS: Final = 3


class ArraySearcher(Searcher):
    """A search that finds the same as :class:`Searcher`, faster where there are many hands."""

    def __init__(self, rules: Rules, knowledge: Knowledge, cribs: Any = None) -> None:
        super().__init__(rules, knowledge, cribs)
        solved = SolvedPlay(*map(np.asarray, self.solved))
        self._arrays = ArraySearch(self.space, solved, runs=rules.runs_in_play)
        self._ranges = ArrayRanges(self.space, solved)

    def begin(self, policy: int, facts: Facts, space: Workspace) -> card_choice.Task:
        """Begin a search for a card."""
        here = card_choice.situation(policy, facts, space, self.solved)
        left, shown = here.play.left, here.shown
        if here.maximum == 0 or left < _CARDS:
            return card_choice.with_range(here, facts, space, self.solved)
        number = self._ranges.believe(here.maximum, facts, left, here.lowest, shown)
        if here.utility.shows:
            card_choice.fill_hand_distributions(facts, number, left, shown, space)
            self._ranges.believe_discards(facts, number, left, shown)
            card_choice.fill_crib_distribution(facts, space)
        return card_choice.Task(here.play, number, here.utility)

    def values_by(
        self, task: card_choice.Task, facts: Facts, utilities: Sequence[Utility]
    ) -> list[list[float]]:
        """Return the value of each card by its position in the hand, for each utility."""
        if task.number < _MANY:
            return super().values_by(task, facts, utilities)
        return self._arrays.values(task, facts, utilities)
