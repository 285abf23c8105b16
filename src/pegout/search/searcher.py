"""The search of a strong player between two, for one who sits at a table.

At a table the search is always run by Python, whether numba is installed or not, so that nobody
waits for a compiler; the compiled policies run the very same source, and choose the same cards.
Where there are many hands to be looked at, :mod:`pegout.search.best_response_arrays` finds the same
sooner.

>>> from pegout.rules import Rules
>>> from pegout.search.model import no_knowledge
>>> from pegout.search.workspace import NO_RANKS
>>> searcher = Searcher(Rules(), no_knowledge())
>>> facts = Facts(
...     role=1,
...     need=60,
...     other_need=60,
...     matters=0,
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

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from pegout.kernel.layout import Game, Ground
from pegout.kernel.score_tables import Array
from pegout.rules import Rules
from pegout.search import card_choice, discard_choice, endgame_discard
from pegout.search.best_response_arrays import ArraySearch
from pegout.search.building import workspace_of
from pegout.search.decisions import encoded
from pegout.search.kept_hand import take
from pegout.search.model import Knowledge, checked_knowledge, under
from pegout.search.workspace import BY_CHANCES, EQUAL, NOTHING, Facts
from pegout.tables.play_strategy import SolvedPlay

__all__ = ["CardValues", "DiscardValues", "Searcher", "facts_at_table"]

#: So many hands are quicker looked at in arrays; the first row has fewer, so every own choice is
#: searched then.
_MANY: Final = 101


def facts_at_table(game: Game, ground: Ground, seat: int) -> Facts:
    """Encode what a seat knows, as Python reads it best.

    Args:
        game: what the seat knows, as the row of a game; the cards dealt as a buffer of two
            dimensions.
        ground: the rules, with the tables of the show.
        seat: the seat, which is on turn.
    """
    facts = encoded(game._replace(dealt=np.asarray(game.dealt)), ground, seat, 0)
    return facts._replace(dealt=facts.dealt.tolist())


class DiscardValues(NamedTuple):
    """What the discards of two from six are worth, in the order of ``THROWS_OF_SIX``.

    Attributes:
        pegs: what the hand kept pegs beyond the opponent, on average, in points.
        chances: the chance of winning.
    """

    pegs: tuple[float, ...]
    chances: tuple[float, ...]


class CardValues(NamedTuple):
    """What the ranks that can be played are worth against the opponent's range.

    Attributes:
        ranks: the ranks, the lowest first.
        points: what is pegged from now on beyond the opponent, with the best of all later cards.
        chances: the chance of winning, likewise.
        shares: how often the solved play plays each; nothing where it says nothing.
    """

    ranks: tuple[int, ...]
    points: tuple[float, ...]
    chances: tuple[float, ...]
    shares: tuple[float, ...]


class Searcher:
    """The search, with a workspace of its own; two threads need two.

    Args:
        rules: the rules, of two players.
        knowledge: what is known.
        cribs: the means of the crib, as for :func:`pegout.search.building.workspace_of`.
    """

    def __init__(self, rules: Rules, knowledge: Knowledge, cribs: Array | None = None) -> None:
        self.rules = rules
        knowledge = under(rules, checked_knowledge(knowledge))
        self.space = workspace_of(rules, knowledge, cribs, lists=True)
        # Python reads them faster so.
        self.solved = SolvedPlay(*[memoryview(part) for part in knowledge.solved])
        #: What there was to choose when a card was last chosen.
        self.task: card_choice.Task | None = None
        self._arrays = ArraySearch(self.space, knowledge.solved, runs=rules.runs_in_play)

    def discard(self, facts: Facts, policy: int = BY_CHANCES) -> int:
        """Choose a discard of two from six.

        Args:
            facts: what is known, the cards dealt among it.
            policy: ``BY_CHANCES``, or ``BY_SOLUTION`` for points whatever the score.

        Returns:
            Its place in :data:`pegout.kernel.score_tables.THROWS_OF_SIX`.
        """
        discard = int(discard_choice.first_discard(policy, facts, self.space))
        return discard if discard >= 0 else self._raced(facts)

    def _raced(self, facts: Facts) -> int:
        """Give what :func:`pegout.search.endgame_discard.race_discard` does."""
        space, solved = self.space, self.solved
        best = space.endgame.raced[0]
        if space.endgame.number[0] == 1:
            return int(best)
        number, most = endgame_discard.begin_race(facts, space, solved), NOTHING
        for at in range(space.endgame.number[0]):
            play = endgame_discard.race_play(at, facts, space, solved)
            searched = self._arrays.value(play, number, facts, endgame_discard.race_utility(at))
            value = endgame_discard.race_value(at, searched, facts, space)
            if value > most + EQUAL:
                best, most = space.endgame.raced[at], value
        return int(best)

    def rank(
        self, facts: Facts, policy: int = BY_CHANCES, chance: Callable[[], float] = float
    ) -> int:
        """Choose a rank to play, of two or more that fit.

        Args:
            facts: what is known.
            policy: one of the policies of :mod:`pegout.search.workspace`.
            chance: gives a number from 0 to 1, where the solved play mixes.
        """
        rank = self._decided(policy, facts)
        if rank < 0:
            shares = self.space.choice.shares
            rank = int(card_choice.drawn_rank(facts.held, chance(), shares))
        return rank

    def _decided(self, policy: int, facts: Facts) -> int:
        """Give what :func:`pegout.search.card_choice.choose_rank` does."""
        space, solved = self.space, self.solved
        self.task = task = card_choice.begin(policy, facts, space, solved)
        if task.number == 0:
            return -1
        if task.number < _MANY:
            card_choice.weigh(task, facts, space, solved)
        else:
            self._arrays.weigh(task, facts)
        return int(card_choice.settle(task, space, solved))

    def discard_values(self, facts: Facts) -> DiscardValues:
        """Value every discard of two from six, whatever the score.

        Where the game may end in the deal the play behind a discard is not searched.

        Args:
            facts: what is known, the cards dealt among it.
        """
        space, table = self.space, self.space.discarding
        discard_choice.value_chances(facts, space)
        chances = [float(chance) for chance in table.values]
        pegs = []
        for discard in range(len(chances)):
            take(discard, facts.dealt, table, space.sets)
            pegs.append(float(table.pegs[1820 * facts.role + table.four[0]]))
        return DiscardValues(tuple(pegs), tuple(chances))

    def card_values(self, facts: Facts, hands: int) -> CardValues:
        """Value every rank that can be played, in points and in chances of winning.

        Args:
            facts: what is known; with what the own hand counts, whatever the score.
            hands: at so many hands of the opponent is looked; of more they are chosen evenly.
        """
        effort = self.space.effort._replace(hands=[hands] * len(self.space.effort.hands))
        space = self.space._replace(effort=effort)
        task = card_choice.begin(BY_CHANCES, facts._replace(matters=1), space, self.solved)
        chances, points = self._arrays.values(task, facts, [task.utility, card_choice.PEGGING])
        known = card_choice.own_shares(task.play, space, self.solved)
        shares = space.choice.shares
        places = [place for place in range(4) if card_choice.is_choice(task.play, place)]
        return CardValues(
            tuple([facts.held >> 4 * place & 15 for place in places]),
            tuple([points[place] for place in places]),
            tuple([chances[place] for place in places]),
            tuple([float(shares[place]) for place in places]) if known else (),
        )

    def values(self) -> tuple[float, ...]:
        """Give what the last search found for each place of the hand; 0 where it has no choice."""
        return tuple(self.space.choice.values)
