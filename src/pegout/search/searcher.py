"""The two-player search for a computer player at a table.

At a table Python always interprets the search, whether numba is installed or not, so that no player
waits for a compiler. The compiled policies run the same source and choose the same cards. With many
hands, :mod:`pegout.search.range_arrays` and :mod:`pegout.search.best_response_arrays` compute the
same result faster.

>>> from pegout.rules import Rules
>>> from pegout.search.model import no_knowledge
>>> from pegout.search.workspace import NO_RANKS
>>> searcher = Searcher(Rules(), no_knowledge())
>>> facts = Facts(
...     role=1,
...     need=60,
...     opponent_need=60,
...     score_matters=0,
...     left_out=0,
...     first=0,
...     second=0,
...     held=NO_RANKS,
...     starter=52,
...     show=0,
...     seen=0,
...     steps=0,
...     seat=0,
...     dealt=[0, 4, 8, 12, 16, 48],
...     played=[],
...     by=[],
... )
>>> searcher.discard(facts)
4
"""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from pegout.kernel.layout import Game, Ground
from pegout.kernel.score_tables import Array
from pegout.rules import Rules
from pegout.search import card_choice, discard_choice
from pegout.search.best_response_arrays import ArraySearch
from pegout.search.building import workspace_of
from pegout.search.decisions import encode
from pegout.search.kept_hand import take
from pegout.search.model import Knowledge, check_knowledge, knowledge_under
from pegout.search.range_arrays import ArrayRanges
from pegout.search.workspace import BY_WIN_PROBABILITY, Facts, Workspace
from pegout.tables.play_strategy import SolvedPlay

#: From so many hands on, arrays are faster.
_MANY: Final = 101
#: From so many cards on, arrays compute a range faster.
_CARDS: Final = 3


def facts_at_table(game: Game, ground: Ground, seat: int) -> Facts:
    """Encode the information of a seat in the form that Python reads fastest.

    Args:
        game: the information of the seat as a game row; the cards dealt are a two-dimensional
            buffer.
    """
    facts = encode(game._replace(dealt=np.asarray(game.dealt)), ground, seat, 0)
    return facts._replace(dealt=facts.dealt.tolist())


class DiscardValues(NamedTuple):
    """The values of the discards of two from six, in the order of ``DISCARDS_OF_SIX``."""

    pegs: tuple[float, ...]  # the expected points of the kept hand in the play, less the opponent's
    wins: tuple[float, ...]  # the win probability


class CardValues(NamedTuple):
    """The values of the playable ranks against the opponent's range."""

    ranks: tuple[int, ...]  # the ranks, the lowest first
    # The expected points from now on, less the opponent's, with optimal later cards.
    points: tuple[float, ...]
    wins: tuple[float, ...]  # the win probability, likewise
    shares: tuple[float, ...]  # the solved strategy; empty where it is unknown


class Searcher:
    """The search with its own workspace; each thread needs its own searcher.

    Args:
        cribs: the expected cribs, as for :func:`pegout.search.building.workspace_of`.
    """

    def __init__(self, rules: Rules, knowledge: Knowledge, cribs: Array | None = None) -> None:
        self.rules = rules
        knowledge = knowledge_under(rules, check_knowledge(knowledge))
        self.space = workspace_of(rules, knowledge, cribs, lists=True)
        # Python reads memory views faster than arrays.
        self.solved = SolvedPlay(*[memoryview(part) for part in knowledge.solved])
        #: The decision of the last choice of a card.
        self.task: card_choice.Task | None = None
        self._arrays = ArraySearch(self.space, knowledge.solved, runs=rules.runs_in_play)
        self._ranges = ArrayRanges(self.space, knowledge.solved)

    def discard(self, facts: Facts, policy: int = BY_WIN_PROBABILITY) -> int:
        """Choose a discard of two from six.

        Args:
            policy: ``BY_WIN_PROBABILITY``, or ``BY_SOLUTION`` for points at any score.

        Returns:
            Its index in :data:`pegout.kernel.actions.DISCARDS_OF_SIX`.
        """
        return int(discard_choice.choose_discard(policy, facts, self.space))

    def rank(
        self, facts: Facts, policy: int = BY_WIN_PROBABILITY, chance: Callable[[], float] = float
    ) -> int:
        """Choose a rank to play from two or more that fit."""
        rank = self._decided(policy, facts)
        if rank < 0:
            shares = self.space.choice.shares
            rank = int(card_choice.draw_rank(facts.held, chance(), shares))
        return rank

    def _decided(self, policy: int, facts: Facts) -> int:
        """Return the result of :func:`pegout.search.card_choice.choose_rank`."""
        space, solved = self.space, self.solved
        self.task = task = self.begin(policy, facts, space)
        if task.number == 0:
            return -1
        if task.number < _MANY:
            card_choice.weigh(task, facts, space, solved)
        else:
            self._arrays.weigh(task, facts)
        return int(card_choice.settle(task, space, solved))

    def begin(self, policy: int, facts: Facts, space: Workspace) -> card_choice.Task:
        """Begin a search for a card, as :func:`pegout.search.card_choice.begin` does."""
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

    def discard_values(self, facts: Facts) -> DiscardValues:
        """Evaluate every discard of two from six, at any score."""
        space, table = self.space, self.space.discarding
        discard_choice.value_wins(facts, space)
        wins = [float(chance) for chance in table.values]
        pegs = []
        for discard in range(len(wins)):
            take(discard, facts.dealt, table, space.sets)
            pegs.append(float(table.pegs[1820 * facts.role + table.four[0]]))
        return DiscardValues(tuple(pegs), tuple(wins))

    def card_values(self, facts: Facts, hands: int) -> CardValues:
        """Evaluate every playable rank, in points and in win probability."""
        effort = self.space.effort._replace(hands=[hands] * len(self.space.effort.hands))
        space = self.space._replace(effort=effort)
        task = self.begin(BY_WIN_PROBABILITY, facts._replace(score_matters=1), space)
        wins, points = self._arrays.values(task, facts, [task.utility, card_choice.PEGGING])
        known = card_choice.own_shares(task.play, space, self.solved)
        shares = space.choice.shares
        indices = [index for index in range(4) if card_choice.is_choice(task.play, index)]
        return CardValues(
            tuple([facts.held >> 4 * index & 15 for index in indices]),
            tuple([points[index] for index in indices]),
            tuple([wins[index] for index in indices]),
            tuple([float(shares[index]) for index in indices]) if known else (),
        )

    def values(self) -> tuple[float, ...]:
        """Return the values of the last search by position in the hand, 0 for no choice."""
        return tuple(self.space.choice.values)
