"""The two-player search for a computer player at a table, in plain Python.

At a table Python always interprets the search, whether numba is installed or not, so that no player
waits for a compiler. The compiled policies run the same source and choose the same cards. Where
NumPy is installed, :class:`pegout.search.array_searcher.ArraySearcher` finds the same faster.

>>> from pegout.rules import Rules
>>> from pegout.search.knowledge import no_knowledge
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

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from pegout.evaluation.single_hand import Lookup
from pegout.kernel.layout import Game, Ground
from pegout.rules import Rules
from pegout.search import card_choice, discard_choice
from pegout.search.building import list_workspace
from pegout.search.decisions import encode
from pegout.search.kept_hand import take
from pegout.search.knowledge import Knowledge, knowledge_under
from pegout.search.line_search import LineSearch
from pegout.search.workspace import BY_WIN_PROBABILITY, Facts, Utility, Workspace
from pegout.tables.play_strategy import SolvedPlay


def facts_at_table(game: Game, ground: Ground, seat: int) -> Facts:
    """Encode the information of a seat in the form that Python reads fastest.

    Args:
        game: the information of the seat as a game row; the cards dealt are a two-dimensional
            buffer.
    """
    rows = game.dealt.tolist()
    dealt = Lookup[Any, Any](lambda at: rows[at] if isinstance(at, int) else rows[at[0]][at[1]])
    return encode(game._replace(dealt=dealt), ground, seat, 0)


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
        cribs: the expected cribs, as for :func:`pegout.search.building.build`.
    """

    def __init__(self, rules: Rules, knowledge: Knowledge, cribs: Any = None) -> None:
        self.rules = rules
        knowledge = knowledge_under(rules, knowledge)
        self.space = list_workspace(rules, knowledge, cribs)
        # Python reads memory views faster than arrays.
        self.solved = SolvedPlay(*[memoryview(part) for part in knowledge.solved])
        self._lines = LineSearch(self.space, self.solved)
        #: The decision of the last choice of a card.
        self.task: card_choice.Task | None = None

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
        self.weigh(task, facts)
        return int(card_choice.settle(task, space, solved))

    def begin(self, policy: int, facts: Facts, space: Workspace) -> card_choice.Task:
        """Begin a search for a card, as :func:`pegout.search.card_choice.begin` does."""
        return card_choice.begin(policy, facts, space, self.solved)

    def weigh(self, task: card_choice.Task, facts: Facts) -> None:
        """Write the value of each card, as :func:`pegout.search.card_choice.weigh` does."""
        (values,) = self.values_by(task, facts, [task.utility])
        self.space.choice.values[:] = values

    def values_by(
        self, task: card_choice.Task, facts: Facts, utilities: Sequence[Utility]
    ) -> list[list[float]]:
        """Return the value of each card by its position in the hand, for each utility.

        Each utility is maximised separately; they share the lines of play, which are walked once.
        """
        return self._lines.values(task, facts, utilities)

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
        wins, points = self.values_by(task, facts, [task.utility, card_choice.PEGGING])
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
