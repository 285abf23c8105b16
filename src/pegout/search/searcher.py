"""The search of a strong player between two, for one who sits at a table.

At a table the search is always run by Python, whether numba is installed or not, so that nobody
waits for a compiler; the compiled policies run the very same source, and choose the same cards.
Where there are many hands to be looked at, :mod:`pegout.search.best_response_arrays` finds the same
sooner.

>>> from pegout.rules import Rules
>>> from pegout.search.model import no_knowledge
>>> made = Searcher(Rules(), no_knowledge())
>>> observation = Observation(Role.DEALER, (60, 60), dealt=(0, 4, 8, 12, 16, 48))
>>> 0 <= made.discard(observation) < 15
True
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from pegout.kernel.roles import Role
from pegout.kernel.score_tables import Array
from pegout.rules import Rules
from pegout.search import card_choice, discard_choice, endgame_discard
from pegout.search.best_response_arrays import ArraySearch
from pegout.search.building import workspace_of
from pegout.search.hands import packed
from pegout.search.model import Knowledge, checked_knowledge, under
from pegout.search.workspace import BY_CHANCES, BY_SOLUTION, EQUAL, NEAR, NOTHING, Facts
from pegout.tables.play_strategy import SolvedPlay

__all__ = ["Observation", "Searcher"]

#: So many hands are quicker looked at in arrays; the first row has fewer, so every own choice is
#: searched then.
_MANY: Final = 101


class Observation(NamedTuple):
    """What a seat knows when it has to decide, of two.

    Attributes:
        role: whether it deals.
        needs: what it and the opponent need to the end.
        dealt: the cards dealt to it, sorted, 0 to 51.
        discards: what it has discarded.
        held: what it holds now, sorted.
        starter: the starter.
        played: the cards played in this deal, each with whether the opponent played it.
        show: what its hand counts with the starter; wanted where the score may matter.
    """

    role: Role
    needs: tuple[int, int]
    dealt: Sequence[int]
    discards: Sequence[int] = ()
    held: Sequence[int] = ()
    starter: int = 52
    played: Sequence[tuple[int, bool]] = ()
    show: int = 0


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

    def facts(self, observation: Observation, left_out: int = 0) -> Facts:
        """Encode what a seat knows, as :func:`pegout.search.decisions.encoded` does.

        Args:
            observation: what it knows.
            left_out: the parts of the search that are left out, a bit for each.
        """
        rules, needs, discards = self.rules, observation.needs, observation.discards
        six = rules.hand_size == 6 and not rules.lowball
        played = [int(card) for card, _ in observation.played]
        seen = 0
        for card in (int(observation.starter), *map(int, observation.dealt), *played):
            seen |= 1 << card
        return Facts(
            int(observation.role),
            *needs,
            int(six and min(needs) <= NEAR),
            left_out,
            int(discards[0]) if discards else 0,
            int(discards[-1]) if discards else 0,
            packed([int(card) >> 2 for card in observation.held]),
            int(observation.starter),
            observation.show,
            seen,
            len(played),
            0,
            [int(card) for card in observation.dealt],
            played,
            [int(other) for _, other in observation.played],
        )

    def matters(self, observation: Observation) -> bool:
        """Say whether the score is near enough to the end to be looked at.

        >>> from pegout.rules import Rules
        >>> from pegout.search.model import no_knowledge
        >>> made = Searcher(Rules(), no_knowledge())
        >>> far, near = (
        ...     Observation(Role.DEALER, (60, 60), ()),
        ...     Observation(Role.DEALER, (60, 12), ()),
        ... )
        >>> made.matters(far), made.matters(near)
        (False, True)
        """
        return bool(self.facts(observation).matters)

    def discard(self, observation: Observation, *, chances: bool = True, left_out: int = 0) -> int:
        """Choose a discard of two from six.

        Args:
            observation: what is known, the cards dealt among it.
            chances: whether winning chances decide where the score matters.
            left_out: the parts of the search that are left out.

        Returns:
            Its place in :data:`pegout.kernel.score_tables.THROWS_OF_SIX`.
        """
        facts = self.facts(observation, left_out)
        policy = BY_CHANCES if chances else BY_SOLUTION
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
        self,
        observation: Observation,
        policy: int = BY_CHANCES,
        chance: Callable[[], float] = float,
        *,
        left_out: int = 0,
    ) -> int:
        """Choose a rank to play, of two or more that fit.

        Args:
            observation: what is known.
            policy: one of the policies of :mod:`pegout.search.workspace`.
            chance: gives a number from 0 to 1, where the solved play mixes.
            left_out: the parts of the search that are left out.
        """
        facts = self.facts(observation, left_out)
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

    def values(self) -> tuple[float, ...]:
        """Give what the last search found for each place of the hand; 0 where it has no choice."""
        return tuple(self.space.choice.values)
